"""The databases of a simulation."""

import sqlite3
from pathlib import Path

import attrs

from jadpo_runtime.simulation.audit import Audit
from jadpo_runtime.simulation.connections import SimulatedConnection
from jadpo_runtime.store import Store


@attrs.define(eq=False)
class Database:
    """One database; ``writer`` is the process that holds its lock.

    Liveness rows are renewed through ``renewing``, which no disturbance reaches. ``earliest`` and
    ``latest`` are the store's clock in the transaction of the writer, in µs since 1970.
    """

    path: Path
    audit: Audit
    renewing: Store
    writer: object | None = None
    earliest: int = 0
    latest: int = 0
    _left: list[SimulatedConnection] = attrs.field(factory=list, init=False)

    def connect(self, *arguments: object, **options: object) -> SimulatedConnection:
        """A connection of a process that starts.

        It may be one that an ended process left: its statements are prepared already, and it has
        nothing else that one would see.
        """
        if self._left:
            return self._left.pop()
        raw = sqlite3.connect(*arguments, **options, factory=SimulatedConnection)  # type: ignore[call-overload] # passed on
        assert isinstance(raw, SimulatedConnection)
        _define(raw)
        return raw

    def left(self, connection: SimulatedConnection) -> None:
        """A process has ended: what its transaction held is undone, as its end does."""
        connection.statements = None
        try:
            connection.rollback()
            # SQLite refuses this while a statement has rows that nobody fetched.
            _define(connection)
        except sqlite3.Error:
            connection.really_close()
        else:
            self._left.append(connection)

    def close(self) -> None:
        """Close what is open."""
        for connection in self._left:
            connection.really_close()
        self.renewing.close()
        self.audit.close()

    def begun(self, writer: object, now: int) -> None:
        """A transaction that writes was begun."""
        self.writer = writer
        self.earliest = self.latest = now

    def shows(self, now: int) -> None:
        """The store's clock shows ``now`` in the transaction."""
        self.earliest = min(self.earliest, now)
        self.latest = max(self.latest, now)


def _define(connection: SimulatedConnection) -> None:
    connection.create_function("simulation_is_free", 0, int)
