"""The statements of tests: `assert`, `call`, `tick`, `run pending`, `advance` [X1]."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.callees import Callee, find_callee
from jadpo.check.calls import check_arguments, require_visible
from jadpo.check.conditions import check_condition
from jadpo.check.effects import Effect
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.lookup import find_failure
from jadpo.check.naming import PRELUDE_TYPES
from jadpo.check.scope import NAMESPACES, Spanned
from jadpo.check.symbols import SymbolKind
from jadpo.check.types import DURATION, is_error
from jadpo.check.unchecked import pass_over
from jadpo.check.words import an
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind


def check_boundary_call(body: Body, node: nodes.BoundaryCall, expected: Expected) -> ir.Expression:
    """``call f(x)`` as a value: a failure that leaves it fails the test, without ``attempt``."""
    call = _called(body, node)
    return error_expression(body.span(node)) if call is None else call


def check_boundary_outcome(body: Body, node: nodes.BoundaryCall, expected: Expected) -> Outcome:
    """``call f(x)`` as the subject of a match, whose arms may catch its failures."""
    call = _called(body, node)
    if call is None:
        return Outcome(error_expression(body.span(node)))
    return Outcome(call, Fallibility(call.failures) if call.failures else None)


def _called(body: Body, node: nodes.BoundaryCall) -> ir.TestCall | None:
    """The call of an action or query in a boundary of its own."""
    word = body.place.source.span(node.start, node.start + len("call"))
    if not body.require(Effect.TEST, word, "`call`"):
        pass_over(body, node)
        return None
    operand = node.operand
    if not isinstance(operand, nodes.Call):
        _report_reach(body, node)
        pass_over(body, operand)
        return None
    what = _is_no_callable(body, operand)
    if what is not None:
        prefix = body.place.source.span(node.start, operand.start)
        _report_operand(body, node, what, (Edit(prefix, ""),))
        pass_over(body, operand)
        return None
    callee = find_callee(body, operand)
    if callee is None or not require_visible(body, operand.callee, callee.signature):
        for argument in operand.arguments:
            check_expression(body, argument.value)
        return None
    return _lowered(body, node, operand, callee)


def _is_no_callable(body: Body, operand: nodes.Call) -> str | None:
    """What is called instead, if it is an operation of the library or a construction."""
    callee: object = operand.callee
    if not isinstance(callee, nodes.Path):
        return None
    first = callee.names[0].text
    symbol = body.place.module.find(first)
    if symbol is None and first in NAMESPACES and body.scope.find(first) is None:
        return f"`{callee.text}` is an operation of the standard library"
    is_type = first in PRELUDE_TYPES if symbol is None else symbol.kind is SymbolKind.TYPE
    is_construction = is_type and len(callee.names) == 1
    return f"`{callee.text}(…)` is a construction" if is_construction else None


def _lowered(
    body: Body, node: nodes.BoundaryCall, operand: nodes.Call, callee: Callee
) -> ir.TestCall | None:
    signature = callee.signature
    arguments = check_arguments(body, operand, callee)
    if signature.kind is CallableKind.FUNCTION:
        prefix = body.place.source.span(node.start, operand.start)
        _report_operand(body, node, f"`{signature.shown}` is a function", (Edit(prefix, ""),))
        return None
    if arguments is None or signature.has_mistaken_fails:
        return None
    failures = tuple(failure.name for failure in signature.fails)
    return ir.TestCall(signature.name, arguments, failures, signature.result, body.span(node))


def _report_operand(
    body: Body, node: nodes.BoundaryCall, what: str, edits: tuple[Edit, ...] = ()
) -> None:
    body.checking.report(
        "test.call_operand",
        body.place.source.span(node.start, node.start + len("call")),
        f"`call` has nothing to run: {what}",
        why="`call` runs an action or a query in a boundary of its own; functions are called as "
        "anywhere",
        help="remove `call`" if edits else "write the call of an action or a query after it",
        edits=edits,
    )


def _report_reach(body: Body, node: nodes.BoundaryCall) -> None:
    """`call` before what is no call, though one may stand at its front: `call f(x).name`."""
    inner: object = node.operand
    while isinstance(inner, nodes.Member | nodes.Exists | nodes.Supplied):
        inner = inner.target if isinstance(inner, nodes.Member) else inner.operand
    if not isinstance(inner, nodes.Call):
        _report_operand(body, node, "what stands after it is no call")
        return
    source = body.place.source
    body.checking.report(
        "test.call_operand",
        source.span(node.start, node.start + len("call")),
        "`call` reaches over more than the call here",
        why="what stands behind a call, such as `.name` or `exists`, binds tighter than `call`",
        help="put `call` and what it runs into parentheses",
        edits=(
            Edit(source.span(node.start, node.start), "("),
            Edit(source.span(inner.end, inner.end), ")"),
        ),
    )


# ---- assertions


def check_assert(body: Body, node: nodes.Assert) -> tuple[ir.Statement, ...]:
    """``assert condition``; behind it, what the condition shows is known [C3]."""
    if not body.require(Effect.TEST, _word(body, node, "assert"), "`assert`"):
        pass_over(body, node)
        return ()
    condition, shown = check_condition(body, node.condition, "`assert` takes a `Bool`")
    body.learn(shown.when_true)
    if is_error(condition.type):
        return ()
    text = body.place.source.text[node.condition.start : node.condition.end]
    return (ir.Assert(condition, text, body.span(node)),)


def check_assert_rejects(body: Body, node: nodes.AssertRejects) -> tuple[ir.Statement, ...]:
    """``assert rejects F { call f(x) }``, where ``f`` can fail with ``F``."""
    if not body.require(Effect.TEST, _word(body, node, "assert"), "`assert`"):
        pass_over(body, node)
        return ()
    failure = find_failure(body.checking, body.place, node.failure)
    expression = node.expression
    while isinstance(expression, nodes.Parenthesised):
        expression = expression.inner
    if not isinstance(expression, nodes.BoundaryCall):
        body.checking.report(
            "test.rejects_no_call",
            body.span(expression),
            "`assert rejects` holds no `call`",
            why="it asserts that an action or query, run in a boundary of its own, fails",
            help="write `call` and the action or query that is to fail",
        )
        check_expression(body, expression)
        return ()
    call = _called(body, expression)
    if call is None or failure is None:
        return ()
    if failure not in call.failures:
        _report_never(body, node, call)
        return ()
    text = body.place.source.text[expression.start : expression.end]
    return (ir.AssertRejects(failure, None, call, text, body.span(node)),)


def _report_never(body: Body, node: nodes.AssertRejects, call: ir.TestCall) -> None:
    listed = ", ".join(f"`{name.rpartition('.')[2]}`" for name in call.failures)
    body.checking.report(
        "test.rejects_never",
        body.span(node.failure),
        f"`{call.name}` never fails with `{node.failure.text}`",
        why=f"it fails with {listed}" if listed else "it fails with nothing",
        help="name a failure of its `fails`" if listed else "assert what it gives",
    )


# ---- the clock and what is due


def check_advance(body: Body, node: nodes.Advance) -> tuple[ir.Statement, ...]:
    """``advance clock by 15m``: forward, by a Duration."""
    body.require(Effect.TEST, _word(body, node, "advance"), "`advance`")
    value = check_expression(body, node.amount, expect.hint(DURATION))
    if is_error(value.type):
        return ()
    if body.types.base(value.type) != DURATION:
        summary = f"a clock is not advanced by {an(value.type)}"
    elif isinstance(value, ir.Constant) and isinstance(value.value, int) and value.value < 0:
        summary = "a clock is not advanced backwards"
    else:
        return (ir.AdvanceClock(value, body.span(node)),)
    body.checking.report(
        "test.advance_amount",
        body.span(node.amount),
        summary,
        why="`advance` moves the test's clock forward, by a `Duration`",
        help="write a duration such as `15m`",
    )
    return ()


def check_run_pending(body: Body, node: nodes.RunPending) -> tuple[ir.Statement, ...]:
    """``run pending``."""
    body.require(Effect.TEST, node, "`run pending`")
    return (ir.RunPending(body.span(node)),)


def check_tick(body: Body, node: nodes.Tick) -> tuple[ir.Statement, ...]:
    """``tick``."""
    body.require(Effect.TEST, node, "`tick`")
    return (ir.Tick(body.span(node)),)


def _word(body: Body, node: Spanned, word: str) -> Spanned:
    return body.place.source.span(node.start, node.start + len(word))
