"""How many pieces an invocation can be expected to reach [M3]."""

from typing import Final

from jadpo_runtime.values import Duration

FIRST_BATCH: Final = 16
"""How many pieces are claimed at once before anything is known of how long they take."""

LARGEST_BATCH: Final = 64
"""The most pieces that are claimed at once; more gained nothing when it was measured."""

_LONGEST_WAIT: Final = 1_000_000
"""How long claimed pieces may be expected to wait for their turn, in µs: a second, so that other
runners of the store are not idle meanwhile."""

_WEIGHT: Final = 4
"""A new duration counts for a quarter of the average."""


class Pace:
    """The average time of a piece, and the batch that follows from it."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._average: float | None = None

    def ran(self, count: int, duration: int) -> None:
        """Remember that ``count`` pieces took ``duration`` µs."""
        if count:
            each = duration / count
            average = each if self._average is None else self._average
            self._average = average + (each - average) / _WEIGHT

    def batch(self, usable: Duration) -> int:
        """How many to claim with ``usable`` µs of the budget left: at least one."""
        if self._average is None:
            return FIRST_BATCH
        time = min(usable, _LONGEST_WAIT)
        return int(min(LARGEST_BATCH, max(1, time / max(self._average, 1.0))))
