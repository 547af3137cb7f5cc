"""Validation of values by their types [T2] [T3] [T4]."""

import sys
from decimal import Decimal

import pytest

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values import (
    OMITTED,
    Constraints,
    Duration,
    Entity,
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    SetType,
    TypeTable,
    Variant,
)
from jadpo_runtime.values.validation import (
    Violation,
    compile_construction,
    compile_validator,
    violation,
)

TEXT = PrimitiveType(Primitive.TEXT)
INT = PrimitiveType(Primitive.INT)
DECIMAL = PrimitiveType(Primitive.DECIMAL)
QUANTITY = NamedType("Quantity")
CODE = NamedType("Code")
SHORT_CODE = FieldType("Product", "code")

TYPES = TypeTable(
    {
        "Quantity": RefinedDefinition("Quantity", INT, Constraints(minimum=1, maximum=10)),
        "Money": RefinedDefinition("Money", DECIMAL, Constraints(minimum=Decimal("0.50"))),
        "Wait": RefinedDefinition(
            "Wait",
            PrimitiveType(Primitive.DURATION),
            Constraints(maximum=Duration(300_000_000)),
        ),
        "Code": RefinedDefinition(
            "Code", TEXT, Constraints(min_length=2, max_length=5, pattern="[A-Z]+")
        ),
        "Codes": RefinedDefinition("Codes", ListType(CODE), Constraints(max_length=2)),
        "Contact": RefinedDefinition("Contact", TEXT, Constraints(format="email")),
        "Home": RefinedDefinition("Home", TEXT, Constraints(format="url")),
        "Work": RefinedDefinition(
            "Work", PrimitiveType(Primitive.EMAIL), Constraints(max_length=20)
        ),
        "Place": RefinedDefinition("Place", PrimitiveType(Primitive.ZONE), Constraints()),
        "Product": EntityDefinition(
            "Product",
            (
                Field("id", PrimitiveType(Primitive.UUID)),
                Field("code", CODE, Constraints(max_length=3)),
                Field("note", OptionalType(TEXT), Constraints(min_length=1)),
            ),
            "id",
            (),
            (),
            (),
            "primary",
        ),
        "Line": ObjectDefinition(
            "Line", (Field("quantity", QUANTITY), Field("note", CODE, optional=True))
        ),
        "Tree": ObjectDefinition(
            "Tree", (Field("size", QUANTITY), Field("children", ListType(NamedType("Tree"))))
        ),
        "State": EnumDefinition(
            "State", (Variant("open", ()), Variant("closed", (Field("by", CODE),)))
        ),
    }
)


@pytest.mark.parametrize(
    ("type_", "value", "constraint"),
    [
        (QUANTITY, 1, None),
        (QUANTITY, 10, None),
        (QUANTITY, 0, "min: 1"),
        (QUANTITY, 11, "max: 10"),
        (NamedType("Money"), Decimal("0.5"), None),
        (NamedType("Money"), Decimal("0.49"), "min: 0.50"),
        (NamedType("Wait"), Duration(300_000_001), "max: 5m"),
        (CODE, "AB", None),
        (CODE, "A", "min_length: 2"),
        (CODE, "ABCDEF", "max_length: 5"),
        (CODE, "ABc", "pattern: [A-Z]+"),
        (NamedType("Contact"), "a@example.test", None),
        (NamedType("Contact"), "a@b@c", "format: email"),
        (NamedType("Home"), "https://example.test/a?b#c", None),
        (NamedType("Home"), "/a", "format: url"),
    ],
)
def test_each_constraint_is_reported_as_it_is_written(type_, value, constraint):
    assert violation(TYPES, type_, value) == (constraint and Violation(constraint))


def test_the_widest_layer_is_checked_first():
    assert violation(TYPES, SHORT_CODE, "ABCDEF") == Violation("max_length: 5")
    assert violation(TYPES, SHORT_CODE, "ABCD") == Violation("max_length: 3")
    assert violation(TYPES, SHORT_CODE, "abcd") == Violation("pattern: [A-Z]+")


def test_lengths_of_text_count_code_points():
    assert violation(TYPES, NamedType("Code"), "😀" * 5) == Violation("pattern: [A-Z]+")
    assert violation(TYPES, NamedType("Code"), "😀" * 6) == Violation("max_length: 5")


def test_none_obeys_the_rules_of_a_nullable_field():
    note = FieldType("Product", "note")
    assert violation(TYPES, note, None) is None
    assert violation(TYPES, note, "") == Violation("min_length: 1")


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (ListType(QUANTITY), [1, 0]),
        (SetType(QUANTITY), {1: None, 0: None}),
        (MapType(QUANTITY, TEXT), {0: "a"}),
        (MapType(TEXT, QUANTITY), {"a": 0}),
        (OptionalType(ListType(OptionalType(QUANTITY))), [None, 0]),
        (NamedType("Line"), (0, OMITTED)),
        (NamedType("Tree"), (1, [(2, [(0, [])])])),
    ],
)
def test_values_inside_others_are_checked(type_, value):
    assert violation(TYPES, type_, value) == Violation("min: 1")


def test_a_value_too_deep_to_be_checked_is_a_fault():
    # Deeper than any engine may have asked for in this process before.
    tree = (1, [])
    for _ in range(sys.getrecursionlimit()):
        tree = (1, [tree])
    with pytest.raises(Fault) as caught:
        violation(TYPES, NamedType("Tree"), tree)
    assert caught.value.code is FaultCode.MEMORY_EXCEEDED


def test_payloads_of_variants_are_checked_by_the_types_written_on_them():
    state = NamedType("State")
    assert violation(TYPES, state, ("open",)) is None
    assert violation(TYPES, state, ("closed", "AB")) is None
    assert violation(TYPES, state, ("closed", "A")) == Violation("min_length: 2")


def test_rows_are_checked_field_by_field():
    product = NamedType("Product")
    assert violation(TYPES, product, Entity("Product", "u", ("u", "ABC", None))) is None
    wrong = Entity("Product", "u", ("u", "ABCD", None))
    assert violation(TYPES, product, wrong) == Violation("max_length: 3")


def test_what_was_left_out_is_not_checked():
    assert violation(TYPES, NamedType("Line"), (1, OMITTED)) is None


def test_layers_that_the_argument_has_already_are_not_checked_again():
    from_code = compile_validator(TYPES, SHORT_CODE, down_to=CODE)
    assert from_code("lower") == "max_length: 3"
    assert from_code("low") is None
    from_narrowed = compile_validator(
        TYPES, FieldType("Product", "note"), down_to=FieldType("Product", "note", present=True)
    )
    assert from_narrowed("") is None


def test_a_collections_own_rules_are_checked_of_elements_that_are_valid_already():
    check = compile_validator(TYPES, NamedType("Codes"), down_to=ListType(CODE))
    assert check(["AB", "CD"]) is None
    assert check(["AB", "CD", "EF"]) == "max_length: 2"


def test_construction_from_text_parses_then_checks():
    make = compile_construction(TYPES, NamedType("Work"), TEXT)
    assert make("a@example.test") == "a@example.test"
    assert make("nobody") == Violation("format: email")
    assert make("someone.with.a.long.name@example.test") == Violation("max_length: 20")
    zone = compile_construction(TYPES, NamedType("Place"), TEXT)
    assert zone("Europe/London") == "Europe/London"
    assert zone("Europe/Atlantis") == Violation("zone")


def test_construction_from_the_same_representation_checks_only():
    make = compile_construction(TYPES, QUANTITY, INT)
    assert make(3) == 3
    assert make(0) == Violation("min: 1")
