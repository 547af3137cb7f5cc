"""What the runner tells its host as it happens: to print, to count, to log."""

from typing import TypeAlias

import attrs

from jadpo_runtime.faults import Fault
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.values import Instant


@attrs.frozen
class RowCounts:
    """How far a batch run is: rows that were done, and rows that were passed over [K1]."""

    done: int
    failed: int


@attrs.frozen
class PieceEnded:
    """A run of a piece was settled in the store.

    ``kind`` is ``delivery``, ``batch run`` or ``schedule run``; ``name`` its handler, batch or
    schedule. ``state`` is what its record now says, ``pending`` for one that is tried again or goes
    on later. ``error_code`` and ``error_text`` are those of the run, ``None`` if it succeeded.
    ``due_at`` is when a failed attempt is made again. ``rows`` is how far a batch run is.
    """

    kind: str
    id: str
    name: str
    state: str
    attempt: int
    error_code: str | None = None
    error_text: str | None = None
    due_at: Instant | None = None
    rows: RowCounts | None = None


@attrs.frozen
class PieceKept:
    """A piece cannot run in this program, and is kept pending, uncounted [Y4].

    ``rule`` is ``delivery.no_handler``, ``delivery.payload_invalid``, ``delivery.no_batch`` or
    ``delivery.arguments_invalid``.
    """

    rule: str
    kind: str
    id: str
    name: str
    detail: str


@attrs.frozen
class StoreFailed:
    """A store failed between bodies, so the invocation ended; leases bring back what it held."""

    store: str
    fault: Fault


@attrs.frozen
class BodyBroke:
    """A mistake in Jadpo itself ended the body ``name``; its attempt counts as failed."""

    name: str
    error: Exception


Report: TypeAlias = PieceEnded | PieceKept | StoreFailed | BodyBroke


def piece_ended(
    kind: str,
    id_: str,
    name: str,
    state: str,
    attempt: int,
    error: Error | None = None,
    due_at: Instant | None = None,
) -> PieceEnded:
    """The report of a run that succeeded, or failed with ``error``; then ``due_at`` is the next."""
    if error is None:
        return PieceEnded(kind, id_, name, state, attempt)
    return PieceEnded(kind, id_, name, state, attempt, error.code, error.text, due_at)
