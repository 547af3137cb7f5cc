"""Statements."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from jadpo.format.concrete import Child, Node, Tree
from jadpo.format.documents import Document, group
from jadpo.format.page import Page, Rules
from jadpo.format.rules.blocks import block, is_short
from jadpo.format.rules.expressions import head
from jadpo.syntax.tokens import Token


def valued(page: Page, *children: Child) -> Document:
    """What ends in a value, after words and mostly a `=`."""
    *before, value = children
    assert isinstance(value, tuple)
    return (page.row(*before), page.assigned(value))


def _if(page: Page, word: Token, condition: Node, then: Tree) -> Document:
    return group(page.of(word), " ", head(page, condition), block(page, then))


def _if_else(page: Page, *children: Child) -> Document:
    """On one line where there are two short blocks, else with each statement on its own."""
    branches, last = _branches(children)
    blocks = [then for _, _, then, _ in branches] + ([last] if last else [])
    in_lines = len(blocks) > 2 or len(branches) > 1 or not all(map(is_short, blocks))
    parts: list[Document] = []
    for word, condition, then, else_word in branches:
        parts += (page.of(word), " ", head(page, condition), block(page, then, in_lines=in_lines))
        if else_word is not None:
            parts += (" ", page.of(else_word), " ")
    if last is not None:
        parts.append(block(page, last, in_lines=in_lines))
    return group(*parts)


class _Branch(NamedTuple):
    """`if`, a condition and a block, and the `else` after them if there is one."""

    word: Token
    condition: Node
    then: Tree
    else_word: Token | None


def _branches(children: Sequence[Child]) -> tuple[list[_Branch], Tree | None]:
    """The branches of an `if`, and the block of its last `else`."""
    branches = []
    while True:
        word, condition, then, *rest = cast(tuple[Token, Node, Tree, Token, Tree], children)
        else_word, otherwise = rest if rest else (None, None)
        branches.append(_Branch(word, condition, then, cast(Token | None, else_word)))
        if not isinstance(otherwise, Tree):
            return branches, None
        if otherwise.alias not in ("if", "if_else"):
            return branches, otherwise
        children = otherwise.children


def _loop(page: Page, *children: Child) -> Document:
    """A `for` or `while`: what is done again and again stands on lines of its own."""
    *words, subject, body = children
    return (
        page.row(*words),
        " ",
        group(head(page, cast(Node, subject)), block(page, cast(Tree, body), in_lines=True)),
    )


def _start_batch(page: Page, word: Token, batch: Tree, arguments: Tree) -> Document:
    return (page.of(word), " ", page.glued(batch, arguments))


def _assert_rejects(
    page: Page,
    word: Token,
    rejects: Token,
    failure: Tree,
    opening: Token,
    expression: Node,
    closing: Token,
) -> Document:
    braces = page.enclosed(opening, [expression], closing)
    return (page.row(word, rejects, failure), " ", group(braces))


RULES: Rules = {
    "advance": Page.row,
    "assert": Page.row,
    "assert_rejects": _assert_rejects,
    "assign": valued,
    "attempt_statement": Page.row,
    "break": Page.row,
    "call_statement": Page.row,
    "continue": Page.row,
    "effect": Page.row,
    "emit": Page.row,
    "for": _loop,
    "for_pairs": _loop,
    "if": _if,
    "if_else": _if_else,
    "reject": Page.row,
    "return": valued,
    "run_pending": Page.row,
    "start_batch": _start_batch,
    "tick": Page.row,
    "typed_var": valued,
    "var": valued,
    "while": _loop,
}
