"""The host of the language's tests: each runs in a world of its own, and repeats [X1] [B5]."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import attrs

from jadpo_runtime.boundary import Call, run_body, run_boundary
from jadpo_runtime.config import config_for_test
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.hosts.snapshot import Snapshot
from jadpo_runtime.hosts.world import MOST_PENDING, World, open_world
from jadpo_runtime.manifest import FixtureDefinition, TestDefinition
from jadpo_runtime.outcome import (
    CallOutcome,
    Faulted,
    Outcome,
    Rejected,
    Returned,
    StoppedEarly,
)
from jadpo_runtime.program import Program
from jadpo_runtime.runner.reports import BodyBroke, Report
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import Watchdog


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
    with _world(program, fixture, reports, most_pending) as world:
        effects = _Effects(world)
        # The bodies that it calls have limits of their own; it has none, for it does no work.
        unlimited = Watchdog(world.clock).watch(None)
        end = run_body(world.calls, None, None, Call(test.callable, test=effects), unlimited)
        return TestResult(
            test.name,
            end.outcome,
            effects.failed_call if _is_failed_call(end.outcome) else None,
            tuple(reports),
            world.snapshot(),
        )


class _Effects:
    """The effects of a test's body [X1]."""

    __test__ = False

    def __init__(self, world: World) -> None:
        self._world: Final = world
        self.failed_call: FailedCall | None = None

    def call(self, name: str, arguments: Sequence[object]) -> CallOutcome:
        """Run an action or query in its own boundary."""
        outcome = self._world.call(name, arguments)
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
        self._world.advance(by)

    def run_pending(self) -> None:
        """Run deliveries and batch runs until none is due; schedules are for :meth:`tick`."""
        self._world.run_pending()

    def tick(self) -> None:
        """Run due schedules, then what is due."""
        self._world.tick()


class FixtureFakes:
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


@contextmanager
def _world(
    program: Program,
    fixture: FixtureDefinition | None,
    reports: list[Report],
    most_pending: int,
) -> Iterator[World]:
    fakes = FixtureFakes(program, fixture)
    with open_world(
        program,
        config=config_for_test(program.manifest, fixture),
        connections=fakes,
        report=_Reports(reports),
        clock=None if fixture is None else fixture.clock,
        seed=None if fixture is None else fixture.seed,
        most_pending=most_pending,
    ) as world:
        fakes.host = world.calls
        yield world


def _is_failed_call(outcome: Outcome) -> bool:
    return isinstance(outcome, Rejected) or (
        isinstance(outcome, Faulted) and outcome.code is FaultCode.TEST_CALL_FAILED
    )
