"""The statements of ``update required`` and ``update many``."""

from collections.abc import Sequence
from typing import Final

from jadpo_runtime.context import ConstraintConflict
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
        self._compared_identity: Final = (
            None if table.identity.compares_as_it_is else table.identity.compared
        )
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
            return self._write_all(connection, found, [values])
        arguments = [*self._writer.arguments(values), *self._matching.bind(parameters)]
        try:
            updated = self._reader.entities(connection, self._sql, arguments)
        except ConstraintRefused:
            rows = self._matching.rows(connection, parameters, self._reader)
            conflict = self._conflict(connection, rows, [values] * len(rows))
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
        """Give each of ``rows`` its own values; the new rows, but for rows that are gone.

        Faults where a value breaks the rules of its field [Q1].
        """
        for row, given in zip(rows, values, strict=True):
            # A hundred thousand rows are a tenth of a second [L6].
            connection.raise_if_halted()
            self._check(row, given)
        return self._write_all(connection, rows, values)

    # ---- writing

    def _write_all(
        self, connection: Connection, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        """Write the values of the rows, all or none."""
        if not rows:
            return []
        savepoint = connection.savepoint() if len(rows) > 1 else None
        try:
            if savepoint is None:
                (row,), (given,) = rows, values
                written = self._write(connection, row, given)
                return [self._changed(row, given)] if written else []
            new = [
                self._changed(row, given)
                for row, given in zip(rows, values, strict=True)
                if self._write(connection, row, given)
            ]
        except ConstraintRefused:
            if savepoint is not None:
                connection.roll_back(savepoint)
            conflict = self._conflict(connection, rows, values)
            if conflict is not None:
                raise conflict from None
            self._parking.write(connection, rows, values)
            return [self._changed(row, given) for row, given in zip(rows, values, strict=True)]
        connection.release(savepoint)
        return new

    def _write(self, connection: Connection, row: Entity, values: Sequence[object]) -> int:
        arguments = self._writer.arguments(values)
        compared = self._compared_identity
        arguments.append(row.identity if compared is None else compared(row.identity))
        return connection.change(self._sql_of_row, arguments)

    def _changed(self, row: Entity, values: Sequence[object]) -> Entity:
        """The row after it got ``values``."""
        new = list(row.values)
        for place, value in zip(self._places, values, strict=True):
            new[place] = value
        return Entity(row.name, new[self._table.identity_index], tuple(new))

    def _check(self, row: Entity, values: Sequence[object]) -> None:
        for place, value in zip(self._places, values, strict=True):
            column = self._table.columns[place]
            broken = column.check(value)
            if broken is not None:
                raise Fault(
                    FaultCode.CONSTRAINT_VIOLATED,
                    f"{row.name} {row.identity}: the new `{column.field}` breaks the rule "
                    f"`{broken}`",
                )

    def _conflict(
        self, connection: Connection, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> ConstraintConflict | None:
        changes = [
            (row, self._changed(row, given).values) for row, given in zip(rows, values, strict=True)
        ]
        return self._conflicts.of_update(connection, self._table, changes)
