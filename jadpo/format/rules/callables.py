"""Functions, actions and queries."""

from jadpo.format.concrete import Node, Tree
from jadpo.format.documents import HARD_LINE, SPACE_OR_LINE, Document, group, nest
from jadpo.format.page import Page, Rules
from jadpo.format.rules.blocks import block
from jadpo.syntax.tokens import Token


def _callable(
    page: Page,
    word: Token,
    name: Token,
    parameters: Tree,
    signature: list[Node],
    arrow: Token,
    result: Node,
    body: Tree,
) -> Document:
    """On one line, body and all, or with the body's statements below.

    A signature that fails has each of its clauses on its own line, as has one that is too long.
    """
    head = (page.row(word, name), page.of(parameters))
    if not signature:
        return group(head, " ", page.row(arrow, result), " ", block(page, body))
    fails = any(isinstance(each, Tree) and each.alias == "fails" for each in signature)
    edge = HARD_LINE if fails else SPACE_OR_LINE
    clauses = [document for each in signature for document in (edge, page.of(each))]
    clauses += (edge, page.row(arrow, result))
    return group(group(head, nest(*clauses), edge), block(page, body))


def _parameters(
    page: Page, opening: Token, parameters: list[Node], comma: Token | None, closing: Token
) -> Document:
    return page.listed(opening, parameters, comma, closing)


def _no_parameters(page: Page, opening: Token, closing: Token) -> Document:
    return page.listed(opening, [], None, closing)


def _fails(page: Page, word: Token, failures: list[Node]) -> Document:
    return (page.of(word), " ", group(*names_in_lines(page, failures)))


def names_in_lines(page: Page, names: list[Node]) -> tuple[Document, ...]:
    """Names with commas and no brackets: those after the first stand below if they do not fit."""
    (first, *others), _ = page.entries(names, None, may_end_in_comma=False)
    return (first, nest(*(part for each in others for part in (SPACE_OR_LINE, each))))


RULES: Rules = {
    "action": _callable,
    "fails": _fails,
    "function": _callable,
    "no_parameters": _no_parameters,
    "parameter": Page.row,
    "parameters": _parameters,
    "query": _callable,
    "signature_clause": Page.row,
}
