"""What may happen at a statement of a store: a table with how often, and the drawing from it."""

import enum
import random
from typing import Final

SECOND: Final = 1_000_000
"""In µs."""

MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Disturbance(enum.Enum):
    """One thing that may happen when a statement is to be run."""

    REFUSED = "refused, and nothing was done"
    ROLLED_BACK = "refused, and SQLite rolled the transaction back"
    DONE_BUT_FAILED = "done, but reported failed"
    LOCKED = "refused: locked by another process"
    SLOW = "slow"
    VERY_SLOW = "very slow"
    KILLED_BEFORE = "killed before it"
    KILLED_AFTER = "killed after it"
    FROZEN = "frozen"
    ASKED_TO_STOP = "asked to stop"
    CLOCK_JUMPED = "the machine's clock jumped"


WEIGHTS: Final = {
    Disturbance.REFUSED: 14,
    Disturbance.ROLLED_BACK: 8,
    Disturbance.DONE_BUT_FAILED: 14,
    Disturbance.LOCKED: 10,
    Disturbance.SLOW: 12,
    Disturbance.VERY_SLOW: 4,
    Disturbance.KILLED_BEFORE: 9,
    Disturbance.KILLED_AFTER: 9,
    Disturbance.FROZEN: 14,
    Disturbance.ASKED_TO_STOP: 4,
    Disturbance.CLOCK_JUMPED: 1,
}
"""How often each comes, compared with the others."""

_DISTURBANCES: Final = tuple(WEIGHTS)
_CUMULATED: Final = tuple(sum(list(WEIGHTS.values())[: at + 1]) for at in range(len(WEIGHTS)))

_AT_COMMITS: Final = (
    Disturbance.DONE_BUT_FAILED,
    Disturbance.DONE_BUT_FAILED,
    Disturbance.REFUSED,
    Disturbance.KILLED_BEFORE,
    Disturbance.KILLED_AFTER,
    Disturbance.FROZEN,
)
"""What happens at commits besides, which are few among the statements and decide the most."""

JUMPS: Final = (-HOUR, -HOUR, -MINUTE, 20 * MINUTE, DAY)
"""How far the machine's clock jumps, in µs."""


class Draws:
    """The random decisions of a simulation."""

    def __init__(self, seed: int) -> None:
        """Draw what ``seed`` gives."""
        self.random: Final = random.Random(f"simulation {seed}")
        # Between quiet and wild: a seed has its own rate, so that some see one fault, some many.
        self._rate = 1 / self.random.choice((15, 40, 80, 200, 600))
        self._at_commits = self.random.choice((0.0, 0.02, 0.1))
        self._until_disturbed = self._geometric(self._rate)
        self._switching = 1 / self.random.choice((3, 10, 40))
        self._until_switched = self._geometric(self._switching)

    def disturbance(self, is_commit: bool) -> Disturbance | None:
        """What happens at the statement that is to be run; mostly nothing."""
        if is_commit and self._at_commits and self.random.random() < self._at_commits:
            return self.random.choice(_AT_COMMITS)
        self._until_disturbed -= 1
        if self._until_disturbed > 0:
            return None
        self._until_disturbed = self._geometric(self._rate)
        (drawn,) = self.random.choices(_DISTURBANCES, cum_weights=_CUMULATED)
        return drawn

    def switches(self) -> bool:
        """Whether another process goes on before the statement is run."""
        self._until_switched -= 1
        if self._until_switched > 0:
            return False
        self._until_switched = self._geometric(self._switching)
        return True

    def between(self, shortest: int, longest: int) -> int:
        """A length of time, in µs; short ones are as likely as long ones."""
        middle = int((shortest * longest) ** 0.5)
        if self.random.random() < 0.5:
            return self.random.randint(shortest, middle)
        return self.random.randint(middle, longest)

    def _geometric(self, rate: float) -> int:
        return int(self.random.expovariate(rate)) + 1
