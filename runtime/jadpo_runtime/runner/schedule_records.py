"""The records of schedules and their runs [D1] [D2]."""

from collections.abc import Mapping
from typing import Final, cast

import attrs

from jadpo_runtime.manifest import ScheduleDefinition
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.runner.claims import MOST_TAKEOVERS, OVERDUE, Claim, Error, overdue_parameters
from jadpo_runtime.runner.timing import described, last_due, next_due
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Instant

_SEEN: Final = "SELECT name, timing FROM _jadpo_schedule"

_SEE: Final = """
    INSERT INTO _jadpo_schedule (name, timing, first_seen_at, due_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET timing = excluded.timing,
        first_seen_at = excluded.first_seen_at, due_at = excluded.due_at
"""

# Rows of schedules that the running program does not have are passed over, so all are read: a
# program has few.
_DUE: Final = f"""
    SELECT due_at, name FROM _jadpo_schedule
    WHERE due_at IS NOT NULL AND (token IS NULL OR {OVERDUE})
    ORDER BY due_at, name
"""

_CLAIM: Final = f"""
    UPDATE _jadpo_schedule SET token = ?, owner = ?, lease_until = ?,
        takeovers = takeovers + (run_id IS NOT NULL)
    WHERE name = ? AND due_at <= ? AND (token IS NULL OR {OVERDUE})
    RETURNING due_at, first_seen_at, run_id, takeovers
"""

_NAME_RUN: Final = "UPDATE _jadpo_schedule SET run_id = ? WHERE name = ? AND token = ?"

_MOVE_ON: Final = """
    UPDATE _jadpo_schedule
    SET due_at = ?, run_id = NULL, takeovers = 0, token = NULL, owner = NULL, lease_until = NULL
    WHERE name = ? AND token = ?
"""

_GIVE_BACK: Final = """
    UPDATE _jadpo_schedule SET run_id = NULL, token = NULL, owner = NULL, lease_until = NULL
    WHERE name = ? AND token = ?
"""

_BEGIN_RUN: Final = """
    INSERT INTO _jadpo_schedule_run (id, schedule, due_at, started_at, state)
    VALUES (?, ?, ?, ?, 'running')
"""

_END_RUN: Final = """
    UPDATE _jadpo_schedule_run SET state = ?, ended_at = ?, error_code = ?, error_text = ?
    WHERE id = ? AND state = 'running'
"""

_FORGET_RUN: Final = "DELETE FROM _jadpo_schedule_run WHERE id = ? AND state = 'running'"

INTERRUPTED: Final = Error("interrupted", "The process that ran it ended; the run was made again.")
"""What the record of a run says whose lease ended before it did."""


@attrs.frozen
class ScheduleRun:
    """A claimed run; ``due_at`` is the last of the due times that it stands for."""

    schedule: str
    id: str
    due_at: Instant
    first_seen_at: Instant
    token: str


class ScheduleRecords:
    """The rows of ``schedules`` in one store."""

    def __init__(self, schedules: Mapping[str, ScheduleDefinition], randomness: Randomness) -> None:
        """Keep the rows of these schedules; runs get their ids from ``randomness``."""
        self._schedules: Final = schedules
        self._randomness: Final = randomness

    def observe(self, transaction: Transaction) -> None:
        """Make the rows of schedules that are new or have another timing than before [V4]."""
        seen = dict(cast("list[tuple[str, str]]", transaction.execute(_SEEN)))
        now = transaction.now()
        for name, schedule in self._schedules.items():
            timing = described(schedule.timing)
            if seen.get(name) != timing:
                due = next_due(schedule.timing, now, now)
                transaction.execute(_SEE, (name, timing, now, due))

    def next_due(self, transaction: Transaction) -> Instant | None:
        """When the next schedule is due that nobody runs."""
        found = self._first(transaction)
        return None if found is None else found[0]

    def claim(self, transaction: Transaction, claim: Claim) -> list[ScheduleRun]:
        """Take the lease of the schedule due first, and record the run; none if none is due."""
        found = self._first(transaction)
        now = transaction.now()
        if found is None or found[0] > now:
            return []
        name = found[1]
        rows = transaction.execute(
            _CLAIM,
            (
                claim.token,
                claim.owner,
                now + claim.lease,
                name,
                now,
                *overdue_parameters(now),
            ),
        )
        if not rows:
            return []
        due, first_seen, interrupted, takeovers = cast("tuple[int, int, str | None, int]", rows[0])
        if interrupted is not None:
            self._end(transaction, interrupted, "failed", INTERRUPTED)
        last = last_due(self._schedules[name].timing, Instant(first_seen), Instant(due), now)
        if takeovers >= MOST_TAKEOVERS:
            # It ends its process each time: the next due time is what is left of it [D2].
            run = ScheduleRun(name, "", last, Instant(first_seen), claim.token)
            self.move_on(transaction, run)
            return []
        run_id = self._randomness.identity(now)
        transaction.execute(_NAME_RUN, (run_id, name, claim.token))
        transaction.execute(_BEGIN_RUN, (run_id, name, last, now))
        return [ScheduleRun(name, run_id, last, Instant(first_seen), claim.token)]

    def move_on(self, transaction: Transaction, run: ScheduleRun) -> bool:
        """Set the next due time and free the lease; false, and no change, where it was lost."""
        timing = self._schedules[run.schedule].timing
        due = next_due(timing, run.first_seen_at, run.due_at)
        return transaction.change(_MOVE_ON, (due, run.schedule, run.token)) == 1

    def end(
        self, transaction: Transaction, run: ScheduleRun, state: str, error: Error | None
    ) -> None:
        """Record how the run ended."""
        self._end(transaction, run.id, state, error)

    def give_back(self, transaction: Transaction, run: ScheduleRun) -> None:
        """Free the lease of a run that was not begun, and forget the run."""
        if transaction.change(_GIVE_BACK, (run.schedule, run.token)) == 1:
            transaction.execute(_FORGET_RUN, (run.id,))

    def _first(self, transaction: Transaction) -> tuple[Instant, str] | None:
        rows = transaction.execute(_DUE, overdue_parameters(transaction.now()))
        for due, name in cast("list[tuple[int, str]]", rows):
            if name in self._schedules:
                return Instant(due), name
        return None

    def _end(self, transaction: Transaction, run_id: str, state: str, error: Error | None) -> None:
        code, text = (None, None) if error is None else (error.code, error.text)
        transaction.execute(_END_RUN, (state, transaction.now(), code, text, run_id))
