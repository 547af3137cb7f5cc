"""Failures: raising them, letting them leave, and matching on them [F1] [F4] [F5].

While a failure is on its way the context struct holds its number, the cell with its context, and
the numbers of the spans of its trail. Python sees it where it leaves the run.
"""

from collections.abc import Sequence

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.conversion.failing import failure_cell
from jadpo_codegen.layouts import BOOL, INT, UNIT, is_counted
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.matches import Answer, begin_answer, end_answer, write_arm
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.support.context import FAILURE, FAILURE_CELL
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError


def raise_failure(body: Body, node: nodes.RaiseFailure) -> None:
    """Evaluate the context of a failure, into a cell of its own, and let it begin its way."""
    operands = body.operands([value for _, value in node.context])
    layout = failure_cell(node.failure)
    shape = body.layouts.record(layout.name)
    cell = "null"
    if shape.places:
        cell = body.allocate(shape.size, body.module.kind(layout), node.span)
    given = {index for index, _ in node.context}
    for (index, _), operand in zip(node.context, operands, strict=True):
        place = shape.places[index]
        body.store(cell, place.offset, body.adapted(operand, place.layout))
        if place.supplied is not None:
            body.store(cell, place.supplied, Operand("true", BOOL))
    for index, place in enumerate(shape.places):
        if index not in given and place.supplied is not None:
            body.store(cell, place.supplied, Operand("false", BOOL))
            if is_counted(place.layout):
                body.writer.do(f"store ptr null, ptr {body.address(cell, place.offset)}")
    number, span = body.module.failure(node.failure), body.module.span(node.span)
    body.writer.do(
        f"call void @jadpo.begin_failure(ptr %context, i64 {number}, ptr {cell}, i32 {span})"
    )


def lower_reject(body: Body, node: nodes.Reject) -> None:
    """The failure leaves the callable."""
    raise_failure(body, node.failure)
    body.reject()


def lower_attempt(body: Body, node: nodes.Attempt) -> Operand:
    """A failure of the base leaves the callable, this span in its trail."""
    failed, on = body.writer.new_label("failed"), body.writer.new_label("on")
    for failure in node.failures:
        body.module.failure(failure)
    value = body.expression(node.base, failed)
    body.writer.jump(on)
    body.writer.begin(failed)
    _lengthen_trail(body, node.span)
    body.reject()
    body.writer.begin(on)
    return value


def _lengthen_trail(body: Body, span: Span) -> None:
    number = body.module.span(span)
    body.writer.do(f"call void @jadpo.lengthen_trail(ptr %context, i32 {number})")


def lower_match_failure(body: Body, node: nodes.MatchFailure) -> Operand:
    """Operands, savepoint, the operation itself, the savepoint's end, then an arm."""
    found = body.lowerings.operations.get(type(node.subject))
    if found is None:
        raise body.not_compiled(node.subject)
    prepare, perform = found
    operands = [body.held(each) for each in prepare(body, node.subject)]
    mark = _begin_savepoint(body, node) if node.savepoint else None
    failed = body.writer.new_label("failed")
    answer = begin_answer(body, body.layout(node.type))
    for arm in node.arms:
        body.module.failure(arm.failure)
    if mark is not None:
        body.before_leaving.append(lambda: _end_savepoint(body, node.span, mark, keep=True))
    value = perform(body, node.subject, operands, failed)
    if mark is not None:
        body.before_leaving.pop()
    _end_savepoint(body, node.span, mark, keep=True)
    if node.success is None:
        body.drop(value)
    else:
        body.store_slot(node.success, value)
    write_arm(body, node.block, node.result, answer)
    if body.writer.is_open:
        body.writer.jump(answer.after)
    body.writer.begin(failed)
    number = body.load("%context", FAILURE, INT)
    for arm in node.arms:
        _write_failure_arm(body, node, arm, number.text, mark, answer)
    body.impossible("no arm for a failure in the match", node.span)
    return end_answer(body, answer)


def _write_failure_arm(
    body: Body,
    node: nodes.MatchFailure,
    arm: nodes.FailureArm | nodes.Propagate,
    number: str,
    mark: Operand | None,
    answer: Answer,
) -> None:
    writer = body.writer
    fits = writer.value(f"icmp eq i64 {number}, {body.module.failure(arm.failure)}")
    inside, after = writer.new_label("arm"), writer.new_label("next")
    writer.branch(fits, inside, after)
    writer.begin(inside)
    if isinstance(arm, nodes.Propagate):
        _end_savepoint(body, node.span, mark, keep=True)
        _lengthen_trail(body, node.span)
        body.reject()
    else:
        _end_savepoint(body, node.span, mark, keep=False)
        places = body.layouts.record(failure_cell(arm.failure).name).places
        cell = body.writer.value(f"load ptr, ptr {body.address('%context', FAILURE_CELL)}")
        for position, slot in arm.bindings:
            place = places[position]
            body.store_slot(slot, body.load(cell, place.offset, place.layout))
        body.writer.do("call void @jadpo.end_failure(ptr %context)")
        write_arm(body, arm.block, arm.result, answer)
    writer.begin(after)


def _begin_savepoint(body: Body, node: nodes.MatchFailure) -> Operand:
    def perform(run: Run, values: Sequence[object]) -> object:
        return run.context.savepoint()

    return body.call_python(perform, (), INT, node.span)


def _end_savepoint(body: Body, span: Span, mark: Operand | None, *, keep: bool) -> None:
    if mark is None:
        return

    def perform(run: Run, values: Sequence[object]) -> object:
        (given,) = values
        if not isinstance(given, int):
            raise InternalError("a savepoint is a number")
        if keep:
            run.context.release(given)
        else:
            run.context.roll_back(given)
        return None

    body.call_python(perform, (mark,), UNIT, span)
