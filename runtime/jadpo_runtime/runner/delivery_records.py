"""The records of deliveries: reading them, and each change of their state."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.runner.claims import Claim, Error, PieceTable
from jadpo_runtime.runner.failing import decision_after, error_of
from jadpo_runtime.runner.handlers import Delivery, Handler, StoredEvent
from jadpo_runtime.runner.reports import PieceEnded, PieceKept, Report, piece_ended
from jadpo_runtime.runner.retry import GiveUp, RetryAt
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.watchdog import StopReason

KEPT_FOR: Final = Duration(60_000_000)
"""How long a delivery that cannot run here is passed over: a minute, in µs [Y4]."""

_TABLE: Final = PieceTable(
    "_jadpo_delivery", ("event_id", "handler", "attempts", "first_attempt_at", "token")
)

_EVENTS: Final = """
    SELECT id, event, variant, payload, emitted_at, traceparent, tracestate
    FROM _jadpo_event WHERE id IN (SELECT value FROM json_each(?))
"""


class DeliveryRecords:
    """The delivery records of one store, as one host's runner changes them.

    Each change is made in the transaction it is given, and holds only if that commits. It answers
    with what to report then: ``None`` where the claim was lost, so that nothing was changed.
    """

    def __init__(self, host: Host) -> None:
        """Decide retries with the host's manifest and randomness."""
        self._host: Final = host

    def next_due(self, transaction: Transaction) -> Instant | None:
        """When the next delivery is due."""
        return _TABLE.next_due(transaction)

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[Delivery]:
        """Claim deliveries in order of when they are due [M3]."""
        return [_delivery(row) for row in _TABLE.claim(transaction, claim, most)]

    def holds(self, transaction: Transaction, delivery: Delivery) -> bool:
        """Whether the claim still holds."""
        return _TABLE.holds(transaction, delivery.id, delivery.token)

    def events_of(
        self, transaction: Transaction, deliveries: Iterable[Delivery]
    ) -> Mapping[str, StoredEvent]:
        """The events of deliveries, by their ids."""
        ids = list({delivery.event_id for delivery in deliveries})
        rows = transaction.execute(_EVENTS, (json.dumps(ids),))
        return {cast(str, row[0]): _event(row) for row in rows}

    def finish(self, transaction: Transaction, delivery: Delivery) -> Report | None:
        """Mark it done: the first thing in its boundary, so that a lost claim changes nothing."""
        if not _TABLE.finish(transaction, delivery.id, delivery.token, transaction.now()):
            return None
        return _ended(delivery, "done", delivery.attempts + 1)

    def fail(
        self, transaction: Transaction, delivery: Delivery, handler: Handler, end: BodyEnd
    ) -> Report | None:
        """Write an attempt that did not return: due again, or given up [Y1].

        One that was stopped because the host was asked to is given back uncounted [Z2].
        """
        if end.stopped is StopReason.ASKED:
            _TABLE.give_back(transaction, [delivery.id], delivery.token)
            return _ended(delivery, "pending", delivery.attempts)
        attempts = delivery.attempts + 1
        now = transaction.now()
        first = delivery.first_attempt_at
        if first is None:
            first = Instant(now - end.took)
        error = error_of(self._host.manifest, end)
        decision = decision_after(
            self._host.manifest,
            handler.retry,
            end,
            attempts=attempts,
            first_attempt_at=first,
            now=now,
            uniform=self._host.randomness.up_to,
        )
        if not _TABLE.fail(
            transaction,
            delivery.id,
            delivery.token,
            attempts=attempts,
            first_attempt_at=first,
            decision=decision,
            error=error,
        ):
            return None
        due_at = decision.due_at if isinstance(decision, RetryAt) else None
        state = "failed" if due_at is None else "pending"
        return _ended(delivery, state, attempts, error, due_at)

    def give_up(self, transaction: Transaction, delivery: Delivery, error: Error) -> Report | None:
        """Give one up without an attempt [Y3]."""
        first = delivery.first_attempt_at
        held = _TABLE.fail(
            transaction,
            delivery.id,
            delivery.token,
            attempts=delivery.attempts,
            first_attempt_at=transaction.now() if first is None else first,
            decision=GiveUp(),
            error=error,
        )
        return _ended(delivery, "failed", delivery.attempts, error) if held else None

    def keep(self, transaction: Transaction, delivery: Delivery, error: Error) -> Report | None:
        """Keep one pending that the running program cannot run, uncounted [Y4]."""
        until = Instant(transaction.now() + KEPT_FOR)
        if not _TABLE.postpone(transaction, delivery.id, delivery.token, until, error):
            return None
        return PieceKept(error.code, "delivery", delivery.id, delivery.handler, error.text)

    def give_back(self, transaction: Transaction, deliveries: Sequence[Delivery]) -> None:
        """Give deliveries back as they were [H1] [M3]."""
        _TABLE.give_back(transaction, [each.id for each in deliveries], deliveries[0].token)


def _ended(
    delivery: Delivery,
    state: str,
    attempt: int,
    error: Error | None = None,
    due_at: Instant | None = None,
) -> PieceEnded:
    return piece_ended("delivery", delivery.id, delivery.handler, state, attempt, error, due_at)


def _delivery(row: tuple[object, ...]) -> Delivery:
    due_at, id_, takeovers, event_id, handler, attempts, first_attempt_at, token = row
    return Delivery(
        Instant(cast(int, due_at)),
        cast(str, id_),
        cast(int, takeovers),
        cast(str, event_id),
        cast(str, handler),
        cast(int, attempts),
        None if first_attempt_at is None else Instant(cast(int, first_attempt_at)),
        cast(str, token),
    )


def _event(row: tuple[object, ...]) -> StoredEvent:
    id_, event, variant, payload, emitted_at, traceparent, tracestate = row
    return StoredEvent(
        cast(str, id_),
        cast(str, event),
        cast(str, variant),
        cast(str, payload),
        Instant(cast(int, emitted_at)),
        cast("str | None", traceparent),
        cast("str | None", tracestate),
    )
