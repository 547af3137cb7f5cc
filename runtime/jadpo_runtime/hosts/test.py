"""The host of the language's tests: each runs in a world of its own, and repeats exactly [X1] [B5].

Every test has fresh stores in memory, a clock that only ``advance`` moves, and randomness from a
seed: one stream for the calls that the test makes, another for the pieces that run after them.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

import attrs

from jadpo_runtime.boundary import Call, run_body, run_boundary
from jadpo_runtime.clock import SettableClock
from jadpo_runtime.config import config_for_test
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.hosts.snapshot import Snapshot, SnapshotPlans
from jadpo_runtime.hosts.stores import opened
from jadpo_runtime.manifest import FixtureDefinition, StoreDefinition, TestDefinition
from jadpo_runtime.memory import memory_of_this_process
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import (
    CallOutcome,
    Faulted,
    Outcome,
    Rejected,
    Returned,
    StoppedEarly,
)
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.runner.batch_plans import with_batch_plans
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import schedule_kinds, work_kinds
from jadpo_runtime.runner.reports import BodyBroke, Report
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.watchdog import Watchdog

DEFAULT_CLOCK: Final = Instant(1_767_225_600_000_000)
"""2026-01-01T00:00:00Z, where a test's fixture fixes no other clock [X1]."""

DEFAULT_SEED: Final = 0
"""The seed where a test's fixture gives none."""


MOST_PENDING: Final = 100_000
"""The most bodies (deliveries, rows of batches) that one ``run pending`` or ``tick`` runs.

A test's clock stands still, so work that sets off work without end would never end by time.
"""


@attrs.frozen
class FailedCall:
    """A ``call`` of the test that a failure or fault left."""

    name: str
    outcome: Rejected | Faulted


@attrs.frozen
class TestResult:
    """How a test ended.

    ``outcome`` is that of its body: a ``Returned`` one passed, ``assertion_failed`` is an assert
    that did not hold, ``test_call_failed`` a call that a failure or fault left, which is then
    ``failed_call``. ``reports`` are what the runner did, in order; ``snapshot`` is what was left
    in the stores.
    """

    __test__ = False

    name: str
    outcome: Outcome
    failed_call: FailedCall | None
    reports: tuple[Report, ...]
    snapshot: Snapshot

    @property
    def passed(self) -> bool:
        """Whether the body came to its end."""
        return isinstance(self.outcome, Returned)


def run_test(
    program: Program, test: TestDefinition, *, most_pending: int = MOST_PENDING
) -> TestResult:
    """Run one test in a world of its own; one that cannot be made is how the test ended."""
    try:
        return _run(program, test, most_pending)
    except Fault as fault:
        outcome = Faulted(fault.code, test.span, fault.detail)
        return TestResult(test.name, outcome, None, (), Snapshot((), (), (), ()))


def _run(program: Program, test: TestDefinition, most_pending: int) -> TestResult:
    fixture = None if test.fixture is None else program.manifest.fixtures[test.fixture]
    reports: list[Report] = []
    with _world(program, fixture, reports) as (calls, pieces, clock, plans):
        effects = _Effects(calls, pieces, clock, most_pending)
        # The bodies that it calls have limits of their own; it has none, for it does no work.
        unlimited = Watchdog(clock).watch(None)
        end = run_body(calls, None, None, Call(test.callable, test=effects), unlimited)
        return TestResult(
            test.name,
            end.outcome,
            effects.failed_call if _is_failed_call(end.outcome) else None,
            tuple(reports),
            plans.take(calls.stores),
        )


