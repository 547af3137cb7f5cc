"""Stops bodies from outside: at their limits, or when the host is asked to stop [L6] [Z1].

The limits of a body are a time and how much the memory of the process may grow meanwhile.

A stop sets the byte that engines poll, and interrupts the store statement that may be running. One
thread per process watches all limits; with a clock that a test moves, the test calls
:meth:`Watchdog.stop_overdue` itself.
"""

import enum
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final, TypeAlias

from jadpo_runtime.clock import Clock
from jadpo_runtime.memory import ReadMemory
from jadpo_runtime.values import Duration

_CHECK_EVERY: Final = 0.05
"""Seconds between looks at a body that was told to stop and has not ended: it may have begun
another store statement just after the one before was interrupted. Half of what [L6] allows."""

MOST_MEMORY: Final = 256 * 1024 * 1024
"""How much the memory of the process may grow while a body runs: 256 MiB, in bytes.

Where several run, which of them it is cannot be told: then each may take this, all together.
"""

_LOOK_AT_MEMORY_EVERY: Final = 0.05
"""Seconds between looks at the memory while bodies run. A body can take some 100 MiB meanwhile."""


Interrupts: TypeAlias = Sequence[Callable[[], None]]
"""What ends the store statements of a thread, called from another."""


class StopReason(enum.Enum):
    """Why a body was stopped."""

    DEADLINE = "deadline"
    """It reached its limit: the attempt counts [L5]."""

    MEMORY = "memory"
    """It took too much memory: the attempt counts."""

    ASKED = "asked"
    """The host stops, or the route that waited waits no longer: it does not count [Z2] [A2]."""


class Limit:
    """The limit of one body, from its start until it has its value: never of its commit [L4]."""

    __slots__ = (
        "_ended",
        "_interrupts",
        "_lock",
        "_reason",
        "_watchdog",
        "at_deadline",
        "deadline",
        "memory_before",
        "stop",
    )

    def __init__(
        self,
        watchdog: "Watchdog",
        deadline: Duration | None,
        interrupts: Interrupts,
        memory_before: int,
        at_deadline: StopReason,
    ) -> None:
        """Use :meth:`Watchdog.watch`."""
        self.at_deadline: Final = at_deadline
        self.memory_before: Final = memory_before
        self.stop: Final = bytearray(1)
        self.deadline: Final = deadline
        self._watchdog = watchdog
        self._lock = watchdog.lock
        self._reason: StopReason | None = None
        self._ended = False
        self._interrupts = interrupts

    def stop_body(self, reason: StopReason) -> None:
        """Tell the body to end; again and again until it does. Nothing once it has its value."""
        with self._lock:
            if self._ended:
                return
            self._reason = self._reason or reason
            self.stop[0] = 1
            for interrupt in self._interrupts:
                interrupt()

    def body_ended(self) -> StopReason | None:
        """End the timing; the reason if the body ended past its limit, so keeps nothing [L4].

        From here on nothing is interrupted, so a commit that follows is safe.
        """
        with self._lock:
            self._ended = True
            self._watchdog.forget(self)
            if self._reason is None and self._watchdog.has_come(self.deadline):
                self._reason = self.at_deadline
            return self._reason


