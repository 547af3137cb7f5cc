"""What keeps the library's operations within bounds: their memory and their time.

Sizes are what CPython uses, roughly and on the low side, so a result near the limit is refused
before it is there [language.md §4, ``memory_exceeded``].
"""

from collections.abc import Iterator
from typing import Final

from jadpo_runtime.faults import Fault, FaultCode, Stopped

MEMORY_LIMIT: Final = 256 * 1024 * 1024
"""Bytes that one result may have; the default limit of a boundary."""

TEXT_WINDOW: Final = 1 << 20
"""Code points or bytes between two looks at the stop byte: about 10 ms of the slowest operation."""

ELEMENT_WINDOW: Final = 1 << 14
"""Elements between two looks at the stop byte: about 10 ms of the slowest operation."""

_REFERENCE: Final = 8
"""Bytes of an element's place in a list."""

_INTEGER: Final = 32
"""Bytes of an Int that is made for a list."""

_ENTRY: Final = 48
"""Bytes of an entry of a set or map."""

_WIDE: Final = 4
"""Bytes of a code point in a text that is not ASCII."""


def poll(stop: bytearray) -> None:
    """End the body if the stop byte is set [L6]."""
    if stop[0]:
        raise Stopped


def windows(length: int, size: int, stop: bytearray) -> Iterator[tuple[int, int]]:
    """Start and end of each stretch of at most ``size``, the stop byte polled before each."""
    for start in range(0, length, size):
        poll(stop)
        yield start, min(start + size, length)


def check_bytes(size: int) -> None:
    """Fault with ``memory_exceeded`` where a result of ``size`` bytes is too large."""
    if size > MEMORY_LIMIT:
        raise Fault(
            FaultCode.MEMORY_EXCEEDED,
            f"a result of {size} bytes is more than the limit of {MEMORY_LIMIT}",
        )


def check_text(code_points: int, ascii_only: bool) -> None:
    """The same for a text of so many code points."""
    check_bytes(code_points if ascii_only else code_points * _WIDE)


def check_list(length: int) -> None:
    """The same for a list of elements that are there already."""
    check_bytes(length * _REFERENCE)


def check_range(length: int) -> None:
    """The same for a list of Ints that are made for it."""
    check_bytes(length * (_REFERENCE + _INTEGER))


def check_entries(length: int) -> None:
    """The same for a set or map."""
    check_bytes(length * _ENTRY)
