"""Lists made from lists, and single elements of them."""

from typing import Final

from jadpo.stdlib.limits import ELEMENT_WINDOW, check_list, check_range, windows
from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo_runtime.faults import Fault, FaultCode


def _append(items: list[object], item: object) -> list[object]:
    check_list(len(items) + 1)
    return [*items, item]


def _concat(left: list[object], right: list[object]) -> list[object]:
    check_list(len(left) + len(right))
    return left + right


def _at(items: list[object], index: int) -> object:
    return items[index] if 0 <= index < len(items) else None


def _replace_at(items: list[object], index: int, item: object) -> list[object]:
    if not 0 <= index < len(items):
        raise Fault(
            FaultCode.INDEX_OUT_OF_RANGE,
            f"there is no element {index} in a list of {len(items)}",
        )
    replaced = items.copy()
    replaced[index] = item
    return replaced


def _first(items: list[object]) -> object:
    return items[0] if items else None


def _last(items: list[object]) -> object:
    return items[-1] if items else None


def _slice(items: list[object], start: int, end: int) -> list[object]:
    return items[max(start, 0) : max(end, 0)]


def _reverse(items: list[object]) -> list[object]:
    return items[::-1]


def _range(stop: bytearray, start: int, end: int) -> list[int]:
    length = max(end - start, 0)
    check_range(length)
    numbers: list[int] = []
    for first, after in windows(length, ELEMENT_WINDOW, stop):
        numbers += range(start + first, start + after)
    return numbers


def _empty_list() -> list[object]:
    return []


LIST_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "collection.append",
        "<T>(items: List<T>, item: T) -> List<T>",
        _append,
        "The list with `item` after its elements.",
    ),
    operation(
        "collection.concat",
        "<T>(left: List<T>, right: List<T>) -> List<T>",
        _concat,
        "The elements of both lists.",
    ),
    operation(
        "collection.at",
        "<T: present>(items: List<T>, index: Int) -> T?",
        _at,
        "The element at a position, counted from 0; `none` outside of the list.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.replace_at",
        "<T>(items: List<T>, index: Int, item: T) -> List<T>",
        _replace_at,
        "The list with another element at a position; outside of it the fault"
        " `index_out_of_range`.",
    ),
    operation(
        "collection.first",
        "<T: present>(items: List<T>) -> T?",
        _first,
        "The first element; `none` of an empty list.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.last",
        "<T: present>(items: List<T>) -> T?",
        _last,
        "The last element; `none` of an empty list.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.slice",
        "<T>(items: List<T>, start: Int, end: Int) -> List<T>",
        _slice,
        "The elements from `start` up to, without, `end`; both are clamped to the list.",
    ),
    operation(
        "collection.reverse",
        "<T>(items: List<T>) -> List<T>",
        _reverse,
        "The elements from the last to the first.",
    ),
    operation(
        "collection.range",
        "(from: Int, to: Int) -> List<Int>",
        _range,
        "The numbers from `from` up to, without, `to`. `for` counts them without making the list.",
        takes_stop=True,
    ),
    operation(
        "collection.empty_list",
        "<T>() -> List<T>",
        _empty_list,
        "A list without elements, of the type that the context wants.",
        cost=Cost.CONSTANT,
    ),
)
"""The rows of ``collection`` on single lists."""
