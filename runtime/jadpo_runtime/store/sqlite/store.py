"""The store in a SQLite database: connections, threads and transactions."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from jadpo_runtime.clock import Clock
from jadpo_runtime.context import StoreEffects
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.store.schema import EntityRecord
from jadpo_runtime.store.sqlite.computing import Computation
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.effects import SqliteEffects, Statements
from jadpo_runtime.store.sqlite.files import Connect, Database
from jadpo_runtime.store.sqlite.filling import Filling
from jadpo_runtime.store.sqlite.identities import Identities
from jadpo_runtime.store.sqlite.migration import SqliteMigration
from jadpo_runtime.store.sqlite.records import backfilled_fields, needed_records
from jadpo_runtime.store.sqlite.schema import Schema
from jadpo_runtime.store.sqlite.shared_flush import SharedFlush
from jadpo_runtime.store.store import Backfill, StoreError, StoreHeld, Transaction
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.values.internal_error import InternalError

T = TypeVar("T")

_ATTEMPTS: Final = 5
"""How often work is run in all when other transactions are in its way."""

_LOOK_EVERY: Final = 0.05
"""Seconds between looks for a stop while a thread waits for another one: half of [L6]'s."""


class SqliteTransaction:
    """The transaction that a connection is in; the same object serves one after the other."""

    def __init__(
        self,
        statements: Statements,
        connection: Connection,
        clock: Clock,
        randomness: Randomness,
        flush: Callable[[], None],
    ) -> None:
        """Work on ``connection``; ``flush`` is the store's."""
        self._clock: Final = clock
        self._identities: Final = Identities(connection, clock, randomness)
        self._effects: Final = SqliteEffects(statements, connection, self._identities)
        self._flush: Final = flush
        filling = Filling(connection, statements.stored_tables, statements.computations)
        self.connection: Final = connection
        self.acted_outward = False
        # Without another call in between: the runner's statements are many and short.
        self.execute: Final = connection.rows
        self.change: Final = connection.change
        self.savepoint: Final = connection.savepoint
        self.release: Final = connection.release
        self.roll_back: Final = connection.roll_back
        self.unfilled: Final = filling.unfilled
        self.fill: Final = filling.fill

    @property
    def effects(self) -> StoreEffects:
        """The program's own statements."""
        return self._effects

    def now(self) -> Instant:
        """The store's clock: that of the host, for the database is on it [M2]."""
        return self._clock.now()

    def acts_outward(self) -> None:
        """Never run the work again, and flush what was committed before it."""
        self.acted_outward = True
        self._flush()

    def begin(self, *, write: bool, durable: bool) -> None:
        """Begin the next transaction."""
        self.acted_outward = False
        self._identities.forget()
        self.connection.begin(write=write, durable=durable)


