"""The node classes of the IR by what they are, and how to go from a node to its parts."""

from collections.abc import Iterator
from typing import Final, get_args

from jadpo.ir import nodes
from jadpo_runtime.values.node import Node

EXPRESSIONS: Final[frozenset[type]] = frozenset(get_args(nodes.Expression))
"""The classes of expressions."""

STATEMENTS: Final[frozenset[type]] = frozenset(get_args(nodes.Statement))
"""The classes of statements."""

CASES: Final[frozenset[type]] = frozenset(get_args(nodes.Case))
"""The classes of a match's cases."""

PARTS: Final[frozenset[type]] = frozenset(
    {
        nodes.FunctionReference,
        nodes.RaiseFailure,
        nodes.ConflictClause,
        nodes.Assignment,
        nodes.Arm,
        nodes.FailureArm,
        nodes.Propagate,
    }
)
"""The classes that stand inside a node of one certain kind and are neither."""

NODES: Final[frozenset[type]] = EXPRESSIONS | STATEMENTS | CASES | PARTS
"""All classes that occur below a callable."""


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside ``node``, in the order in which they are written in it.

    Works on a callable as well. The fields of a node hold nodes, tuples of nodes, and tuples of
    pairs with a node; everything else in them is no node.
    """
    for value in node:
        if type(value) in NODES:
            yield value  # type: ignore[misc]  # NODES holds NamedTuples only
        elif type(value) is tuple:
            yield from _nodes_in(value)


def _nodes_in(values: tuple[object, ...]) -> Iterator[Node]:
    for value in values:
        if type(value) in NODES:
            yield value  # type: ignore[misc]  # NODES holds NamedTuples only
        elif type(value) is tuple:
            yield from _nodes_in(value)


def descendants(node: Node) -> Iterator[Node]:
    """Every node below ``node``, each before its own parts; needs no recursion."""
    waiting = list(children(node))
    waiting.reverse()
    while waiting:
        current = waiting.pop()
        yield current
        below = list(children(current))
        below.reverse()
        waiting.extend(below)
