"""Stable sorting that can be stopped [L6]."""

from collections.abc import Callable
from heapq import merge
from typing import Any

from jadpo.stdlib.limits import poll

_BLOCK = 1 << 16
"""Elements that are sorted at once, in some tens of milliseconds."""

_MERGED = 1 << 12
"""Elements merged between two looks at the stop byte."""


def stable_sorted(
    elements: list[Any], stop: bytearray, key: Callable[[Any], Any] | None = None
) -> list[Any]:
    """The elements in ascending order of themselves or their keys; equal ones keep their order."""
    if len(elements) <= _BLOCK:
        return sorted(elements, key=key)
    blocks = []
    for start in range(0, len(elements), _BLOCK):
        poll(stop)
        blocks.append(sorted(elements[start : start + _BLOCK], key=key))
    result: list[Any] = []
    for element in merge(*blocks, key=key):
        if len(result) % _MERGED == 0:
            poll(stop)
        result.append(element)
    return result
