"""``update required | many``, with values that depend on the row or not [Q1] [Q4]."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from jadpo.interpret.failures import raised_failure
from jadpo.interpret.frame import CONTEXT, FIRST_SLOT, STOP, Evaluator, Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.persistence import one_row, row_count, violation_of
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import placed
from jadpo.interpret.values import list_of
from jadpo.ir import nodes
from jadpo.stdlib.limits import poll
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault
from jadpo_runtime.manifest import UpdatePlan
from jadpo_runtime.values import Entity
from jadpo_runtime.values.internal_error import InternalError


class _Kept:
    """Stands where a field is not supplied: the row keeps its value."""


_KEPT: Final = _Kept()


def update_operation(translator: Translator, node: nodes.Update) -> Operation:
    """An update: parameters, conditions of the patch, values, then the statement.

    Where a value depends on the row, or the row may keep one, the rows are read first and each
    is written with values of its own. Values that depend on the row are evaluated then.
    """
    plan = translator.program.manifest.plans[node.plan]
    if not isinstance(plan, UpdatePlan):
        raise InternalError(f"the plan of the update at {node.span} is a {type(plan).__name__}")
    values = _values(translator, node.assignments, len(plan.fields))
    perform: Callable[[Frame, list[Any]], Any]
    if node.current is None and all(each.supplied is None for each in node.assignments):
        perform = _at_once(translator, node)
    else:
        perform = _row_by_row(translator, node, plan, values)
    if node.missing is None:
        perform = row_count(perform)
    else:
        perform = one_row(translator, perform, node.missing)
    return Operation(_preparing(translator, node, values), _unless_empty(translator, node, perform))


def _preparing(translator: Translator, node: nodes.Update, values: Evaluator) -> Evaluator:
    """A function that gives the parameters, whether the patch supplies anything, the values."""
    parameters = list_of(translator, node.parameters)
    patched = list_of(translator, node.patched)
    needs_row = node.current is not None

    def prepare(frame: Frame) -> list[Any]:
        return [
            parameters(frame),
            any(patched(frame)),
            None if needs_row else values(frame),
        ]

    return prepare


def _values(
    translator: Translator, assignments: Sequence[nodes.Assignment], size: int
) -> Evaluator:
    """A function that gives the plan's fields, :data:`_KEPT` where one is not supplied."""
    places = tuple(
        (
            each.index,
            None if each.supplied is None else translator.evaluator(each.supplied),
            translator.evaluator(each.value),
        )
        for each in assignments
    )

    def evaluate(frame: Frame) -> list[Any]:
        values: list[Any] = [_KEPT] * size
        for index, supplied, value in places:
            if supplied is None or supplied(frame):
                values[index] = value(frame)
        return values

    return evaluate


def _unless_empty(
    translator: Translator, node: nodes.Update, perform: Callable[[Frame, list[Any]], Any]
) -> Callable[[Frame, list[Any]], Any]:
    if node.empty is None:
        return perform
    empty = raised_failure(translator, node.empty)

    def unless_empty(frame: Frame, prepared: list[Any]) -> Any:
        _, supplied, _ = prepared
        if not supplied:
            raise empty(frame)
        return perform(frame, prepared)

    return unless_empty


def _at_once(translator: Translator, node: nodes.Update) -> Callable[[Frame, list[Any]], Any]:
    violated = violation_of(translator, node.conflicts, node.span)
    index, span = node.plan, node.span

    def update(frame: Frame, prepared: list[Any]) -> Any:
        parameters, _, values = prepared
        try:
            return frame[CONTEXT].store.update(index, parameters, values)
        except Fault as fault:
            raise placed(fault, span) from None
        except ConstraintConflict as conflict:
            violation = conflict
        raise violated(frame, violation)

    return update


def _row_by_row(
    translator: Translator, node: nodes.Update, plan: UpdatePlan, values: Evaluator
) -> Callable[[Frame, list[Any]], Any]:
    violated = violation_of(translator, node.conflicts, node.span)
    entity = translator.program.manifest.entities[plan.entity]
    names = [field.name for field in entity.fields]
    positions = tuple(names.index(field) for field in plan.fields)
    index, span = node.plan, node.span
    place = None if node.current is None else FIRST_SLOT + node.current

    def update(frame: Frame, prepared: list[Any]) -> Any:
        parameters, _, given = prepared
        store = frame[CONTEXT].store
        try:
            rows = store.rows_to_update(index, parameters)
        except Fault as fault:
            raise placed(fault, span) from None
        if not rows:
            return rows
        written = []
        stop = frame[STOP]
        for row in rows:
            poll(stop)
            if place is not None:
                frame[place] = row
            written.append(_filled(values(frame) if given is None else given, row, positions))
        try:
            return store.update_rows(index, rows, written)
        except Fault as fault:
            raise placed(fault, span) from None
        except ConstraintConflict as conflict:
            violation = conflict
        raise violated(frame, violation)

    return update


def _filled(values: list[Any], row: Entity, positions: tuple[int, ...]) -> list[Any]:
    return [
        row.values[position] if value is _KEPT else value
        for value, position in zip(values, positions, strict=True)
    ]
