"""A world that repeats exactly, for tests [X1] [B5].

It has fresh stores in memory, a clock that only :meth:`World.advance` moves, and randomness from a
seed: one stream for the calls that a test makes, another for the pieces that run after them. The
tests of the language run in one each (:mod:`jadpo_runtime.hosts.test`), and so may others.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import attrs

from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.clock import SettableClock
from jadpo_runtime.config import ConfigValues
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.handler import Answer, SettledAnswer
from jadpo_runtime.hosts.host import Connections, Host
from jadpo_runtime.hosts.snapshot import Snapshot, SnapshotPlans
from jadpo_runtime.hosts.stores import opened
from jadpo_runtime.http.answers import Settled
from jadpo_runtime.manifest import StoreDefinition
from jadpo_runtime.memory import memory_of_this_process
from jadpo_runtime.outbox import Origin, Outbox
from jadpo_runtime.outcome import Outcome, Returned
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.runner.batch_plans import with_batch_plans
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import schedule_kinds, work_kinds
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.runner.settling import Settling
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.watchdog import Watchdog

DEFAULT_CLOCK: Final = Instant(1_767_225_600_000_000)
"""2026-01-01T00:00:00Z, where a test fixes no other clock [X1]."""

DEFAULT_SEED: Final = 0
"""The seed where a test gives none."""

MOST_PENDING: Final = 100_000
"""The most bodies (deliveries, rows of batches) that one ``run pending`` or ``tick`` runs.

The clock stands still, so work that sets off work without end would never end by time.
"""


@attrs.frozen
class World:
    """One world; made by :func:`open_world`.

    ``calls`` is the host of the calls that a test makes, ``pieces`` that of what runs after them;
    they have the same stores and the same clock.
    """

    calls: Host
    pieces: Host
    clock: SettableClock
    plans: SnapshotPlans
    schedules: Sequence[PieceKind[Any]]
    work: Sequence[PieceKind[Any]]
    most_pending: int

    def call(self, name: str, arguments: Sequence[object]) -> Outcome:
        """Run an action, query or function in a boundary of its own."""
        return run_boundary(self.calls, Call(name, tuple(arguments))).outcome

    def answer(self, call: Call, deadline: Duration | None = None) -> Answer:
        """Run what a request asks for; what it leaves waits for :meth:`run_pending`."""
        end = run_boundary(self.calls, call, deadline)
        return Answer(end.outcome, isinstance(end.outcome, Returned) and end.set_off > 0)

    def settle(
        self, call: Call, within: Duration, deadline: Duration | None = None
    ) -> SettledAnswer:
        """Run what a request asks for, then what that sets off [A1].

        Where an attempt is to be made again before ``within`` ends, the clock moves on to it.
        """
        cause = self.calls.randomness.uuid()
        origin = Origin(cause, call.origin.traceparent, call.origin.tracestate)
        causing = Call(call.name, call.arguments, origin=origin)
        end = run_boundary(self.calls, causing, deadline)
        if not isinstance(end.outcome, Returned):
            return SettledAnswer(end.outcome, None, left_work=False)
        settling = Settling(self.pieces, cause, within, self.clock.advance)
        if not settling.wait():
            return SettledAnswer(end.outcome, Settled.PENDING, left_work=True)
        settled = Settled.FAILED if settling.gave_up else Settled.DONE
        return SettledAnswer(end.outcome, settled, left_work=False)

    def advance(self, by: Duration) -> None:
        """Move the clock, and nothing else."""
        self.clock.advance(by)

    def run_pending(self) -> None:
        """Run deliveries and batch runs until none is due; schedules are for :meth:`tick`.

        Raises :class:`~jadpo_runtime.faults.Fault` for work without end.
        """
        budget = Budget(self.clock, bodies=self.most_pending + 1)
        Invocation(self.pieces, self.work, budget).run()
        if budget.is_spent:
            raise Fault(
                FaultCode.DEADLINE_EXCEEDED,
                f"More than {self.most_pending:,} bodies were run: "
                "the work sets off further work without end, or too much of it for a test.",
            )

    def tick(self) -> None:
        """Run due schedules, then what is due."""
        Invocation(self.pieces, self.schedules, Budget(self.clock)).run()
        self.run_pending()

    def snapshot(self) -> Snapshot:
        """All rows and records, as they are now."""
        return self.plans.take(self.calls.stores)


@contextmanager
def open_world(
    program: Program,
    *,
    config: ConfigValues,
    connections: Connections,
    report: Callable[[Report], None],
    clock: Instant | None = None,
    seed: int | None = None,
    most_pending: int = MOST_PENDING,
) -> Iterator[World]:
    """A fresh world for a program; raises :class:`~jadpo_runtime.faults.Fault`."""
    moved = SettableClock(DEFAULT_CLOCK if clock is None else clock)
    streams = _streams(DEFAULT_SEED if seed is None else seed)
    manifest, batch_plans = with_batch_plans(program.manifest)
    plans = SnapshotPlans(manifest)

    def open_one(definition: StoreDefinition) -> Store:
        return open_store(
            "sqlite::memory:",
            definition.name,
            plans.manifest,
            clock=moved,
            randomness=streams["stores"],
        )

    with (
        opened(program.manifest, open_one) as stores,
        memory_of_this_process() as read_memory,
        Watchdog(moved, read_memory) as watchdog,
    ):
        calls = Host(
            program=program,
            outbox=Outbox(program.manifest),
            stores=stores,
            config=config,
            connections=connections,
            clock=moved,
            randomness=streams["calls"],
            watchdog=watchdog,
            report=report,
            batch_plans=batch_plans,
        )
        pieces = attrs.evolve(calls, randomness=streams["pieces"])
        yield World(
            calls,
            pieces,
            moved,
            plans,
            schedules=schedule_kinds(pieces),
            work=work_kinds(pieces),
            most_pending=most_pending,
        )


def _streams(seed: int) -> Mapping[str, Randomness]:
    """A stream of random numbers for each who draws; ids stay in order across them."""
    order = IdentityOrder()
    return {
        name: Randomness(random.Random(f"{seed} {name}"), order)
        for name in ("calls", "pieces", "stores")
    }
