"""Strongly connected parts of a graph: what goes round in circles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

Node = TypeVar("Node", bound=Hashable)

_LONGEST_SHOWN: Final = 6
"""Nodes of a circle that are named in a message."""


def components(graph: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The strongly connected parts, each after those that it leads to (Tarjan, iterative).

    Edges to what is no node of the graph are passed over. Nodes of a part stand in the order in
    which the graph has them.
    """
    order = {node: number for number, node in enumerate(graph)}
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    on_stack: set[Node] = set()
    stack: list[Node] = []
    found: list[list[Node]] = []
    for root in graph:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        pending = [(root, iter(graph[root]))]
        while pending:
            node, edges = pending[-1]
            for target in edges:
                if target not in graph:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    pending.append((target, iter(graph[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                pending.pop()
                if pending:
                    parent = pending[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    part = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        part.append(member)
                        if member == node:
                            break
                    found.append(sorted(part, key=order.__getitem__))
    return found


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The parts whose nodes lead back to themselves."""
    return [part for part in components(graph) if len(part) > 1 or part[0] in graph[part[0]]]


def way_round(circle: Sequence[str]) -> str:
    """A circle in words: each node quoted, back to the first, a long one shortened."""
    shown = [f"`{name}`" for name in circle[:_LONGEST_SHOWN]]
    if len(circle) > _LONGEST_SHOWN:
        shown.append("…")
    return " → ".join([*shown, f"`{circle[0]}`"])
