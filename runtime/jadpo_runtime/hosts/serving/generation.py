"""One version of a program, as it is served: opened, with its threads started, until it is ended.

A host that serves several versions one after the other has a generation of each.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Final

import attrs

from jadpo_runtime.hosts.answering import Routes
from jadpo_runtime.hosts.serving.service import ServedProgram
from jadpo_runtime.hosts.worker import Living, living_host
from jadpo_runtime.hosts.workers import Ticked
from jadpo_runtime.program import Program
from jadpo_runtime.runner.budget import RUN_LIMIT
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store

ANSWERED_WITHIN: Final = 8.0
"""Seconds in which a generation answers what it accepted, once it is ended."""


@attrs.frozen
class Place:
    """Where a generation works: the environment and databases, and whom it tells.

    ``store_as`` is as for :func:`~jadpo_runtime.hosts.opening.opened_host`.
    """

    environment: Mapping[str, str]
    databases: Mapping[str, str]
    threads: int
    report: Callable[[Report], None]
    ticked: Callable[[Ticked], None] = lambda tick: None
    store_as: Callable[[Store], Store] = lambda store: store


class Generation:
    """A program that is served, with threads and connections of its own."""

    def __init__(self, program: Program, new_program: Callable[[], Program], place: Place) -> None:
        """Open the program's databases and start its threads.

        Raises :class:`~jadpo_runtime.config.ConfigInvalid` and
        :class:`~jadpo_runtime.store.StoreError`.
        """
        self._stack: Final = ExitStack()
        self.living: Final[Living] = self._stack.enter_context(
            living_host(
                program,
                new_program,
                threads=place.threads,
                environment=place.environment,
                databases=place.databases,
                report=place.report,
                ticked=place.ticked,
                budget=RUN_LIMIT,
                store_as=place.store_as,
            )
        )
        host = self.living.host
        self.service: Final = ServedProgram(
            self.living.workers, Routes(host.manifest), host.clock, place.report
        )
        self.living.workers.start()

    def end_background(self) -> None:
        """End background work: what it holds is given back."""
        self.living.workers.end_background()

    def end(self) -> None:
        """Answer what was accepted, then close everything."""
        self.living.workers.retire()
        self.living.workers.has_answered(ANSWERED_WITHIN)
        self._stack.close()
