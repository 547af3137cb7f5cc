"""The budget of a route that waits for its follow-on work: its `within:` [A1] [A2]."""

from typing import Final

from jadpo_runtime.clock import Clock
from jadpo_runtime.runner.budget import LEASE_MARGIN, Budget
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import StopReason

LONGEST_WAIT: Final = Duration(60_000_000)
"""The longest that a route waits: 60 seconds, in µs [R3]."""


class WaitingBudget(Budget):
    """A budget whose end stops what runs as a host that stops does: the attempt does not count.

    Nothing is kept back of it: the route answers when its time has passed, and what it held is
    given back just then.
    """

    _at_deadline = StopReason.ASKED

    def __init__(self, clock: Clock, within: Duration) -> None:
        """Start the wait; one over 60 seconds is cut to that."""
        super().__init__(clock, Duration(min(within, LONGEST_WAIT)))
        self._kept_back = Duration(0)

    def lease(self) -> Duration:
        """How long a claim taken now lasts: 60 seconds and the minute [M1]."""
        return Duration(LONGEST_WAIT + LEASE_MARGIN)
