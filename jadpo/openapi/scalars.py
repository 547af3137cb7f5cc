"""The schemas of the prelude's types [R5].

Formats are notes for the tools that read them; the patterns say what is accepted.
"""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from jadpo.openapi.bounds import decimal_pattern, integer_pattern
from jadpo.openapi.json import JsonObject
from jadpo_runtime.values import INT_MAX, INT_MIN, Constraints, Duration, Primitive
from jadpo_runtime.values.constraints import bound_text
from jadpo_runtime.values.json.shapes import EXACT_IN_DOUBLE

_QUARTETS: Final = "(?:[A-Za-z0-9+/]{4})*"
_LAST_QUARTET: Final = "(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"

_DATE: Final = "(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_TIME: Final = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?Z"
_NUMBER: Final = "[0-9]{1,14}"

PLAIN_SCHEMAS: Final[Mapping[Primitive, JsonObject]] = MappingProxyType(
    {
        Primitive.BOOL: {"type": "boolean"},
        Primitive.TEXT: {"type": "string"},
        Primitive.UNIT: {"type": "null"},
    }
)
"""The primitives whose schema is written where they stand."""

NAMED_SCHEMAS: Final[Mapping[Primitive, JsonObject]] = MappingProxyType(
    {
        Primitive.INT: {
            "description": "An integer of 64 bits; beyond ±2^53 it is written as a string.",
            "type": ["integer", "string"],
            "minimum": INT_MIN,
            "maximum": INT_MAX,
            "pattern": integer_pattern(INT_MIN, INT_MAX),
        },
        Primitive.DECIMAL: {
            "description": "A decimal number of at most 34 digits, written as a string. A number "
            "is taken exactly.",
            "type": ["string", "number"],
            "pattern": decimal_pattern(None, None),
        },
        Primitive.BYTES: {
            "description": "Bytes in base64, padded.",
            "type": "string",
            "contentEncoding": "base64",
            "pattern": f"^{_QUARTETS}{_LAST_QUARTET}$",
        },
        Primitive.UUID: {
            "type": "string",
            "format": "uuid",
            "pattern": "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
        },
        Primitive.INSTANT: {
            "description": "A moment in UTC, to the microsecond.",
            "type": "string",
            "format": "date-time",
            "pattern": f"^{_DATE}T{_TIME}$",
            "examples": ["2026-12-01T02:20:08.123456Z"],
        },
        Primitive.CALENDAR_DATE: {
            "type": "string",
            "format": "date",
            "pattern": f"^{_DATE}$",
        },
        Primitive.DURATION: {
            "description": "A length of time in weeks, days, hours, minutes and seconds.",
            "type": "string",
            "format": "duration",
            "pattern": f"^-?P(?=[0-9T])(?:{_NUMBER}W)?(?:{_NUMBER}D)?(?:T(?=[0-9])(?:{_NUMBER}H)?"
            rf"(?:{_NUMBER}M)?(?:{_NUMBER}(?:\.[0-9]{{1,6}})?S)?)?$",
            "examples": ["PT5M"],
        },
        Primitive.EMAIL: {"type": "string", "format": "email", "maxLength": 320},
        Primitive.URL: {
            "description": "An absolute URL with a host.",
            "type": "string",
            "format": "uri",
            "pattern": "^[A-Za-z][A-Za-z0-9+.-]*://[!-~]+$",
        },
        Primitive.ZONE: {
            "description": "The name of an IANA time zone.",
            "type": "string",
            "minLength": 1,
            "examples": ["Europe/London"],
        },
    }
)
"""The primitives that are components of a document, under their names in the language."""


def number_keywords(kind: Primitive, constraints: Constraints) -> JsonObject:
    """The keywords of ``min`` and ``max`` on an Int or a Decimal, for numbers and strings."""
    least, most = constraints.minimum, constraints.maximum
    if least is None and most is None:
        return {}
    keywords: JsonObject = {}
    for keyword, bound in (("minimum", least), ("maximum", most)):
        if bound is not None:
            number = _json_number(bound)
            if number is None:
                # A bound that JSON's readers would round holds of the string alone.
                keywords["type"] = "string"
            else:
                keywords[keyword] = number
    if kind is Primitive.INT:
        keywords["pattern"] = integer_pattern(_int(least), _int(most))
    else:
        keywords["pattern"] = decimal_pattern(_decimal(least), _decimal(most))
    return keywords


def exact_in_double(least: int | None, most: int | None) -> bool:
    """Whether all integers between the bounds are written as numbers, none as a string."""
    return (
        least is not None
        and most is not None
        and least >= -EXACT_IN_DOUBLE
        and most <= EXACT_IN_DOUBLE
    )


def duration_note(constraints: Constraints) -> str:
    """``min`` and ``max`` of a Duration in words: no keyword compares durations."""
    least, most = constraints.minimum, constraints.maximum
    notes = []
    if isinstance(least, Duration):
        notes.append(f"At least {bound_text(least)}.")
    if isinstance(most, Duration):
        notes.append(f"At most {bound_text(most)}.")
    return " ".join(notes)


def _json_number(bound: int | Decimal | Duration) -> int | float | None:
    if isinstance(bound, int):
        return int(bound)
    assert isinstance(bound, Decimal)  # bounds of durations are told in words
    if bound == bound.to_integral_value() and abs(bound) <= EXACT_IN_DOUBLE:
        return int(bound)
    number = float(bound)
    return number if Decimal(repr(number)) == bound else None


def _int(bound: int | Decimal | Duration | None) -> int | None:
    return None if bound is None else int(bound)


def _decimal(bound: int | Decimal | Duration | None) -> Decimal | None:
    return None if bound is None else Decimal(bound)
