"""What this process has seen of each handler: how long it takes, and whether it acts outward."""

from typing import Final

from jadpo_runtime.values import Duration

_WEIGHT: Final = 8
"""A new duration counts for an eighth of the average: one slow run is soon forgotten."""


class Habits:
    """Decides which deliveries may share a commit [B7].

    A handler that was not seen yet runs alone once: nothing says that it is short.
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._averages: dict[str, float] = {}
        self._outward: set[str] = set()

    def may_share(self, handler: str, longest: Duration) -> bool:
        """Whether its runs took less than ``longest`` on average, and none acted outward."""
        average = self._averages.get(handler)
        return average is not None and average < longest and handler not in self._outward

    def took(self, handler: str, duration: int) -> None:
        """Remember how long a run took, in µs."""
        average = self._averages.get(handler, float(duration))
        self._averages[handler] = average + (duration - average) / _WEIGHT

    def acts_outward(self, handler: str) -> None:
        """Remember that it called an outside system."""
        self._outward.add(handler)
