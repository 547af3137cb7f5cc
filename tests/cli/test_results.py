"""The value that a run gave, as a person reads it."""

from jadpo.cli.results import result_lines
from jadpo_runtime.values import (
    OMITTED,
    Entity,
    EntityDefinition,
    Field,
    FieldType,
    ListType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    TypeTable,
)

TEXT = PrimitiveType(Primitive.TEXT)
NOTE = NamedType("shop.Note")
TYPES = TypeTable(
    {
        "shop.Note": EntityDefinition(
            "shop.Note", (Field("id", TEXT), Field("text", TEXT)), "id", (), (), (), "primary"
        ),
        "Pair": ObjectDefinition(
            "Pair", (Field("left", NOTE), Field("right", OptionalType(TEXT), optional=True))
        ),
        "Tag": ObjectDefinition("Tag", (Field("note", OptionalType(NOTE)),)),
    }
)
A = Entity("shop.Note", "a", ("a", "tea"))


def lines(type_: object, value: object) -> list[str]:
    return list(result_lines(TYPES, type_, value))  # type: ignore[arg-type]


def test_an_entity_has_a_line_for_each_field() -> None:
    shown = ["Note", '  id: "a"', '  text: "tea"']

    assert lines(NOTE, A) == shown
    assert lines(OptionalType(NOTE), A) == shown
    assert lines(FieldType("Tag", "note"), A) == shown


def test_an_object_shows_what_is_inside_on_one_line_and_nothing_that_was_left_out() -> None:
    pair = NamedType("Pair")

    assert lines(pair, (A, OMITTED)) == ["Pair", '  left: Note { id: "a"  text: "tea" }']
    assert lines(pair, (A, None))[2:] == ["  right: none"]


def test_a_list_has_a_line_for_each_element_and_is_counted() -> None:
    assert lines(ListType(TEXT), []) == ["0 elements"]
    assert lines(ListType(NOTE), [A]) == ["1 element", '  Note { id: "a"  text: "tea" }']
    many = lines(ListType(TEXT), ["x"] * 1_003)
    assert (many[0], len(many), many[-1]) == ("1003 elements", 1_002, "  … 3 more")


def test_anything_else_is_one_line() -> None:
    assert lines(TEXT, "a\nb") == ['"a\\nb"']
    assert lines(OptionalType(NOTE), None) == ["none"]
