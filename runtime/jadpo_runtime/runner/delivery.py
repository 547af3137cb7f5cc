"""Deliveries: bringing an event to one handler of a subscriber [W2] [W3].

A delivery is marked done in the transaction of its own boundary, with its token checked, so its
effects happen exactly once. Short deliveries share a commit (:mod:`delivery_group`).
"""

from collections.abc import Collection, Sequence
from typing import Final

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim, Error, ended_its_process
from jadpo_runtime.runner.delivery_group import (
    GROUP_OPEN,
    LARGEST_GROUP,
    ClaimLost,
    DeliveryGroup,
    GroupBroken,
)
from jadpo_runtime.runner.delivery_records import DeliveryRecords
from jadpo_runtime.runner.elsewhere import deliver_elsewhere
from jadpo_runtime.runner.habits import Habits
from jadpo_runtime.runner.handlers import Delivery, handlers_of
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant


class Deliveries:
    """The deliveries of one store's outbox."""

    def __init__(self, host: Host, store: Store) -> None:
        """Run the deliveries of ``store`` on ``host``."""
        self._host: Final = host
        self.store: Final = store
        self._records: Final = DeliveryRecords(host)
        self._handlers: Final = handlers_of(host.manifest, host.outbox)
        self._habits: Final = Habits()

    def due(self, transaction: Transaction) -> Instant | None:
        """When the next delivery is due."""
        return self._records.next_due(transaction)

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[Delivery]:
        """Claim deliveries in order of when they are due [M3]."""
        return self._records.claim(transaction, claim, most)

    def claim_among(
        self, transaction: Transaction, claim: Claim, ids: Sequence[str], most: int
    ) -> list[Delivery]:
        """Claim those of certain deliveries that are due [A1]."""
        return self._records.claim_among(transaction, claim, ids, most)

    def give_back(self, transaction: Transaction, pieces: Sequence[Delivery]) -> None:
        """Give deliveries back as they were [H1]."""
        self._records.give_back(transaction, pieces)

    def run(self, pieces: Sequence[Delivery], budget: Budget) -> Sequence[Delivery]:
        """Run the first delivery, and those after it that share its commit."""
        first = pieces[0]
        if (error := ended_its_process(first.takeovers)) is not None:
            self._give_up(first, error)
            return pieces[1:]
        other = self._other_store(first)
        if other is not None:
            # The event must not be undone any more when something comes of it elsewhere: whoever
            # committed it may not have flushed it yet.
            self.store.flush()
            deliver_elsewhere(
                self._host, self.store, other, self._records, self._handlers, first, budget
            )
            return pieces[1:]
        settled = self._run_together(self._group(pieces), budget)
        return [piece for piece in pieces if piece.id not in settled]

    def _other_store(self, delivery: Delivery) -> Store | None:
        """The store that the handler's body writes, if it is another than the event's [W3]."""
        handler = self._handlers.get(delivery.handler)
        if handler is None or handler.writes is None or handler.writes == self.store.name:
            return None
        return self._host.stores[handler.writes]

    def _group(self, pieces: Sequence[Delivery]) -> Sequence[Delivery]:
        """The first delivery, and those directly after it that may share its commit."""
        most = min(LARGEST_GROUP, len(pieces))
        count = 0
        while count < most and self._may_share(pieces[count]):
            count += 1
        return pieces[: max(1, count)]

    def _may_share(self, delivery: Delivery) -> bool:
        handler = self._handlers.get(delivery.handler)
        if handler is None:
            return True  # It is only kept, which takes no time.
        if handler.writes is not None and handler.writes != self.store.name:
            return False
        return self._habits.may_share(delivery.handler, GROUP_OPEN)

    def _run_together(self, group: Sequence[Delivery], budget: Budget) -> Collection[str]:
        """Run deliveries in one commit; the ids of those that were settled."""
        run = DeliveryGroup(
            self._host, self.store, self._records, self._handlers, self._habits, group, budget
        )
        try:
            reports = self.store.transact(run.run_in, write=True)
        except GroupBroken as broken:
            # Those before it in the group were rolled back with it, and run again.
            self._settle_apart(broken.delivery, broken.end)
            return (broken.delivery.id,)
        except ClaimLost:
            # One by one, those that are held still are delivered.
            return self._run_together(group[:1], budget) if len(group) > 1 else (group[0].id,)
        except Fault as fault:
            if not run.began or (len(group) == 1 and group[0].handler not in self._handlers):
                # There was no attempt: one without a handler was only to be kept.
                raise
            if len(group) > 1:
                # The store did not take the commit: one by one it shows whose fault that is.
                return self._run_together(group[:1], budget)
            self._settle_apart(group[0], BodyEnd(Faulted(fault.code, None, fault.detail)))
            return (group[0].id,)
        for report in reports.values():
            if report is not None:
                self._host.report(report)
        return reports.keys()

    def _give_up(self, delivery: Delivery, error: Error) -> None:
        report = self.store.transact(
            lambda transaction: self._records.give_up(transaction, delivery, error), write=True
        )
        if report is not None:
            self._host.report(report)

    def _settle_apart(self, delivery: Delivery, end: BodyEnd) -> None:
        """Write the failed attempt of a delivery whose transaction is gone."""
        handler = self._handlers[delivery.handler]
        report = self.store.transact(
            lambda transaction: self._records.fail(transaction, delivery, handler, end), write=True
        )
        if report is not None:
            self._host.report(report)
