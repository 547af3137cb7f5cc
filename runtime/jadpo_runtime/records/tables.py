"""The definition of the record tables, for SQLite.

Columns ending in ``_at``, ``lease_until`` and ``seen_at`` are instants in µs since 1970. Ids are
UUIDs of version 7, so that the order of ids is the order of creation. ``payload``, ``arguments``,
``cursor`` and ``identity`` are JSON as the codec of values writes it. ``traceparent`` and
``tracestate`` are the W3C trace context that a record carries on.

A *piece* (delivery, publication, batch run) has the columns ``state``, ``attempts`` (those that
count), ``due_at``, ``first_attempt_at``, the claim (``token``, ``owner``, ``lease_until``), the
last error, and ``takeovers``: how often in a row its claimer ended, or held it too long, without
settling it. The indexes are partial: a finished row is in none that a claim reads, so claims stay
flat however many finished rows there are (with a plain index a million cost 20 times as much).
There are no foreign keys: a record never outlives what the purge keeps it for [D3].
"""

from typing import Final

PIECE_STATES: Final = ("pending", "claimed", "done", "failed")
"""The states of a delivery, publication or batch run [B2]; ``failed`` is given up."""

SCHEDULE_RUN_STATES: Final = ("running", "done", "failed")
"""The states of a recorded run of a schedule [D2]."""

_EVENTS: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_event (
        id TEXT PRIMARY KEY NOT NULL,
        event TEXT NOT NULL,
        variant TEXT NOT NULL,
        payload TEXT NOT NULL,
        emitted_at INTEGER NOT NULL,
        cause TEXT,
        traceparent TEXT,
        tracestate TEXT
    ) STRICT
    """,
    # From a piece to what it set off in turn [A1].
    """
    CREATE INDEX IF NOT EXISTS _jadpo_event_cause ON _jadpo_event (cause)
        WHERE cause IS NOT NULL
    """,
)

# With a rowid, though the id is the key: a state changes twice or more, and each index that then
# changes holds a short number instead of an id, which delivered a seventh faster.
_DELIVERIES: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_delivery (
        id TEXT PRIMARY KEY NOT NULL,
        event_id TEXT NOT NULL,
        subscriber TEXT NOT NULL,
        handler TEXT NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        takeovers INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        first_attempt_at INTEGER,
        token TEXT,
        owner TEXT,
        lease_until INTEGER,
        error_code TEXT,
        error_text TEXT,
        settled_at INTEGER
    ) STRICT
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_delivery_due ON _jadpo_delivery (due_at, id)
        WHERE state = 'pending'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_delivery_lease ON _jadpo_delivery (lease_until, owner)
        WHERE state = 'claimed'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_delivery_finished ON _jadpo_delivery (settled_at)
        WHERE state = 'done'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_delivery_failed ON _jadpo_delivery (settled_at)
        WHERE state = 'failed'
    """,
    "CREATE INDEX IF NOT EXISTS _jadpo_delivery_event ON _jadpo_delivery (event_id)",
)

