"""Opening connections to a database: a file, or memory."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, cast
from urllib.parse import quote

from jadpo_runtime.faults import Fault
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.forms import Comparison, SqlValue
from jadpo_runtime.store.sqlite.tables import Column, Table, canonical_function
from jadpo_runtime.store.sqlite.troubles import is_contention, meaning
from jadpo_runtime.store.store import StoreError, StoreHeld
from jadpo_runtime.values import Duration

Connect: TypeAlias = Callable[..., sqlite3.Connection]
"""Makes connections, as ``sqlite3.connect`` does; a simulation's fail when it wants them to."""

MEMORY: Final = ":memory:"
"""The place of a database that ends with its connection."""

_OLDEST_SQLITE: Final = (3, 38)
"""STRICT tables came with 3.37, JSON functions without an extension with 3.38."""

_CACHED_STATEMENTS: Final = 512
"""Prepared statements that a connection keeps; a program has a few for each of its plans."""

_WAIT: Final = 0.005
"""Seconds between attempts to set up a database that another process is setting up."""

_LOG: Final = "PRAGMA journal_mode = WAL"

# A page of 2048 bytes delivered 1.35 times and emitted 1.55 times as fast as one of 4096; only a
# new database takes it. FULL: what was committed survives a power cut. A checkpoint flushes twice,
# so there is one for 8 MB of log; with SQLite's 2 MB it was a tenth of the flushes.
_SETTINGS: Final = (
    "PRAGMA page_size = 2048",
    _LOG,
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 4000",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16000",
)

_READING_SETTINGS: Final = ("PRAGMA temp_store = MEMORY", "PRAGMA query_only = ON")


_flush: Final = getattr(os, "fdatasync", os.fsync)
"""What SQLite calls, too: the contents and the length, not the times of a file."""


