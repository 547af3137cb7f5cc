"""Working until a signal comes, and ending in time [Z1] [Z3] [Z4]."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Final, NoReturn

from jadpo.cli.attempts import Attempt
from jadpo.cli.faults import config_problems, fault_as_diagnostic
from jadpo.cli.interruption import stopping_on
from jadpo.cli.line_writer import LineWriter
from jadpo.cli.reporting import print_problems
from jadpo.cli.work_views import Lines, Shown, WorkStarted, WorkStopped, WorkStopping, WorkTick
from jadpo.diagnostics import Diagnostic, Diagnostics, Severity
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.worker import Living, living_host
from jadpo_runtime.hosts.workers import Ticked, Workers
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.program import Program
from jadpo_runtime.runner.reports import BodyBroke, PieceEnded, Report
from jadpo_runtime.store.store import StoreHeld
from jadpo_runtime.values import Duration

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
"""What asks a process to stop."""

STOPPED_WITHIN: Final = 10.0
"""Seconds from the first signal to the end of the process, at most [Z3]."""

_TO_WRITE: Final = 0.5
"""Seconds of these in which a slow reader gets the last lines."""

_SECOND: Final = 1_000_000
"""The progress of a batch run is told once in this time, in µs."""

_MINUTE: Final = 60_000_000
"""Ticks that ran nothing are told once in this time, in µs."""


def work_until_stopped(
    program: Program,
    new_program: Callable[[], Program],
    *,
    threads: int,
    budget: Duration,
    environment: Mapping[str, str],
    urls: Mapping[str, str],
    lines: Lines,
) -> int | list[Diagnostic]:
    """Work until SIGTERM or SIGINT: the exit status, or why the program cannot be started.

    Each thread works with a program of its own, of ``new_program``; ``program`` is one more.
    """
    with (
        _Working(lines, trace=environment.get("JADPO_TRACE") == "1") as working,
        stopping_on(SIGNALS, working.stop) as interruption,
    ):
        working.signal_name = lambda: interruption.signal.name if interruption.signal else ""
        if not interruption.watches:
            print_problems(Diagnostics([signals_not_watched()]), {}, sys.stderr)
        try:
            with living_host(
                program,
                new_program,
                threads=threads,
                budget=budget,
                environment=environment,
                databases=urls,
                report=working.report,
                ticked=working.ticked,
                most_background=threads,
                goes_on=lambda: not working.is_stopping,
            ) as living:
                working.starts(living, threads)
                living.workers.wait()
        except ConfigInvalid as invalid:
            return config_problems(invalid)
        except Fault as fault:
            if working.is_stopping and isinstance(fault, StoreHeld):
                working.stopped()
                return 0
            return [fault_as_diagnostic(Faulted(fault.code, None, fault.detail))]
        working.stopped()
    return 0


class _Working:
    """The lines of a process that works, and the end of it."""

    def __init__(self, lines: Lines, *, trace: bool) -> None:
        self._clock: Final = SystemClock()
        self._writer: Final[LineWriter[Shown]] = LineWriter(lines.show, self.stop, lines.wants)
        self._trace: Final = trace
        self._lock: Final = threading.Lock()
        self._workers: Workers | None = None
        self._stopping = False
        self._told_tick = 0
        self._told_progress: dict[str, int] = {}
        self.signal_name: Callable[[], str] = str

    def __enter__(self) -> "_Working":
        return self

    def __exit__(self, *_: object) -> None:
        """Have the rest written; raises what writing did."""
        self._writer.close()

    def starts(self, living: Living, threads: int) -> None:
        """Start the workers, if nobody has asked to stop yet."""
        with self._lock:
            self._workers = living.workers
        stores = tuple(
            (name, "a database in memory" if store.file is None else str(store.file))
            for name, store in living.host.stores.items()
        )
        name = living.host.manifest.application.name
        self._writer.put(WorkStarted(self._clock.now(), name, os.getpid(), threads, stores))
        if self._stopping:
            living.workers.stop()
        living.workers.start()

    @property
    def is_stopping(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._stopping

    def report(self, of: Report) -> None:
        """Something happened."""
        if isinstance(of, BodyBroke) and self._trace:
            traceback.print_exception(of.error)
        if not self._is_soon_after(of):
            self._writer.put(Attempt(self._clock.now(), of))

    def _is_soon_after(self, of: Report) -> bool:
        """Whether a batch run goes on, and its progress was told within the last second."""
        if not isinstance(of, PieceEnded) or of.rows is None:
            return False
        now = self._clock.elapsed()
        if of.state != "pending" or of.error_code is not None:
            self._told_progress.pop(of.id, None)
            return False
        if now - self._told_progress.get(of.id, -_SECOND) < _SECOND:
            return True
        self._told_progress[of.id] = now
        return False

    def ticked(self, tick: Ticked) -> None:
        """A tick is over; those that ran nothing are told once a minute."""
        now = self._clock.elapsed()
        if tick.pieces or now - self._told_tick >= _MINUTE:
            self._told_tick = now
            self._writer.put(WorkTick(self._clock.now(), tick.pieces, tick.next_due))

    def stop(self) -> None:
        """End all work; called again until it has ended, on another thread."""
        with self._lock:
            first, self._stopping = not self._stopping, True
            workers = self._workers
        if first:
            self._writer.put(WorkStopping(self._clock.now(), self.signal_name()))
            late = threading.Timer(STOPPED_WITHIN - _TO_WRITE, self._end_late)
            late.daemon = True
            late.start()
        if workers is not None:
            workers.stop()

    def stopped(self) -> None:
        """All work has ended."""
        self._writer.put(WorkStopped(self._clock.now(), in_time=True))

    def _end_late(self) -> NoReturn:
        """Something does not end; what it holds comes back when others see that we are gone."""
        self._writer.put(WorkStopped(self._clock.now(), in_time=False))
        try:
            self._writer.close(_TO_WRITE)
        finally:
            os._exit(0)


def signals_not_watched() -> Diagnostic:
    """The warning that a signal will end the process at once [Z5]."""
    return Diagnostic(
        rule="cli.signal_handler_failed",
        span=None,
        summary="signals cannot be watched here",
        why="this is not the main thread of the process, or the platform does not let them be",
        help="a signal ends the process at once; what it held is taken over by the next one",
        severity=Severity.WARNING,
    )
