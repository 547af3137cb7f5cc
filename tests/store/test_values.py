"""Every value comes back from a store exactly as it was put in [E2] [R5]."""

import datetime
from decimal import Decimal

import pytest

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values import DECIMAL128, INT_MAX, INT_MIN, OMITTED, Duration, Instant

UUID = "01a230dc-2edf-74d2-b0e8-cebf0fe3564e"
FIRST, LAST = Instant(-62_135_596_800_000_000), Instant(253_402_300_799_999_999)

SCALARS = [
    ("BOOL", True),
    ("BOOL", False),
    ("INT", 0),
    ("INT", INT_MIN),
    ("INT", INT_MAX),
    ("DECIMAL", Decimal("1.10")),
    ("DECIMAL", Decimal("-0.050")),
    ("DECIMAL", Decimal("0")),
    ("DECIMAL", Decimal("0.00")),
    ("DECIMAL", Decimal("1E+3")),
    ("DECIMAL", Decimal("0.0000000001")),
    ("DECIMAL", Decimal("9" * 34 + "E+6111")),
    ("DECIMAL", Decimal("-1E-6176")),
    ("DECIMAL", Decimal("1234567890123456789012345678901.234")),
    ("TEXT", ""),
    ("TEXT", "plain"),
    ("TEXT", "a\0b\0"),
    ("TEXT", "\N{GRINNING FACE}\U0010ffff"),
    ("TEXT", "e\u0301 is not \xe9"),
    ("TEXT", 'it\'s "quoted" \\ \r\n\t'),
    ("TEXT", "x" * (1 << 20)),
    ("BYTES", b""),
    ("BYTES", b"\0\xff\0"),
    ("UUID", UUID),
    ("INSTANT", Instant(0)),
    ("INSTANT", FIRST),
    ("INSTANT", LAST),
    ("INSTANT", Instant(1_796_005_208_123_456)),
    ("DATE", datetime.date(1, 1, 1)),
    ("DATE", datetime.date(2026, 12, 1)),
    ("DATE", datetime.date(9999, 12, 31)),
    ("DURATION", Duration(INT_MIN)),
    ("DURATION", Duration(INT_MAX)),
    ("DURATION", Duration(0)),
    ("EMAIL", "someone@example.test"),
    ("URL", "https://example.test/a?b=c"),
    ("ZONE", "Europe/London"),
]


def _exactly(value):
    """What tells apart values that Python has as equal."""
    if isinstance(value, Decimal):
        return value.as_tuple()
    return (type(value), value)


@pytest.mark.parametrize(("kind", "value"), SCALARS)
def test_a_scalar_comes_back_exactly(url, open_world, make_entity, t, kind, value):
    type_ = getattr(t, kind)
    world = open_world(url, [make_entity("Thing", {"field": type_, "other": t.MAYBE(type_)})])

    created = world.create("Thing", field=value, other=value)
    (read,) = world.select("Thing")

    assert created.values == read.values
    assert [_exactly(item) for item in read.values[1:]] == [_exactly(value)] * 2


@pytest.mark.parametrize(("kind", "value"), SCALARS)
def test_a_stored_scalar_equals_itself_and_is_in_a_list_with_itself(
    url, open_world, make_entity, where, t, kind, value
):
    """[Q1]"""
    type_ = getattr(t, kind)
    world = open_world(url, [make_entity("Thing", {"field": t.MAYBE(type_)})])
    created = world.create("Thing", field=value)
    world.create("Thing", field=None)

    assert world.select("Thing", where.compare("field", "==", value, type_), where) == [created]
    list_of = type(where)()
    assert world.select("Thing", list_of.is_in("field", [value], type_), list_of) == [created]


def test_none_comes_back(url, open_world, make_entity, t):
    kinds = ("BOOL", "INT", "DECIMAL", "TEXT", "BYTES", "UUID", "INSTANT", "DATE", "DURATION")
    fields = {kind.lower(): t.MAYBE(getattr(t, kind)) for kind in kinds}
    fields["things"] = t.MAYBE(t.LIST(t.INT))
    world = open_world(url, [make_entity("Thing", fields)])

    created = world.create("Thing", **dict.fromkeys(fields))

    assert world.select("Thing")[0].values == (created.identity, *[None] * len(fields))


