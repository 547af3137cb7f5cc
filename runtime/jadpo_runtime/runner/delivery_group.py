"""Several short deliveries in one commit [B7].

Each runs in a savepoint of its own, so that it still commits or rolls back as one, and a retry is
written in the same commit. The claims are looked at first, in the transaction that holds the
store's only right to write, and the deliveries are marked done by their token in the same
transaction: their effects and their records are kept together or not at all [W3] [M2].
"""

from collections.abc import Mapping, Sequence
from typing import Final

from jadpo_runtime.boundary import BodyEnd, NeedsOwnBoundary
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Returned
from jadpo_runtime.runner.body import run_piece
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.runner.delivery_records import DeliveryRecords, done
from jadpo_runtime.runner.failing import lost_its_transaction
from jadpo_runtime.runner.habits import Habits
from jadpo_runtime.runner.handlers import Delivery, Handler, StoredEvent, runnable
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import Interrupts

LARGEST_GROUP: Final = 16
"""The most deliveries that share a commit [B7]."""

GROUP_OPEN: Final = Duration(5_000)
"""How long a shared commit takes on further deliveries: 5 ms, in µs [B7]."""


class GroupBroken(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls a shared commit back: one body was stopped, or its store failed under it."""

    def __init__(self, delivery: Delivery, end: BodyEnd) -> None:
        """``end`` is how the body of ``delivery`` ended."""
        super().__init__(delivery, end)
        self.delivery = delivery
        self.end = end


class ClaimLost(Exception):  # noqa: N818 - a reason to keep nothing, not an error
    """Rolls a shared commit back: a claim was taken over while its body ran [M2]."""


class DeliveryGroup:
    """One run of deliveries of one claim in a transaction."""

    def __init__(
        self,
        host: Host,
        store: Store,
        records: DeliveryRecords,
        handlers: Mapping[str, Handler],
        habits: Habits,
        deliveries: Sequence[Delivery],
        budget: Budget,
    ) -> None:
        """Run ``deliveries``, which are all short and write no other store."""
        self._host: Final = host
        self._store: Final = store
        self._records: Final = records
        self._handlers: Final = handlers
        self._habits: Final = habits
        self._deliveries: Final = deliveries
        self._budget: Final = budget
        self._interrupts: Final[Interrupts] = host.interrupts()
        self._returned: Final[list[Delivery]] = []
        self.began = False

    def run_in(self, transaction: Transaction) -> dict[str, Report | None]:
        """Run deliveries until the transaction was open long enough; what to report of each.

        ``None`` stands for one whose claim was lost before. Raises :class:`GroupBroken` and
        :class:`ClaimLost`.
        """
        self.began = True
        started = transaction.now()
        held = self._records.held(transaction, self._deliveries)
        closes = self._host.clock.elapsed() + GROUP_OPEN
        reports: dict[str, Report | None] = {}
        self._returned.clear()
        for delivery in self._deliveries:
            if reports and not (self._budget.takes_work and self._host.clock.elapsed() < closes):
                break
            if delivery.id not in held:
                reports[delivery.id] = None
                continue
            try:
                reports[delivery.id] = self._run_one(transaction, delivery, held[delivery.id])
            except NeedsOwnBoundary:
                self._habits.acts_outward(delivery.handler)
                break
        returned = self._returned
        if returned and not self._records.finish(transaction, returned, started):
            raise ClaimLost
        return reports

    def _run_one(
        self, transaction: Transaction, delivery: Delivery, event: StoredEvent | None
    ) -> Report | None:
        """Run one in a savepoint of its own; what to report of it."""
        found = runnable(self._handlers, delivery, event)
        if isinstance(found, Error):
            return self._records.keep(transaction, delivery, found)
        handler, call = found
        savepoint = transaction.savepoint()
        limit = self._budget.watch(self._host.watchdog, self._interrupts)
        try:
            end = run_piece(
                self._host, self._store, transaction, call, limit, shared=len(self._deliveries) > 1
            )
        except NeedsOwnBoundary:
            transaction.roll_back(savepoint)
            raise
        self._habits.took(delivery.handler, end.took)
        if isinstance(end.outcome, Returned):
            transaction.release(savepoint)
            self._returned.append(delivery)
            return done(delivery)
        if end.stopped is not None or lost_its_transaction(end):
            raise GroupBroken(delivery, end)
        transaction.roll_back(savepoint)
        return self._records.fail(transaction, delivery, handler, end)
