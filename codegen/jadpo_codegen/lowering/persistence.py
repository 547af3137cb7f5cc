"""Persistence expressions: what the store is asked, and what its answers become [Q1] [Q3].

The store is asked by Python. Where its answer is a failure, Python says which one, and compiled
code evaluates that failure's context and raises it. Updates stand in
:mod:`jadpo_codegen.lowering.updates`.
"""

from collections.abc import Callable, Sequence

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.layouts import INT, Layout
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.failures import raise_failure
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.support.context import FAILURE
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import CreatePlan
from jadpo_runtime.values import Entity, Span
from jadpo_runtime.values.internal_error import InternalError

Ask = Callable[[Run, list[object]], object]
"""Asks the store; may raise ``ConstraintConflict`` or :class:`NoRow`."""


class NoRow(Exception):  # noqa: N818 - it becomes a failure that the program declares
    """The store has no row where one is required."""


def ask_store(
    body: Body,
    ask: Ask | Method,
    operands: Sequence[Operand],
    result: Layout,
    span: Span,
    failure: str | None,
    *,
    missing: nodes.RaiseFailure | None = None,
    conflicts: Sequence[nodes.ConflictClause] = (),
) -> Operand:
    """Ask the store; a missing row and a violated constraint become their failures [Q3]."""
    raised = [] if missing is None else [missing]
    clauses = {clause.constraint: len(raised) + number for number, clause in enumerate(conflicts)}
    raised += [clause.failure for clause in conflicts]

    asking = _asking(ask) if isinstance(ask, Method) else ask

    def perform(run: Run, values: list[object]) -> object:
        try:
            return asking(run, values)
        except NoRow:
            if missing is None:
                raise InternalError("a required row without its failure") from None
            number = 0
        except ConstraintConflict as conflict:
            named = (conflict.entity, conflict.fields)
            if named not in clauses and None not in clauses:
                raise violated(conflict) from None
            number = clauses[named if named in clauses else None]
        raise run.choosing(number)

    if not raised:
        # A conflict then leaves the run, which makes a fault of it.
        return body.call_python(ask, operands, result, span)
    chosen, on = body.writer.new_label("chosen"), body.writer.new_label("on")
    value = body.call_python(perform, operands, result, span, chosen)
    body.writer.jump(on)
    body.writer.begin(chosen)
    number = body.load("%context", FAILURE, INT)
    for position, each in enumerate(raised):
        inside, after = body.writer.new_label("raise"), body.writer.new_label("next")
        is_this = body.writer.value(f"icmp eq i64 {number.text}, {position}")
        body.writer.branch(is_this, inside, after)
        body.writer.begin(inside)
        raise_failure(body, each)
        body.fail(failure)
        body.writer.begin(after)
    body.impossible("no failure for an answer of the store", span)
    body.writer.begin(on)
    return value


def _asking(method: Method) -> Ask:
    """The same as a function."""
    (_, name), given = method.path, method.given

    def ask(run: Run, values: list[object]) -> object:
        answer: object = getattr(run.context.store, name)(*given, values)
        return answer

    return ask


def violated(conflict: ConstraintConflict) -> Fault:
    """The fault of a violated constraint for which no failure is named [Q3]."""
    fields = ", ".join(conflict.fields)
    return Fault(
        FaultCode.CONSTRAINT_VIOLATED,
        f"a row breaks the constraint of {conflict.entity} on {fields}",
    )


def one_row(rows: Sequence[Entity]) -> Entity:
    """The one row, or :class:`NoRow`."""
    if not rows:
        raise NoRow
    return rows[0]


def prepare_create(body: Body, node: nodes.Create) -> list[Operand]:
    """The values, in order of evaluation."""
    return body.operands([value for _, value in node.values])


def perform_create(
    body: Body, node: nodes.Create, operands: list[Operand], failure: str | None
) -> Operand:
    """``create``: the row [E1]."""
    index = node.plan
    plan = body.manifest.plans[index]
    if not isinstance(plan, CreatePlan):
        raise InternalError(f"the plan of the create at {node.span} is a {type(plan).__name__}")
    places = [place for place, _ in node.values]
    if sorted(places) != list(range(len(plan.fields))):
        raise InternalError("the values do not fill their places exactly")

    return ask_store(
        body,
        Method(("store", "create"), (index,)),
        [operands[places.index(place)] for place in range(len(places))],
        body.layout(node.type),
        node.span,
        failure,
        conflicts=node.conflicts,
    )


def prepare_query(
    body: Body, node: nodes.Select | nodes.Count | nodes.Exists | nodes.Aggregate | nodes.Delete
) -> list[Operand]:
    """The plan's parameters."""
    return body.operands(node.parameters)


def perform_select(
    body: Body, node: nodes.Select, operands: list[Operand], failure: str | None
) -> Operand:
    """``query optional | required | many``."""
    plan, form = node.plan, node.form

    if form is nodes.SelectForm.MANY:
        result = body.layout(node.type)
        return ask_store(
            body,
            Method(("store", "select"), (plan,)),
            operands,
            result,
            node.span,
            failure,
        )

    def ask(run: Run, values: list[object]) -> object:
        rows = run.context.store.select(plan, values)
        if form is nodes.SelectForm.REQUIRED:
            return one_row(rows)
        return rows[0] if rows else None

    result = body.layout(node.type)
    return ask_store(body, ask, operands, result, node.span, failure, missing=node.missing)


def perform_count(
    body: Body, node: nodes.Count, operands: list[Operand], failure: str | None
) -> Operand:
    """``query count``."""
    return _asked(body, node, operands, "count")


def perform_exists(
    body: Body, node: nodes.Exists, operands: list[Operand], failure: str | None
) -> Operand:
    """``query exists``."""
    return _asked(body, node, operands, "exists")


def perform_aggregate(
    body: Body, node: nodes.Aggregate, operands: list[Operand], failure: str | None
) -> Operand:
    """``query sum | minimum | maximum``."""
    return _asked(body, node, operands, "aggregate")


def _asked(
    body: Body,
    node: nodes.Count | nodes.Exists | nodes.Aggregate,
    operands: list[Operand],
    method: str,
) -> Operand:
    ask = Method(("store", method), (node.plan,))
    return ask_store(body, ask, operands, body.layout(node.type), node.span, None)


def perform_delete(
    body: Body, node: nodes.Delete, operands: list[Operand], failure: str | None
) -> Operand:
    """``delete required | many``: the deleted row, or how many there were."""
    plan, is_one = node.plan, node.missing is not None

    def ask(run: Run, values: list[object]) -> object:
        rows = run.context.store.delete(plan, values)
        return one_row(rows) if is_one else len(rows)

    return ask_store(
        body,
        ask,
        operands,
        body.layout(node.type),
        node.span,
        failure,
        missing=node.missing,
        conflicts=node.conflicts,
    )
