"""Values as a person reads them: as Jadpo source would write them, on one line, cut where long.

``Order { id: Uuid("…")  total: 12.50 }``, ``OrderStatus.paid { at: Instant("…") }``, ``[1, 2]``,
``90m``. Names are without their module. A cut is marked by ``…``; such a text cannot be written in
a program any more.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, cast

from jadpo_runtime.values.base64 import base64_text
from jadpo_runtime.values.entity import Entity
from jadpo_runtime.values.iso8601 import date_text, duration_literal, instant_text
from jadpo_runtime.values.layers import base_without_none
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

MAX_LENGTH: Final = 2_000
"""Code points of a whole shown value."""

MAX_TEXT: Final = 200
"""Code points, before escapes, or bytes shown of one value."""

MAX_ELEMENTS: Final = 20
"""Elements shown of a collection."""

MAX_DEPTH: Final = 8
"""Values shown inside each other."""

_CUT: Final = "…"

_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def show(types: TypeTable, type_: Type, value: object) -> str:
    """The value of ``type_`` as text."""
    shown = _show(types, type_, value, MAX_DEPTH)
    return shown if len(shown) <= MAX_LENGTH else shown[: MAX_LENGTH - 1] + _CUT


def show_fields(
    types: TypeTable, name: str, fields: Sequence[Field], values: Sequence[object]
) -> str:
    """Named values such as an event's payload or a failure's context: ``Name { field: value }``.

    The fields have just the types written on them.
    """
    typed = [(field.name, field.type) for field in fields]
    shown = _show_fields(types, _plain_name(name), typed, values, MAX_DEPTH)
    return shown if len(shown) <= MAX_LENGTH else shown[: MAX_LENGTH - 1] + _CUT


def text_literal(text: str) -> str:
    """The text as a literal; what cannot be seen is escaped, and a long one is cut."""
    shown = "".join(map(_character, text[:MAX_TEXT]))
    return f'"{shown}{_CUT if len(text) > MAX_TEXT else ""}"'


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    return character if character.isprintable() else f"\\u{{{ord(character):X}}}"


def _plain_name(qualified: str) -> str:
    return qualified.rpartition(".")[2]


def _show(types: TypeTable, type_: Type, value: object, depth: int) -> str:
    if value is None:
        return "none"
    base = base_without_none(types, type_)
    if isinstance(base, PrimitiveType):
        return _show_primitive(base.kind, value)
    if depth == 0:
        return _CUT
    match base:
        case ListType(element=element):
            return _show_list(types, element, cast(Sequence[object], value), depth)
        case SetType(element=element):
            members = _show_list(types, element, list(cast(Iterable[object], value)), depth)
            return f"collection.set_of({members})"
        case MapType():
            return _show_map(types, base, cast(Mapping[object, object], value), depth)
        case NamedType(name=name):
            return _show_defined(types, name, value, depth)
    raise TypeError(f"{base} is no base type")


def _show_primitive(kind: Primitive, value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Instant():
            seconds, _, fraction = instant_text(value)[:-1].partition(".")
            significant = fraction.rstrip("0")
            return f'Instant("{seconds}{f".{significant}" if significant else ""}Z")'
        case Duration():
            return duration_literal(value)
        case int():
            return str(value)
        case Decimal():
            return decimal_text(value)
        case str() if kind is Primitive.TEXT:
            return text_literal(value)
        case str():
            return f"{kind.value}({text_literal(value)})"
        case bytes():
            cut = _CUT if len(value) > MAX_TEXT else ""
            return f'bytes.of_base64("{base64_text(value[:MAX_TEXT])}{cut}")'
        case datetime.date():
            return f'CalendarDate("{date_text(value)}")'
    raise TypeError(f"{value!r} is no value of {kind.value}")


def _more(count: int) -> list[str]:
    return [f"{_CUT} {count} more"] if count > 0 else []


def _show_list(types: TypeTable, element: Type, items: Sequence[object], depth: int) -> str:
    shown = [_show(types, element, item, depth - 1) for item in items[:MAX_ELEMENTS]]
    return f"[{', '.join([*shown, *_more(len(items) - MAX_ELEMENTS)])}]"


def _show_map(
    types: TypeTable, type_: MapType, entries: Mapping[object, object], depth: int
) -> str:
    shown = [
        f"{_show(types, type_.key, key, depth - 1)}: {_show(types, type_.value, item, depth - 1)}"
        for key, item in list(entries.items())[:MAX_ELEMENTS]
    ]
    return _braced("Map", [*shown, *_more(len(entries) - MAX_ELEMENTS)])


def _show_defined(types: TypeTable, name: str, value: object, depth: int) -> str:
    definition = types.definition(name)
    plain_name = _plain_name(name)
    match definition:
        case ObjectDefinition(fields=fields):
            owned = [(field.name, FieldType(name, field.name)) for field in fields]
            return _show_fields(types, plain_name, owned, cast(Sequence[object], value), depth)
        case EntityDefinition(fields=fields):
            owned = [(field.name, FieldType(name, field.name)) for field in fields]
            return _show_fields(types, plain_name, owned, cast(Entity, value).values, depth)
        case EnumDefinition(variants=variants):
            if definition.is_plain:
                return f"{plain_name}.{value}"
            tag, *payload = cast(tuple[object, ...], value)
            variant = next(variant for variant in variants if variant.name == tag)
            written = [(field.name, field.type) for field in variant.fields]
            variant_name = f"{plain_name}.{variant.name}"
            if not written:
                return variant_name
            return _show_fields(types, variant_name, written, payload, depth)
    raise TypeError(f"{name} is no base type")


def _show_fields(
    types: TypeTable,
    name: str,
    fields: Iterable[tuple[str, Type]],
    values: Sequence[object],
    depth: int,
) -> str:
    return _braced(
        name,
        [
            f"{field}: {_show(types, type_, value, depth - 1)}"
            for (field, type_), value in zip(fields, values, strict=True)
            if value is not OMITTED
        ],
    )


def _braced(name: str, entries: Sequence[str]) -> str:
    return f"{name} {{ {'  '.join(entries)} }}" if entries else f"{name} {{ }}"
