"""Effects outside of the store: each is one call of the run's context."""

from collections.abc import Callable, Sequence

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.layouts import UNIT
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_runtime.outcome import Rejected
from jadpo_runtime.values import OMITTED


def _reading(body: Body, node: nodes.Expression, read: Callable[[Run], object]) -> Operand:
    def perform(run: Run, values: Sequence[object]) -> object:
        return read(run)

    return body.call_python(perform, (), body.layout(node.type), node.span)


def lower_clock(body: Body, node: nodes.ClockNow) -> Operand:
    """``clock.now``."""
    return _reading(body, node, lambda run: run.context.now)


def lower_random_uuid(body: Body, node: nodes.RandomUuid) -> Operand:
    """``random.uuid()``."""
    return _reading(body, node, lambda run: run.context.random_uuid())


def lower_config(body: Body, node: nodes.ConfigValue) -> Operand:
    """``config.field``."""
    key = (node.config, node.field)
    return _reading(body, node, lambda run: run.context.config[key])


def lower_delivery(body: Body, node: nodes.DeliveryValue) -> Operand:
    """``delivery.member`` [V2]."""
    member = node.member
    return _reading(body, node, lambda run: getattr(run.context.delivery, member))


def lower_due_at(body: Body, node: nodes.DueAt) -> Operand:
    """``schedule.due_at`` [V4]."""
    return _reading(body, node, lambda run: run.context.due_at)


def lower_emit(body: Body, node: nodes.Emit) -> None:
    """``emit`` of an event [V1]."""
    operands = body.operands([value for _, value in node.payload])
    places = [index for index, _ in node.payload]
    ordered = sorted(places)
    event, variant = node.event, node.variant
    omitted = [index for index in range(node.size) if index not in places]

    def perform(run: Run, values: list[object]) -> object:
        for index in omitted:
            values.insert(index, OMITTED)
        run.context.emit(event, variant, values)
        return None

    body.call_python(
        perform if omitted else Method(("emit",), (event, variant)),
        [operands[places.index(index)] for index in ordered],
        UNIT,
        node.span,
    )


def lower_start(body: Body, node: nodes.Start) -> None:
    """``start`` of a batch [V5]."""
    operands = body.operands(node.arguments)
    body.call_python(Method(("start",), (node.batch,)), operands, UNIT, node.span)


def prepare_connection(body: Body, node: nodes.CallConnection) -> list[Operand]:
    """The input, if the operation has one."""
    return [] if node.input is None else [body.expression(node.input)]


def perform_connection(
    body: Body, node: nodes.CallConnection, operands: list[Operand], failure: str | None
) -> Operand:
    """A call of an outside operation; its failures are those of its ``on`` lines [N2]."""
    connection, name, span = node.connection, node.operation, node.span
    for each in node.failures:
        body.module.failure(each)

    def perform(run: Run, values: Sequence[object]) -> object:
        message = values[0] if values else None
        outcome = run.context.call_connection(connection, name, message)
        if isinstance(outcome, Rejected):
            raise run.failing(outcome.failure, outcome.context, [*outcome.trail, span])
        return outcome.value

    return body.call_python(perform, operands, body.layout(node.type), span, failure)
