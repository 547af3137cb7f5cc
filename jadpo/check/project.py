"""The checker on one screen: from sources to a program, stage after stage.

Each stage takes what the ones before it found out and reports its own kind of mistake. A program
comes out only where nothing reported an error.
"""

from collections.abc import Callable, Iterable, Sequence

import attrs

from jadpo.check.assembly import assemble
from jadpo.check.background import backfills, batches, schedules, subscribers
from jadpo.check.body import CheckedBody
from jadpo.check.callables import check_callables
from jadpo.check.checking import Checking
from jadpo.check.connections import declaration as connections
from jadpo.check.declare import (
    application,
    configs,
    entities,
    events,
    failures,
    signatures,
    stores,
    types,
)
from jadpo.check.declare.misspelt import with_meant_words
from jadpo.check.failing import compare_failures
from jadpo.check.modules import declare_names
from jadpo.check.routes import declaration as routes
from jadpo.check.routes.failures import compare_route_failures
from jadpo.check.testing import fixtures, tests
from jadpo.diagnostics import Diagnostics
from jadpo.ir.program import Program
from jadpo.source import Source
from jadpo.syntax import Parsed, nodes, parse


@attrs.frozen
class CheckResult:
    """What checking gave: the program, unless there are errors, and everything it found."""

    program: Program | None
    diagnostics: Diagnostics


DECLARATION_STAGES: tuple[Callable[[Checking], None], ...] = (
    application.check_application,
    types.resolve_types,
    configs.resolve_configs,
    stores.resolve_stores,
    failures.resolve_failures,
    entities.resolve_entities,
    events.resolve_events,
    signatures.resolve_signatures,
    batches.resolve_batches,
    connections.resolve_connections,
)
"""What resolves declarations, in order: a stage reads what the ones before it resolved."""

BODY_STAGES: tuple[Callable[[Checking], Iterable[CheckedBody]], ...] = (
    check_callables,
    subscribers.check_subscribers,
    schedules.check_schedules,
    batches.check_batches,
    backfills.check_backfills,
    connections.check_receiving,
    routes.check_routes,
    fixtures.check_fixtures,
    tests.check_tests,
)
"""What checks bodies; all declarations are resolved by then."""


def check_project(sources: Iterable[Source], name: str = "project") -> CheckResult:
    """Check a project's sources. ``name`` is the project's, for its default store [E5]."""
    return check_parsed([parse(source) for source in sources], name)


def check_parsed(parsed: Sequence[Parsed], name: str) -> CheckResult:
    """Check a project's files, of which some may have mistakes in their syntax."""
    checking = Checking(name)
    for each in parsed:
        checking.diagnostics.extend(each.diagnostics)
    if checking.failed():
        from jadpo.check.sound import sound_trees  # a project without mistakes needs none of it

        check_trees(checking, sound_trees(checking, parsed))
        return CheckResult(None, checking.diagnostics)
    bodies = check_trees(checking, [each.tree for each in parsed])
    if checking.failed():
        return CheckResult(None, checking.diagnostics)
    program = assemble(checking, bodies)
    return CheckResult(None if checking.failed() else program, checking.diagnostics)


def check_trees(checking: Checking, trees: Iterable[nodes.SyntaxTree]) -> list[CheckedBody]:
    """Check the trees of a project without mistakes in its syntax; what its bodies are."""
    declare_names(checking, [with_meant_words(checking, tree) for tree in trees])
    for resolve in DECLARATION_STAGES:
        resolve(checking)
    bodies = [body for check in BODY_STAGES for body in check(checking)]
    compare_failures(checking, bodies)
    compare_route_failures(checking, bodies)
    return bodies
