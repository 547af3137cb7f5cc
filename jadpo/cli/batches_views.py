"""Reading and printing the runs of batches."""

from collections.abc import Iterator, Sequence
from typing import TextIO

import attrs

from jadpo.cli.deliveries_views import intervention_as_json
from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.outbox_views import STATE_STYLES, payload_as_json
from jadpo.cli.printing import Part, Printer
from jadpo.cli.record_places import RecordPlace
from jadpo.cli.reporting import print_json
from jadpo.diagnostics import Diagnostic
from jadpo.diagnostics.json_form import Json
from jadpo_runtime.faults import Fault
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.records.intervening import InterventionRecord, interventions_of
from jadpo_runtime.records.opening import read_records
from jadpo_runtime.records.queries import BatchRunRecord, batch_runs
from jadpo_runtime.values.iso8601 import instant_text


@attrs.frozen
class FoundRun:
    """A run, its store, and what was done to it."""

    store: str
    run: BatchRunRecord
    interventions: tuple[InterventionRecord, ...]


def read_runs(places: Sequence[RecordPlace]) -> list[FoundRun] | Diagnostic:
    """The runs of all stores, in the order in which they were started."""
    found: list[FoundRun] = []
    try:
        for place in places:
            with read_records(place.path) as records:
                if records is not None:
                    found += [
                        FoundRun(place.store, run, tuple(interventions_of(records, run.id)))
                        for run in batch_runs(records)
                    ]
    except Fault as fault:
        return fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
    return found


def print_runs(runs: Sequence[FoundRun], stream: TextIO) -> None:
    """Print a line for each run."""
    printer = Printer(stream)
    for each in runs:
        printer.line(*_line(each.run))
    if not runs:
        printer.line("There is no such run.")


def print_runs_as_json(runs: Sequence[FoundRun]) -> None:
    """Print ``{"runs": […]}``."""
    print_json({"runs": [_as_json(each) for each in runs]})


def print_run(found: FoundRun, stream: TextIO) -> None:
    """Print a run, the rows that it passed over, and what was done to it."""
    printer = Printer(stream)
    run = found.run
    printer.line(*_line(run))
    printer.line(f"  arguments {run.arguments}, started {instant_text(run.created_at)}")
    if run.cursor is not None:
        printer.line(f"  reached {run.cursor}")
    if run.settled_at is not None:
        printer.line(f"  settled {instant_text(run.settled_at)}")
    for row in run.failures:
        printer.line(
            f"  passed over {row.identity} {instant_text(row.failed_at)}, "
            f"{row.error_code}: {row.error_text}"
        )
    for each in found.interventions:
        printer.line(f"  {each.action} {instant_text(each.made_at)} by {each.made_by}")


def print_run_as_json(found: FoundRun) -> None:
    """Print one object."""
    print_json(_as_json(found))


def _line(run: BatchRunRecord) -> Iterator[Part]:
    yield f"{run.id} ", "dim"
    yield f"{run.batch}: "
    yield run.state, STATE_STYLES[run.state]
    rows = "row" if run.rows_done == 1 else "rows"
    yield f", {run.rows_done:,} {rows} done, {run.rows_failed:,} passed over"
    if run.state == "pending":
        yield f", due {instant_text(run.due_at)}"
    if run.error_code is not None and run.state != "done":
        yield f", {run.error_code}: {run.error_text}"


def _as_json(found: FoundRun) -> dict[str, Json]:
    run = found.run
    return {
        "store": found.store,
        "id": run.id,
        "batch": run.batch,
        "arguments": payload_as_json(run.arguments),
        "cursor": None if run.cursor is None else payload_as_json(run.cursor),
        "rows_done": run.rows_done,
        "rows_failed": run.rows_failed,
        "state": run.state,
        "due_at": instant_text(run.due_at),
        "created_at": instant_text(run.created_at),
        "settled_at": None if run.settled_at is None else instant_text(run.settled_at),
        "error": _error(run.error_code, run.error_text),
        "failures": [
            {
                "identity": payload_as_json(row.identity),
                "attempts": row.attempts,
                "at": instant_text(row.failed_at),
                "error": _error(row.error_code, row.error_text),
            }
            for row in run.failures
        ],
        "interventions": [intervention_as_json(each) for each in found.interventions],
    }


def _error(code: str | None, text: str | None) -> Json:
    return None if code is None else {"code": code, "text": text}
