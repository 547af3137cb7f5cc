"""A world for the runner: stores, a clock that stands still, seeded randomness, a host."""

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import attrs
from python_program import MARKS, Building, PythonProgram

from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.clock import Clock, SettableClock
from jadpo_runtime.hosts.host import Connections, Host, NoConnections
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import Outcome
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.records.queries import (
    BatchRunRecord,
    DeliveryRecord,
    EventRecord,
    ScheduleRunRecord,
    batch_runs,
    events,
    schedule_runs,
)
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.runner.batch_plans import with_batch_plans
from jadpo_runtime.runner.budget import RUN_LIMIT, Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import schedule_kinds, work_kinds
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.watchdog import Watchdog

START = Instant(1_767_225_600_000_000)


@attrs.define
class World:
    """One host on its stores."""

    host: Host
    clock: Clock
    reports: list[Report]
    kinds: Sequence[PieceKind[Any]]
    budget: Budget | None = None

    def call(self, name: str, *arguments: object) -> Outcome:
        return run_boundary(self.host, Call(name, arguments)).outcome

    def run_due(self, length: Duration = RUN_LIMIT) -> int:
        self.budget = Budget(self.clock, length)
        return Invocation(self.host, self.kinds, self.budget).run()

    def tick(self) -> int:
        return Invocation(self.host, schedule_kinds(self.host), Budget(self.clock)).run()

    def advance(self, by: float) -> None:
        assert isinstance(self.clock, SettableClock)
        self.clock.advance(Duration(int(by * 1_000_000)))

    def store(self, name: str = "primary") -> Store:
        return self.host.stores[name]

    def events(self, store: str = "primary") -> list[EventRecord]:
        return self.store(store).transact(lambda reading: list(events(reading)), write=False)

    def deliveries(self, store: str = "primary") -> list[DeliveryRecord]:
        return [delivery for event in self.events(store) for delivery in event.deliveries]

    def batch_runs(self) -> list[BatchRunRecord]:
        return self.store().transact(batch_runs, write=False)

    def schedule_runs(self) -> list[ScheduleRunRecord]:
        return self.store().transact(schedule_runs, write=False)

    def marks(self, store: str = "primary") -> list[str]:
        """The texts of all marks, in order of creation."""
        rows = self.store(store).transact(
            lambda reading: reading.effects.select(MARKS, ()), write=False
        )
        return [str(row.values[1]) for row in rows]

    def execute(self, sql: str, *parameters: object) -> list[tuple[object, ...]]:
        return self.store().transact(
            lambda transaction: transaction.execute(sql, parameters), write=True
        )


@contextmanager
def world(
    program: PythonProgram | Building,
    folder: Path | None = None,
    *,
    clock: Clock | None = None,
    seed: int = 0,
    connections: Connections | None = None,
    owner: str | None = None,
) -> Iterator[World]:
    """A world in memory, or on files in ``folder``."""
    if isinstance(program, Building):
        program = program.program()
    clock = clock or SettableClock(START)
    randomness = Randomness(random.Random(seed), IdentityOrder())
    manifest, batch_plans = with_batch_plans(program.manifest)
    reports: list[Report] = []
    with ExitStack() as stack:
        stores = {}
        for name in manifest.stores:
            place = ":memory:" if folder is None else str(folder / f"{name}.db")
            store = open_store(
                f"sqlite:{place}", name, manifest, clock=clock, randomness=randomness
            )
            stack.callback(store.close)
            store.prepare_schema(SQLITE_RECORD_TABLES)
            stores[name] = store
        host = Host(
            program=program,
            outbox=Outbox(program.manifest),
            stores=stores,
            config={},
            connections=connections or NoConnections(),
            clock=clock,
            randomness=randomness,
            watchdog=Watchdog(clock),
            report=reports.append,
            batch_plans=batch_plans,
            owner=owner,
        )
        yield World(host, clock, reports, work_kinds(host))
