"""One test in one engine, written down in full: effects in order, its end, what it left [X2]."""

from itertools import takewhile
from typing import NamedTuple

from jadpo.compare.effects import Line, Record, RecordingProgram
from jadpo.compare.excerpt import excerpt
from jadpo.compare.observation import exact_lines
from jadpo_runtime.hosts.test import TestResult, run_test
from jadpo_runtime.manifest import TestDefinition
from jadpo_runtime.outcome import Faulted, Outcome, Rejected
from jadpo_runtime.program import Program
from jadpo_runtime.values import Span


class Transcript(NamedTuple):
    """What a test did.

    ``exceeds_memory`` says that some body in it ended for want of memory, which engines reach at
    different times.
    """

    result: TestResult
    lines: tuple[Line, ...]
    exceeds_memory: bool


def transcript_of(program: Program, test: TestDefinition) -> Transcript:
    """Run a test and write down what it does."""
    record = Record()
    result = run_test(RecordingProgram(program, record), test)
    # The test's own body has its end among the lines already, if it began.
    exceeds_memory = record.exceeds_memory
    record.ended(test.name, result.outcome)
    for report in result.reports:
        record.add(Line(repr(report), test.callable))
    span = _place(result.outcome)
    for text in exact_lines(program.manifest, result):
        record.add(Line(text, test.callable, span=span))
    record.close()
    return Transcript(result, tuple(record.lines), exceeds_memory or record.exceeds_memory)


def _place(outcome: Outcome) -> Span | None:
    match outcome:
        case Faulted(span=span):
            return span
        case Rejected(trail=trail) if trail:
            return trail[0]
    return None


class Difference(NamedTuple):
    """Where two transcripts part: the lines of both there, ``None`` for one that has ended."""

    interpreted: Line | None
    compiled: Line | None

    def lines(self) -> tuple[str, str]:
        """Both, one below the other, as much of them as shows where they part."""
        one, other = (_text(line) for line in (self.interpreted, self.compiled))
        pairs = zip(one, other, strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return f"interpreted: {excerpt(one, alike)}", f"compiled:    {excerpt(other, alike)}"


def _text(line: Line | None) -> str:
    return "nothing more" if line is None else line.text


def first_difference(interpreted: Transcript, compiled: Transcript) -> Difference | None:
    """The first lines in which they differ; ``None`` where they are the same."""
    for one, other in zip(interpreted.lines, compiled.lines, strict=False):
        if one.text != other.text:
            return Difference(one, other)
    count, others = len(interpreted.lines), len(compiled.lines)
    if count == others:
        return None
    at = min(count, others)
    return Difference(
        interpreted.lines[at] if at < count else None, compiled.lines[at] if at < others else None
    )