class Database:
    """A database that connections can be made to."""

    def __init__(
        self,
        place: str,
        tables: Mapping[str, Table],
        lock_timeout: Duration,
        connect: Connect = sqlite3.connect,
    ) -> None:
        """Name the database at ``place``, a path or :data:`MEMORY`; connect to it later."""
        # Threads connect later, when the working folder may be another.
        self._place: Final = place if place in ("", MEMORY) else os.path.abspath(place)  # noqa: PTH100 - it may be no path at all
        self._tables: Final = tables
        self._lock_timeout: Final = lock_timeout
        self._make_connection: Final = connect
        self._log_waits = False
        self._log: str | None = None
        self.is_memory: Final = place == MEMORY
        self.label: Final = "the database in memory" if self.is_memory else f"the database {place}"

    @property
    def file(self) -> Path | None:
        """Where the file is, links followed: its log stands beside that; ``None`` in memory."""
        return None if self.is_memory else Path(os.path.realpath(self._place))

    def connect(self) -> Connection:
        """Make a connection; raises :class:`StoreError` that says what is in the way."""
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            oldest = ".".join(map(str, _OLDEST_SQLITE))
            raise StoreError(
                f"Python was built with SQLite {sqlite3.sqlite_version}; Jadpo needs {oldest}."
            )
        self._look_at_the_path()
        return self._connect(self._place, _SETTINGS, self._columns_compared_by_functions())

    def prepared(self) -> None:
        """The database is the program's now: have the log that waited for that."""
        if not self._log_waits:
            return
        self._log_waits = False
        raw = sqlite3.connect(self._place, timeout=0, isolation_level=None)
        try:
            self._set_up(raw, (_LOG,))
        except sqlite3.Error as error:
            raise self._cannot_open(error) from error
        finally:
            raw.close()

    def connect_to_migrate(self) -> Connection:
        """Make a connection for which references are no constraints, so that tables can be remade.

        Composite columns are compared by functions, whatever keys are stored.
        """
        self._look_at_the_path()
        return self._connect(
            self._place, (*_SETTINGS, "PRAGMA foreign_keys = OFF"), self._composite_columns()
        )

    def connect_to_read(self) -> Connection:
        """Make a connection that changes nothing, not even the database's settings."""
        self._look_at_the_path()
        place = f"file:{quote(self._place)}?mode=ro"
        return self._connect(place, _READING_SETTINGS, self._composite_columns())

    def exists(self) -> bool:
        """Whether there is a file of a database, which connecting would make."""
        return not self.is_memory and bool(os.path.lexists(self._place))

    def _connect(
        self, place: str, settings: Sequence[str], compared: Iterable[tuple[Table, Column]]
    ) -> Connection:
        try:
            raw = self._make_connection(
                place,
                timeout=0,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=_CACHED_STATEMENTS,
                uri=place.startswith("file:"),
            )
        except sqlite3.Error as error:
            raise self._cannot_open(error) from error
        try:
            self._set_up(raw, settings)
            for table, column in compared:
                name = canonical_function(table.entity.name, column.field)
                raw.create_function(name.strip('"'), 1, _canonical(column), deterministic=True)
        except sqlite3.Error as error:
            raw.close()
            raise self._cannot_open(error) from error
        return Connection(raw, self.label, self._lock_timeout)

    def _composite_columns(self) -> Iterator[tuple[Table, Column]]:
        for table in self._tables.values():
            for column in table.columns:
                if column.form.comparison is Comparison.CANONICAL:
                    yield table, column

    def _columns_compared_by_functions(self) -> Iterator[tuple[Table, Column]]:
        return (each for each in self._composite_columns() if each[1].key is None)

    def flush(self) -> None:
        """Bring the log to the disk, and with it all commits; raises ``OSError``."""
        if self.is_memory:
            return
        if self._log is None:
            self._log = f"{os.path.realpath(self._place)}-wal"
        try:
            log = os.open(self._log, os.O_RDWR)
        except FileNotFoundError:
            return  # The last connection closed, and brought everything into the database.
        try:
            _flush(log)
        finally:
            os.close(log)

    def _look_at_the_path(self) -> None:
        """Say more than SQLite's "unable to open database file" would."""
        if self.is_memory:
            return
        if not self._place or "\0" in self._place:
            raise StoreError(f"{self._place!r} is no path of a database: write `sqlite:PATH`.")
        path = Path(self._place)
        try:
            if path.is_dir():
                raise StoreError(f"{self._place} is a folder, not a database.")
            if not path.parent.is_dir():
                raise StoreError(f"There is no folder {path.parent} for {self.label}.")
        except OSError as error:
            raise StoreError(f"{self._place} cannot be looked at: {error.strerror}.") from error

    def _set_up(self, raw: sqlite3.Connection, settings: Sequence[str]) -> None:
        # Others hold the lock in real time, whatever the store's clock says.
        deadline = time.monotonic() + self._lock_timeout / 1_000_000
        for setting in settings:
            while True:
                try:
                    # What is written into the file for good is written once it is known to be
                    # the program's: another program's may yet be refused.
                    if setting == _LOG and _is_of_others(raw):
                        self._log_waits = True
                    else:
                        raw.execute(setting)
                    break
                except sqlite3.Error as error:
                    if not is_contention(error) or time.monotonic() >= deadline:
                        raise
                time.sleep(_WAIT)

    def _cannot_open(self, error: sqlite3.Error) -> StoreError:
        found = meaning(error, self.label)
        held = is_contention(error)
        return (StoreHeld if held else StoreError)(
            found.detail if isinstance(found, Fault) else str(found)
        )


def _is_of_others(raw: sqlite3.Connection) -> bool:
    """Whether a database holds something, and nothing of Jadpo's."""
    query = "SELECT count(*), total(name = '_jadpo_schema') FROM sqlite_schema"
    count, ours = raw.execute(query).fetchone()
    return bool(count > 0 and ours == 0)


def _canonical(column: Column) -> Callable[[SqlValue], SqlValue]:
    """What a composite column is compared as, for comparing in SQL."""
    decode = cast(Callable[[SqlValue], object], column.form.decode)

    def canonical(stored: SqlValue) -> SqlValue:
        if stored is None:
            return None
        try:
            return column.compared(decode(stored))
        except ValueError:
            return stored  # It equals nothing; whoever reads the row gets the fault.

    return canonical
