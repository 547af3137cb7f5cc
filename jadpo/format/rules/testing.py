"""Tests in the language, and their fixtures."""

from typing import cast

from jadpo.format.concrete import Child, Tree
from jadpo.format.documents import Document, group
from jadpo.format.page import Page, Rules
from jadpo.format.rules.blocks import block
from jadpo.format.rules.declarations import in_lines
from jadpo.format.rules.statements import valued
from jadpo.syntax.tokens import Token


def _answer(
    page: Page, operation: Token, binder: Tree | None, arrow: Token, answer: Tree
) -> Document:
    return (page.glued(operation, binder), " ", valued(page, arrow, answer))


def _test(page: Page, *children: Child) -> Document:
    *head, body = children
    return (page.row(*head), " ", group(block(page, cast(Tree, body), in_lines=True)))


RULES: Rules = {
    "answer": _answer,
    "fake_connection": in_lines,
    "fixed_clock": Page.row,
    "fixture": in_lines,
    "fixture_config": Page.row,
    "test": _test,
    "test_with_fixture": _test,
}
