"""The host of a tool: one action for the command line, then what it set off [B3]."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.hosts.opening import opened_host
from jadpo_runtime.outcome import Outcome, StoppedEarly
from jadpo_runtime.program import Program
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import work_kinds
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store
from jadpo_runtime.watchdog import StopReason


class Tool:
    """A program on this machine, with its stores open; made by :func:`tool`."""

    def __init__(self, host: Host) -> None:
        """Work on ``host``."""
        self._host: Final = host
        self._kinds: Final = work_kinds(host)
        self._budget = Budget(host.clock)
        self._stopping = False

    @property
    def stores(self) -> Mapping[str, Store]:
        """The open stores, by name."""
        return self._host.stores

    def run(self, name: str, arguments: Sequence[object]) -> Outcome:
        """Run an action, query or function in a boundary of its own."""
        if self._stopping:
            return StoppedEarly()
        return run_boundary(self._host, Call(name, tuple(arguments))).outcome

    def run_due(self) -> int:
        """Run what is due, and what that sets off, until nothing is; how many pieces.

        No schedules: those are for a host that lives on. What is due later stays in the store.
        """
        ran = 0
        while not self._stopping:
            self._budget = Budget(self._host.clock)
            now_ran = Invocation(self._host, self._kinds, self._budget).run()
            if not now_ran:
                break
            ran += now_ran
        return ran

    def stop(self) -> None:
        """End the budget, and stop the body that runs; what is claimed is given back [Z1] [Z2].

        Called from another thread. A body may just be about to begin, so whoever wants to be sure
        calls it again until :meth:`run` and :meth:`run_due` have returned.
        """
        self._stopping = True
        self._budget.end_now()
        self.stop_bodies()

    def stop_bodies(self) -> None:
        """From another thread: stop the body that runs, and let others begin."""
        self._host.watchdog.stop_all(StopReason.ASKED)


@contextmanager
def tool(
    program: Program,
    *,
    environment: Mapping[str, str],
    databases: Mapping[str, str],
    report: Callable[[Report], None],
    stores: Collection[str] | None = None,
) -> Iterator[Tool]:
    """Open a program, as :func:`~jadpo_runtime.hosts.opening.opened_host` does.

    What is run uses no other stores than these, and finds no work in another.
    """
    with opened_host(
        program, environment=environment, databases=databases, report=report, stores=stores
    ) as host:
        yield Tool(host)
