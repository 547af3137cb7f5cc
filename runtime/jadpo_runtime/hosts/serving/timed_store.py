"""A store whose transactions are timed, for metrics."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

from jadpo_runtime.clock import Clock
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration

T = TypeVar("T")


class TimedStore:
    """Another store; ``observe`` is told how long each transaction took, and whether it wrote.

    The time includes what ran within the transaction, its commit, and waiting for other writers.
    """

    def __init__(
        self, store: Store, clock: Clock, observe: Callable[[str, bool, Duration], None]
    ) -> None:
        """Time ``store`` by ``clock``; ``observe`` gets its name first."""
        self._store: Final = store
        self._clock: Final = clock
        self._observe: Final = observe

    @property
    def name(self) -> str:
        """The name that the program declares it by."""
        return self._store.name

    @property
    def file(self) -> Path | None:
        """The file that other processes may open, too."""
        return self._store.file

    def prepare_schema(self, record_tables: Sequence[str]) -> None:
        """Make what the program's entities need."""
        self._store.prepare_schema(record_tables)

    def refuse_other_schema(self) -> None:
        """Raise where the database has another schema by now."""
        self._store.refuse_other_schema()

    def require_filled(self) -> None:
        """Require the fields that a backfill has filled in all rows."""
        self._store.require_filled()

    def transact(self, work: Callable[[Transaction], T], *, write: bool, durable: bool = True) -> T:
        """Run ``work`` in one transaction, and tell how long that took."""
        started = self._clock.elapsed()
        try:
            return self._store.transact(work, write=write, durable=durable)
        finally:
            self._observe(self.name, write, Duration(self._clock.elapsed() - started))

    def flush(self) -> None:
        """Bring to the disk what was committed without being durable."""
        self._store.flush()

    def interrupt(self, thread: int | None = None) -> None:
        """End the transaction that runs."""
        self._store.interrupt(thread)

    def close(self) -> None:
        """Close all connections."""
        self._store.close()
