"""Claims on the records of pieces: leases proved by a random token [M1] [M2] [M4].

Deliveries and batch runs keep their state in the same columns, so every change of a state is here
once: one statement, guarded by the state it starts from and the token that proves the claim. Each
runs in a transaction of the store that holds the record, and times are the store's.
"""

import json
from collections.abc import Sequence
from typing import Final

import attrs

from jadpo_runtime.runner.budget import LEASE_MARGIN, RUN_LIMIT
from jadpo_runtime.runner.retry import Decision, RetryAt
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Duration, Instant

STALE_AFTER: Final = Duration(30_000_000)
"""Age of a liveness row from which its process counts as gone: 30 seconds, in µs [M4]."""

LONGEST_LEASE: Final = Duration(RUN_LIMIT + LEASE_MARGIN)
"""No claim lasts longer [M1]: a lease that seems to was taken before the clock was put back."""

MOST_TAKEOVERS: Final = 5
"""How often in a row a piece is taken over before it is given up: it ends the process each time."""

ENDED_ITS_PROCESS: Final = "process_ended"
"""The code of a piece that was given up because of that."""

# A claim without an owner is given up by the end of its lease alone. The question is asked first,
# for NULL is "not in" an empty set.
OVERDUE: Final = """(
    lease_until <= ? OR lease_until > ? OR (
        owner IS NOT NULL
        AND owner NOT IN (SELECT id FROM _jadpo_process WHERE seen_at > ? AND seen_at < ?)
    )
)"""
"""The condition of a claim that others may take over; see :func:`overdue_parameters`."""


def overdue_parameters(now: Instant) -> tuple[int, int, int, int]:
    """The parameters of :data:`OVERDUE`.

    A moment too far in the future is as stale as one in the past: a clock that is put back must not
    keep what was claimed before for longer.
    """
    return now, now + LONGEST_LEASE, now - STALE_AFTER, now + STALE_AFTER


@attrs.frozen
class Claim:
    """What a claimer takes pieces with; ``lease`` is how long it holds them."""

    token: str
    owner: str | None
    lease: Duration


@attrs.frozen
class Error:
    """Why an attempt failed, as its record keeps it."""

    code: str
    text: str


