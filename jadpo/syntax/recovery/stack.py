"""The parser's stack as an immutable list, to try what would follow without building anything."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jadpo.syntax.tables import Kind, load_tables


class Cell(NamedTuple):
    """The top of a stack.

    ``terminal`` is that of the token shifted, or empty for a symbol that was built; ``begin`` is
    the index of the symbol's first token.
    """

    state: int
    terminal: str
    begin: int
    below: "Cell | None"


def start_of_chunk() -> Cell:
    """The stack before the first token of a top-level part."""
    return Cell(load_tables().starts["chunk"], "", 0, None)


def shifted(cell: Cell, kind: Kind, at: int) -> Cell | None:
    """The stack after the token at index ``at``; ``None`` if it cannot stand there."""
    tables = load_tables()
    while True:
        row = tables.rows[cell.state]
        action = row[kind]
        if action < 0:
            _, symbol, size = tables.productions[~action]
            begin, base = at, cell
            for _ in range(size):
                assert base.below is not None, "a production is as long as the stack"
                begin, base = base.begin, base.below
            cell = Cell(tables.gotos[base.state][symbol], "", begin, base)
        elif action == tables.refused:
            return None
        elif action == tables.accept:
            return cell
        else:
            terminal = kind if isinstance(kind, str) else next(k for k in kind if k in row)
            return Cell(action, terminal, at, cell)


def stack_before(kinds: Sequence[Kind], at: int) -> Cell:
    """The stack before the token at index ``at``; all tokens before it can stand there."""
    cell = start_of_chunk()
    for index in range(at):
        following = shifted(cell, kinds[index], index)
        assert following is not None, "the driver has read these tokens"
        cell = following
    return cell


def expected_terminals(cell: Cell) -> frozenset[str]:
    """The terminals that can stand next."""
    row = load_tables().rows[cell.state]
    return frozenset(each for each in row.terminals() if shifted(cell, each, 0) is not None)


def cells_of(cell: Cell) -> Iterator[Cell]:
    """The cells of a stack from the top down."""
    current: Cell | None = cell
    while current is not None:
        yield current
        current = current.below


def open_brackets(cell: Cell) -> Iterator[Cell]:
    """The cells of the opening brackets that are not closed yet, innermost first."""
    closed = 0
    for each in cells_of(cell):
        if each.terminal in ("RPAR", "RSQB", "RBRACE"):
            closed += 1
        elif each.terminal in ("LPAR", "LSQB", "LBRACE"):
            if closed:
                closed -= 1
            else:
                yield each
