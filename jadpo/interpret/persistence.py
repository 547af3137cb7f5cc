"""Persistence expressions: what the store is asked, and what its answers become [Q1] [Q3].

Updates stand in :mod:`jadpo.interpret.updates`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from jadpo.interpret.failures import raised_failure
from jadpo.interpret.frame import CONTEXT, Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import FaultAt, Raised, placed
from jadpo.interpret.values import list_in_places, list_of
from jadpo.ir import nodes
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import CreatePlan
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError


def create_operation(translator: Translator, node: nodes.Create) -> Operation:
    """``create``: the values in order of evaluation, then the row [E1]."""
    plan = translator.program.manifest.plans[node.plan]
    if not isinstance(plan, CreatePlan):
        raise InternalError(f"the plan of the create at {node.span} is a {type(plan).__name__}")
    violated = violation_of(translator, node.conflicts, node.span)
    index, span = node.plan, node.span

    def create(frame: Frame, values: list[Any]) -> Any:
        try:
            return frame[CONTEXT].store.create(index, values)
        except Fault as fault:
            raise placed(fault, span) from None
        except ConstraintConflict as conflict:
            violation = conflict
        raise violated(frame, violation)

    return Operation(list_in_places(translator, node.values, len(plan.fields)), create)


def select_operation(translator: Translator, node: nodes.Select) -> Operation:
    """``query optional | required | many``."""
    prepare = list_of(translator, node.parameters)
    ask = _asking("select", node.plan, node.span)
    if node.form is nodes.SelectForm.MANY:
        return Operation(prepare, ask)
    if node.form is nodes.SelectForm.OPTIONAL:

        def first_or_none(frame: Frame, parameters: list[Any]) -> Any:
            rows = ask(frame, parameters)
            return rows[0] if rows else None

        return Operation(prepare, first_or_none)
    return Operation(prepare, one_row(translator, ask, node.missing))


def count_operation(translator: Translator, node: nodes.Count) -> Operation:
    """``query count``."""
    return Operation(list_of(translator, node.parameters), _asking("count", node.plan, node.span))


def exists_operation(translator: Translator, node: nodes.Exists) -> Operation:
    """``query exists``."""
    return Operation(list_of(translator, node.parameters), _asking("exists", node.plan, node.span))


def aggregate_operation(translator: Translator, node: nodes.Aggregate) -> Operation:
    """``query sum | minimum | maximum``."""
    ask = _asking("aggregate", node.plan, node.span)
    return Operation(list_of(translator, node.parameters), ask)


def delete_operation(translator: Translator, node: nodes.Delete) -> Operation:
    """``delete required | many``: the deleted row, or how many there were."""
    violated = violation_of(translator, node.conflicts, node.span)
    index, span = node.plan, node.span

    def delete(frame: Frame, parameters: list[Any]) -> Any:
        try:
            return frame[CONTEXT].store.delete(index, parameters)
        except Fault as fault:
            raise placed(fault, span) from None
        except ConstraintConflict as conflict:
            violation = conflict
        raise violated(frame, violation)

    perform = (
        row_count(delete) if node.missing is None else one_row(translator, delete, node.missing)
    )
    return Operation(list_of(translator, node.parameters), perform)


def one_row(
    translator: Translator,
    ask: Callable[[Frame, list[Any]], Any],
    missing: nodes.RaiseFailure | None,
) -> Callable[[Frame, list[Any]], Any]:
    """The one row that ``ask`` gives, or the failure ``missing``."""
    if missing is None:
        raise InternalError("a required row without its failure")
    failure = raised_failure(translator, missing)

    def row_or_failure(frame: Frame, operands: list[Any]) -> Any:
        rows = ask(frame, operands)
        if not rows:
            raise failure(frame)
        return rows[0]

    return row_or_failure


def row_count(ask: Callable[[Frame, list[Any]], Any]) -> Callable[[Frame, list[Any]], Any]:
    """How many rows ``ask`` gives."""
    return lambda frame, operands: len(ask(frame, operands))


def violation_of(
    translator: Translator, clauses: Sequence[nodes.ConflictClause], span: Span
) -> Callable[[Frame, ConstraintConflict], Raised | FaultAt]:
    """What a violated constraint becomes: the failure of its clause, or a fault [Q3]."""
    failures = {clause.constraint: raised_failure(translator, clause.failure) for clause in clauses}

    def violated(frame: Frame, conflict: ConstraintConflict) -> Raised | FaultAt:
        failure = failures.get((conflict.entity, conflict.fields)) or failures.get(None)
        if failure is not None:
            return failure(frame)
        fields = ", ".join(conflict.fields)
        return FaultAt(
            FaultCode.CONSTRAINT_VIOLATED,
            span,
            f"a row breaks the constraint of {conflict.entity} on {fields}",
        )

    return violated


def _asking(method: str, plan: int, span: Span) -> Callable[[Frame, list[Any]], Any]:
    def ask(frame: Frame, parameters: list[Any]) -> Any:
        try:
            return getattr(frame[CONTEXT].store, method)(plan, parameters)
        except Fault as fault:
            raise placed(fault, span) from None

    return ask
