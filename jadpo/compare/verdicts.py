"""What is said of a test that ran in both modes."""

import enum
from collections.abc import Mapping
from typing import Any, NamedTuple


class Verdict(enum.Enum):
    """How a test in compiled code compares with the same test interpreted; the value is its word.

    ``POISONED``: they differ, and memory ended a body in one of them, which engines reach at
    different times. ``CRASHED``: the process did not survive, or an exception came out of an
    engine.
    """

    SAME = "same"
    DIFFERENT = "different"
    POISONED = "poisoned"
    CRASHED = "crashed"


class Where(NamedTuple):
    """A range of a source in the form of documents of JSON, and the text of its first line."""

    range: Mapping[str, Any]
    text: str


class Compared(NamedTuple):
    """A test of a program in one tier, or in the interpreter where that crashed.

    ``test`` is empty where the program was being compiled. ``lines`` say what is wrong: the first
    lines in which the records part, or how the process ended.
    """

    program: str
    test: str
    tier: str
    verdict: Verdict
    where: Where | None = None
    lines: tuple[str, ...] = ()


class NotCompared(NamedTuple):
    """A program that could not be run: lines that say why."""

    program: str
    lines: tuple[str, ...]


"""Lines of diagnostics, say."""
