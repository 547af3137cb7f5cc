"""``text``: operations on Text, in code points.

Letter case and white space are what they are for Python's ``str``, so those of Unicode.
"""

import datetime
from decimal import Decimal
from itertools import pairwise
from typing import Final

from jadpo.stdlib.limits import TEXT_WINDOW, check_bytes, check_text, poll, windows
from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo.stdlib.searching import find, replace, split
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration, Instant
from jadpo_runtime.values.base64 import base64_text
from jadpo_runtime.values.iso8601 import date_text, duration_text, instant_text
from jadpo_runtime.values.numbers import MAX_DECIMAL_TEXT, decimal_text, exact_decimal
from jadpo_runtime.values.patterns import compile_pattern

_INT_DIGITS: Final = 19
"""Digits of the largest Int."""

_ONE_CHARACTER: Final = 64
"""Bytes of a text of one code point in a list."""


def _contains(stop: bytearray, text: str, part: str) -> bool:
    return find(text, part, stop) >= 0


def _index_of(stop: bytearray, text: str, part: str) -> int | None:
    found = find(text, part, stop)
    return None if found < 0 else found


def _trim(stop: bytearray, text: str) -> str:
    if len(text) <= TEXT_WINDOW:
        return text.strip()
    start = _leading_space(text, stop)
    return text[start : len(text) - _trailing_space(text[start:], stop)]


def _leading_space(text: str, stop: bytearray) -> int:
    """How many code points of white space a text begins with."""
    for start, end in windows(len(text), TEXT_WINDOW, stop):
        rest = text[start:end].lstrip()
        if rest:
            return end - len(rest)
    return len(text)


def _trailing_space(text: str, stop: bytearray) -> int:
    """How many code points of white space a text ends with."""
    for start, end in windows(len(text), TEXT_WINDOW, stop):
        rest = text[len(text) - end : len(text) - start].rstrip()
        if rest:
            return end - len(rest)
    return len(text)


def _lower(stop: bytearray, text: str) -> str:
    if len(text) <= TEXT_WINDOW:
        return text.lower()
    # A final sigma depends on the letters around it, and no letter's word goes over a space.
    before = " " if "Σ" in text else ""
    edges = [0]
    while edges[-1] < len(text):
        edge = text.find(before, edges[-1] + TEXT_WINDOW)
        edges.append(len(text) if edge < 0 else edge)
    lowered = []
    for start, end in pairwise(edges):
        poll(stop)
        lowered.append(text[start:end].lower())
    return _joined(lowered)


def _upper(stop: bytearray, text: str) -> str:
    if len(text) <= TEXT_WINDOW:
        return text.upper()
    return _joined(
        [text[start:end].upper() for start, end in windows(len(text), TEXT_WINDOW, stop)]
    )


def _joined(parts: list[str]) -> str:
    check_text(sum(map(len, parts)), all(part.isascii() for part in parts))
    return "".join(parts)


def _replace(stop: bytearray, text: str, part: str, replacement: str) -> str:
    return replace(text, part, replacement, stop)


def _split(stop: bytearray, text: str, separator: str) -> list[str]:
    if separator:
        return split(text, separator, stop)
    if not text.isascii():
        check_bytes(len(text) * _ONE_CHARACTER)
    characters: list[str] = []
    for start, end in windows(len(text), TEXT_WINDOW, stop):
        characters += text[start:end]
        check_bytes(len(characters) * 8)
    return characters


def _join(stop: bytearray, parts: list[str], separator: str) -> str:
    length = len(separator) * (len(parts) - 1)
    ascii_only = separator.isascii()
    for start, end in windows(len(parts), TEXT_WINDOW, stop):
        stretch = parts[start:end]
        length += sum(map(len, stretch))
        ascii_only = ascii_only and all(map(str.isascii, stretch))
    check_text(length, ascii_only)
    return separator.join(parts)


def _slice(text: str, start: int, end: int) -> str:
    return text[max(start, 0) : max(end, 0)]


def _repeat(text: str, times: int) -> str:
    check_text(len(text) * max(times, 0), text.isascii())
    return text * times


