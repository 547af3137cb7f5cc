"""How the values of a type stand in a column.

Each column holds a readable value that any tool understands. Where that one does not compare, sort
and count as equal exactly like the language's values, the form says what does instead.
"""

import enum
import functools
import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Final, TypeAlias, cast

import attrs

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.store.sqlite.canonical import compile_canonical
from jadpo_runtime.store.sqlite.decimal_order import from_stored_text, order_key, stored_text
from jadpo_runtime.values import (
    Duration,
    EnumDefinition,
    NamedType,
    Primitive,
    PrimitiveType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.formats import parse_text
from jadpo_runtime.values.iso8601 import date_text, instant_text, parse_date, parse_instant
from jadpo_runtime.values.json import (
    JsonError,
    compile_decoder,
    compile_encoder,
    dumps,
    parse_json,
    refuse_depth,
)
from jadpo_runtime.values.layers import base_without_none
from jadpo_runtime.values.violation import Violation

SqlValue: TypeAlias = str | int | float | bytes | None
"""What SQLite holds; ``float`` only for the infinities that Ints are compared with."""

Encode: TypeAlias = Callable[[object], SqlValue]
Decode: TypeAlias = Callable[[SqlValue], object]


class Comparison(enum.Enum):
    """What of a column is compared, sorted and kept unique."""

    READABLE = "readable"
    """The readable value itself."""

    GENERATED_KEY = "generated key"
    """A key that the database computes from it: right whoever writes the row."""

    CANONICAL = "canonical"
    """A canonical text that only the program can compute."""


@attrs.frozen
class Form:
    """How values other than ``none`` (which is ``NULL``) stand in a column.

    ``name`` stands in the stored schema; ``storage`` is the column's type. ``encode`` and
    ``decode`` are ``None`` where the value is stored as it is; ``decode`` raises ``ValueError`` for
    what is no value of the type. ``comparable`` gives what a value is compared as.
    """

    name: str
    storage: str
    encode: Encode | None = None
    decode: Decode | None = None
    comparison: Comparison = Comparison.READABLE
    comparable: Encode | None = None


def form_of(types: TypeTable, type_: Type) -> Form:
    """The form of a column for values of ``type_``."""
    base = base_without_none(types, type_)
    if isinstance(base, PrimitiveType):
        form = _PRIMITIVES.get(base.kind)
        if form is not None:
            return form
    elif isinstance(base, NamedType):
        definition = types.definition(base.name)
        if isinstance(definition, EnumDefinition) and definition.is_plain:
            return _plain_enum(definition)
    return _json(types, type_)


def _plain_enum(definition: EnumDefinition) -> Form:
    variants = {variant.name: variant.name for variant in definition.variants}

    def decode(stored: SqlValue) -> object:
        try:
            return variants[cast(str, stored)]
        except KeyError:
            raise ValueError(f"{stored!r} is no variant of {definition.name}") from None

    return Form("enum", "TEXT", decode=decode)


def _json(types: TypeTable, type_: Type) -> Form:
    encode_json = compile_encoder(types, type_)
    decode_json = compile_decoder(types, type_)
    canonical = compile_canonical(types, type_)

    def encode(value: object) -> SqlValue:
        return dumps(encode_json(value))

    def decode(stored: SqlValue) -> object:
        try:
            text = cast(str, stored)
            refuse_depth(text)
            # Strict reading, which takes longer, refuses what only these can hold: halves of
            # surrogate pairs, and names that stand twice.
            strictly = "\\u" in text or "{" in text
            read = parse_json(text) if strictly else json.loads(text, parse_float=Decimal)
            return decode_json(read)
        except RecursionError:
            raise ValueError("the JSON is nested too deeply") from None
        except JsonError as error:
            raise ValueError(str(error)) from None

    def comparable(value: object) -> SqlValue:
        try:
            return canonical(value)
        except RecursionError:
            raise Fault(
                FaultCode.MEMORY_EXCEEDED, "a value is nested too deeply to be compared"
            ) from None

    return Form("json", "TEXT", encode, decode, Comparison.CANONICAL, comparable)


def _decode_bool(stored: SqlValue) -> object:
    if stored == 0:
        return False
    if stored == 1:
        return True
    raise ValueError(f"{stored!r} is no Bool")


def _decode_instant(stored: SqlValue) -> object:
    # Fewer digits of a second would not sort.
    if isinstance(stored, str) and len(stored) == _INSTANT_LENGTH:
        instant = parse_instant(stored)
        if instant is not None:
            return instant
    raise ValueError(f"{stored!r} is no Instant")


def _decode_date(stored: SqlValue) -> object:
    date = parse_date(cast(str, stored))
    if date is None:
        raise ValueError(f"{stored!r} is no CalendarDate")
    return date


@functools.lru_cache(maxsize=4096)  # Reading an e-mail address takes longer than its row.
def _is_written(primitive: Primitive, text: str) -> bool:
    value = parse_text(primitive, text)
    return not isinstance(value, Violation) and value == text


def _decode_written(primitive: Primitive) -> Decode:
    def decode(stored: SqlValue) -> object:
        if not _is_written(primitive, cast(str, stored)):
            raise ValueError(f"{stored!r} is no {primitive.value}")
        return stored

    return decode


def _decode_uuid(stored: SqlValue) -> object:
    if not isinstance(stored, str) or _UUID.fullmatch(stored) is None:
        raise ValueError(f"{stored!r} is no Uuid")
    return stored


_INSTANT_LENGTH: Final = len("2026-12-01T02:20:08.123456Z")
_UUID: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

# Texts compare by code point as UTF-8 bytes do; dates and instants have one length; a Uuid is
# lower-case. A Duration is a number of µs, for ISO 8601 would not sort. The casts say once, not at
# each value, that a column's values are those of its type.
_PRIMITIVES: Final = {
    Primitive.BOOL: Form("bool", "INTEGER", cast(Encode, int), _decode_bool),
    Primitive.INT: Form("int", "INTEGER"),
    Primitive.DECIMAL: Form(
        "decimal",
        "TEXT",
        cast(Encode, stored_text),
        cast(Decode, from_stored_text),
        Comparison.GENERATED_KEY,
        cast(Encode, order_key),
    ),
    Primitive.TEXT: Form("text", "TEXT"),
    Primitive.EMAIL: Form("text", "TEXT", decode=_decode_written(Primitive.EMAIL)),
    Primitive.URL: Form("text", "TEXT", decode=_decode_written(Primitive.URL)),
    Primitive.ZONE: Form("text", "TEXT", decode=_decode_written(Primitive.ZONE)),
    Primitive.BYTES: Form("bytes", "BLOB"),
    Primitive.UUID: Form("uuid", "TEXT", decode=_decode_uuid),
    Primitive.INSTANT: Form("instant", "TEXT", cast(Encode, instant_text), _decode_instant),
    Primitive.CALENDAR_DATE: Form("date", "TEXT", cast(Encode, date_text), _decode_date),
    Primitive.DURATION: Form("duration", "INTEGER", cast(Encode, int), cast(Decode, Duration)),
}
