"""The work that one request set off, and what that set off in turn [A1].

Every record says what caused it. A request that waits gives its action a cause of its own; from
there the pieces are found step by step: the deliveries of the events that a cause emitted, the
batch runs that it started, and each of these is the cause of more. They may be in any store.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final, cast

import attrs

from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant

_DELIVERIES_OF: Final = """
    SELECT delivery.id FROM _jadpo_event AS event
    JOIN _jadpo_delivery AS delivery ON delivery.event_id = event.id
    WHERE event.cause IN (SELECT value FROM json_each(?))
"""
_BATCH_RUNS_OF: Final = """
    SELECT id FROM _jadpo_batch_run WHERE cause IN (SELECT value FROM json_each(?))
"""
_STATES: Final = """
    SELECT id, state, due_at, 0 FROM _jadpo_delivery
    WHERE id IN (SELECT value FROM json_each(?))
    UNION ALL
    SELECT id, state, due_at, rows_failed FROM _jadpo_batch_run
    WHERE id IN (SELECT value FROM json_each(?))
"""


@attrs.frozen
class PieceState:
    """Where an unfinished piece stands; ``due_at`` is ``None`` while somebody holds it."""

    store: str
    due_at: Instant | None


class FollowOn:
    """What is known of the pieces that a request set off."""

    def __init__(self, stores: Mapping[str, Store], cause: str) -> None:
        """Nothing yet: the pieces of ``cause`` are read by :meth:`look`."""
        self._stores: Final = stores
        self._known: Final = {cause}
        # Those of which more pieces may be found: all that are open, and those that were finished
        # since the last time all stores were read.
        self._causes: set[str] = {cause}
        self._open: dict[str, PieceState | None] = {}
        self._lost: set[str] = set()
        self._gave_up = False

    @property
    def unfinished(self) -> Mapping[str, PieceState]:
        """The pieces that are not finished, by id, as they were at the last look."""
        return {piece: state for piece, state in self._open.items() if state is not None}

    @property
    def is_finished(self) -> bool:
        """Whether nothing was left to wait for at the last look."""
        return not self._open

    @property
    def gave_up(self) -> bool:
        """Whether a delivery was given up, or a batch run passed over a row [A3]."""
        return self._gave_up

    def look(self) -> None:
        """Read where the pieces stand, and find those that were set off since.

        Raises :class:`~jadpo_runtime.faults.Fault` where a store fails.
        """
        while self._look_once():
            pass

    def _look_once(self) -> bool:
        """Read every store once; whether that showed something that leads on.

        A finished piece has written all that it sets off, but perhaps into a store that was read
        just before: so it stays a cause until every store was read after it was finished.
        """
        finished_before = self._causes - self._open.keys()
        seen: dict[str, PieceState | None] = {}
        found = False
        for store in self._stores.values():
            new, states = store.transact(self._read, write=False)
            for piece in new:
                found = found or piece not in self._known
                self._known.add(piece)
                self._causes.add(piece)
                self._open.setdefault(piece, None)
            for piece, state, due_at, rows_failed in states:
                self._note(store, seen, piece, state, due_at, rows_failed)
        finished = self._settle(seen)
        self._causes -= finished_before
        return found or finished

    def _read(
        self, transaction: Transaction
    ) -> tuple[list[str], list[tuple[str, str, Instant, int]]]:
        causes = json.dumps(sorted(self._causes))
        rows = [
            *transaction.execute(_DELIVERIES_OF, (causes,)),
            *transaction.execute(_BATCH_RUNS_OF, (causes,)),
        ]
        pieces = [cast(str, row[0]) for row in rows]
        new = [piece for piece in pieces if piece not in self._known]
        asked = json.dumps(sorted({*self._open, *new}))
        states = transaction.execute(_STATES, (asked, asked))
        return new, cast("list[tuple[str, str, Instant, int]]", states)

    def _note(
        self,
        store: Store,
        seen: dict[str, PieceState | None],
        piece: str,
        state: str,
        due_at: Instant,
        rows_failed: int,
    ) -> None:
        if state in ("pending", "claimed"):
            seen[piece] = PieceState(store.name, due_at if state == "pending" else None)
            return
        # A record that another store has taken over is only in one of them for good.
        seen.setdefault(piece, None)
        self._gave_up = self._gave_up or state == "failed" or rows_failed > 0

    def _settle(self, seen: Mapping[str, PieceState | None]) -> bool:
        """Take over what was seen of the open pieces; whether one of them is finished now."""
        finished = False
        lost = set()
        for piece in list(self._open):
            if piece not in seen and piece not in self._lost:
                # It may be on its way from one store to another: one more look tells.
                lost.add(piece)
                finished = True
            elif (state := seen.get(piece)) is not None:
                self._open[piece] = state
            else:
                del self._open[piece]
                finished = True
        self._lost = lost
        return finished


def due_in(follow_on: FollowOn, store: str) -> Sequence[tuple[Instant, str]]:
    """The pieces in a store that nobody held at the last look, by when they are due."""
    return sorted(
        (state.due_at, piece)
        for piece, state in follow_on.unfinished.items()
        if state.store == store and state.due_at is not None
    )
