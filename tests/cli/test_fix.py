"""``jadpo check --fix``: safe edits are made, and nothing is made worse."""

import json
from pathlib import Path

import pytest
from command_line import TREE, jadpo, write

from jadpo.check import check_project
from jadpo.cli.fixing import fix_sources
from jadpo.cli.replacing import replace_file
from jadpo.diagnostics import Diagnostic, Diagnostics, Edit
from jadpo.diagnostics.editing import with_edits
from jadpo.diagnostics.rules import require_rule
from jadpo.diagnostics.safe_edits import SAFE_EDITS, has_safe_edits
from jadpo.source import Source

REJECTED = sorted((TREE / "corpus/reject").rglob("*.jadpo"))


def check(sources: tuple[Source, ...]) -> Diagnostics:
    return check_project(sources, "program").diagnostics


def fix(text: str):
    return fix_sources((Source("a.jadpo", text),), check)


WITHOUT_EDIT_ON_ITS_PAGE = {
    "query.where_left": require_rule("query.where_left").wrong.replace(
        "Todo.title == wanted", "1 < rank"
    )
}
"""Rules whose page shows a mistake that has no exact repair, with one that has."""


@pytest.mark.parametrize("rule", SAFE_EDITS)
def test_the_example_of_each_safe_rule_is_mended(rule: str) -> None:
    wrong = WITHOUT_EDIT_ON_ITS_PAGE.get(rule, require_rule(rule).wrong)
    assert any(each.edits for each in check((Source("a.jadpo", wrong),)))

    fixed = fix(wrong)

    assert list(fixed.left) == []
    assert rule in {each.rule for each in fixed.mended}
    assert fixed.sources[0].text != wrong


@pytest.mark.parametrize("name", ["name.unknown", "failure.attempt_missing", "failure.undeclared"])
def test_edits_that_may_mean_something_else_are_left_to_a_person(name: str) -> None:
    wrong = require_rule(name).wrong

    fixed = fix(wrong)

    assert fixed.sources[0].text == wrong
    assert fixed.mended == ()
    assert name in {each.rule for each in fixed.left}


@pytest.mark.parametrize("path", REJECTED[::5], ids=lambda path: path.stem)
def test_no_program_is_made_worse_and_what_is_mended_stays(path: Path) -> None:
    source = Source(path.name, path.read_text("utf-8"))
    before = check((source,))

    fixed = fix_sources((source,), check)

    once_more = fix_sources(fixed.sources, check)
    assert once_more.sources == fixed.sources
    assert not any(map(has_safe_edits, fixed.left))
    hidden = any(each.rule.startswith(("syntax.", "failure.")) for each in fixed.mended)
    assert hidden or fixed.left.error_count <= before.error_count


def diagnostic(rule: str, source: Source, start: int, end: int, replacement: str) -> Diagnostic:
    span = source.span(start, end)
    return Diagnostic(rule, span, f"{start}", "", "", edits=(Edit(span, replacement),))


def test_an_edit_after_which_there_are_more_errors_is_taken_back() -> None:
    def check_letters(sources: tuple[Source, ...]) -> Diagnostics:
        """Each `a` is to be a `b`, and each `c` a `d`; but a `d` is two errors."""
        (source,) = sources
        found = Diagnostics()
        for at, letter in enumerate(source.text):
            if letter in "ac":
                rule = "flow.result_unused"
                found.add(diagnostic(rule, source, at, at + 1, "b" if letter == "a" else "d"))
            if letter == "d":
                found.add(diagnostic("type.mismatch", source, at, at + 1, ""))
                found.add(diagnostic("type.sibling_field", source, at, at + 1, ""))
        return found

    fixed = fix_sources((Source("x", "aca"),), check_letters)

    assert fixed.sources[0].text == "bcb"
    assert len(fixed.mended) == 2
    assert fixed.left.error_count == 1


def test_edits_in_the_same_place_are_made_one_after_the_other() -> None:
    fixed = fix("action a() -> Unit { var x = random.uuid();; }")

    assert fixed.sources[0].text == "action a() -> Unit { var _ = random.uuid() }"


