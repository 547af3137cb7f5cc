"""Opening a database to read its records, or to change those, and nothing else.

A store that is opened makes its file and its tables and sets the database up for itself. Someone
who only looks must change nothing: the database may be missing, or be another program's. Someone
who changes records of a running program needs neither the program's schema nor its config.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from jadpo_runtime.faults import Fault
from jadpo_runtime.records.queries import Records
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import StoreError
from jadpo_runtime.store.sqlite.troubles import meaning

_LOCK_TIMEOUT: Final = 10.0
"""Seconds to wait for a writer, where the database does not let one read beside it."""

_HAS_RECORDS: Final = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_jadpo_event'"


@contextmanager
def read_records(path: Path) -> Iterator[Records | None]:
    """The records of the SQLite database at ``path``; ``None`` where it has none.

    All that is read within the ``with`` is of one moment. Raises
    :class:`~jadpo_runtime.store.StoreError` for what cannot be opened or read.
    """
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder, not a database.")
        raw = sqlite3.connect(
            f"file:{quote(str(path))}?mode=ro",
            uri=True,
            timeout=_LOCK_TIMEOUT,
            isolation_level=None,
        )
    except (sqlite3.Error, OSError, ValueError) as error:
        raise _cannot_read(path, error) from error
    with closing(raw):
        records = _OpenedRecords(raw, path)
        records.execute("BEGIN")
        yield records if records.execute(_HAS_RECORDS) else None


@contextmanager
def change_records(path: Path) -> Iterator["_OpenedRecords | None"]:
    """The records of the SQLite database at ``path``, to be changed; ``None`` where it has none.

    All that is done within the ``with`` is one transaction, on the disk when it is left, undone
    where that is by an exception. Raises :class:`~jadpo_runtime.store.StoreError` for what cannot
    be opened or changed.
    """
    try:
        raw = sqlite3.connect(
            f"file:{quote(str(path))}?mode=rw",
            uri=True,
            timeout=_LOCK_TIMEOUT,
            isolation_level=None,
        )
    except (sqlite3.Error, OSError, ValueError) as error:
        raise _cannot_read(path, error) from error
    with closing(raw):
        records = _OpenedRecords(raw, path)
        records.execute("PRAGMA synchronous = FULL")
        records.execute("BEGIN IMMEDIATE")
        if not records.execute(_HAS_RECORDS):
            yield None
            return
        for statement in SQLITE_RECORD_TABLES:
            # Those of an older version lack what was added since.
            records.execute(statement)
        yield records
        records.execute("COMMIT")


class _OpenedRecords:
    """A connection in a transaction."""

    def __init__(self, raw: sqlite3.Connection, path: Path) -> None:
        self._raw: Final = raw
        self._path: Final = path

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run a statement, and give all rows it answers with."""
        try:
            return self._raw.execute(sql, tuple(parameters)).fetchall()
        except sqlite3.Error as error:
            raise _cannot_read(self._path, error) from error

    def change(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Run a statement that changes rows; how many it changed."""
        try:
            return self._raw.execute(sql, tuple(parameters)).rowcount
        except sqlite3.Error as error:
            raise _cannot_read(self._path, error) from error


def _cannot_read(path: Path, error: Exception) -> StoreError:
    if isinstance(error, OSError):
        return StoreError(f"The database {path} cannot be read: {error.strerror}.")
    found = meaning(error, f"the database {path}") if isinstance(error, sqlite3.Error) else error
    return StoreError(found.detail if isinstance(found, Fault) else str(found))
