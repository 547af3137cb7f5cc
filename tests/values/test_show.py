"""Values as a person reads them."""

import datetime
from decimal import Decimal

import pytest

from jadpo_runtime.values import (
    OMITTED,
    Constraints,
    Duration,
    Entity,
    EntityDefinition,
    EnumDefinition,
    Field,
    Instant,
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
from jadpo_runtime.values.show import MAX_LENGTH, show, show_fields

P = {kind.value: PrimitiveType(kind) for kind in Primitive}
TYPES = TypeTable(
    {
        "shop.Money": RefinedDefinition("shop.Money", P["Decimal"], Constraints()),
        "shop.Status": EnumDefinition(
            "shop.Status", (Variant("open", ()), Variant("paid", (Field("at", P["Instant"]),)))
        ),
        "shop.Order": EntityDefinition(
            "shop.Order",
            (
                Field("id", P["Uuid"]),
                Field("total", NamedType("shop.Money")),
                Field("status", NamedType("shop.Status")),
            ),
            "id",
            (),
            (),
            (),
            "primary",
        ),
        "Colour": EnumDefinition("Colour", (Variant("red", ()),)),
        "Note": ObjectDefinition(
            "Note",
            (Field("text", OptionalType(P["Text"])), Field("by", P["Text"], optional=True)),
        ),
        "Nothing": ObjectDefinition("Nothing", ()),
        "Tree": ObjectDefinition("Tree", (Field("inner", OptionalType(NamedType("Tree"))),)),
    }
)


@pytest.mark.parametrize(
    ("type_", "value", "shown"),
    [
        (P["Bool"], True, "true"),
        (P["Int"], -5, "-5"),
        (NamedType("shop.Money"), Decimal("12.50"), "12.50"),
        (P["Text"], 'a"\\\n\té😀\u202e\0', '"a\\"\\\\\\n\\té😀\\u{202E}\\u{0}"'),
        (P["Bytes"], b"\xff\x00", 'bytes.of_base64("/wA=")'),
        (P["Uuid"], "0190", 'Uuid("0190")'),
        (P["Zone"], "Europe/London", 'Zone("Europe/London")'),
        (P["Instant"], Instant(0), 'Instant("1970-01-01T00:00:00Z")'),
        (P["Instant"], Instant(1_500_000), 'Instant("1970-01-01T00:00:01.5Z")'),
        (P["CalendarDate"], datetime.date(2026, 1, 2), 'CalendarDate("2026-01-02")'),
        (P["Duration"], Duration(5_400_000_000), "90m"),
        (P["Duration"], Duration(-86_400_000_000), "-1d"),
        (P["Duration"], Duration(250_000), "250ms"),
        (P["Duration"], Duration(1), "PT0.000001S"),
        (P["Duration"], Duration(0), "0s"),
        (P["Unit"], None, "none"),
        (OptionalType(P["Int"]), None, "none"),
        (ListType(P["Int"]), [], "[]"),
        (ListType(P["Text"]), ["a", "b"], '["a", "b"]'),
        (SetType(P["Int"]), {2: None, 1: None}, "collection.set_of([2, 1])"),
        (MapType(P["Text"], P["Int"]), {"a": 1, "b": 2}, 'Map { "a": 1  "b": 2 }'),
        (MapType(P["Text"], P["Int"]), {}, "Map { }"),
        (NamedType("Colour"), "red", "Colour.red"),
        (NamedType("Nothing"), (), "Nothing { }"),
        (NamedType("Note"), (None, OMITTED), "Note { text: none }"),
        (NamedType("Note"), ("a", "b"), 'Note { text: "a"  by: "b" }'),
        (
            NamedType("shop.Order"),
            Entity("shop.Order", "u", ("u", Decimal("1.0"), ("paid", Instant(0)))),
            'Order { id: Uuid("u")  total: 1.0  status: Status.paid '
            '{ at: Instant("1970-01-01T00:00:00Z") } }',
        ),
        (NamedType("shop.Status"), ("open",), "Status.open"),
    ],
)
def test_values_are_shown_as_source_writes_them(type_, value, shown):
    assert show(TYPES, type_, value) == shown


def test_long_values_are_cut():
    assert show(TYPES, P["Text"], "a" * 300) == f'"{"a" * 200}…"'
    assert show(TYPES, ListType(P["Int"]), list(range(25))).endswith("18, 19, … 5 more]")
    assert len(show(TYPES, ListType(P["Text"]), ["a" * 300] * 30)) == MAX_LENGTH
    assert len(show(TYPES, P["Bytes"], bytes(10_000_000))) < 400


def test_deep_values_are_cut():
    value = None
    for _ in range(100_000):
        value = (value,)
    assert show(TYPES, NamedType("Tree"), value).count("…") == 1


def test_contexts_of_failures_are_shown_with_their_fields():
    fields = (Field("available", P["Int"]),)
    assert show_fields(TYPES, "shop.OutOfStock", fields, (3,)) == "OutOfStock { available: 3 }"
    assert show_fields(TYPES, "UnknownOrder", (), ()) == "UnknownOrder { }"
