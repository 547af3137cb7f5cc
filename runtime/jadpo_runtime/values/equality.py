"""Equality of values that may be nested without bound [T9].

Python compares tuples, lists and dicts as the language does, but recursively in C, so that a deep
enough value would end the process. What may be deep is compared here.
"""

from collections.abc import Hashable
from typing import Final

from jadpo_runtime.faults import Fault, FaultCode

_SHALLOW: Final = 50
"""Levels that Python compares and hashes with no danger to the stack."""


def is_shallow(value: object) -> bool:
    """Whether ``value`` is nested so little that ``==`` with anything is safe."""
    level = [value]
    for _ in range(_SHALLOW):
        if not level:
            return True
        level = [part for whole in level for part in _parts(whole)]
    return False


def _parts(value: object) -> list[object]:
    if isinstance(value, list | tuple):
        return [part for part in value if isinstance(part, list | tuple | dict)]
    if isinstance(value, dict):
        return [part for part in value.values() if isinstance(part, list | tuple | dict)]
    return []


def same_value(left: object, right: object) -> bool:
    """Whether two values of one type are equal, without recursion."""
    pairs = [(left, right)]
    while pairs:
        one, other = pairs.pop()
        if one is other:
            continue
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            if len(one) != len(other):
                return False
            pairs.extend(zip(one, other, strict=True))
        elif isinstance(one, dict) and isinstance(other, dict):
            if len(one) != len(other):
                return False
            for key, value in one.items():
                if key not in other:
                    return False
                pairs.append((value, other[key]))
        elif one != other:
            return False
    return True


def content_key(value: object) -> Hashable:
    """What equal values of one type, and only they, have in common, to find them by.

    A value nested deeper than about 50 levels is the fault ``memory_exceeded``.
    """
    return _content_key(value, 0)


def _content_key(value: object, depth: int) -> Hashable:
    if depth > _SHALLOW:
        raise Fault(FaultCode.MEMORY_EXCEEDED, "a value is nested too deep to be looked up")
    if isinstance(value, list | tuple):
        return tuple([_content_key(part, depth + 1) for part in value])
    if isinstance(value, dict):
        return frozenset([(key, _content_key(part, depth + 1)) for key, part in value.items()])
    assert isinstance(value, Hashable)
    return value
