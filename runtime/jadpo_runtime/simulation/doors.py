"""The door between a process and a database: where each statement is run, delayed, refused, …"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from jadpo_runtime.simulation.connections import Execute, SimulatedConnection, refused
from jadpo_runtime.simulation.databases import Database
from jadpo_runtime.simulation.disturbances import JUMPS, MINUTE, SECOND, Disturbance
from jadpo_runtime.simulation.processes import Killed, Process

if TYPE_CHECKING:
    from jadpo_runtime.simulation.simulation import Simulation

STATEMENT: Final = 40
"""How long a statement takes that nothing slows down, in µs."""

LOCK_TIMEOUT: Final = 10 * SECOND
"""How long a process waits for the one that writes, in µs."""

_NEVER_REFUSED: Final = ("ROLLBACK", "PRAGMA")
"""Statements that SQLite does not refuse once the database is open."""

_ERRORS: Final = (
    (sqlite3.SQLITE_IOERR, "disk I/O error"),
    (sqlite3.SQLITE_FULL, "database or disk is full"),
)


class Door:
    """The door of one process to one database."""

    def __init__(
        self, simulation: "Simulation", process: Process, store: str, database: Database
    ) -> None:
        """Let the simulation into what ``process`` does to ``store``."""
        self._simulation: Final = simulation
        self._process: Final = process
        self._incarnation: Final = process.incarnation
        self._store: Final = store
        self._database: Final = database
        self._happenings: Final[dict[Disturbance, Callable[[_Statement], None]]] = {
            Disturbance.REFUSED: self._refuse,
            Disturbance.ROLLED_BACK: self._roll_back,
            Disturbance.DONE_BUT_FAILED: self._run_but_fail,
            Disturbance.LOCKED: self._lock_out,
            Disturbance.SLOW: self._slow_down,
            Disturbance.VERY_SLOW: self._slow_down_very_much,
            Disturbance.KILLED_BEFORE: self._kill_before,
            Disturbance.KILLED_AFTER: self._kill_after,
            Disturbance.FROZEN: self._freeze,
            Disturbance.ASKED_TO_STOP: self._stop,
            Disturbance.CLOCK_JUMPED: self._jump,
        }

    def __call__(
        self,
        connection: SimulatedConnection,
        execute: Execute,
        sql: str,
        parameters: Sequence[object],
    ) -> None:
        """Run a statement of the process, or let something happen in its place."""
        process, simulation = self._process, self._simulation
        if process.is_killed or process.incarnation != self._incarnation:
            raise Killed
        if process.is_starting:
            execute(sql, parameters)
            return
        time = simulation.time
        time.advance_to(time.elapsed + STATEMENT)
        statement = _Statement(connection, execute, sql, parameters)
        if not simulation.is_calm:
            disturbance = simulation.draws.disturbance(sql == "COMMIT")
            if disturbance is not None:
                self._happenings[disturbance](statement)
                return
        if simulation.draws.switches():
            simulation.hand_over(process, 0)
        self._run(statement)

    def _run(self, statement: "_Statement", note: str = "") -> None:
        """Run the statement for real, and see to what follows from it."""
        simulation, database = self._simulation, self._database
        sql = statement.sql
        if sql == "BEGIN IMMEDIATE":
            self._take_lock()
        simulation.trace.add(simulation.time.elapsed, self._process.name, self._store, sql, note)
        holds_lock = database.writer is self._process
        try:
            statement.execute(sql, statement.parameters)
        finally:
            if holds_lock and not statement.connection.in_transaction:
                simulation.freed(database)
        if holds_lock and sql == "COMMIT":
            database.shows(simulation.time.now)
            simulation.committed(self._process, self._store, statement.connection)

    def _take_lock(self) -> None:
        """Wait for whoever writes, as long as a process does."""
        simulation, process, database = self._simulation, self._process, self._database
        gives_up = simulation.time.elapsed + LOCK_TIMEOUT
        while database.writer is not None:
            left = gives_up - simulation.time.elapsed
            if left <= 0:
                self._note("BEGIN IMMEDIATE", "another process held the lock for too long")
                raise refused(sqlite3.SQLITE_BUSY, "database is locked")
            process.waits_for = database
            try:
                simulation.hand_over(process, left)
            finally:
                process.waits_for = None
        database.begun(process, simulation.time.now)

    # ---- what may happen

    def _refuse(self, statement: "_Statement") -> None:
        self._raise_error(statement, Disturbance.REFUSED)

    def _roll_back(self, statement: "_Statement") -> None:
        if statement.connection.in_transaction and not self._is_never_refused(statement):
            statement.execute("ROLLBACK", ())
            if self._database.writer is self._process:
                self._simulation.freed(self._database)
        self._raise_error(statement, Disturbance.ROLLED_BACK)

    def _run_but_fail(self, statement: "_Statement") -> None:
        if statement.sql.startswith("BEGIN"):
            # A process that is told that nothing began would end nothing, either.
            self._raise_error(statement, Disturbance.REFUSED)
            return
        self._run(statement, Disturbance.DONE_BUT_FAILED.value)
        self._raise_error(statement, Disturbance.DONE_BUT_FAILED, done=True)

    def _lock_out(self, statement: "_Statement") -> None:
        if self._is_never_refused(statement):
            self._run(statement)
            return
        self._note(statement.sql, Disturbance.LOCKED.value)
        raise refused(sqlite3.SQLITE_BUSY, "database is locked")

    def _slow_down(self, statement: "_Statement") -> None:
        self._simulation.hand_over(self._process, self._between(100, 5 * SECOND))
        self._run(statement, Disturbance.SLOW.value)

    def _slow_down_very_much(self, statement: "_Statement") -> None:
        self._simulation.hand_over(self._process, self._between(5 * SECOND, 20 * MINUTE))
        self._run(statement, Disturbance.VERY_SLOW.value)

    def _kill_before(self, statement: "_Statement") -> None:
        self._note(statement.sql, Disturbance.KILLED_BEFORE.value)
        self._end_process(statement)

    def _kill_after(self, statement: "_Statement") -> None:
        self._run(statement, Disturbance.KILLED_AFTER.value)
        self._end_process(statement)

    def _freeze(self, statement: "_Statement") -> None:
        self._note(statement.sql, Disturbance.FROZEN.value)
        self._process.is_frozen = True
        self._simulation.hand_over(self._process, self._between(SECOND, 40 * MINUTE))
        self._run(statement)

    def _stop(self, statement: "_Statement") -> None:
        self._note(statement.sql, Disturbance.ASKED_TO_STOP.value)
        self._process.stop()
        self._run(statement)

    def _jump(self, statement: "_Statement") -> None:
        by = self._simulation.draws.random.choice(JUMPS)
        self._note(statement.sql, f"{Disturbance.CLOCK_JUMPED.value} by {by // SECOND} s")
        self._simulation.jump(by)
        self._run(statement)

    # ---- below

    def _raise_error(
        self, statement: "_Statement", disturbance: Disturbance, *, done: bool = False
    ) -> None:
        if self._is_never_refused(statement):
            if not done:
                self._run(statement)
            return
        code, text = self._simulation.draws.random.choice(_ERRORS)
        if not done:
            self._note(statement.sql, f"{disturbance.value}: {text}")
        raise refused(code, text)

    def _is_never_refused(self, statement: "_Statement") -> bool:
        return statement.sql.startswith(_NEVER_REFUSED)

    def _end_process(self, statement: "_Statement") -> None:
        self._process.is_killed = True
        raise Killed

    def _between(self, shortest: int, longest: int) -> int:
        return self._simulation.draws.between(shortest, longest)

    def _note(self, sql: str, note: str) -> None:
        simulation = self._simulation
        simulation.trace.add(simulation.time.elapsed, self._process.name, self._store, sql, note)


class _Statement:
    """A statement that is to be run, and how."""

    __slots__ = ("connection", "execute", "parameters", "sql")

    def __init__(
        self,
        connection: SimulatedConnection,
        execute: Execute,
        sql: str,
        parameters: Sequence[object],
    ) -> None:
        self.connection = connection
        self.execute = execute
        self.sql = sql
        self.parameters = parameters
