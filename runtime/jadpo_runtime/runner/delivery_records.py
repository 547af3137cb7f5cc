"""The records of deliveries: reading them, and each change of their state."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

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

_HELD: Final = """
    SELECT delivery.id, event.event, event.variant, event.payload, event.emitted_at,
        event.traceparent, event.tracestate
    FROM _jadpo_delivery AS delivery LEFT JOIN _jadpo_event AS event ON event.id = delivery.event_id
    WHERE delivery.id IN (SELECT value FROM json_each(?))
        AND delivery.token = ? AND delivery.state = 'claimed'
"""


class DeliveryRecords:
    """The delivery records of one store, as one host's runner changes them.

    Each change is made in the transaction it is given, and holds only if that commits. Most answer
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
        return [_claimed(row) for row in _TABLE.claim(transaction, claim, most)]

    def claim_among(
        self, transaction: Transaction, claim: Claim, ids: Sequence[str], most: int
    ) -> list[Delivery]:
        """Claim those of certain deliveries that are due, in order [A1]."""
        return [_claimed(row) for row in _TABLE.claim_among(transaction, claim, ids, most)]

    def held(
        self, transaction: Transaction, deliveries: Sequence[Delivery]
    ) -> Mapping[str, StoredEvent | None]:
        """The events of those deliveries of one claim whose claim still holds, by delivery [M2].

        ``None`` stands for an event that is not in the store. In a transaction that writes, nobody
        can take a claim over until it ends.
        """
        ids = json.dumps([delivery.id for delivery in deliveries])
        rows = cast("list[Any]", transaction.execute(_HELD, (ids, deliveries[0].token)))
        return {row[0]: None if row[1] is None else _event(*row[1:]) for row in rows}

    def finish(
        self, transaction: Transaction, deliveries: Sequence[Delivery], started: Instant
    ) -> bool:
        """Mark deliveries of one claim done, whose first attempt ``started`` then.

        False where a claim was lost: then nothing of the transaction may be kept [M2].
        """
        ids = [delivery.id for delivery in deliveries]
        return _TABLE.finish_all(transaction, ids, deliveries[0].token, started)

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

    def wait(self, transaction: Transaction, delivery: Delivery, error: Error) -> Report | None:
        """Keep one pending, uncounted, of which it is not known whether it ran [W3].

        Given up, it would be a failed delivery that may have had its effects; due at once, it would
        hold up all others for as long as the other store does not answer [Y3].
        """
        until = Instant(transaction.now() + KEPT_FOR)
        if not _TABLE.postpone(transaction, delivery.id, delivery.token, until, error):
            return None
        return _ended(delivery, "pending", delivery.attempts, error, until)

    def give_back(self, transaction: Transaction, deliveries: Sequence[Delivery]) -> None:
        """Give deliveries back as they were [H1] [M3]."""
        _TABLE.give_back(transaction, [each.id for each in deliveries], deliveries[0].token)


def done(delivery: Delivery) -> Report:
    """What to report of a delivery that was marked done, once that is committed."""
    return PieceEnded("delivery", delivery.id, delivery.handler, "done", delivery.attempts + 1)


def _ended(
    delivery: Delivery,
    state: str,
    attempt: int,
    error: Error | None = None,
    due_at: Instant | None = None,
) -> PieceEnded:
    return piece_ended("delivery", delivery.id, delivery.handler, state, attempt, error, due_at)


def _claimed(row: tuple[Any, ...]) -> Delivery:
    """A delivery from what a claim answers with."""
    return Delivery(*row)


def _event(
    event: str,
    variant: str,
    payload: str,
    emitted_at: int,
    traceparent: str | None,
    tracestate: str | None,
) -> StoredEvent:
    """An event from its columns."""
    return StoredEvent(event, variant, payload, Instant(emitted_at), traceparent, tracestate)
