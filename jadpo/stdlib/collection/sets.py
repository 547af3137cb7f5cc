"""Operations on sets."""

from collections.abc import Iterable
from itertools import islice
from typing import Final, TypeAlias

from jadpo.stdlib.limits import ELEMENT_WINDOW, check_entries, poll, windows
from jadpo.stdlib.operation import Cost, Operation, operation

Members: TypeAlias = dict[object, None]


def _set_of(stop: bytearray, items: list[object]) -> Members:
    members: Members = {}
    for start, end in windows(len(items), ELEMENT_WINDOW, stop):
        members |= dict.fromkeys(items[start:end])
        check_entries(len(members))
    return members


def _list_of(members: Members) -> list[object]:
    return list(members)


def _add(members: Members, member: object) -> Members:
    check_entries(len(members) + 1)
    return {**members, member: None}


def _union(stop: bytearray, left: Members, right: Members) -> Members:
    check_entries(max(len(left), len(right)))
    if len(right) <= ELEMENT_WINDOW:
        return left | right
    members = left.copy()
    waiting = iter(right)
    while stretch := list(islice(waiting, ELEMENT_WINDOW)):
        poll(stop)
        members |= dict.fromkeys(stretch)
    return members


def _intersection(stop: bytearray, left: Members, right: Members) -> Members:
    return _chosen(stop, left, right, present=True)


def _difference(stop: bytearray, left: Members, right: Members) -> Members:
    return _chosen(stop, left, right, present=False)


def _chosen(stop: bytearray, left: Members, right: Members, *, present: bool) -> Members:
    """The members of ``left`` that are in ``right``, or those that are not."""
    chosen: Members = {}
    waiting: Iterable[object] = iter(left)
    while stretch := list(islice(waiting, ELEMENT_WINDOW)):
        poll(stop)
        chosen |= dict.fromkeys([member for member in stretch if (member in right) is present])
    return chosen


def _empty_set() -> Members:
    return {}


SET_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "collection.set_of",
        "<T: scalar>(items: List<T>) -> Set<T>",
        _set_of,
        "The set of the elements, in their order.",
        takes_stop=True,
    ),
    operation(
        "collection.list_of",
        "<T: scalar>(members: Set<T>) -> List<T>",
        _list_of,
        "The members, in order of first insertion.",
    ),
    operation(
        "collection.add",
        "<T: scalar>(members: Set<T>, member: T) -> Set<T>",
        _add,
        "The set with the member; one that is there keeps its place.",
    ),
    operation(
        "collection.union",
        "<T: scalar>(left: Set<T>, right: Set<T>) -> Set<T>",
        _union,
        "The members of both sets, those of the first one first.",
        takes_stop=True,
    ),
    operation(
        "collection.intersection",
        "<T: scalar>(left: Set<T>, right: Set<T>) -> Set<T>",
        _intersection,
        "The members of the first set that are in the second one too.",
        takes_stop=True,
    ),
    operation(
        "collection.difference",
        "<T: scalar>(left: Set<T>, right: Set<T>) -> Set<T>",
        _difference,
        "The members of the first set that are not in the second one.",
        takes_stop=True,
    ),
    operation(
        "collection.empty_set",
        "<T: scalar>() -> Set<T>",
        _empty_set,
        "A set without members, of the type that the context wants.",
        cost=Cost.CONSTANT,
    ),
)
"""The rows of ``collection`` on sets."""
