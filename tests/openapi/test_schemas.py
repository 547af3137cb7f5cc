"""Schemas describe the JSON forms of [R5], compared with what the runtime writes and reads."""

import json
import re
from decimal import Decimal

import jsonschema
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from typed_values import TypedValues, typed_values

from jadpo.openapi.schemas import Schemas
from jadpo_runtime.values import (
    Constraints,
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
from jadpo_runtime.values.json import JsonError, decode, encode, parse_json
from jadpo_runtime.values.time import Duration
from jadpo_runtime.values.types import EnumDefinition, RefinedDefinition, Variant


def _pattern(validator, pattern, instance, schema):
    """As ECMA 262 matches: `$` ends the text and classes are ASCII."""
    if isinstance(instance, str) and not re.search(
        re.sub(r"\$$", r"\\Z", pattern), instance, re.ASCII
    ):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _pattern})


def schema_of(types, type_) -> dict:
    schemas = Schemas(types)
    schema = schemas.of(type_)
    document = {**schema, "components": {"schemas": schemas.components}}
    Validator.check_schema(document)
    return json.loads(json.dumps(document))


def accepts(types, type_, json_value) -> bool:
    return Validator(schema_of(types, type_)).is_valid(json_value)


def is_read(types, type_, json_value) -> bool:
    try:
        decode(types, type_, parse_json(json.dumps(json_value)))
    except JsonError:
        return False
    return True


@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(typed_values(), st.data())
def test_what_is_written_fits_its_schema(typed: TypedValues, data):
    value = data.draw(typed.values)

    written = encode(typed.types, typed.type, value)

    assert accepts(typed.types, typed.type, written), schema_of(typed.types, typed.type)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-30, 30)
    | st.integers(-(2**64), 2**64)
    | st.text(max_size=3)
    | st.sampled_from(["tag", "code", "1", "-5", "0.50", "2026-02-28", "PT5M", "AAA=", "AA=="])
)


