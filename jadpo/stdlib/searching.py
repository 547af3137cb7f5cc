"""Texts cut, searched and replaced in stretches, so that the stop byte is seen in between [L6].

The results are those of Python's ``str`` methods on the whole text. Short texts take those at
once.
"""

from collections.abc import Iterator

from jadpo.stdlib.growing import joined
from jadpo.stdlib.limits import ELEMENT_WINDOW, TEXT_WINDOW, check_bytes, check_text, poll, windows

_PART = 56
"""Bytes of a short text in a list."""


def find(text: str, part: str, stop: bytearray) -> int:
    """The position of the first ``part``, or -1."""
    if len(text) <= TEXT_WINDOW:
        return text.find(part)
    for start, end in windows(len(text), _window(part), stop):
        found = text.find(part, start, end + len(part) - 1 if part else end)
        if found >= 0:
            return found
    return -1


def split(text: str, separator: str, stop: bytearray) -> list[str]:
    """The parts between the separators, which are not empty."""
    if len(text) <= TEXT_WINDOW:
        check_bytes((text.count(separator) + 1) * _PART)
        return text.split(separator)
    parts: list[str] = []
    beginning: list[str] = []
    for pieces in _pieces(text, separator, stop):
        if len(pieces) > 1:
            parts.append("".join([*beginning, pieces[0]]))
            parts += pieces[1:-1]
            beginning = []
            check_bytes(len(parts) * _PART)
        beginning.append(pieces[-1])
    parts.append("".join(beginning))
    return parts


def replace(text: str, part: str, replacement: str, stop: bytearray) -> str:
    """The text with each ``part``, from left to right, replaced.

    An empty ``part`` stands between all code points, and before and after them.
    """
    ascii_only = text.isascii() and replacement.isascii()
    growth = len(replacement) - len(part)
    if not part and len(text) > TEXT_WINDOW:
        check_text(len(text) + (len(text) + 1) * growth, ascii_only)
        return joined(_surrounded(text, replacement), stop)
    if len(text) <= TEXT_WINDOW:
        check_text(len(text) + text.count(part) * growth, ascii_only)
        return text.replace(part, replacement)
    length = len(text)
    replaced: list[str] = []
    for pieces in _pieces(text, part, stop):
        length += (len(pieces) - 1) * growth
        check_text(length, ascii_only)
        replaced.append(replacement.join(pieces))
    return joined(replaced, stop)


def _surrounded(text: str, replacement: str) -> Iterator[str]:
    """The text with the replacement before each code point and at its end, some at a time."""
    for start in range(0, len(text), ELEMENT_WINDOW):
        yield replacement
        yield replacement.join(text[start : start + ELEMENT_WINDOW])
    yield replacement


def _window(part: str) -> int:
    """How far to look at once: so far that preparing for a long ``part`` is worth it."""
    return max(TEXT_WINDOW, 4 * len(part))


def _pieces(text: str, separator: str, stop: bytearray) -> Iterator[list[str]]:
    """The text split by a separator stretch by stretch.

    The last piece of a stretch and the first one of the next belong together. A separator over
    the edge is seen because the end of a stretch in which it might begin is left to the next.
    """
    position = 0
    window = _window(separator)
    while True:
        poll(stop)
        end = min(position + window, len(text))
        pieces = text[position:end].split(separator)
        if end == len(text):
            yield pieces
            return
        kept = min(len(pieces[-1]), len(separator) - 1)
        pieces[-1] = pieces[-1][: len(pieces[-1]) - kept]
        yield pieces
        position = end - kept