def _pad_start(text: str, width: int, fill: str) -> str:
    missing = width - len(text)
    if missing <= 0 or not fill:
        return text
    check_text(width, text.isascii() and fill.isascii())
    return (fill * (missing // len(fill) + 1))[:missing] + text


def _of(value: object) -> str:
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case Instant():
            return instant_text(value)
        case Duration():
            return duration_text(value)
        case int():
            return str(value)
        case Decimal():
            return decimal_text(value)
        case datetime.date():
            return date_text(value)
        case bytes():
            check_bytes(len(value) // 3 * 4)
            return base64_text(value)
    raise TypeError(f"{value!r} is no value of a scalar type")


def _parse_int(text: str) -> int | None:
    digits = text[1:] if text.startswith("-") else text
    significant = digits.lstrip("0")
    if not digits or len(significant) > _INT_DIGITS or not _are_digits(significant):
        return None
    value = int(significant or "0")
    if text.startswith("-"):
        value = -value
    return value if INT_MIN <= value <= INT_MAX else None


def _parse_decimal(text: str) -> Decimal | None:
    sign = "-" if text.startswith("-") else ""
    whole, point, fraction = text.removeprefix("-").partition(".")
    significant = whole.lstrip("0") if whole else ""
    if not whole or (point and not fraction) or len(significant) + len(fraction) > MAX_DECIMAL_TEXT:
        return None
    if not _are_digits(significant) or not _are_digits(fraction):
        return None
    return exact_decimal(f"{sign}{significant or '0'}{point}{fraction}")


def _are_digits(text: str) -> bool:
    return text == "" or (text.isascii() and text.isdigit())


def _matches(text: str, pattern: str) -> bool:
    return compile_pattern(pattern)(text)


TEXT_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "text.length",
        "(text: Text) -> Int",
        len,
        "The number of code points.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "text.contains",
        "(text: Text, part: Text) -> Bool",
        _contains,
        "Whether `part` stands in the text; the empty text stands in every one.",
        takes_stop=True,
    ),
    operation(
        "text.starts_with",
        "(text: Text, part: Text) -> Bool",
        str.startswith,
        "Whether the text begins with `part`.",
    ),
    operation(
        "text.ends_with",
        "(text: Text, part: Text) -> Bool",
        str.endswith,
        "Whether the text ends with `part`.",
    ),
    operation(
        "text.trim",
        "(text: Text) -> Text",
        _trim,
        "The text without white space at its ends.",
        takes_stop=True,
    ),
    operation(
        "text.lower",
        "(text: Text) -> Text",
        _lower,
        "The text in lower case.",
        takes_stop=True,
    ),
    operation(
        "text.upper",
        "(text: Text) -> Text",
        _upper,
        "The text in upper case, which may be longer (`ß` becomes `SS`).",
        takes_stop=True,
    ),
    operation(
        "text.replace",
        "(text: Text, part: Text, with: Text) -> Text",
        _replace,
        "The text with each `part`, from left to right, replaced; an empty `part` stands around"
        " every code point.",
        takes_stop=True,
    ),
    operation(
        "text.split",
        "(text: Text, separator: Text) -> List<Text>",
        _split,
        "The parts between the separators; an empty separator splits into code points.",
        takes_stop=True,
    ),
    operation(
        "text.join",
        "(parts: List<Text>, separator: Text) -> Text",
        _join,
        "The parts with the separator between them.",
        takes_stop=True,
    ),
    operation(
        "text.slice",
        "(text: Text, start: Int, end: Int) -> Text",
        _slice,
        "The code points from `start` up to, without, `end`; both are clamped to the text.",
    ),
    operation(
        "text.index_of",
        "(text: Text, part: Text) -> Int?",
        _index_of,
        "The position of the first `part`, or `none`.",
        takes_stop=True,
    ),
    operation(
        "text.repeat",
        "(text: Text, times: Int) -> Text",
        _repeat,
        "The text so many times over; empty for zero and less.",
    ),
    operation(
        "text.pad_start",
        "(text: Text, width: Int, fill: Text) -> Text",
        _pad_start,
        "The text with `fill`, repeated and cut, before it up to `width` code points; unchanged"
        " where `fill` is empty.",
    ),
    operation(
        "text.of",
        "<T: scalar>(value: T) -> Text",
        _of,
        "The value as text, in the form that it has in JSON.",
    ),
    operation(
        "text.parse_int",
        "(text: Text) -> Int?",
        _parse_int,
        "The Int that the text writes in digits, with an optional minus; `none` for anything else.",
    ),
    operation(
        "text.parse_decimal",
        "(text: Text) -> Decimal?",
        _parse_decimal,
        "The Decimal that the text writes in digits, with an optional minus and fraction; `none`"
        " for anything else, and where 34 digits do not hold it.",
    ),
    operation(
        "text.matches",
        "(text: Text, pattern: Pattern) -> Bool",
        _matches,
        "Whether the whole text matches the pattern.",
    ),
)
"""The rows of ``text``."""
