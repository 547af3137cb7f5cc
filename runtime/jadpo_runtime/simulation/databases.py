"""The databases of a simulation."""

from pathlib import Path

import attrs

from jadpo_runtime.simulation.audit import Audit
from jadpo_runtime.store import Store


@attrs.define(eq=False)
class Database:
    """One database; ``writer`` is the process that holds its lock.

    Liveness rows are renewed through ``renewing``, which no disturbance reaches. ``earliest`` and
    ``latest`` are the store's clock in the transaction of the writer, in µs since 1970.
    """

    path: Path
    audit: Audit
    renewing: Store
    writer: object | None = None
    earliest: int = 0
    latest: int = 0

    def begun(self, writer: object, now: int) -> None:
        """A transaction that writes was begun."""
        self.writer = writer
        self.earliest = self.latest = now

    def shows(self, now: int) -> None:
        """The store's clock shows ``now`` in the transaction."""
        self.earliest = min(self.earliest, now)
        self.latest = max(self.latest, now)
