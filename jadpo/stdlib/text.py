"""``text``: operations on Text, in code points.

Letter case and white space are what they are for Python's ``str``, so those of Unicode.
"""

import datetime
from collections.abc import Iterator
from decimal import Decimal
from itertools import chain, pairwise
from typing import Final

from jadpo.stdlib.binary import to_base64
from jadpo.stdlib.growing import copied, joined, leading, repeated, repetitions, stretches
from jadpo.stdlib.limits import ELEMENT_WINDOW, TEXT_WINDOW, check_bytes, check_text, poll, windows
from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo.stdlib.searching import find, replace, split
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration, Instant
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
    return _joined(lowered, stop)


def _upper(stop: bytearray, text: str) -> str:
    if len(text) <= TEXT_WINDOW:
        return text.upper()
    return _joined(
        [text[start:end].upper() for start, end in windows(len(text), TEXT_WINDOW, stop)], stop
    )


def _joined(parts: list[str], stop: bytearray) -> str:
    check_text(sum(map(len, parts)), all(part.isascii() for part in parts))
    return joined(parts, stop)


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
    if length <= TEXT_WINDOW:
        return separator.join(parts)
    return joined(_with_separators(parts, separator), stop)


def _with_separators(parts: list[str], separator: str) -> Iterator[str]:
    """Stretches of parts, each part but the last followed by the separator."""
    for start in range(0, len(parts), ELEMENT_WINDOW):
        stretch = separator.join(parts[start : start + ELEMENT_WINDOW])
        yield stretch
        if start + ELEMENT_WINDOW < len(parts):
            yield separator


def _slice(stop: bytearray, text: str, start: int, end: int) -> str:
    start, end = max(start, 0), min(max(end, 0), len(text))
    return copied(text, start, max(start, end), stop)


def _repeat(stop: bytearray, text: str, times: int) -> str:
    length = len(text) * max(times, 0)
    check_text(length, text.isascii())
    return repeated(text, length, stop) if length else ""


def _pad_start(stop: bytearray, text: str, width: int, fill: str) -> str:
    missing = width - len(text)
    if missing <= 0 or not fill:
        return text
    check_text(width, text.isascii() and fill.isascii())
    return joined(chain(repetitions(fill, missing), stretches(text, 0, len(text))), stop)


def _of(stop: bytearray, value: object) -> str:
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
            return to_base64(stop, value)
    raise TypeError(f"{value!r} is no value of a scalar type")


def _parse_int(stop: bytearray, text: str) -> int | None:
    digits = _without_sign(text, stop)
    significant = _significant(digits, _INT_DIGITS, stop)
    if not digits or significant is None or not _are_digits(significant):
        return None
    value = int(significant or "0")
    if text.startswith("-"):
        value = -value
    return value if INT_MIN <= value <= INT_MAX else None


def _without_sign(text: str, stop: bytearray) -> str:
    return copied(text, 1, len(text), stop) if text.startswith("-") else text


def _significant(digits: str, most: int, stop: bytearray) -> str | None:
    """What follows the zeros before a number; ``None`` if that is too much for it."""
    zeros = leading(digits, "0", stop)
    return None if len(digits) - zeros > most else digits[zeros:]


def _parse_decimal(stop: bytearray, text: str) -> Decimal | None:
    sign = "-" if text.startswith("-") else ""
    digits = _without_sign(text, stop)
    zeros = leading(digits, "0", stop)
    rest = digits[zeros : zeros + MAX_DECIMAL_TEXT + 2]
    if len(digits) - zeros > len(rest):
        return None
    significant, point, fraction = rest.partition(".")
    if not (zeros or significant) or (point and not fraction):
        return None
    if len(significant) + len(fraction) > MAX_DECIMAL_TEXT:
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
        takes_stop=True,
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
        takes_stop=True,
    ),
    operation(
        "text.pad_start",
        "(text: Text, width: Int, fill: Text) -> Text",
        _pad_start,
        "The text with `fill`, repeated and cut, before it up to `width` code points; unchanged"
        " where `fill` is empty.",
        takes_stop=True,
    ),
    operation(
        "text.of",
        "<T: scalar>(value: T) -> Text",
        _of,
        "The value as text, in the form that it has in JSON.",
        takes_stop=True,
    ),
    operation(
        "text.parse_int",
        "(text: Text) -> Int?",
        _parse_int,
        "The Int that the text writes in digits, with an optional minus; `none` for anything else.",
        takes_stop=True,
    ),
    operation(
        "text.parse_decimal",
        "(text: Text) -> Decimal?",
        _parse_decimal,
        "The Decimal that the text writes in digits, with an optional minus and fraction; `none`"
        " for anything else, and where 34 digits do not hold it.",
        takes_stop=True,
    ),
    operation(
        "text.matches",
        "(text: Text, pattern: Pattern) -> Bool",
        _matches,
        "Whether the whole text matches the pattern.",
    ),
)
"""The rows of ``text``."""