@pytest.mark.parametrize(
    ("wrong", "mended"),
    [
        ("action a() -> Unit { var x = b;b() } type b = Int", "b b()"),
        ("function f(c: C) -> C { return C(c&&c) } type C = Bool", "c and c"),
    ],
)
def test_words_that_a_sign_kept_apart_stay_apart(wrong: str, mended: str) -> None:
    assert mended in fix(wrong).sources[0].text


def test_a_bracket_is_not_put_where_it_may_not_belong() -> None:
    wrong = "type A = Int\nfunction f(a: A) -> A { return A(a * (a + 1) }\n"

    assert fix(wrong).sources[0].text == wrong


UNTIDY = "type A = Int {};\naction a() -> Unit { var x = random.uuid() }\n"
MENDED = "type A = Int {}\naction a() -> Unit { var _ = random.uuid() }\n"


def test_files_are_mended_and_each_repair_is_told(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY, b="type B = Int {}\n")
    before = (tmp_path / "b.jadpo").stat().st_mtime_ns

    ended = jadpo("check", "--fix", tmp_path)

    assert ended.returncode == 0
    assert (tmp_path / "a.jadpo").read_text("utf-8") == MENDED
    assert (tmp_path / "b.jadpo").stat().st_mtime_ns == before
    assert [line.split(": ")[2] for line in ended.stdout.splitlines()] == [
        "error[syntax.foreign_syntax]",
        "warning[flow.unused_binding]",
    ]
    assert ended.stderr == "1 project checked: 2 fixed, no problems left.\n"


def test_what_is_left_is_reported_and_decides_the_status(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY + "type C = Nowhere\n")

    ended = jadpo("check", "--fix", tmp_path)

    assert ended.returncode == 1
    assert "Nowhere" in ended.stdout
    assert (tmp_path / "a.jadpo").read_text("utf-8") == MENDED + "type C = Nowhere\n"
    assert ended.stderr == "1 project checked: 2 fixed, 1 error left.\n"


def test_without_fix_nothing_is_written(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY)

    assert jadpo("check", tmp_path).returncode == 1
    assert (tmp_path / "a.jadpo").read_text("utf-8") == UNTIDY


def test_a_file_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY)
    (tmp_path / "a.jadpo").chmod(0o444)

    ended = jadpo("check", "--fix", tmp_path)

    assert ended.returncode == 2
    assert "error[cli.file_not_written]" in ended.stdout
    assert "fixed" not in ended.stdout
    assert (tmp_path / "a.jadpo").read_text("utf-8") == UNTIDY


def test_json_tells_what_was_fixed(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY)

    document = json.loads(jadpo("check", "--fix", "--json", tmp_path).stdout)

    assert [each["rule"] for each in document["fixed"]] == [
        "syntax.foreign_syntax",
        "flow.unused_binding",
    ]
    assert document["diagnostics"] == []


def test_a_file_that_was_saved_meanwhile_is_left_as_it_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "a.jadpo"
    file.write_text("type Saved = Int\n", "utf-8")

    refused = replace_file(file, Source("a.jadpo", "type Read = Int\n"), "type Mended = Int\n")

    assert refused is not None
    assert refused.rule == "cli.file_changed"
    assert [each.read_text("utf-8") for each in tmp_path.iterdir()] == ["type Saved = Int\n"]


def test_values_of_arms_that_nobody_uses_are_dropped_in_blocks() -> None:
    fixed = fix((TREE / "corpus/reject/flow/arms_that_nobody_uses.jadpo").read_text("utf-8"))

    assert list(fixed.left) == []
    assert 'Kind.small => { var _ = Shown("s") }' in fixed.sources[0].text


def test_an_edit_that_is_made_leaves_nothing_but_what_it_brings_to_light() -> None:
    revealed = {"failure.attempt_needless": "failure.stale"}
    for path in REJECTED:
        source = Source(path.name, path.read_text("utf-8"))
        before = check((source,))
        for mended in filter(has_safe_edits, before):
            after = check((with_edits(source, mended.edits),))
            left = [each.rule for each in before if each is not mended]
            others = [each.rule for each in after if each.rule not in left]
            assert set(others) <= {revealed.get(mended.rule)}, path
