"""Reading records for people: events and what became of their deliveries."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, cast

import attrs

from jadpo_runtime.values import Instant

PAGE: Final = 500
"""Events that are read at once."""

_EVENTS: Final = """
    SELECT id, event, variant, payload, emitted_at, cause FROM _jadpo_event
    WHERE id > ? ORDER BY id LIMIT ?
"""

_DELIVERIES: Final = """
    SELECT event_id, id, subscriber, handler, state, attempts, due_at, error_code, error_text,
        settled_at
    FROM _jadpo_delivery WHERE event_id BETWEEN ? AND ? ORDER BY id
"""

_PUBLICATIONS: Final = """
    SELECT event_id, id, connection, state, attempts, due_at, error_code, error_text, settled_at
    FROM _jadpo_publication WHERE event_id BETWEEN ? AND ? ORDER BY id
"""

_BATCH_RUNS: Final = """
    SELECT id, batch, arguments, cursor, rows_done, rows_failed, state, due_at, error_code,
        error_text, created_at, settled_at
    FROM _jadpo_batch_run ORDER BY id
"""

_BATCH_FAILURES: Final = """
    SELECT run_id, identity, attempts, error_code, error_text, failed_at
    FROM _jadpo_batch_failure ORDER BY run_id, identity
"""

_SCHEDULE_RUNS: Final = """
    SELECT id, schedule, due_at, started_at, ended_at, state, error_code, error_text
    FROM _jadpo_schedule_run ORDER BY id
"""


class Records(Protocol):
    """Where records are read: a transaction of a store, or a database opened to be read."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run a statement that reads, and give all rows it answers with."""
        ...


@attrs.frozen
class DeliveryRecord:
    """A delivery; ``state`` is one of ``pending``, ``claimed``, ``done``, ``failed`` [B2].

    ``attempts`` are those that counted; ``error_code`` and ``error_text`` are of the last that
    failed; ``settled_at`` is when it was done or given up.
    """

    id: str
    subscriber: str
    handler: str
    state: str
    attempts: int
    due_at: Instant
    error_code: str | None
    error_text: str | None
    settled_at: Instant | None


@attrs.frozen
class PublicationRecord:
    """A publication to a connection; recorded, and not sent yet by this version."""

    id: str
    connection: str
    state: str
    attempts: int
    due_at: Instant
    error_code: str | None
    error_text: str | None
    settled_at: Instant | None


@attrs.frozen
class EventRecord:
    """An event with what was to follow from it.

    ``payload`` is a JSON object; ``cause`` the id of the piece whose boundary emitted it.
    """

    id: str
    event: str
    variant: str
    payload: str
    emitted_at: Instant
    cause: str | None
    deliveries: tuple[DeliveryRecord, ...]
    publications: tuple[PublicationRecord, ...]


@attrs.frozen
class BatchFailureRecord:
    """A row that a batch run passed over [K2]; ``identity`` is JSON."""

    identity: str
    attempts: int
    error_code: str
    error_text: str
    failed_at: Instant


@attrs.frozen
class BatchRunRecord:
    """A batch run; ``arguments`` and ``cursor`` (the last identity reached) are JSON."""

    id: str
    batch: str
    arguments: str
    cursor: str | None
    rows_done: int
    rows_failed: int
    state: str
    due_at: Instant
    error_code: str | None
    error_text: str | None
    created_at: Instant
    settled_at: Instant | None
    failures: tuple[BatchFailureRecord, ...]


@attrs.frozen
class ScheduleRunRecord:
    """A run of a schedule [D2]; ``state`` is ``running``, ``done`` or ``failed``."""

    id: str
    schedule: str
    due_at: Instant
    started_at: Instant
    ended_at: Instant | None
    state: str
    error_code: str | None
    error_text: str | None


def events(records: Records) -> Iterator[EventRecord]:
    """All events in order of emission, each with its deliveries and publications.

    They are read page by page, so that an outbox of any size can be gone through.
    """
    after = ""
    while rows := records.execute(_EVENTS, (after, PAGE)):
        ids = [cast(str, row[0]) for row in rows]
        deliveries = _by_event(records, _DELIVERIES, ids)
        publications = _by_event(records, _PUBLICATIONS, ids)
        for row in rows:
            id_, event, variant, payload, emitted_at, cause = row
            yield EventRecord(
                cast(str, id_),
                cast(str, event),
                cast(str, variant),
                cast(str, payload),
                Instant(cast(int, emitted_at)),
                cast("str | None", cause),
                tuple(_delivery(each) for each in deliveries[cast(str, id_)]),
                tuple(_publication(each) for each in publications[cast(str, id_)]),
            )
        after = ids[-1]


def batch_runs(records: Records) -> list[BatchRunRecord]:
    """All batch runs in the order in which they were started."""
    failures: dict[str, list[BatchFailureRecord]] = defaultdict(list)
    for run_id, identity, attempts, code, text, failed_at in cast(
        "list[tuple[str, str, int, str, str, int]]", records.execute(_BATCH_FAILURES)
    ):
        failures[run_id].append(
            BatchFailureRecord(identity, attempts, code, text, Instant(failed_at))
        )
    return [
        BatchRunRecord(
            cast(str, row[0]),
            cast(str, row[1]),
            cast(str, row[2]),
            cast("str | None", row[3]),
            cast(int, row[4]),
            cast(int, row[5]),
            cast(str, row[6]),
            Instant(cast(int, row[7])),
            cast("str | None", row[8]),
            cast("str | None", row[9]),
            Instant(cast(int, row[10])),
            _instant(row[11]),
            tuple(failures[cast(str, row[0])]),
        )
        for row in records.execute(_BATCH_RUNS)
    ]


def schedule_runs(records: Records) -> list[ScheduleRunRecord]:
    """All recorded runs of schedules, in the order in which they were claimed."""
    return [
        ScheduleRunRecord(
            cast(str, row[0]),
            cast(str, row[1]),
            Instant(cast(int, row[2])),
            Instant(cast(int, row[3])),
            _instant(row[4]),
            cast(str, row[5]),
            cast("str | None", row[6]),
            cast("str | None", row[7]),
        )
        for row in records.execute(_SCHEDULE_RUNS)
    ]


def _by_event(
    records: Records, sql: str, ids: Sequence[str]
) -> dict[str, list[tuple[object, ...]]]:
    """Rows of the events of one page, without their first column: the event's id."""
    found: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for row in records.execute(sql, (ids[0], ids[-1])):
        found[cast(str, row[0])].append(row[1:])
    return found


def _delivery(row: tuple[object, ...]) -> DeliveryRecord:
    id_, subscriber, handler, *rest = row
    return DeliveryRecord(cast(str, id_), cast(str, subscriber), cast(str, handler), *_piece(rest))


def _publication(row: tuple[object, ...]) -> PublicationRecord:
    id_, connection, *rest = row
    return PublicationRecord(cast(str, id_), cast(str, connection), *_piece(rest))


def _piece(
    row: Sequence[object],
) -> tuple[str, int, Instant, str | None, str | None, Instant | None]:
    state, attempts, due_at, error_code, error_text, settled_at = row
    return (
        cast(str, state),
        cast(int, attempts),
        Instant(cast(int, due_at)),
        cast("str | None", error_code),
        cast("str | None", error_text),
        _instant(settled_at),
    )


def _instant(value: object) -> Instant | None:
    return None if value is None else Instant(cast(int, value))
