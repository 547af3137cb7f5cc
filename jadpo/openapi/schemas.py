"""Schemas of types: the JSON forms of [R5] in JSON Schema 2020-12, as OpenAPI 3.1 has it.

A declared type is a component under its qualified name, and so is a field type that something other
than its own owner uses (``Order.id``), a prelude type with a form of its own (``Instant``) and
whatever a caller adds. A type's own rules stand beside a ``$ref`` to what it is built on.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from jadpo.openapi.json import Json, JsonObject
from jadpo.openapi.patterns import ecma_pattern
from jadpo.openapi.scalars import (
    NAMED_SCHEMAS,
    PLAIN_SCHEMAS,
    duration_note,
    exact_in_double,
    number_keywords,
)
from jadpo_runtime.values import (
    OMITTED,
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
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.json import encode
from jadpo_runtime.values.json.shapes import has_text_keys, tag_name
from jadpo_runtime.values.layers import base_without_none, holds_none
from jadpo_runtime.values.types import Constraints, RefinedDefinition, Variant

_LENGTHS: Final = {
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}
"""The keywords of a length, by the type of its JSON."""


class Schemas:
    """The schemas that a document needs; each component is made when it is first asked for."""

    def __init__(self, types: TypeTable) -> None:
        """Begin with no components; ``types`` are the program's."""
        self._types = types
        self._components: dict[str, JsonObject] = {}

    @property
    def components(self) -> JsonObject:
        """The components that were asked for, by name."""
        return {name: self._components[name] for name in sorted(self._components)}

    def add(self, name: str, schema: JsonObject) -> JsonObject:
        """Make a schema a component, and refer to it."""
        self._components[name] = schema
        return _reference(name)

    def of(self, type_: Type) -> JsonObject:
        """The schema of a type where it is used: small, or a reference to a component."""
        match type_:
            case PrimitiveType(kind=kind):
                return self._primitive(kind)
            case OptionalType(inner=inner):
                return _or_null(self.of(inner))
            case ListType(element=element):
                return {"type": "array", "items": self.of(element)}
            case SetType(element=element):
                return {"type": "array", "items": self.of(element), "uniqueItems": True}
            case MapType(key=key, value=value):
                return self._map(key, value)
            case NamedType(name=name):
                return self._declared(name)
            case FieldType(owner=owner, field=field, present=present):
                reference = self._field_component(owner, field)
                if present and holds_none(self._types, FieldType(owner, field)):
                    return {**reference, "not": {"type": "null"}}
                return reference
            case _:
                assert_never(type_)

    def of_field(self, field: Field) -> JsonObject:
        """The schema of a field as it stands in its owner, with its documentation."""
        schema = self._layer(field.type, field.constraints, field.doc)
        if field.default is not OMITTED:
            schema["default"] = _as_json(encode(self._types, field.type, field.default))
        return schema

    def closed_object(self, fields: Iterable[Field], doc: str = "") -> JsonObject:
        """The schema of an object that has these fields and no others [R4]."""
        fields = tuple(fields)
        required: list[Json] = [
            field.name for field in fields if not field.optional and field.default is OMITTED
        ]
        return _closed({field.name: self.of_field(field) for field in fields}, required, doc)

    # ---- prelude types and collections

    def _primitive(self, kind: Primitive) -> JsonObject:
        if kind in PLAIN_SCHEMAS:
            return dict(PLAIN_SCHEMAS[kind])
        return self.add(kind.value, dict(NAMED_SCHEMAS[kind]))

    def _map(self, key: Type, value: Type) -> JsonObject:
        if has_text_keys(self._types, key):
            names = self.of(key)
            schema: JsonObject = {"type": "object", "additionalProperties": self.of(value)}
            if names != PLAIN_SCHEMAS[Primitive.TEXT]:
                schema["propertyNames"] = names
            return schema
        pair: JsonObject = {
            "type": "array",
            "prefixItems": [self.of(key), self.of(value)],
            "items": False,
            "minItems": 2,
        }
        return {"type": "array", "items": pair}

    # ---- declared types

    def _declared(self, name: str) -> JsonObject:
        if name not in self._components:
            self._components[name] = {}  # a type may hold itself
            self._components[name] = self._definition(name)
        return _reference(name)

    def _definition(self, name: str) -> JsonObject:
        definition = self._types.definition(name)
        match definition:
            case RefinedDefinition(base=base, constraints=constraints):
                return self._layer(base, constraints, definition.doc)
            case ObjectDefinition(fields=fields) | EntityDefinition(fields=fields):
                return self.closed_object(fields, definition.doc)
            case EnumDefinition():
                return self._enum(definition)
            case _:
                assert_never(definition)

    def _field_component(self, owner: str, name: str) -> JsonObject:
        component = f"{owner}.{name}"
        if component not in self._components:
            self._components[component] = {}
            self._components[component] = self.of_field(self._types.field(owner, name))
            # A default is what its owner takes for a missing field, no property of the type.
            self._components[component].pop("default", None)
        return _reference(component)

    def _enum(self, definition: EnumDefinition) -> JsonObject:
        plain: list[Json] = [each.name for each in definition.variants if not each.fields]
        names = _documented({"type": "string", "enum": plain}, "")
        if definition.is_plain:
            return _documented(names, _with_variants(definition.doc, definition.variants))
        tag = tag_name(definition)
        choices: list[Json] = [names] if plain else []
        choices += [self._variant(tag, each) for each in definition.variants if each.fields]
        unfielded = [each for each in definition.variants if not each.fields]
        return _documented({"oneOf": choices}, _with_variants(definition.doc, unfielded))

    def _variant(self, tag: str, variant: Variant) -> JsonObject:
        schema = self.closed_object(variant.fields, variant.doc)
        properties, required = schema["properties"], schema.get("required", [])
        assert isinstance(properties, dict)
        assert isinstance(required, list)
        schema["properties"] = {tag: {"const": variant.name}, **properties}
        schema["required"] = [tag, *required]
        return schema

    # ---- layers

    def _layer(self, base: Type, constraints: Constraints, doc: str) -> JsonObject:
        """What a type or field adds to the type that is written on it."""
        nullable = isinstance(base, OptionalType)
        inner = base.inner if isinstance(base, OptionalType) else base
        schema = self.of(inner)
        notes = [doc] if doc else []
        kind = base_without_none(self._types, inner)
        primitive = kind.kind if isinstance(kind, PrimitiveType) else None
        if primitive is Primitive.INT:
            schema = self._bounded_int(inner, schema, constraints)
        elif primitive is Primitive.DECIMAL:
            schema |= number_keywords(primitive, constraints)
        elif primitive is Primitive.DURATION:
            notes.append(duration_note(constraints))
        elif primitive is Primitive.BYTES:
            schema |= _base64_lengths(constraints)
            notes.append(_byte_note(constraints))
        else:
            schema |= _lengths(self._json_type(kind), constraints)
        if constraints.pattern is not None:
            pattern = ecma_pattern(constraints.pattern)
            if pattern is None:
                notes.append(f"The whole text matches the RE2 pattern `{constraints.pattern}`.")
            else:
                schema["pattern"] = pattern
        if constraints.format is not None:
            schema["format"] = {"email": "email", "url": "uri"}[constraints.format]
        return _documented(
            _or_null(schema) if nullable else schema, "\n\n".join(filter(None, notes))
        )

    def _bounded_int(self, inner: Type, schema: JsonObject, constraints: Constraints) -> JsonObject:
        """An Int is written as a number alone where its bounds, of all layers, say so."""
        layers = [constraints, *self._types.layers(inner)]
        least = [int(each.minimum) for each in layers if each.minimum is not None]
        most = [int(each.maximum) for each in layers if each.maximum is not None]
        keywords = number_keywords(Primitive.INT, constraints)
        if not exact_in_double(max(least, default=None), min(most, default=None)):
            return schema | keywords
        keywords.pop("pattern", None)
        integer: JsonObject = {
            "type": ["integer", "null"] if holds_none(self._types, inner) else "integer"
        }
        # The prelude's Int adds nothing to a number between such bounds.
        return (integer if isinstance(inner, PrimitiveType) else schema | integer) | keywords

    def _json_type(self, base: Type) -> str:
        match base:
            case ListType() | SetType():
                return "array"
            case MapType(key=key):
                return "object" if has_text_keys(self._types, key) else "array"
        return "string"


