"""One connection to a SQLite database: statements, transactions, savepoints, and being stopped.

A connection belongs to one thread at a time; only :meth:`Connection.interrupt` may be called from
another.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from jadpo_runtime.faults import Stopped
from jadpo_runtime.store.sqlite.troubles import is_contention, meaning
from jadpo_runtime.values import Duration
from jadpo_runtime.values.internal_error import InternalError

Row: TypeAlias = tuple[object, ...]
"""A row as SQLite gives it: of :data:`~jadpo_runtime.store.sqlite.forms.SqlValue`."""

_INSTRUCTIONS_BETWEEN_LOOKS: Final = 20_000
"""SQLite's instructions between looks for a stop: about a millisecond's work, and more than a short
statement has."""

_WAIT: Final = 0.000_5
"""Seconds between attempts to get the lock. A busy writer lets go of it for a tenth of this, so
whoever looks seldom starves: with SQLite's own pauses of up to 0.1 s one of several writers did
nearly all of the work. Those pauses cannot be interrupted, either [L6]."""

_PATIENT_AFTER: Final = 2.0
_PATIENT_WAIT: Final = 0.002
"""Seconds after which, and then between, attempts are made less often: someone holds it long."""

_CHUNK: Final = 1000
"""Rows that are in memory at a time when a statement's rows are gone through one by one."""

_REFUSALS: Final = (sqlite3.Error, UnicodeEncodeError, OverflowError)
"""What running a statement raises: refused by SQLite, or a value that cannot be handed to it."""