_PUBLICATIONS: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_publication (
        id TEXT PRIMARY KEY NOT NULL,
        event_id TEXT NOT NULL,
        connection TEXT NOT NULL,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        takeovers INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        first_attempt_at INTEGER,
        token TEXT,
        owner TEXT,
        lease_until INTEGER,
        error_code TEXT,
        error_text TEXT,
        settled_at INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_publication_due ON _jadpo_publication (due_at, id)
        WHERE state = 'pending'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_publication_lease
        ON _jadpo_publication (lease_until, owner) WHERE state = 'claimed'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_publication_finished ON _jadpo_publication (settled_at)
        WHERE state = 'done'
    """,
    "CREATE INDEX IF NOT EXISTS _jadpo_publication_event ON _jadpo_publication (event_id)",
)

# ``cursor`` is the last identity reached; ``attempts`` counts those of the row after it, which
# failed and waits for its next attempt [K1] [K2].
_BATCH_RUNS: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_batch_run (
        id TEXT PRIMARY KEY NOT NULL,
        batch TEXT NOT NULL,
        arguments TEXT NOT NULL,
        cursor TEXT,
        rows_done INTEGER NOT NULL DEFAULT 0,
        rows_failed INTEGER NOT NULL DEFAULT 0,
        state TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        takeovers INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        first_attempt_at INTEGER,
        token TEXT,
        owner TEXT,
        lease_until INTEGER,
        error_code TEXT,
        error_text TEXT,
        created_at INTEGER NOT NULL,
        settled_at INTEGER,
        cause TEXT,
        traceparent TEXT,
        tracestate TEXT
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_batch_run_due ON _jadpo_batch_run (due_at, id)
        WHERE state = 'pending'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_batch_run_lease ON _jadpo_batch_run (lease_until, owner)
        WHERE state = 'claimed'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_batch_run_finished ON _jadpo_batch_run (settled_at)
        WHERE state = 'done'
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_batch_run_cause ON _jadpo_batch_run (cause)
        WHERE cause IS NOT NULL
    """,
    """
    CREATE TABLE IF NOT EXISTS _jadpo_batch_failure (
        run_id TEXT NOT NULL,
        identity TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        error_code TEXT NOT NULL,
        error_text TEXT NOT NULL,
        failed_at INTEGER NOT NULL,
        PRIMARY KEY (run_id, identity)
    ) STRICT, WITHOUT ROWID
    """,
)

# A schedule's lease is on its row, so that one run at a time is all there can be [D1].
_SCHEDULES: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_schedule (
        name TEXT PRIMARY KEY NOT NULL,
        timing TEXT NOT NULL,
        first_seen_at INTEGER NOT NULL,
        due_at INTEGER,
        run_id TEXT,
        takeovers INTEGER NOT NULL DEFAULT 0,
        token TEXT,
        owner TEXT,
        lease_until INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS _jadpo_schedule_run (
        id TEXT PRIMARY KEY NOT NULL,
        schedule TEXT NOT NULL,
        due_at INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        state TEXT NOT NULL,
        error_code TEXT,
        error_text TEXT
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_schedule_run_schedule
        ON _jadpo_schedule_run (schedule, due_at)
    """,
    """
    CREATE INDEX IF NOT EXISTS _jadpo_schedule_run_finished ON _jadpo_schedule_run (ended_at)
        WHERE ended_at IS NOT NULL
    """,
)

# What was handled here on behalf of elsewhere: a delivery of another store's outbox [W3], a
# message of an outside queue [O2].
_INBOX: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_inbox (
        source TEXT NOT NULL,
        message_id TEXT NOT NULL,
        handled_at INTEGER NOT NULL,
        PRIMARY KEY (source, message_id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX IF NOT EXISTS _jadpo_inbox_handled ON _jadpo_inbox (handled_at)",
)

# Liveness of processes that claim [M4]. ``machine`` tells apart hosts, boots and process
# namespaces, ``pid`` and ``pid_started`` the process on it.
_PROCESSES: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_process (
        id TEXT PRIMARY KEY NOT NULL,
        machine TEXT NOT NULL,
        pid INTEGER NOT NULL,
        pid_started TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        seen_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)

# What a person did to pieces of work: it outlives the piece, until the purge.
_INTERVENTIONS: Final = (
    """
    CREATE TABLE IF NOT EXISTS _jadpo_intervention (
        piece_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        event_id TEXT,
        action TEXT NOT NULL,
        made_at INTEGER NOT NULL,
        made_by TEXT NOT NULL,
        state_before TEXT NOT NULL,
        attempts_before INTEGER NOT NULL,
        error_code TEXT,
        error_text TEXT,
        PRIMARY KEY (piece_id, number)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX IF NOT EXISTS _jadpo_intervention_made ON _jadpo_intervention (made_at)",
)

SQLITE_RECORD_TABLES: Final[tuple[str, ...]] = (
    *_EVENTS,
    *_DELIVERIES,
    *_PUBLICATIONS,
    *_BATCH_RUNS,
    *_SCHEDULES,
    *_INBOX,
    *_PROCESSES,
    *_INTERVENTIONS,
)
"""Statements that make all record tables and their indexes; running them again changes nothing."""
