"""Parsed declarations of a file, kept for the next time the file is parsed."""

from typing import NamedTuple, TypeVar, cast

AnyNode = TypeVar("AnyNode")

_OFFSET_FIELDS = frozenset({"start", "end", "operator_start"})


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
    """A copy of a node in which everything stands ``distance`` code points later."""
    if not isinstance(node, tuple):
        return node
    fields: tuple[str, ...] | None = getattr(node, "_fields", None)
    if fields is None:
        return cast(AnyNode, tuple([moved(item, distance) for item in node]))
    values = (
        item + distance if name in _OFFSET_FIELDS else moved(item, distance)
        for name, item in zip(fields, node, strict=True)
    )
    return cast(AnyNode, type(node)(*values))
