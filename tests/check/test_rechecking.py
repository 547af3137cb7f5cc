"""Checking again what was checked before: bodies that did not change are passed over."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from jadpo.check import bodies, check_project
from jadpo.check.rechecking import Memory, problems_of_project
from jadpo.source import Source

ROOT = Path(__file__).parents[2]
TWO_STORES = ROOT / "corpus" / "reject" / "entities" / "two_stores_written.jadpo"

PROGRAM = """
type Name = Text { min_length: 1 }
type Count = Int { min: 0 }

failure Unknown { kind: NotFound  code: "unknown" }

function twice(n: Count) fails InvalidValue -> Count {
    var unread = 1
    return attempt Count(n * 2)
}

function known(n: Count) fails Unknown -> Count {
    if n > 3 { reject Unknown }
    return n
}

function both(n: Count) fails InvalidValue, Unknown -> Count {
    return attempt twice(attempt known(n))
}

test "both" {
    var given = attempt both(Count(2))
    assert given == 4
}
"""


@pytest.fixture
def checked(monkeypatch):
    """The names of the bodies whose statements are checked."""
    names = []
    check = bodies._check_body

    def counting(body, block):
        names.append(body.shown)
        return check(body, block)

    monkeypatch.setattr(bodies, "_check_body", counting)
    return names


def check_again(text: str, memory: Memory) -> list:
    sources = [Source("a.jadpo", text)]
    found = list(problems_of_project(sources, "a", memory))
    assert found == list(check_project(sources, "a").diagnostics)
    return found


def remembering(text: str) -> Memory:
    memory = Memory()
    check_again(text, memory)
    return Memory.from_json(json.loads(json.dumps(memory.as_json())))


def test_no_body_is_checked_when_nothing_changed(checked):
    memory = remembering(PROGRAM)
    checked.clear()
    found = problems_of_project([Source("a.jadpo", PROGRAM)], "a", memory)
    assert checked == []
    assert [each.rule for each in found] == ["flow.unused_binding"]


@pytest.mark.parametrize(
    ("before", "after", "looked_at"),
    [
        ("n > 3", "n > 4", ["known"]),
        ("given == 4", "given == 5", ["the test"]),
        ("type Name", "// a comment\n\ntype  Name", []),
        ('test "both"', 'test "another title"', ["the test"]),
        ("min: 0", "min: 1", ["twice", "known", "both", "the test"]),
        ("type Name", "type More = Int\ntype Name", []),
        ("min_length: 1", "min_length: 2", []),
        ('"unknown"', '"not_known"', ["known", "both", "the test"]),
        (
            "known(n: Count)",
            "known(m: Count)",
            ["known", "both"],
        ),
        # A mistake in a declaration may silence whatever depends on it.
        ("min_length: 1", "min_lngth: 1", ["twice", "known", "both", "the test"]),
    ],
)
def test_what_an_edit_can_reach_is_checked_and_no_more(checked, before, after, looked_at):
    memory = remembering(PROGRAM)
    edited = PROGRAM.replace(before, after, 1)
    checked.clear()
    problems_of_project([Source("a.jadpo", edited)], "a", memory)
    assert checked == looked_at
    check_again(edited, remembering(PROGRAM))


MODULES = {
    "base": """
module base
public type Price = Decimal { min: 0 }
public type Other = Int {}
""",
    "middle": """
module middle
import base { Price }
public type Item = Object { price: Price }
type Other = Text {}
public function other(a: Item) -> Item { return a }
function own(b: Other) -> Other { return b }
""",
    "top": """
