"""Lists in another order, and lists made by functions."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from jadpo.stdlib.limits import ELEMENT_WINDOW, windows
from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo.stdlib.sorting import stable_sorted
from jadpo_runtime.values.equality import content_key


def _sort(stop: bytearray, items: list[Any]) -> list[Any]:
    return stable_sorted(items, stop)


def _sort_by(stop: bytearray, items: list[Any], key: Callable[[Any], Any]) -> list[Any]:
    keys = _map(stop, items, key)
    order = stable_sorted(list(range(len(items))), stop, keys.__getitem__)
    return [items[position] for position in order]


def _map(stop: bytearray, items: list[Any], function: Callable[[Any], Any]) -> list[Any]:
    results: list[Any] = []
    for start, end in windows(len(items), ELEMENT_WINDOW, stop):
        results += [function(item) for item in items[start:end]]
    return results


def _filter(stop: bytearray, items: list[Any], condition: Callable[[Any], bool]) -> list[Any]:
    kept: list[Any] = []
    for start, end in windows(len(items), ELEMENT_WINDOW, stop):
        kept += [item for item in items[start:end] if condition(item)]
    return kept


def _distinct(stop: bytearray, items: list[object]) -> list[object]:
    firsts: dict[Hashable, object] = {}
    for start, end in windows(len(items), ELEMENT_WINDOW, stop):
        for item in items[start:end]:
            firsts.setdefault(content_key(item), item)
    return list(firsts.values())


TRANSFORMATION_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "collection.sort",
        "<T: ordered>(items: List<T>) -> List<T>",
        _sort,
        "The elements in ascending order; equal ones keep their order.",
        cost=Cost.SORTING,
        takes_stop=True,
    ),
    operation(
        "collection.sort_by",
        "<T, K: ordered>(items: List<T>, *, key: (T) -> K) -> List<T>",
        _sort_by,
        "The elements in ascending order of what `key` gives; equal ones keep their order.",
        cost=Cost.SORTING,
        takes_stop=True,
    ),
    operation(
        "collection.map",
        "<T, R>(items: List<T>, *, with: (T) -> R) -> List<R>",
        _map,
        "What the function gives for each element.",
        takes_stop=True,
    ),
    operation(
        "collection.filter",
        "<T>(items: List<T>, *, where: (T) -> Bool) -> List<T>",
        _filter,
        "The elements for which the function gives `true`.",
        takes_stop=True,
    ),
    operation(
        "collection.distinct",
        "<T>(items: List<T>) -> List<T>",
        _distinct,
        "The elements without those that equal an earlier one.",
        takes_stop=True,
    ),
)
"""The rows of ``collection`` that make lists from all elements of one."""
