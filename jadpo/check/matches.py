"""`match`: what its subject is decides whether it is on a value or on an outcome [C2] [F4]."""

from __future__ import annotations

from jadpo.check.arms import ArmForm
from jadpo.check.body import Body, check_expression, check_outcome, error_expression
from jadpo.check.expected import ANYTHING, Expected
from jadpo.check.fallibility import Outcome
from jadpo.check.forms import bare
from jadpo.check.outcome_matches import check_outcome_match
from jadpo.check.types import is_error
from jadpo.check.unchecked import pass_over
from jadpo.check.value_matches import check_value_match
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


def check_match_expression(body: Body, node: nodes.Match, expected: Expected) -> ir.Expression:
    """A ``match`` that gives a value: its arms are expressions, or leave."""
    return _check(body, node, ArmForm(gives_value=True, expected=expected, start=node.start))


def check_match_statement(body: Body, node: nodes.Match) -> tuple[ir.Statement, ...]:
    """A ``match`` for its effects."""
    value = _check(body, node, ArmForm(gives_value=False, expected=ANYTHING, start=node.start))
    return () if is_error(value.type) else (ir.Evaluate(value, body.span(node)),)


def _check(body: Body, node: nodes.Match, form: ArmForm) -> ir.Expression:
    subject = bare(node.subject)
    on_outcome = _has_outcome_arms(node)
    if isinstance(subject, nodes.BoundaryCall) and not on_outcome:
        # A failure that leaves a test's `call` fails the test, so its value may be matched alone.
        outcome = Outcome(check_expression(body, subject))
    else:
        outcome = check_outcome(body, subject)
    unsure = bool(body.checking.unread_constraints) and isinstance(
        outcome.expression, ir.Validate | ir.Widen
    )
    if is_error(outcome.expression.type) or (
        unsure and on_outcome is (outcome.fallibility is None)
    ):
        # What the subject is is not known, and its arms bind what is not known either.
        body.has_mistakes = True
        pass_over(body, node.arms)
        return error_expression(body.span(node))
    if outcome.fallibility is not None:
        if not on_outcome:
            _report_value_arms(body, node, subject)
        return check_outcome_match(body, node, outcome, outcome.fallibility, form)
    if on_outcome:
        _report_needless(body, node, subject)
    return check_value_match(body, node, outcome.expression, form)


def _has_outcome_arms(node: nodes.Match) -> bool:
    return any(
        isinstance(arm.pattern, nodes.SuccessPattern | nodes.FailurePattern) for arm in node.arms
    )


def _report_value_arms(body: Body, node: nodes.Match, subject: nodes.Expression) -> None:
    at = body.place.source.span(subject.start, subject.start)
    body.checking.report(
        "failure.attempt_missing",
        body.span(subject),
        "this can fail, and the arms speak of its value only",
        why="what can fail is matched with `success` and `failure` arms, or stands with `attempt`",
        help="write `attempt` before it, to go on with its value",
        edits=(Edit(at, "attempt "),),
    )


def _report_needless(body: Body, node: nodes.Match, subject: nodes.Expression) -> None:
    arm = next(
        arm
        for arm in node.arms
        if isinstance(arm.pattern, nodes.SuccessPattern | nodes.FailurePattern)
    )
    attempted = isinstance(subject, nodes.Attempt)
    edits: tuple[Edit, ...] = ()
    if isinstance(subject, nodes.Attempt):
        word = body.place.source.span(subject.start, subject.operand.start)
        edits = (Edit(word, ""),)
    body.checking.report(
        "failure.match_needless",
        body.span(arm.pattern),
        "`attempt` lets the failures leave, so that none is left to match"
        if attempted
        else "nothing here can fail, so there is no outcome to match",
        why="`success` and `failure` arms speak of what can fail and stands without `attempt`",
        help="remove `attempt`" if attempted else "match the value itself",
        edits=edits,
    )
