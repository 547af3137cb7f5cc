"""How long callables run, and how much of the stack they take: bounds known beforehand.

A callable may be so short that Python's lock is held while it runs. To let go of the lock and to
take it again costs about as much as all else of a call, and where other threads want it a body
would wait for it after every effect. But while compiled code holds it no other thread of Python
runs, the one that sets stop bytes included; so only code that is known to take microseconds holds
it: no loop, no recursion, no operation whose time grows with a collection, and few nodes. Python
code that it calls shares the lock as always.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Final

from jadpo.ir import nodes
from jadpo.ir.walk import descendants
from jadpo_codegen.support.context import CALL_DEPTH_LIMIT
from jadpo_runtime.values.node import Node

MOST_NODES: Final = 20_000
"""Nodes that a short callable evaluates at most, those of its callees included."""

_LOOPS: Final = (nodes.While, nodes.ForEach, nodes.ForEntries, nodes.ForRange)

QUICK_OPERATIONS: Final = frozenset(
    {
        "collection.add",
        "collection.append",
        "collection.at",
        "collection.contains(Map)",
        "collection.contains(Set)",
        "collection.count(List)",
        "collection.count(Map)",
        "collection.count(Set)",
        "collection.empty_list",
        "collection.empty_map",
        "collection.empty_set",
        "collection.first",
        "collection.get",
        "collection.is_empty(List)",
        "collection.is_empty(Map)",
        "collection.is_empty(Set)",
        "collection.last",
        "collection.put",
        "collection.remove",
        "numeric.absolute(Decimal)",
        "numeric.absolute(Int)",
        "numeric.maximum(Decimal)",
        "numeric.maximum(Int)",
        "numeric.minimum(Decimal)",
        "numeric.minimum(Int)",
        "numeric.quotient(Decimal)",
        "numeric.quotient(Int)",
        "numeric.round",
        "numeric.to_decimal",
        "numeric.to_int",
        "text.length",
        "text.of",
    }
)
"""Operations with native code whose time does not grow with what they are given, or hardly."""


def short_callables(callables: Mapping[str, nodes.Callable], native: Set[str]) -> frozenset[str]:
    """The names of those that are short; ``native`` operations hold the lock while they run."""
    sizes: dict[str, int | None] = {}
    return frozenset(name for name in callables if _size(name, callables, native, sizes))


def stack_size(callables: Mapping[str, nodes.Callable], frames: Mapping[str, int]) -> int:
    """Bytes that calls take together at the largest call depth; ``frames`` has those of one call.

    What is not recursive is active once at most.
    """
    callees = {
        name: {
            node.name
            for node in descendants(callable_)
            if isinstance(node, nodes.Call | nodes.FunctionReference)
        }
        for name, callable_ in callables.items()
    }
    callers: dict[str, list[str]] = {name: [] for name in callables}
    for name, each in callees.items():
        for callee in each:
            callers[callee].append(name)
    left = {name: len(each) for name, each in callees.items()}
    ready = [name for name, count in left.items() if not count]
    total = 0
    while ready:
        done = ready.pop()
        total += frames[done]
        del left[done]
        for caller in callers[done]:
            left[caller] -= 1
            if not left[caller]:
                ready.append(caller)
    # What is left is recursive, or calls what is.
    return total + CALL_DEPTH_LIMIT * max((frames[name] for name in left), default=0)


def _size(
    name: str,
    callables: Mapping[str, nodes.Callable],
    native: Set[str],
    sizes: dict[str, int | None],
) -> int | None:
    """How many nodes a callable evaluates at most; ``None`` where that is many or not known.

    Callees first, by a list of what waits instead of recursion: programs may call as deep as they
    like.
    """
    waiting = [name]
    while waiting:
        current = waiting[-1]
        if sizes.get(current) is not None:
            waiting.pop()
            continue
        below = list(descendants(callables[current]))
        callees = [node.name for node in below if isinstance(node, nodes.Call)]
        unknown = [callee for callee in callees if callee not in sizes]
        if current not in sizes and unknown:
            # Whatever is met again before it is known is recursive.
            sizes[current] = None
            waiting += unknown
            continue
        waiting.pop()
        sizes[current] = _sum(below, callees, native, sizes)
    return sizes[name]


def _sum(
    below: Sequence[Node],
    callees: Sequence[str],
    native: Set[str],
    sizes: Mapping[str, int | None],
) -> int | None:
    for node in below:
        if isinstance(node, _LOOPS):
            return None
        if isinstance(node, nodes.LibraryCall) and node.operation in native - QUICK_OPERATIONS:
            return None
    total = len(below) + 1
    for callee in callees:
        size = sizes[callee]
        if size is None:
            return None
        total += size
    return total if total <= MOST_NODES else None
