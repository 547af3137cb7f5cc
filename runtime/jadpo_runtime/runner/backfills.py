"""Backfills as batch runs: each fills the rows of one entity that lack one field [V6] [K3].

A migration that adds a required field records the run. Its rows run as those of any batch do, in
order of identity; a row whose value fails its field's rules is recorded, and does not stop the
others. When no row is left and all are filled, the column becomes required in the store.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.clock import Clock
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.manifest import BackfillDefinition, BatchDefinition, Manifest, RetryPolicy
from jadpo_runtime.manifest.declarations import RetryShape
from jadpo_runtime.outcome import Faulted, Outcome, Returned, StoppedEarly
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.runner.batch_records import BatchRecords, BatchRun
from jadpo_runtime.runner.batch_step import (
    Broken,
    Lost,
    Over,
    Reached,
    StepEnd,
    Undone,
    not_at_its_cursor,
)
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.runner.failing import lost_its_transaction
from jadpo_runtime.runner.reports import BodyBroke
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.store.migration import Execute
from jadpo_runtime.values import FieldType
from jadpo_runtime.values.json import compile_decoder, compile_encoder, dumps, parse_json

ROWS: Final = 100
"""Rows that are filled in one boundary, as in a batch that does not say otherwise."""

_NO_ARGUMENTS: Final = "{}"

_START: Final = """
    INSERT INTO _jadpo_batch_run (id, batch, arguments, state, due_at, created_at)
    SELECT ?, ?, ?, 'pending', ?, ?
    WHERE NOT EXISTS (
        SELECT 1 FROM _jadpo_batch_run WHERE batch = ? AND state IN ('pending', 'claimed')
    )
"""

_CANCEL: Final = """
    DELETE FROM _jadpo_batch_run WHERE batch = ? AND state IN ('pending', 'claimed')
