"""Connections and routes."""

from typing import cast

from jadpo.format.concrete import Node, Tree
from jadpo.format.documents import SPACE_OR_LINE, Document, group
from jadpo.format.page import Page, Rules
from jadpo.format.rules.background import bound
from jadpo.format.rules.blocks import block
from jadpo.format.rules.callables import names_in_lines
from jadpo.format.rules.declarations import in_braces, in_lines
from jadpo.syntax.tokens import Token


def _publish(page: Page, name: Token, colon: Token, variants: list[Node]) -> Document:
    return (page.glued(name, colon), " ", group(*names_in_lines(page, variants)))


def _inline_action(page: Page, name: Token, colon: Token, body: Tree) -> Document:
    return (page.glued(name, colon), " ", group(block(page, body, in_lines=True)))


def _inline_failing_action(
    page: Page, name: Token, colon: Token, fails: Tree, body: Tree
) -> Document:
    """Where the failures do not fit on the line, the `{` stands below them."""
    word, failures = cast(tuple[Token, list[Node]], fails.children)
    listed = group(*names_in_lines(page, failures), SPACE_OR_LINE)
    head = (page.row(name, colon, word), " ", listed)
    return (head, group(block(page, body, in_lines=True)))


RULES: Rules = {
    "connection": in_lines,
    "fields_clause": in_braces,
    "inline_action": _inline_action,
    "inline_failing_action": _inline_failing_action,
    "operation": in_lines,
    "publish": _publish,
    "receiving": bound,
    "request": Page.row,
    "route": in_lines,
    "status_failure": Page.row,
    "type_clause": Page.row,
}
