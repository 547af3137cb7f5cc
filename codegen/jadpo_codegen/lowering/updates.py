"""``update required | many``, with values that depend on the row or not [Q1] [Q4]."""

from collections.abc import Sequence
from typing import Final, cast

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import RowsToUpdate, Run
from jadpo_codegen.layouts import INT, UNIT, Maybe, RecordCell, is_counted, llvm_type
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.failures import raise_failure
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.persistence import ask_store, one_row
from jadpo_codegen.lowering.values import none
from jadpo_runtime.manifest import UpdatePlan
from jadpo_runtime.values import Entity
from jadpo_runtime.values.internal_error import InternalError


class _Kept:
    """Stands where a field is not supplied: the row keeps its value."""


_KEPT: Final = _Kept()


def _plan(body: Body, node: nodes.Update) -> UpdatePlan:
    plan = body.manifest.plans[node.plan]
    if not isinstance(plan, UpdatePlan):
        raise InternalError(f"the plan of the update at {node.span} is a {type(plan).__name__}")
    return plan


def prepare_update(body: Body, node: nodes.Update) -> list[Operand]:
    """The parameters, the conditions of the patch, and values that do not depend on the row.

    A value has its condition before it, if it has one, and is ``none`` where that does not hold.
    """
    operands = [body.held(each) for each in body.operands(node.parameters)]
    operands += [body.held(each) for each in body.operands(node.patched)]
    if node.current is None:
        for each in node.assignments:
            if each.supplied is None:
                operands.append(body.held(body.expression(each.value)))
            else:
                operands += _conditional(body, each.supplied, each.value)
    return operands


def _conditional(body: Body, supplied: nodes.Expression, value: nodes.Expression) -> list[Operand]:
    writer = body.writer
    condition = body.expression(supplied)
    plain = body.layout(value.type)
    layout = plain if isinstance(plain, Maybe) else Maybe(plain)
    before = writer.label
    inside, after = writer.new_label("supplied"), writer.new_label("after")
    writer.branch(condition.text, inside, after)
    writer.begin(inside)
    given = body.held(body.adapted(body.expression(value), layout))
    end = writer.label
    writer.jump(after)
    writer.begin(after)
    joined = writer.phi(llvm_type(layout), [(given.text, end), (none(layout).text, before)])
    return [condition, Operand(joined, layout, is_counted(layout))]


def perform_update(
    body: Body, node: nodes.Update, operands: list[Operand], failure: str | None
) -> Operand:
    """The statement, or the rows and then their values.

    An empty patch fails before the store is asked.
    """
    parameters = len(node.parameters)
    patched = operands[parameters : parameters + len(node.patched)]
    values = operands[parameters + len(node.patched) :]
    if node.empty is not None:
        _fail_if_empty(body, node.empty, patched, failure)
    if node.current is None and all(each.supplied is None for each in node.assignments):
        return _at_once(body, node, operands[:parameters], values, failure)
    return _row_by_row(body, node, operands[:parameters], values, failure)


def _fail_if_empty(
    body: Body, empty: nodes.RaiseFailure, patched: Sequence[Operand], failure: str | None
) -> None:
    supplied = "false"
    for each in patched:
        supplied = body.writer.value(f"or i1 {supplied}, {each.text}")
    nothing, something = body.writer.new_label("nothing"), body.writer.new_label("something")
    body.writer.branch(supplied, something, nothing)
    body.writer.begin(nothing)
    raise_failure(body, empty)
    body.fail(failure)
    body.writer.begin(something)


def _at_once(
    body: Body,
    node: nodes.Update,
    parameters: list[Operand],
    values: list[Operand],
    failure: str | None,
) -> Operand:
    plan, count = node.plan, len(parameters)
    size = len(_plan(body, node).fields)
    places = [each.index for each in node.assignments]
    is_one = node.missing is not None

    def ask(run: Run, given: Sequence[object]) -> object:
        placed: list[object] = [_KEPT] * size
        for place, value in zip(places, given[count:], strict=True):
            placed[place] = value
        rows = run.context.store.update(plan, list(given[:count]), placed)
        return one_row(rows) if is_one else len(rows)

    return ask_store(
        body,
        ask,
        [*parameters, *values],
        body.layout(node.type),
        node.span,
        failure,
        missing=node.missing,
        conflicts=node.conflicts,
    )


