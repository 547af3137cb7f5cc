"""Room on Python's stack for the call depth that the language promises.

Translated nodes call each other from Python code, which takes no native stack in CPython, so the
only limit to raise is Python's own count. It is of the whole process and is never lowered, since
another thread may be deep in a body.
"""

import sys
from typing import Final

from jadpo.interpret.frame import CALL_DEPTH_LIMIT
from jadpo.ir import nodes
from jadpo.ir.walk import children
from jadpo_runtime.values.node import Node

FRAMES_AROUND: Final = 4
"""Python frames a call takes beyond the nesting of its nodes: those of library operations."""

FRAMES_OF_CALLERS: Final = 2_000
"""Python frames left for whoever runs the program, and for translating it."""

LEAST_LIMIT: Final = 20_000
"""The limit for programs that need less, so that it is seldom raised again."""


class RecursionRoom:
    """The room that the callables of a program need, once they are translated.

    Whoever else sets Python's limit may have set it back, so it is looked at again for every run.
    """

    def __init__(self) -> None:
        """No callable is translated yet."""
        self._needed = LEAST_LIMIT

    def make_for(self, callable_: nodes.Callable) -> None:
        """Make room for 1,000 calls of the callable."""
        frames = CALL_DEPTH_LIMIT * (nesting(callable_) + FRAMES_AROUND) + FRAMES_OF_CALLERS
        self._needed = max(self._needed, frames)
        self.make()

    def make(self) -> None:
        """Raise Python's recursion limit where it is too low."""
        if sys.getrecursionlimit() < self._needed:
            sys.setrecursionlimit(self._needed)


def nesting(callable_: nodes.Callable) -> int:
    """An upper bound of how many translated nodes of the callable are active at once.

    The statements after a branch are translated into the branch, so every branch before a
    statement counts as one more level.
    """
    deepest = 0
    waiting: list[tuple[Node, int]] = [(callable_, 0)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        branches = 0
        for child in children(node):
            waiting.append((child, level + 1 + branches))
            if type(child) in _BRANCHES:
                branches += 1
    return deepest


_BRANCHES: Final = frozenset(
    {nodes.If, nodes.Evaluate, nodes.While, nodes.ForEach, nodes.ForEntries, nodes.ForRange}
)
