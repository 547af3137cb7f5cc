"""The program's statements on one connection, by the index of their plan."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from jadpo_runtime.manifest import (
    AggregatePlan,
    CountPlan,
    CreatePlan,
    DeletePlan,
    ExistsPlan,
    Manifest,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.store.sqlite.computing import Computation
from jadpo_runtime.store.sqlite.conflicts import Conflicts
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.creates import CreateStatement
from jadpo_runtime.store.sqlite.deletes import DeleteStatement
from jadpo_runtime.store.sqlite.identities import Identities
from jadpo_runtime.store.sqlite.queries import (
    AggregateStatement,
    CountStatement,
    ExistsStatement,
    SelectStatement,
)
from jadpo_runtime.store.sqlite.tables import Table, tables_of
from jadpo_runtime.store.sqlite.updates import UpdateStatement
from jadpo_runtime.values import Entity
from jadpo_runtime.values.internal_error import InternalError

T = TypeVar("T")


class Statements:
    """The statements of one store's plans, each compiled when it is first run.

    Connections share them: threads that compile one at the same time make the same.
    """

    def __init__(self, manifest: Manifest, store: str) -> None:
        """Compile plans of ``manifest`` whose entities live in ``store``."""
        self._manifest: Final = manifest
        self._store: Final = store
        self.stored_tables: Final = tables_of(manifest.types, manifest.entities, store)
        self.tables: Final = dict(self.stored_tables)
        self.computations: Final[dict[str, Computation]] = {}
        # What is written conflicts with what is stored, not with what is computed.
        self._conflicts: Final = Conflicts(self.stored_tables)
        self.selects: Final = _Compiled(self._select)
        self.counts: Final = _Compiled(self._count)
        self.exists: Final = _Compiled(self._exists)
        self.aggregates: Final = _Compiled(self._aggregate)
        self.creates: Final = _Compiled(self._create)
        self.updates: Final = _Compiled(self._update)
        self.deletes: Final = _Compiled(self._delete)

    def compute(self, computation: Computation) -> None:
        """Compute from now on what rows of an entity lack; before any statement is compiled."""
        table = computation.computed_table()
        self.computations[table.entity.name] = computation
        self.tables[table.entity.name] = table

    def _plan(self, index: int, kind: type[T]) -> T:
        plan = self._manifest.plans[index]
        if not isinstance(plan, kind):
            raise InternalError(f"plan {index} is no {kind.__name__}")
        return plan

    def _table(self, entity: str) -> Table:
        if entity not in self.tables:
            raise InternalError(f"{entity} does not live in the store {self._store!r}")
        return self.tables[entity]

    def _select(self, index: int) -> SelectStatement:
        plan = self._plan(index, SelectPlan)
        return SelectStatement(self._manifest.types, self._table(plan.entity), plan)

    def _count(self, index: int) -> CountStatement:
        plan = self._plan(index, CountPlan)
        return CountStatement(self._manifest.types, self._table(plan.entity), plan)

    def _exists(self, index: int) -> ExistsStatement:
        plan = self._plan(index, ExistsPlan)
        return ExistsStatement(self._manifest.types, self._table(plan.entity), plan)

    def _aggregate(self, index: int) -> AggregateStatement:
        plan = self._plan(index, AggregatePlan)
        return AggregateStatement(self._manifest.types, self._table(plan.entity), plan)

    def _create(self, index: int) -> CreateStatement:
        plan = self._plan(index, CreatePlan)
        return CreateStatement(self._table(plan.entity), plan, self._conflicts)

    def _update(self, index: int) -> UpdateStatement:
        plan = self._plan(index, UpdatePlan)
        table = self._table(plan.entity)
        return UpdateStatement(self._manifest.types, table, plan, self._conflicts)

    def _delete(self, index: int) -> DeleteStatement:
        plan = self._plan(index, DeletePlan)
        self._table(plan.entity)
        return DeleteStatement(self._manifest.types, self.tables, plan, self._conflicts)


class _Compiled(dict[int, T]):
    """Statements by the index of their plan."""

    def __init__(self, compile_plan: Callable[[int], T]) -> None:
        super().__init__()
        self._compile = compile_plan

    def __missing__(self, index: int) -> T:
        statement = self[index] = self._compile(index)
        return statement


class SqliteEffects:
    """The statements of the boundary that runs (:class:`~jadpo_runtime.context.StoreEffects`)."""

    def __init__(
        self, statements: Statements, connection: Connection, identities: Identities
    ) -> None:
        """Run ``statements`` on ``connection``."""
        self._statements: Final = statements
        self._connection: Final = connection
        self._identities: Final = identities

    def create(self, plan: int, values: Sequence[object]) -> Entity:
        """Insert a row."""
        return self._statements.creates[plan].create(self._connection, values, self._identities)

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """The rows of a SelectPlan."""
        return self._statements.selects[plan].entities(self._connection, parameters)

    def count(self, plan: int, parameters: Sequence[object]) -> int:
        """The number of rows of a CountPlan."""
        return self._statements.counts[plan].count(self._connection, parameters)

    def exists(self, plan: int, parameters: Sequence[object]) -> bool:
        """Whether an ExistsPlan has a row."""
        return self._statements.exists[plan].exists(self._connection, parameters)

    def aggregate(self, plan: int, parameters: Sequence[object]) -> object:
        """The value of an AggregatePlan."""
        return self._statements.aggregates[plan].value(self._connection, parameters)

    def update(
        self, plan: int, parameters: Sequence[object], values: Sequence[object]
    ) -> list[Entity]:
        """Give all rows the same values."""
        return self._statements.updates[plan].uniform(self._connection, parameters, values)

    def rows_to_update(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """The rows of an UpdatePlan."""
        return self._statements.updates[plan].rows(self._connection, parameters)

    def update_rows(
        self, plan: int, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        """Give each row its own values."""
        return self._statements.updates[plan].each(self._connection, rows, values)

    def delete(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """Delete the rows of a DeletePlan."""
        return self._statements.deletes[plan].delete(self._connection, parameters)
