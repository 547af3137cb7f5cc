"""`for (i = 0; i < n; i++)`: a loop of three parts, told as one mistake and not as its signs."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jadpo.diagnostics import Diagnostic
from jadpo.source import Source

_LOOP = re.compile(r"\bfor[ \t]*\(([^;(){}\n]*);[^;{}\n]*;[^{}\n]*\)(?=\s*\{)")


class Seen(NamedTuple):
    """What is left to be told of a file's signs: places of semicolons, and diagnostics."""

    semicolons: list[int]
    diagnostics: list[Diagnostic]


def with_loops_told(
    source: Source, semicolons: Sequence[int], diagnostics: Sequence[Diagnostic]
) -> Seen:
    """The same with one diagnostic for each loop of three parts, and none for what is in it."""
    loops = [found.span() for found in _LOOP.finditer(source.text)]
    told = [found for found in loops if any(found[0] < at < found[1] for at in semicolons)]

    def is_outside(at: int) -> bool:
        return not any(start <= at < end for start, end in told)

    return Seen(
        [at for at in semicolons if is_outside(at)],
        [each for each in diagnostics if each.span is None or is_outside(each.span.start)]
        + [*_diagnostics(source, told)],
    )


def _diagnostics(source: Source, loops: Sequence[tuple[int, int]]) -> Iterator[Diagnostic]:
    for start, end in loops:
        yield Diagnostic(
            rule="syntax.foreign_syntax",
            span=source.span(start, end),
            summary="Jadpo has no loop of three parts",
            why="a `for` goes over a list, a set, a map or a range, and a `while` goes on",
            help="write `for i in collection.range(from, to) { … }`",
        )
