"""The statements of ``delete required`` and ``delete many``."""

from collections.abc import Mapping, Sequence
from typing import Final

from jadpo_runtime.manifest import DeletePlan
from jadpo_runtime.store.sqlite.conflicts import Conflicts
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.matching import Matching
from jadpo_runtime.store.sqlite.rows import RowReader
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.store.sqlite.troubles import ConstraintRefused
from jadpo_runtime.values import Entity, TypeTable


class DeleteStatement:
    """A DeletePlan. What references say about other rows is done by the database [E1]."""

    def __init__(
        self,
        types: TypeTable,
        tables: Mapping[str, Table],
        plan: DeletePlan,
        conflicts: Conflicts,
    ) -> None:
        """Compile ``plan`` for its entity's table among ``tables``."""
        table = tables[plan.entity]
        self._table: Final = table
        self._matching: Final = Matching(types, table, plan)
        self._reader: Final = RowReader(table)
        self._conflicts: Final = conflicts
        # A row that a cascade takes before its turn would be missing among the rows returned.
        self._looks_first: Final = plan.at_most_one or _cascades_to_itself(tables, plan.entity)
        self._sql: Final = f"DELETE FROM {table.quoted} WHERE {self._matching.where}"
        self._sql_returning: Final = f"{self._sql} RETURNING {table.selected}"

    def delete(self, connection: Connection, parameters: Sequence[object]) -> list[Entity]:
        """Delete the rows and give them in order of identity; may raise ConstraintConflict."""
        arguments = self._matching.bind(parameters)
        try:
            if self._looks_first:
                rows = self._matching.rows(connection, parameters, self._reader)
                if rows:
                    connection.change(self._sql, arguments)
                return rows
            rows = self._reader.entities(connection, self._sql_returning, arguments)
        except ConstraintRefused:
            where = self._matching.where
            raise self._conflicts.of_delete(connection, self._table, where, arguments) from None
        return self._reader.in_order_of_identity(rows)


def _cascades_to_itself(tables: Mapping[str, Table], entity: str) -> bool:
    """Whether deleting a row of the entity may, by cascades, delete another one of it."""
    reached: set[str] = set()
    waiting = [entity]
    while waiting:
        target = waiting.pop()
        for table in tables.values():
            for reference in table.entity.references:
                if reference.target_entity == target and reference.on_delete == "cascade":
                    if table.entity.name == entity:
                        return True
                    if table.entity.name not in reached:
                        reached.add(table.entity.name)
                        waiting.append(table.entity.name)
    return False
