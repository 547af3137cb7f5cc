"""What can fail, and what can leave a body [F3] [F4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from jadpo.check.scope import Spanned
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo_runtime.values import Span

if TYPE_CHECKING:
    from jadpo.check.body import Body


@attrs.frozen
class AttemptedCall:
    """A call of an authored callable; ``caught`` are the failures that an arm recovers from."""

    callee: str
    span: Span
    caught: frozenset[str]


@attrs.define(eq=False)
class Leaving:
    """Which failures can leave a body, for the stage that compares them with ``fails`` [F3].

    ``failures`` are those that the body raises itself, with the places; ``attempts`` the calls of
    authored callables whose failures leave it too, unless they are caught. ``called`` are all
    authored callables that it calls, with the places.
    """

    failures: dict[str, list[Span]] = attrs.field(factory=dict)
    attempts: list[AttemptedCall] = attrs.field(factory=list)
    called: list[tuple[str, Span]] = attrs.field(factory=list)


@attrs.frozen
class Fallibility:
    """That an expression needs ``attempt`` or a match on its outcome [F4].

    ``failures`` may be empty: persistence expressions always need it. ``callee`` is the authored
    callable that is called, whose failures are compared later, or ``None``. ``savepoint`` says
    that it can change the store, so that recovering from its failure undoes that [F5].
    """

    failures: tuple[str, ...]
    callee: str | None = None
    savepoint: bool = False


@attrs.frozen(eq=False)
class Outcome:
    """A checked call, construction or persistence expression, before its ``attempt``."""

    expression: ir.Expression
    fallibility: Fallibility | None = None


def report_missing_attempt(body: Body, node: Spanned, outcome: Outcome) -> ir.Expression:
    """Say that what can fail stands without ``attempt`` [F4]; gives it as if it had one."""
    fallibility = outcome.fallibility
    assert fallibility is not None  # it is called where one was found
    if body.checking.unread_constraints and isinstance(outcome.expression, ir.Validate):
        body.has_mistakes = True
        return outcome.expression
    at = body.place.source.span(node.start, node.start)
    names = ", ".join(f"`{name}`" for name in fallibility.failures)
    body.checking.report(
        "failure.attempt_missing",
        body.span(node),
        f"this can fail with {names}, and nothing says what happens then"
        if names
        else "this stands without `attempt`",
        why="a failure leaves the caller only where `attempt` says so, or is matched"
        if names
        else "what reads or writes a store needs `attempt`, also where it names no failure",
        help="write `attempt` before it",
        edits=(Edit(at, "attempt "),),
    )
    return attempted(body, outcome, body.span(node))


def attempted(body: Body, outcome: Outcome, span: Span) -> ir.Expression:
    """The expression with its failures leaving the body, which is recorded [F3]."""
    fallibility = outcome.fallibility
    if fallibility is None or not fallibility.failures:
        return outcome.expression
    leave_with(body, fallibility, span, caught=frozenset())
    return ir.Attempt(outcome.expression, fallibility.failures, outcome.expression.type, span)


def leave_with(body: Body, fallibility: Fallibility, span: Span, caught: frozenset[str]) -> None:
    """Record that the failures of an expression leave the body, but those that are caught."""
    if fallibility.callee is not None:
        body.leaving.attempts.append(AttemptedCall(fallibility.callee, span, caught))
        return
    for failure in fallibility.failures:
        if failure not in caught:
            body.raises(failure, span)
