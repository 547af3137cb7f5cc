"""Going on after mistakes: each is told once, and hides no other."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from jadpo.diagnostics.plain import plain_line
from jadpo.source import Source
from jadpo.syntax import nodes, parse
from jadpo.syntax.tokenizer import tokenize

ROOT = Path(__file__).parents[2]
SHOP = (ROOT / "examples/shop/shop.jadpo").read_text(encoding="utf-8")

PLANTED = [
    ("application Shop {", "aplication Shop {"),
    ("type Quantity = Int", "type Quantity Int"),
    ("min_length: 2  max_length: 20", "min_length: 2,  max_length: 20"),
    ('message: "No such product."', 'message: "No such product.'),
    ("emit OrderEvent.placed {", "emmit OrderEvent.placed {"),
    ("return attempt Money(updated.price * quantity)", "return attempt Money(updated.price * )"),
    ("var factor = (100 + percent) / 100", "let factor = (100 + percent) / 100"),
    ("if product.stock < quantity {", "if product.stock < quantity && true {"),
    (
        "set: { status: OrderStatus.reserved  amount: amount }",
        "set: { status: OrderStatus.reserved  amount amount }",
    ),
    ("subscriber bill_customer {", "subscriber bill_customer"),
    ("size: 50", "size: 50x"),
    ('cron: "0 6 * * 1"', "cron: '0 6 * * 1'"),
    ("route POST /orders/settled {", "route POST /orders/settled/ {"),
    ("advance clock by 7d", "advance clock 7d"),
    ("assert left.stock == 3", "assert left.stock = 3"),
]


def test_many_mistakes_in_a_file_are_told_once_each() -> None:
    text = SHOP
    for right, wrong in PLANTED:
        text = text.replace(right, wrong, 1)

    parsed = parse(Source("shop.jadpo", text))

    lines = [each.span.line for each in parsed.diagnostics if each.span]
    assert len(lines) == len(PLANTED), "\n".join(map(plain_line, parsed.diagnostics))
    wrong_lines = {
        number
        for number, (one, other) in enumerate(
            zip(SHOP.split("\n"), text.split("\n"), strict=True), start=1
        )
        if one != other
    }
    assert set(lines) == wrong_lines
    names = {
        getattr(each, "name", None) and each.name.text
        for each in parsed.tree.declarations
        if hasattr(each, "name")
    }
    assert {"Shop", "Quantity", "Order", "Product", "bill_customer", "weekly_sale"} <= names


def test_what_stands_around_a_mistake_is_in_the_tree() -> None:
    parsed = parse(
        Source(
            "around.jadpo",
            """
entity Order {
    id: Uuid
    total Decimal,
    identity: id
    function a(self: value) -> A { return A(1) }
    function b(self: value) -> B { return ) }
    function c(self: value) -> C { return C(1) }
}
""",
        )
    )
    (order,) = parsed.tree.declarations

    assert [each.span and each.span.line for each in parsed.diagnostics] == [4, 7]
    assert isinstance(order, nodes.EntityDeclaration)
    assert order.identity is not None
    assert {"a", "c"} <= {each.name.text for each in order.operations}


@pytest.mark.parametrize(
    "text",
    [
        "function f(n: N) -> N {\n  if a {\n    g()\n  return n\n}\n\ntype After = Int\n",
        "entity A {\n    x: Int\n    action f() -> N {\n        g()\n\n    action h() -> N {\n"
        "        g()\n    }\n}\ntype After = Int\n",
        "action f() -> N\n{\n    g()\n\naction h() -> N\n{\n    g()\n}\ntype After = Int\n",
        "type A = Object {\n    x: Int\n\ntype B = Enum {\n    y\n\ntype After = Int\n",
    ],
)
def test_a_missing_brace_is_found_by_the_indentation(text: str) -> None:
    parsed = parse(Source("braces.jadpo", text))

    expected = 2 if "Enum" in text else 1
    assert [each.rule for each in parsed.diagnostics] == ["syntax.unclosed"] * expected
    assert parsed.tree.declarations[-1].name.text == "After"


def test_the_edits_of_a_missing_brace_make_the_text_right() -> None:
    text = "entity A {\n    id: Uuid\n    action f() -> N {\n        g()\n}\ntype B = Int\n"
    source = Source("edit.jadpo", text)
    (diagnostic,) = parse(source).diagnostics
    (edit,) = diagnostic.edits

    mended = text[: edit.span.start] + edit.replacement + text[edit.span.end :]

    assert parse(Source("edit.jadpo", mended)).diagnostics == ()
    assert "`f`" in diagnostic.summary
    assert "line 3" in diagnostic.summary


@pytest.mark.parametrize(
    "line",
    [
        "var total 3", "let total = 3", "return f(n", "retrun n", "var a = [1, 2", "f(n)++",
        "var a = 'x'", "var a = .5", "total += 3", "var a = 1h30m", "return a && b", "return n;",
        'var a = "\\q"', "if x == A { b: 1 } { f() }", "match n { 1 -> f()  _ => g() }",
        "if a = b { f() }", "for (x in xs) { f(x) }", "var o = create A { a: 1, b: 2 }",
    ],
)  # fmt: skip
def test_an_exact_edit_mends_the_mistake(line: str) -> None:
    text = f"action f(n: N) -> N {{\n    {line}\n    return n\n}}\n"
    (diagnostic,) = parse(Source("edit.jadpo", text)).diagnostics

    mended = text
    for edit in sorted(diagnostic.edits, key=lambda each: each.span.start, reverse=True):
        mended = mended[: edit.span.start] + edit.replacement + mended[edit.span.end :]

    if diagnostic.edits:
        assert parse(Source("edit.jadpo", mended)).diagnostics == (), mended


def mutants(source: Source, chosen: random.Random, count: int) -> Iterator[Source]:
    """The text with one token deleted, doubled, replaced or inserted."""
    tokens = tokenize(source).tokens.tokens
    text = source.text
    for _ in range(count):
        token = chosen.choice(tokens)
        other = chosen.choice(tokens)
        replacement = chosen.choice(
            ("", f"{token.text} {token.text}", other.text, f"{token.text} {other.text}")
        )
        yield Source(source.path, text[: token.start] + replacement + text[token.end :])


def test_a_mutated_token_is_mostly_one_diagnostic_and_never_an_exception() -> None:
    chosen = random.Random(20_261_201)
    counts = [
        len(parse(mutant).diagnostics)
        for path in sorted((ROOT / "examples").rglob("*.jadpo"))
        for mutant in mutants(Source(str(path), path.read_text(encoding="utf-8")), chosen, 150)
    ]
    wrong = [count for count in counts if count]

    assert len(wrong) > 150
    assert wrong.count(1) / len(wrong) > 0.9
    assert max(wrong) <= 6


@pytest.mark.parametrize("seed", range(5))
def test_no_text_at_all_raises_an_exception(seed: int) -> None:
    chosen = random.Random(seed)
    words = [token.text for token in tokenize(Source("shop.jadpo", SHOP)).tokens.tokens]
    texts = [
        "".join(chr(chosen.randrange(1, 0xD800)) for _ in range(2_000)),
        "".join(chr(chosen.randrange(32, 127)) for _ in range(2_000)),
        " ".join(chosen.choice(words) for _ in range(1_000)),
        "\n".join(chosen.choice(words) for _ in range(1_000)),
        SHOP[chosen.randrange(len(SHOP)) :],
        SHOP[: chosen.randrange(len(SHOP))],
    ]

    for text in texts:
        for diagnostic in parse(Source("noise.jadpo", text)).diagnostics:
            assert plain_line(diagnostic)
