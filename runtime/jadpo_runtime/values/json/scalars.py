"""From JSON to the values of the primitives [R5]."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from jadpo_runtime.values.base64 import strict_base64
from jadpo_runtime.values.formats import parse_text
from jadpo_runtime.values.iso8601 import parse_duration
from jadpo_runtime.values.json.error import INVALID_REQUEST, JsonError, broken_rule, wrong_type
from jadpo_runtime.values.numbers import INT_MAX, INT_MIN, MAX_DECIMAL_TEXT, exact_decimal
from jadpo_runtime.values.types import Primitive
from jadpo_runtime.values.violation import Violation

_INT: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_DECIMAL: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def _bool(value: object) -> object:
    if value is True or value is False:
        return value
    raise wrong_type("Bool", "`true` or `false`")


def _int(value: object) -> object:
    if isinstance(value, str) and _INT.fullmatch(value):
        value = int(value)
    elif isinstance(value, Decimal) and INT_MIN <= value <= INT_MAX and value == int(value):
        # JSON knows one kind of number: some writers send `33.0` for 33, as JSON Schema allows.
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and INT_MIN <= value <= INT_MAX:
        return value
    raise wrong_type("Int", "an integer of 64 bits")


def _decimal(value: object) -> object:
    if isinstance(value, str):
        if len(value) > MAX_DECIMAL_TEXT or not _DECIMAL.fullmatch(value):
            raise _no_decimal()
    elif isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise _no_decimal()
    decimal = exact_decimal(value)
    if decimal is None:
        raise _no_decimal()
    return decimal


def _no_decimal() -> JsonError:
    return wrong_type("Decimal", "a decimal number of at most 34 digits, as a string")


def text_of(value: object, type_name: str) -> str:
    """The text of a JSON string; a half of a surrogate pair is no text."""
    if not isinstance(value, str):
        raise wrong_type(type_name, "a string")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            message = "a text holds half of a surrogate pair"
            raise JsonError("", INVALID_REQUEST, message) from None
    return value


def _bytes(value: object) -> object:
    text = text_of(value, "Bytes")
    decoded = strict_base64(text)
    if decoded is None:
        raise broken_rule("base64")
    return decoded


def _duration(value: object) -> object:
    duration = parse_duration(text_of(value, "Duration"))
    if duration is None:
        raise broken_rule("duration")
    return duration


def _unit(value: object) -> object:
    if value is None:
        return None
    raise wrong_type("Unit", "`null`")


def _written(primitive: Primitive) -> Callable[[object], object]:
    def decode_written(value: object) -> object:
        parsed = parse_text(primitive, text_of(value, primitive.value))
        if isinstance(parsed, Violation):
            raise broken_rule(parsed.constraint)
        return parsed

    return decode_written


SCALAR_DECODERS: Final[Mapping[Primitive, Callable[[object], object]]] = {
    Primitive.BOOL: _bool,
    Primitive.INT: _int,
    Primitive.DECIMAL: _decimal,
    Primitive.TEXT: lambda value: text_of(value, "Text"),
    Primitive.BYTES: _bytes,
    Primitive.UUID: _written(Primitive.UUID),
    Primitive.INSTANT: _written(Primitive.INSTANT),
    Primitive.CALENDAR_DATE: _written(Primitive.CALENDAR_DATE),
    Primitive.DURATION: _duration,
    Primitive.EMAIL: _written(Primitive.EMAIL),
    Primitive.URL: _written(Primitive.URL),
    Primitive.ZONE: _written(Primitive.ZONE),
    Primitive.UNIT: _unit,
}
"""By primitive: from a JSON value to its value, or JsonError."""
