"""`attempt`: exactly where something can fail [F4]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression, check_outcome, error_expression
from jadpo.check.expected import Expected
from jadpo.check.fallibility import AttemptedCall, attempted
from jadpo.check.types import is_error
from jadpo.diagnostics import Diagnostic, Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


def check_attempt(body: Body, node: nodes.Attempt, expected: Expected) -> ir.Expression:
    """``attempt e``: the failures of the one call or construction after it leave the body."""
    operand = node.operand
    if isinstance(operand, nodes.BoundaryCall):
        # A failure that leaves a test's `call` fails the test and goes nowhere else.
        return _report_needless(body, node, check_expression(body, operand, expected))
    if type(operand) not in body.constructs.outcomes:
        return _check_misplaced(body, node, expected)
    outcome = check_outcome(body, operand, expected)
    if outcome.fallibility is None:
        return _report_needless(body, node, outcome.expression)
    return attempted(body, outcome, body.span(node))


def _check_misplaced(body: Body, node: nodes.Attempt, expected: Expected) -> ir.Expression:
    """`attempt` before something that is no call: it may reach over one, or over nothing."""
    operand = node.operand
    inner = _first_call(body, operand)
    if inner is None:
        return _report_needless(body, node, check_expression(body, operand, expected))
    start, end = inner.start, inner.end
    source = body.place.source
    body.checking.report(
        "failure.attempt_reach",
        source.span(node.start, node.start + len("attempt")),
        "`attempt` reaches over more than one call here",
        why="it is for what stands directly after it",
        help="put it and the call that can fail into parentheses",
        edits=(
            Edit(source.span(node.start, start), "(attempt "),
            Edit(source.span(end, end), ")"),
        ),
    )
    return error_expression(body.span(node))


def _first_call(body: Body, node: nodes.Expression) -> nodes.Expression | None:
    """The call at the front of an expression such as ``f(x).name`` or ``(f(x))``."""
    while True:
        match node:
            case nodes.Member(target=inner) | nodes.Parenthesised(inner=inner):
                node = inner
            case nodes.Exists(operand=inner) | nodes.Supplied(operand=inner):
                node = inner
            case nodes.Binary(left=inner):
                node = inner
            case _:
                return node if type(node) in body.constructs.outcomes else None


def _report_needless(body: Body, node: nodes.Attempt, lowered: ir.Expression) -> ir.Expression:
    """Say that nothing after `attempt` can fail; gives what stands for it.

    Where a callable is called whose `fails` is wrong, that is the mistake: the report waits until
    the stage that compares `fails` knows.
    """
    if is_error(lowered.type):
        return lowered
    if body.checking.unread_constraints and isinstance(lowered, ir.Widen):
        body.has_mistakes = True
        return lowered
    span = body.place.source.span(node.start, node.operand.start)
    word = body.place.source.span(node.start, node.start + len("attempt"))
    diagnostic = Diagnostic(
        rule="failure.attempt_needless",
        span=word,
        summary="nothing here can fail",
        why="`attempt` stands exactly where something can, so that a reader can rely on it",
        help="remove `attempt`",
        edits=(Edit(span, ""),),
    )
    if isinstance(lowered, ir.Call):
        # As if it could fail: the caller's own list is right once that of the callee is.
        body.leaving.attempts.append(AttemptedCall(lowered.name, lowered.span, frozenset()))
        body.checking.needless_attempts.append((lowered.name, diagnostic))
        return lowered
    body.checking.tell(diagnostic)
    return error_expression(lowered.span)
