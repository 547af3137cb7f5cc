"""One file of source text, and where things stand in it.

Positions are offsets in code points from the start of the text, everywhere: lines are found
from them, never the other way round.
"""

from bisect import bisect_right
from collections.abc import Iterator

import attrs

from jadpo_runtime.values.span import Span


@attrs.frozen
class Source:
    """The text of one file, with the path as shown to a person.

    ``line_starts`` are the offsets at which lines begin; the first is 0. A line ends at
    ``\\n``; a ``\\r`` before it belongs to the white space of the line.
    """

    path: str
    text: str = attrs.field(repr=False)
    line_starts: tuple[int, ...] = attrs.field(init=False, repr=False, eq=False)

    @line_starts.default
    def _find_line_starts(self) -> tuple[int, ...]:
        return tuple(_starts_of_lines(self.text))

    def span(self, start: int, end: int) -> Span:
        """The range from ``start`` to ``end`` (exclusive), in code points."""
        line, column = self.position(start)
        return Span(self.path, start, end, line, column)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both counted from 1, in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line counted from 1, without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


def _starts_of_lines(text: str) -> Iterator[int]:
    yield 0
    at = text.find("\n")
    while at != -1:
        yield at + 1
        at = text.find("\n", at + 1)
