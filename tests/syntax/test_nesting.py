"""Deep nesting is refused, in linear time and without running out of stack."""

import pytest

from jadpo.source import Source
from jadpo.syntax import parse
from jadpo.syntax.cache import DeclarationCache
from jadpo.syntax.nesting import LEVELS_AT_MOST
from jadpo.syntax.nodes import SyntaxTree

DEEP = {
    "parentheses": lambda n: "(" * n + "a" + ")" * n,
    "lists": lambda n: "[" * n + "]" * n,
    "negations": lambda n: "not " * n + "a",
    "minuses": lambda n: "- " * n + "a",
    "sums": lambda n: "a + (" * n + "a" + ")" * n,
    "attempts": lambda n: "attempt " * n + "f()",
    "tests of presence": lambda n: "a" + " exists" * n,
    "members": lambda n: "f()" + ".a" * n,
    "calls": lambda n: "f()" + ".f()" * n,
    "Objects": lambda n: "A { a: " * n + "1" + " }" * n,
    "matches": lambda n: "match a { _ => " * n + "1" + " }" * n,
}


def program(value: str) -> Source:
    return Source("deep.jadpo", f"function f(n: N) -> N {{ return {value} }}\ntype After = Int\n")


@pytest.mark.parametrize("what", DEEP)
def test_ten_thousand_levels_are_one_diagnostic(what: str) -> None:
    parsed = parse(program(DEEP[what](10_000)))

    assert [each.rule for each in parsed.diagnostics] == ["syntax.nested_too_deeply"]
    assert len(parsed.tree.declarations) == 1


@pytest.mark.parametrize("what", DEEP)
def test_as_many_levels_as_people_write_are_fine(what: str) -> None:
    assert parse(program(DEEP[what](60))).diagnostics == ()


@pytest.mark.parametrize("what", ["sums", "parentheses", "negations"])
def test_the_limit_is_found_however_short_the_text(what: str) -> None:
    rules = [each.rule for each in parse(program(DEEP[what](LEVELS_AT_MOST))).diagnostics]

    assert rules == ["syntax.nested_too_deeply"]


@pytest.mark.parametrize(
    "body",
    [
        "if a { f() } else " * 1_000 + "{ }",
        "return a" + " + a" * 5_000,
        "return a == 1" + " and a == 1 or not b" * 5_000,
    ],
)
def test_a_long_chain_is_not_deep(body: str) -> None:
    source = Source("long.jadpo", f"function f(n: N) -> N {{ {body} }}")

    assert parse(source).diagnostics == ()


def test_a_long_chain_that_has_moved_is_kept() -> None:
    chain = "function f(n: N) -> N { return a" + " + a" * 5_000 + " }\n"
    cache = DeclarationCache()
    parse(Source("long.jadpo", chain), cache)

    moved = parse(Source("long.jadpo", f"type N = Int\n{chain}"), cache)

    assert spans(moved.tree) == spans(parse(Source("long.jadpo", f"type N = Int\n{chain}")).tree)


def spans(tree: SyntaxTree) -> list[object]:
    """Every offset of a tree, in the order in which they stand in its nodes."""
    found: list[object] = []
    waiting: list[object] = [tree.declarations]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting += item
        elif isinstance(item, int):
            found.append(item)
    return found


def test_a_long_flat_declaration_is_not_deep() -> None:
    statements = "    var total = f(a, b, c) + 3\n    g(total)\n" * 2_000
    source = Source("flat.jadpo", f"function f(n: N) -> N {{\n{statements}}}")

    assert parse(source).diagnostics == ()


@pytest.mark.parametrize("text", ["(" * 10_000, "{" * 10_000, ")" * 10_000, "}" * 10_000])
def test_ten_thousand_brackets_without_counterpart_are_no_cascade(text: str) -> None:
    for source in (Source("open.jadpo", text), program(text)):
        assert 1 <= len(parse(source).diagnostics) <= 2
