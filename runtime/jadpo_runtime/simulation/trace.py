"""What happened in a simulation, in order: to compare runs by, and to read when one failed."""

import hashlib
from typing import Final

import attrs

_WIDTH: Final = 150
"""Characters of a statement that are shown."""


@attrs.frozen
class Step:
    """A statement, or something that happened between statements, at an elapsed time in µs."""

    elapsed: int
    process: str
    database: str
    what: str
    note: str

    def __str__(self) -> str:
        where = f"{self.process}@{self.database}" if self.database else self.process
        text = " ".join(self.what.split())
        if len(text) > _WIDTH:
            text = text[: _WIDTH - 1] + "…"
        note = f"  ← {self.note}" if self.note else ""
        return f"{self.elapsed / 1_000_000:14.6f}  {where:24} {text}{note}"


class Trace:
    """The steps of one simulation."""

    def __init__(self) -> None:
        """Begin empty."""
        self._steps: Final[list[tuple[int, str, str, str, str]]] = []
        self._committed: Final = hashlib.blake2b(digest_size=16)

    def __len__(self) -> int:
        return len(self._steps)

    def add(self, elapsed: int, process: str, database: str, what: str, note: str = "") -> None:
        """Keep a step."""
        self._steps.append((elapsed, process, database, what, note))

    def committed(self, text: str) -> None:
        """Keep a change of a record that was committed, for the digest."""
        self._committed.update(text.encode())

    def last(self, count: int) -> list[Step]:
        """The last steps, oldest first."""
        return [Step(*step) for step in self._steps[-count:]]

    def digest(self) -> str:
        """A text that is the same for two simulations in which the same happened."""
        digest = self._committed.copy()
        for step in self._steps:
            digest.update(repr(step).encode())
        return digest.hexdigest()
