"""The built-in purge schedule: hourly, in each store [D3]."""

import json
from collections.abc import Collection, Sequence
from typing import Final

from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.manifest import EveryTiming, ScheduleDefinition
from jadpo_runtime.manifest.declarations import HOUR
from jadpo_runtime.records.purging import Next, Progress, purge_some
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim, Error
from jadpo_runtime.runner.reports import piece_ended
from jadpo_runtime.runner.schedule_records import ScheduleRecords, ScheduleRun
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant

PURGE: Final = "purge of finished records"
"""The name of the schedule; with its spaces it is none that a program can declare."""

_UNFINISHED: Final = """
    SELECT id FROM _jadpo_delivery
    WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'done'
"""

_SCHEDULE: Final = ScheduleDefinition(PURGE, EveryTiming(HOUR), "")


class Purges:
    """The purge of one store, as a kind of piece."""

    def __init__(self, host: Host, store: Store) -> None:
        """Purge ``store`` on ``host``."""
        self._host: Final = host
        self.store: Final = store
        self._records: Final = ScheduleRecords({PURGE: _SCHEDULE}, host.randomness)

    def observe(self) -> None:
        """See the schedule for the first time, so that it is due an hour from now."""
        self.store.transact(self._records.observe, write=True)

    def due(self, transaction: Transaction) -> Instant | None:
        """When the next purge is due."""
        return self._records.next_due(transaction)

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[ScheduleRun]:
        """Take the purge's lease, and record its run."""
        return self._records.claim(transaction, claim)

    def give_back(self, transaction: Transaction, pieces: Sequence[ScheduleRun]) -> None:
        """Give the lease of a run back that was not begun."""
        for piece in pieces:
            self._records.give_back(transaction, piece)

    def run(self, pieces: Sequence[ScheduleRun], budget: Budget) -> Sequence[ScheduleRun]:
        """Delete what is old enough, boundary by boundary, within the limit of a run [L5]."""
        run = pieces[0]
        older_than = Instant(self._now() - self._host.manifest.application.retention)
        progress: Next = Progress()
        while isinstance(progress, Progress) and budget.takes_work:
            progress = self._purge_some(older_than, progress)
        error = None
        if isinstance(progress, Progress):
            text = "The purge was stopped at its limit; the next one goes on."
            error = Error(FaultCode.DEADLINE_EXCEEDED.value, text)
        state = "done" if error is None else "failed"

        def settle(transaction: Transaction) -> bool:
            if not self._records.move_on(transaction, run):
                return False
            self._records.end(transaction, run, state, error)
            return True

        if self.store.transact(settle, write=True):
            self._host.report(piece_ended("schedule run", run.id, PURGE, state, 1, error))
        return pieces[1:]

    def _now(self) -> Instant:
        return self.store.transact(lambda transaction: transaction.now(), write=False)

    def _purge_some(self, older_than: Instant, progress: Progress) -> Next:
        return self.store.transact(
            lambda transaction: purge_some(transaction, older_than, progress, self._unfinished),
            write=True,
            durable=False,
        )

    def _unfinished(self, source: str, deliveries: Sequence[str]) -> Collection[str]:
        """Which deliveries of a store's outbox may come again; none of a store that is none.

        One that is done, or that is no longer there, never will; so what is true here stays true.
        """
        store = self._host.stores.get(source)
        if store is None or store is self.store:
            return ()
        rows = store.transact(
            lambda transaction: transaction.execute(_UNFINISHED, (json.dumps(list(deliveries)),)),
            write=False,
        )
        return {str(identity) for (identity,) in rows}
