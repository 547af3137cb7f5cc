"""Which rows an update or delete is for."""

from collections.abc import Sequence
from typing import Final

from jadpo_runtime.manifest import DeletePlan, UpdatePlan
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.predicates import Condition, binding
from jadpo_runtime.store.sqlite.queries import at_least_zero, cardinality_exceeded
from jadpo_runtime.store.sqlite.rows import RowReader
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.values import Entity, TypeTable


class Matching:
    """The rows of an UpdatePlan or DeletePlan.

    ``where`` is the condition of a statement that changes all of them, ``bind`` gives its
    arguments. With ``at_most_one`` they are to be looked at before, so that nothing is changed
    where there are more [Q2].
    """

    def __init__(self, types: TypeTable, table: Table, plan: UpdatePlan | DeletePlan) -> None:
        """Compile the predicate and limit of ``plan``."""
        condition = Condition(types, table, plan.predicate, plan.parameters)
        arguments = list(condition.arguments)
        in_order = f"WHERE {condition.sql} ORDER BY {table.identity.comparable}"
        if plan.limit is None:
            self.where = condition.sql
        else:
            # In order of identity [Q2].
            arguments.append((plan.limit, at_least_zero))
            in_order += " LIMIT ?"
            identity = table.identity.comparable
            self.where = f"{identity} IN (SELECT {identity} FROM {table.quoted} {in_order})"
        self.bind: Final = binding(arguments)
        self.at_most_one: Final = plan.at_most_one
        self._table: Final = table
        self._select: Final = f"SELECT {table.selected} FROM {table.quoted} {in_order}" + (
            " LIMIT 2" if plan.at_most_one and plan.limit is None else ""
        )

    def rows(
        self, connection: Connection, parameters: Sequence[object], reader: RowReader
    ) -> list[Entity]:
        """The rows in order of identity; faults where there may be one and are more."""
        rows = reader.entities(connection, self._select, self.bind(parameters))
        if self.at_most_one and len(rows) > 1:
            raise cardinality_exceeded(self._table)
        return rows
