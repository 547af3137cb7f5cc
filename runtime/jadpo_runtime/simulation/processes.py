"""Processes of a simulation: what each would do that is one of the operating system's.

A process is a greenlet: it runs until a statement or a sleep hands over to the simulation, which
goes on with another one. When it is killed, an end that nothing catches is thrown into it, and its
connections close, so that what remains is what was committed.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import attrs
from greenlet import greenlet

from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.config import config_for_test
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host, NoConnections
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import Returned
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.runner.batch_plans import BatchPlans, with_batch_plans
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import purge_kinds, schedule_kinds, work_kinds
from jadpo_runtime.runner.liveness import LivenessRows, ProcessIdentity
from jadpo_runtime.runner.reports import BodyBroke, Report
from jadpo_runtime.runner.unreturned import Unreturned
from jadpo_runtime.simulation.connections import SimulatedConnection
from jadpo_runtime.simulation.databases import Database
from jadpo_runtime.simulation.disturbances import MINUTE, SECOND
from jadpo_runtime.simulation.expectations import ClientCall, handlers_by_variant
from jadpo_runtime.simulation.judging import Violated
from jadpo_runtime.simulation.virtual_time import VirtualClock
from jadpo_runtime.store import Store
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import StopReason, Watchdog

if TYPE_CHECKING:
    from jadpo_runtime.simulation.simulation import Simulation

BUDGETS: Final = (15 * MINUTE, 15 * MINUTE, 30 * SECOND, 2 * SECOND)
"""The budgets that hosts give to an invocation, in µs [L1]."""


class Killed(BaseException):
    """The process ends here, and does nothing more."""


@attrs.frozen
class Version:
    """A version of the program, ready for one process: what does not change from run to run."""

    program: Program
    manifest: Manifest
    batch_plans: Mapping[str, BatchPlans]
    handlers: Mapping[tuple[str, str], frozenset[str]]

    @classmethod
    def of(cls, program: Program) -> "Version":
        """Find out once what each start of the program needs."""
        manifest, batch_plans = with_batch_plans(program.manifest)
        return cls(program, manifest, batch_plans, handlers_by_variant(program.manifest))


@attrs.frozen
class Versions:
    """The versions that a process may run; ``last`` is the one that all run in the end."""

    now: Version
    later: Version
    last: Version


class Process(ABC):
    """One process after the other in the same place: when one ended, the next one starts."""

    def __init__(
        self, simulation: "Simulation", name: str, number: int, versions: Versions
    ) -> None:
        """Start when time begins, with the version that there is now."""
        self.number: Final = number
        self.simulation: Final = simulation
        self.place: Final = name
        self.versions: Final = versions
        self.version = versions.now
        self.incarnation = 0
        self.ready_at = 0
        self.renewed_at = 0
        self.is_frozen = False
        self.is_asleep = False
        self.is_starting = False
        self.is_killed = False
        self.is_stopping = False
        self.has_finished = False
        self.waits_for: Database | None = None
        self.liveness: LivenessRows | None = None
        self.watchdog: Watchdog | None = None
        self.budget: Budget | None = None
        self.connections: Final[list[tuple[Database, SimulatedConnection]]] = []
        self._greenlet: greenlet | None = None

    @property
    def name(self) -> str:
        """The name of the process that runs now."""
        return f"{self.place}.{self.incarnation}"

    @property
    def pid(self) -> int:
        """The id of the process that runs now: one that no other had."""
        return self.number * 1_000_000 + self.incarnation

    @property
    def runs(self) -> bool:
        """Whether a process is there."""
        return self._greenlet is not None

    def go_on(self) -> None:
        """Run until it hands over; start one where none runs."""
        if self._greenlet is None:
            self.incarnation += 1
            self.is_killed = self.is_stopping = False
            self._greenlet = greenlet(self._run)
        self.is_asleep = False
        if self.is_frozen:
            self.simulation.thaw(self)
        if self.watchdog is not None:
            self.watchdog.stop_overdue()
        self._greenlet.switch()

    def kill(self) -> None:
        """End the process while it waits for its turn."""
        self.is_killed = True
        if self._greenlet is not None:
            self._greenlet.throw(Killed)

    def stop(self) -> None:
        """Ask it to stop, as a signal does [Z1]."""
        self.is_stopping = True
        if self.budget is not None:
            self.budget.end_now()
        if self.watchdog is not None:
            self.watchdog.stop_all(StopReason.ASKED)

    def sleep(self, duration: int) -> None:
        """Wait, in virtual time; a commit may wake it."""
        self.is_asleep = True
        self.simulation.hand_over(self, duration)
        self.is_asleep = False

    def _run(self) -> None:
        simulation = self.simulation
        simulation.note(self, "starts")
        try:
            with ExitStack() as stack:
                self._live(stack)
            simulation.note(self, "ends")
        except Killed:
            simulation.note(self, "is killed")
        except Fault as fault:
            simulation.note(self, "cannot go on", f"{fault.code.value}: {fault.detail}")
        except Violated as violated:
            simulation.fail(violated)
        except Exception as error:  # noqa: BLE001 - whatever ends a runner is what is looked for
            simulation.fail(error)
        self._greenlet = None
        self.watchdog = self.budget = self.liveness = None
        self.waits_for = None
        simulation.ended(self)

    def _leave_connections(self) -> None:
        """What the operating system does with what an ended process leaves open."""
        for database, connection in self.connections:
            database.left(connection)
        self.connections.clear()

    @abstractmethod
    def _live(self, stack: ExitStack) -> None:
        """What the process does until it ends."""

    def _host(self, stack: ExitStack) -> Host:
        """Open the stores, and lend them to a program with a clock and randomness of its own."""
        simulation = self.simulation
        version = self.version
        randomness = Randomness(random.Random(f"{simulation.seed} {self.name}"), IdentityOrder())
        simulation.wait_until_nobody_writes(self)
        self.is_starting = True
        stores: dict[str, Store] = {}
        try:
            for name in version.manifest.stores:
                stores[name] = simulation.open_store(
                    self, name, version.manifest, randomness, backfill_of(version.program)
                )
                stack.callback(stores[name].close)
            # The last that is pushed comes first.
            stack.callback(self._leave_connections)
        finally:
            self.is_starting = False
        clock = VirtualClock(simulation.time, simulation.host_clock_ahead())
        self.watchdog = Watchdog(clock)
        return Host(
            program=version.program,
            outbox=Outbox(version.program.manifest),
            stores=stores,
            config=config_for_test(version.program.manifest, None),
            connections=NoConnections(),
            clock=clock,
            randomness=randomness,
            watchdog=self.watchdog,
            report=self._report,
            batch_plans=version.batch_plans,
            owner=self.name,
        )

    def _report(self, report: Report) -> None:
        if isinstance(report, BodyBroke):
            raise report.error
        self.simulation.note(self, "reports", report)


class Runner(Process):
    """A process that runs background work until it is asked to stop, as a living host does."""

    def _live(self, stack: ExitStack) -> None:
        simulation = self.simulation
        host = self._host(stack)
        identity = ProcessIdentity(simulation.machine(self), self.pid, self.name)
        simulation.begin_liveness(self, identity)
        kinds: list[Any] = [*work_kinds(host), *schedule_kinds(host), *purge_kinds(host)]
        unreturned = Unreturned()
        while not self.is_stopping:
            length = Duration(simulation.draws.random.choice(BUDGETS))
            self.budget = Budget(host.clock, length)
            ran = Invocation(host, kinds, self.budget, unreturned).run()
            if not ran and not self.is_stopping:
                self.sleep(simulation.draws.between(*simulation.shortest_and_longest_sleep))
        simulation.end_liveness(self)


class Client(Process):
    """A process that calls actions, and remembers what came of it."""

    def __init__(
        self,
        simulation: "Simulation",
        versions: Versions,
        draw: Callable[[int], ClientCall | None],
    ) -> None:
        """Call what ``draw`` gives for each number, until it gives ``None``."""
        super().__init__(simulation, "client", 0, versions)
        self._draw: Final = draw
        self.outcomes: Final[dict[int, tuple[ClientCall, bool]]] = {}

    def _live(self, stack: ExitStack) -> None:
        host = self._host(stack)
        while (call := self._draw(len(self.outcomes) + 1)) is not None:
            self.outcomes[call.number] = (call, False)
            end = run_boundary(host, Call(call.action, call.arguments))
            returned = isinstance(end.outcome, Returned)
            self.outcomes[call.number] = (call, returned)
            self.simulation.note(self, f"call {call.number} of {call.action}", end.outcome)
            self.sleep(self.simulation.draws.between(SECOND // 1000, MINUTE))
        self.has_finished = True
