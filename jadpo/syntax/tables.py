"""The parse tables, ready for the driver.

A row decodes itself when it is first asked, since most programs need few of the 800 rows. It also
resolves what a word may be: the kind of a token is a terminal, or a tuple of terminals of which
the first that a row knows counts.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from jadpo_grammar import tables as generated

Kind: TypeAlias = str | tuple[str, ...]
"""What a token may be: a terminal, or several in order of preference."""

END = "$END"
"""The terminal after the last token."""


class Row(dict[Kind, int]):
    """What to do in a state, by kind of token: see :class:`Tables`; ``refused`` if nothing."""

    __slots__ = ("_encoded", "_refused", "_terminals")

    def __init__(self, encoded: str, terminals: Sequence[str], refused: int) -> None:
        self._encoded: str | None = encoded
        self._terminals = terminals
        self._refused = refused

    def __missing__(self, kind: Kind) -> int:
        for terminal in (kind,) if isinstance(kind, str) else kind:
            action = self.decoded().get(terminal)
            if action is not None:
                self[kind] = action
                return action
        return self._refused

    def decoded(self) -> "Row":
        """The row itself, with an entry for each terminal it knows."""
        if self._encoded is not None:
            for terminal, action in _pairs(self._encoded):
                self[self._terminals[terminal]] = action
            self._encoded = None
        return self

    def terminals(self) -> list[str]:
        """The terminals that the row knows."""
        return [kind for kind in self.decoded() if isinstance(kind, str)]


class Gotos(dict[int, int]):
    """The state that follows a state when a symbol has been built, by the symbol's number."""

    __slots__ = ("_encoded",)

    def __init__(self, encoded: str) -> None:
        self._encoded = encoded

    def __missing__(self, symbol: int) -> int:
        self.update(_pairs(self._encoded))
        return self[symbol]


class Production(NamedTuple):
    """One alternative of the grammar: the function to call, the symbol it builds, its size."""

    alias: str
    symbol: int
    size: int


class Tables(NamedTuple):
    """The automaton.

    An action is ``>= 0`` the state to shift to, ``< 0`` the production ``~action`` to reduce,
    ``accept``, or ``refused`` (both are greater than any state).
    """

    rows: list[Row]
    gotos: list[Gotos]
    productions: list[Production]
    starts: dict[str, int]
    accept: int
    refused: int


@cache
def load_tables() -> Tables:
    """The tables of the grammar; loading takes a few milliseconds, so it is done once."""
    terminals = generated.TERMINALS.split()
    states = [line.split() for line in generated.STATES.splitlines()]
    accept, refused = len(states), len(states) + 1
    rows = [Row(line, terminals, refused) for line in generated.ACTION_ROWS.splitlines()]
    gotos = [Gotos(line) for line in generated.GOTO_ROWS.splitlines()]
    productions = [line.split() for line in generated.PRODUCTIONS.splitlines()]
    return Tables(
        rows=[rows[int(row)] for row, _ in states],
        gotos=[gotos[int(goto)] for _, goto in states],
        productions=[Production(alias, int(s), int(size)) for alias, s, size in productions],
        starts=generated.STARTS,
        accept=accept,
        refused=refused,
    )


def _pairs(encoded: str) -> list[tuple[int, int]]:
    numbers = [int(number) for number in encoded.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))