class Watchdog:
    """Watches the limits of all bodies that run in this process."""

    def __init__(
        self,
        clock: Clock,
        read_memory: ReadMemory | None = None,
        most_memory: int = MOST_MEMORY,
    ) -> None:
        """Watch by ``clock``; nothing is stopped until it is entered, or by hand.

        Without ``read_memory`` the memory that bodies take is not watched.
        """
        self._clock = clock
        self._read_memory = read_memory
        self._most_memory = most_memory
        self._looks_at_memory = False
        self._watched_since_look = False
        self._limits: set[Limit] = set()
        # One for all limits, too: bodies come and go by the thousand, and few run at once.
        self.lock: Final = threading.Lock()
        self._changed = threading.Condition(self.lock)
        self._wakes_at: int | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    def watch(
        self,
        deadline: Duration | None,
        interrupts: Interrupts = (),
        at_deadline: StopReason = StopReason.DEADLINE,
    ) -> Limit:
        """The limit of a body that starts now; ``deadline`` is by the clock's ``elapsed``.

        ``interrupts`` are called from the watching thread, while the body must end and has not.
        ``at_deadline`` is why it is stopped when the deadline comes.
        """
        memory = 0 if self._read_memory is None else self._read_memory()
        limit = Limit(self, deadline, interrupts, memory, at_deadline)
        with self.lock:
            self._limits.add(limit)
            self._watched_since_look = True
            if self._read_memory is not None and not self._looks_at_memory:
                self._looks_at_memory = True
                self._changed.notify()
            # Most limits are later than the next look: the thread sleeps on, which is cheap.
            if deadline is not None and (self._wakes_at is None or deadline < self._wakes_at):
                self._changed.notify()
        return limit

    def forget(self, limit: Limit) -> None:
        """Watch it no longer; called with the lock held."""
        self._limits.discard(limit)

    def has_come(self, deadline: Duration | None) -> bool:
        """Whether the deadline has come."""
        return deadline is not None and self._clock.elapsed() >= deadline

    def stop_overdue(self) -> None:
        """Stop every body whose limit has come, and again those that have not ended since."""
        with self._changed:
            overdue = [limit for limit in self._limits if self._is_overdue(limit)]
        for limit in overdue:
            limit.stop_body(limit.at_deadline)

    def stop_oversized(self) -> None:
        """Stop the bodies that run if they have taken too much memory."""
        if self._read_memory is None:
            return
        memory = self._read_memory()
        with self._changed:
            allowed = self._most_memory * max(1, len(self._limits))
            oversized = [limit for limit in self._limits if memory - limit.memory_before > allowed]
        for limit in oversized:
            limit.stop_body(StopReason.MEMORY)

    def stop_all(self, reason: StopReason) -> None:
        """Stop every body."""
        with self._changed:
            limits = list(self._limits)
            self._changed.notify()
        for limit in limits:
            limit.stop_body(reason)

    def __enter__(self) -> "Watchdog":
        """Start the thread."""
        self._thread = threading.Thread(target=self._run, name="jadpo-watchdog", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _is_overdue(self, limit: Limit) -> bool:
        return bool(limit.stop[0]) or self.has_come(limit.deadline)

    def _run(self) -> None:
        while True:
            self.stop_overdue()
            self.stop_oversized()
            with self._changed:
                if self._closing:
                    return
                self._changed.wait(self._shortest(self._seconds_to_next_look()))

    def _shortest(self, seconds: float | None) -> float | None:
        """That time, or the time to the next look at the memory, while bodies come and go."""
        self._looks_at_memory = self._read_memory is not None and (
            bool(self._limits) or self._watched_since_look
        )
        self._watched_since_look = False
        if not self._looks_at_memory:
            return seconds
        return min(_LOOK_AT_MEMORY_EVERY, _LOOK_AT_MEMORY_EVERY if seconds is None else seconds)

    def _seconds_to_next_look(self) -> float | None:
        """How long nothing is to be done; ``None`` is until something changes."""
        if any(self._is_overdue(limit) for limit in self._limits):
            return _CHECK_EVERY
        deadlines = [limit.deadline for limit in self._limits if limit.deadline is not None]
        now = self._clock.elapsed()
        if deadlines:
            self._wakes_at = min(deadlines)
        elif self._wakes_at is not None and self._wakes_at <= now:
            self._wakes_at = None
        # With no limits it sleeps on until the last one would have come: short bodies come and go
        # by the thousand, and waking the thread for each made them five times as slow.
        return None if self._wakes_at is None else max(0, self._wakes_at - now) / 1_000_000
