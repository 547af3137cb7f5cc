"""How the values of a type stand in a column.

Each column holds a readable value that any tool understands. Where that one does not compare, sort
and count as equal exactly like the language's values, the form says what does instead.
"""

import datetime
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
    Instant,
    NamedType,
    Primitive,
    PrimitiveType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.formats import parse_text
from jadpo_runtime.values.iso8601 import instant_text, parse_date, parse_instant
from jadpo_runtime.values.json import JsonError, compile_decoder, compile_encoder, dumps
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
            return decode_json(json.loads(cast(str, stored), parse_float=Decimal))
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


def _decode_decimal(stored: SqlValue) -> object:
    return from_stored_text(cast(str, stored))


def _decode_instant(stored: SqlValue) -> object:
    text = cast(str, stored)
    instant = parse_instant(text)
    # Fewer digits of a second would not sort.
    if instant is None or len(text) != _INSTANT_LENGTH:
        raise ValueError(f"{stored!r} is no Instant")
    return instant


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
    if _UUID.fullmatch(cast(str, stored)) is None:
        raise ValueError(f"{stored!r} is no Uuid")
    return stored


_INSTANT_LENGTH: Final = len("2026-12-01T02:20:08.123456Z")
_UUID: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")

# Texts compare by code point as UTF-8 bytes do; dates and instants have one length; a Uuid is
# lower-case. A Duration is a number of µs, for ISO 8601 would not sort.
_PRIMITIVES: Final = {
    Primitive.BOOL: Form("bool", "INTEGER", lambda value: int(cast(bool, value)), _decode_bool),
    Primitive.INT: Form("int", "INTEGER"),
    Primitive.DECIMAL: Form(
        "decimal",
        "TEXT",
        lambda value: stored_text(cast(Decimal, value)),
        _decode_decimal,
        Comparison.GENERATED_KEY,
        lambda value: order_key(cast(Decimal, value)),
    ),
    Primitive.TEXT: Form("text", "TEXT"),
    Primitive.EMAIL: Form("text", "TEXT", decode=_decode_written(Primitive.EMAIL)),
    Primitive.URL: Form("text", "TEXT", decode=_decode_written(Primitive.URL)),
    Primitive.ZONE: Form("text", "TEXT", decode=_decode_written(Primitive.ZONE)),
    Primitive.BYTES: Form("bytes", "BLOB"),
    Primitive.UUID: Form("uuid", "TEXT", decode=_decode_uuid),
    Primitive.INSTANT: Form(
        "instant", "TEXT", lambda value: instant_text(cast(Instant, value)), _decode_instant
    ),
    Primitive.CALENDAR_DATE: Form(
        "date", "TEXT", lambda value: cast(datetime.date, value).isoformat(), _decode_date
    ),
    Primitive.DURATION: Form(
        "duration",
        "INTEGER",
        lambda value: int(cast(Duration, value)),
        lambda stored: Duration(cast(int, stored)),
    ),
}
