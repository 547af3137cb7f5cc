"""Telling each event that a program in development emits."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar, cast

import attrs

from jadpo_runtime.faults import Fault
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant

T = TypeVar("T")

_MOST_AT_ONCE: Final = 1000
"""Events that are read at a time."""

_LAST: Final = "SELECT max(rowid) FROM _jadpo_event"
_SINCE: Final = f"""
    SELECT rowid, id, event, variant, emitted_at FROM _jadpo_event
    WHERE rowid > ? ORDER BY rowid LIMIT {_MOST_AT_ONCE}
"""


@attrs.frozen
class EventEmitted:
    """An event was committed."""

    at: Instant
    id: str
    event: str
    variant: str


class EventsTold:
    """Tells the events of some stores, each once, in the order in which they were committed."""

    def __init__(self, stores: Mapping[str, Store], tell: Callable[[EventEmitted], None]) -> None:
        """Begin after the last event that is there now."""
        self._stores: Final = stores
        self._tell: Final = tell
        self._last: Final = {name: _read(store, _last) for name, store in stores.items()}

    def look(self) -> None:
        """Tell the events that were committed since the last look."""
        for name, store in self._stores.items():
            last = self._last[name]
            rows = None if last is None else _read(store, partial(_since, last))
            for rowid, id_, event, variant, emitted_at in rows or ():
                self._last[name] = cast(int, rowid)
                self._tell(
                    EventEmitted(Instant(cast(int, emitted_at)), str(id_), str(event), str(variant))
                )


def _read(store: Store, read: Callable[[Transaction], T]) -> T | None:
    """What a store answers; ``None`` where it fails, which others tell."""
    try:
        return store.transact(read, write=False)
    except Fault:
        return None


def _last(transaction: Transaction) -> int:
    ((last,),) = transaction.execute(_LAST)
    return cast("int | None", last) or 0


def _since(last: int, transaction: Transaction) -> list[tuple[object, ...]]:
    return transaction.execute(_SINCE, (last,))
