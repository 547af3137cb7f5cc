"""From values of Python to JSON values, as the runtime's decoders take them."""

import base64
import datetime
import enum
import json
import uuid
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from jadpo.embedding.errors import InputInvalid
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.values.iso8601 import duration_text, instant_text
from jadpo_runtime.values.json import JsonError, parse_json

_EPOCH: Final = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_MICROSECOND: Final = datetime.timedelta(microseconds=1)


def json_text(value: object) -> bytes:
    """The JSON of a value of Python; raises :class:`InputInvalid` for one that has none.

    Beside what :mod:`json` writes, it takes decimal numbers, UUIDs, dates, times with a zone,
    durations, bytes, sets and members of enums, in the form that the types of Jadpo have.
    """
    try:
        return json.dumps(value, default=_written).encode()
    except (TypeError, ValueError) as error:
        raise InputInvalid(f"this has no JSON: {error}") from None
    except RecursionError:
        raise InputInvalid("this has no JSON: it is nested too deeply") from None


def json_value(value: object) -> object:
    """The value as the runtime's decoders take it; raises :class:`InputInvalid`."""
    try:
        return parse_json(json_text(value))
    except JsonError as error:
        raise InputInvalid(error.message, error.path, error.constraint) from None


def as_instant(moment: datetime.datetime) -> Instant:
    """The instant of a time with a zone; raises ValueError for one without."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone")
    return Instant((moment - _EPOCH) // _MICROSECOND)


def as_datetime(instant: Instant) -> datetime.datetime:
    """The instant as a time of UTC."""
    return _EPOCH + datetime.timedelta(microseconds=int(instant))


def as_duration(span: datetime.timedelta) -> Duration:
    """The duration of a time span."""
    return Duration(span // _MICROSECOND)


def _written(value: object) -> object:
    """The JSON of what :mod:`json` does not write."""
    for type_, write in _WRITTEN.items():
        if isinstance(value, type_):
            return write(value)
    raise TypeError(f"{type(value).__name__} is no type whose values have one")


# In this order: a `datetime` is also a `date`.
_WRITTEN: Final[Mapping[type, Callable[[Any], object]]] = {
    Decimal: str,
    uuid.UUID: str,
    datetime.datetime: lambda value: instant_text(as_instant(value)),
    datetime.date: datetime.date.isoformat,
    datetime.timedelta: lambda value: duration_text(as_duration(value)),
    bytes: lambda value: base64.b64encode(value).decode("ascii"),
    set: list,
    frozenset: list,
    enum.Enum: lambda value: value.value,
    Mapping: dict,
}
