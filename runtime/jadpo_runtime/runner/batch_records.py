"""The records of batch runs: reading them, and each change of their state [K1] [K2]."""

from collections.abc import Sequence
from typing import Final, cast

import attrs

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.manifest import BatchDefinition
from jadpo_runtime.runner.claims import Claim, Error, PieceTable
from jadpo_runtime.runner.failing import decision_after, error_of
from jadpo_runtime.runner.reports import RowCounts
from jadpo_runtime.runner.retry import Decision
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Instant

_TABLE: Final = PieceTable(
    "_jadpo_batch_run",
    (
        "batch",
        "arguments",
        "cursor",
        "attempts",
        "first_attempt_at",
        "error_code",
        "traceparent",
        "tracestate",
        "token",
    ),
)

_ADVANCE: Final = """
    UPDATE _jadpo_batch_run
    SET cursor = ?, rows_done = rows_done + ?, rows_failed = rows_failed + ?, attempts = 0,
        takeovers = 0, first_attempt_at = NULL, error_code = NULL, error_text = NULL
    WHERE id = ? AND token = ? AND state = 'claimed'
"""

_POSITION: Final = """
    SELECT cursor FROM _jadpo_batch_run WHERE id = ? AND token = ? AND state = 'claimed'
"""

_COUNTS: Final = "SELECT rows_done, rows_failed FROM _jadpo_batch_run WHERE id = ?"

_RECORD_FAILURE: Final = """
    INSERT INTO _jadpo_batch_failure
        (run_id, identity, attempts, error_code, error_text, failed_at)
    VALUES (?, ?, ?, ?, ?, ?)
"""

_MOVE_IN: Final = """
    INSERT INTO _jadpo_batch_run
        (id, batch, arguments, state, due_at, created_at, traceparent, tracestate)
    VALUES (?, ?, ?, 'pending', ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING
"""

_MOVE_OUT: Final = """
    DELETE FROM _jadpo_batch_run WHERE id = ? AND token = ? AND state = 'claimed'
"""


@attrs.frozen
class Position:
    """How far a run has come: the last identity reached, as JSON, or ``None`` at its begin."""

    cursor: str | None


@attrs.frozen
class BatchRun:
    """A claimed batch run.

    ``cursor`` is the last identity reached, as JSON. ``attempts`` are those of the row after it;
    ``error_code`` is set where the last try of that row, or of the batch it is in, failed.
    """

    due_at: Instant
    id: str
    takeovers: int
    batch: str
    arguments: str
    cursor: str | None
    attempts: int
    first_attempt_at: Instant | None
    error_code: str | None
    traceparent: str | None
    tracestate: str | None
    token: str


