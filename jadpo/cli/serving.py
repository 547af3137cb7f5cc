"""Serving until a signal comes, and ending in time [Z1] [Z3] [Z4]."""

import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Final, NoReturn

import attrs

from jadpo.cli.attempts import Attempt
from jadpo.cli.faults import config_problems, fault_as_diagnostic
from jadpo.cli.interruption import Interruption, stopping_on
from jadpo.cli.line_writer import LineWriter
from jadpo.cli.reporting import print_problems
from jadpo.cli.work_views import (
    Lines,
    RequestAnswered,
    ServeStarted,
    Shown,
    WorkStarted,
    WorkStopped,
    WorkStopping,
)
from jadpo.cli.working import SIGNALS, signals_not_watched
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.answering import Routes
from jadpo_runtime.hosts.serving import (
    Application,
    HttpServer,
    Metrics,
    OwnAnswers,
    RequestDone,
    ServedProgram,
    TimedStore,
)
from jadpo_runtime.hosts.worker import Living, living_host
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.program import Program
from jadpo_runtime.runner.reports import BodyBroke, Report
from jadpo_runtime.store import Store
from jadpo_runtime.values import Duration, Instant

ANSWERED_WITHIN: Final = 8.0
"""Seconds in which requests that were accepted are answered, once a signal has come; then their
bodies are stopped."""

STOPPED_WITHIN: Final = 10.0
"""Seconds from the first signal to the end of the process, at most [Z3]."""

_TO_WRITE: Final = 0.5
"""Seconds of these in which a slow reader gets the last lines."""


_LOOK_EVERY: Final = 0.2
"""Seconds between looks whether the threads still work."""


@attrs.frozen
class Serving:
    """What a server is started with.

    ``threads`` answer requests; each invocation of background work has ``budget``. ``url`` is what
    people are told.
    """

    listening: socket.socket
    url: str
    threads: int
    budget: Duration
    largest_body: int
    environment: Mapping[str, str]
    databases: Mapping[str, str]


def serve_until_stopped(
    program: Program, new_program: Callable[[], Program], serving: Serving, lines: Lines
) -> int | list[Diagnostic]:
    """Serve until SIGTERM or SIGINT: the exit status, or why the program cannot be started.

    Each thread works with a program of its own, of ``new_program``; ``program`` is one more.
    """
    server = _Server(lines, trace=serving.environment.get("JADPO_TRACE") == "1")
    try:
        with stopping_on(SIGNALS, server.stop) as interruption:
            server.interruption = interruption
            if not interruption.watches:
                print_problems(Diagnostics([signals_not_watched()]), {}, sys.stderr)
            with living_host(
                program,
                new_program,
                threads=serving.threads,
                budget=serving.budget,
                environment=serving.environment,
                databases=serving.databases,
                report=server.report,
                store_as=server.timed,
            ) as living:
                server.serve(living, serving)
            server.stopped()
    except ConfigInvalid as invalid:
        return config_problems(invalid)
    except Fault as fault:
        return [fault_as_diagnostic(Faulted(fault.code, None, fault.detail))]
    finally:
        server.close()
    return 0


def answered_line(at: Instant, done: RequestDone) -> RequestAnswered:
    """What is told of a request that was answered."""
    return RequestAnswered(
        at,
        done.method,
        done.path,
        done.response.status,
        done.took,
        done.id,
        None if done.trace is None else done.trace.trace_id,
        None if done.route is None else f"{done.route.method} {done.route.path}",
        done.response.code,
    )


class _Server:
    """One run of the server: what it tells, and its end."""

    def __init__(self, lines: Lines, *, trace: bool) -> None:
        self._clock: Final = SystemClock()
        self._writer: Final[LineWriter[Shown]] = LineWriter(lines.show, self.stop, lines.wants)
        self._trace: Final = trace
        self._asked: Final = threading.Event()
        self._metrics: Final = Metrics()
        self.interruption: Interruption | None = None

    def serve(self, living: Living, serving: Serving) -> None:
        """Serve until :meth:`stop`; every request that was accepted is answered [Z1]."""
        host = living.host
        service = ServedProgram(living.workers, Routes(host.manifest), host.clock, self.report)
        own = OwnAnswers(
            host.stores,
            host.clock,
            self._metrics,
            accepts=lambda: living.workers.accepts and not self._asked.is_set(),
            looked_for_work=lambda: living.workers.looked_for_work,
        )
        application = Application(
            service, host.clock, self.observe, own, largest_body=serving.largest_body
        )
        http = HttpServer(application, serving.listening)
        living.workers.start()
        http.start()
        self._started(living, serving)
        while not self._asked.wait(_LOOK_EVERY) and not living.workers.has_stopped:
            pass
        living.workers.end_background()
        http.stop_accepting()
        if http.has_ended(ANSWERED_WITHIN):
            living.workers.retire()
            living.workers.has_answered(0.5)
        living.workers.stop()
        http.has_ended(STOPPED_WITHIN - ANSWERED_WITHIN - _TO_WRITE)
        living.workers.wait()

    def timed(self, store: Store) -> Store:
        """A store whose transactions are counted."""
        return TimedStore(store, self._clock, self._metrics.transaction)

    def observe(self, done: RequestDone) -> None:
        """A request was answered."""
        self._metrics.request(done)
        self._writer.put(answered_line(self._clock.now(), done))

    def report(self, of: Report) -> None:
        """Something happened in the background."""
        self._metrics.report(of)
        if isinstance(of, BodyBroke) and self._trace:
            traceback.print_exception(of.error)
        self._writer.put(Attempt(self._clock.now(), of))

    def stop(self) -> None:
        """Begin to end; called again until it has ended, on another thread."""
        if self._asked.is_set():
            return
        self._asked.set()
        signal = None if self.interruption is None else self.interruption.signal
        self._writer.put(WorkStopping(self._clock.now(), "" if signal is None else signal.name))
        late = threading.Timer(STOPPED_WITHIN - _TO_WRITE, self._end_late)
        late.daemon = True
        late.start()

    def stopped(self) -> None:
        """All has ended."""
        self._writer.put(WorkStopped(self._clock.now(), in_time=True))

    def close(self) -> None:
        """Have the last lines written."""
        self._writer.close()

    def _started(self, living: Living, serving: Serving) -> None:
        stores = tuple(
            (name, "a database in memory" if store.file is None else str(store.file))
            for name, store in living.host.stores.items()
        )
        name = living.host.manifest.application.name
        now = self._clock.now()
        self._writer.put(WorkStarted(now, name, os.getpid(), serving.threads, stores))
        self._writer.put(ServeStarted(now, serving.url))

    def _end_late(self) -> NoReturn:
        """Something does not end; what it holds comes back when others see that we are gone."""
        self._writer.put(WorkStopped(self._clock.now(), in_time=False))
        try:
            self._writer.close(_TO_WRITE)
        finally:
            os._exit(0)
