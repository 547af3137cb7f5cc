"""What can be observed of a test, as a text: the same however and wherever it was run [X2].

::

    test "given up after the last attempt"
      passed
      rows of Order
        {"id":"#1","code":"TEA"}
      event #2 OrderEvent.placed {"order_id":"#1"} at 2026-01-15T12:00:00.000000Z
        delivery #3 never on OrderEvent.placed: failed, attempts 3, …

Ids that the runtime made are numbered in the order in which they are met, so that a text does not
depend on how random numbers are drawn; what refers to what stays visible.
"""

import re
from collections.abc import Iterator

from jadpo_runtime.hosts.snapshot import Snapshot
from jadpo_runtime.hosts.test import TestResult
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned
from jadpo_runtime.records.queries import (
    BatchRunRecord,
    DeliveryRecord,
    EventRecord,
    PublicationRecord,
    ScheduleRunRecord,
)
from jadpo_runtime.values import Instant, Span
from jadpo_runtime.values.iso8601 import instant_text
from jadpo_runtime.values.show import show_fields

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b")
"""UUIDs of the versions that the runtime makes."""


def observed(manifest: Manifest, result: TestResult, source: str) -> str:
    """The text of one test; ids that stand in ``source`` are shown as they are."""
    lines = "".join(f"{line}\n" for line in exact_lines(manifest, result))
    return _numbered(lines, source)


def _numbered(text: str, source: str) -> str:
    numbers: dict[str, str] = {}

    def number(found: re.Match[str]) -> str:
        if found[0] in source:
            return found[0]
        return numbers.setdefault(found[0], f"#{len(numbers) + 1}")

    return _UUID.sub(number, text)


def exact_lines(manifest: Manifest, result: TestResult) -> Iterator[str]:
    """The lines of one test, with its ids as they were drawn."""
    yield f'test "{result.name}"'
    yield from _indented(_outcome(manifest, result.outcome, passed="passed"), 1)
    if result.failed_call is not None:
        yield f"  in the call of {result.failed_call.name}"
        yield from _indented(_outcome(manifest, result.failed_call.outcome, passed=""), 2)
    yield from _indented(_left_behind(result.snapshot), 1)


def _indented(lines: Iterator[str], levels: int) -> Iterator[str]:
    for line in lines:
        yield "  " * levels + line


def _outcome(manifest: Manifest, outcome: Outcome, passed: str) -> Iterator[str]:
    match outcome:
        case Returned():
            yield passed
        case Rejected(failure=name, context=context, trail=trail):
            failure = manifest.failures[name]
            fields = (*failure.public, *failure.internal)
            yield f"rejected {show_fields(manifest.types, name, fields, context)}"
            yield f"  trail {' '.join(map(_place, trail))}"
        case Faulted(code=code, span=span, detail=detail):
            yield f"faulted {code.value} {_place(span)}"
            for line in detail.split("\n"):
                yield f"  {line}".rstrip()
        case _:
            yield "stopped"


def _place(span: Span | None) -> str:
    return "nowhere" if span is None else f"{span.line}:{span.column}"


def _left_behind(snapshot: Snapshot) -> Iterator[str]:
    for entity, rows in snapshot.rows:
        if rows:
            yield f"rows of {entity}"
            yield from _indented(iter(rows), 1)
    for store, events in snapshot.events:
        yield from _of_store(snapshot, store, (line for each in events for line in _event(each)))
    for store, runs in snapshot.batch_runs:
        yield from _of_store(snapshot, store, (line for each in runs for line in _batch_run(each)))
    for store, schedule_runs in snapshot.schedule_runs:
        yield from _of_store(snapshot, store, map(_schedule_run, schedule_runs))


def _of_store(snapshot: Snapshot, store: str, lines: Iterator[str]) -> Iterator[str]:
    """The lines; after the name of their store if there are several stores."""
    found = list(lines)
    if found and len(snapshot.events) > 1:
        yield f"in the store {store}"
        yield from _indented(iter(found), 1)
    else:
        yield from found


def _event(event: EventRecord) -> Iterator[str]:
    cause = f" caused by {event.cause}" if event.cause else ""
    name = f"{event.event}.{event.variant}"
    yield f"event {event.id} {name} {event.payload} at {_time(event.emitted_at)}{cause}"
    for delivery in event.deliveries:
        yield f"  delivery {delivery.id} {delivery.handler}: {_piece(delivery)}"
    for publication in event.publications:
        yield f"  publication {publication.id} {publication.connection}: {_piece(publication)}"


def _piece(piece: DeliveryRecord | PublicationRecord) -> str:
    when = "due" if piece.settled_at is None else "settled"
    time = _time(piece.due_at if piece.settled_at is None else piece.settled_at)
    error = _error(piece.error_code, piece.error_text)
    return f"{piece.state}, attempts {piece.attempts}, {when} {time}{error}"


def _batch_run(run: BatchRunRecord) -> Iterator[str]:
    counts = f"rows done {run.rows_done}, failed {run.rows_failed}"
    error = _error(run.error_code, run.error_text)
    yield f"batch run {run.id} {run.batch} {run.arguments}: {run.state}, {counts}{error}"
    for failure in run.failures:
        error = _error(failure.error_code, failure.error_text)
        yield f"  row {failure.identity}: attempts {failure.attempts}{error}"


def _schedule_run(run: ScheduleRunRecord) -> str:
    error = _error(run.error_code, run.error_text)
    started = f"started {_time(run.started_at)}"
    return f"run of {run.schedule} due {_time(run.due_at)}: {run.state}, {started}{error}"


def _error(code: str | None, text: str | None) -> str:
    return "" if code is None else f", {code}: {' '.join((text or '').split())}"


def _time(instant: Instant) -> str:
    return instant_text(instant)
