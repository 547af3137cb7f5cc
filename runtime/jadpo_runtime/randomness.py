"""Randomness and ids as parameters.

A *source* gives random whole numbers; seeded, it gives the same ones again, so that a test or a
simulation is repeatable [X1]. Ids of records are UUIDs of version 7 that grow in the order in which
one process makes them, also within a millisecond and when the clock goes back [E1].
"""

import random
import re
import threading
from typing import Final

from jadpo_runtime.values import Instant

_RANDOM_BITS: Final = 74
"""The bits of a version 7 UUID that are not its time, version or variant."""

_STEP_BITS: Final = 32
"""Ids within one millisecond are up to 2^32 apart, so that the next one cannot be guessed."""


_LAST_MILLISECOND: Final = (1 << 48) - 1
"""The last time that a version 7 UUID can hold."""

_VERSION_7: Final = re.compile(
    "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
)


class Randomness:
    """A stream of random numbers and of ids; several may share one :class:`IdentityOrder`."""

    def __init__(self, source: random.Random, order: "IdentityOrder") -> None:
        """Draw from ``source``: ``random.SystemRandom()``, or a seeded ``random.Random``."""
        self._source = source
        self._order = order

    def uuid(self) -> str:
        """A random UUID of version 4: ``random.uuid()`` of the language, a claim's token."""
        bits = self._source.getrandbits(128)
        return _formatted(bits & ~(0xF000 << 64) & ~(0xC000 << 48) | 0x4000 << 64 | 0x8000 << 48)

    def identity(self, now: Instant) -> str:
        """The id of a new record: a UUID of version 7, larger than all made before it."""
        return self._order.next(now, self._source)

    def follow(self, identity: str) -> None:
        """Make all later ids larger than ``identity``, which another process may have made."""
        self._order.follow(identity)

    def up_to(self, largest: int) -> int:
        """A whole number from 0 to ``largest``, each as likely as any other."""
        return self._source.randint(0, largest)


class IdentityOrder:
    """Keeps the ids that one process makes in order."""

    def __init__(self) -> None:
        """Start before all ids."""
        self._lock = threading.Lock()
        self._last = 0

    def next(self, now: Instant, source: random.Random) -> str:
        """The next id at ``now``; an instant before 1970 counts as 1970."""
        fresh = max(0, now // 1000) << _RANDOM_BITS
        with self._lock:
            if fresh >> _RANDOM_BITS > self._last >> _RANDOM_BITS:
                # The top random bit stays free, so that counting on never soon ends the time.
                number = fresh | source.getrandbits(_RANDOM_BITS - 1)
            else:
                number = self._last + 1 + source.getrandbits(_STEP_BITS)
            self._last = number
        return _formatted(
            (number >> 74) << 80
            | 0x7 << 76
            | (number >> 62 & 0xFFF) << 64
            | 0b10 << 62
            | number & (1 << 62) - 1
        )

    def follow(self, identity: str) -> None:
        """Go on after ``identity``; what is no UUID of version 7, or the last one, is ignored."""
        if not _VERSION_7.fullmatch(identity):
            return
        bits = int(identity.replace("-", ""), 16)
        number = bits >> 80 << 74 | (bits >> 64 & 0xFFF) << 62 | bits & (1 << 62) - 1
        if number >> 74 < _LAST_MILLISECOND:
            with self._lock:
                self._last = max(self._last, number)


def system_randomness() -> Randomness:
    """Randomness of the operating system, for all hosts but a test's."""
    return Randomness(random.SystemRandom(), IdentityOrder())


def _formatted(bits: int) -> str:
    """128 bits as a UUID, canonical lower-case."""
    digits = f"{bits:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
