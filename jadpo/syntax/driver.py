"""The LALR driver: runs tokens through the tables and calls the functions that build nodes.

This is the path of correct text, and where parsing spends its time: it stops at the first token
that cannot stand where it does. What to do then is the business of `recovery`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from jadpo.syntax.building import Building, Reductions
from jadpo.syntax.reductions import REDUCTIONS
from jadpo.syntax.tables import END, Kind, load_tables
from jadpo.syntax.tokens import Token


class Built(NamedTuple):
    """The node that all of the tokens make."""

    node: object


class Refused(NamedTuple):
    """The index of the token that cannot stand where it does; past the last one is the end."""

    at: int


def drive(
    start: str,
    tokens: Sequence[Token],
    kinds: Sequence[Kind],
    building: Building,
    reductions: Reductions = REDUCTIONS,
) -> Built | Refused:
    """Parse tokens as the start symbol ``start`` (`chunk` for one declaration, or `file`).

    ``reductions`` build the nodes: those of the syntax tree, unless another tree is wanted.
    """
    tables = load_tables()
    rows, gotos, accept = tables.rows, tables.gotos, tables.accept
    productions = _of_syntax_tree() if reductions is REDUCTIONS else _productions(reductions)
    state = tables.starts[start]
    states = [state]
    values: list[object] = []
    count = len(tokens)
    at = 0
    while True:
        kind = kinds[at] if at < count else END
        action = rows[state][kind]
        while action < 0:
            build, symbol, size = productions[~action]
            if size:
                values[-size:] = (build(building, *values[-size:]),)
                del states[-size:]
            else:
                values.append(build(building))
            state = gotos[states[-1]][symbol]
            states.append(state)
            action = rows[state][kind]
        if action >= accept:
            return Built(values[-1]) if action == accept else Refused(at)
        states.append(action)
        values.append(tokens[at])
        state = action
        at += 1


_Production: TypeAlias = tuple[Callable[..., object], int, int]
"""The function that a production calls, its symbol and its size."""


def _productions(reductions: Reductions) -> list[_Production]:
    """The productions of the grammar, with the functions that build their nodes."""
    return [(reductions[alias], symbol, size) for alias, symbol, size in load_tables().productions]


@cache
def _of_syntax_tree() -> list[_Production]:
    """The productions that build the syntax tree, made once, since each declaration needs them."""
    return _productions(REDUCTIONS)
