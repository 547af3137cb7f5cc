"""One run of `jadpo dev`: the server, the follower of the source, and what people are told."""

import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import Final, NoReturn

from jadpo.cli.attempts import Attempt
from jadpo.cli.development.answers import DevelopmentAnswers, NothingServed
from jadpo.cli.development.events_told import EventsTold
from jadpo.cli.development.follower import Followed, Follower
from jadpo.cli.development.page import PAGE
from jadpo.cli.development.versions import Mistaken, Servable
from jadpo.cli.development.watching import changes
from jadpo.cli.interruption import Interruption, stopping_on
from jadpo.cli.line_writer import LineWriter
from jadpo.cli.migrate_views import print_migrated
from jadpo.cli.reporting import print_problems
from jadpo.cli.serving import answered_line
from jadpo.cli.work_views import (
    EventCommitted,
    Lines,
    ServeStarted,
    Shown,
    VersionServed,
    WorkStopped,
    WorkStopping,
    WorkTick,
)
from jadpo.cli.working import SIGNALS, signals_not_watched
from jadpo.diagnostics import Diagnostics
from jadpo.diagnostics.plain import plain_line
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.hosts.serving import Application, HttpServer, RequestDone, Service
from jadpo_runtime.hosts.serving.generation import Generation
from jadpo_runtime.hosts.workers import Ticked
from jadpo_runtime.runner.reports import BodyBroke, Report

STOPPED_WITHIN: Final = 10.0
"""Seconds from the first signal to the end of the process, at most [Z3]."""

_ANSWERED_WITHIN: Final = 8.0
"""Seconds of these in which what was accepted is answered."""

_TO_WRITE: Final = 0.5
"""Seconds of these in which a slow reader gets the last lines."""


def develop(followed: Followed, listening: socket.socket, url: str, lines: Lines) -> int:
    """Serve a project and follow its source until SIGTERM or SIGINT; the exit status."""
    development = _Development(followed, url, lines)
    try:
        with stopping_on(SIGNALS, development.stop) as interruption:
            development.interruption = interruption
            if not interruption.watches:
                print_problems(Diagnostics([signals_not_watched()]), {}, sys.stderr)
            development.run(listening)
    finally:
        development.close()
    return 0


class _Development:
    """The state of one run."""

    def __init__(self, followed: Followed, url: str, lines: Lines) -> None:
        self._clock: Final = SystemClock()
        self._writer: Final[LineWriter[Shown]] = LineWriter(lines.show, self.stop)
        self._trace: Final = os.environ.get("JADPO_TRACE") == "1"
        self._followed: Final = followed
        self._url: Final = url
        self._asked: Final = threading.Event()
        self._answers: Final = DevelopmentAnswers(followed.path.name)
        self._application: Final = Application(
            NothingServed(self._answers), self._clock, self.observe, self._answers
        )
        self._follower: Final = Follower(followed, self, self._serve)
        self._events: EventsTold | None = None
        self._may_be_events: Final = threading.Event()
        self.interruption: Interruption | None = None

    def run(self, listening: socket.socket) -> None:
        """Serve until :meth:`stop`."""
        self._start("jadpo-events", self._tell_events)
        self._follower.follow()
        # What was asked meanwhile waits in the socket.
        http = HttpServer(self._application, listening)
        http.start()
        self._writer.put(ServeStarted(self._clock.now(), self._url))
        self._start("jadpo-watch", lambda: self._watch(changes(self._followed.path, self._asked)))
        self._asked.wait()
        self._follower.end_background()
        http.stop_accepting()
        http.has_ended(_ANSWERED_WITHIN)
        self._follower.end()
        self._writer.put(WorkStopped(self._clock.now(), in_time=True))

    def stop(self) -> None:
        """Begin to end; called again until it has ended, on another thread."""
        if self._asked.is_set():
            return
        self._asked.set()
        self._may_be_events.set()
        signal = None if self.interruption is None else self.interruption.signal
        self._writer.put(WorkStopping(self._clock.now(), "" if signal is None else signal.name))
        late = threading.Timer(STOPPED_WITHIN - _TO_WRITE, self._end_late)
        late.daemon = True
        late.start()

    def close(self) -> None:
        """Have the last lines written."""
        self._writer.close()

    # ---- what is told

    def observe(self, done: RequestDone) -> None:
        """A request was answered."""
        if done.path != PAGE:
            self._writer.put(answered_line(self._clock.now(), done))
        self._may_be_events.set()

    def report(self, of: Report) -> None:
        """Something happened in the background."""
        if isinstance(of, BodyBroke) and self._trace:
            traceback.print_exception(of.error)
        self._writer.put(Attempt(self._clock.now(), of))
        self._may_be_events.set()

    def ticked(self, tick: Ticked) -> None:
        """A tick is over; those that ran nothing are not worth a line."""
        if tick.pieces:
            self._writer.put(WorkTick(self._clock.now(), tick.pieces, tick.next_due))

    def mistaken(self, version: Mistaken, is_served: bool) -> None:
        """The source has mistakes: they are shown here, and on the page."""
        problems = Diagnostics(version.problems)
        self._answers.mistaken([plain_line(each) for each in problems], is_served=is_served)
        print_problems(problems, version.sources, sys.stderr)
        goes_on = "the last good version is still served" if is_served else "nothing is served yet"
        sys.stderr.write(f"{goes_on}; see {self._url}{PAGE}\n")
        sys.stderr.flush()

    def takes_over(self, generation: Generation, version: Servable, mode: str, took: float) -> None:
        """A version is served from now on."""
        manifest = generation.living.host.manifest
        self._answers.serves(manifest.application.name, manifest.routes)
        self._events = EventsTold(
            generation.living.host.stores,
            lambda emitted: self._writer.put(
                EventCommitted(emitted.at, f"{emitted.event}.{emitted.variant}", emitted.id)
            ),
        )
        warnings = Diagnostics(version.checked.diagnostics)
        print_problems(
            warnings, {each.path: each for each in version.checked.project.sources}, sys.stderr
        )
        if any(each.migrated.findings for each in version.migrated):
            print_migrated(version.migrated, sys.stderr, only_plan=False, allow_loss=False)
        name = manifest.application.name
        self._writer.put(VersionServed(self._clock.now(), name, mode, int(took * 1_000_000)))

    # ---- threads

    def _serve(self, service: Service) -> None:
        self._application.service = service

    def _watch(self, changed: Iterable[None]) -> None:
        for _ in changed:
            if self._asked.is_set():
                return
            self._follower.follow()

    def _tell_events(self) -> None:
        while not self._asked.is_set():
            self._may_be_events.wait()
            self._may_be_events.clear()
            events = self._events
            if events is not None and not self._asked.is_set():
                events.look()

    def _start(self, name: str, run: Callable[[], None]) -> None:
        threading.Thread(target=run, name=name, daemon=True).start()

    def _end_late(self) -> NoReturn:
        """Something does not end; what it holds comes back when others see that we are gone."""
        self._writer.put(WorkStopped(self._clock.now(), in_time=False))
        try:
            self._writer.close(_TO_WRITE)
        finally:
            os._exit(0)
