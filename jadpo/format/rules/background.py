"""Subscribers, schedules, batches and backfills."""

from jadpo.format.concrete import Node, Tree
from jadpo.format.documents import HARD_LINE, Document, group
from jadpo.format.page import Page, Rules
from jadpo.format.rules.declarations import in_braces, in_lines
from jadpo.syntax.tokens import Token


def _handler(page: Page, word: Token, variant: Tree, binder: Tree | None, body: Tree) -> Document:
    return (page.of(word), " ", page.glued(variant, binder), " ", page.of(body))


def _batch(
    page: Page,
    word: Token,
    name: Token,
    parameters: Tree,
    opening: Token,
    items: list[Node],
    closing: Token,
) -> Document:
    braces = page.enclosed(opening, items, closing, edge=HARD_LINE)
    return (page.row(word, name), page.of(parameters), " ", group(braces))


def bound(
    page: Page,
    word: Token,
    subject: Tree,
    opening: Token,
    binding: Token,
    closing: Token,
    body: Tree,
) -> Document:
    """`backfill E.f(row) { … }` and `receiving T(message) { … }`."""
    return (page.of(word), " ", page.glued(subject, opening, binding, closing), " ", page.of(body))


RULES: Rules = {
    "backfill": bound,
    "batch": _batch,
    "each": Page.row,
    "handler": _handler,
    "over": Page.row,
    "schedule": in_braces,
    "subscriber": in_lines,
}
