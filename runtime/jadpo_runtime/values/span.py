"""Where in the source something stands."""

from typing import NamedTuple


class Span(NamedTuple):
    """A range of one source file.

    ``path`` is the file as shown to a person; ``start`` and ``end`` are offsets in code points,
    ``end`` exclusive; ``line`` and ``column`` are those of ``start``, counted from 1, in code
    points.
    """

    path: str
    start: int
    end: int
    line: int
    column: int

    def __str__(self) -> str:
        """The position as ``path:line:column``."""
        return f"{self.path}:{self.line}:{self.column}"
