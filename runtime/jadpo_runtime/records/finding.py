"""Finding deliveries and batch runs for people, by what they are and how they stand."""

from collections.abc import Sequence
from typing import Final, cast

import attrs

from jadpo_runtime.records.queries import Records
from jadpo_runtime.values import Instant


@attrs.frozen
class DeliveryFilter:
    """Which deliveries; what is not given excludes none.

    ``event`` is the name of an event, or of one and its variant with a dot between. The instants
    are bounds of when the event was emitted.
    """

    states: tuple[str, ...] = ()
    subscriber: str | None = None
    event: str | None = None
    emitted_before: Instant | None = None
    emitted_after: Instant | None = None
    error_code: str | None = None


@attrs.frozen
class FoundDelivery:
    """A delivery with its event; ``payload`` is a JSON object."""

    id: str
    event_id: str
    event: str | None
    variant: str | None
    payload: str | None
    emitted_at: Instant | None
    subscriber: str
    handler: str
    state: str
    attempts: int
    takeovers: int
    due_at: Instant
    first_attempt_at: Instant | None
    settled_at: Instant | None
    error_code: str | None
    error_text: str | None
    owner: str | None
    lease_until: Instant | None


_SELECT: Final = """
    SELECT delivery.id, event_id, event, variant, payload, emitted_at, subscriber, handler, state,
        attempts, takeovers, due_at, first_attempt_at, settled_at, error_code, error_text, owner,
        lease_until
"""
_FROM: Final = """
    FROM _jadpo_delivery AS delivery LEFT JOIN _jadpo_event AS event ON event.id = event_id
"""


def find_deliveries(
    records: Records, wanted: DeliveryFilter, *, after: str = "", most: int = -1
) -> list[FoundDelivery]:
    """The deliveries of a filter in order of their ids, from the one after ``after`` on."""
    condition, parameters = _condition(wanted)
    rows = records.execute(
        f"{_SELECT} {_FROM} WHERE {condition} AND delivery.id > ? ORDER BY delivery.id LIMIT ?",
        (*parameters, after, most),
    )
    return [_found(row) for row in rows]


def count_deliveries(records: Records, wanted: DeliveryFilter) -> int:
    """How many deliveries a filter has."""
    condition, parameters = _condition(wanted)
    (row,) = records.execute(f"SELECT count(*) {_FROM} WHERE {condition}", parameters)
    return cast(int, row[0])


def delivery_of(records: Records, identity: str) -> FoundDelivery | None:
    """The delivery of an id."""
    rows = records.execute(f"{_SELECT} {_FROM} WHERE delivery.id = ?", (identity,))
    return _found(rows[0]) if rows else None


def _condition(wanted: DeliveryFilter) -> tuple[str, tuple[object, ...]]:
    """The filter as SQL, and its parameters."""
    event, _, variant = (wanted.event or "").partition(".")
    parts: Sequence[tuple[str, object]] = (
        ("subscriber = ?", wanted.subscriber),
        ("event = ?", event or None),
        ("variant = ?", variant or None),
        ("emitted_at < ?", wanted.emitted_before),
        ("emitted_at >= ?", wanted.emitted_after),
        ("error_code = ?", wanted.error_code),
    )
    given = [(sql, value) for sql, value in parts if value is not None]
    states = ", ".join("?" for _ in wanted.states)
    conditions = [sql for sql, _ in given]
    if states:
        conditions.insert(0, f"state IN ({states})")
    values = tuple(value for _, value in given)
    return " AND ".join(conditions) or "1", (*wanted.states, *values)


def _found(row: tuple[object, ...]) -> FoundDelivery:
    return FoundDelivery(*row)  # type: ignore[arg-type]  # the columns are in the fields' order
