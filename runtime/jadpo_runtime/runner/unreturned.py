"""Claims that could not be given back, since the store failed: they are as soon as it works again.

Without this they would come back with their leases only, for the process that holds them lives.
"""

from collections.abc import Callable
from typing import Final

from jadpo_runtime.faults import Fault

MOST_KEPT: Final = 1_000
"""Batches of claims that are remembered; what was held before them comes back with its lease."""


class Unreturned:
    """What invocations of one handler have yet to give back."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._waiting: list[Callable[[], None]] = []

    def keep(self, give_back: Callable[[], None]) -> None:
        """Call ``give_back`` later, until it raises no fault any more."""
        self._waiting = [*self._waiting[-MOST_KEPT:], give_back]

    def give_back(self) -> None:
        """Give back what can be; raises nothing where the store fails still."""
        waiting, self._waiting = self._waiting, []
        for position, give_back in enumerate(waiting):
            try:
                give_back()
            except Fault:
                # One try is enough to see it: each of them may wait for the store's lock.
                self._waiting = waiting[position:]
                return
