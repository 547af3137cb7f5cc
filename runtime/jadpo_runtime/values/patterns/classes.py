"""Sets of characters as sorted ranges of code points, both ends inclusive."""

import bisect
import functools
from collections.abc import Iterable
from typing import Final, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]

_LAST: Final = 0x10FFFF

PERL_CLASSES: Final[dict[str, Ranges]] = {
    "d": ((48, 57),),
    "s": ((9, 10), (12, 13), (32, 32)),
    "w": ((48, 57), (65, 90), (95, 95), (97, 122)),
}
r"""``\d \s \w``, which are ASCII."""

POSIX_CLASSES: Final[dict[str, Ranges]] = {
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "alpha": ((65, 90), (97, 122)),
    "ascii": ((0, 127),),
    "blank": ((9, 9), (32, 32)),
    "cntrl": ((0, 31), (127, 127)),
    "digit": ((48, 57),),
    "graph": ((33, 126),),
    "lower": ((97, 122),),
    "print": ((32, 126),),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
    "space": ((9, 13), (32, 32)),
    "upper": ((65, 90),),
    "word": ((48, 57), (65, 90), (95, 95), (97, 122)),
    "xdigit": ((48, 57), (65, 70), (97, 102)),
}


def union(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """The same characters, sorted and joined."""
    joined: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return tuple(joined)


def complement(ranges: Ranges) -> Ranges:
    """All other characters."""
    others, following = [], 0
    for low, high in ranges:
        if following < low:
            others.append((following, low - 1))
        following = high + 1
    if following <= _LAST:
        others.append((following, _LAST))
    return tuple(others)


def folded(ranges: Ranges) -> Ranges:
    """These characters in either case."""
    orbits = _orbits()
    cased = _cased()
    more = [
        (other, other)
        for low, high in ranges
        for each in cased[bisect.bisect_left(cased, low) : bisect.bisect_right(cased, high)]
        for other in orbits[each]
    ]
    return union([*ranges, *more]) if more else ranges


@functools.cache
def _orbits() -> dict[int, tuple[int, ...]]:
    """For each character that has a case, the characters that are one with it."""
    from jadpo_runtime.values.patterns.unicode_groups import ORBITS

    orbits = [tuple(int(point, 16) for point in orbit.split("=")) for orbit in ORBITS.split()]
    return {point: orbit for orbit in orbits for point in orbit}


@functools.cache
def _cased() -> list[int]:
    return sorted(_orbits())


@functools.cache
def unicode_group(name: str) -> Ranges | None:
    """The characters of a category or a script by RE2's name of it, or ``None``."""
    from jadpo_runtime.values.patterns.unicode_groups import GROUPS

    if name == "Any":
        return ((0, _LAST),)
    if name in ("C", "L", "M", "N", "P", "S", "Z"):
        members = (_read(GROUPS[each]) for each in GROUPS if len(each) == 2 and each[0] == name)
        return union(pair for ranges in members for pair in ranges)
    return _read(GROUPS[name]) if name in GROUPS else None


def _read(encoded: str) -> Ranges:
    ranges, end = [], 0
    for each in encoded.split():
        gap, _, more = each.partition("+")
        low = end + int(gap, 16)
        high = low + int(more or "0", 16)
        ranges.append((low, high))
        end = high + 1
    return tuple(ranges)
