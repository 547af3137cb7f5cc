"""The effects of a test's body [X1]."""

from collections.abc import Callable, Sequence
from typing import NoReturn

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.layouts import UNIT
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.logic import compared
from jadpo_codegen.lowering.operand import Operand
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Rejected
from jadpo_runtime.values import Duration, Field
from jadpo_runtime.values.equality import same_value
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.show import show, show_fields


def prepare_test_call(body: Body, node: nodes.TestCall) -> list[Operand]:
    """The arguments."""
    return body.operands(node.arguments)


def perform_test_call(
    body: Body, node: nodes.TestCall, operands: list[Operand], failure: str | None
) -> Operand:
    """A ``call``; where nobody asks for its failure, that fails the test."""
    name, manifest, is_caught = node.name, body.manifest, failure is not None
    for each in node.failures:
        body.module.failure(each)

    def perform(run: Run, values: Sequence[object]) -> object:
        outcome = run.context.test.call(name, list(values))
        if not isinstance(outcome, Rejected):
            return outcome.value
        if is_caught:
            raise run.failing(outcome.failure, outcome.context, [*outcome.trail])
        shown = _shown(manifest, outcome.failure, outcome.context)
        raise Fault(FaultCode.TEST_CALL_FAILED, f"`{name}` was rejected with {shown}")

    return body.call_python(perform, operands, body.layout(node.type), node.span, failure)


def _context_fields(manifest: Manifest, failure: str) -> tuple[Field, ...]:
    definition = manifest.failures[failure]
    return (*definition.public, *definition.internal)


def _shown(manifest: Manifest, failure: str, context: tuple[object, ...]) -> str:
    return show_fields(manifest.types, failure, _context_fields(manifest, failure), context)


def lower_assert(body: Body, node: nodes.Assert) -> None:
    """A condition that must hold; the two sides of a comparison are shown where it does not."""
    condition, text = node.condition, node.text
    writer = body.writer
    sides: list[Operand] = []
    if isinstance(condition, nodes.Compare):
        sides = body.operands((condition.left, condition.right))
        holds = compared(body, condition.operator, sides[0], sides[1], condition.span)
        types, operand = body.layouts.types, condition.operand

        def fail(run: Run, values: Sequence[object]) -> NoReturn:
            left, right = values
            raise Fault(
                FaultCode.ASSERTION_FAILED,
                f"`{text}` does not hold\n"
                f"left:  {show(types, operand, left)}\n"
                f"right: {show(types, operand, right)}",
            )
    else:
        holds = body.expression(condition).text

        def fail(run: Run, values: Sequence[object]) -> NoReturn:
            raise Fault(FaultCode.ASSERTION_FAILED, f"`{text}` does not hold")

    well, broken = writer.new_label("holds"), writer.new_label("broken")
    writer.branch(holds, well, broken)
    writer.begin(broken)
    borrowed = [side._replace(is_owned=False) for side in sides]
    body.call_python(fail, borrowed, UNIT, node.span)
    writer.end("unreachable")
    writer.begin(well)
    body.drop(*sides)


def lower_assert_rejects(body: Body, node: nodes.AssertRejects) -> None:
    """A call that must be rejected with the failure, and with its context if one is written."""
    found = body.lowerings.operations.get(type(node.subject))
    if found is None:
        raise body.not_compiled(node.subject)
    prepare, perform = found
    failed, after = body.writer.new_label("failed"), body.writer.new_label("after")
    expected, manifest, types = node.failure, body.manifest, body.layouts.types
    fields = _context_fields(manifest, expected)
    subject_type = node.subject.type
    value = perform(body, node.subject, prepare(body, node.subject), failed)

    def returned(run: Run, values: Sequence[object]) -> NoReturn:
        raise _wrong(expected, f"it returned {show(types, subject_type, values[0])}")

    body.call_python(returned, (value,), UNIT, node.span)
    body.writer.end("unreachable")
    body.writer.begin(failed)

    def check_name(run: Run, values: Sequence[object]) -> object:
        failure = run.failure
        if failure.name != expected:
            shown = _shown(manifest, failure.name, failure.context)
            raise _wrong(expected, f"it was rejected with {shown}")
        return None

    body.call_python(check_name, (), UNIT, node.span)
    for position, wanted in node.context or ():
        check = _checking_context(body, expected, position, fields[position])
        body.call_python(check, (body.expression(wanted),), UNIT, node.span)
    body.writer.do("call void @jadpo.end_failure(ptr %context)")
    body.writer.begin(after)


def _checking_context(
    body: Body, expected: str, position: int, field: Field
) -> Callable[[Run, Sequence[object]], object]:
    types = body.layouts.types

    def check(run: Run, values: Sequence[object]) -> object:
        wanted, given = values[0], run.failure.context[position]
        if not same_value(wanted, given):
            raise _wrong(
                expected,
                f"its {field.name} is {show(types, field.type, given)},"
                f" not {show(types, field.type, wanted)}",
            )
        return None

    return check


def _wrong(failure: str, found: str) -> Fault:
    return Fault(FaultCode.ASSERTION_FAILED, f"expected a rejection with {failure}: {found}")


def lower_advance(body: Body, node: nodes.AdvanceClock) -> None:
    """``advance clock by``: moves the test's clock and runs nothing."""

    def perform(run: Run, values: Sequence[object]) -> object:
        (by,) = values
        if not isinstance(by, Duration):
            raise InternalError("a clock advances by a Duration")
        run.context.test.advance(by)
        return None

    body.call_python(perform, (body.expression(node.by),), UNIT, node.span)


def lower_run_pending(body: Body, node: nodes.RunPending) -> None:
    """``run pending``."""
    body.call_python(lambda run, values: run.context.test.run_pending(), (), UNIT, node.span)


def lower_tick(body: Body, node: nodes.Tick) -> None:
    """``tick``."""
    body.call_python(lambda run, values: run.context.test.tick(), (), UNIT, node.span)
