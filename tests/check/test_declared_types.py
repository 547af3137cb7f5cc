"""Declared types: constraints, fields, defaults, circles [T1] [T2] [T3] [T7]."""

from decimal import Decimal

import pytest

from jadpo_runtime.values import (
    OMITTED,
    Constraints,
    Duration,
    FieldType,
    ListType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    RefinedDefinition,
)
from tests.support.marked_source import checked, edited, rejected


@pytest.mark.parametrize(
    ("written", "constraints"),
    [
        ("Int { min: -3  max: 10_000 }", Constraints(minimum=-3, maximum=10_000)),
        ("Decimal { min: 0  max: 1.50 }", Constraints(minimum=Decimal(0), maximum=Decimal("1.50"))),
        ("Duration { max: 1h }", Constraints(maximum=Duration(3_600_000_000))),
        ("Text { min_length: 1  max_length: 5 }", Constraints(min_length=1, max_length=5)),
        ('Text { pattern: "[a-z]+" }', Constraints(pattern="[a-z]+")),
        ("Text { format: email }", Constraints(format="email")),
        ("List<Int> { max_length: 3 }", Constraints(max_length=3)),
        ("Map<Text, Int> { min_length: 1 }", Constraints(min_length=1)),
        ("Bytes { max_length: 3 }", Constraints(max_length=3)),
    ],
)
def test_a_type_has_the_constraints_that_are_written(
    written: str, constraints: Constraints
) -> None:
    definition = checked(f"type A = {written}").manifest.types.definition("A")

    assert isinstance(definition, RefinedDefinition)
    assert definition.constraints == constraints


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("type.constraint_unknown", "type A = Int { «minimum»: 1 }"),
        ("type.constraint_unknown", "type A = Text { «length»: 1 }"),
        ("type.constraint_misapplied", "type A = Text { «min»: 1 }"),
        ("type.constraint_misapplied", 'type A = Int { «pattern»: "a" }'),
        ("type.constraint_misapplied", "type A = Bool { «max»: 1 }"),
        ("type.constraint_misapplied", "type A = Instant { «min»: 1s }"),
        ("type.constraint_value", "type A = Int { min: «1.5» }"),
        ("type.constraint_value", "type A = Text { min_length: «-1» }"),
        ("type.constraint_value", "type A = Text { format: «uuid» }"),
        ("type.constraint_value", "type A = Duration { max: «5» }"),
        ("type.constraint_value", "type A = Text { pattern: «abc» }"),
        ("value.int_out_of_range", "type A = Int { max: «99_999_999_999_999_999_999» }"),
        ("type.constraint_crossed", "type A = Int { min: 2  «max: 1» }"),
        ("type.constraint_crossed", "type A = Text { «max_length: 1»  min_length: 2 }"),
        ("pattern.invalid", 'type A = Text { pattern: «"("» }'),
        ("pattern.invalid", 'type A = Text { pattern: «"(a)\\\\1"» }'),
        ("type.constraint_misplaced", "type A = Enum { b { c: Int { «min: 1  max: 2» } } }"),
        (
            "type.constraint_misplaced",
            'failure F { kind: NotFound  code: "f"  public { a: Int { «min: 1» } } }',
        ),
    ],
)
def test_a_wrong_constraint_is_refused(rule: str, marked: str) -> None:
    rejected(rule, marked)


def test_a_bound_for_the_wrong_kind_of_type_is_replaced_by_the_length() -> None:
    marked = "type A = Text { «max»: 5 }"

    diagnostic = rejected("type.constraint_misapplied", marked)

    assert edited(marked, diagnostic) == "type A = Text { max_length: 5 }"


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("type.arguments", "type A = Object { b: «List» }"),
        ("type.arguments", "type A = Object { b: «Map<Int>» }"),
        ("type.arguments", "type A = Object { b: «Text<Int>» }"),
        ("type.not_a_type", "function f() -> Unit { }\ntype A = Object { b: «f» }"),
        ("type.no_field_type", "type A = Int {}\ntype B = Object { c: «A.b» }"),
        ("type.no_field_type", "type A = Enum { b }\ntype B = Object { c: «A.b» }"),
        ("type.no_field_type", "type B = Object { c: «Text.length» }"),
        ("type.double_optional", "type A = Object { b: «Text??» }"),
        ("type.double_optional", "type A = Object { b: Text? }\ntype C = Object { d: «A.b?» }"),
        ("type.key", "type A = Object { b: Set<«List<Int>»> }"),
        ("type.key", "type A = Object { b: Map<«Text?», Int> }"),
        ("type.key", "type A = Object { b: Map<«A», Int> }"),
        ("type.key", "type E = Enum { a { b: Int } }\ntype A = Object { b: Set<«E»> }"),
        ("type.unit", "type A = Object { b: «Unit» }"),
        ("type.unit", "type A = Object { b: List<«Unit»> }"),
        ("type.unit", "type A = «Unit» {}"),
        ("type.optional_base", "type A = «Text?» {}"),
        ("type.no_variants", "type «A» = Enum { }"),
        ("type.cycle", "type «A» = A {}"),
        ("type.cycle", "type «A» = List<A> {}"),
        ("type.cycle", "type «A» = B {}\ntype B = A {}"),
        ("type.cycle", "type A = Object { «b»: C.d }\ntype C = Object { d: A.b }"),
        ("type.endless", "type «A» = Object { b: A }"),
        ("type.endless", "type «A» = Object { b: B }\ntype B = Enum { c { d: A } }"),
        ("type.modifier_misplaced", "type A = Enum { b { c: Int «optional» } }"),
        ("type.modifier_misplaced", "entity E { id: Int «default 1»  identity: id }"),
        ("type.modifier_misplaced", 'type A = Object { b: Int «from "X"» }'),
        ("type.modifier_repeated", "type A = Object { b: Int optional «default 1» }"),
    ],
)
def test_a_type_that_cannot_be_is_refused(rule: str, marked: str) -> None:
    rejected(rule, marked)


