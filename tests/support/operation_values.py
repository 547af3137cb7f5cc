"""Boundary values of each type: nothing, one, extremes, what is not ASCII, the largest."""

import datetime
import itertools
import random
from collections.abc import Sequence
from decimal import Decimal

from engine_comparison import DECIMALS, INTS, UUIDS
from ir_building import BOOL, DECIMAL, DURATION, INSTANT, INT, TEXT, UUID, named, optional

from jadpo_runtime.values import (
    INT_MAX,
    INT_MIN,
    OMITTED,
    Definition,
    Duration,
    EnumDefinition,
    Field,
    Instant,
    ListType,
    MapType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
    Variant,
)
from jadpo_runtime.values.time import INSTANT_MAX, INSTANT_MIN

BYTES = PrimitiveType(Primitive.BYTES)
DATE = PrimitiveType(Primitive.CALENDAR_DATE)
ZONE = PrimitiveType(Primitive.ZONE)
EMAIL = PrimitiveType(Primitive.EMAIL)

COLOUR = EnumDefinition("Colour", tuple(Variant(name, ()) for name in ("red", "green", "blue")))
SHAPE = EnumDefinition(
    "Shape",
    (
        Variant("dot", ()),
        Variant("line", (Field("from", INT), Field("to", INT))),
        Variant("label", (Field("words", TEXT), Field("price", optional(DECIMAL)))),
    ),
)
LINE = ObjectDefinition(
    "Line",
    (
        Field("name", TEXT),
        Field("count", INT, optional=True),
        Field("tags", ListType(TEXT)),
        Field("note", optional(TEXT)),
        Field("price", DECIMAL, optional=True),
    ),
)

DEFINITIONS: tuple[Definition, ...] = (COLOUR, SHAPE, LINE)

TEXTS = [
    *("", "a", "b", "ab", "aB", "A", "z\U0001f600", "￿", "\0", "a" * 40, "a" * 7, "a" * 8),
    *("é", "e\u0301", "ß", "İ", "ΟΔΟΣ", "ﬃ", "\u200d", "\u00a0x\u3000", "\U0010ffff"),
    *(" a ", "\t\n\x1c", "a,b", ",", "a,b,,c,", "é,b", "aaaa", "abcabcabc", "12", "-12", "007"),
    *("9223372036854775807", "-9223372036854775808", "9223372036854775808", "-", "+1", "1_0"),
    *("12.50", "-0.0", "1.", ".5", "1e5", "٣", "2024-02-29", "YWJj", "YQ==", "YQ=", "YR=="),
    *("\U0001f468\u200d\U0001f469", "x" * 100 + "é" + "y" * 30, "word " * 20),
]

DATES = [
    datetime.date.min,
    datetime.date(1, 1, 31),
    datetime.date(1900, 2, 28),
    datetime.date(1969, 12, 31),
    datetime.date(2000, 2, 29),
    datetime.date(2024, 3, 31),
    datetime.date.max,
]

INSTANTS = [
    *(Instant(0), Instant(-1), Instant(1), Instant(-5_000_000), Instant(1_711_846_800_000_000)),
    *(Instant(INSTANT_MIN), Instant(INSTANT_MAX)),
]

MORE_INTS = [3, 10, 12, 34, 36, -12, 60, 100, 255, 6176, 6177, -6111, 10**18, 999_999_999_999]

