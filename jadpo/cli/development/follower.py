"""Keeps the newest version without mistakes served, while its source changes."""

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import attrs

from jadpo.cli.checking import CheckedProject
from jadpo.cli.development.local_environment import local_environment
from jadpo.cli.development.versions import Mistaken, Servable, version_at
from jadpo.cli.engines import engine_of
from jadpo.cli.faults import config_problems, fault_as_diagnostic
from jadpo.cli.modes import COMPILED, INTERPRETED
from jadpo.cli.reporting import by_path
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.serving.generation import Generation, Place
from jadpo_runtime.hosts.serving.service import Service
from jadpo_runtime.hosts.workers import Ticked
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.program import Program
from jadpo_runtime.runner.reports import Report


@attrs.frozen
class Followed:
    """What is followed, and how: the path of the project, and the options of the command."""

    path: Path
    databases: Sequence[str]
    threads: int
    mode: str
    tier: str


class Told(Protocol):
    """Who is told what becomes of the source."""

    def report(self, of: Report) -> None:
        """Something happened in the background."""

    def ticked(self, tick: Ticked) -> None:
        """A tick is over."""

    def mistaken(self, version: Mistaken, is_served: bool) -> None:
        """The source has mistakes; ``is_served`` is whether an older version goes on."""

    def takes_over(self, generation: Generation, version: Servable, mode: str, took: float) -> None:
        """A generation is served from now on; ``took`` are the seconds since the change."""


class Follower:
    """The versions of a program, of which the newest good one is served."""

    def __init__(self, followed: Followed, told: Told, serve: Callable[[Service], None]) -> None:
        """``serve`` is called with what answers requests from then on."""
        self._followed: Final = followed
        self._told: Final = told
        self._serve: Final = serve
        self._lock: Final = threading.Lock()
        self._current: Generation | None = None
        self._version = 0
        self._ended = False

    def follow(self) -> None:
        """Read the source as it is now, and serve it if it is without mistakes."""
        began = time.monotonic()
        environment = local_environment(self._followed.path, os.environ)
        version = version_at(self._followed.path, environment, self._followed.databases)
        self._version += 1
        if isinstance(version, Servable):
            mistaken = self._begin(version, environment, INTERPRETED, began)
            if mistaken is None:
                self._compile_later(version, environment)
                return
            version = mistaken
        self._told.mistaken(version, self._current is not None)

    def end_background(self) -> None:
        """End background work, and follow no more."""
        with self._lock:
            self._ended = True
            if self._current is not None:
                self._current.end_background()

    def end(self) -> None:
        """End the generation that is served."""
        with self._lock:
            current, self._current = self._current, None
        if current is not None:
            current.end()

    def _begin(
        self, version: Servable, environment: Mapping[str, str], mode: str, began: float
    ) -> Mistaken | None:
        """Have a version served in a mode; what keeps it from that, if something does."""

        def new_engine() -> Program | Diagnostic:
            return _engine(version.checked, mode, self._followed.tier)

        sources = by_path(version.checked.project.sources)
        engine = new_engine()
        if isinstance(engine, Diagnostic):
            return Mistaken([engine], sources)
        place = Place(
            environment,
            version.databases,
            self._followed.threads,
            self._told.report,
            self._told.ticked,
        )
        with self._lock:
            if self._ended:
                return None
            before = self._current
            if before is not None:
                # What it holds is given back before the next one looks for work.
                before.end_background()
            try:
                generation = Generation(engine, lambda: _again(new_engine()), place)
            except ConfigInvalid as invalid:
                return Mistaken(config_problems(invalid), sources)
            except Fault as fault:
                problem = fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
                return Mistaken([problem], sources)
            self._current = generation
            self._serve(generation.service)
        if before is not None:
            threading.Thread(target=before.end, name="jadpo-generation", daemon=True).start()
        self._told.takes_over(generation, version, mode, time.monotonic() - began)
        return None

    def _compile_later(self, version: Servable, environment: Mapping[str, str]) -> None:
        """Compile beside, and have that served instead, unless the source has changed since."""
        if self._followed.mode != COMPILED:
            return
        number, began = self._version, time.monotonic()

        def compile_and_serve() -> None:
            # Kept for the engines that are asked for when it is served.
            engine = _engine(version.checked, COMPILED, self._followed.tier)
            if self._version != number:
                return
            mistaken = (
                Mistaken([engine], by_path(version.checked.project.sources))
                if isinstance(engine, Diagnostic)
                else self._begin(version, environment, COMPILED, began)
            )
            if mistaken is not None:
                self._told.mistaken(mistaken, is_served=True)

        threading.Thread(target=compile_and_serve, name="jadpo-compile", daemon=True).start()


def _engine(checked: CheckedProject, mode: str, tier: str) -> Program | Diagnostic:
    return engine_of(checked, mode, tier, os.environ, sys.platform)


def _again(engine: Program | Diagnostic) -> Program:
    """Another engine for the program of the first one, which there was."""
    assert not isinstance(engine, Diagnostic), engine.summary
    return engine
