"""The effects of a test's body [X1]."""

from typing import Any

from jadpo.interpret.equality import comparison
from jadpo.interpret.frame import CONTEXT, Evaluator, Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.template import Fragment, build
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import FaultAt, Raised, placed
from jadpo.interpret.values import list_of
from jadpo.ir import nodes
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.outcome import Rejected
from jadpo_runtime.values import Field, Span
from jadpo_runtime.values.equality import same_value
from jadpo_runtime.values.show import show, show_fields


def translate_test_call(translator: Translator, node: nodes.TestCall) -> Evaluator:
    """A ``call`` whose failure nobody asks for: it fails the test."""
    prepare, perform = test_call_operation(translator, node)
    name, span = node.name, node.span

    def evaluate(frame: Frame) -> Any:
        operands = prepare(frame)
        try:
            return perform(frame, operands)
        except Raised as raised:
            failure = raised
        raise FaultAt(
            FaultCode.TEST_CALL_FAILED,
            span,
            f"`{name}` was rejected with {_shown_failure(translator, failure)}",
        )

    return evaluate


def test_call_operation(translator: Translator, node: nodes.TestCall) -> Operation:
    """A ``call`` whose failure belongs to the match or the assertion around it."""
    name, span = node.name, node.span

    def perform(frame: Frame, arguments: list[Any]) -> Any:
        try:
            outcome = frame[CONTEXT].test.call(name, arguments)
        except Fault as fault:
            raise placed(fault, span) from None
        if isinstance(outcome, Rejected):
            raise Raised(outcome.failure, outcome.context, [*outcome.trail])
        return outcome.value

    return Operation(list_of(translator, node.arguments), perform)


def translate_assert(translator: Translator, node: nodes.Assert) -> Evaluator:
    """A condition that must hold; the two sides of a comparison are shown where it does not."""
    if isinstance(node.condition, nodes.Compare):
        return _assert_comparison(translator, node, node.condition)
    condition = translator.evaluator(node.condition)
    text, span = node.text, node.span

    def check(frame: Frame) -> None:
        if not condition(frame):
            raise FaultAt(FaultCode.ASSERTION_FAILED, span, f"`{text}` does not hold")

    return check


def _assert_comparison(
    translator: Translator, node: nodes.Assert, condition: nodes.Compare
) -> Evaluator:
    left = translator.evaluator(condition.left)
    right = translator.evaluator(condition.right)
    holds = comparison(condition.operator, condition.operand, translator.types)
    types, operand = translator.types, condition.operand
    text, span = node.text, node.span

    def check(frame: Frame) -> None:
        one = left(frame)
        other = right(frame)
        if not holds(one, other):
            raise FaultAt(
                FaultCode.ASSERTION_FAILED,
                span,
                f"`{text}` does not hold\n"
                f"left:  {show(types, operand, one)}\n"
                f"right: {show(types, operand, other)}",
            )

    return check


def translate_assert_rejects(translator: Translator, node: nodes.AssertRejects) -> Evaluator:
    """A call that must be rejected with the failure, and with its context if one is written."""
    prepare, perform = translator.operation(node.subject)
    expected = [(position, translator.evaluator(value)) for position, value in node.context or ()]
    fields = _context_fields(translator, node.failure)
    failure, subject_type, span = node.failure, node.subject.type, node.span
    types = translator.types

    def check(frame: Frame) -> None:
        operands = prepare(frame)
        try:
            value = perform(frame, operands)
        except Raised as caught:
            raised = caught
        else:
            raise _wrong(span, failure, f"it returned {show(types, subject_type, value)}")
        if raised.failure != failure:
            shown = _shown_failure(translator, raised)
            raise _wrong(span, failure, f"it was rejected with {shown}")
        for position, evaluator in expected:
            wanted, given = evaluator(frame), raised.context[position]
            if not same_value(wanted, given):
                field = fields[position]
                raise _wrong(
                    span,
                    failure,
                    f"its {field.name} is {show(types, field.type, given)},"
                    f" not {show(types, field.type, wanted)}",
                )

    return check


def _wrong(span: Span, failure: str, found: str) -> FaultAt:
    return FaultAt(
        FaultCode.ASSERTION_FAILED, span, f"expected a rejection with {failure}: {found}"
    )


def _context_fields(translator: Translator, failure: str) -> tuple[Field, ...]:
    definition = translator.program.manifest.failures[failure]
    return (*definition.public, *definition.internal)


def _shown_failure(translator: Translator, raised: Raised) -> str:
    fields = _context_fields(translator, raised.failure)
    return show_fields(translator.types, raised.failure, fields, raised.context)


def translate_advance(translator: Translator, node: nodes.AdvanceClock) -> Evaluator:
    """``advance clock by``: moves the test's clock and runs nothing."""
    return _effect("advance({by})", {"by": translator.fragment(node.by, "by")}, node.span)


def translate_run_pending(_: Translator, node: nodes.RunPending) -> Evaluator:
    """``run pending``."""
    return _effect("run_pending()", {}, node.span)


def translate_tick(_: Translator, node: nodes.Tick) -> Evaluator:
    """``tick``."""
    return _effect("tick()", {}, node.span)


def _effect(call: str, operands: dict[str, Fragment], span: Span) -> Evaluator:
    return build(
        f"""
        try:
            frame[{CONTEXT}].test.{call}
        except Fault as fault:
            raise placed(fault, span) from None
        """,
        operands,
        Fault=Fault,
        placed=placed,
        span=span,
    )
