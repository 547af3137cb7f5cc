"""An audit that the database itself keeps: a row for each change of a record, by triggers.

The rows are written in the transaction that makes the change, so they hold what was committed and
nothing else, in order. Nothing of the runner reads or knows them.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, cast

from jadpo_runtime.store.sqlite.tables import quoted, table_name
from jadpo_runtime.values.node import Node

Fields = Mapping[str, object]
"""The audited columns of a row."""

_PIECE: Final = (
    "id",
    "state",
    "attempts",
    "takeovers",
    "due_at",
    "first_attempt_at",
    "token",
    "owner",
    "lease_until",
    "error_code",
    "settled_at",
)

AUDITED: Final[Mapping[str, Sequence[str]]] = {
    "_jadpo_delivery": (*_PIECE, "event_id", "handler"),
    "_jadpo_batch_run": (*_PIECE, "batch", "arguments", "cursor", "cause"),
    "_jadpo_batch_failure": ("run_id", "identity"),
    "_jadpo_event": ("id", "event", "variant", "payload", "emitted_at", "cause"),
    "_jadpo_schedule": ("name", "due_at", "run_id", "token", "owner", "lease_until"),
    "_jadpo_schedule_run": ("id", "schedule", "due_at", "state", "error_code", "ended_at"),
    "_jadpo_inbox": ("source", "message_id"),
}
"""The columns that are audited of each table of records."""

_TABLE: Final = """
    CREATE TABLE simulation_audit (
        number INTEGER PRIMARY KEY, subject TEXT NOT NULL, before TEXT, after TEXT
    ) STRICT
"""

_READ: Final = """
    SELECT number, subject, before, after FROM simulation_audit WHERE number > ? ORDER BY number
"""


class Change(Node):
    """A committed change of a row: made where ``before`` is ``None``, deleted where ``after`` is.

    ``subject`` is the table.
    """

    subject: str
    before: Fields | None
    after: Fields | None


def audit_statements(ledgers: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The statements that begin the audit of the records, and of entities with some fields."""
    yield _TABLE
    for table, columns in AUDITED.items():
        yield from _triggers(table, columns)
    for entity, fields in ledgers.items():
        yield from _triggers(table_name(entity), fields)


def _triggers(table: str, columns: Sequence[str]) -> Iterator[str]:
    before = _row("OLD", columns)
    after = _row("NEW", columns)
    for event, old, new in (
        ("INSERT", "NULL", after),
        ("UPDATE", before, after),
        ("DELETE", before, "NULL"),
    ):
        yield f"""
            CREATE TRIGGER {quoted(f"simulation {event} {table}")} AFTER {event} ON {quoted(table)}
            BEGIN
                INSERT INTO simulation_audit (subject, before, after)
                VALUES ('{table}', {old}, {new});
            END
        """


def _row(row: str, columns: Sequence[str]) -> str:
    return f"json_array({', '.join(f'{row}.{quoted(column)}' for column in columns)})"


class Audit:
    """Reads the audit of one database, change by change."""

    def __init__(self, path: Path, ledgers: Mapping[str, Sequence[str]]) -> None:
        """Read what is committed to the database at ``path`` from now on."""
        self._raw: Final = sqlite3.connect(path, isolation_level=None, timeout=0)
        self._columns: Final = {
            **AUDITED,
            **{table_name(entity): fields for entity, fields in ledgers.items()},
        }
        self._last = 0

    def new(self, committing: sqlite3.Connection) -> tuple[Sequence[Change], str]:
        """The changes since the last time, in order, and all of them as a text.

        They are read by the connection that has just committed them, whose cache holds the rows.
        """
        # A plain cursor: the simulation is not let into what it does itself.
        cursor = sqlite3.Connection.cursor(committing)
        rows = cursor.execute(_READ, (self._last,)).fetchall()
        if not rows:
            return (), ""
        self._last = rows[-1][0]
        # Parsed at once, which is several times faster than one by one.
        text = (
            f"[{','.join([f'{before or _NULL},{after or _NULL}' for *_, before, after in rows])}]"
        )
        parsed = iter(cast("list[Sequence[object] | None]", json.loads(text)))
        changes = [
            Change(subject, _fields(columns, next(parsed)), _fields(columns, next(parsed)))
            for subject, columns in ((row[1], self._columns[row[1]]) for row in rows)
        ]
        return changes, text

    def query(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """What the database answers outside of all transactions."""
        return self._raw.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Close the connection."""
        self._raw.close()


_NULL: Final = "null"


def _fields(columns: Sequence[str], row: Sequence[object] | None) -> Fields | None:
    return None if row is None else dict(zip(columns, row, strict=True))
