"""The statements of ``update required`` and ``update many``."""

from collections.abc import Sequence
from typing import Final

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import UpdatePlan
from jadpo_runtime.store.sqlite.conflicts import Conflicts
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.matching import Matching
from jadpo_runtime.store.sqlite.parking import Parking
from jadpo_runtime.store.sqlite.rows import RowReader, RowWriter
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.store.sqlite.troubles import ConstraintRefused
from jadpo_runtime.values import Entity, TypeTable
from jadpo_runtime.values.internal_error import InternalError


class UpdateStatement:
    """An UpdatePlan: the same values for all its rows, or values for each row."""

    def __init__(
        self, types: TypeTable, table: Table, plan: UpdatePlan, conflicts: Conflicts
    ) -> None:
        """Compile ``plan`` for ``table``."""
        self._table: Final = table
        self._matching: Final = Matching(types, table, plan)
        self._reader: Final = RowReader(table)
        self._writer: Final = RowWriter(table, plan.fields)
        self._conflicts: Final = conflicts
        self._parking: Final = Parking(table, plan.fields, self._writer)
        self._places: Final = [table.position(field) for field in plan.fields]
        set_ = ", ".join(f"{column} = ?" for column in self._writer.columns) or (
            f"{table.identity.readable} = {table.identity.readable}"
        )
        update = f"UPDATE {table.quoted} SET {set_} WHERE"
        self._sql: Final = f"{update} {self._matching.where} RETURNING {table.selected}"
        self._sql_of_row: Final = f"{update} {table.identity.comparable} = ?"

    # ---- the same values for all rows

    def uniform(
        self, connection: Connection, parameters: Sequence[object], values: Sequence[object]
    ) -> list[Entity]:
        """Give all rows the same ``values``; the new rows in order of identity."""
        if self._matching.at_most_one:
            # Also the fast way: RETURNING makes a table for its rows, which takes 10 µs, and
            # reading the row first takes 3.
            found = self._matching.rows(connection, parameters, self._reader)
            return self.each(connection, found, [values] * len(found))
        arguments = [*self._writer.arguments(values), *self._matching.bind(parameters)]
        try:
            updated = self._reader.entities(connection, self._sql, arguments)
        except ConstraintRefused:
            rows = self._matching.rows(connection, parameters, self._reader)
            changes = [(row, self._changed(row, values)) for row in rows]
            conflict = self._conflicts.of_update(connection, self._table, changes)
            # Rows that get the same values cannot be in each other's way only for a while.
            raise conflict or InternalError("an update was refused for no known reason") from None
        return self._reader.in_order_of_identity(updated)

    # ---- values for each row

    def rows(self, connection: Connection, parameters: Sequence[object]) -> list[Entity]:
        """The rows, in order of identity."""
        return self._matching.rows(connection, parameters, self._reader)

    def each(
        self, connection: Connection, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        """Give each of ``rows`` its own values; the new rows, but for rows that are gone."""
        changes = [
            (row, self._checked(row, given)) for row, given in zip(rows, values, strict=True)
        ]
        savepoint = connection.savepoint() if len(changes) > 1 else None
        try:
            written = [new for old, new in changes if self._write(connection, old, new)]
        except ConstraintRefused:
            if savepoint is not None:
                connection.roll_back(savepoint)
            conflict = self._conflicts.of_update(connection, self._table, changes)
            if conflict is not None:
                raise conflict from None
            self._parking.write(connection, rows, values)
            written = [new for _, new in changes]
        else:
            if savepoint is not None:
                connection.release(savepoint)
        name, place = self._table.entity.name, self._table.identity_index
        return [Entity(name, new[place], tuple(new)) for new in written]

    def _write(self, connection: Connection, old: Entity, new: Sequence[object]) -> int:
        values = [new[place] for place in self._places]
        identity = self._table.identity.compared(old.identity)
        return connection.change(self._sql_of_row, [*self._writer.arguments(values), identity])

    def _changed(self, row: Entity, values: Sequence[object]) -> list[object]:
        """All values of a row after it got ``values``."""
        new = list(row.values)
        for place, value in zip(self._places, values, strict=True):
            new[place] = value
        return new

    def _checked(self, row: Entity, values: Sequence[object]) -> list[object]:
        """The same; faults where a value breaks the rules of its field [Q1]."""
        for place, value in zip(self._places, values, strict=True):
            column = self._table.columns[place]
            broken = column.check(value)
            if broken is not None:
                raise Fault(
                    FaultCode.CONSTRAINT_VIOLATED,
                    f"{self._table.entity.name} {row.identity}: the new `{column.field}` breaks "
                    f"the rule `{broken}`",
                )
        return self._changed(row, values)
