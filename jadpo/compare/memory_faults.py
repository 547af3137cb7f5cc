"""Outcomes without what each engine says in its own words: why there was no more memory."""

import re
from typing import Final

_FAULT: Final = re.compile(r"( *)faulted memory_exceeded \S+")

_OF_A_CALL: Final = re.compile(r"(ended with the fault memory_exceeded): .*")


def without_details(outcome: str) -> str:
    """The text of an outcome; of faults ``memory_exceeded`` it keeps the code and the place.

    Values are in the memory of Python in one engine and in native memory in the other, so which
    limit is met first, and the sentence about it, is an engine's own.
    """
    kept: list[str] = []
    below: str | None = None
    for line in outcome.split("\n"):
        if below is not None and line.startswith(below):
            continue
        fault = _FAULT.fullmatch(line)
        below = None if fault is None else f"{fault[1]}  "
        kept.append(_OF_A_CALL.sub(r"\1", line))
    return "\n".join(kept)
