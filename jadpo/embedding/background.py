"""What became of background work, as whoever had it run is told."""

import datetime
import logging
from collections.abc import Iterable
from typing import Final

import attrs

from jadpo.embedding.errors import Faulted
from jadpo.embedding.json_values import as_datetime
from jadpo_runtime.runner.reports import BodyBroke, PieceEnded, PieceKept, Report, StoreFailed

WORK: Final = logging.getLogger("jadpo.work")
"""Where attempts of background work are told: those that succeeded as information."""


@attrs.frozen
class Attempt:
    """One run of a piece of background work.

    ``kind`` is ``delivery``, ``batch run`` or ``schedule run``; ``name`` its handler
    (``bill_customer on OrderEvent.reserved``), batch or schedule. ``state`` is what its record says
    now: ``done``, ``pending`` where it is tried again or goes on later, ``failed`` where it was
    given up. ``error_code`` and ``error_text`` are ``None`` where it succeeded, ``due_at`` is when
    it is tried again.
    """

    kind: str
    name: str
    state: str
    error_code: str | None = None
    error_text: str | None = None
    due_at: datetime.datetime | None = None


def attempts_of(reports: Iterable[Report]) -> tuple[Attempt, ...]:
    """The attempts that reports tell; raises :class:`Faulted` where a store failed."""
    attempts: list[Attempt] = []
    for report in reports:
        if isinstance(report, StoreFailed):
            raise Faulted(report.fault.code.value, report.fault.detail, None)
        attempt = _attempt(report)
        if attempt is not None:
            attempts.append(attempt)
    return tuple(attempts)


def _attempt(report: Report) -> Attempt | None:
    """The attempt that a report tells; ``None`` where it tells of none."""
    match report:
        case PieceEnded():
            due_at = None if report.due_at is None else as_datetime(report.due_at)
            return Attempt(
                report.kind,
                report.name,
                report.state,
                report.error_code,
                report.error_text,
                due_at,
            )
        case PieceKept():
            return Attempt(report.kind, report.name, "pending", report.rule, report.detail)
        case _:
            return None


def log_report(report: Report) -> None:
    """Tell the logger ``jadpo.work`` of a report."""
    match report:
        case PieceEnded(error_code=None):
            WORK.info("%s %s: %s", report.kind, report.name, report.state)
        case PieceEnded():
            level = logging.ERROR if report.state == "failed" else logging.WARNING
            WORK.log(
                level,
                "%s %s: %s, %s: %s",
                report.kind,
                report.name,
                report.state,
                report.error_code,
                report.error_text,
            )
        case PieceKept():
            WORK.warning(
                "%s %s: kept pending, %s: %s", report.kind, report.name, report.rule, report.detail
            )
        case StoreFailed():
            WORK.error("store %s: %s: %s", report.store, report.fault.code, report.fault.detail)
        case BodyBroke():
            WORK.error("%s: a mistake in Jadpo itself", report.name, exc_info=report.error)
