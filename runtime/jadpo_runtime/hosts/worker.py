"""The host of a worker: a process that lives on, and does a program's background work [H4] [Z1].

It delivers, ticks, and runs schedules, batches, backfills and the purge until it is stopped. The
threads that do so are those of :mod:`jadpo_runtime.hosts.workers`, which a server has as well.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.hosts.commits import CommitWatch
from jadpo_runtime.hosts.handler import Handler
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.hosts.opening import opened_host
from jadpo_runtime.hosts.workers import Ticked, Workers
from jadpo_runtime.outcome import Outcome
from jadpo_runtime.program import Program
from jadpo_runtime.runner.budget import RUN_LIMIT
from jadpo_runtime.runner.reports import Report, StoreFailed
from jadpo_runtime.store import Store
from jadpo_runtime.store.store import StoreHeld
from jadpo_runtime.values import Duration, Entity


@attrs.frozen
class Living:
    """A host that lives on: what it lends, and its threads, which whoever opened it starts."""

    host: Host
    workers: Workers


@contextmanager
def living_host(
    program: Program,
    new_program: Callable[[], Program],
    *,
    threads: int,
    environment: Mapping[str, str],
    databases: Mapping[str, str],
    report: Callable[[Report], None],
    ticked: Callable[[Ticked], None] = lambda tick: None,
    budget: Duration = RUN_LIMIT,
    most_background: int | None = None,
    told_by_system: bool = True,
    store_as: Callable[[Store], Store] = lambda store: store,
    goes_on: Callable[[], bool] = lambda: True,
) -> Iterator[Living]:
    """Threads that work on a program, each with one of its own; they are stopped at the end.

    ``program`` is for the thread that calls this, the others are from ``new_program``.
    ``report`` and ``ticked`` are called on these threads, and by several at once. What other
    processes commit to the databases wakes them. ``most_background`` is as for
    :class:`~jadpo_runtime.hosts.workers.Workers`, ``store_as`` as for
    :func:`~jadpo_runtime.hosts.opening.opened_host`. Where another process holds the lock of a
    database, that is reported and waited for, as it is later, while ``goes_on`` says so. Raises
    what :func:`~jadpo_runtime.hosts.opening.opened_host` does.
    """
    programs = _ProgramOfEachThread(program, new_program)

    def waits(name: str, held: StoreHeld) -> bool:
        report(StoreFailed(name, held))
        return goes_on()

    with (
        opened_host(
            program,
            environment=environment,
            databases=databases,
            report=report,
            backfill=programs.backfill,
            store_as=store_as,
            waits=waits,
        ) as host,
        ExitStack() as watches,
    ):
        workers = Workers(
            [partial(_handler, host, programs, budget) for _ in range(threads)],
            host.clock,
            most_background=most_background,
            ticked=ticked,
        )
        try:
            for path in _files(host):
                watch = CommitWatch(
                    path,
                    wait_until_idle=workers.wait_until_idle,
                    wake=workers.wake,
                    told_by_system=told_by_system,
                )
                watch.start()
                watches.callback(watch.end)
            yield Living(host, workers)
        finally:
            workers.stop()
            workers.wait()


class _ProgramOfEachThread:
    """Programs are used by one thread at a time, so each thread has its own [B3]."""

    def __init__(self, program: Program, new_program: Callable[[], Program]) -> None:
        self._new_program: Final = new_program
        self._of_thread: Final = threading.local()
        self._of_thread.program = program

    def here(self) -> Program:
        """The program of the thread that asks."""
        program: Program | None = getattr(self._of_thread, "program", None)
        if program is None:
            program = self._of_thread.program = self._new_program()
        return program

    def backfill(self, name: str, row: Entity, stop: bytearray) -> Outcome:
        """Compute what a row lacks [V6], on the thread that reads it."""
        return backfill_of(self.here())(name, row, stop)


def _handler(host: Host, programs: _ProgramOfEachThread, budget: Duration) -> Handler:
    return Handler(attrs.evolve(host, program=programs.here()), budget)


def _files(host: Host) -> Iterator[Path]:
    """The files of the stores that other processes may write to."""
    for store in host.stores.values():
        file = store.file
        if file is not None:
            yield file