module top
import middle { Item, other }
type Sum = Decimal {}
function doubled(item: Item) -> Sum { return Sum(other(item).price * 2) }
function same(sum: Sum) -> Sum { return sum }
""",
}


@pytest.mark.parametrize(
    ("module", "before", "after", "looked_at"),
    [
        ("base", "Decimal { min: 0 }", "Int { min: 0 }", ["other", "doubled"]),
        ("base", "Other = Int {}", "Other = Int { min: 1 }", []),
        ("middle", "Other = Text {}", "Other = Text { min_length: 1 }", ["own"]),
        ("middle", "price: Price", "price: Price  more: Price?", ["other", "doubled"]),
        ("top", "Sum = Decimal {}", "Sum = Decimal { min: 0 }", ["doubled", "same"]),
        ("top", "import middle { Item, other }", "import middle { other, Item }", ["*"]),
    ],
)
def test_what_imports_lead_to_is_checked_and_no_more(checked, module, before, after, looked_at):
    def sources(texts):
        return [Source(f"{name}.jadpo", text) for name, text in sorted(texts.items())]

    memory = Memory()
    assert not problems_of_project(sources(MODULES), "a", memory)
    assert memory.has_changed
    edited = {**MODULES, module: MODULES[module].replace(before, after)}
    checked.clear()
    found = list(problems_of_project(sources(edited), "a", memory))
    assert checked == (looked_at if looked_at != ["*"] else ["other", "own", "doubled", "same"])
    assert found == list(check_project(sources(edited), "a").diagnostics)


def test_a_warning_moves_with_its_body():
    found = check_again(
        "\n\n" + PROGRAM.replace("type Name", "// x\ntype Name"), remembering(PROGRAM)
    )
    (warning,) = found
    assert warning.span is not None
    assert (warning.span.line, warning.span.column) == (11, 9)
    assert warning.edits[0].span == warning.span


def test_a_failure_that_a_remembered_body_lets_through_is_missed_in_fails():
    # `both` is not checked again, and still what leaves it is compared with its list [F3].
    edited = PROGRAM.replace("    if n > 3 { reject Unknown }\n", "")
    rules = [each.rule for each in check_again(edited, remembering(PROGRAM))]
    assert rules.count("failure.stale") == 1


def test_a_body_with_a_mistake_is_checked_each_time(checked):
    broken = PROGRAM.replace("given == 4", "given == nothing_known")
    memory = remembering(broken)
    checked.clear()
    found = problems_of_project([Source("a.jadpo", broken)], "a", memory)
    assert checked == ["the test"]
    assert [each.rule for each in found if each.is_error] == ["name.unknown"]


def test_an_effect_of_a_remembered_body_counts_for_its_callers():
    # Two stores are written by what `both` calls [E5]: seen only in all bodies together.
    broken = TWO_STORES.read_text(encoding="utf-8")
    writes = "return attempt create Second { label: label }"
    right = broken.replace(writes, "return attempt query one Second { where: label == label }")
    before = check_again(right, Memory())
    after = check_again(broken, remembering(right))
    assert "store.two_written" not in [each.rule for each in before]
    assert [each.rule for each in after] == ["store.two_written"]


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        {"outlines": 3, "bodies": "x"},
        {"outlines": {}, "bodies": []},
    ],
)
def test_what_is_no_memory_is_an_empty_one(kept):
    assert [each.rule for each in check_again(PROGRAM, Memory.from_json(kept))] == [
        "flow.unused_binding"
    ]


WRONG = [None, True, -1, "x", [], {}, [0, 10**9], [[1], [2]]]


@pytest.mark.parametrize("first", [0, 3])
def test_entries_of_any_other_shape_are_as_if_not_there(first):
    """Something else is put in the place of each value that is kept: nothing may break."""
    kept = json.loads(json.dumps(remembering(PROGRAM).as_json()))
    for number, path in enumerate(places(kept), first):
        damaged = json.loads(json.dumps(kept))
        put(damaged, path, WRONG[number % len(WRONG)])
        problems_of_project([Source("a.jadpo", PROGRAM)], "a", Memory.from_json(damaged))


def places(value, path=()):
    """The way to each value in a value of JSON."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in entries if isinstance(value, dict | list) else ():
        if isinstance(each, dict | list):
            yield from places(each, (*path, key))
        else:
            yield (*path, key)


def put(value, path, new):
    """Put a value there."""
    for key in path[:-1]:
        value = value[key]
    if path:
        value[path[-1]] = new


def test_random_edits_are_reported_as_if_checked_for_the_first_time():
    run = subprocess.run(
        [sys.executable, "scripts/recheck", "--edits", "600", "--seed", "20261201"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "differences and crashes: 0" in run.stdout
