"""Statements of a boundary that reads several stores [E5]."""

from collections.abc import Mapping, Sequence

from jadpo_runtime.context import StoreEffects
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.store import Store
from jadpo_runtime.values import Entity


class RoutedEffects:
    """Sends each statement to the store of its entity.

    Statements of the boundary's own store run in its transaction. Another store is only read, each
    statement in a reading transaction of its own that is opened when it is needed: a
    boundary promises no common snapshot of two databases, and one that the store has to run again
    must not run the whole body again.
    """

    def __init__(
        self, manifest: Manifest, stores: Mapping[str, Store], own: str, effects: StoreEffects
    ) -> None:
        """Route for a boundary in the store named ``own``, whose statements are ``effects``."""
        self._manifest = manifest
        self._stores = stores
        self._own = own
        self._effects = effects

    def create(self, plan: int, values: Sequence[object]) -> Entity:
        """Insert a row, in the own store."""
        return self._effects.create(plan, values)

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """The rows of a SelectPlan."""
        other = self._other(plan)
        if other is None:
            return self._effects.select(plan, parameters)
        return other.transact(lambda reading: reading.effects.select(plan, parameters), write=False)

    def count(self, plan: int, parameters: Sequence[object]) -> int:
        """The number of rows of a CountPlan."""
        other = self._other(plan)
        if other is None:
            return self._effects.count(plan, parameters)
        return other.transact(lambda reading: reading.effects.count(plan, parameters), write=False)

    def exists(self, plan: int, parameters: Sequence[object]) -> bool:
        """Whether an ExistsPlan has a row."""
        other = self._other(plan)
        if other is None:
            return self._effects.exists(plan, parameters)
        return other.transact(lambda reading: reading.effects.exists(plan, parameters), write=False)

    def aggregate(self, plan: int, parameters: Sequence[object]) -> object:
        """The value of an AggregatePlan."""
        other = self._other(plan)
        if other is None:
            return self._effects.aggregate(plan, parameters)
        return other.transact(
            lambda reading: reading.effects.aggregate(plan, parameters), write=False
        )

    def update(
        self, plan: int, parameters: Sequence[object], values: Sequence[object]
    ) -> list[Entity]:
        """Change rows of the own store."""
        return self._effects.update(plan, parameters, values)

    def rows_to_update(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """The rows of an UpdatePlan of the own store."""
        return self._effects.rows_to_update(plan, parameters)

    def update_rows(
        self, plan: int, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        """Write rows of the own store."""
        return self._effects.update_rows(plan, rows, values)

    def delete(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """Delete rows of the own store."""
        return self._effects.delete(plan, parameters)

    def _other(self, plan: int) -> Store | None:
        """The store of the plan's entity where it is not the boundary's own."""
        name = self._manifest.entities[self._manifest.plans[plan].entity].store
        return None if name == self._own else self._stores[name]