"""


def backfill_batches(manifest: Manifest) -> Mapping[str, BatchDefinition]:
    """The batches that the backfills of a program are run as, by the names of their runs.

    A backfill is a pure function, so a row that failed is not tried again.
    """
    return {each.callable: _batch(each) for each in manifest.backfills}


def _batch(backfill: BackfillDefinition) -> BatchDefinition:
    return BatchDefinition(
        name=backfill.callable,
        parameters=(),
        entity=backfill.entity,
        over=-1,  # It runs over the rows that lack the field, which no plan finds.
        over_arguments=None,
        size=ROWS,
        retry=RetryPolicy(RetryShape.NONE),
        callable=backfill.callable,
    )


class FillingRuns:
    """Records the runs of backfills for migrations."""

    def __init__(self, manifest: Manifest, clock: Clock, randomness: Randomness) -> None:
        """Record runs of the backfills of ``manifest``."""
        self._names: Final = {
            (each.entity, each.field): each.callable for each in manifest.backfills
        }
        self._clock: Final = clock
        self._randomness: Final = randomness

    def start(self, execute: Execute, entity: str, field: str) -> None:
        """Record the run that fills a field, due at once, unless one waits already."""
        now = self._clock.now()
        name = self._names[entity, field]
        identity = self._randomness.identity(now)
        execute(_START, (identity, name, _NO_ARGUMENTS, now, now, name))

    def cancel(self, execute: Execute, entity: str, field: str) -> None:
        """Forget the run of a field that rows do not lack any more, or that there is no more.

        Its backfill may be gone, too; the name of the run is the one that the checker gives.
        """
        name = self._names.get((entity, field), f"backfill {entity}.{field}")
        execute(_CANCEL, (name,))


class BackfillSteps:
    """The boundaries of the runs of one backfill."""

    def __init__(
        self, host: Host, store: Store, records: BatchRecords, definition: BackfillDefinition
    ) -> None:
        """Fill rows of ``store``, whose runs ``records`` keeps."""
        entity = host.manifest.entities[definition.entity]
        identity = FieldType(entity.name, entity.identity)
        self._host: Final = host
        self._store: Final = store
        self._records: Final = records
        self._entity: Final = entity.name
        self._field: Final = definition.field
        self._callable: Final = definition.callable
        self._encode: Final = compile_encoder(host.manifest.types, identity)
        self._decode: Final = compile_decoder(host.manifest.types, identity)

    def run(self, run: BatchRun, arguments: Sequence[object], size: int, budget: Budget) -> StepEnd:
        """Fill the next ``size`` rows in one boundary.

        Raises :class:`~jadpo_runtime.faults.Fault` where the store fails.
        """

        def work(transaction: Transaction) -> StepEnd:
            if (elsewhere := not_at_its_cursor(self._records, transaction, run)) is not None:
                return elsewhere
            rows = transaction.unfilled(self._entity, self._field, self._after(run), size)
            if not rows:
                return Over()
            for identity in rows:
                self._fill(transaction, identity, len(rows), budget)
            cursor = self._json(rows[-1])
            if not self._records.advance(transaction, run, cursor, len(rows)):
                return Lost()
            return Reached(cursor)

        try:
            end = self._store.transact(work, write=True)
        except Undone as undone:
            return undone.broken
        return self._finish(run) if isinstance(end, Over) else end

    def _finish(self, run: BatchRun) -> StepEnd:
        """Require the column if all rows are filled, then mark the run done.

        Whoever is killed in between leaves a run that comes here again.
        """
        self._store.require_filled()
        finished = self._store.transact(
            lambda transaction: self._records.finish(transaction, run), write=True
        )
        return Over() if finished else Lost()

    def pass_over(
        self, run: BatchRun, arguments: Sequence[object], error: Error, budget: Budget
    ) -> StepEnd:
        """Record the next row as failed without filling it, and go behind it [K2]."""

        def work(transaction: Transaction) -> StepEnd:
            if (elsewhere := not_at_its_cursor(self._records, transaction, run)) is not None:
                return elsewhere
            rows = transaction.unfilled(self._entity, self._field, self._after(run), 1)
            if not rows:
                return Over() if self._records.finish(transaction, run) else Lost()
            cursor = self._json(rows[0])
            held = self._records.pass_over(transaction, run, cursor, error)
            return Reached(cursor) if held else Lost()

        return self._store.transact(work, write=True)

    def _fill(self, transaction: Transaction, identity: object, rows: int, budget: Budget) -> None:
        limit = budget.watch(self._host.watchdog, self._host.interrupts())
        try:
            outcome: Outcome = transaction.fill(self._entity, self._field, identity)
        except Stopped:
            outcome = StoppedEarly()
        except Fault as fault:
            outcome = Faulted(fault.code, None, fault.detail)
            if lost_its_transaction(BodyEnd(outcome)):
                raise
        except Exception as error:  # noqa: BLE001 - reported with its traceback, never hidden
            outcome = self._broken(error)
        finally:
            stopped = limit.body_ended()
        if stopped is not None:
            # Whatever it says that ended past its limit, it keeps nothing [L4].
            outcome = StoppedEarly()
        if not isinstance(outcome, Returned):
            raise Undone(Broken(self._json(identity), BodyEnd(outcome, 0, stopped), rows))

    def _broken(self, error: Exception) -> Outcome:
        """A mistake in Jadpo itself, which ends this row and not the invocation [Y3]."""
        self._host.report(BodyBroke(self._callable, error))
        what = " ".join(str(error).split()) or "no message"
        detail = f"{type(error).__name__}: {what}: a mistake in Jadpo, not in the program"
        return Faulted(FaultCode.INTERNAL_ERROR, None, detail)

    def _after(self, run: BatchRun) -> object:
        return None if run.cursor is None else self._decode(parse_json(run.cursor))

    def _json(self, identity: object) -> str:
        return dumps(self._encode(identity))