def test_types_may_hold_themselves_where_their_values_end() -> None:
    checked(
        "type Tree = Enum { leaf  node { left: Tree  right: Tree } }\n"
        "type Folder = Object { parent: Folder?  children: List<Folder>  next: Folder optional }\n"
        "type Rose = Object { roses: Map<Text, Rose> }"
    )


def test_declarations_are_resolved_in_any_order() -> None:
    program = checked(
        "type C = B {}\ntype A = Object { b: C.d }\ntype B = Int {}".replace("C.d", "C")
    )

    assert program.manifest.types.base(NamedType("C")) == program.manifest.types.base(
        NamedType("B")
    )


def test_fields_know_their_types_and_what_may_be_left_out() -> None:
    program = checked(
        "type Size = Enum { small large }\n"
        "type Filter = Object {\n"
        "  size: Size default Size.small\n"
        "  tags: List<Text> default []\n"
        "  limit: Limit default 10\n"
        "  note: Text? default none\n"
        "  ratio: Decimal default -0.50\n"
        "  wait: Duration default 5m\n"
        "  strict: Bool optional\n"
        "}\n"
        "type Limit = Int { max: 100 }"
    )
    definition = program.manifest.types.definition("Filter")
    assert isinstance(definition, ObjectDefinition)
    fields = {field.name: field for field in definition.fields}

    assert {name: field.default for name, field in fields.items()} == {
        "size": "small",
        "tags": [],
        "limit": 10,
        "note": None,
        "ratio": Decimal("-0.50"),
        "wait": Duration(300_000_000),
        "strict": OMITTED,
    }
    assert [name for name, field in fields.items() if field.optional] == ["strict"]
    assert isinstance(fields["note"].type, OptionalType)
    assert isinstance(fields["tags"].type, ListType)


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("value.not_constant", 'type A = Object { b: Int default «"one"» }'),
        ("value.not_constant", "type A = Object { b: Text default «none» }"),
        ("value.not_constant", "type A = Object { b: Uuid default «5» }"),
        ("value.breaks_constraint", "type A = Object { b: Int { max: 5 } default «6» }"),
        (
            "value.breaks_constraint",
            "type B = Int { max: 5 }\ntype A = Object { b: B default «6» }",
        ),
        ("type.unknown_variant", "type B = Enum { c }\ntype A = Object { b: B default B.«d» }"),
        (
            "value.not_constant",
            "type B = Enum { c { d: Int } }\ntype A = Object { b: B default «B.c» }",
        ),
        ("value.not_constant", "type B = Enum { c }\ntype A = Object { b: Int default «B.c» }"),
    ],
)
def test_a_default_is_validated_by_the_checker(rule: str, marked: str) -> None:
    rejected(rule, marked)


@pytest.mark.parametrize("primitive", ["Bool", "Int", "Decimal", "Text", "Bytes", "Uuid"])
def test_representations_stand_in_no_signature(primitive: str) -> None:
    """[T6]"""
    for written in (primitive, f"{primitive}?", f"List<{primitive}>", f"Map<Zone, {primitive}>"):
        rejected("type.primitive_in_signature", f"function f(a: «{written}») -> Unit {{ }}")
    rejected(
        "type.primitive_in_signature",
        f"function f(n: N) -> «List<{primitive}>» {{ return [] }}\ntype N = Int {{}}",
    )


def test_other_types_of_the_prelude_stand_in_signatures() -> None:
    """[T6]"""
    checked(
        "function f(a: Instant, b: List<Duration>, c: Email?, d: Zone) -> CalendarDate {\n"
        "  return temporal.date_in(a, d)\n}"
    )


def test_a_field_is_a_type_by_its_owner() -> None:
    """[T3]"""
    program = checked("type A = Object { b: Int }\ntype C = Object { d: A.b }")

    assert program.manifest.types.field("C", "d").type == FieldType("A", "b")
