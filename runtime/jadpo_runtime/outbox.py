"""The outbox: events and batch runs written in the transaction of the action [W1] [V1] [V5].

What is written here is only records; the runner (:mod:`jadpo_runtime.runner`) brings them on.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.records.payload import PayloadCodec
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Field, Instant
from jadpo_runtime.values.node import Node

LARGEST_PAYLOAD: Final = 1024 * 1024
"""The most bytes of JSON in UTF-8 that an event or the arguments of a batch run may have."""

_INSERT_EVENT: Final = """
    INSERT INTO _jadpo_event
        (id, event, variant, payload, emitted_at, cause, traceparent, tracestate)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_DELIVERY: Final = """
    INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at)
    VALUES (?, ?, ?, ?, 'pending', ?)
"""
_INSERT_PUBLICATION: Final = """
    INSERT INTO _jadpo_publication (id, event_id, connection, state, due_at)
    VALUES (?, ?, ?, 'pending', ?)
"""
_INSERT_BATCH_RUN: Final = """
    INSERT INTO _jadpo_batch_run
        (id, batch, arguments, state, due_at, created_at, cause, traceparent, tracestate)
    VALUES (?, ?, ?, 'pending', ?, ?, ?, ?, ?)
"""


class Origin(Node):
    """What a record that is written now comes from, and carries on.

    ``cause`` is the id of the piece whose boundary writes it (``None`` outside background work),
    the others are the W3C trace context.
    """

    cause: str | None = None
    traceparent: str | None = None
    tracestate: str | None = None


NO_ORIGIN: Final = Origin()
"""The origin of what no background work and no trace set off."""


@attrs.frozen
class _Route:
    """Where the events of one variant go."""

    payload: PayloadCodec
    deliveries: tuple[tuple[str, str], ...]
    connections: tuple[str, ...]


class Outbox:
    """Writes the events and batch runs of one program."""

    def __init__(self, manifest: Manifest) -> None:
        """Find out once who subscribes to and who publishes each variant."""
        self._routes = _routes(manifest)
        self._arguments = {
            name: PayloadCodec(
                manifest.types,
                tuple(Field(parameter.name, parameter.type) for parameter in batch.parameters),
            )
            for name, batch in manifest.batches.items()
        }

    def payload(self, event: str, variant: str) -> PayloadCodec:
        """How payloads of a variant of the program are stored."""
        return self._routes[event, variant].payload

    def arguments(self, batch: str) -> PayloadCodec:
        """How the arguments of a batch of the program are stored."""
        return self._arguments[batch]

    def emit(
        self,
        transaction: Transaction,
        event: str,
        variant: str,
        payload: Sequence[object],
        *,
        emitted_at: Instant,
        origin: Origin,
        randomness: Randomness,
    ) -> int:
        """Write an event, its deliveries and its publications [W1]; the number of pieces set off.

        They are due at once by the store's clock. A payload over 1 MiB is a fault.
        """
        route = self._routes[event, variant]
        text = _limited(route.payload.encode(payload), f"The payload of {event}.{variant}")
        now = transaction.now()
        event_id = randomness.identity(now)
        transaction.execute(
            _INSERT_EVENT,
            (
                event_id,
                event,
                variant,
                text,
                emitted_at,
                origin.cause,
                origin.traceparent,
                origin.tracestate,
            ),
        )
        for subscriber, handler in route.deliveries:
            transaction.execute(
                _INSERT_DELIVERY, (randomness.identity(now), event_id, subscriber, handler, now)
            )
        for connection in route.connections:
            transaction.execute(
                _INSERT_PUBLICATION, (randomness.identity(now), event_id, connection, now)
            )
        return len(route.deliveries)

    def start(
        self,
        transaction: Transaction,
        batch: str,
        arguments: Sequence[object],
        *,
        origin: Origin,
        randomness: Randomness,
    ) -> int:
        """Record a batch run [V5], due at once; the number of pieces set off: one."""
        text = _limited(self._arguments[batch].encode(arguments), f"The arguments of {batch}")
        now = transaction.now()
        transaction.execute(
            _INSERT_BATCH_RUN,
            (
                randomness.identity(now),
                batch,
                text,
                now,
                now,
                origin.cause,
                origin.traceparent,
                origin.tracestate,
            ),
        )
        return 1


def _routes(manifest: Manifest) -> Mapping[tuple[str, str], _Route]:
    deliveries: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for subscriber in manifest.subscribers.values():
        for handler in subscriber.handlers:
            deliveries[handler.event, handler.variant].append((subscriber.name, handler.callable))
    connections: dict[tuple[str, str], list[str]] = defaultdict(list)
    for connection in manifest.connections.values():
        for published in connection.publishes:
            connections[published].append(connection.name)
    return {
        (event.name, variant.name): _Route(
            PayloadCodec(manifest.types, variant.fields),
            tuple(deliveries[event.name, variant.name]),
            tuple(connections[event.name, variant.name]),
        )
        for event in manifest.events.values()
        for variant in event.variants
    }


def _limited(text: str, what: str) -> str:
    """The text, or a fault where it is too large to be a record."""
    # Only a text of more than a quarter of the limit can have more bytes than the limit.
    if len(text) > LARGEST_PAYLOAD // 4:
        size = len(text.encode())
        if size > LARGEST_PAYLOAD:
            raise Fault(
                FaultCode.CONSTRAINT_VIOLATED,
                f"{what} has {size:,} bytes as JSON; at most {LARGEST_PAYLOAD:,} are stored. "
                "Store the large value in an entity, and send its identity.",
            )
    return text
