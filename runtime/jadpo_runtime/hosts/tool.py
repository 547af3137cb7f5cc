"""The host of a tool: one action for the command line, then what it set off [B3]."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.config import config_from_environment
from jadpo_runtime.hosts.host import Host, NoConnections
from jadpo_runtime.hosts.stores import fields_not_needed, opened, store_url
from jadpo_runtime.manifest import StoreDefinition
from jadpo_runtime.memory import memory_of_this_process
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import Outcome, StoppedEarly
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import system_randomness
from jadpo_runtime.runner.batch_plans import with_batch_plans
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import work_kinds
from jadpo_runtime.runner.liveness import Liveness, this_process
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.watchdog import StopReason, Watchdog


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
    """Open a program: its config from ``environment``, its stores where ``databases`` says.

    ``databases`` are URLs by the name of a store, in place of those that the program gives.
    ``stores`` are the names of those that are opened, which makes a database that is not there:
    all of the program where it is not given. What is run uses no other, and finds no work in it.
    Raises
    :class:`~jadpo_runtime.config.ConfigInvalid` and :class:`~jadpo_runtime.store.StoreError`.
    """
    clock = SystemClock()
    randomness = system_randomness()
    not_needed = fields_not_needed(program.manifest, databases)
    config = config_from_environment(program.manifest, environment, not_needed)
    manifest, batch_plans = with_batch_plans(program.manifest)

    def open_one(definition: StoreDefinition) -> Store:
        url = store_url(definition, config, databases)
        return open_store(
            url,
            definition.name,
            manifest,
            clock=clock,
            randomness=randomness,
            backfill=backfill_of(program),
        )

    with (
        opened(manifest, open_one, stores) as opened_stores,
        memory_of_this_process() as read_memory,
        Watchdog(clock, read_memory) as watchdog,
    ):
        host = Host(
            program=program,
            outbox=Outbox(program.manifest),
            stores=opened_stores,
            config=config,
            connections=NoConnections(),
            clock=clock,
            randomness=randomness,
            watchdog=watchdog,
            report=report,
            batch_plans=batch_plans,
            owner=randomness.uuid(),
        )
        with Liveness(opened_stores.values(), str(host.owner), this_process()):
            yield Tool(host)
