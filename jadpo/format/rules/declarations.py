"""Declarations of types, entities, stores, settings, failures and events."""

from typing import NamedTuple, cast

from jadpo.format.concrete import Child, Node, Tree
from jadpo.format.documents import (
    HARD_LINE,
    SPACE_OR_LINE,
    WIDE_OR_LINE,
    Document,
    Line,
    group,
)
from jadpo.format.page import Page, Rules
from jadpo.syntax.tokens import Token


def in_braces(page: Page, *children: Child, edge: Line = SPACE_OR_LINE) -> Document:
    """A head, and what stands in its braces: on one line if it fits."""
    head, opening, nodes, closing = _parts(children)
    return (page.row(*head), " ", group(page.enclosed(opening, nodes, closing, edge=edge)))


def in_lines(page: Page, *children: Child) -> Document:
    """A head, and what stands in its braces, one on each line."""
    return in_braces(page, *children, edge=HARD_LINE)


class _Parts(NamedTuple):
    """What stands before the braces of a declaration, the braces, and what is in them."""

    head: tuple[Child, ...]
    opening: Token
    nodes: list[Node]
    closing: Token


def _parts(children: tuple[Child, ...]) -> _Parts:
    """The children of a declaration, of which the last are `{`, a list and `}`."""
    return _Parts(children[:-3], *cast(tuple[Token, list[Node], Token], children[-3:]))


def _variants(page: Page, *children: Child) -> Document:
    """An enum or event: names alone on one line if they fit; with payloads one on each line."""
    head, opening, variants, closing = _parts(children)
    payloads = any(isinstance(each, Tree) and each.alias == "variant" for each in variants)
    edge = HARD_LINE if payloads and len(variants) > 1 else SPACE_OR_LINE
    between = WIDE_OR_LINE if payloads else SPACE_OR_LINE
    braces = page.enclosed(opening, variants, closing, edge=edge, between=between)
    return (page.row(*head), " ", group(braces))


def _failure(
    page: Page, word: Token, name: Token, opening: Token, items: list[Node], closing: Token
) -> Document:
    has_fields = any(isinstance(each, Tree) and each.alias == "context_fields" for each in items)
    edge = HARD_LINE if has_fields else SPACE_OR_LINE
    return in_braces(page, word, name, opening, items, closing, edge=edge)


_APART_IN_ENTITIES = frozenset({"action", "function", "persistence", "public", "query"})


def _entity(
    page: Page, word: Token, name: Token, opening: Token, members: list[Node], closing: Token
) -> Document:
    braces = page.enclosed(opening, members, closing, edge=HARD_LINE, apart=_is_apart)
    return (page.row(word, name), " ", group(braces))


def _is_apart(member: Node) -> bool:
    return isinstance(member, Tree) and member.alias in _APART_IN_ENTITIES


def _persistence(
    page: Page, word: Token, opening: Token, items: list[Node], closing: Token
) -> Document:
    edge = HARD_LINE if len(items) > 1 else SPACE_OR_LINE
    return in_braces(page, word, opening, items, closing, edge=edge)


def _clause_of_several(
    page: Page,
    name: Token,
    colon: Token,
    opening: Token,
    fields: list[Node],
    comma: Token | None,
    closing: Token,
) -> Document:
    return (page.glued(name, colon), " ", page.listed(opening, fields, comma, closing))


RULES: Rules = {
    "application": in_braces,
    "authentication": in_braces,
    "config": in_lines,
    "context_fields": in_braces,
    "entity": _entity,
    "enum_type": _variants,
    "event": _variants,
    "failure": _failure,
    "nameless_authentication": in_braces,
    "object_type": in_braces,
    "persistence": _persistence,
    "persistence_clause": Page.row,
    "persistence_clause_of_several": _clause_of_several,
    "public": Page.row,
    "reference": Page.row,
    "refinement": Page.row,
    "store": in_braces,
}
