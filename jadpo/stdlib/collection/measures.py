"""Questions to collections: how many, whether, which sum, the least and the most."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from jadpo.stdlib.collection.elements import position_of
from jadpo.stdlib.limits import ELEMENT_WINDOW, windows
from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo_runtime.values import INT_MAX
from jadpo_runtime.values.numbers import decimal_add, int_add


def _is_empty(collection: list[object] | Mapping[object, object]) -> bool:
    return not collection


def _list_contains(stop: bytearray, items: list[object], item: object) -> bool:
    return position_of(items, item, stop) >= 0


def _index_of(stop: bytearray, items: list[object], item: object) -> int | None:
    position = position_of(items, item, stop)
    return None if position < 0 else position


def _has_key(entries: Mapping[object, object], key: object) -> bool:
    return key in entries


def _sum_of_ints(stop: bytearray, numbers: list[int]) -> int:
    total = 0
    for start, end in windows(len(numbers), ELEMENT_WINDOW, stop):
        stretch = numbers[start:end]
        if abs(total) + sum(map(abs, stretch)) <= INT_MAX:
            total += sum(stretch)
        else:
            # Some sum on the way may overflow, and then the whole does, whatever follows.
            for number in stretch:
                total = int_add(total, number)
    return total


def _sum_of_decimals(stop: bytearray, numbers: list[Decimal]) -> Decimal:
    total = Decimal(0)
    for start, end in windows(len(numbers), ELEMENT_WINDOW, stop):
        for number in numbers[start:end]:
            total = decimal_add(total, number)
    return total


def _extreme(choose: Callable[..., Any]) -> Callable[[bytearray, list[Any]], Any]:
    def extreme(stop: bytearray, items: list[Any]) -> Any:
        # Both `min` and `max` give the first of equal elements.
        of_stretches = [
            choose(items[start:end]) for start, end in windows(len(items), ELEMENT_WINDOW, stop)
        ]
        return choose(of_stretches, default=None)

    return extreme


MEASURE_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "collection.count(List)",
        "<T>(items: List<T>) -> Int",
        len,
        "The number of elements.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.count(Set)",
        "<T: scalar>(members: Set<T>) -> Int",
        len,
        "The number of members.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.count(Map)",
        "<K: scalar, V>(entries: Map<K, V>) -> Int",
        len,
        "The number of keys.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.is_empty(List)",
        "<T>(items: List<T>) -> Bool",
        _is_empty,
        "Whether there is no element.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.is_empty(Set)",
        "<T: scalar>(members: Set<T>) -> Bool",
        _is_empty,
        "Whether there is no member.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.is_empty(Map)",
        "<K: scalar, V>(entries: Map<K, V>) -> Bool",
        _is_empty,
        "Whether there is no key.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.contains(List)",
        "<T>(items: List<T>, item: T) -> Bool",
        _list_contains,
        "Whether an element equals `item`.",
        takes_stop=True,
    ),
    operation(
        "collection.contains(Set)",
        "<T: scalar>(members: Set<T>, member: T) -> Bool",
        _has_key,
        "Whether `member` is in the set.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.contains(Map)",
        "<K: scalar, V>(entries: Map<K, V>, key: K) -> Bool",
        _has_key,
        "Whether the map has `key`.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.index_of",
        "<T>(items: List<T>, item: T) -> Int?",
        _index_of,
        "The position of the first element that equals `item`, or `none`.",
        takes_stop=True,
    ),
    operation(
        "collection.sum(Int)",
        "(numbers: List<Int>) -> Int",
        _sum_of_ints,
        "The sum, from the first to the last; 0 of no numbers.",
        takes_stop=True,
    ),
    operation(
        "collection.sum(Decimal)",
        "(numbers: List<Decimal>) -> Decimal",
        _sum_of_decimals,
        "The sum, from the first to the last; 0 of no numbers.",
        takes_stop=True,
    ),
    operation(
        "collection.minimum",
        "<T: ordered>(items: List<T>) -> T?",
        _extreme(min),
        "The least element, the first of equal ones; `none` of an empty list.",
        takes_stop=True,
    ),
    operation(
        "collection.maximum",
        "<T: ordered>(items: List<T>) -> T?",
        _extreme(max),
        "The greatest element, the first of equal ones; `none` of an empty list.",
        takes_stop=True,
    ),
)
"""The rows of ``collection`` that measure and search."""