SIMPLE: dict[Type, Sequence[object]] = {
    INT: [*INTS, *MORE_INTS],
    DECIMAL: [
        *DECIMALS,
        *(Decimal(text) for text in ("0.5", "1.5", "-2.5", "3", "7", "0.125", "1E+33")),
        *(Decimal(text) for text in ("499999999999999999999999999999999.5", "1E-34")),
        *(Decimal(INT_MAX), Decimal(INT_MIN), Decimal(INT_MAX) + 1, Decimal("1.000000000000")),
    ],
    TEXT: TEXTS,
    BOOL: [False, True],
    UUID: UUIDS,
    INSTANT: INSTANTS,
    DURATION: [Duration(0), Duration(1), Duration(-999_999), Duration(INT_MIN), Duration(INT_MAX)],
    DATE: DATES,
    BYTES: [b"", b"\0", b"\0\xff", b"abc", "é".encode(), b"\xc3", bytes(range(256))],
    ZONE: ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu"],
    EMAIL: ["a@mail.test", "b@mail.test"],
    named("Colour"): ["red", "green", "blue"],
    named("Shape"): [
        ("dot",),
        ("line", 0, 1),
        ("line", 0, INT_MIN),
        ("label", "", None),
        ("label", "é", Decimal("1.0")),
        ("label", "é", Decimal("1.00")),
    ],
    named("Line"): [
        ("", OMITTED, [], None, OMITTED),
        ("", 0, [], None, OMITTED),
        ("a", 1, ["x"], "n", Decimal("1.10")),
        ("a", 1, ["x"], "n", Decimal("1.1")),
        ("a", 1, ["x", ""], None, Decimal("1.1")),
    ],
}
"""Values of the types that are no collections and not optional."""

SCALARS: list[Type] = [type_ for type_ in SIMPLE if type_ not in (named("Shape"), named("Line"))]
ORDERED: list[Type] = [INT, DECIMAL, TEXT, BYTES, UUID, INSTANT, DATE, DURATION]


def _composed() -> dict[Type, Sequence[object]]:
    made: dict[Type, Sequence[object]] = {}
    for type_ in (INT, TEXT, DECIMAL, UUID, named("Colour"), named("Line")):
        made[OptionalType(type_)] = [None, *SIMPLE[type_][:4], SIMPLE[type_][-1]]
    for element in (INT, TEXT, DECIMAL, BOOL, OptionalType(INT), named("Shape")):
        values = list(SIMPLE.get(element, made.get(element, [])))
        made[ListType(element)] = [[], values[:1], values, values[::-1] + values]
    for element in (INT, TEXT, DECIMAL):
        values = list(SIMPLE[element])
        made[SetType(element)] = [dict.fromkeys(part) for part in ([], values[:1], values[::-1])]
    for key, value in ((TEXT, INT), (DECIMAL, TEXT), (UUID, OptionalType(INT))):
        pairs = list(zip(SIMPLE[key], itertools.cycle(SIMPLE.get(value, [None, 1]))))
        made[MapType(key, value)] = [dict(part) for part in ([], pairs[:1], pairs, pairs[::-1])]
    made[ListType(ListType(TEXT))] = [[], [[]], [["a"], [], ["é", ""]], [["a"], []]]
    return made


BOUNDARIES: dict[Type, Sequence[object]] = {**SIMPLE, **_composed()}
"""Values of every type that operations are tried with."""

TYPES: list[Type] = list(BOUNDARIES)


def drawn(type_: Type, source: random.Random) -> object:
    """A value of a type: a boundary value, or a collection of some."""
    values = BOUNDARIES.get(type_)
    if values is not None and source.random() < 0.7:
        return source.choice(values)
    match type_:
        case ListType(element=element):
            return [drawn(element, source) for _ in range(_size(source))]
        case SetType(element=element):
            return dict.fromkeys(drawn(element, source) for _ in range(_size(source)))
        case MapType(key=key, value=value):
            return {drawn(key, source): drawn(value, source) for _ in range(_size(source))}
        case OptionalType(inner=inner):
            return None if source.random() < 0.3 else drawn(inner, source)
        case PrimitiveType(kind=Primitive.INT):
            return source.choice([source.randint(-20, 20), source.getrandbits(64) - 2**63])
        case PrimitiveType(kind=Primitive.DECIMAL):
            digits = tuple(source.randint(0, 9) for _ in range(source.randint(1, 34)))
            sign = source.randint(0, 1) if any(digits) else 0
            return Decimal((sign, digits, source.randint(-40, 20)))
    if values is None:
        raise AssertionError(type_)
    return source.choice(values)


def _size(source: random.Random) -> int:
    return source.choice([0, 1, 2, 3, 5, 17, 40])
