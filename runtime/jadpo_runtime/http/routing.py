"""Which route answers a request.

Each method has a tree of its own, by segments of the path. A literal segment goes before a
placeholder; where the literal leads nowhere, the placeholder is tried. Segments are compared as
they read after percent-decoding, so that ``/%6frders`` is ``/orders`` and ``%2F`` is no separator.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import unquote_to_bytes

import attrs

from jadpo_runtime.manifest import RouteDefinition

_SLASH: Final = b"/"


@attrs.frozen
class Found:
    """The route of a request, and what its placeholders stand for, by name.

    ``without_body`` says that HEAD asked what GET would answer.
    """

    route: RouteDefinition
    placeholders: Mapping[str, str]
    without_body: bool = False


@attrs.frozen
class WrongMethod:
    """The path is known, but not with this method; ``allowed`` are those that are declared."""

    allowed: tuple[str, ...]


class Router:
    """The routes of a program."""

    def __init__(self, routes: Iterable[RouteDefinition]) -> None:
        """Build the trees; the checker has seen to it that no two routes answer the same."""
        self._trees: Final[dict[str, _Tree]] = {}
        for route in routes:
            self._trees.setdefault(route.method, _Tree()).add(route)

    def find(self, method: str, path: bytes) -> Found | WrongMethod | None:
        """The route for a method and a path as it was sent; ``None`` for an unknown path."""
        segments = _segments(path)
        if segments is None:
            return None
        found = self._find(method, segments)
        if found is not None:
            return found
        if method == "HEAD" and (found := self._find("GET", segments)) is not None:
            return attrs.evolve(found, without_body=True)
        allowed = [name for name in self._trees if self._find(name, segments) is not None]
        return WrongMethod(tuple(sorted(allowed))) if allowed else None

    def _find(self, method: str, segments: Sequence[str]) -> Found | None:
        tree = self._trees.get(method)
        return None if tree is None else tree.find(segments)


class _Tree:
    """The routes of one method."""

    def __init__(self) -> None:
        self._root: Final = _Node()

    def add(self, route: RouteDefinition) -> None:
        node = self._root
        names = []
        for segment in route.path[1:].split("/"):
            if segment.startswith("{"):
                names.append(segment[1:-1])
                node.other = node.other or _Node()
                node = node.other
            else:
                node = node.literal.setdefault(segment, _Node())
        node.end = (route, tuple(names))

    def find(self, segments: Sequence[str]) -> Found | None:
        # Each entry is a way to go on with: a node, the position of the next segment, the values
        # taken so far. The last one in is tried first: the literal before the placeholder.
        ways: list[tuple[_Node, int, tuple[str, ...]]] = [(self._root, 0, ())]
        while ways:
            node, position, values = ways.pop()
            if position == len(segments):
                if node.end is not None:
                    route, names = node.end
                    return Found(route, dict(zip(names, values, strict=True)))
                continue
            segment = segments[position]
            if node.other is not None and segment:
                ways.append((node.other, position + 1, (*values, segment)))
            if (literal := node.literal.get(segment)) is not None:
                ways.append((literal, position + 1, values))
        return None


@attrs.define
class _Node:
    """A place in a tree: where each next segment leads, and the route that ends here."""

    literal: "dict[str, _Node]" = attrs.field(factory=dict)
    other: "_Node | None" = None
    end: tuple[RouteDefinition, tuple[str, ...]] | None = None


def _segments(path: bytes) -> Sequence[str] | None:
    """The decoded segments of a path; ``None`` for one that no route can have."""
    if not path.startswith(_SLASH):
        return None
    try:
        return [unquote_to_bytes(segment).decode() for segment in path[1:].split(_SLASH)]
    except UnicodeDecodeError:
        return None
