"""Effects outside of the store: time, randomness, config, events, batch runs, connections."""

from typing import Any

from jadpo.interpret.frame import CONTEXT, Evaluator, Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.template import build
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import Raised, placed
from jadpo.interpret.values import list_of, tuple_of
from jadpo.ir import nodes
from jadpo_runtime.faults import Fault
from jadpo_runtime.outcome import Rejected
from jadpo_runtime.values import Span


def translate_clock(_: Translator, node: nodes.ClockNow) -> Evaluator:
    """``clock.now``."""
    return _reading("now", node.span)


def translate_random_uuid(_: Translator, node: nodes.RandomUuid) -> Evaluator:
    """``random.uuid()``."""
    return _reading("random_uuid()", node.span)


def translate_config(_: Translator, node: nodes.ConfigValue) -> Evaluator:
    """``config.field``."""
    return _reading("config[key]", node.span, key=(node.config, node.field))


def translate_delivery(_: Translator, node: nodes.DeliveryValue) -> Evaluator:
    """``delivery.member`` [V2]."""
    return _reading(f"delivery.{DELIVERY_MEMBERS[node.member]}", node.span)


DELIVERY_MEMBERS = {
    "id": "id",
    "event_id": "event_id",
    "attempt": "attempt",
    "emitted_at": "emitted_at",
}
"""The attributes of ``DeliveryFacts`` by the members of ``delivery``."""


def translate_due_at(_: Translator, node: nodes.DueAt) -> Evaluator:
    """``schedule.due_at`` [V4]."""
    return _reading("due_at", node.span)


def _reading(access: str, span: Span, **bound: object) -> Evaluator:
    return build(
        f"""
        try:
            return frame[{CONTEXT}].{access}
        except Fault as fault:
            raise placed(fault, span) from None
        """,
        {},
        span=span,
        Fault=Fault,
        placed=placed,
        **bound,
    )


def connection_operation(translator: Translator, node: nodes.CallConnection) -> Operation:
    """A call of an outside operation; its failures are those of its ``on`` lines [N2]."""
    connection, name, span = node.connection, node.operation, node.span
    inputs = () if node.input is None else (node.input,)

    def perform(frame: Frame, operands: list[Any]) -> Any:
        message = operands[0] if operands else None
        try:
            outcome = frame[CONTEXT].call_connection(connection, name, message)
        except Fault as fault:
            raise placed(fault, span) from None
        if isinstance(outcome, Rejected):
            raise Raised(outcome.failure, outcome.context, [*outcome.trail, span])
        return outcome.value

    return Operation(list_of(translator, inputs), perform)


def translate_emit(translator: Translator, node: nodes.Emit) -> Evaluator:
    """``emit``: the payload in order of evaluation, then the event [V1]."""
    payload = tuple_of(translator, (), node.payload, node.size)
    event, variant, span = node.event, node.variant, node.span

    def emit(frame: Frame) -> None:
        values = payload(frame)
        try:
            frame[CONTEXT].emit(event, variant, values)
        except Fault as fault:
            raise placed(fault, span) from None

    return emit


def translate_start(translator: Translator, node: nodes.Start) -> Evaluator:
    """``start`` of a batch [V5]."""
    arguments = list_of(translator, node.arguments)
    batch, span = node.batch, node.span

    def start(frame: Frame) -> None:
        values = arguments(frame)
        try:
            frame[CONTEXT].start(batch, values)
        except Fault as fault:
            raise placed(fault, span) from None

    return start
