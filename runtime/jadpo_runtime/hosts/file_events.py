"""Being told by the system when a file is written: inotify, on Linux."""

import ctypes
import os
import select
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_MODIFIED: Final = 0x2
"""``IN_MODIFY``: somebody wrote to the file."""

_READ_AT_ONCE: Final = 65_536


class FileEvents:
    """Waits until one of some files is written, or until it is told to end.

    Where the system has no inotify (any but Linux) or gives none, ``is_told`` is false and nothing
    is ever noticed: whoever waits then looks from time to time.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Watch the files at ``paths``, which are there."""
        self._ends, self._end = os.pipe()
        self._events: Final = _watching(paths)
        self._poll: Final = select.poll()
        self._poll.register(self._ends, select.POLLIN)
        if self._events is not None:
            self._poll.register(self._events, select.POLLIN)

    @property
    def is_told(self) -> bool:
        """Whether the system tells of writes."""
        return self._events is not None

    def wait(self, seconds: float | None) -> bool:
        """Wait until a file is written, at most so long; whether one was."""
        ready = self._poll.poll(None if seconds is None else seconds * 1000)
        return any(file == self._events for file, _ in ready)

    def forget(self) -> bool:
        """Forget the writes so far; whether there were any."""
        if self._events is None:
            return False
        try:
            os.read(self._events, _READ_AT_ONCE)
        except BlockingIOError:
            return False
        return True

    def end(self) -> None:
        """From another thread: let :meth:`wait` return now and from now on."""
        os.write(self._end, b"x")

    def close(self) -> None:
        """Close what was opened; nobody waits any more."""
        for file in (self._ends, self._end, self._events):
            if file is not None:
                os.close(file)


def _watching(paths: Sequence[Path]) -> int | None:
    """An inotify instance that watches the files; ``None`` where there can be none."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        instance = int(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    except (OSError, AttributeError, TypeError):
        return None
    if instance < 0:
        return None
    for path in paths:
        if libc.inotify_add_watch(instance, os.fsencode(path), ctypes.c_uint32(_MODIFIED)) < 0:
            os.close(instance)
            return None
    return instance
