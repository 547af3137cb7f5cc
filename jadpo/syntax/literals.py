"""Literals: from what is written to what is meant. Ranges are the checker's."""

import re
from typing import NamedTuple

DURATION_UNITS = {
    "ms": 1_000,
    "s": 1_000_000,
    "m": 60_000_000,
    "h": 3_600_000_000,
    "d": 86_400_000_000,
}
"""The units of durations, in microseconds."""

_ESCAPE = re.compile(r"\\(?:u\{([^}\"\r\n]*)\}?|(.))", re.DOTALL)
_SIMPLE_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}


class BadEscape(NamedTuple):
    """An escape that means nothing, by its place in the literal's text."""

    text: str
    start: int
    end: int


def text_value(text: str) -> str:
    """The value of a text literal, written with its quotes. Bad escapes stay as they are."""
    if "\\" not in text:
        return text[1:-1]
    return _ESCAPE.sub(_unescaped, text[1:-1])


def bad_escapes(text: str) -> list[BadEscape]:
    """The escapes in a literal's text that mean nothing."""
    return [
        BadEscape(found[0], found.start(), found.end())
        for found in _ESCAPE.finditer(text, 1, len(text) - 1)
        if _meaning(found) is None
    ]


def int_value(text: str) -> int:
    """The value of an Int literal without sign: any that is beyond 64 bits stays so.

    Python refuses to read more than 4,300 digits, and nobody needs the value of 40.
    """
    digits = text.replace("_", "").lstrip("0")
    return int(digits[:40] or "0")


def duration_microseconds(text: str) -> int:
    """The length of a duration literal, without sign; as with Ints, 40 digits of it count."""
    unit = "ms" if text.endswith("ms") else text[-1]
    return int_value(text.removesuffix(unit)) * DURATION_UNITS[unit]


def duration_text(microseconds: int) -> str:
    """The literal of a duration of whole milliseconds, in the largest unit that is exact."""
    unit = max(
        (each for each in DURATION_UNITS if microseconds % DURATION_UNITS[each] == 0),
        key=DURATION_UNITS.__getitem__,
    )
    return f"{microseconds // DURATION_UNITS[unit]}{unit}"


def _unescaped(found: re.Match[str]) -> str:
    meaning = _meaning(found)
    return found[0] if meaning is None else meaning


def _meaning(found: re.Match[str]) -> str | None:
    if found[1] is None:
        return _SIMPLE_ESCAPES.get(found[2])
    if not found[0].endswith("}") or not re.fullmatch(r"[0-9A-Fa-f]{1,6}", found[1]):
        return None
    code_point = int(found[1], 16)
    is_scalar = code_point <= 0x10FFFF and not 0xD800 <= code_point <= 0xDFFF
    return chr(code_point) if is_scalar else None
