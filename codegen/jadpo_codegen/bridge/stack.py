"""The stack of compiled code: memory that the system gives when it is first touched."""

import ctypes
import mmap
from typing import Final

from jadpo_codegen.support.stack import MARGIN

_LEAST: Final = MARGIN + 1024 * 1024
"""Bytes of the smallest stack that is any use."""

_NO_ACCESS: Final = 0
"""``PROT_NONE``."""

_protect: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)(
    ("mprotect", ctypes.CDLL(None))
)

_FLAGS: Final = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)


class Stack:
    """Memory for ``size`` bytes of frames, or for fewer where the process may not have as much."""

    def __init__(self, size: int) -> None:
        """Ask the system for addresses; raises ``MemoryError`` where there are none."""
        wanted = -(-(size + MARGIN) // mmap.PAGESIZE) * mmap.PAGESIZE
        self._memory = _mapped(max(wanted, _LEAST))
        end = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        # Whatever got that far would end the process, and not overwrite what is not its own.
        _protect(end, mmap.PAGESIZE, _NO_ACCESS)
        self.least = end + MARGIN
        """The lowest address at which a frame may begin whose function looks at it."""
        self.start = end + len(self._memory)
        """Where the first frame begins, downwards."""

    def forget(self) -> None:
        """Give back what frames had touched."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._memory.madvise(mmap.MADV_DONTNEED)


def _mapped(size: int) -> mmap.mmap:
    while True:
        try:
            return mmap.mmap(-1, size, flags=_FLAGS, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        except OSError:
            if size == _LEAST:
                raise MemoryError("there is no room for a stack") from None
            size = max(size // 2 // mmap.PAGESIZE * mmap.PAGESIZE, _LEAST)
