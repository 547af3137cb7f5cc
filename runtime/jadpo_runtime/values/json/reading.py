"""Strict JSON text: RFC 8259, no duplicate names, bounded depth and numbers."""

import decimal
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NoReturn

from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.json.error import INVALID_REQUEST, JsonError, field_step, index_step

MAX_DEPTH: Final = 100
"""Arrays and objects inside each other, in what is read and in what is written."""

_MAX_NUMBER_LENGTH: Final = 4_300
"""Characters of one number; reading longer Ints takes time quadratic in their length."""

_BRACKETS: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: bytes | str) -> object:
    """The value of a JSON text: ``None bool int Decimal str list dict``.

    A number with a fraction or exponent is an exact Decimal. Raises :class:`JsonError` with the
    code ``invalid_request`` for everything that is not JSON, and for duplicate names, halves of
    surrogate pairs, more than :data:`MAX_DEPTH` levels, and numbers of thousands of digits.
    """
    if isinstance(text, bytes | bytearray):
        text = _utf8(text)
    elif not text.isascii():
        _refuse_lone_surrogates(text, "")
    refuse_depth(text)
    try:
        value: object = _UNIQUE.decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(error) from None
    except _NameTwice:
        raise _name_twice(text) from None
    if _SURROGATE_ESCAPE.search(text):
        for path, string in _strings(value, ""):
            _refuse_lone_surrogates(string, path)
    return value


def _refused(message: str, path: str = "") -> JsonError:
    return JsonError(path, INVALID_REQUEST, message)


def _not_json(error: json.JSONDecodeError) -> JsonError:
    message = error.msg[:1].lower() + error.msg[1:]
    return _refused(f"this is not JSON: {message} (line {error.lineno}, column {error.colno})")


def _utf8(text: bytes | bytearray) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(f"the text is not UTF-8 (at byte {error.start})") from None


def _refuse_lone_surrogates(text: str, path: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise _refused("a text holds half of a surrogate pair", path) from None


def refuse_depth(text: str) -> None:
    """Refuse JSON nested more than :data:`MAX_DEPTH` deep, before anything recurses over it.

    Python's own reader recurses on the native stack, and where the recursion limit was raised it
    ends the process instead of raising ``RecursionError``. Raises :class:`JsonError`.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _refused(f"arrays and objects are nested more than {MAX_DEPTH} deep")
        elif bracket in "]}":
            depth -= 1


class _NameTwice(Exception):  # noqa: N818 - it is caught here
    """Some object has a name twice; where, only a second reading looks for."""


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _NameTwice
    return value


class _Pairs(list[tuple[str, object]]):
    """An object whose names may stand twice."""


def _name_twice(text: str) -> JsonError:
    """The error for a text in which some object has a name twice."""
    try:
        value = _WITH_DUPLICATES.decode(text)
    except json.JSONDecodeError as error:
        return _not_json(error)
    for path, pairs in _objects(value, ""):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                return _refused("the field stands twice", path + _step(path, name))
            seen.add(name)
    raise InternalError("no object of the JSON text has a name twice")


def _objects(value: object, path: str) -> Iterator[tuple[str, _Pairs]]:
    if isinstance(value, _Pairs):
        yield path, value
        for name, item in value:
            yield from _objects(item, path + _step(path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _objects(item, path + index_step(index))


def _step(path: str, name: str) -> str:
    step = field_step(name)
    return step if step.startswith("[") or not path else f".{step}"


def _strings(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield path, name
            yield from _strings(item, path + _step(path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, path + index_step(index))


def _integer(text: str) -> int:
    if len(text) > _MAX_NUMBER_LENGTH:
        raise _refused(f"a number has more than {_MAX_NUMBER_LENGTH} characters")
    return int(text)


def _number(text: str) -> Decimal:
    if len(text) > _MAX_NUMBER_LENGTH:
        raise _refused(f"a number has more than {_MAX_NUMBER_LENGTH} characters")
    try:
        return Decimal(text)
    except decimal.InvalidOperation:
        raise _refused("a number's exponent is out of all bounds") from None


def _refuse_constant(name: str) -> NoReturn:
    raise _refused(f"this is not JSON: `{name}` is no number")


_UNIQUE: Final = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_float=_number,
    parse_int=_integer,
    parse_constant=_refuse_constant,
)
_WITH_DUPLICATES: Final = json.JSONDecoder(
    object_pairs_hook=_Pairs,
    parse_float=_number,
    parse_int=_integer,
    parse_constant=_refuse_constant,
)