def test_composite_values_come_back_in_their_order(url, open_world, make_entity, t):
    """[T9]: sets and maps keep the order of first insertion."""
    line = t.OBJECT(
        "Line",
        (
            t.FIELD("product", t.TEXT),
            t.FIELD("price", t.DECIMAL),
            t.FIELD("note", t.MAYBE(t.TEXT)),
            t.FIELD("extra", t.INT, optional=True),
        ),
    )
    status = t.ENUM(
        "Status", (t.VARIANT("open", ()), t.VARIANT("paid", (t.FIELD("at", t.INSTANT),)))
    )
    size = t.ENUM("Size", (t.VARIANT("small", ()), t.VARIANT("large", ())))
    values = {
        "lines": [("a\0", Decimal("1.10"), None, OMITTED), ("b", Decimal("2"), "n", INT_MAX)],
        "status": ("paid", Instant(1_000_001)),
        "opened": ("open",),
        "size": "large",
        "names": {"z": None, "a": None, "\N{GRINNING FACE}": None},
        "counts": {"z": 1, "a": INT_MIN},
        "prices": {Decimal("1.0"): b"\xff", Decimal("0.5"): b""},
    }
    types = {
        "lines": t.LIST(t.NAMED("Line")),
        "status": t.NAMED("Status"),
        "opened": t.NAMED("Status"),
        "size": t.NAMED("Size"),
        "names": t.SET(t.TEXT),
        "counts": t.MAP(t.TEXT, t.INT),
        "prices": t.MAP(t.DECIMAL, t.BYTES),
    }
    world = open_world(url, [make_entity("Cart", types)], [line, status, size])

    world.create("Cart", **values)
    read = world.named(world.select("Cart")[0])

    del read["id"]
    assert read == values
    assert {name: list(value) for name, value in read.items()} == {
        name: list(value) for name, value in values.items()
    }


def test_composite_values_compare_by_content(url, open_world, make_entity, where, t):
    """[T9]: sets and maps in any order, Decimals as numbers, lists in order."""
    world = open_world(
        url,
        [
            make_entity(
                "Thing",
                {
                    "names": t.SET(t.TEXT),
                    "prices": t.MAP(t.TEXT, t.DECIMAL),
                    "places": t.LIST(t.INT),
                },
            )
        ],
    )
    created = world.create(
        "Thing", names={"a": None, "b": None}, prices={"x": Decimal("1.0")}, places=[1, 2]
    )

    def found(field, value, type_):
        asked = type(where)()
        return world.select("Thing", asked.compare(field, "==", value, type_), asked)

    assert found("names", {"b": None, "a": None}, t.SET(t.TEXT)) == [created]
    assert found("names", {"a": None}, t.SET(t.TEXT)) == []
    assert found("prices", {"x": Decimal("1.00")}, t.MAP(t.TEXT, t.DECIMAL)) == [created]
    assert found("places", [1, 2], t.LIST(t.INT)) == [created]
    assert found("places", [2, 1], t.LIST(t.INT)) == []


def test_half_of_a_surrogate_pair_is_refused(shop):
    with pytest.raises(Fault) as raised:
        shop.create("Product", code="TE\ud800", price=Decimal(1), stock=1, note=None)

    assert raised.value.code is FaultCode.CONSTRAINT_VIOLATED
    assert "surrogate" in raised.value.detail
    assert shop.select("Product") == []


def test_decimals_beyond_any_double_sort_as_numbers(url, open_world, make_entity, t):
    """[Q2]"""
    world = open_world(
        url, [make_entity("Thing", {"amount": t.MAYBE(t.DECIMAL)}, indexes=["amount"])]
    )
    amounts = [
        None,
        Decimal("-1E+40"),
        Decimal("-10"),
        Decimal("-9.99"),
        Decimal("-1E-40"),
        Decimal("0.000"),
        Decimal("1E-6176"),
        Decimal("0.05"),
        Decimal("1234567890123456789012345678901.001"),
        Decimal("1234567890123456789012345678901.002"),
        DECIMAL128.create_decimal("9.99E+6144"),
    ]
    for amount in reversed(amounts):
        world.create("Thing", amount=amount)

    assert world.values("Thing", "amount", order="amount") == amounts
