"""Connections to SQLite that let a simulation into every statement."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

Execute: TypeAlias = Callable[[str, Sequence[object]], sqlite3.Cursor]
"""Runs a statement for real."""


class Statements(Protocol):
    """What is told of each statement of a connection, and runs it or does something else."""

    def __call__(
        self,
        connection: "SimulatedConnection",
        execute: Execute,
        sql: str,
        parameters: Sequence[object],
    ) -> None:
        """Run the statement by ``execute``, or raise what SQLite or the end of a process would."""
        ...


class SimulatedConnection(sqlite3.Connection):
    """A connection whose statements go through ``statements``, once that is set."""

    statements: Statements | None = None

    def cursor(self, *_: Any) -> "SimulatedCursor":  # type: ignore[override] # what the store asks
        """A cursor of this connection."""
        return super().cursor(SimulatedCursor)

    def close(self) -> None:
        """Nothing: whoever ends a process keeps its connections for the next one."""

    def really_close(self) -> None:
        """Close the connection."""
        super().close()


class SimulatedCursor(sqlite3.Cursor):
    """A cursor of a :class:`SimulatedConnection`."""

    connection: SimulatedConnection

    def execute(self, sql: str, parameters: Any = ()) -> "SimulatedCursor":
        """Run a statement, as the simulation wants it to end."""
        statements = self.connection.statements
        if statements is not None:
            statements(self.connection, super().execute, sql, parameters)
        else:
            super().execute(sql, parameters)
        return self


def refused(code: int, text: str) -> sqlite3.OperationalError:
    """The error that SQLite raises with a code."""
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error
