"""Filling the rows that lack a field which a backfill computes [V6] [K3]."""

from collections.abc import Mapping
from typing import Final, cast

from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Outcome, Returned
from jadpo_runtime.store.sqlite.computing import Computation
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.forms import SqlValue
from jadpo_runtime.store.sqlite.rows import RowWriter, reading
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.store.sqlite.troubles import ConstraintRefused


class Filling:
    """Fills rows on one connection."""

    def __init__(
        self,
        connection: Connection,
        tables: Mapping[str, Table],
        computations: Mapping[str, Computation],
    ) -> None:
        """Fill rows of ``tables`` with what ``computations`` give, by entity."""
        self._connection: Final = connection
        self._tables: Final = tables
        self._computations: Final = computations

    def unfilled(self, entity: str, field: str, after: object, most: int) -> list[object]:
        """The first identities of rows that lack the field; none where all are filled."""
        computation = self._computations.get(entity)
        if computation is None or field not in computation.fields:
            return []
        table = self._tables[entity]
        identity = table.identity
        condition, arguments = f"{table.column(field).readable} IS NULL", list[object]()
        if after is not None:
            condition += f" AND {identity.comparable} > ?"
            arguments.append(identity.compared(after))
        rows = self._connection.rows(
            f"SELECT {identity.readable} FROM {table.quoted} WHERE {condition} "
            f"ORDER BY {identity.comparable} LIMIT ?",
            (*arguments, most),
        )
        read = reading(identity)
        return [stored if read is None else read(stored) for (stored,) in rows]

    def fill(self, entity: str, field: str, identity: object) -> Outcome:
        """Compute the field of a row and keep it; nothing where the row has it or is gone."""
        table, computation = self._tables[entity], self._computations[entity]
        column = table.column(field)
        key = table.identity.compared(identity)
        columns = ", ".join(each.readable for each in table.columns)
        rows = self._connection.rows(
            f"SELECT {columns} FROM {table.quoted} "
            f"WHERE {table.identity.comparable} = ? AND {column.readable} IS NULL",
            (key,),
        )
        if not rows:
            return Returned(None)
        outcome = computation.outcome(
            self._connection, cast("tuple[SqlValue, ...]", rows[0]), field
        )
        if not isinstance(outcome, Returned):
            return outcome
        writer = RowWriter(table, [field])
        set_ = ", ".join(f"{name} = ?" for name in writer.columns)
        try:
            self._connection.rows(
                f"UPDATE {table.quoted} SET {set_} WHERE {table.identity.comparable} = ?",
                (*writer.arguments([outcome.value]), key),
            )
        except ConstraintRefused:
            return Faulted(
                FaultCode.CONSTRAINT_VIOLATED,
                None,
                f"the value of `{field}` breaks a `unique:` or a reference of {entity}",
            )
        return Returned(None)
