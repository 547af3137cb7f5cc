"""The line of source that a diagnostic speaks of, cut and underlined to fit a width."""

from typing import NamedTuple

from rich.cells import cell_len

from jadpo.diagnostics.visible import visible, visible_in_ascii
from jadpo.source import Source
from jadpo_runtime.values.span import Span

NARROWEST = 8
"""Cells: below this a window shows no context, so it is not made narrower."""


class Excerpt(NamedTuple):
    """One line as shown, and the cells in it to underline (``start`` included, ``end`` not)."""

    line: int
    text: str
    start: int
    end: int


def excerpt(source: Source, span: Span, width: int, ascii_only: bool = False) -> Excerpt:
    """The first line of ``span`` in at most ``width`` cells, its start always in view.

    In ``ascii_only`` other characters are escapes, as wide as they are written.

    Cells are the terminal's: an East Asian character takes two, a combining mark none. A
    span of several lines is underlined to the end of the first, an empty one as one cell.
    """
    width = max(width, NARROWEST)
    show, ellipsis = (visible_in_ascii, "...") if ascii_only else (visible, "…")
    characters = [show(character) for character in source.line_text(span.line)]
    cells = [cell_len(character) for character in characters]
    first = span.column - 1
    last = min(first + max(span.end - span.start, 1), len(characters))
    before, after = _window(cells, first, last, width, cell_len(ellipsis))
    text = "".join(characters[before:after])
    start = sum(cells[before:first])
    end = max(start + sum(cells[first : min(last, after)]), start + 1)
    if before > 0:
        text = ellipsis + text
        start, end = start + cell_len(ellipsis), end + cell_len(ellipsis)
    if after < len(characters):
        text += ellipsis
    return Excerpt(span.line, text, start, end)


def _window(cells: list[int], first: int, last: int, width: int, cut: int) -> tuple[int, int]:
    """Which characters to show, as a range that holds ``first``, by their widths in cells.

    A cut end costs ``cut`` cells. What comes before ``first`` gets at most half of the width,
    and no more than leaves room for all up to ``last``.
    """
    if sum(cells) < width:
        return 0, len(cells)
    room = width - 2 * cut - 1
    context = max(0, min(width // 2, room - sum(cells[first:last])))
    before = 0
    while sum(cells[before:first]) > context:
        before += 1
    left = room - sum(cells[before:first])
    after = first
    while after < len(cells) and cells[after] <= left:
        left -= cells[after]
        after += 1
    return before, after
