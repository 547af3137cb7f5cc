"""Values and their JSON, by type [R4] [R5] [T7]."""

import contextlib
import datetime
import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values import (
    INT_MAX,
    INT_MIN,
    OMITTED,
    Constraints,
    Duration,
    Entity,
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
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
from jadpo_runtime.values.json import (
    INVALID_REQUEST,
    INVALID_VALUE,
    MAX_DEPTH,
    JsonError,
    compile_decoder,
    compile_encoder,
    compile_fields_decoder,
    compile_fields_encoder,
    compile_text_decoder,
    decode,
    dumps,
    encode,
    parse_json,
)
from jadpo_runtime.values.numbers import DECIMAL128
from jadpo_runtime.values.time import INSTANT_MAX, INSTANT_MIN

P = {kind.value: PrimitiveType(kind) for kind in Primitive}
TEXT, INT, DECIMAL = P["Text"], P["Int"], P["Decimal"]
QUANTITY = NamedType("Quantity")

TYPES = TypeTable(
    {
        "Quantity": RefinedDefinition("Quantity", INT, Constraints(minimum=1, maximum=10)),
        "Colour": EnumDefinition("Colour", (Variant("red", ()), Variant("blue", ()))),
        "Status": EnumDefinition(
            "Status",
            (Variant("open", ()), Variant("paid", (Field("by", TEXT), Field("tip", QUANTITY)))),
        ),
        "Label": EnumDefinition("Label", (Variant("named", (Field("tag", TEXT),)),)),
        "Line": ObjectDefinition(
            "Line",
            (
                Field("code", TEXT, Constraints(max_length=3)),
                Field("quantity", QUANTITY, default=1),
                Field("note", OptionalType(TEXT), optional=True),
                Field("gift", OptionalType(P["Bool"])),
            ),
        ),
        "Basket": ObjectDefinition("Basket", (Field("lines", ListType(NamedType("Line"))),)),
        "Tree": ObjectDefinition(
            "Tree", (Field("leaf", INT), Field("inner", OptionalType(NamedType("Tree"))))
        ),
        "Order": EntityDefinition(
            "Order", (Field("id", P["Uuid"]), Field("total", DECIMAL)), "id", (), (), (), "primary"
        ),
    }
)
UUID = "0190a3c4-0000-7000-8000-00000000000a"


@pytest.mark.parametrize(
    ("type_", "value", "json_value"),
    [
        (P["Bool"], True, True),
        (INT, 2**53, 2**53),
        (INT, -(2**53), -(2**53)),
        (INT, 2**53 + 1, "9007199254740993"),
        (INT, INT_MIN, "-9223372036854775808"),
        (DECIMAL, Decimal("3.30"), "3.30"),
        (DECIMAL, Decimal("1E+3"), "1000"),
        (DECIMAL, Decimal("0E-2"), "0.00"),
        (TEXT, "a\0é😀", "a\0é😀"),
        (P["Bytes"], b"\xff\x00", "/wA="),
        (P["Bytes"], b"", ""),
        (P["Uuid"], UUID, UUID),
        (P["Instant"], Instant(0), "1970-01-01T00:00:00.000000Z"),
        (P["Instant"], Instant(-1), "1969-12-31T23:59:59.999999Z"),
        (P["Instant"], INSTANT_MIN, "0001-01-01T00:00:00.000000Z"),
        (P["Instant"], INSTANT_MAX, "9999-12-31T23:59:59.999999Z"),
        (P["CalendarDate"], datetime.date(1, 2, 3), "0001-02-03"),
        (P["Duration"], Duration(300_000_000), "PT5M"),
        (P["Duration"], Duration(-93_600_250_000), "-P1DT2H0.25S"),
        (P["Duration"], Duration(0), "PT0S"),
        (P["Duration"], Duration(INT_MAX), "P106751991DT4H54.775807S"),
        (P["Email"], "a@example.test", "a@example.test"),
        (P["Url"], "https://example.test/e", "https://example.test/e"),
        (P["Zone"], "Europe/London", "Europe/London"),
        (P["Unit"], None, None),
        (OptionalType(INT), None, None),
        (OptionalType(INT), 3, 3),
        (ListType(DECIMAL), [Decimal(1), Decimal("2.0")], ["1", "2.0"]),
        (SetType(TEXT), {"b": None, "a": None}, ["b", "a"]),
        (SetType(P["Instant"]), {Instant(0): None}, ["1970-01-01T00:00:00.000000Z"]),
        (MapType(TEXT, INT), {"b": 1, "a": 2}, {"b": 1, "a": 2}),
        (MapType(P["Uuid"], DECIMAL), {UUID: Decimal("1.0")}, {UUID: "1.0"}),
        (MapType(NamedType("Colour"), INT), {"red": 1}, {"red": 1}),
        (MapType(INT, TEXT), {2: "b", 1: "a"}, [[2, "b"], [1, "a"]]),
        (MapType(P["CalendarDate"], INT), {datetime.date(2026, 1, 2): 1}, [["2026-01-02", 1]]),
        (NamedType("Colour"), "blue", "blue"),
        (NamedType("Status"), ("open",), "open"),
        (
            NamedType("Status"),
            ("paid", "me", 2),
            {"tag": "paid", "by": "me", "tip": 2},
        ),
        (NamedType("Label"), ("named", "x"), {"$tag": "named", "tag": "x"}),
        (
            NamedType("Line"),
            ("abc", 2, OMITTED, None),
            {"code": "abc", "quantity": 2, "gift": None},
        ),
        (
            NamedType("Line"),
            ("abc", 2, None, True),
            {"code": "abc", "quantity": 2, "note": None, "gift": True},
        ),
        (
            NamedType("Order"),
            Entity("Order", UUID, (UUID, Decimal("1.50"))),
            {"id": UUID, "total": "1.50"},
        ),
        (FieldType("Line", "code"), "abc", "abc"),
        (FieldType("Line", "gift", present=True), True, True),
    ],
)
def test_each_type_has_its_json_form_both_ways(type_, value, json_value):
    assert encode(TYPES, type_, value) == json_value
    read = decode(TYPES, type_, parse_json(dumps(json_value)))
    assert read == value
    assert type(read) is type(value)
    assert encode(TYPES, type_, read) == json_value


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        (INT, '"12"', 12),
        (INT, '"9223372036854775807"', INT_MAX),
        (INT, "9223372036854775807", INT_MAX),
        (INT, "-0", 0),
        (DECIMAL, "1.50", Decimal("1.50")),
        (DECIMAL, "7", Decimal(7)),
        (DECIMAL, "1.5e3", Decimal("1.5E+3")),
        (DECIMAL, "-0.0", Decimal("0.0")),
        (DECIMAL, '"1' + "0" * 50 + '"', Decimal("1E+50")),
        (P["Uuid"], f'"{UUID.upper()}"', UUID),
        (P["Instant"], '"1970-01-01T00:00:01Z"', Instant(1_000_000)),
        (P["Instant"], '"1970-01-01T00:00:01.5Z"', Instant(1_500_000)),
        (P["Duration"], '"P1W"', Duration(604_800_000_000)),
        (P["Duration"], '"PT90M"', Duration(5_400_000_000)),
        (NamedType("Line"), '{"code": "a", "gift": null}', ("a", 1, OMITTED, None)),
    ],
)
def test_other_ways_of_writing_a_value_that_are_accepted(type_, text, value):
    read = decode(TYPES, type_, parse_json(text))
    assert read == value
    assert str(read) == str(value) or type_ == DECIMAL