def _reference(name: str) -> JsonObject:
    return {"$ref": f"#/components/schemas/{name}"}


def _closed(properties: JsonObject, required: list[Json], doc: str) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    schema["additionalProperties"] = False
    return _documented(schema, doc)


def _documented(schema: JsonObject, doc: str) -> JsonObject:
    """The schema with its documentation first; what a type says of itself gives way."""
    if not doc:
        return schema
    return {"description": doc, **{k: v for k, v in schema.items() if k != "description"}}


def _with_variants(doc: str, variants: Iterable[Variant]) -> str:
    """The documentation of an enum with that of its variants."""
    told = [f"- `{each.name}`: {each.doc}" for each in variants if each.doc]
    return "\n\n".join(filter(None, [doc, "\n".join(told)]))


def _or_null(schema: JsonObject) -> JsonObject:
    kind = None if "$ref" in schema else schema.get("type")
    if isinstance(kind, str) and "enum" not in schema and "const" not in schema:
        return {**schema, "type": [kind, "null"]}
    if isinstance(kind, list):
        return {**schema, "type": kind if "null" in kind else [*kind, "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _lengths(json_type: str, constraints: Constraints) -> JsonObject:
    least, most = _LENGTHS[json_type]
    lengths: JsonObject = {}
    if constraints.min_length is not None:
        lengths[least] = constraints.min_length
    if constraints.max_length is not None:
        lengths[most] = constraints.max_length
    return lengths


def _base64_lengths(constraints: Constraints) -> JsonObject:
    """The lengths of the base64 of so many bytes: four characters for each three begun."""
    lengths: JsonObject = {}
    if constraints.min_length is not None:
        lengths["minLength"] = -(-constraints.min_length // 3) * 4
    if constraints.max_length is not None:
        lengths["maxLength"] = -(-constraints.max_length // 3) * 4
    return lengths


def _byte_note(constraints: Constraints) -> str:
    """The lengths in bytes, which those of the base64 do not tell exactly."""
    notes = []
    if constraints.min_length is not None:
        notes.append(f"At least {constraints.min_length} bytes.")
    if constraints.max_length is not None:
        notes.append(f"At most {constraints.max_length} bytes.")
    return " ".join(notes)


def _as_json(value: object) -> Json:
    """A value as :func:`encode` gives it, which is made of JSON."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return [_as_json(each) for each in value]
    assert isinstance(value, dict)
    return {str(name): _as_json(each) for name, each in value.items()}
