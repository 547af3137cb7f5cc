"""Batch runs: an action for each row of an entity, a batch of rows to a boundary [V5] [K1] [K2].

A batch of rows and the advance of the run's cursor commit together, so a run that is stopped or
killed goes on from its cursor. Where a row fails, the batch is rolled back and its rows run singly;
one whose ``retry:`` is used up is recorded and passed over. A run that has taken a while waits its
turn behind what is due now, so it never keeps deliveries waiting for long.
"""

from collections.abc import Sequence
from typing import Final

import attrs

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.records.payload import PayloadInvalid
from jadpo_runtime.runner.backfills import BackfillSteps, backfill_batches
from jadpo_runtime.runner.batch_records import BatchRecords, BatchRun
from jadpo_runtime.runner.batch_step import (
    BatchSteps,
    Broken,
    Lost,
    Over,
    Reached,
    not_at_its_cursor,
)
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim, Error, ended_its_process
from jadpo_runtime.runner.failing import error_of
from jadpo_runtime.runner.reports import PieceEnded, PieceKept, Report, RowCounts, piece_ended
from jadpo_runtime.runner.retry import GiveUp, RetryAt
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.watchdog import StopReason

TURN: Final = Duration(100_000)
"""How long a run goes on before it waits its turn: 100 ms, in µs."""

KEPT_FOR: Final = Duration(60_000_000)
"""How long a run that cannot run here is passed over: a minute, in µs [Y4]."""

NO_BATCH: Final = "delivery.no_batch"
"""The rule of a run whose batch the running program does not have."""

ARGUMENTS_INVALID: Final = "delivery.arguments_invalid"
"""The rule of a run whose arguments are not those of its batch any more."""


