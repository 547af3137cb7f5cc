"""How expressions bind [C4], and what literals mean."""

import pytest

from jadpo.source import Source
from jadpo.syntax import nodes, parse


def expression(text: str) -> nodes.Expression:
    """The expression as the value of a variable."""
    source = Source("expression.jadpo", f"function f(n: N) -> N {{ var x = {text} return x }}")
    parsed = parse(source)
    assert parsed.diagnostics == ()
    function = parsed.tree.declarations[0]
    assert isinstance(function, nodes.FunctionDeclaration)
    variable = function.body.statements[0]
    assert isinstance(variable, nodes.Var)
    return variable.value


def bound(node: nodes.Expression) -> str:
    """An expression with a bracket pair around each operation, so that its shape can be read."""
    match node:
        case nodes.Binary(operator, left, right):
            return f"({bound(left)} {operator} {bound(right)})"
        case nodes.Unary(operator, operand):
            return f"({operator} {bound(operand)})"
        case nodes.Attempt(operand):
            return f"(attempt {bound(operand)})"
        case nodes.BoundaryCall(operand):
            return f"(call {bound(operand)})"
        case nodes.Exists(operand):
            return f"({bound(operand)} exists)"
        case nodes.Supplied(operand):
            return f"({bound(operand)} supplied)"
        case nodes.Member(target, name):
            return f"({bound(target)} . {name.text})"
        case nodes.Call(callee, arguments):
            return f"{bound(callee)}({', '.join(bound(each.value) for each in arguments)})"
        case nodes.Parenthesised(inner):
            return f"[{bound(inner)}]"
        case nodes.Path():
            return node.text
        case nodes.IntLiteral(_, text) | nodes.DecimalLiteral(_, text):
            return text
        case nodes.DurationLiteral(_, text):
            return text
        case nodes.NoneLiteral():
            return "none"
        case nodes.ObjectLiteral(path):
            return f"{path.text} {{}}"
    return type(node).__name__


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a * b / c % d", "(((a * b) / c) % d)"),
        ("a + b < c - d", "((a + b) < (c - d))"),
        ("a < b == c >= d", "((a < b) == (c >= d))"),
        ("a == b + c", "(a == (b + c))"),
        ("not a == b", "(not (a == b))"),
        ("not a and b", "((not a) and b)"),
        ("not not a", "(not (not a))"),
        ("a or b and c or d", "((a or (b and c)) or d)"),
        ("a and b or c and not d", "((a and b) or (c and (not d)))"),
        ("a in b and c", "((a in b) and c)"),
        ("a exists and b.c supplied", "((a exists) and (b.c supplied))"),
        ("not a exists", "(not (a exists))"),
        ("a != none or b", "((a != none) or b)"),
        ("-a * b", "((- a) * b)"),
        ("-a exists", "(- (a exists))"),
        ("a - -b", "(a - (- b))"),
        ("a -b", "(a - b)"),
        ("attempt f(a) + b", "((attempt f(a)) + b)"),
        ("attempt f(a).b", "(attempt (f(a) . b))"),
        ("(attempt f(a)).b", "([(attempt f(a))] . b)"),
        ("attempt a.f(b).g(c)", "(attempt (a.f(b) . g)(c))"),
        ("call f(a) == b", "((call f(a)) == b)"),
        ("attempt query count E {} > 3", "((attempt QueryCount) > 3)"),
        ("a.b.c", "a.b.c"),
        ("f(a).b.c", "((f(a) . b) . c)"),
        ("(a + b) * c", "([(a + b)] * c)"),
        ("a == A.b {}", "(a == A.b {})"),
        ("-5 + -5.5", "(-5 + -5.5)"),
        ("- 5s", "-5s"),
        ("--5", "(- -5)"),
        ("a - 5", "(a - 5)"),
        ("-5 exists", "(- (5 exists))"),
    ],
)
def test_operators_bind_as_the_language_says(written: str, meant: str) -> None:
    assert bound(expression(written)) == meant


def test_an_int_keeps_its_text_and_may_be_of_any_size() -> None:
    value = expression("-1_000_000_000_000_000_000_000")

    assert isinstance(value, nodes.IntLiteral)
    assert value.value == -(10**21)
    assert value.text == "-1_000_000_000_000_000_000_000"


def test_an_int_of_thousands_of_digits_is_still_one() -> None:
    value = expression("9" * 10_000)

    assert isinstance(value, nodes.IntLiteral)
    assert value.value > 2**64


def test_a_decimal_keeps_its_digits() -> None:
    value = expression("-1_000.50")

    assert isinstance(value, nodes.DecimalLiteral)
    assert value.digits == "-1000.50"


@pytest.mark.parametrize(
    ("text", "microseconds"),
    [("250ms", 250_000), ("5s", 5_000_000), ("15m", 900_000_000), ("1h", 3_600_000_000),
     ("30d", 2_592_000_000_000), ("-1_000s", -1_000_000_000)],
)  # fmt: skip
def test_a_duration_is_counted_in_microseconds(text: str, microseconds: int) -> None:
    value = expression(text)

    assert isinstance(value, nodes.DurationLiteral)
    assert value.microseconds == microseconds


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'"plain"', "plain"),
        (r'""', ""),
        (r'"\" \\ \n \r \t"', '" \\ \n \r \t'),
        (r'"\u{41}\u{1F600}\u{0}\u{10FFFF}"', "A\U0001f600\0\U0010ffff"),
        (r'"\\u{41}"', r"\u{41}"),
        ('"tab\t, ünïcode, 😀"', "tab\t, ünïcode, 😀"),
        ('"// no comment"', "// no comment"),
    ],
)
def test_a_text_is_decoded(text: str, value: str) -> None:
    literal = expression(text)

    assert isinstance(literal, nodes.TextLiteral)
    assert literal.value == value
    assert literal.text == text


def test_arguments_may_have_labels_and_end_with_a_comma() -> None:
    call = expression("f(a, places: 2, where: g,)")

    assert isinstance(call, nodes.Call)
    assert [each.label and each.label.text for each in call.arguments] == [None, "places", "where"]


def test_the_heads_of_statements_have_no_object_literals_but_in_brackets() -> None:
    for head in ("if f(A { x: 1 })", "while (A { x: 1 }) == a", "for x in [A { x: 1 }]"):
        source = Source("head.jadpo", f"function f(n: N) -> N {{ {head} {{ g() }} return n }}")

        assert parse(source).diagnostics == ()