class Connection:
    """A connection, in a transaction or between two."""

    def __init__(self, raw: sqlite3.Connection, database: str, lock_timeout: Duration) -> None:
        """Use ``raw``; ``database`` is how a person knows it."""
        self._raw = raw
        self._cursor = raw.cursor()
        self._database = database
        self._lock_timeout = lock_timeout / 1_000_000
        self._guard = threading.Lock()
        self._stoppable = False
        self._halted: Exception | None = _is_over()
        self._contended = False
        self._durable = True
        self._depth = 0
        self._raised: Exception | None = None
        self.stop: Final = bytearray(1)
        raw.set_progress_handler(self._must_end, _INSTRUCTIONS_BETWEEN_LOOKS)

    def define(self, name: str, function: Callable[..., str | int | float | bytes | None]) -> None:
        """Have a function in SQL; what it raises is what the statement raises.

        It may look at :attr:`stop`, which is set when the transaction is to end.
        """

        def called(*arguments: object) -> str | int | float | bytes | None:
            try:
                return function(*arguments)
            except Exception as error:
                self._raised = error
                raise

        self._raw.create_function(name, -1, called)

    # ---- statements

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Run a statement, and give all of its rows."""
        if self._halted is not None:
            raise self._halted
        try:
            return self._cursor.execute(sql, parameters).fetchall()
        except _REFUSALS as error:
            raise self._refused(error) from error

    def change(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Run a statement that writes; the number of rows it changed."""
        if self._halted is not None:
            raise self._halted
        try:
            return self._cursor.execute(sql, parameters).rowcount
        except _REFUSALS as error:
            raise self._refused(error) from error

    def each_row(self, sql: str, parameters: Sequence[object]) -> Iterator[Row]:
        """Run a query, and go through its rows without holding all of them."""
        if self._halted is not None:
            raise self._halted
        try:
            cursor = self._raw.execute(sql, parameters)
            while chunk := cursor.fetchmany(_CHUNK):
                yield from chunk
        except _REFUSALS as error:
            raise self._refused(error) from error

    def raise_if_halted(self) -> None:
        """End work between statements that takes long, once the transaction was stopped."""
        if self._halted is not None:
            raise self._halted

    def rows_with_raw_texts(self, sql: str, parameters: Sequence[object]) -> list[Row]:
        """The rows of a query with texts as bytes, to look at texts that are no UTF-8."""
        self._raw.text_factory = bytes
        try:
            return self.rows(sql, parameters)
        finally:
            self._raw.text_factory = str

    # ---- savepoints

    def savepoint(self) -> int:
        """Mark the state; the number of the savepoint."""
        depth = self._depth
        self.change(f"SAVEPOINT s{depth}")
        self._depth = depth + 1
        return depth

    def release(self, savepoint: int) -> None:
        """Keep what was done since the savepoint."""
        self.change(f"RELEASE s{savepoint}")
        self._depth = savepoint

    def roll_back(self, savepoint: int) -> None:
        """Undo what was done since the savepoint, and forget it."""
        self.change(f"ROLLBACK TO s{savepoint}")
        self.release(savepoint)

    # ---- transactions

    @property
    def contended(self) -> bool:
        """Whether the transaction met another one, so that it may be run again."""
        return self._contended

    def begin(self, *, write: bool, durable: bool = True) -> None:
        """Begin a transaction, waiting for other writers if it writes."""
        if self._stoppable:
            raise InternalError("a transaction within a transaction of the same store")
        with self._guard:
            self._stoppable = True
            self._halted = None
            self.stop[0] = 0
        self._contended = False
        self._depth = 0
        try:
            if write and durable is not self._durable:
                self.rows(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                self._durable = durable
            self._wait_to("BEGIN IMMEDIATE" if write else "BEGIN")
        except BaseException:
            self.abandon()
            raise

    def commit(self) -> None:
        """End the transaction; from here on it cannot be stopped [L4]."""
        halted = self._end_stopping()
        if halted is not None:
            self.abandon()
            raise halted
        try:
            self._cursor.execute("COMMIT")
        except sqlite3.Error as error:
            self.abandon()
            raise meaning(error, self._database) from error

    def abandon(self) -> None:
        """End the transaction, if it has not ended, keeping nothing."""
        self._end_stopping()
        try:
            if self._raw.in_transaction:
                self._cursor.execute("ROLLBACK")
        except sqlite3.Error:
            # The disk is gone, say: SQLite rolls back from the log at the next opening.
            pass

    def interrupt(self) -> None:
        """From another thread: end the transaction, in the middle of a statement [L6].

        Nothing between transactions, and nothing to one that commits.
        """
        with self._guard:
            if self._stoppable:
                self._halted = Stopped()
                self.stop[0] = 1
                self._raw.interrupt()

    def close(self) -> None:
        """Close the connection."""
        self._raw.close()

    def _wait_to(self, begin: str) -> None:
        # The lock is held by others in real time, whatever the store's clock says.
        started = time.monotonic()
        while True:
            if self._halted is not None:
                raise self._halted
            try:
                self._cursor.execute(begin)
            except sqlite3.Error as error:
                waited = time.monotonic() - started
                if not is_contention(error) or waited >= self._lock_timeout:
                    raise meaning(error, self._database) from error
            else:
                return
            time.sleep(_WAIT if waited < _PATIENT_AFTER else _PATIENT_WAIT)

    def _end_stopping(self) -> Exception | None:
        """Let nobody stop it any more, and no statement run; what halted it already."""
        with self._guard:
            halted = self._halted if self._stoppable else None
            self._stoppable = False
            self._halted = _is_over()
        return halted

    def _refused(self, error: Exception) -> Exception:
        """What the error means; and if the transaction did not survive it, that nothing will run.

        SQLite itself rolls back the whole transaction when the disk is full or a write is
        interrupted. What would run after that would commit by itself.
        """
        found = self._raised or meaning(error, self._database)
        self._raised = None
        self._contended = self._contended or is_contention(error)
        if isinstance(found, Stopped) or not self._raw.in_transaction:
            self._halted = self._halted or found
        return found

    def _must_end(self) -> bool:
        return self._stoppable and self._halted is not None


def _is_over() -> Exception:
    """What halts a connection between transactions."""
    return InternalError("a statement outside of a transaction")