class PieceTable:
    """The state of one kind of piece, in the table named ``table``."""

    def __init__(self, table: str, columns: Sequence[str]) -> None:
        """``columns`` are those that a claim answers with, after the first three."""
        self._next_due = (
            f"SELECT due_at FROM {table} WHERE state = 'pending' ORDER BY due_at, id LIMIT 1"
        )
        self._any_overdue = f"SELECT 1 FROM {table} WHERE state = 'claimed' AND {OVERDUE} LIMIT 1"
        self._release_overdue = f"""
            UPDATE {table} SET state = 'pending', takeovers = takeovers + 1,
                token = NULL, owner = NULL, lease_until = NULL
            WHERE state = 'claimed' AND {OVERDUE}
        """
        self._claim = f"""
            UPDATE {table} SET state = 'claimed', token = ?, owner = ?, lease_until = ?
            WHERE state = 'pending' AND id IN (
                SELECT id FROM {table} WHERE state = 'pending' AND due_at <= ?
                ORDER BY due_at, id LIMIT ?
            )
            RETURNING {", ".join(("due_at", "id", "takeovers", *columns))}
        """
        self._claim_among = f"""
            UPDATE {table} SET state = 'claimed', token = ?, owner = ?, lease_until = ?
            WHERE state = 'pending' AND id IN (
                SELECT id FROM {table}
                WHERE state = 'pending' AND due_at <= ?
                    AND id IN (SELECT value FROM json_each(?))
                ORDER BY due_at, id LIMIT ?
            )
            RETURNING {", ".join(("due_at", "id", "takeovers", *columns))}
        """
        held = "WHERE id = ? AND token = ? AND state = 'claimed'"
        all_held = (
            "WHERE id IN (SELECT value FROM json_each(?)) AND token = ? AND state = 'claimed'"
        )
        released = "token = NULL, owner = NULL, lease_until = NULL"
        self._holds = f"SELECT 1 FROM {table} {held}"
        finish = f"""
            UPDATE {table} SET state = 'done', attempts = attempts + 1,
                first_attempt_at = coalesce(first_attempt_at, ?), settled_at = ?, {released}
        """
        self._finish = f"{finish} {held}"
        self._finish_all = f"{finish} {all_held}"
        self._fail = f"""
            UPDATE {table} SET state = ?, attempts = ?, first_attempt_at = ?,
                due_at = coalesce(?, due_at), settled_at = ?, error_code = ?, error_text = ?,
                takeovers = 0,
                {released}
            {held}
        """
        self._postpone = f"""
            UPDATE {table} SET state = 'pending', due_at = ?, error_code = ?, error_text = ?,
                {released}
            {held}
        """
        self._requeue = f"UPDATE {table} SET state = 'pending', due_at = ?, {released} {held}"
        self._give_back = f"UPDATE {table} SET state = 'pending', {released} {all_held}"

    def next_due(self, transaction: Transaction) -> Instant | None:
        """When the next piece is due; now, if a claim may be taken over."""
        now = transaction.now()
        if transaction.execute(self._any_overdue, overdue_parameters(now)):
            return now
        rows = transaction.execute(self._next_due)
        return instant(rows[0][0]) if rows else None

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[tuple[object, ...]]:
        """Claim at most ``most`` due pieces, in order of when they are due [M3].

        Claims that are overdue are free again first, so that they too are claimed in that order.
        A piece that was taken over is claimed alone: should it end its process again, nothing that
        was only claimed with it is counted as if it had.
        """
        now = transaction.now()
        transaction.execute(self._release_overdue, overdue_parameters(now))
        return self._in_order(
            transaction,
            claim,
            transaction.execute(
                self._claim, (claim.token, claim.owner, now + claim.lease, now, most)
            ),
        )

    def claim_among(
        self, transaction: Transaction, claim: Claim, pieces: Sequence[str], most: int
    ) -> list[tuple[object, ...]]:
        """Claim at most ``most`` of these pieces, those that are due, as :meth:`claim` does."""
        now = transaction.now()
        transaction.execute(self._release_overdue, overdue_parameters(now))
        among = json.dumps(list(pieces))
        return self._in_order(
            transaction,
            claim,
            transaction.execute(
                self._claim_among, (claim.token, claim.owner, now + claim.lease, now, among, most)
            ),
        )

    def _in_order(
        self, transaction: Transaction, claim: Claim, rows: list[tuple[object, ...]]
    ) -> list[tuple[object, ...]]:
        """Claimed rows in order of when they are due, up to the first that was taken over."""
        rows.sort(key=lambda row: row[:2])
        together = next((at for at, row in enumerate(rows) if row[2]), len(rows)) or 1
        if rest := rows[together:]:
            self.give_back(transaction, [str(row[1]) for row in rest], claim.token)
        return rows[:together]

    def holds(self, transaction: Transaction, piece: str, token: str) -> bool:
        """Whether the claim still holds."""
        return bool(transaction.execute(self._holds, (piece, token)))

    def finish(self, transaction: Transaction, piece: str, token: str, started: Instant) -> bool:
        """Mark it done; false, and no change, where the claim was lost."""
        changed = transaction.change(self._finish, (started, transaction.now(), piece, token))
        return changed == 1

    def finish_all(
        self, transaction: Transaction, pieces: Sequence[str], token: str, started: Instant
    ) -> bool:
        """Mark those of one claim done; false where any was lost, so that nothing may be kept."""
        changed = transaction.change(
            self._finish_all, (started, transaction.now(), json.dumps(pieces), token)
        )
        return changed == len(pieces)

    def fail(
        self,
        transaction: Transaction,
        piece: str,
        token: str,
        *,
        attempts: int,
        first_attempt_at: Instant,
        decision: Decision,
        error: Error,
    ) -> bool:
        """Write a failed attempt: due again, or given up [Y1]; false where the claim was lost."""
        again = decision.due_at if isinstance(decision, RetryAt) else None
        changed = transaction.change(
            self._fail,
            (
                "failed" if again is None else "pending",
                attempts,
                first_attempt_at,
                again,
                transaction.now() if again is None else None,
                error.code,
                error.text,
                piece,
                token,
            ),
        )
        return changed == 1

    def postpone(
        self, transaction: Transaction, piece: str, token: str, until: Instant, error: Error
    ) -> bool:
        """Keep a piece that cannot run here pending, uncounted, until later [Y4]."""
        changed = transaction.change(self._postpone, (until, error.code, error.text, piece, token))
        return changed == 1

    def requeue(self, transaction: Transaction, piece: str, token: str) -> bool:
        """Let a piece that goes on wait its turn behind what is due now."""
        return transaction.change(self._requeue, (transaction.now(), piece, token)) == 1

    def give_back(self, transaction: Transaction, pieces: Sequence[str], token: str) -> int:
        """Give claimed pieces back as they were, their attempt not counted [M3] [Z2]."""
        return transaction.change(self._give_back, (json.dumps(list(pieces)), token))


def ended_its_process(takeovers: int) -> Error | None:
    """Why a piece is given up that was taken over so often; ``None`` if it is run."""
    if takeovers < MOST_TAKEOVERS:
        return None
    text = f"{takeovers} processes in a row ended, or held it too long, while they ran it."
    return Error(ENDED_ITS_PROCESS, text)


def instant(value: object) -> Instant:
    """A column that holds an instant."""
    assert isinstance(value, int)
    return Instant(value)