class _Effects:
    """The effects of a test's body [X1]."""

    __test__ = False

    def __init__(self, calls: Host, pieces: Host, clock: SettableClock, most_pending: int) -> None:
        self._calls: Final = calls
        self._pieces: Final = pieces
        self._clock: Final = clock
        self._most_pending: Final = most_pending
        self._schedules: Final = schedule_kinds(pieces)
        self._work: Final = work_kinds(pieces)
        self.failed_call: FailedCall | None = None

    def call(self, name: str, arguments: Sequence[object]) -> CallOutcome:
        """Run an action or query in its own boundary."""
        outcome = run_boundary(self._calls, Call(name, tuple(arguments))).outcome
        match outcome:
            case Returned():
                return outcome
            case Rejected():
                self.failed_call = FailedCall(name, outcome)
                return outcome
            case Faulted(code=code, detail=detail):
                self.failed_call = FailedCall(name, outcome)
                text = f"`{name}` ended with the fault {code.value}"
                raise Fault(FaultCode.TEST_CALL_FAILED, f"{text}: {detail}" if detail else text)
            case StoppedEarly():
                raise Stopped

    def advance(self, by: Duration) -> None:
        """Move the clock, and nothing else."""
        self._clock.advance(by)

    def run_pending(self) -> None:
        """Run deliveries and batch runs until none is due; schedules are for :meth:`tick`."""
        budget = Budget(self._clock, bodies=self._most_pending + 1)
        Invocation(self._pieces, self._work, budget).run()
        if budget.is_spent:
            raise Fault(
                FaultCode.DEADLINE_EXCEEDED,
                f"More than {self._most_pending:,} bodies were run: "
                "the work sets off further work without end, or too much of it for a test.",
            )

    def tick(self) -> None:
        """Run due schedules, then what is due."""
        Invocation(self._pieces, self._schedules, Budget(self._clock)).run()
        self.run_pending()


class _Fakes:
    """Connections whose operations are the fixture's."""

    def __init__(self, program: Program, fixture: FixtureDefinition | None) -> None:
        self._program: Final = program
        self._fakes: Final = dict(fixture.fakes) if fixture is not None else {}
        self.host: Host | None = None

    def call(self, connection: str, operation: str, request: object) -> CallOutcome:
        """Answer as the fake does."""
        name = self._fakes.get((connection, operation))
        if name is None or self.host is None:
            raise Fault(
                FaultCode.CONNECTION_UNAVAILABLE,
                f"The test's fixture has no fake for {connection}.{operation}; "
                "tests call no outside systems.",
            )
        parameters = self._program.manifest.callables[name].parameters
        call = Call(name, (request,)[: len(parameters)])
        outcome = run_boundary(self.host, call).outcome
        match outcome:
            case Returned() | Rejected():
                return outcome
            case Faulted(code=code, detail=detail):
                raise Fault(code, detail)
            case StoppedEarly():
                raise Stopped


class _Reports:
    """Keeps reports; a mistake in Jadpo ends the test, which is not about that."""

    def __init__(self, reports: list[Report]) -> None:
        self._reports: Final = reports

    def __call__(self, report: Report) -> None:
        if isinstance(report, BodyBroke):
            raise report.error
        self._reports.append(report)


_World: TypeAlias = tuple[Host, Host, SettableClock, SnapshotPlans]
"""The host of calls, that of pieces, their one clock, and how to read what they leave."""


@contextmanager
def _world(
    program: Program, fixture: FixtureDefinition | None, reports: list[Report]
) -> Iterator[_World]:
    clock = SettableClock(DEFAULT_CLOCK)
    if fixture is not None and fixture.clock is not None:
        clock = SettableClock(fixture.clock)
    seed = DEFAULT_SEED if fixture is None or fixture.seed is None else fixture.seed
    streams = _streams(seed)
    manifest, batch_plans = with_batch_plans(program.manifest)
    plans = SnapshotPlans(manifest)

    def open_one(definition: StoreDefinition) -> Store:
        return open_store(
            "sqlite::memory:",
            definition.name,
            plans.manifest,
            clock=clock,
            randomness=streams["stores"],
        )

    with (
        opened(program.manifest, open_one) as stores,
        memory_of_this_process() as read_memory,
        Watchdog(clock, read_memory) as watchdog,
    ):
        fakes = _Fakes(program, fixture)
        calls = Host(
            program=program,
            outbox=Outbox(program.manifest),
            stores=stores,
            config=config_for_test(program.manifest, fixture),
            connections=fakes,
            clock=clock,
            randomness=streams["calls"],
            watchdog=watchdog,
            report=_Reports(reports),
            batch_plans=batch_plans,
        )
        fakes.host = calls
        yield calls, attrs.evolve(calls, randomness=streams["pieces"]), clock, plans


def _streams(seed: int) -> Mapping[str, Randomness]:
    """A stream of random numbers for each who draws; ids stay in order across them."""
    order = IdentityOrder()
    return {
        name: Randomness(random.Random(f"{seed} {name}"), order)
        for name in ("calls", "pieces", "stores")
    }


def _is_failed_call(outcome: Outcome) -> bool:
    return isinstance(outcome, Rejected) or (
        isinstance(outcome, Faulted) and outcome.code is FaultCode.TEST_CALL_FAILED
    )
