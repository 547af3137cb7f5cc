"""`match`, its arms and their patterns."""

from jadpo.format.concrete import Node, Tree
from jadpo.format.documents import HARD_LINE, SPACE_OR_LINE, Document, group
from jadpo.format.page import Page, Rules
from jadpo.format.rules.expressions import head
from jadpo.format.rules.statements import valued
from jadpo.syntax.tokens import Token


def _match(
    page: Page, word: Token, subject: Node, opening: Token, arms: list[Node], closing: Token
) -> Document:
    braces = page.enclosed(opening, arms, closing, edge=HARD_LINE)
    return group(page.of(word), " ", head(page, subject), braces)


def _variant_with_fields(
    page: Page, variant: Tree, opening: Token, bindings: list[Node], closing: Token
) -> Document:
    braces = page.enclosed(opening, bindings, closing, between=SPACE_OR_LINE)
    return (page.of(variant), " ", group(braces))


def _failure(page: Page, word: Token, failure: Tree, binder: Tree | None) -> Document:
    return (page.of(word), " ", page.glued(failure, binder))


RULES: Rules = {
    "arm": valued,
    "failure_pattern": _failure,
    "literal_pattern": Page.row,
    "match": _match,
    "propagating_arm": Page.row,
    "variant_pattern": Page.row,
    "variant_pattern_with_fields": _variant_with_fields,
    "word_pattern": Page.glued,
}