@st.composite
def mutated(draw, value):
    """A JSON value that differs from ``value`` in one place."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        rest = {key: item for key, item in value.items() if key != name}
        how = draw(st.sampled_from(["inside", "left out", "renamed", "added"]))
        if how == "inside":
            return {**value, name: draw(mutated(value[name]))}
        if how == "added":
            return {**value, draw(st.text(max_size=2)): draw(SCALARS)}
        return rest if how == "left out" else {**rest, name + "x": value[name]}
    if isinstance(value, list) and value and draw(st.booleans()):
        index = draw(st.integers(0, len(value) - 1))
        if draw(st.booleans()):
            return [*value, value[index]]
        return [*value[:index], draw(mutated(value[index])), *value[index + 1 :]]
    if isinstance(value, str) and draw(st.booleans()):
        at = draw(st.integers(0, len(value)))
        return value[:at] + draw(st.text("0-9Zx. ", max_size=2)) + value[at + 1 :]
    return draw(SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.just("tag"), SCALARS))


@settings(suppress_health_check=list(HealthCheck), deadline=None)
@given(typed_values(), st.data())
def test_what_is_refused_when_read_does_not_fit_the_schema(typed: TypedValues, data):
    written = encode(typed.types, typed.type, data.draw(typed.values))
    changed = data.draw(mutated(json.loads(json.dumps(written))))
    assume(not is_read(typed.types, typed.type, changed))
    assume(not _tells_more_than_a_schema(json.dumps(changed)))

    assert not accepts(typed.types, typed.type, changed), schema_of(typed.types, typed.type)


def _tells_more_than_a_schema(text: str) -> bool:
    """Days that a month does not have, durations beyond 64 bits, more than 34 digits."""
    return bool(
        re.search(r"-(02|04|06|09|11)-(29|3[01])", text)
        or re.search(r"P[0-9T]*[0-9]{7,}", text)
        or re.search(r"[0-9]{25,}", text)
        or _equal_keys(text)
    )


def _equal_keys(text: str) -> bool:
    """Arrays of pairs, in which a key may stand twice."""
    return "[[" in text


DECIMAL = PrimitiveType(Primitive.DECIMAL)

TYPES = TypeTable(
    {
        "Quantity": RefinedDefinition(
            "Quantity",
            PrimitiveType(Primitive.INT),
            Constraints(minimum=1, maximum=10_000),
            doc="How many.",
        ),
        "Few": RefinedDefinition("Few", NamedType("Quantity"), Constraints(maximum=5)),
        "Wait": RefinedDefinition(
            "Wait", PrimitiveType(Primitive.DURATION), Constraints(maximum=Duration(300_000_000))
        ),
        "Lower": RefinedDefinition(
            "Lower", PrimitiveType(Primitive.TEXT), Constraints(pattern=r"(?i)[a-z]+")
        ),
        "Tree": ObjectDefinition(
            "Tree",
            (
                Field("value", OptionalType(PrimitiveType(Primitive.INT))),
                Field("below", ListType(NamedType("Tree"))),
                Field("count", NamedType("Quantity"), default=3, doc="Of this node."),
            ),
        ),
        "State": EnumDefinition(
            "State",
            (
                Variant("open", (), doc="Not done."),
                Variant("paid", (Field("tag", PrimitiveType(Primitive.TEXT)),)),
            ),
            doc="How far it is.",
        ),
        "Order": EntityDefinition(
            name="Order",
            fields=(
                Field("id", PrimitiveType(Primitive.UUID), generated=True),
                Field(
                    "tip", OptionalType(PrimitiveType(Primitive.DECIMAL)), Constraints(minimum=0)
                ),
            ),
            identity="id",
            uniques=(),
            indexes=(),
            references=(),
            store="primary",
        ),
    }
)


def component(name: str) -> dict:
    return schema_of(TYPES, NamedType(name))["components"]["schemas"][name]


def test_an_int_between_bounds_is_a_number_alone():
    assert component("Quantity") == {
        "description": "How many.",
        "type": "integer",
        "minimum": 1,
        "maximum": 10_000,
    }


def test_a_type_built_on_another_refers_to_it():
    assert component("Few") == {
        "$ref": "#/components/schemas/Quantity",
        "type": "integer",
        "maximum": 5,
    }


def test_an_int_beyond_what_numbers_hold_may_be_a_string():
    assert accepts(TYPES, PrimitiveType(Primitive.INT), "9223372036854775807")
    assert not accepts(TYPES, PrimitiveType(Primitive.INT), "9223372036854775808")


def test_bounds_of_durations_and_patterns_of_re2_alone_are_told_in_words():
    assert component("Wait")["description"] == "At most 5m."
    assert "`(?i)[a-z]+`" in component("Lower")["description"]
    assert "pattern" not in component("Lower")


def test_a_type_that_holds_itself_refers_to_itself():
    tree = component("Tree")

    assert tree["properties"]["below"]["items"] == {"$ref": "#/components/schemas/Tree"}
    assert tree["properties"]["count"]["default"] == 3
    assert tree["properties"]["count"]["description"] == "Of this node."
    assert tree["required"] == ["value", "below"]
    assert tree["additionalProperties"] is False
    assert accepts(TYPES, NamedType("Tree"), {"value": None, "below": []})


def test_the_tag_of_an_enum_gives_way_to_a_field_of_that_name():
    state = component("State")

    assert state["oneOf"][0] == {"type": "string", "enum": ["open"]}
    assert state["oneOf"][1]["properties"]["$tag"] == {"const": "paid"}
    assert state["description"] == "How far it is.\n\n- `open`: Not done."


def test_a_field_type_that_another_type_uses_is_a_component():
    schemas = Schemas(TYPES)

    used = schemas.of(FieldType("Order", "tip"))
    narrowed = schemas.of(FieldType("Order", "tip", present=True))

    assert used == {"$ref": "#/components/schemas/Order.tip"}
    assert narrowed == {**used, "not": {"type": "null"}}
    assert accepts(TYPES, FieldType("Order", "tip"), None)
    assert not accepts(TYPES, FieldType("Order", "tip", present=True), None)
    assert not accepts(TYPES, FieldType("Order", "tip"), "-0.01")
    assert accepts(TYPES, FieldType("Order", "tip"), float(Decimal("0.5")))
