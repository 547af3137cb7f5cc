"""Clocks as parameters: what time it is, and how much time has passed."""

import time
from typing import Protocol

from jadpo_runtime.values import Duration, Instant


class Clock(Protocol):
    """The clock of a host."""

    def now(self) -> Instant:
        """The time of day; it may jump."""
        ...

    def elapsed(self) -> Duration:
        """Time since some fixed moment; it never goes back. Budgets are counted by it."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> Instant:
        """The machine's time of day."""
        return Instant(time.time_ns() // 1000)

    def elapsed(self) -> Duration:
        """The machine's monotonic time."""
        return Duration(time.monotonic_ns() // 1000)


class SettableClock:
    """A clock that stands still until it is moved: that of tests and simulations [X1]."""

    def __init__(self, now: Instant) -> None:
        """Start at ``now``."""
        self._now = now
        self._elapsed = Duration(0)

    def now(self) -> Instant:
        """The time it was set to."""
        return self._now

    def elapsed(self) -> Duration:
        """How far it was advanced in all."""
        return self._elapsed

    def advance(self, by: Duration) -> None:
        """Let time pass; a negative ``by`` puts the time of day back."""
        self._now = Instant(self._now + by)
        self._elapsed = Duration(self._elapsed + max(0, by))
