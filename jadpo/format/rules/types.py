"""Types, fields, variants and clauses."""

from jadpo.format.concrete import Node, Tree
from jadpo.format.documents import Document, group
from jadpo.format.page import Page, Rules
from jadpo.syntax.tokens import Token


def _generic_type(
    page: Page, name: Tree, opening: Token, arguments: list[Node], closing: Token
) -> Document:
    return (
        page.of(name),
        page.listed(opening, arguments, None, closing, may_end_in_comma=False),
    )


def _braced(page: Page, opening: Token, nodes: list[Node], closing: Token) -> Document:
    return group(page.enclosed(opening, nodes, closing))


def _clause(page: Page, name: Token, colon: Token, value: Node) -> Document:
    return (page.glued(name, colon), page.assigned(value))


def _variant(
    page: Page, name: Token, opening: Token, fields: list[Node], closing: Token
) -> Document:
    return (page.of(name), " ", group(page.enclosed(opening, fields, closing)))


RULES: Rules = {
    "braced": _braced,
    "clause": _clause,
    "default_modifier": Page.row,
    "field": Page.row,
    "from_modifier": Page.row,
    "generic_type": _generic_type,
    "optional_modifier": Page.row,
    "optional_type": Page.glued,
    "plain_variant": Page.row,
    "variant": _variant,
}
