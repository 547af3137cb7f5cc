"""The limit on how deep a declaration nests, so that no later stage runs out of stack.

The driver itself keeps its stack in lists and reads any depth in linear time. Stages after it
call themselves once or more for each level of the tree.
"""

from collections.abc import Sequence

from jadpo.syntax.chains import continues
from jadpo.syntax.nodes import Path
from jadpo.syntax.tokens import Token

LEVELS_AT_MOST = 200
"""Levels of nodes below a declaration. Real programs stay below 30."""

_OPENERS = frozenset("([{")
_CLOSERS = frozenset(")]}")
_LEVELS_OF_BRACKET = 5  # a statement, its block, a match, its arm and what stands there
_OPERATORS = frozenset(
    {"-", "+", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "?", "not", "and", "or", "in"}
    | {"attempt", "call", "exists", "supplied", "else"}
)
_LEVELS_OF_OPERATOR = 2


def may_nest_too_deeply(tokens: Sequence[Token]) -> bool:
    """Whether a declaration is worth measuring: a cheap look that misses no deep one.

    Levels come from brackets in one another, from operators, and from members of what is no path.
    """
    if len(tokens) * _LEVELS_OF_OPERATOR < LEVELS_AT_MOST:
        return False
    depth = deepest = operators = 0
    before_previous = previous = ""
    selects = False  # whether the latest `.` selects from what is no path
    for token in tokens:
        text = token.text
        if text in _OPENERS:
            depth += 1
            deepest = max(deepest, depth)
        elif text in _CLOSERS:
            depth -= 1
        elif text in _OPERATORS:
            operators += 1
        elif text == ".":
            selects = previous in _CLOSERS or (selects and before_previous == ".")
            operators += selects
        before_previous, previous = previous, text
    levels = deepest * _LEVELS_OF_BRACKET + operators * _LEVELS_OF_OPERATOR
    return levels > LEVELS_AT_MOST // 2


def nests_too_deeply(node: object) -> bool:
    """Whether a declaration has more than :data:`LEVELS_AT_MOST` levels of nodes.

    A chain of operators, or of ``else if``, is one level: the stages after it walk it in a loop.
    """
    level: list[object] = [node]
    for _ in range(LEVELS_AT_MOST):
        level = [
            child
            for parent in level
            if isinstance(parent, tuple) and not isinstance(parent, Path)
            for child in _below(parent)
        ]
        if not level:
            return False
    return True


def _below(parent: tuple[object, ...]) -> list[object]:
    below: list[object] = []
    chain = [parent]
    while chain:
        link = chain.pop()
        for item in link:
            if not isinstance(item, tuple):
                continue
            if continues(link, item):
                chain.append(item)
            elif type(item) is tuple:
                below += item
            else:
                below.append(item)
    return below
