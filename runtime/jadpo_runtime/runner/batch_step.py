"""One boundary of a batch run: some rows, and the advance of the cursor behind them [K1]."""

from collections.abc import Sequence
from typing import Final, TypeAlias, cast

import attrs

from jadpo_runtime.boundary import BodyEnd, Call, NeedsOwnBoundary
from jadpo_runtime.faults import Fault, StoredValueInvalid
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.manifest import BatchDefinition
from jadpo_runtime.outbox import Origin
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.runner.batch_records import BatchRecords, BatchRun
from jadpo_runtime.runner.body import run_piece
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Entity, FieldType
from jadpo_runtime.values.json import compile_decoder, compile_encoder, dumps, parse_json


@attrs.frozen
class Reached:
    """The rows ran and the cursor is behind them."""

    cursor: str


@attrs.frozen
class Over:
    """No row was left: the run is done."""


@attrs.frozen
class Lost:
    """The claim was lost; nothing was changed."""


@attrs.frozen
class Broken:
    """A row did not return, so nothing of the boundary was kept.

    ``identity`` is the row's as JSON, ``None`` where reading the rows failed. ``end`` is ``None``
    where the row needs a boundary of its own. ``rows`` are those that the boundary was to run.
    """

    identity: str | None
    end: BodyEnd | None
    rows: int


StepEnd: TypeAlias = Reached | Over | Lost | Broken


class Undone(Exception):  # noqa: N818 - carries how a step broke out of its transaction
    """Rolls the boundary back."""

    def __init__(self, broken: Broken) -> None:
        """Carry how the step broke."""
        super().__init__(broken)
        self.broken = broken


def not_at_its_cursor(
    records: BatchRecords, transaction: Transaction, run: BatchRun
) -> Lost | Reached | None:
    """Where a run is that is not where it seems: lost, or further on than was known.

    A commit of rows may have been made though the store said otherwise; they are not run again.
    """
    position = records.position(transaction, run)
    if position is None:
        return Lost()
    if position.cursor is None or position.cursor == run.cursor:
        return None
    return Reached(position.cursor)


class BatchSteps:
    """The boundaries of one batch, for runs with any arguments."""

    def __init__(
        self, host: Host, store: Store, records: BatchRecords, definition: BatchDefinition
    ) -> None:
        """Run rows of ``definition`` in ``store``, whose runs ``records`` keeps."""
        identity = FieldType(definition.entity, host.manifest.entities[definition.entity].identity)
        self._host: Final = host
        self._store: Final = store
        self._records: Final = records
        self._definition: Final = definition
        self._plans: Final = host.batch_plans[definition.name]
        self._encode: Final = compile_encoder(host.manifest.types, identity)
        self._decode: Final = compile_decoder(host.manifest.types, identity)

    def run(self, run: BatchRun, arguments: Sequence[object], size: int, budget: Budget) -> StepEnd:
        """Run the next ``size`` rows in one boundary.

        Raises :class:`~jadpo_runtime.faults.Fault` where the store fails and no row was run, which
        is no attempt of any.
        """
        rows: list[Entity] = []

        def work(transaction: Transaction) -> StepEnd:
            nonlocal rows
            rows = []  # Work that met another transaction begins again.
            if (elsewhere := not_at_its_cursor(self._records, transaction, run)) is not None:
                return elsewhere
            rows = self._rows(transaction, run, arguments, size, budget)
            return self._run_rows(transaction, run, rows, arguments, budget)

        try:
            return self._store.transact(work, write=True)
        except Undone as undone:
            return undone.broken
        except Fault as fault:
            if not rows:
                # No row failed: it could not begin, or was to say that none is left.
                raise
            # The store failed under the rows, or did not take their commit.
            return Broken(
                self._identity(rows[-1]),
                BodyEnd(Faulted(fault.code, None, fault.detail)),
                len(rows),
            )

    def pass_over(
        self, run: BatchRun, arguments: Sequence[object], error: Error, budget: Budget
    ) -> StepEnd:
        """Record the next row as failed without running it, and go behind it [K2]."""

        def work(transaction: Transaction) -> StepEnd:
            if (elsewhere := not_at_its_cursor(self._records, transaction, run)) is not None:
                return elsewhere
            rows = self._rows(transaction, run, arguments, 1, budget)
            if not rows:
                return Over() if self._records.finish(transaction, run) else Lost()
            cursor = self._identity(rows[0])
            held = self._records.pass_over(transaction, run, cursor, error)
            return Reached(cursor) if held else Lost()

        try:
            return self._store.transact(work, write=True)
        except Undone as undone:
            return undone.broken

    def _run_rows(
        self,
        transaction: Transaction,
        run: BatchRun,
        rows: Sequence[Entity],
        arguments: Sequence[object],
        budget: Budget,
    ) -> StepEnd:
        if not rows:
            return Over() if self._records.finish(transaction, run) else Lost()
        interrupts = self._host.interrupts()
        origin = Origin(run.id, run.traceparent, run.tracestate)
        for row in rows:
            limit = budget.watch(self._host.watchdog, interrupts)
            call = Call(self._definition.callable, (row, *arguments), origin=origin)
            try:
                end = run_piece(
                    self._host, self._store, transaction, call, limit, shared=len(rows) > 1
                )
            except NeedsOwnBoundary:
                raise Undone(Broken(self._identity(row), None, len(rows))) from None
            if not isinstance(end.outcome, Returned):
                raise Undone(Broken(self._identity(row), end, len(rows)))
        cursor = self._identity(rows[-1])
        if not self._records.advance(transaction, run, cursor, len(rows)):
            return Lost()
        return Reached(cursor)

    def _rows(
        self,
        transaction: Transaction,
        run: BatchRun,
        arguments: Sequence[object],
        size: int,
        budget: Budget,
    ) -> list[Entity]:
        """The next rows, read afresh, in order of identity [V5]."""
        parameters: tuple[object, ...] = ()
        if self._definition.over_arguments is not None:
            limit = budget.watch(self._host.watchdog, self._host.interrupts())
            call = Call(self._definition.over_arguments, tuple(arguments))
            end = run_piece(self._host, self._store, transaction, call, limit)
            if not isinstance(end.outcome, Returned):
                raise Undone(Broken(None, end, 0))
            parameters = cast("tuple[object, ...]", end.outcome.value)
        try:
            if run.cursor is None:
                return self._select(transaction, self._plans.first, (*parameters, size))
            after = self._decode(parse_json(run.cursor))
            return self._select(transaction, self._plans.after, (*parameters, after, size))
        except StoredValueInvalid as invalid:
            # A row that cannot be read fails as one whose body does: others are not held up [K2].
            identity = None
            if invalid.identity is not None:
                identity = dumps(self._encode(invalid.identity))
            raise Undone(
                Broken(identity, BodyEnd(Faulted(invalid.code, None, invalid.detail)), size)
            ) from None

    def _select(
        self, transaction: Transaction, plan: int, parameters: tuple[object, ...]
    ) -> list[Entity]:
        """Rows of the store they are in, which need not be the one that the bodies write."""
        name = self._host.manifest.entities[self._definition.entity].store
        if name == self._store.name:
            return transaction.effects.select(plan, parameters)
        return self._host.stores[name].transact(
            lambda reading: reading.effects.select(plan, parameters), write=False
        )

    def _identity(self, row: Entity) -> str:
        return dumps(self._encode(row.identity))
