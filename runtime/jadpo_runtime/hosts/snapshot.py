"""What a test left in its stores, in a form that two engines' runs are compared by [X2]."""

from collections.abc import Mapping
from typing import Final

import attrs

from jadpo_runtime.faults import Fault
from jadpo_runtime.manifest import All, Manifest, SelectPlan
from jadpo_runtime.records.queries import (
    BatchRunRecord,
    EventRecord,
    ScheduleRunRecord,
    batch_runs,
    events,
    schedule_runs,
)
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import NamedType
from jadpo_runtime.values.json import compile_encoder, dumps


@attrs.frozen
class Snapshot:
    """All rows and records of all stores; two equal ones mean that nothing observable differs.

    ``rows`` pairs each entity with its rows as JSON, in order of identity. The records are by store
    and in order of creation. Their ids are among them: a test's ids come from its seed.
    """

    rows: tuple[tuple[str, tuple[str, ...]], ...]
    events: tuple[tuple[str, tuple[EventRecord, ...]], ...]
    batch_runs: tuple[tuple[str, tuple[BatchRunRecord, ...]], ...]
    schedule_runs: tuple[tuple[str, tuple[ScheduleRunRecord, ...]], ...]


class SnapshotPlans:
    """The plans that read all rows, added to the manifest that the stores compile."""

    def __init__(self, manifest: Manifest) -> None:
        """Add one plan per entity after those that are there."""
        first = len(manifest.plans)
        self._entities: Final = tuple(manifest.entities.values())
        self._indexes: Final = range(first, first + len(self._entities))
        self._types: Final = manifest.types
        plans = tuple(SelectPlan(entity.name, All(), ()) for entity in self._entities)
        self.manifest: Final = attrs.evolve(manifest, plans=manifest.plans + plans)

    def take(self, stores: Mapping[str, Store]) -> Snapshot:
        """Read everything."""
        rows = tuple(
            (entity.name, self._rows(stores[entity.store], entity.name, index))
            for entity, index in zip(self._entities, self._indexes, strict=True)
        )
        return Snapshot(
            rows,
            tuple((name, _read_events(store)) for name, store in stores.items()),
            tuple(
                (name, tuple(store.transact(batch_runs, write=False)))
                for name, store in stores.items()
            ),
            tuple(
                (name, tuple(store.transact(schedule_runs, write=False)))
                for name, store in stores.items()
            ),
        )

    def _rows(self, store: Store, entity: str, plan: int) -> tuple[str, ...]:
        encode = compile_encoder(self._types, NamedType(entity))

        def read(transaction: Transaction) -> tuple[str, ...]:
            return tuple(dumps(encode(row)) for row in transaction.effects.select(plan, ()))

        try:
            return store.transact(read, write=False)
        except Fault as fault:
            # A stored value that is not one of its type is something to compare, too [E2].
            return (f"{fault.code.value}: {fault.detail}",)


def _read_events(store: Store) -> tuple[EventRecord, ...]:
    return store.transact(lambda transaction: tuple(events(transaction)), write=False)
