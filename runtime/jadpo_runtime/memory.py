"""How much memory this process has, asked from the system."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

ReadMemory: TypeAlias = Callable[[], int]
"""Gives the bytes of memory that this process has at the moment."""

_STATM: Final = "/proc/self/statm"
"""Pages of the process: all, resident, …"""


@contextmanager
def memory_of_this_process() -> Iterator[ReadMemory | None]:
    """What reads the resident memory; ``None`` where the system does not tell it cheaply.

    The file stays open meanwhile: a read takes 1.5 µs, opening it each time four times as long.
    """
    try:
        statm = os.open(_STATM, os.O_RDONLY)
    except OSError:
        yield None
        return
    page = os.sysconf("SC_PAGE_SIZE")
    try:
        yield lambda: int(os.pread(statm, 64, 0).split()[1]) * page
    finally:
        os.close(statm)