class BatchRuns:
    """The batch runs that one store records."""

    def __init__(self, host: Host, store: Store) -> None:
        """Run the batch runs of ``store`` on ``host``."""
        self._host: Final = host
        self.store: Final = store
        self._records: Final = BatchRecords(host)
        self._batches: Final = {**host.manifest.batches, **backfill_batches(host.manifest)}
        self._steps: Final[dict[str, BatchSteps | BackfillSteps]] = {
            name: BatchSteps(host, store, self._records, definition)
            for name, definition in host.manifest.batches.items()
        }
        for backfill in host.manifest.backfills:
            self._steps[backfill.callable] = BackfillSteps(host, store, self._records, backfill)
        self._outward: Final[set[str]] = set()

    def due(self, transaction: Transaction) -> Instant | None:
        """When the next batch run is due."""
        return self._records.next_due(transaction)

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[BatchRun]:
        """Claim the run that is due first."""
        return self._records.claim(transaction, claim)

    def claim_among(
        self, transaction: Transaction, claim: Claim, ids: Sequence[str], most: int
    ) -> list[BatchRun]:
        """Claim the one of certain runs that is due first [A1]."""
        return self._records.claim_among(transaction, claim, ids)

    def give_back(self, transaction: Transaction, pieces: Sequence[BatchRun]) -> None:
        """Give a run back as it was [Z2]."""
        self._records.give_back(transaction, pieces)

    def run(self, pieces: Sequence[BatchRun], budget: Budget) -> Sequence[BatchRun]:
        """Run batches of the first run's rows, until it is over, waits, or had its turn."""
        run = pieces[0]
        report = self._turn(run, budget)
        if isinstance(report, PieceEnded):
            report = attrs.evolve(report, rows=self._counts(run))
        if report is not None:
            self._host.report(report)
        return pieces[1:]

    def _counts(self, run: BatchRun) -> RowCounts | None:
        return self.store.transact(
            lambda transaction: self._records.counts(transaction, run), write=False
        )

    def _turn(self, run: BatchRun, budget: Budget) -> Report | None:
        steps = self._steps.get(run.batch)
        if steps is None:
            text = f"The running program has no batch `{run.batch}`."
            return self._keep(run, Error(NO_BATCH, text))
        try:
            arguments = self._arguments(run)
        except PayloadInvalid as invalid:
            text = f"The arguments are not those of `{run.batch}` any more: {invalid}"
            return self._keep(run, Error(ARGUMENTS_INVALID, text))
        target = self._target(run)
        if target is not self.store:
            return self._move(run, target)
        return self._go_on(run, steps, arguments, budget)

    def _arguments(self, run: BatchRun) -> Sequence[object]:
        if run.batch not in self._host.manifest.batches:
            return ()  # A backfill has none.
        return self._host.outbox.arguments(run.batch).decode(run.arguments)

    def _go_on(
        self,
        run: BatchRun,
        steps: BatchSteps | BackfillSteps,
        arguments: Sequence[object],
        budget: Budget,
    ) -> Report | None:
        """Run batch after batch, or row after row where a batch just failed."""
        definition = self._batches[run.batch]
        ends = self._host.clock.elapsed() + TURN
        one_by_one = 0 if run.error_code is None else 1
        if run.takeovers:
            # One of the rows of a batch may have ended the process: then it does so alone.
            one_by_one = definition.size
        while True:
            alone = one_by_one > 0 or run.batch in self._outward
            error = ended_its_process(run.takeovers)
            if error is None:
                end = steps.run(run, arguments, 1 if alone else definition.size, budget)
            else:
                end = steps.pass_over(run, arguments, error, budget)
            match end:
                case Lost():
                    return None
                case Over():
                    return _ended(run, "done")
                case Reached(cursor=cursor):
                    run = _behind(run, cursor)
                    one_by_one = max(0, one_by_one - 1)
                case Broken(end=None):
                    self._outward.add(run.batch)
                case Broken(end=BodyEnd(stopped=None), rows=rows) if rows > 1:
                    one_by_one = rows
                case Broken(end=BodyEnd() as row_end):
                    settled = self._settle(run, end, row_end)
                    if not isinstance(settled, BatchRun):
                        return settled
                    run = settled
                    one_by_one = max(0, one_by_one - 1)
            if not budget.takes_work or self._host.clock.elapsed() >= ends:
                return self._requeue(run)

    def _settle(self, run: BatchRun, broken: Broken, end: BodyEnd) -> BatchRun | Report | None:
        """Write what broke; the run if it goes on at once, or what to report of it."""
        error = error_of(self._host.manifest, end)
        definition = self._batches[run.batch]

        def settle(transaction: Transaction) -> BatchRun | Report | None:
            match not_at_its_cursor(self._records, transaction, run):
                case Lost():
                    return None
                case Reached(cursor=cursor):
                    return _behind(run, cursor)
            if end.stopped is StopReason.ASKED:
                self._records.give_back(transaction, [run])
                return _ended(run, "pending")
            if broken.rows > 1:
                # The limit came in a batch: the next turn takes one row, which may fit into it.
                held = self._records.go_on_by_rows(transaction, run, error)
                return _ended(run, "pending", error) if held else None
            decision = self._records.decision(transaction, run, definition, end)
            given_up = isinstance(decision, GiveUp)
            if given_up and broken.identity is not None:
                held = self._records.pass_over(transaction, run, broken.identity, error)
                return _behind(run, broken.identity) if held else None
            held = self._records.fail(transaction, run, decision, end)
            if not held:
                return None
            due_at = decision.due_at if isinstance(decision, RetryAt) else None
            return _ended(run, "failed" if given_up else "pending", error, due_at)

        return self.store.transact(settle, write=True)

    def _requeue(self, run: BatchRun) -> Report | None:
        held = self.store.transact(
            lambda transaction: self._records.requeue(transaction, run), write=True, durable=False
        )
        return _ended(run, "pending") if held else None

    def _keep(self, run: BatchRun, error: Error) -> Report | None:
        """Keep a run pending that the running program cannot run, uncounted [Y4]."""

        def keep(transaction: Transaction) -> bool:
            until = Instant(transaction.now() + KEPT_FOR)
            return self._records.postpone(transaction, run, until, error)

        held = self.store.transact(keep, write=True)
        return PieceKept(error.code, "batch run", run.id, run.batch, error.text) if held else None

    def _target(self, run: BatchRun) -> Store:
        """The store that the rows' body writes, and that so must hold the run's cursor."""
        definition = self._batches[run.batch]
        writes = self._host.manifest.callables[definition.callable].writes
        return self.store if writes is None else self._host.stores[writes]

    def _move(self, run: BatchRun, target: Store) -> Report | None:
        """Hand a run to the store of its rows: written there first, so it is never in neither."""
        target.transact(lambda transaction: self._records.move_in(transaction, run), write=True)
        held = self.store.transact(
            lambda transaction: self._records.move_out(transaction, run), write=True
        )
        return _ended(run, "pending") if held else None


def _behind(run: BatchRun, cursor: str) -> BatchRun:
    """The run with its cursor behind a row, whatever happened before."""
    return attrs.evolve(
        run, cursor=cursor, takeovers=0, attempts=0, first_attempt_at=None, error_code=None
    )


def _ended(
    run: BatchRun, state: str, error: Error | None = None, due_at: Instant | None = None
) -> PieceEnded:
    return piece_ended("batch run", run.id, run.batch, state, run.attempts + 1, error, due_at)
