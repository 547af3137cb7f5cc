"""Constructions: what is checked here, what fails when it runs, what cannot fail [T4] [T8]."""

from decimal import Decimal

import pytest

from jadpo.ir import nodes as ir
from jadpo_runtime.values import FieldType, Instant, NamedType
from tests.support.marked_source import checked, edited, rejected

WORLD = """\
type Quantity = Int { min: 1  max: 100 }
type Small = Int { min: 5  max: 10 }
type AtLeastOne = Int { min: 1 }
type Free = Int {}
type Money = Decimal { min: 0 }
type Code = Text { pattern: "[A-Z]+"  max_length: 8 }
type ShortCode = Text { pattern: "[A-Z]+"  max_length: 4  min_length: 1 }
type Words = Text {}
type Mail = Text { format: email }
type Flag = Bool {}
type Basket = List<Quantity> { max_length: 3 }
type Status = Enum { open paid { by: Quantity } }
type Line = Object { quantity: Quantity  code: Code? }
"""


def constructing(parameters: str, result: str, expression: str, fails: str = "") -> str:
    return f"{WORLD}function f({parameters}) {fails}-> {result} {{ return {expression} }}"


@pytest.mark.parametrize(
    ("result", "written", "value"),
    [
        ("Quantity", "Quantity(100)", 100),
        ("Free", "Free(-5)", -5),
        ("Free", "Free((7))", 7),
        ("Money", "Money(3)", Decimal(3)),
        ("Money", "Money(0.50)", Decimal("0.50")),
        ("Code", 'Code("ABC")', "ABC"),
        ("Mail", 'Mail("a@example.com")', "a@example.com"),
        ("Flag", "Flag(true)", True),
        ("Line.quantity", "Line.quantity(1)", 1),
        ("Line.code", 'Line.code("A")', "A"),
        ("Line.code", "Line.code(none)", None),
        ("Zone", 'Zone("Europe/London")', "Europe/London"),
        ("Instant", 'Instant("1970-01-01T00:00:01Z")', Instant(1_000_000)),
    ],
)
def test_a_literal_becomes_a_constant_of_the_type(result: str, written: str, value: object) -> None:
    callable_ = checked(constructing("", result, written)).callables["f"]
    (returned,) = callable_.body

    assert isinstance(returned, ir.Return)
    assert isinstance(returned.value, ir.Constant | ir.Wrap)
    constant = returned.value.base if isinstance(returned.value, ir.Wrap) else returned.value
    assert isinstance(constant, ir.Constant)
    assert constant.value == value


@pytest.mark.parametrize(
    ("result", "marked", "constraint"),
    [
        ("Quantity", "Quantity(«0»)", "min: 1"),
        ("Quantity", "Quantity(«101»)", "max: 100"),
        ("Money", "Money(«-0.01»)", "min: 0"),
        ("Code", 'Code(«"abc"»)', "pattern: [A-Z]+"),
        ("Code", 'Code(«"ABCDEFGHI"»)', "max_length: 8"),
        ("Mail", 'Mail(«"nobody"»)', "format: email"),
        ("Line.quantity", "Line.quantity(«0»)", "min: 1"),
        ("Email", 'Email(«"x"»)', "format: email"),
        ("Url", 'Url(«"x"»)', "format: url"),
    ],
)
def test_a_literal_that_breaks_a_rule_is_refused(result: str, marked: str, constraint: str) -> None:
    diagnostic = rejected("value.breaks_constraint", constructing("", result, marked))

    assert f"`{constraint}`" in diagnostic.summary


@pytest.mark.parametrize(
    ("result", "marked", "example"),
    [
        ("Zone", 'Zone(«"Mars/Base"»)', "Europe/London"),
        ("Instant", 'Instant(«"yesterday"»)', "2026-12-01T02:20:08Z"),
        ("CalendarDate", 'CalendarDate(«"2026-02-30"»)', "2026-12-01"),
    ],
)
def test_a_text_that_writes_no_value_is_refused_with_one_that_does(
    result: str, marked: str, example: str
) -> None:
    diagnostic = rejected("value.breaks_constraint", constructing("", result, marked))

    assert diagnostic.summary == f"this is no `{result}`"
    assert f"`{example}`" in diagnostic.help


@pytest.mark.parametrize(
    ("parameters", "result", "written"),
    [
        ("a: Small", "Quantity", "Quantity(a)"),
        ("a: Quantity", "AtLeastOne", "AtLeastOne(a)"),
        ("a: Quantity", "Line.quantity", "Line.quantity(a)"),
        ("a: Line.quantity", "Quantity", "Quantity(a)"),
        ("a: Quantity", "Free", "Free(a + 1)"),
        ("a: ShortCode", "Code", "Code(a)"),
        ("a: Code", "Words", "Words(a)"),
        ("a: Code", "Line.code", "Line.code(a)"),
        ("a: Quantity", "Flag", "Flag(a > 3)"),
        ("a: List<Small>", "Free", "Free(collection.sum(a))"),
    ],
)
def test_a_construction_whose_rules_hold_already_cannot_fail(
    parameters: str, result: str, written: str
) -> None:
    checked(constructing(parameters, result, written))
    rejected("failure.attempt_needless", constructing(parameters, result, f"«attempt» {written}"))


