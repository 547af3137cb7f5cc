"""`test` blocks: their titles, fixtures and bodies [X1]."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check.bodies import check_body, open_body
from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking
from jadpo.check.lookup import find_declared
from jadpo.check.scope import Place
from jadpo.check.symbols import SymbolKind
from jadpo.check.types import UNIT
from jadpo.diagnostics import Related
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind, TestDefinition
from jadpo_runtime.values import Span


def check_tests(checking: Checking) -> Iterator[CheckedBody]:
    """Check every test of the project, also one whose title is taken: it is unique in a file."""
    for tree, place in checking.trees:
        seen: dict[str, Span] = {}
        for node in tree.declarations:
            if isinstance(node, nodes.TestDeclaration):
                title = node.title.value
                first = seen.setdefault(title, place.span(node.title))
                if first != place.span(node.title):
                    _report_repeated(checking, place, node, first)
                yield _check(checking, place, node)


def _check(checking: Checking, place: Place, node: nodes.TestDeclaration) -> CheckedBody:
    title = node.title.value
    if not title.strip():
        checking.report(
            "test.title_empty",
            place.span(node.title),
            "the test has no title",
            why="a test is shown, and chosen, by its title",
            help="say in words what it shows",
        )
    name = f"test {place.source.path}: {title}"
    body = open_body(checking, place, name, "the test", CallableKind.TEST, (), UNIT)
    fixture: str | None = None
    if node.fixture is not None:
        written = nodes.Path((node.fixture,), node.fixture.start, node.fixture.end)
        symbol = find_declared(checking, place, written, SymbolKind.FIXTURE, "test.fixture_unknown")
        fixture = None if symbol is None else symbol.qualified
    checking.declarations.tests.append(TestDefinition(title, fixture, name, place.span(node.title)))
    return check_body(body, node.body)


def _report_repeated(
    checking: Checking, place: Place, node: nodes.TestDeclaration, first: Span
) -> None:
    checking.report(
        "test.title_repeated",
        place.span(node.title),
        f"another test of this file has the title {node.title.text}",
        why="a test is shown, and chosen, by its title",
        help="give one of the two another title",
        related=(Related(first, "the other one is here"),),
    )
