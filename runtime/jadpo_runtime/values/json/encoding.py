"""From values to JSON [R5]: one compiled function per type."""

import datetime
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, TypeAlias, cast

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values.base64 import base64_text
from jadpo_runtime.values.entity import Entity
from jadpo_runtime.values.iso8601 import date_text, duration_text, instant_text
from jadpo_runtime.values.json.reading import MAX_DEPTH
from jadpo_runtime.values.json.shapes import EXACT_IN_DOUBLE, has_text_keys, tag_name
from jadpo_runtime.values.layers import base_without_none, holds_none
from jadpo_runtime.values.numbers import decimal_text
from jadpo_runtime.values.omitted import OMITTED
from jadpo_runtime.values.time import Duration, Instant
from jadpo_runtime.values.types import (
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)

Encode: TypeAlias = Callable[[object], object]
"""From a value to what JSON is made of: ``None bool int str list dict``."""

_WRITER: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")
)


def encode(types: TypeTable, type_: Type, value: object) -> object:
    """The JSON of one value; see :func:`compile_encoder`."""
    return compile_encoder(types, type_)(value)


def dumps(json_value: object) -> str:
    """The shortest text of a JSON value."""
    return _WRITER.encode(json_value)


def compile_encoder(types: TypeTable, type_: Type) -> Encode:
    """The function from values of ``type_`` to JSON.

    A value nested deeper than could be read back is the fault ``memory_exceeded``.
    """
    compiler = _Compiler(types)
    return compiler.whole(compiler.encoder(type_))


def compile_fields_encoder(
    types: TypeTable, fields: Sequence[Field], owner: str | None = None
) -> Callable[[Sequence[object]], object]:
    """The function from the values of ``fields``, in their order, to a JSON object.

    For the payload of an event and the context of a failure, whose fields have just the types
    written on them, leave ``owner`` out.
    """
    compiler = _Compiler(types)
    plan = compiler.owned(owner, fields) if owner is not None else compiler.written(fields)
    return compiler.whole(_object_of(plan))


class _Compiler:
    """Compiles encoders; ``None`` stands for one that changes nothing."""

    def __init__(self, types: TypeTable) -> None:
        self._types = types
        self._encoders: dict[Type, Encode | None] = {}
        self._open: set[Type] = set()
        self._recursive = False

    def whole(self, encode_value: Encode | None) -> Encode:
        """The encoder as its users get it."""
        if encode_value is None:
            return _unchanged
        return _bounded(encode_value) if self._recursive else encode_value

    def encoder(self, type_: Type) -> Encode | None:
        if type_ in self._encoders:
            return self._encoders[type_]
        if type_ in self._open:
            self._recursive = True
            return self._later(type_)
        self._open.add(type_)
        encode_present = self._present(base_without_none(self._types, type_))
        if encode_present is not None and holds_none(self._types, type_):
            encode_present = _or_null(encode_present)
        self._encoders[type_] = encode_present
        return encode_present

    def _later(self, type_: Type) -> Encode:
        """Stands for the encoder of a type inside itself, until that is compiled."""

        def encode_later(value: object) -> object:
            encode_value = self._encoders[type_]
            return value if encode_value is None else encode_value(value)

        return encode_later

    def _present(self, base: Type) -> Encode | None:
        match base:
            case PrimitiveType(kind=kind):
                return _PRIMITIVES.get(kind)
            case ListType(element=element):
                encode_element = self.encoder(element)
                return None if encode_element is None else _list_of(encode_element)
            case SetType(element=element):
                encode_element = self.encoder(element)
                return _list_of_members if encode_element is None else _list_of(encode_element)
            case MapType(key=key, value=value):
                if has_text_keys(self._types, key):
                    return _map_of(self.encoder(value))
                return _pairs_of(self.encoder(key) or _unchanged, self.encoder(value) or _unchanged)
            case NamedType(name=name):
                return self._defined(name)
        raise TypeError(f"{base} has no JSON form")

    def _defined(self, name: str) -> Encode | None:
        definition = self._types.definition(name)
        match definition:
            case ObjectDefinition(fields=fields):
                return _object_of(self.owned(name, fields))
            case EntityDefinition(fields=fields):
                encode_fields = _object_of(self.owned(name, fields))
                return lambda value: encode_fields(cast(Entity, value).values)
            case EnumDefinition() if definition.is_plain:
                return None
            case EnumDefinition(variants=variants):
                return _variant_of(
                    tag_name(definition),
                    {
                        variant.name: self.written(variant.fields)
                        for variant in variants
                        if variant.fields
                    },
                )
        raise TypeError(f"{name} has no JSON form")

    def owned(self, owner: str, fields: Iterable[Field]) -> "_Plan":
        return [(field.name, self.encoder(FieldType(owner, field.name))) for field in fields]

    def written(self, fields: Iterable[Field]) -> "_Plan":
        return [(field.name, self.encoder(field.type)) for field in fields]


