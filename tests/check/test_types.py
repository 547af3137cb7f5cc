"""Questions about types, asked of a table of definitions alone [T3] [T4]."""

import pytest

from jadpo.check.containment import contains_rules
from jadpo.check.graphs import circles, components, way_round
from jadpo.check.types import (
    INT,
    NONE,
    NOTHING,
    TEXT,
    chain,
    common,
    first_primitive,
    has_nothing,
    is_scalar,
    optional,
    present,
    rigid_base,
    widens,
)
from jadpo.ir.program import Program
from jadpo_runtime.values import (
    FieldType,
    ListType,
    MapType,
    NamedType,
    OptionalType,
    SetType,
    Type,
    TypeTable,
)
from tests.support.marked_source import checked

QUANTITY = NamedType("Quantity")
OWN = FieldType("Line", "quantity")
NOTE = FieldType("Line", "note")
NOTE_THERE = FieldType("Line", "note", present=True)


@pytest.fixture(scope="module")
def program() -> Program:
    return checked(
        "type Quantity = Int { min: 1  max: 9 }\n"
        "type Low = Int { min: 2  max: 5 }\n"
        'type Name = Text { pattern: "[a-z]+"  max_length: 4 }\n'
        'type Longer = Text { pattern: "[a-z]+"  max_length: 9 }\n'
        "type Status = Enum { open closed }\n"
        "type Paid = Enum { open paid { by: Name } }\n"
        "type Line = Object { quantity: Quantity  note: Name?  own: Quantity { max: 5 } }"
    )


@pytest.fixture(scope="module")
def types(program: Program) -> TypeTable:
    return program.manifest.types


def test_a_chain_leads_from_a_field_to_its_base(types: TypeTable) -> None:
    assert list(chain(types, OWN)) == [OWN, QUANTITY, INT]
    assert list(chain(types, NOTE)) == [NOTE, OptionalType(NamedType("Name"))]
    assert list(chain(types, NOTE_THERE)) == [NOTE_THERE, NamedType("Name"), TEXT]


@pytest.mark.parametrize(
    ("narrow", "wide", "does"),
    [
        (OWN, OWN, True),
        (OWN, QUANTITY, True),
        (OWN, INT, True),
        (QUANTITY, OWN, False),
        (OWN, OptionalType(INT), True),
        (NOTE, OptionalType(TEXT), True),
        (NOTE, TEXT, False),
        (NOTE_THERE, NOTE, True),
        (NOTE_THERE, TEXT, True),
        (NOTE, NOTE_THERE, False),
        (OptionalType(QUANTITY), OptionalType(INT), True),
        (OptionalType(QUANTITY), QUANTITY, False),
        (NONE, NOTE, True),
        (NONE, TEXT, False),
        (NOTHING, OWN, True),
        (ListType(OWN), ListType(QUANTITY), True),
        (ListType(NOTHING), ListType(OWN), True),
        (ListType(QUANTITY), SetType(QUANTITY), False),
        (MapType(OWN, OWN), MapType(INT, OptionalType(INT)), True),
        (ListType(QUANTITY), ListType(OWN), False),
    ],
)
def test_widening(types: TypeTable, narrow: Type, wide: Type, does: bool) -> None:
    assert widens(types, narrow, wide) is does


@pytest.mark.parametrize(
    ("left", "right", "meeting"),
    [
        (OWN, QUANTITY, QUANTITY),
        (QUANTITY, OWN, QUANTITY),
        (NONE, QUANTITY, OptionalType(QUANTITY)),
        (NOTE_THERE, NONE, NOTE),
        (QUANTITY, NamedType("Low"), None),
        (NOTHING, QUANTITY, QUANTITY),
        (ListType(NOTHING), ListType(OWN), ListType(OWN)),
    ],
)
def test_two_types_meet_in_one_of_them(
    types: TypeTable, left: Type, right: Type, meeting: Type | None
) -> None:
    assert common(types, left, right) == meeting


def test_none_is_taken_off_and_put_on(types: TypeTable) -> None:
    assert present(types, NOTE) == NOTE_THERE
    assert present(types, QUANTITY) is None
    assert optional(types, NOTE_THERE) == NOTE
    assert optional(types, NOTE) == NOTE
    assert optional(types, QUANTITY) == OptionalType(QUANTITY)


def test_scalars_are_primitives_plain_enums_and_what_is_built_on_them(types: TypeTable) -> None:
    assert is_scalar(types, OWN)
    assert is_scalar(types, NamedType("Status"))
    assert not is_scalar(types, NamedType("Paid"))
    assert not is_scalar(types, NOTE)
    assert not is_scalar(types, NamedType("Line"))
    assert not is_scalar(types, ListType(INT))


def test_bases_and_primitives_are_found_inside_collections(types: TypeTable) -> None:
    assert rigid_base(types, MapType(OWN, ListType(NOTE))) == MapType(
        INT, ListType(OptionalType(TEXT))
    )
    assert first_primitive(MapType(OWN, OptionalType(TEXT))) == TEXT
    assert first_primitive(ListType(OWN)) is None
    assert has_nothing(MapType(INT, ListType(NOTHING)))


@pytest.mark.parametrize(
    ("argument", "target", "start", "does"),
    [
        (NamedType("Low"), QUANTITY, INT, True),
        (QUANTITY, NamedType("Low"), INT, False),
        (QUANTITY, FieldType("Line", "own"), QUANTITY, False),
        (NamedType("Low"), FieldType("Line", "own"), INT, True),
        (NamedType("Name"), NamedType("Longer"), TEXT, True),
        (NamedType("Longer"), NamedType("Name"), TEXT, False),
        (INT, QUANTITY, INT, False),
        (QUANTITY, OWN, QUANTITY, True),
    ],
)
def test_a_types_rules_hold_those_of_another(
    types: TypeTable, argument: Type, target: Type, start: Type, does: bool
) -> None:
    assert contains_rules(types, argument, target, start) is does


def test_the_parts_of_a_graph_come_after_those_they_lead_to() -> None:
    graph = {"a": ["b"], "b": ["c", "x"], "c": ["b"], "d": ["a", "d"], "e": []}

    assert components(graph) == [["b", "c"], ["a"], ["d"], ["e"]]
    assert circles(graph) == [["b", "c"], ["d"]]


def test_a_long_circle_is_shortened_in_words() -> None:
    assert way_round(["a", "b"]) == "`a` → `b` → `a`"
    assert way_round([str(number) for number in range(9)]).endswith("`5` → … → `0`")
