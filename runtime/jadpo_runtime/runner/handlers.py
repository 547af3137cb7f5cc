"""The handlers of the running program, and whether a stored delivery can run in it [Y4]."""

from collections.abc import Mapping
from typing import Final

import attrs

from jadpo_runtime.boundary import Call
from jadpo_runtime.context import DeliveryFacts
from jadpo_runtime.manifest import Manifest, RetryPolicy
from jadpo_runtime.outbox import Origin, Outbox
from jadpo_runtime.records.payload import PayloadCodec, PayloadInvalid
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.values import Instant
from jadpo_runtime.values.node import Node

NO_HANDLER: Final = "delivery.no_handler"
"""The rule of a delivery whose handler the running program does not have."""

PAYLOAD_INVALID: Final = "delivery.payload_invalid"
"""The rule of a delivery whose payload is not one of its event any more."""


class Delivery(Node):
    """A claimed delivery; ``attempts`` are those that counted before this one."""

    due_at: Instant
    id: str
    takeovers: int
    event_id: str
    handler: str
    attempts: int
    first_attempt_at: Instant | None
    token: str


class StoredEvent(Node):
    """An event as its record keeps it, but for its id."""

    event: str
    variant: str
    payload: str
    emitted_at: Instant
    traceparent: str | None
    tracestate: str | None


@attrs.frozen
class Handler:
    """A handler of the running program; ``writes`` is the store its body writes, if any."""

    name: str
    event: str
    variant: str
    payload: PayloadCodec
    retry: RetryPolicy
    writes: str | None


def handlers_of(manifest: Manifest, outbox: Outbox) -> dict[str, Handler]:
    """The handlers of a program by the name of their callable."""
    return {
        handler.callable: Handler(
            handler.callable,
            handler.event,
            handler.variant,
            outbox.payload(handler.event, handler.variant),
            subscriber.retry,
            manifest.callables[handler.callable].writes,
        )
        for subscriber in manifest.subscribers.values()
        for handler in subscriber.handlers
    }


def runnable(
    handlers: Mapping[str, Handler], delivery: Delivery, event: StoredEvent | None
) -> tuple[Handler, Call] | Error:
    """The call that a delivery asks for, or why the running program cannot make it [Y4]."""
    if event is None:
        return Error(PAYLOAD_INVALID, f"The event {delivery.event_id} is not in the store.")
    handler = handlers.get(delivery.handler)
    if handler is None or (handler.event, handler.variant) != (event.event, event.variant):
        return Error(
            NO_HANDLER,
            f"The running program has no handler `{delivery.handler}` "
            f"for {event.event}.{event.variant}.",
        )
    try:
        payload = handler.payload.decode(event.payload)
    except PayloadInvalid as invalid:
        return Error(
            PAYLOAD_INVALID,
            f"The payload is not one of {event.event}.{event.variant} any more: {invalid}",
        )
    facts = DeliveryFacts(delivery.id, delivery.event_id, delivery.attempts + 1, event.emitted_at)
    origin = Origin(delivery.id, event.traceparent, event.tracestate)
    return handler, Call(handler.name, (payload,), delivery=facts, origin=origin)