@pytest.mark.parametrize(
    ("text", "value"), [("1.0", 1), ("1e3", 1000), ("-2.50e1", -25), ("-0.0", 0)]
)
def test_a_whole_number_is_an_int_however_it_is_written(text, value):
    decoded = decode(TYPES, INT, parse_json(text))
    assert (decoded, type(decoded)) == (value, int)


@pytest.mark.parametrize(
    ("type_", "text", "constraint"),
    [
        (INT, "1.5", "type: Int"),
        (INT, "1e19", "type: Int"),
        (INT, "1e999999", "type: Int"),
        (INT, "true", "type: Int"),
        (INT, "9223372036854775808", "type: Int"),
        (INT, "1" + "0" * 400, "type: Int"),
        (INT, '"1.0"', "type: Int"),
        (INT, '"01"', "type: Int"),
        (INT, '" 1"', "type: Int"),
        (INT, '"١"', "type: Int"),
        (INT, "null", "type: Int"),
        (DECIMAL, '"1e3"', "type: Decimal"),
        (DECIMAL, '"NaN"', "type: Decimal"),
        (DECIMAL, '"1_000"', "type: Decimal"),
        (DECIMAL, "true", "type: Decimal"),
        (DECIMAL, '"0.' + "1" * 35 + '"', "type: Decimal"),
        (DECIMAL, "1" * 35, "type: Decimal"),
        (DECIMAL, "1e7000", "type: Decimal"),
        (DECIMAL, "1e-7000", "type: Decimal"),
        (P["Bool"], "1", "type: Bool"),
        (P["Bool"], '"true"', "type: Bool"),
        (TEXT, "1", "type: Text"),
        (P["Bytes"], '"/wA"', "base64"),
        (P["Bytes"], '"/wB="', "base64"),
        (P["Bytes"], '"_wA="', "base64"),
        (P["Bytes"], '" /wA="', "base64"),
        (P["Uuid"], f'"{{{UUID}}}"', "uuid"),
        (P["Uuid"], f'"{UUID.replace("-", "")}"', "uuid"),
        (P["Instant"], '"2026-01-01T00:00:60Z"', "instant"),
        (P["Instant"], '"2026-01-01T24:00:00Z"', "instant"),
        (P["Instant"], '"2026-01-01T00:00:00+00:00"', "instant"),
        (P["Instant"], '"2026-01-01T00:00:00"', "instant"),
        (P["Instant"], '"2026-01-01 00:00:00Z"', "instant"),
        (P["Instant"], '"2026-01-01t00:00:00z"', "instant"),
        (P["Instant"], '"2026-01-01T00:00:00.1234567Z"', "instant"),
        (P["Instant"], '"2026-02-29T00:00:00Z"', "instant"),
        (P["Instant"], '"0000-01-01T00:00:00Z"', "instant"),
        (P["Instant"], "0", "type: Instant"),
        (P["CalendarDate"], '"2026-2-01"', "calendar_date"),
        (P["CalendarDate"], '"2026-02-30"', "calendar_date"),
        (P["Duration"], '"P1M"', "duration"),
        (P["Duration"], '"P1Y"', "duration"),
        (P["Duration"], '"P"', "duration"),
        (P["Duration"], '"PT"', "duration"),
        (P["Duration"], '"P1DT"', "duration"),
        (P["Duration"], '"PT1.5M"', "duration"),
        (P["Duration"], '"PT-1S"', "duration"),
        (P["Duration"], '"PT9223372036855S"', "duration"),
        (P["Duration"], '"5m"', "duration"),
        (P["Email"], '"nobody"', "format: email"),
        (P["Url"], '"example.test"', "format: url"),
        (P["Zone"], '"europe/london"', "zone"),
        (P["Unit"], "{}", "type: Unit"),
        (ListType(INT), "{}", "type: List"),
        (SetType(DECIMAL), '["1.0", "1.00"]', "unique"),
        (MapType(DECIMAL, INT), '[["1.0", 1], ["1.00", 2]]', "unique"),
        (MapType(P["Uuid"], INT), f'{{"{UUID}": 1, "{UUID.upper()}": 2}}', "unique"),
        (MapType(INT, INT), "[[1]]", "type: Map"),
        (MapType(INT, INT), '{"1": 1}', "type: Map"),
        (NamedType("Colour"), '"green"', "type: Colour"),
        (NamedType("Colour"), '{"tag": "red"}', "type: Colour"),
        (NamedType("Status"), '"paid"', "type: Status"),
        (NamedType("Status"), '{"tag": "open"}', "type: Status"),
        (NamedType("Status"), '{"by": "me"}', "type: Status"),
        (NamedType("Status"), '{"tag": ["paid"]}', "type: Status"),
        (QUANTITY, "0", "min: 1"),
        (FieldType("Line", "code"), '"abcd"', "max_length: 3"),
        (FieldType("Line", "gift", present=True), "null", "type: Bool"),
    ],
)
def test_a_value_that_fails_its_type_is_refused_with_the_rule(type_, text, constraint):
    with pytest.raises(JsonError) as caught:
        decode(TYPES, type_, parse_json(text))
    assert (caught.value.code, caught.value.constraint) == (INVALID_VALUE, constraint)


