"""Deleting finished records, a thousand rows to a boundary at most [D3].

Nothing pending, claimed or failed is ever deleted, nor an event that such a record belongs to.
"""

import json
from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import Final, TypeAlias, cast

import attrs

from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Instant

LARGEST_BOUNDARY: Final = 1_000
"""The most rows that one boundary looks at: deleting them took 1.4 ms when it was measured."""

_DELETE_DELIVERIES: Final = """
    DELETE FROM _jadpo_delivery WHERE id IN (
        SELECT id FROM _jadpo_delivery WHERE state = 'done' AND settled_at < ? LIMIT ?
    )
"""
_DELETE_PUBLICATIONS: Final = """
    DELETE FROM _jadpo_publication WHERE id IN (
        SELECT id FROM _jadpo_publication WHERE state = 'done' AND settled_at < ? LIMIT ?
    )
"""
_DELETE_BATCH_FAILURES: Final = """
    DELETE FROM _jadpo_batch_failure WHERE (run_id, identity) IN (
        SELECT failure.run_id, failure.identity
        FROM _jadpo_batch_run AS run JOIN _jadpo_batch_failure AS failure ON failure.run_id = run.id
        WHERE run.state = 'done' AND run.settled_at < ? LIMIT ?
    )
"""
_DELETE_BATCH_RUNS: Final = """
    DELETE FROM _jadpo_batch_run WHERE id IN (
        SELECT id FROM _jadpo_batch_run WHERE state = 'done' AND settled_at < ? LIMIT ?
    )
"""
_DELETE_SCHEDULE_RUNS: Final = """
    DELETE FROM _jadpo_schedule_run WHERE id IN (
        SELECT id FROM _jadpo_schedule_run WHERE state = 'done' AND ended_at < ? LIMIT ?
    )
"""
_NEXT_INBOX: Final = """
    SELECT source, message_id FROM _jadpo_inbox
    WHERE handled_at < ? AND (source, message_id) > (?, ?)
    ORDER BY source, message_id LIMIT ?
"""
_DELETE_INBOX: Final = """
    DELETE FROM _jadpo_inbox WHERE source = ? AND message_id IN (SELECT value FROM json_each(?))
"""

_DELETE_INTERVENTIONS: Final = """
    DELETE FROM _jadpo_intervention WHERE (piece_id, number) IN (
        SELECT piece_id, number FROM _jadpo_intervention WHERE made_at < ?
            AND NOT EXISTS (SELECT 1 FROM _jadpo_delivery WHERE id = piece_id)
            AND NOT EXISTS (SELECT 1 FROM _jadpo_batch_run WHERE id = piece_id)
        LIMIT ?
    )
"""

# Failures of a run before the run: killed between the two, the run still leads to the rest. The
# inbox and the events, whose rows are looked at one by one, come after these.
_IN_ORDER: Final = (
    _DELETE_DELIVERIES,
    _DELETE_PUBLICATIONS,
    _DELETE_BATCH_FAILURES,
    _DELETE_BATCH_RUNS,
    _DELETE_SCHEDULE_RUNS,
    _DELETE_INTERVENTIONS,
)
_INBOX: Final = len(_IN_ORDER)

_NEXT_EVENTS: Final = """
    SELECT id, emitted_at FROM _jadpo_event WHERE id > ? ORDER BY id LIMIT ?
"""
_DELETE_EVENTS: Final = """
    DELETE FROM _jadpo_event WHERE id > ? AND id <= ? AND emitted_at < ?
        AND NOT EXISTS (SELECT 1 FROM _jadpo_delivery WHERE event_id = _jadpo_event.id)
        AND NOT EXISTS (SELECT 1 FROM _jadpo_publication WHERE event_id = _jadpo_event.id)
"""


@attrs.frozen
class Progress:
    """Where a purge is: the kind of record, and for some the last one looked at.

    ``source`` is where the last message of the inbox came from.
    """

    step: int = 0
    after: str = ""
    source: str = ""


@attrs.frozen
class Purged:
    """No boundary is left."""


Next: TypeAlias = Progress | Purged


Unfinished: TypeAlias = Callable[[str, Sequence[str]], Collection[str]]
"""Which of these deliveries, by their ids, the outbox of a store holds that may come again."""


def purge_some(
    transaction: Transaction, older_than: Instant, progress: Progress, unfinished: Unfinished
) -> Next:
    """Do the next boundary's part; what is to be done after it commits."""
    if progress.step == _INBOX:
        return _purge_inbox(transaction, older_than, progress, unfinished)
    if progress.step > _INBOX:
        return _purge_events(transaction, older_than, progress)
    deleted = transaction.change(_IN_ORDER[progress.step], (older_than, LARGEST_BOUNDARY))
    return progress if deleted == LARGEST_BOUNDARY else Progress(progress.step + 1)


def _purge_inbox(
    transaction: Transaction, older_than: Instant, progress: Progress, unfinished: Unfinished
) -> Next:
    """Look at the next thousand messages, and keep those whose delivery may come again [W3].

    However old the row is: without it the delivery would have its effects a second time.
    """
    rows = cast(
        "list[tuple[str, str]]",
        transaction.execute(
            _NEXT_INBOX, (older_than, progress.source, progress.after, LARGEST_BOUNDARY)
        ),
    )
    if not rows:
        return Progress(_INBOX + 1)
    for source, messages in groupby(rows, key=lambda row: row[0]):
        ids = [message for _, message in messages]
        kept = unfinished(source, ids)
        gone = [message for message in ids if message not in kept]
        transaction.change(_DELETE_INBOX, (source, json.dumps(gone)))
    source, last = rows[-1]
    return Progress(_INBOX, last, source)


def _purge_events(transaction: Transaction, older_than: Instant, progress: Progress) -> Next:
    """Look at the next thousand events: ids are in order of time, so the walk ends at the young."""
    rows = cast(
        "list[tuple[str, int]]",
        transaction.execute(_NEXT_EVENTS, (progress.after, LARGEST_BOUNDARY)),
    )
    if not rows or all(emitted_at >= older_than for _, emitted_at in rows):
        return Purged()
    last = rows[-1][0]
    transaction.change(_DELETE_EVENTS, (progress.after, last, older_than))
    return Progress(progress.step, last)
