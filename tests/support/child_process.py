"""Runs a function of tests/support in a child process, so that a crash there is only a failure."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any


def in_child(function: Callable[..., Any], *arguments: object, note: Path) -> Any:
    """What ``function(*arguments, note)`` gives in a child process.

    The function writes what it is about to do to ``note``, which the message of a crash shows.
    """
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        try:
            return pool.submit(function, *arguments, note).result()
        except BrokenProcessPool:
            doing = note.read_text() if note.exists() else "nothing yet"
            raise AssertionError(f"compiled code ended its process while: {doing}") from None
