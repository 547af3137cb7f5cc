"""What a person does to pieces of work: replaying, discarding, resuming [Y3].

Each is one guarded statement and a record of it, in one transaction: who did it, when, and what
the piece was before. A piece that somebody holds, or that is done, is left as it is.
"""

import enum
from collections.abc import Sequence
from typing import Final, Protocol

import attrs

from jadpo_runtime.records.queries import Records
from jadpo_runtime.values import Instant


class Intervention(enum.Enum):
    """What can be done."""

    REPLAY = "replayed"
    """A delivery is due now, with a new retry budget, of the same event."""

    DISCARD = "discarded"
    """A delivery is deleted; its event goes with the purge, once no other delivery needs it."""

    RESUME = "resumed"
    """A batch run is due now, and goes on from its cursor."""


@attrs.frozen
class InterventionRecord:
    """What was done to a piece, by whom, and what the piece was before."""

    piece_id: str
    kind: str
    name: str
    event_id: str | None
    action: str
    made_at: Instant
    made_by: str
    state_before: str
    attempts_before: int
    error_code: str | None
    error_text: str | None


class ChangedRecords(Protocol):
    """A transaction that may change records."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run a statement, and give all rows it answers with."""
        ...

    def change(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Run a statement that changes rows; how many."""
        ...


WAITING: Final = ("pending", "failed")
"""The states in which a person may do something to a piece: nobody holds it, and it is not done."""

_RECORD_DELIVERY: Final = """
    INSERT INTO _jadpo_intervention
    SELECT id, (SELECT count(*) FROM _jadpo_intervention WHERE piece_id = piece.id) + 1,
        'delivery', handler, event_id, ?, ?, ?, state, attempts, error_code, error_text
    FROM _jadpo_delivery AS piece WHERE id = ? AND state IN ('pending', 'failed')
"""

_RECORD_BATCH_RUN: Final = """
    INSERT INTO _jadpo_intervention
    SELECT id, (SELECT count(*) FROM _jadpo_intervention WHERE piece_id = piece.id) + 1,
        'batch run', batch, NULL, ?, ?, ?, state, attempts, error_code, error_text
    FROM _jadpo_batch_run AS piece WHERE id = ? AND state IN ('pending', 'failed')
"""

_DUE_AGAIN: Final = """
    UPDATE {table} SET state = 'pending', due_at = ?, attempts = 0, takeovers = 0,
        first_attempt_at = NULL, settled_at = NULL
    WHERE id = ? AND state IN ('pending', 'failed')
"""
_REPLAY: Final = _DUE_AGAIN.format(table="_jadpo_delivery")
_RESUME: Final = _DUE_AGAIN.format(table="_jadpo_batch_run")

_DISCARD: Final = "DELETE FROM _jadpo_delivery WHERE id = ? AND state IN ('pending', 'failed')"

_STATEMENTS: Final = {
    Intervention.REPLAY: (_RECORD_DELIVERY, _REPLAY),
    Intervention.DISCARD: (_RECORD_DELIVERY, _DISCARD),
    Intervention.RESUME: (_RECORD_BATCH_RUN, _RESUME),
}

_STATE_OF_DELIVERY: Final = "SELECT state FROM _jadpo_delivery WHERE id = ?"
_STATE_OF_RUN: Final = "SELECT state FROM _jadpo_batch_run WHERE id = ?"

_HAS_TABLE: Final = "SELECT 1 FROM sqlite_master WHERE name = '_jadpo_intervention'"

_OF_PIECE: Final = """
    SELECT piece_id, kind, name, event_id, action, made_at, made_by, state_before,
        attempts_before, error_code, error_text
    FROM _jadpo_intervention WHERE piece_id = ? ORDER BY number
"""


def intervene(
    records: ChangedRecords, intervention: Intervention, piece: str, *, now: Instant, by: str
) -> bool:
    """Do it to the piece of that id; false, and no change, where it does not wait."""
    record, change = _STATEMENTS[intervention]
    if records.change(record, (intervention.value, now, by, piece)) != 1:
        return False
    due = () if intervention is Intervention.DISCARD else (now,)
    return records.change(change, (*due, piece)) == 1


def state_of(records: ChangedRecords, intervention: Intervention, piece: str) -> str | None:
    """The state of a piece of the kind that something is done to; ``None`` if there is none."""
    resumes = intervention is Intervention.RESUME
    rows = records.execute(_STATE_OF_RUN if resumes else _STATE_OF_DELIVERY, (piece,))
    return str(rows[0][0]) if rows else None


def interventions_of(records: Records, piece: str) -> list[InterventionRecord]:
    """All that was done to a piece, in order."""
    if not records.execute(_HAS_TABLE):
        return []  # The database is of an older version, and is only read.
    return [
        InterventionRecord(*row)  # type: ignore[arg-type]  # the columns are in the fields' order
        for row in records.execute(_OF_PIECE, (piece,))
    ]
