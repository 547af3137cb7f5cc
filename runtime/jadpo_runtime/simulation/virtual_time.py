"""Time as a simulation lets it pass: one elapsed time, and clocks that show it, or something else.

All processes share the elapsed time. The store's clock is the machine's time of day, which may
jump; the clock of a host is apart from it by an offset of its own [M2].
"""

from typing import Final

import attrs

from jadpo_runtime.values import Duration, Instant


class VirtualTime:
    """The elapsed time, in µs from the begin of the simulation, and the machine's time of day."""

    def __init__(self, begin: Instant) -> None:
        """Show ``begin`` as the time of day at first."""
        self.elapsed = 0
        self.day: int = begin
        self.latest: int = begin

    @property
    def now(self) -> int:
        """The machine's time of day, in µs since 1970."""
        return self.day + self.elapsed

    def advance_to(self, elapsed: int) -> None:
        """Let time pass; never back."""
        # Called for each statement, so without calls.
        if elapsed > self.elapsed:
            self.elapsed = elapsed
        if self.day + self.elapsed > self.latest:
            self.latest = self.day + self.elapsed

    def jump(self, by: int) -> None:
        """Set the time of day forward or back by ``by`` µs."""
        self.day += by
        self.latest = max(self.latest, self.now)


@attrs.frozen
class VirtualClock:
    """A clock of the simulation, ahead of the machine's time of day by ``ahead`` µs."""

    time: Final[VirtualTime]
    ahead: Final[int] = 0

    def now(self) -> Instant:
        """The time of day."""
        return Instant(self.time.day + self.time.elapsed + self.ahead)

    def elapsed(self) -> Duration:
        """The elapsed time, which no jump changes."""
        return Duration(self.time.elapsed)
