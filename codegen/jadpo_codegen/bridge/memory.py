"""The pool of one run, as Python uses it: making cells and looking into them."""

import ctypes
import struct
from typing import Final

from jadpo_codegen.jit import LoadedCode
from jadpo_codegen.layouts import HEADER_SIZE
from jadpo_codegen.support.pool import SMALLEST_CLASS
from jadpo_codegen.support.texts import BYTES_START, ROOM_AFTER
from jadpo_runtime.faults import Fault, FaultCode

_ALLOCATE: Final = ctypes.PYFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
)
_DROP: Final = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
# These are too short to be worth letting go of Python's lock.


class Memory:
    """Makes cells in the pool of the context at ``context``, an address."""

    def __init__(self, code: LoadedCode) -> None:
        """Use the pool functions of ``code``; :attr:`context` is set for each run."""
        self.context = 0
        self._allocate = _ALLOCATE(code.address("jadpo.allocate"))
        self._drop = _DROP(code.address("jadpo.drop_pool"))

    def cell(self, kind: int, content: bytes | bytearray) -> int:
        """The address of a new cell; ``content`` is what comes after its header.

        A boundary without memory for it is the fault ``memory_exceeded``.
        """
        address = self._new(kind, len(content))
        ctypes.memmove(address + HEADER_SIZE, bytes(content), len(content))
        return address

    def text(self, kind: int, content: bytes, points: int) -> int:
        """The address of a new cell of a text or of bytes."""
        address = self._new(kind, BYTES_START - HEADER_SIZE + len(content) + ROOM_AFTER)
        head = struct.pack("<qqq", len(content), points, 0)
        ctypes.memmove(address + HEADER_SIZE, head, len(head))
        ctypes.memmove(address + BYTES_START, content, len(content))
        return address

    def _new(self, kind: int, content_size: int) -> int:
        size = HEADER_SIZE + content_size
        size_class = max((size - 1).bit_length(), SMALLEST_CLASS)
        address: int | None = self._allocate(self.context, size_class, kind)
        if address is None:
            raise Fault(FaultCode.MEMORY_EXCEEDED, "there was no more memory")
        return address

    def drop(self) -> None:
        """Give all memory of the run back."""
        self._drop(self.context)
