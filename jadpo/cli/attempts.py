"""The background work of a run, as it happens: a line, or a JSON object, for each attempt."""

from collections.abc import Iterator

import attrs

from jadpo.cli.printing import Part
from jadpo.diagnostics.json_form import Json
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.runner.reports import BodyBroke, PieceEnded, PieceKept, StoreFailed
from jadpo_runtime.values import Instant
from jadpo_runtime.values.iso8601 import instant_text

_STYLES = {"done": "green", "pending": "yellow", "failed": "red"}


@attrs.frozen
class Attempt:
    """What the runner reported of a piece, and when."""

    at: Instant
    report: PieceEnded | PieceKept | StoreFailed | BodyBroke


def attempt_parts(attempt: Attempt) -> Iterator[Part]:
    """The parts of the line of an attempt."""
    yield f"{instant_text(attempt.at)} ", "dim"
    report = attempt.report
    match report:
        case PieceEnded():
            # One that was given back before it came to its end has made no attempt.
            attempt_number = f", attempt {report.attempt}" if report.attempt else ""
            yield f"{report.kind} {report.name}{attempt_number}: "
            yield report.state, _STYLES[report.state]
            if report.rows is not None:
                rows = "row" if report.rows.done == 1 else "rows"
                yield f", {report.rows.done:,} {rows} done, {report.rows.failed:,} passed over"
            if report.due_at is not None:
                yield f", due again {instant_text(report.due_at)}"
            if report.error_code is not None:
                yield f", {report.error_code}: {report.error_text}"
        case PieceKept():
            yield f"{report.kind} {report.name}: "
            yield "kept pending", "yellow"
            yield f", {report.rule}: {report.detail}"
        case BodyBroke():
            yield f"{report.name}: "
            yield "internal error", "red"
            yield f": {_mistake(report)}"
        case StoreFailed():
            yield f"store {report.store}: "
            yield report.fault.code.value, "red"
            yield f": {report.fault.detail}"


def attempt_as_json(attempt: Attempt) -> dict[str, Json]:
    """An attempt for programs; ``error`` is null where it succeeded."""
    at = instant_text(attempt.at)
    report = attempt.report
    if isinstance(report, StoreFailed):
        error = _error(report.fault.code.value, report.fault.detail)
        return {"at": at, "kind": "store", "name": report.store, "state": "failed", "error": error}
    if isinstance(report, BodyBroke):
        error = _error(FaultCode.INTERNAL_ERROR.value, _mistake(report))
        return {"at": at, "kind": "body", "name": report.name, "state": "failed", "error": error}
    document: dict[str, Json] = {
        "at": at,
        "kind": report.kind,
        "id": report.id,
        "name": report.name,
    }
    if isinstance(report, PieceKept):
        return {**document, "state": "pending", "error": _error(report.rule, report.detail)}
    ended: dict[str, Json] = {
        **document,
        "attempt": report.attempt,
        "state": report.state,
        "due_at": None if report.due_at is None else instant_text(report.due_at),
        "error": _error(report.error_code, report.error_text),
    }
    if report.rows is not None:
        ended["rows"] = {"done": report.rows.done, "failed": report.rows.failed}
    return ended


def _mistake(report: BodyBroke) -> str:
    what = " ".join(str(report.error).split()) or "no message"
    return f"{type(report.error).__name__}: {what}"


def _error(code: str | None, text: str | None) -> Json:
    return None if code is None else {"code": code, "text": text}
