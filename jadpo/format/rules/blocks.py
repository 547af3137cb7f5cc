"""Blocks of statements."""

from typing import cast

from jadpo.format.concrete import Child, Node, Tree, has_braces
from jadpo.format.documents import HARD_LINE, SPACE_OR_LINE, Document, group
from jadpo.format.page import Page, Rules
from jadpo.syntax.tokens import Token

_SHORT = frozenset(
    {
        "advance",
        "assert",
        "assign",
        "attempt_statement",
        "break",
        "call_statement",
        "continue",
        "effect",
        "reject",
        "return",
        "run_pending",
        "start_batch",
        "tick",
    }
)
"""Statements that may share a line with the braces around them: not `var`, whose name would have
no use there, and none with blocks."""


def block(page: Page, written: Tree, *, in_lines: bool = False) -> Document:
    """A block that is on one line if the group around it is, which ``in_lines`` forbids.

    That takes a single short statement without braces of its own.
    """
    opening, closing = cast(Token, written.children[0]), cast(Token, written.children[-1])
    edge = SPACE_OR_LINE if is_short(written) and not in_lines else HARD_LINE
    return page.enclosed(opening, _statements(written), closing, edge=edge)


def is_short(written: Tree) -> bool:
    """Whether a block may stand on one line."""
    match _statements(written):
        case []:
            return True
        case [Tree() as statement]:
            return statement.alias in _SHORT and not has_braces(statement)
        case [_]:  # the word `return`
            return True
    return False


def _statements(written: Tree) -> list[Node]:
    """The statements of a block, with the `return` at its end that stands alone."""
    _, listed, *bare_return = written.children[:-1]
    return [*cast(list[Node], listed), *cast(list[Node], bare_return)]


def _block(page: Page, *children: Child) -> Document:
    return group(block(page, Tree("block", children)))


RULES: Rules = {"block": _block, "block_with_bare_return": _block}