class SqliteStore:
    """A store in a file or in memory; see :class:`~jadpo_runtime.store.store.Store`.

    In a file each thread that uses the store has a connection of its own. There is one writer at a
    time: the threads of this process wait for each other at a lock, so that only processes meet at
    the file's. A database in memory has one connection, whose threads take turns.
    """

    def __init__(
        self,
        name: str,
        place: str,
        manifest: Manifest,
        clock: Clock,
        randomness: Randomness,
        lock_timeout: Duration,
        backfill: Backfill | None,
        connect: Connect,
    ) -> None:
        """Open the database at ``place`` for the entities of the store ``name``."""
        self._name: Final = name
        self._place: Final = place
        self._backfill: Final = backfill
        self._manifest: Final = manifest
        self._statements: Final = Statements(manifest, name)
        self._database: Final = Database(place, self._statements.tables, lock_timeout, connect)
        self._clock: Final = clock
        self._randomness: Final = randomness
        self._lock_timeout: Final = lock_timeout
        self._one_at_a_time: Final = threading.Lock()
        self._shared_flush: Final = SharedFlush(self.flush)
        self._committers: Final[set[int]] = set()
        self._turns: Final[dict[int, _Turn]] = {}
        self._transactions: Final[dict[int, SqliteTransaction]] = {}
        self._opening: Final = threading.Lock()
        self._schema_version: object = None
        self._transaction_of(threading.get_ident())

    @property
    def name(self) -> str:
        """The name that the program declares it by."""
        return self._name

    @property
    def file(self) -> Path | None:
        """The file of the database; ``None`` for one in memory."""
        return self._database.file

    def prepare_schema(self, record_tables: Sequence[str]) -> None:
        """Make what the program's entities need, all at once or nothing."""

        def prepare(transaction: SqliteTransaction) -> Mapping[str, EntityRecord]:
            tables, label = self._statements.stored_tables, self._database.label
            needed = needed_records(self._manifest.types, tables)
            backfills = backfilled_fields(self._manifest)
            schema = Schema(transaction.connection, tables, needed, backfills, label)
            return schema.prepare(record_tables)

        try:
            stored = self._run(prepare, write=True)
        except StoreError:
            raise
        except Fault as fault:
            held = fault.code is FaultCode.STORE_CONTENDED
            raise (StoreHeld if held else StoreError)(fault.detail) from fault
        self._database.prepared()
        self._compute_unfilled(stored)

    def refuse_other_schema(self) -> None:
        """See that the database still has the schema that was prepared."""

        def look(transaction: SqliteTransaction) -> None:
            connection = transaction.connection
            ((version,),) = connection.rows("PRAGMA schema_version")
            if version == self._schema_version:
                return
            tables, label = self._statements.stored_tables, self._database.label
            needed = needed_records(self._manifest.types, tables)
            backfills = backfilled_fields(self._manifest)
            Schema(connection, tables, needed, backfills, label).refuse_other()
            self._schema_version = version

        self._run(look, write=False)

    def require_filled(self) -> None:
        """Require the fields that a backfill has filled in all rows [K3]."""
        if not self._database.is_memory:
            SqliteMigration(
                self._name, self._place, self._manifest, self._lock_timeout
            ).require_filled()

    def transact(self, work: Callable[[Transaction], T], *, write: bool, durable: bool = True) -> T:
        """Run ``work`` in one transaction."""
        return self._run(work, write=write, durable=durable)

    def flush(self) -> None:
        """Bring to the disk what was committed without being durable."""
        # Always: what another process committed may be missing on the disk, too.
        try:
            self._database.flush()
        except OSError as error:
            raise Fault(
                FaultCode.STORE_UNAVAILABLE,
                f"{self._database.label}: writing to the disk failed ({error.strerror})",
            ) from error

    def interrupt(self, thread: int | None = None) -> None:
        """From another thread: end the transaction that runs [L6]."""
        for ident, turn in list(self._turns.items()):
            if thread is None or ident == thread:
                turn.stop()

    def close(self) -> None:
        """Close all connections."""
        with self._opening:
            for transaction in self._transactions.values():
                transaction.connection.close()
            self._transactions.clear()

    def _compute_unfilled(self, stored: Mapping[str, EntityRecord]) -> None:
        """Compute from now on what rows lack; raises :class:`StoreError` if nothing can."""
        for name, record in stored.items():
            if not record.unfilled:
                continue
            if self._backfill is None:
                fields = ", ".join(f"`{name}.{field}`" for field in record.unfilled)
                raise StoreError(
                    f"{self._database.label}: {fields} is not filled in all rows, and computing "
                    "it where it is read is not supported here."
                )
            callables = {
                each.field: each.callable
                for each in self._manifest.backfills
                if each.entity == name and each.field in record.unfilled
            }
            table = self._statements.stored_tables[name]
            self._statements.compute(Computation(table, callables, self._backfill))
        for transaction in self._transactions.values():
            self._define_functions(transaction.connection)

    def _connect(self) -> Connection:
        connection = self._database.connect()
        self._define_functions(connection)
        return connection

    def _define_functions(self, connection: Connection) -> None:
        for computation in self._statements.computations.values():
            computation.define_functions(connection)

    # ---- transactions

    def _run(
        self, work: Callable[[SqliteTransaction], T], *, write: bool, durable: bool = True
    ) -> T:
        ident = threading.get_ident()
        if ident in self._turns:
            raise InternalError(f"a transaction of the store {self._name!r} within another")
        turn = self._turns[ident] = _Turn()
        takes_turns = write or self._database.is_memory
        if write and durable:
            self._committers.add(ident)
        try:
            if takes_turns:
                self._wait_for_turn(turn)
            try:
                # Where others are to commit too, the next can begin before this one is flushed.
                shares = write and durable and len(self._committers) > 1
                result = self._run_until_uncontended(
                    work, turn, ident, write=write, durable=durable and not shares
                )
                commit = self._shared_flush.note_commit() if shares else None
            finally:
                if takes_turns:
                    self._one_at_a_time.release()
            if commit is not None:
                self._shared_flush.wait_for(commit)
            elif not write:
                # Nobody is told of what a power cut can still undo.
                self._shared_flush.catch_up()
            return result
        finally:
            self._committers.discard(ident)
            del self._turns[ident]

    def _run_until_uncontended(
        self,
        work: Callable[[SqliteTransaction], T],
        turn: "_Turn",
        ident: int,
        *,
        write: bool,
        durable: bool,
    ) -> T:
        transaction = self._transaction_of(ident)
        connection = transaction.connection
        for attempt in range(1, _ATTEMPTS + 1):
            turn.uses(connection)
            transaction.begin(write=write, durable=durable)
            try:
                turn.raise_if_stopped()
                result = work(transaction)
            except BaseException as error:
                connection.abandon()
                if not isinstance(error, Exception) or not self._again(transaction, attempt):
                    raise
                continue
            # An engine may have caught the fault and made it the outcome.
            if self._again(transaction, attempt):
                connection.abandon()
                continue
            connection.commit()
            if not durable and transaction.acted_outward:
                self.flush()
            return result
        raise InternalError("the last attempt neither returned nor raised")

    def _again(self, transaction: SqliteTransaction, attempt: int) -> bool:
        """Whether work that met another transaction is run again from the start."""
        return (
            transaction.connection.contended
            and not transaction.acted_outward
            and attempt < _ATTEMPTS
        )

    def _wait_for_turn(self, turn: "_Turn") -> None:
        if self._one_at_a_time.acquire(blocking=False):
            return
        # Other threads hold the lock in real time, whatever the store's clock says.
        deadline = time.monotonic() + self._lock_timeout / 1_000_000
        while not self._one_at_a_time.acquire(timeout=_LOOK_EVERY):
            turn.raise_if_stopped()
            if time.monotonic() >= deadline:
                raise Fault(
                    FaultCode.STORE_CONTENDED,
                    f"{self._database.label} is held by another thread of this process",
                )

    def _transaction_of(self, ident: int) -> SqliteTransaction:
        key = 0 if self._database.is_memory else ident
        transaction = self._transactions.get(key)
        if transaction is None:
            with self._opening:
                self._close_those_of_ended_threads()
                transaction = self._transactions[key] = SqliteTransaction(
                    self._statements,
                    self._connect(),
                    self._clock,
                    self._randomness,
                    self.flush,
                )
        return transaction

    def _close_those_of_ended_threads(self) -> None:
        alive = {thread.ident for thread in threading.enumerate()}
        for ident in [ident for ident in self._transactions if ident and ident not in alive]:
            self._transactions.pop(ident).connection.close()


class _Turn:
    """One thread's transaction, from waiting for others to its end."""

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._is_stopped = False

    def uses(self, connection: Connection) -> None:
        """The transaction is about to begin on ``connection``."""
        self._connection = connection

    def raise_if_stopped(self) -> None:
        """Raise Stopped if it was stopped before the connection could be."""
        if self._is_stopped:
            raise Stopped()

    def stop(self) -> None:
        """From another thread: end it."""
        self._is_stopped = True
        connection = self._connection
        if connection is not None:
            connection.interrupt()
