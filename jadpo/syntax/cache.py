"""Parsed declarations of a file, kept for the next time the file is parsed."""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar, cast

AnyNode = TypeVar("AnyNode")


class _Kept(NamedTuple):
    """A node, and the offset its text began at."""

    node: object
    start: int


class DeclarationCache:
    """The declarations of one file by their text: an editor keeps one for each open file.

    A declaration whose text did not change is not parsed again; where it has moved, its node is
    copied with other offsets. What the latest parsing did not use is forgotten.
    """

    __slots__ = ("_kept", "_latest")

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str | None], _Kept] = {}
        self._latest: dict[tuple[str, str | None], _Kept] = {}

    def find(self, text: str, doc: str | None, start: int) -> object | None:
        """The node of that text, which now begins at ``start``, or ``None`` if it is new."""
        kept = self._latest.get((text, doc)) or self._kept.get((text, doc))
        if kept is None:
            return None
        node = kept.node if kept.start == start else moved(kept.node, start - kept.start)
        self.keep(text, doc, start, node)
        return node

    def keep(self, text: str, doc: str | None, start: int, node: object) -> None:
        """Keep a node. Only one that was parsed without a diagnostic may be kept."""
        self._latest[text, doc] = _Kept(node, start)

    def finish(self) -> None:
        """End one parsing of the file: forget what it did not use."""
        self._kept, self._latest = self._latest, {}


def moved(node: AnyNode, distance: int) -> AnyNode:
    """A copy of a node in which everything stands ``distance`` code points later.

    Every node ends with its offsets: two, or three in a `Binary`. Chains make trees deep, so the
    copy is made without recursion.
    """
    whole: list[object] = []
    copying: list[_Copying] = []
    built = whole
    items: Iterator[object] = iter((node,))
    while True:
        for item in items:
            if isinstance(item, tuple) and item:
                fields: tuple[str, ...] = getattr(item, "_fields", ())
                offsets = 0 if not fields else 3 if "operator_start" in fields else 2
                parts = item[: len(item) - offsets]
                copying.append(_Copying(item, offsets, built, items))
                built, items = [], iter(parts)
                break
            built.append(item)
        else:
            if not copying:
                return cast(AnyNode, whole[0])
            done, offsets, outer, rest = copying.pop()
            if offsets:
                built += [cast(int, offset) + distance for offset in done[-offsets:]]
            outer.append(tuple.__new__(type(done), built))
            built, items = outer, rest


class _Copying(NamedTuple):
    """A tuple that is being copied, how many offsets it ends with, and what it is a part of."""

    original: tuple[object, ...]
    offsets: int
    outer: list[object]
    rest: Iterator[object]