class BatchRecords:
    """The batch runs of one store, as one host's runner changes them.

    Each change is guarded by the run's token, and false where the claim was lost.
    """

    def __init__(self, host: Host) -> None:
        """Decide retries with the host's manifest and randomness."""
        self._host: Final = host

    def next_due(self, transaction: Transaction) -> Instant | None:
        """When the next batch run is due."""
        return _TABLE.next_due(transaction)

    def claim(self, transaction: Transaction, claim: Claim) -> list[BatchRun]:
        """Claim the batch run that is due first: each takes its turn for a while."""
        return [_batch_run(row) for row in _TABLE.claim(transaction, claim, 1)]

    def claim_among(
        self, transaction: Transaction, claim: Claim, ids: Sequence[str]
    ) -> list[BatchRun]:
        """Claim the one of certain batch runs that is due first [A1]."""
        return [_batch_run(row) for row in _TABLE.claim_among(transaction, claim, ids, 1)]

    def position(self, transaction: Transaction, run: BatchRun) -> "Position | None":
        """Where the run is by its record; ``None`` where the claim was lost.

        It is further than ``run`` says after a commit that was made, though the store said
        otherwise.
        """
        rows = transaction.execute(_POSITION, (run.id, run.token))
        return Position(cast("str | None", rows[0][0])) if rows else None

    def advance(self, transaction: Transaction, run: BatchRun, cursor: str, rows: int) -> bool:
        """Move the cursor behind rows that ran, in the boundary in which they did [K1]."""
        return transaction.change(_ADVANCE, (cursor, rows, 0, run.id, run.token)) == 1

    def pass_over(
        self, transaction: Transaction, run: BatchRun, identity: str, error: Error
    ) -> bool:
        """Record a row that failed for good, and move the cursor behind it [K2]."""
        if transaction.change(_ADVANCE, (identity, 0, 1, run.id, run.token)) != 1:
            return False
        transaction.execute(
            _RECORD_FAILURE,
            (run.id, identity, run.attempts + 1, error.code, error.text, transaction.now()),
        )
        return True

    def decision(
        self, transaction: Transaction, run: BatchRun, definition: BatchDefinition, end: BodyEnd
    ) -> Decision:
        """Whether the row that failed is tried again [K2]."""
        now = transaction.now()
        return decision_after(
            self._host.manifest,
            definition.retry,
            end,
            attempts=run.attempts + 1,
            first_attempt_at=_first_attempt_at(run, end, now),
            now=now,
            uniform=self._host.randomness.up_to,
        )

    def fail(
        self, transaction: Transaction, run: BatchRun, decision: Decision, end: BodyEnd
    ) -> bool:
        """Write a failed attempt: the run waits for the next one, or gives up altogether."""
        return _TABLE.fail(
            transaction,
            run.id,
            run.token,
            attempts=run.attempts + 1,
            first_attempt_at=_first_attempt_at(run, end, transaction.now()),
            decision=decision,
            error=error_of(self._host.manifest, end),
        )

    def go_on_by_rows(self, transaction: Transaction, run: BatchRun, error: Error) -> bool:
        """Let the run wait its turn; it then goes on with one row, since a batch was too much."""
        return _TABLE.postpone(transaction, run.id, run.token, transaction.now(), error)

    def postpone(
        self, transaction: Transaction, run: BatchRun, until: Instant, error: Error
    ) -> bool:
        """Keep a run that the running program cannot run, uncounted [Y4]."""
        return _TABLE.postpone(transaction, run.id, run.token, until, error)

    def requeue(self, transaction: Transaction, run: BatchRun) -> bool:
        """Let the run wait its turn behind what is due now."""
        return _TABLE.requeue(transaction, run.id, run.token)

    def finish(self, transaction: Transaction, run: BatchRun) -> bool:
        """Mark it done: no row is left."""
        return _TABLE.finish(transaction, run.id, run.token, transaction.now())

    def give_back(self, transaction: Transaction, runs: Sequence[BatchRun]) -> None:
        """Give runs back as they were [Z2]."""
        _TABLE.give_back(transaction, [run.id for run in runs], runs[0].token)

    def counts(self, transaction: Transaction, run: BatchRun) -> RowCounts | None:
        """How far the run is; ``None`` where another store has it."""
        rows = transaction.execute(_COUNTS, (run.id,))
        return RowCounts(*cast("tuple[int, int]", rows[0])) if rows else None

    def move_in(self, transaction: Transaction, run: BatchRun) -> None:
        """Take over a run that was recorded in another store than its rows are in."""
        now = transaction.now()
        transaction.execute(
            _MOVE_IN,
            (run.id, run.batch, run.arguments, now, now, run.traceparent, run.tracestate),
        )

    def move_out(self, transaction: Transaction, run: BatchRun) -> bool:
        """Forget a run that another store has taken over."""
        return transaction.change(_MOVE_OUT, (run.id, run.token)) == 1


def _first_attempt_at(run: BatchRun, end: BodyEnd, now: Instant) -> Instant:
    """When the first attempt of the row that ended so began."""
    return Instant(now - end.took) if run.first_attempt_at is None else run.first_attempt_at


def _batch_run(row: tuple[object, ...]) -> BatchRun:
    due_at, id_, takeovers, batch, arguments, cursor, attempts, first_attempt_at, *rest = row
    error_code, traceparent, tracestate, token = rest
    return BatchRun(
        Instant(cast(int, due_at)),
        cast(str, id_),
        cast(int, takeovers),
        cast(str, batch),
        cast(str, arguments),
        cast("str | None", cursor),
        cast(int, attempts),
        None if first_attempt_at is None else Instant(cast(int, first_attempt_at)),
        cast("str | None", error_code),
        cast("str | None", traceparent),
        cast("str | None", tracestate),
        cast(str, token),
    )
