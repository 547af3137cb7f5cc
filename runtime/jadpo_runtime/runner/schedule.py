"""Schedules: one run per due time, never two of one schedule at once [D1] [D2] [V4].

The lease on a schedule's row is taken by one statement, so that one runner has it. Its due time
moves on in the boundary of the run, or with the record of its failure; a run that was killed is
made again when its lease ends.
"""

from collections.abc import Sequence
from typing import Final

from jadpo_runtime.boundary import BodyEnd, Call
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outbox import Origin
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.runner.body import run_piece
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim, Error
from jadpo_runtime.runner.failing import error_of
from jadpo_runtime.runner.reports import piece_ended
from jadpo_runtime.runner.schedule_records import ScheduleRecords, ScheduleRun
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant


class ScheduleRuns:
    """The schedules whose rows one store keeps: those whose action writes it, or writes none."""

    def __init__(self, host: Host, store: Store) -> None:
        """Run the schedules of ``store`` on ``host``."""
        self._host: Final = host
        self.store: Final = store
        self._schedules: Final = {
            name: schedule
            for name, schedule in host.manifest.schedules.items()
            if (host.manifest.callables[schedule.callable].writes or host.home().name) == store.name
        }
        self._records: Final = ScheduleRecords(self._schedules, host.randomness)

    def observe(self) -> None:
        """See the schedules for the first time, so that they are due from now on [V4]."""
        if self._schedules:
            self.store.transact(self._records.observe, write=True)

    def due(self, transaction: Transaction) -> Instant | None:
        """When the next schedule is due."""
        return self._records.next_due(transaction) if self._schedules else None

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[ScheduleRun]:
        """Take the lease of the schedule that is due first, and record its run [D2]."""
        return self._records.claim(transaction, claim)

    def give_back(self, transaction: Transaction, pieces: Sequence[ScheduleRun]) -> None:
        """Give leases back of runs that were not begun."""
        for piece in pieces:
            self._records.give_back(transaction, piece)

    def run(self, pieces: Sequence[ScheduleRun], budget: Budget) -> Sequence[ScheduleRun]:
        """Run the first schedule's action."""
        run = pieces[0]
        end = self._run_boundary(run, budget)
        if end is None:
            return pieces[1:]
        error = None
        if not isinstance(end.outcome, Returned):
            error = error_of(self._host.manifest, end)
            if not self._fail(run, error):
                return pieces[1:]
        state = "done" if error is None else "failed"
        self._host.report(piece_ended("schedule run", run.id, run.schedule, state, 1, error))
        return pieces[1:]

    def _run_boundary(self, run: ScheduleRun, budget: Budget) -> BodyEnd | None:
        """Run the action, its due time moving on in the same commit; ``None`` if it was lost."""
        schedule = self._schedules[run.schedule]
        interrupts = self._host.interrupts()
        began = False

        def work(transaction: Transaction) -> BodyEnd | None:
            nonlocal began
            began = True
            if not self._records.move_on(transaction, run):
                return None
            limit = budget.watch(self._host.watchdog, interrupts)
            call = Call(schedule.callable, due_at=run.due_at, origin=Origin(run.id))
            end = run_piece(self._host, self.store, transaction, call, limit)
            if not isinstance(end.outcome, Returned):
                raise _Undone(end)
            self._records.end(transaction, run, "done", None)
            return end

        try:
            return self.store.transact(work, write=True)
        except _Undone as undone:
            return undone.end
        except Fault as fault:
            if not began:
                raise
            return BodyEnd(Faulted(fault.code, None, fault.detail))

    def _fail(self, run: ScheduleRun, error: Error) -> bool:
        """Record a failed run; it is not retried, the next due time is [D2]."""

        def work(transaction: Transaction) -> bool:
            if not self._records.move_on(transaction, run):
                return False
            self._records.end(transaction, run, "failed", error)
            return True

        return self.store.transact(work, write=True)


class _Undone(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls the boundary back, the due time too."""

    def __init__(self, end: BodyEnd) -> None:
        super().__init__(end)
        self.end = end
