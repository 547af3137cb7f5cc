"""Deliveries: bringing an event to one handler of a subscriber [W2] [W3].

A delivery is marked done in the transaction of its own boundary, with its token checked first, so
its effects happen exactly once. Short deliveries share a commit [B7]: each in a savepoint of its
own, a retry written in the same commit.
"""

from collections.abc import Collection, Sequence
from typing import Final

import attrs

from jadpo_runtime.boundary import BodyEnd, NeedsOwnBoundary
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.runner.body import run_piece
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim, Error, ended_its_process
from jadpo_runtime.runner.delivery_records import DeliveryRecords
from jadpo_runtime.runner.elsewhere import deliver_elsewhere
from jadpo_runtime.runner.failing import lost_its_transaction
from jadpo_runtime.runner.habits import Habits
from jadpo_runtime.runner.handlers import Delivery, Handler, StoredEvent, handlers_of, runnable
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.watchdog import Interrupts

LARGEST_GROUP: Final = 16
"""The most deliveries that share a commit [B7]."""

GROUP_OPEN: Final = Duration(5_000)
"""How long a shared commit takes on further deliveries: 5 ms, in µs [B7]."""


class Deliveries:
    """The deliveries of one store's outbox."""

    def __init__(self, host: Host, store: Store) -> None:
        """Run the deliveries of ``store`` on ``host``."""
        self._unreported: list[Report] = []
        # Nobody is told of what a power cut can still undo.
        self._host: Final = attrs.evolve(host, report=self._unreported.append)
        self._tell: Final = host.report
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

    def give_back(self, transaction: Transaction, pieces: Sequence[Delivery]) -> None:
        """Give deliveries back as they were [H1]."""
        self._records.give_back(transaction, pieces)

    def flushed(self) -> None:
        """Report the deliveries that are on the disk now."""
        reports = self._unreported[:]
        self._unreported.clear()
        for report in reports:
            self._tell(report)

    def run(self, pieces: Sequence[Delivery], budget: Budget) -> Sequence[Delivery]:
        """Run the first delivery, and those after it that share its commit."""
        first = pieces[0]
        if (error := ended_its_process(first.takeovers)) is not None:
            self._give_up(first, error)
            return pieces[1:]
        other = self._other_store(first)
        if other is not None or not self._habits.may_share(first.handler, GROUP_OPEN):
            # What is delivered now may come from deliveries that are not on the disk yet, and it
            # takes long, or is on the disk of another store before them.
            self.store.flush()
            self.flushed()
        if other is not None:
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
        count = 0
        for piece in pieces[:LARGEST_GROUP]:
            if self._other_store(piece) is not None:
                break
            # One without a handler here is only kept, which takes no time.
            if piece.handler in self._handlers and not self._habits.may_share(
                piece.handler, GROUP_OPEN
            ):
                break
            count += 1
        return pieces[: max(1, count)]

    def _run_together(self, group: Sequence[Delivery], budget: Budget) -> Collection[str]:
        """Run deliveries in one commit; the ids of those that were settled."""
        run = _GroupRun(
            self._host, self.store, self._records, self._handlers, self._habits, group, budget
        )
        try:
            # A power cut would undo the claim too, so that the group is delivered again.
            reports = self.store.transact(run.run_in, write=True, durable=False)
        except _GroupBroken as broken:
            # Those before it in the group were rolled back with it, and run again.
            self._settle_apart(broken.delivery, broken.end)
            return (broken.delivery.id,)
        except Fault as fault:
            if not run.began:
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


class _GroupBroken(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls a shared commit back: one body was stopped, or its store failed under it."""

    def __init__(self, delivery: Delivery, end: BodyEnd) -> None:
        super().__init__(delivery, end)
        self.delivery = delivery
        self.end = end


class _GroupRun:
    """One run of a group in a transaction."""

    def __init__(
        self,
        host: Host,
        store: Store,
        records: DeliveryRecords,
        handlers: dict[str, Handler],
        habits: Habits,
        group: Sequence[Delivery],
        budget: Budget,
    ) -> None:
        self._host = host
        self._store = store
        self._records = records
        self._handlers = handlers
        self._habits = habits
        self._group = group
        self._budget = budget
        self._interrupts: Interrupts = host.interrupts()
        self.began = False

    def run_in(self, transaction: Transaction) -> dict[str, Report | None]:
        """Run deliveries until the transaction was open long enough; what to report of each."""
        self.began = True
        events = self._records.events_of(transaction, self._group)
        closes = self._host.clock.elapsed() + GROUP_OPEN
        reports: dict[str, Report | None] = {}
        for delivery in self._group:
            if reports and not (self._budget.takes_work and self._host.clock.elapsed() < closes):
                break
            try:
                reports[delivery.id] = self._run_one(
                    transaction, delivery, events.get(delivery.event_id)
                )
            except NeedsOwnBoundary:
                self._habits.acts_outward(delivery.handler)
                break
        return reports

    def _run_one(
        self, transaction: Transaction, delivery: Delivery, event: StoredEvent | None
    ) -> Report | None:
        found = runnable(self._handlers, delivery, event)
        if isinstance(found, Error):
            return self._records.keep(transaction, delivery, found)
        handler, call = found
        savepoint = transaction.savepoint()
        report = self._records.finish(transaction, delivery)
        if report is None:
            transaction.release(savepoint)
            return None
        limit = self._budget.watch(self._host.watchdog, self._interrupts)
        try:
            end = run_piece(
                self._host, self._store, transaction, call, limit, shared=len(self._group) > 1
            )
        except NeedsOwnBoundary:
            transaction.roll_back(savepoint)
            raise
        self._habits.took(delivery.handler, end.took)
        if isinstance(end.outcome, Returned):
            transaction.release(savepoint)
            return report
        if end.stopped is not None or lost_its_transaction(end):
            raise _GroupBroken(delivery, end)
        transaction.roll_back(savepoint)
        return self._records.fail(transaction, delivery, handler, end)