def _row_by_row(
    body: Body,
    node: nodes.Update,
    parameters: list[Operand],
    values: list[Operand],
    failure: str | None,
) -> Operand:
    """Read the rows, let each get its values, write them all."""
    plan_number = node.plan

    def begin(run: Run, given: Sequence[object]) -> object:
        run.updates.append(RowsToUpdate(run.context.store.rows_to_update(plan_number, list(given))))
        return len(run.updates) - 1

    update = body.call_python(begin, parameters, INT, node.span)
    if node.current is None:
        _give_all(body, node, update, values)
    else:
        _give_each(body, node, update, node.current)
    is_one = node.missing is not None

    def write(run: Run, given: Sequence[object]) -> object:
        ready = run.updates[cast(int, given[0])]
        rows: Sequence[Entity] = ready.rows
        if rows:
            rows = run.context.store.update_rows(plan_number, rows, ready.written)
        return one_row(rows) if is_one else len(rows)

    return ask_store(
        body,
        write,
        (update,),
        body.layout(node.type),
        node.span,
        failure,
        missing=node.missing,
        conflicts=node.conflicts,
    )


def _positions(body: Body, node: nodes.Update) -> list[int]:
    """Where the plan's fields are in the row, by their index in the plan."""
    plan = _plan(body, node)
    names = [field.name for field in body.manifest.entities[plan.entity].fields]
    return [names.index(field) for field in plan.fields]


def _give_all(body: Body, node: nodes.Update, update: Operand, values: list[Operand]) -> None:
    """Every row gets the same values, and keeps what is not supplied."""
    positions = _positions(body, node)
    assignments = [(each.index, each.supplied is not None) for each in node.assignments]

    def give(run: Run, given: Sequence[object]) -> object:
        ready = run.updates[cast(int, given[0])]
        rest = iter(given[1:])
        placed: list[object] = [_KEPT] * len(positions)
        for index, is_conditional in assignments:
            supplied = next(rest) if is_conditional else True
            value = next(rest)
            if supplied:
                placed[index] = value
        ready.written = [
            [
                row.values[position] if value is _KEPT else value
                for value, position in zip(placed, positions, strict=True)
            ]
            for row in ready.rows
        ]
        return None

    body.call_python(give, [update, *values], UNIT, node.span)


def _give_each(body: Body, node: nodes.Update, update: Operand, slot: int) -> None:
    """The values of each row are computed while the slot holds the row."""
    writer = body.writer
    positions = _positions(body, node)
    row_layout = body.slots[slot].layout
    if not isinstance(row_layout, RecordCell):
        raise InternalError(f"a row of {row_layout}")

    def count(run: Run, given: Sequence[object]) -> object:
        return len(run.updates[cast(int, given[0])].rows)

    def begin(run: Run, given: Sequence[object]) -> object:
        ready = run.updates[cast(int, given[0])]
        row = ready.rows[len(ready.written)]
        ready.written.append([row.values[position] for position in positions])
        return row

    rows = body.call_python(count, (update,), INT, node.span)
    place = writer.place("i64")
    writer.do(f"store i64 0, ptr {place}")
    head, inside, after = (
        writer.new_label("rows"),
        writer.new_label("row"),
        writer.new_label("after"),
    )
    writer.begin(head)
    number = writer.value(f"load i64, ptr {place}")
    more = writer.value(f"icmp ult i64 {number}, {rows.text}")
    writer.branch(more, inside, after)
    writer.begin(inside)
    body.store_slot(slot, body.call_python(begin, (update,), row_layout, node.span))
    for assignment in node.assignments:
        _give_one(body, node, update, assignment)
    following = writer.value(f"add nuw i64 {number}, 1")
    writer.do(f"store i64 {following}, ptr {place}")
    writer.jump(head)
    writer.begin(after)


def _give_one(
    body: Body, node: nodes.Update, update: Operand, assignment: nodes.Assignment
) -> None:
    index = assignment.index

    def give(run: Run, given: Sequence[object]) -> object:
        number, value = given
        run.updates[cast(int, number)].written[-1][index] = value
        return None

    after = body.writer.new_label("after")
    if assignment.supplied is not None:
        inside = body.writer.new_label("supplied")
        body.writer.branch(body.expression(assignment.supplied).text, inside, after)
        body.writer.begin(inside)
    body.call_python(give, (update, body.expression(assignment.value)), UNIT, node.span)
    body.writer.begin(after)