_Plan: TypeAlias = list[tuple[str, Encode | None]]


def _unchanged(value: object) -> object:
    return value


def _bounded(encode_value: Encode) -> Encode:
    def encode_bounded(value: object) -> object:
        try:
            encoded = encode_value(value)
        except RecursionError:
            raise _too_deep() from None
        level = [encoded]
        for _ in range(MAX_DEPTH + 1):
            level = [inner for outer in level for inner in _items(outer)]
            if not level:
                return encoded
        raise _too_deep()

    return encode_bounded


def _items(json_value: object) -> Iterable[object]:
    if isinstance(json_value, dict):
        return json_value.values()
    return json_value if isinstance(json_value, list) else ()


def _too_deep() -> Fault:
    return Fault(
        FaultCode.MEMORY_EXCEEDED,
        f"a value is nested more than {MAX_DEPTH} deep, too deep for JSON",
    )


def _or_null(encode_present: Encode) -> Encode:
    return lambda value: None if value is None else encode_present(value)


def _int(value: object) -> object:
    number = cast(int, value)
    return number if -EXACT_IN_DOUBLE <= number <= EXACT_IN_DOUBLE else str(number)


_PRIMITIVES: Final[Mapping[Primitive, Encode]] = {
    Primitive.INT: _int,
    Primitive.DECIMAL: lambda value: decimal_text(cast(Decimal, value)),
    Primitive.BYTES: lambda value: base64_text(cast(bytes, value)),
    Primitive.INSTANT: lambda value: instant_text(cast(Instant, value)),
    Primitive.CALENDAR_DATE: lambda value: date_text(cast(datetime.date, value)),
    Primitive.DURATION: lambda value: duration_text(cast(Duration, value)),
}


def _list_of(encode_element: Encode) -> Encode:
    return lambda value: [encode_element(element) for element in cast(Iterable[object], value)]


def _list_of_members(value: object) -> object:
    """A set as an array of its members as they are."""
    return list(cast(Iterable[object], value))


def _map_of(encode_item: Encode | None) -> Encode | None:
    if encode_item is None:
        return None
    return lambda value: {
        key: encode_item(item) for key, item in cast(Mapping[str, object], value).items()
    }


def _pairs_of(encode_key: Encode, encode_item: Encode) -> Encode:
    return lambda value: [
        [encode_key(key), encode_item(item)]
        for key, item in cast(Mapping[object, object], value).items()
    ]


def _object_of(plan: _Plan) -> Callable[[object], object]:
    def encode_object(value: object) -> object:
        return {
            name: field if encode_field is None else encode_field(field)
            for (name, encode_field), field in zip(plan, cast(Sequence[object], value), strict=True)
            if field is not OMITTED
        }

    return encode_object


def _variant_of(tag: str, plans: Mapping[str, _Plan]) -> Encode:
    def encode_variant(value: object) -> object:
        name, *payload = cast(tuple[object, ...], value)
        plan = plans.get(cast(str, name))
        if plan is None:
            return name
        encoded: dict[str, object] = {tag: name}
        for (field_name, encode_field), field in zip(plan, payload, strict=True):
            encoded[field_name] = field if encode_field is None else encode_field(field)
        return encoded

    return encode_variant
