"""The time that one invocation may take [L1] [L2] [L3]."""

from typing import Final

from jadpo_runtime.clock import Clock
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import Interrupts, Limit, StopReason, Watchdog

RUN_LIMIT: Final = Duration(15 * 60_000_000)
"""The longest that an action runs in the background, and the longest budget: 15 minutes, in µs."""

LEASE_MARGIN: Final = Duration(60_000_000)
"""What a lease lasts beyond its claimer's budget: a minute, in µs [M1]."""

_MOST_KEPT_BACK: Final = 5_000_000
"""The largest part of a budget that is kept back: 5 seconds, in µs."""


class Budget:
    """A length of time from now on, a part of which is kept back for giving claims back."""

    _at_deadline: StopReason = StopReason.DEADLINE

    def __init__(
        self, clock: Clock, length: Duration = RUN_LIMIT, *, bodies: int | None = None
    ) -> None:
        """Start the budget; a ``length`` over 15 minutes is cut to that.

        ``bodies`` is how many bodies may be run, for a host whose clock stands still meanwhile.
        """
        length = Duration(min(length, RUN_LIMIT))
        self._clock = clock
        self._end = Duration(clock.elapsed() + length)
        self._kept_back = Duration(min(length // 10, _MOST_KEPT_BACK))
        self._bodies_left = bodies
        self._ended = False
        self._takes_no_more = False
        self._limit: Limit | None = None

    def take_no_more(self) -> None:
        """Take no more work, and let what runs come to its end: a request waits [B6]."""
        self._takes_no_more = True

    def end_now(self) -> None:
        """Leave nothing of the budget, and stop what runs: the host was asked to stop [Z1]."""
        self._ended = True
        if self._limit is not None:
            self._limit.stop_body(StopReason.ASKED)

    @property
    def is_spent(self) -> bool:
        """Whether as many bodies were run as may be."""
        return self._bodies_left is not None and self._bodies_left <= 0

    @property
    def takes_work(self) -> bool:
        """Whether more is left than the part kept back [L2]."""
        return (
            not self._ended
            and not self._takes_no_more
            and not self.is_spent
            and self._clock.elapsed() < self._end - self._kept_back
        )

    def run_deadline(self) -> Duration:
        """When (by the clock's ``elapsed``) a body that starts now must have ended [L3]."""
        return Duration(min(self._clock.elapsed() + RUN_LIMIT, self._end - self._kept_back))

    def watch(self, watchdog: Watchdog, interrupts: Interrupts) -> Limit:
        """The limit of a body that starts now."""
        if self._bodies_left is not None:
            self._bodies_left -= 1
        limit = self._limit = watchdog.watch(self.run_deadline(), interrupts, self._at_deadline)
        if self._ended:
            # The host was asked to stop since the runner looked, so it did not see this body.
            limit.stop_body(StopReason.ASKED)
        return limit

    def usable(self) -> Duration:
        """What is left until the part kept back; not negative."""
        left = self._end - self._kept_back - self._clock.elapsed()
        return Duration(0 if self._ended else max(0, left))

    def lease(self) -> Duration:
        """How long a claim taken now lasts [M1]."""
        return Duration(max(0, self._end - self._clock.elapsed()) + LEASE_MARGIN)
