"""The statement of ``create``."""

from collections.abc import Mapping, Sequence
from typing import Final

from jadpo_runtime.manifest import CreatePlan
from jadpo_runtime.store.sqlite.conflicts import Conflicts
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.identities import Identities
from jadpo_runtime.store.sqlite.rows import RowWriter
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.store.sqlite.troubles import ConstraintRefused
from jadpo_runtime.values import Entity


class CreateStatement:
    """A CreatePlan. A nullable field that it does not name is ``none``."""

    def __init__(self, table: Table, plan: CreatePlan, conflicts: Conflicts) -> None:
        """Compile ``plan`` for ``table``."""
        fields = [column.field for column in table.columns]
        writer = RowWriter(table, fields)
        placeholders = ", ".join("?" for _ in writer.columns)
        self._sql: Final = (
            f"INSERT INTO {table.quoted} ({', '.join(writer.columns)}) VALUES ({placeholders})"
        )
        self._writer: Final = writer
        self._table: Final = table
        self._conflicts: Final = conflicts
        places: Mapping[str, int] = {field: index for index, field in enumerate(plan.fields)}
        self._places: Final = [places.get(field) for field in fields]
        self._in_order: Final = list(plan.fields) == fields
        self._generates: Final = table.entity.fields[table.identity_index].generated

    def create(
        self, connection: Connection, values: Sequence[object], identities: Identities
    ) -> Entity:
        """Insert a row; raises :class:`~jadpo_runtime.context.ConstraintConflict`."""
        table = self._table
        row = (
            list(values)
            if self._in_order
            else [None if place is None else values[place] for place in self._places]
        )
        if self._generates:
            row[table.identity_index] = identities.next(table)
        try:
            connection.change(self._sql, self._writer.arguments(row))
        except ConstraintRefused:
            raise self._conflicts.of_create(connection, table, row) from None
        return Entity(table.entity.name, row[table.identity_index], tuple(row))