@pytest.mark.parametrize(
    ("text", "path", "code", "constraint"),
    [
        ('{"lines": [{"code": "a", "gift": null}, {"code": "abcd", "gift": null}]}',
         "lines[1].code", INVALID_VALUE, "max_length: 3"),
        ('{"lines": [{"code": "a"}]}', "lines[0].gift", INVALID_VALUE, "required"),
        ('{"lines": [{"code": "a", "gift": null, "x": 1}]}', "lines[0].x", INVALID_REQUEST, None),
        ('{"lines": [], "a b": 1}', '["a b"]', INVALID_REQUEST, None),
        ('{"lines": [1]}', "lines[0]", INVALID_VALUE, "type: Object"),
        ("[]", "", INVALID_VALUE, "type: Object"),
        ("{}", "lines", INVALID_VALUE, "required"),
    ],
)  # fmt: skip
def test_objects_are_closed_and_errors_say_where(text, path, code, constraint):
    with pytest.raises(JsonError) as caught:
        decode(TYPES, NamedType("Basket"), parse_json(text))
    error = caught.value
    assert (error.path, error.code, error.constraint) == (path, code, constraint)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"paid"', 'an object `{"tag": "paid", …}`'),
        ('{"tag": "open"}', "the string `open`, since it has no fields"),
    ],
)
def test_a_variant_in_the_form_of_another_is_told_its_own_form(text, expected):
    """[R5] That it is one of the variants is no news to who wrote one of them."""
    with pytest.raises(JsonError) as caught:
        decode(TYPES, NamedType("Status"), parse_json(text))
    assert expected in str(caught.value)


