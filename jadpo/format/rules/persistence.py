"""The persistence expressions [Q1]–[Q4]."""

from typing import cast

from jadpo.format.concrete import Child, Node, Tree
from jadpo.format.documents import SPACE_OR_LINE, Document, group, nest
from jadpo.format.page import Page, Rules
from jadpo.format.rules.callables import names_in_lines
from jadpo.format.rules.declarations import in_braces
from jadpo.syntax.tokens import Token


def _create(page: Page, *children: Child) -> Document:
    return group(_open_create(page, Tree("create", children)))


def _open_create(page: Page, create: Tree) -> Document:
    """A `create` whose braces are broken if the group around it is."""
    word, entity, fields = cast(tuple[Token, Tree, Tree], create.children)
    opening, nodes, closing = cast(tuple[Token, list[Node], Token], fields.children)
    return (page.row(word, entity), " ", page.enclosed(opening, nodes, closing))


def _create_with_conflicts(page: Page, *children: Child) -> Document:
    """One conflict follows the closing brace; several stand below, each on its line."""
    *attempt, create, conflicts = children
    assert isinstance(create, Tree)
    assert isinstance(conflicts, list)
    start: Document = (page.row(*attempt), " ") if attempt else ""
    if len(conflicts) == 1:
        return (start, group(_open_create(page, create), " ", page.of(conflicts[0])))
    created = page.of(create)
    below = [part for each in conflicts for part in (SPACE_OR_LINE, page.of(each))]
    return (start, group(created, nest(*below)))


def _conflict(
    page: Page,
    word: Token,
    entity: Tree,
    dot: Token,
    field: Token,
    colon: Token,
    failure: Tree,
) -> Document:
    return (page.of(word), " ", page.glued(entity, dot, field, colon), " ", page.of(failure))


def _conflict_of_several(
    page: Page,
    word: Token,
    entity: Tree,
    dot: Token,
    opening: Token,
    fields: list[Node],
    comma: Token | None,
    closing: Token,
    colon: Token,
    failure: Tree,
) -> Document:
    return (
        page.of(word),
        " ",
        page.glued(entity, dot),
        page.listed(opening, fields, comma, closing),
        page.row(colon, failure),
    )


def _order_clause(page: Page, name: Token, colon: Token, keys: list[Node]) -> Document:
    return (page.glued(name, colon), " ", group(*names_in_lines(page, keys)))


def _conditional_value(
    page: Page, name: Token, colon: Token, value: Node, when: Token, condition: Node
) -> Document:
    condition_below = nest(SPACE_OR_LINE, page.row(when, condition))
    return group(page.glued(name, colon), page.assigned(value), condition_below)


def _set_value(page: Page, name: Token, colon: Token, value: Node) -> Document:
    return (page.glued(name, colon), page.assigned(value))


RULES: Rules = {
    "attempt_create_statement": _create_with_conflicts,
    "attempt_create_with_conflicts": _create_with_conflicts,
    "conditional_set_value": _conditional_value,
    "conflict": _conflict,
    "conflict_of_several": _conflict_of_several,
    "create": _create,
    "create_with_conflicts": _create_with_conflicts,
    "create_with_conflicts_statement": _create_with_conflicts,
    "failure_clause": Page.row,
    "failure_reference": Page.row,
    "nameless_conflict": Page.row,
    "order_clause": _order_clause,
    "order_key": Page.row,
    "other_conflict": Page.row,
    "patch_clause": Page.row,
    "query_expression": in_braces,
    "set_clause": in_braces,
    "set_value": _set_value,
}
