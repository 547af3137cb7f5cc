"""Builds names, dotted names and lists of anything."""

from typing import TypeVar

from jadpo.syntax.building import Binder, Braced, Building, Reductions
from jadpo.syntax.nodes import Name, Path
from jadpo.syntax.tokens import Mark

Item = TypeVar("Item")


def _path(_: Building, name: Name) -> Path:
    return Path((name,), name.start, name.end)


def _longer_path(_: Building, path: Path, dot: Mark, member: Name) -> Path:
    return Path((*path.names, member), path.start, member.end)


def _path_of_two(_: Building, first: Name, dot: Mark, member: Name) -> Path:
    return Path((first, member), first.start, member.end)


def _absent(_: Building) -> None:
    return None


def _no_items(_: Building) -> list[object]:
    return []


def _first_item(_: Building, item: Item) -> list[Item]:
    return [item]


def _next_item(_: Building, items: list[Item], item: Item) -> list[Item]:
    items.append(item)  # the list is of this parse alone
    return items


def _next_listed(_: Building, items: list[Item], comma: Mark, item: Item) -> list[Item]:
    items.append(item)
    return items


def _braced(_: Building, opening: Mark, items: list[Item], closing: Mark) -> Braced[Item]:
    return Braced(items, opening.start, closing.end)


def _binder(_: Building, opening: Mark, name: Name, closing: Mark) -> Binder:
    return Binder(name, opening.start, closing.end)


REDUCTIONS: Reductions = {
    "absent": _absent,
    "binder": _binder,
    "braced": _braced,
    "first_item": _first_item,
    "longer_path": _longer_path,
    "next_item": _next_item,
    "next_listed": _next_listed,
    "no_items": _no_items,
    "path": _path,
    "path_of_two": _path_of_two,
}