def test_variants_are_closed_and_errors_say_where():
    decode_status = compile_decoder(TYPES, MapType(TEXT, NamedType("Status")))
    for text, path, code in (
        ('{"a b": {"tag": "paid", "by": "me", "tip": 0}}', '["a b"].tip', INVALID_VALUE),
        ('{"a": {"tag": "paid", "by": "me"}}', '["a"].tip', INVALID_VALUE),
        ('{"a": {"tag": "paid", "by": "me", "tip": 1, "x": 1}}', '["a"].x', INVALID_REQUEST),
        ('{"a": {"tag": "lost"}}', '["a"].tag', INVALID_VALUE),
    ):
        with pytest.raises(JsonError) as caught:
            decode_status(parse_json(text))
        assert (caught.value.path, caught.value.code) == (path, code)


def test_a_half_of_a_surrogate_pair_is_refused_wherever_the_text_comes_from():
    with pytest.raises(JsonError):
        decode(TYPES, TEXT, "\udcff")


def tree(depth):
    value = None
    for _ in range(depth):
        value = (1, value)
    return value


def test_types_that_hold_themselves_are_written_and_read():
    for depth in (1, 2, MAX_DEPTH):
        text = dumps(encode(TYPES, NamedType("Tree"), tree(depth)))
        assert decode(TYPES, NamedType("Tree"), parse_json(text)) == tree(depth)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 100_000])
def test_a_value_too_deep_to_be_read_back_is_not_written(depth):
    with pytest.raises(Fault) as caught:
        encode(TYPES, NamedType("Tree"), tree(depth))
    assert caught.value.code is FaultCode.MEMORY_EXCEEDED


