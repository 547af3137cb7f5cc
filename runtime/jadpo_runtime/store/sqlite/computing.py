"""Values of rows that a backfill has not filled yet: computed wherever they are read [V6].

In SQL such a column is read as ``coalesce(stored, computed)``, so conditions, orders and aggregates
see what snapshots hold. The computed part is a function of the row's columns that a connection has.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs

from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned, StoppedEarly
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.forms import Comparison, SqlValue
from jadpo_runtime.store.sqlite.rows import identity_of, reading, stored_value_invalid
from jadpo_runtime.store.sqlite.tables import Column, Table, canonical_function, quoted
from jadpo_runtime.store.store import Backfill
from jadpo_runtime.values import Entity


class Computation:
    """The columns of one table that are not filled, and what computes them."""

    def __init__(self, table: Table, callables: Mapping[str, str], backfill: Backfill) -> None:
        """Compute the fields of ``callables``, whose backfills these are, with ``backfill``."""
        self._table: Final = table
        self._callables: Final = callables
        self._backfill: Final = backfill
        self._readings: Final = [reading(column) for column in table.columns]
        self._positions: Final = {field: table.position(field) for field in callables}

    @property
    def fields(self) -> Sequence[str]:
        """The fields that are not filled in all rows."""
        return list(self._callables)

    def computed_table(self) -> Table:
        """The table, whose columns are read as what they hold or else what is computed."""
        columns = tuple(
            self._computed(column) if column.field in self._callables else column
            for column in self._table.columns
        )
        return attrs.evolve(self._table, columns=columns)

    def define_functions(self, connection: Connection) -> None:
        """Give a connection the functions that the columns are read by."""
        for field in self._callables:
            column = self._table.column(field)
            connection.define(
                self._function(column, "value"), self._value_in_sql(connection, column)
            )
            connection.define(self._function(column, "key"), self._key_in_sql(connection, column))

    def outcome(self, connection: Connection, stored: Sequence[SqlValue], field: str) -> Outcome:
        """What the backfill of ``field`` gives for a row, as its columns hold it.

        A value that breaks its field's rules is the fault ``constraint_violated``.
        """
        return self._outcome(connection, stored, field, frozenset())

    def _outcome(
        self, connection: Connection, stored: Sequence[SqlValue], field: str, open_: frozenset[str]
    ) -> Outcome:
        connection.raise_if_halted()
        try:
            row = self._row(connection, stored, open_ | {field})
            outcome = self._backfill(self._callables[field], row, connection.stop)
        except Fault as fault:
            return Faulted(fault.code, None, fault.detail)
        if isinstance(outcome, Returned):
            broken = self._table.column(field).check(outcome.value)
            if broken is not None:
                return Faulted(
                    FaultCode.CONSTRAINT_VIOLATED,
                    None,
                    f"the value of `{field}` breaks the rule `{broken}`",
                )
        return outcome

    def _row(
        self, connection: Connection, stored: Sequence[SqlValue], open_: frozenset[str]
    ) -> Entity:
        """The row as a backfill sees it: without the fields that are being computed."""
        identity = stored[self._table.identity_index]
        values: list[object] = list(stored)
        for index, read in enumerate(self._readings):
            if values[index] is not None and read is not None:
                try:
                    values[index] = read(values[index])
                except ValueError as error:
                    field = self._table.columns[index].field
                    raise stored_value_invalid(self._table, identity, field, str(error)) from None
        missing: dict[int, str] = {}
        for field, position in self._positions.items():
            if values[position] is not None:
                continue
            missing[position] = f"`{field}` is computed from itself"
            if field not in open_:
                outcome = self._outcome(connection, stored, field, open_)
                if isinstance(outcome, Returned):
                    values[position] = outcome.value
                    del missing[position]
                elif isinstance(outcome, StoppedEarly):
                    raise Stopped()
                elif isinstance(outcome, Faulted):
                    missing[position] = f"`{field}` has no value: {outcome.detail}"
                else:
                    missing[position] = f"`{field}` is rejected with {outcome.failure}"
        key = values[self._table.identity_index]
        return Entity(self._table.entity.name, key, _Incomplete(values, missing))

    def _given(self, outcome: Outcome, identity: object, field: str) -> object:
        """The value of a backfill; a row for which there is none cannot be read [E2]."""
        if isinstance(outcome, Returned):
            return outcome.value
        if isinstance(outcome, StoppedEarly):
            raise Stopped()
        why = (
            f"its backfill is rejected with {outcome.failure}"
            if isinstance(outcome, Rejected)
            else f"its backfill gives none: {outcome.detail or outcome.code.value}"
        )
        value = identity_of(self._table, identity)
        raise stored_value_invalid(self._table, identity, field, why, value)

    def _value(self, connection: Connection, stored: Sequence[SqlValue], column: Column) -> object:
        identity = stored[self._table.identity_index]
        outcome = self.outcome(connection, stored, column.field)
        return self._given(outcome, identity, column.field)

    def _value_in_sql(self, connection: Connection, column: Column) -> Callable[..., SqlValue]:
        return lambda *stored: column.encoded(self._value(connection, stored, column))

    def _key_in_sql(self, connection: Connection, column: Column) -> Callable[..., SqlValue]:
        return lambda *stored: column.compared(self._value(connection, stored, column))

    def _computed(self, column: Column) -> Column:
        stored = ", ".join(each.readable for each in self._table.columns)
        selected = (
            f"coalesce({column.readable}, {quoted(self._function(column, 'value'))}({stored}))"
        )
        if column.key is not None:
            comparable = (
                f"coalesce({quoted(column.key)}, {quoted(self._function(column, 'key'))}({stored}))"
            )
        elif column.form.comparison is Comparison.CANONICAL:
            comparable = f"{canonical_function(self._table.entity.name, column.field)}({selected})"
        else:
            comparable = selected
        return attrs.evolve(column, selected=selected, comparable=comparable)

    def _function(self, column: Column, what: str) -> str:
        return f"computed {what} of {self._table.entity.name}.{column.field}"


class _Incomplete(tuple[object, ...]):
    """The values of a row some of which there are not: reading such a one is a fault."""

    missing: Mapping[int, str]

    def __new__(cls, values: Sequence[object], missing: Mapping[int, str]) -> "_Incomplete":
        """Take the values; ``missing`` are the places of those that are not there, and why."""
        made = super().__new__(cls, values)
        made.missing = missing
        return made

    def __getitem__(self, index: object) -> object:  # type: ignore[override] # Slices too.
        """The value of a field."""
        if isinstance(index, int) and index in self.missing:
            raise Fault(FaultCode.STORED_VALUE_INVALID, self.missing[index])
        return super().__getitem__(index)  # type: ignore[call-overload]
