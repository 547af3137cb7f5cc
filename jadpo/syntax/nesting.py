"""The limit on how deep a declaration nests, so that no later stage runs out of stack.

The driver itself keeps its stack in lists and reads any depth in linear time. Stages after it
call themselves once or more for each level of the tree.
"""

import re
from collections.abc import Sequence

from jadpo.syntax.nodes import Path
from jadpo.syntax.tokens import Token

LEVELS_AT_MOST = 200
"""Levels of nodes below a declaration. Real programs stay below 30."""

_RUN = re.compile(r"[^={},:]+")
_LENGTH_OF_RUN = LEVELS_AT_MOST
_OPENERS = frozenset("([{")
_CLOSERS = frozenset(")]}")


def may_nest_too_deeply(text: str, tokens: Sequence[Token]) -> bool:
    """Whether a declaration is worth measuring: a cheap look that misses no deep one.

    A level takes a bracket, an `else` or an operator, and operators that nest without brackets
    stand in one run of characters that holds neither brace nor comma, `:` or `=`.
    """
    if len(text) < 2 * LEVELS_AT_MOST:
        return False
    if any(len(run[0]) > _LENGTH_OF_RUN for run in _RUN.finditer(text)):
        return True
    depth = deepest = elses = connectives = 0
    for token in tokens:
        if token.text in _OPENERS:
            depth += 1
            deepest = max(deepest, depth)
        elif token.text in _CLOSERS:
            depth -= 1
        elif token.text == "else":
            elses += 1
        elif token.text in ("and", "or"):
            # Between these an `==` may stand, so that no run is long.
            connectives += 1
    return deepest + elses > LEVELS_AT_MOST // 8 or connectives > LEVELS_AT_MOST // 4


def nests_too_deeply(node: object) -> bool:
    """Whether a declaration has more than :data:`LEVELS_AT_MOST` levels of nodes."""
    level: list[object] = [node]
    for _ in range(LEVELS_AT_MOST):
        level = [
            child
            for parent in level
            if isinstance(parent, tuple) and not isinstance(parent, Path)
            for item in parent
            if isinstance(item, tuple)
            for child in (item if type(item) is tuple else (item,))
        ]
        if not level:
            return False
    return True