def test_payloads_of_events_are_objects_of_their_fields():
    fields = (Field("order_id", P["Uuid"]), Field("tip", QUANTITY))
    payload = (UUID, 3)
    written = compile_fields_encoder(TYPES, fields)(payload)
    assert written == {"order_id": UUID, "tip": 3}
    read = compile_fields_decoder(TYPES, fields)
    assert read(written) == payload
    with pytest.raises(JsonError) as caught:
        read({"order_id": UUID, "tip": 0})
    assert caught.value.path == "tip"


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        (P["Bool"], "true", True),
        (INT, "-12", -12),
        (QUANTITY, "2", 2),
        (DECIMAL, "1.50", Decimal("1.50")),
        (TEXT, "true", "true"),
        (P["Uuid"], UUID, UUID),
        (P["Duration"], "PT5M", Duration(300_000_000)),
        (NamedType("Colour"), "red", "red"),
        (ListType(INT), "[1, 2]", [1, 2]),
        (NamedType("Status"), '"open"', ("open",)),
    ],
)
def test_values_are_read_from_bare_text_where_there_is_no_json(type_, text, value):
    assert compile_text_decoder(TYPES, type_)(text) == value


@pytest.mark.parametrize(
    ("type_", "text"), [(P["Bool"], "1"), (P["Bool"], "True"), (INT, "1.0"), (QUANTITY, "0")]
)
def test_bare_text_that_fails_its_type_is_refused(type_, text):
    with pytest.raises(JsonError) as caught:
        compile_text_decoder(TYPES, type_)(text)
    assert caught.value.code == INVALID_VALUE


# ---- every value comes back


def decimals():
    return (
        st.decimals(allow_nan=False, allow_infinity=False)
        .map(DECIMAL128.plus)
        .map(lambda value: value if value else value.copy_abs())
    )


SCALARS = [
    (P["Bool"], st.booleans()),
    (INT, st.integers(INT_MIN, INT_MAX)),
    (DECIMAL, decimals()),
    (TEXT, st.text()),
    (P["Bytes"], st.binary()),
    (P["Uuid"], st.uuids().map(str)),
    (P["Instant"], st.integers(INSTANT_MIN, INSTANT_MAX).map(Instant)),
    (P["CalendarDate"], st.dates()),
    (P["Duration"], st.integers(INT_MIN, INT_MAX).map(Duration)),
    (NamedType("Colour"), st.sampled_from(["red", "blue"])),
]


def typed_values():
    """Types with a strategy for their values."""
    scalars = st.sampled_from(SCALARS)

    def larger(inner):
        return st.one_of(
            inner.map(lambda pair: (ListType(pair[0]), st.lists(pair[1], max_size=4))),
            inner.filter(lambda pair: not isinstance(pair[0], OptionalType)).map(
                lambda pair: (OptionalType(pair[0]), st.none() | pair[1])
            ),
            scalars.map(
                lambda pair: (SetType(pair[0]), st.lists(pair[1], max_size=4).map(dict.fromkeys))
            ),
            st.tuples(scalars, inner).map(
                lambda pairs: (
                    MapType(pairs[0][0], pairs[1][0]),
                    st.dictionaries(pairs[0][1], pairs[1][1], max_size=4),
                )
            ),
        )

    return st.recursive(scalars, larger, max_leaves=4).flatmap(
        lambda pair: st.tuples(st.just(pair[0]), pair[1])
    )


def ordered(value):
    """A value in a form whose equality sees the order of sets and maps, and digits."""
    if isinstance(value, dict):
        return [(ordered(key), ordered(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [ordered(item) for item in value]
    return value


@given(typed_values())
def test_every_value_comes_back_from_its_json(typed):
    type_, value = typed
    text = dumps(compile_encoder(TYPES, type_)(value))
    read = compile_decoder(TYPES, type_)(parse_json(text))
    assert ordered(read) == ordered(value)
    assert dumps(compile_encoder(TYPES, type_)(read)) == text


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.sampled_from([name for name in TYPES.definitions if name != "Tree"]), JSON_VALUES)
def test_any_json_is_decoded_or_refused_and_never_crashes(name, json_value):
    read = parse_json(json.dumps(json_value))
    with contextlib.suppress(JsonError):
        decode(TYPES, NamedType(name), read)
