"""What is written as in other languages is one mistake, told where it is, with Jadpo's way."""

import pytest

from jadpo.diagnostics.editing import with_edits
from jadpo.diagnostics.safe_edits import has_safe_edits
from jadpo.source import Source
from jadpo.syntax import parse

BODIES = [
    ("«try» { return a } catch (e) { return b }\n    return c", "write `match call(…)", None),
    ("«total:» Int = 3\n    return total", "write `var` before it", "var total: Int = 3"),
    ("total «:=» 3\n    return total", "write `var total = …`", "var total = 3"),
    ("total: Int «:=» 3\n    return total", "write `var total = …`", "var total: Int = 3"),
    ("for x «:=» range xs { }\n    return a", "write `for item in list { … }`", None),
    ("«int total» = 3\n    return total", "write `var total = …`", None),
    ("if a «<>» b { return a }\n    return b", "write `!=`", "if a != b {"),
    ("if a «not in» xs { return a }\n    return b", "write `not x in xs`", None),
    ("if a «is not» b { return a }\n    return b", "write `!=`", "if a != b {"),
    ('return Name(«f"{a}"»)', "join texts with `+`", None),
    ("return Name(«`${a}`»)", "join the parts with `+`", None),
    ("var x = collection.map(xs, with: «lambda» x: g(x))\n    return a", "declare a fun", None),
    ("for «(const x of» xs) {\n        var y = x\n    }\n    return a", "write `for x in", None),
    ("«for (var i = 0; i < 3; i++)» {\n        var y = i\n    }\n    return a", "range", None),
    ("return match a {\n        1 => b\n        «else» => c\n    }", "write `_`", "_ => c"),
    ("var x = [1 «2» 3]\n    return a", "add the 2 commas", "[1, 2, 3]"),
    ("«switch» a { case 1: return b }\n    return a", "write it with `match`", None),
    ("x «-=» a - b\n    return x", "write `x = x - …`", None),
    ("x «-=» a\n    return x", "write `x = x - …`", "x = x - a"),
    ("return a«!»", "ask whether it `exists` first", None),
    ("return attempt «insert» Item { a: b }", "write `create`", "attempt create Item"),
]
"""A body with its one mistake marked, the begin or a part of the help, and what mending gives."""

DECLARATIONS = [
    ("function f(«name?»: Name) -> Name { return name }", "write `name: Type?`", None),
    ('function f(n: Name «= Name("a")») -> Name { return n }', "leave it out", None),
    ("«func» f(name Name) Name { return name }", "write it with `function`", None),
    (
        "entity A {\n    persistence { index: «code, owner» }\n}",
        "write `index: (code, owner)`",
        "index: (code, owner)",
    ),
    (
        "entity A {\n    persistence { unique: «[code, owner]» }\n}",
        "write `unique: (code, owner)`",
        "unique: (code, owner)",
    ),
]


def one_mistake(marked: str, step: str, mended: str | None) -> None:
    before, _, rest = marked.partition("«")
    inside, _, after = rest.partition("»")
    source = Source("a.jadpo", before + inside + after)

    (found,) = parse(source).diagnostics

    assert found.span is not None
    assert source.text[found.span.start : found.span.end] == inside
    assert step in found.help
    if mended is None:
        assert not has_safe_edits(found)
    else:
        assert mended in with_edits(source, found.edits).text


@pytest.mark.parametrize(("marked", "step", "mended"), BODIES)
def test_a_habit_in_a_body_is_one_mistake(marked: str, step: str, mended: str | None) -> None:
    one_mistake(f"function f(a: A) -> A {{\n    {marked}\n}}\n", step, mended)


@pytest.mark.parametrize(("marked", "step", "mended"), DECLARATIONS)
def test_a_habit_outside_of_bodies_is_one_mistake(
    marked: str, step: str, mended: str | None
) -> None:
    one_mistake(f"{marked}\n", step, mended)


@pytest.mark.parametrize(
    ("index", "written"),
    [
        ("0", "collection.at(xs, 0)"),
        ("-1", "collection.last(xs)"),
        ("1:", "collection.slice(xs, 1, collection.count(xs))"),
        (":2", "collection.slice(xs, 0, 2)"),
    ],
)
def test_an_index_in_brackets_is_advice_and_never_made(index: str, written: str) -> None:
    source = Source("a.jadpo", f"function f(a: A) -> A {{ return xs[{index}] }}\n")

    (found,) = parse(source).diagnostics

    assert written in found.help
    assert not has_safe_edits(found)