@pytest.mark.parametrize(
    ("parameters", "result", "written"),
    [
        ("a: Quantity", "Small", "Small(a)"),
        ("a: AtLeastOne", "Quantity", "Quantity(a)"),
        ("a: Small", "Quantity", "Quantity(a + 1)"),
        ("a: Code", "ShortCode", "ShortCode(a)"),
        ("a: Words", "Code", "Code(a)"),
        ("a: Words", "Mail", "Mail(a)"),
        ("a: Words", "Zone", "Zone(a)"),
        ("a: Words", "Instant", "Instant(a)"),
        ("a: List<Quantity>", "Basket", "Basket(a)"),
        ("a: Words", "Line.code", "Line.code(a)"),
    ],
)
def test_a_construction_that_may_break_a_rule_fails_with_invalid_value(
    parameters: str, result: str, written: str
) -> None:
    program = checked(constructing(parameters, result, f"attempt {written}", "fails InvalidValue "))
    assert program.manifest.callables["f"].fails == ("InvalidValue",)

    rejected(
        "failure.attempt_missing",
        constructing(parameters, result, f"«{written}»", "fails InvalidValue "),
    )


@pytest.mark.parametrize(
    ("rule", "parameters", "marked"),
    [
        ("type.mismatch", "a: Words", "Quantity(«a»)"),
        ("type.mismatch", "", 'Quantity(«"1"»)'),
        ("type.mismatch", "a: Quantity", "Code(«a»)"),
        ("type.int_for_decimal", "a: Quantity", "Money(«a»)"),
        ("type.may_be_none", "a: Quantity?", "Free(«a»)"),
        ("type.may_be_none", "", "Quantity(«none»)"),
        ("type.mismatch", "a: Quantity", "Basket(«a»)"),
        ("type.mismatch", "a: Quantity", "Zone(«a»)"),
        ("type.not_constructed", "", '«Status»("open")'),
        ("type.not_constructed", "a: Line", "«Line»(a)"),
        ("type.argument_count", "a: Quantity", "«Quantity(a, a)»"),
        ("type.argument_count", "", "«Quantity()»"),
        ("type.argument_count", "a: Quantity", "Quantity(«value: a»)"),
    ],
)
def test_what_cannot_be_constructed_is_refused(rule: str, parameters: str, marked: str) -> None:
    rejected(rule, constructing(parameters, "Quantity", marked))


def test_a_decimal_where_an_int_is_wanted_is_told_how_ints_are_divided() -> None:
    """[C5] `Int / Int` is a `Decimal`."""
    diagnostic = rejected(
        "type.mismatch", constructing("a: Quantity", "Quantity", "Quantity(«a / 2»)")
    )

    assert "numeric.quotient" in diagnostic.help


def test_a_variant_written_as_a_call_is_shown_with_its_payload_by_name() -> None:
    """[T8]"""
    marked = """type Name = Text {}  type Status = Enum { open paid { by: Name } }
        function f(name: Name) -> Status { return «Status.paid»(name) }"""

    diagnostic = rejected("type.no_field_type", marked)

    assert "`Status.paid { by: … }`" in diagnostic.help


def test_none_where_a_value_is_wanted_is_told_as_what_it_is() -> None:
    """It is `none` for certain, and nothing can be asked of it first."""
    diagnostic = rejected("type.may_be_none", constructing("", "Quantity", "Quantity(«none»)"))

    assert "this is `none`" in diagnostic.summary
    assert "exists" not in diagnostic.help


def test_the_failure_of_a_construction_is_matched_like_any_other() -> None:
    checked(
        constructing(
            "a: Words",
            "Words",
            "match Code(a) { success(code) => Words(code)"
            "  failure InvalidValue(broken) => Words(broken.constraint) }",
        )
    )


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("type.missing_fields", "«Line» { quantity: Quantity(1) }"),
        ("type.missing_fields", "«Status.paid»"),
        ("type.missing_fields", "«Status.paid» { }"),
        ("type.unknown_field", "Line { quantity: Quantity(1)  code: none  «extra»: 1 }"),
        ("type.field_repeated", "Line { quantity: Quantity(1)  code: none  «code»: none }"),
        ("type.unknown_variant", "Status.«closed»"),
        ("type.unknown_variant", "Status.«closed» { by: Quantity(1) }"),
        ("type.not_made", "«Status» { }"),
        ("type.not_made", "«Quantity» { }"),
        ("type.not_made", "«Text» { }"),
        ("type.unknown", "«Lines» { }"),
        ("name.not_a_value", "«Line»"),
        ("name.not_a_value", "«Line.code»"),
    ],
)
def test_an_object_or_variant_is_complete(rule: str, marked: str) -> None:
    """[T7] [T8]"""
    rejected(rule, constructing("", "Status", marked))


def test_fields_are_evaluated_as_written_and_defaults_after_them() -> None:
    """[T7] [C6]"""
    program = checked(
        "type A = Object { a: Int  b: Int default 7  c: Int  d: Int optional }\n"
        "function f() -> A { return A { c: 1  a: 2 } }"
    )
    (returned,) = program.callables["f"].body
    assert isinstance(returned, ir.Return)
    made = returned.value

    assert isinstance(made, ir.MakeObject)
    assert [index for index, _ in made.fields] == [2, 0, 1]
    assert made.size == 4
    assert made.type == NamedType("A")
    default = made.fields[2][1]
    assert isinstance(default, ir.Constant)
    assert (default.value, default.type) == (7, FieldType("A", "b"))


def test_an_attempt_that_is_missing_is_an_exact_edit() -> None:
    marked = constructing("a: Words", "Code", "«Code(a)»", "fails InvalidValue ")

    diagnostic = rejected("failure.attempt_missing", marked)

    assert "return attempt Code(a)" in edited(marked, diagnostic)
