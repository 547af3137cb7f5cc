"""The struct that every compiled function gets: what belongs to one run.

Offsets are what Python writes and reads; docs/abi.md describes the fields.
"""

from typing import Final

SIZE_CLASSES: Final = 48
"""Size class ``n`` holds cells of ``2**n`` bytes."""

CONTEXT_TYPE: Final = f"""\
%context = type {{ ptr, ptr, i64, i64, i64, i64, ptr, ptr, ptr, i64, i64, ptr, ptr, i64, i64,
  [{SIZE_CLASSES} x ptr] }}
"""

STOP: Final = 0
"""Pointer to the stop byte."""
CALLBACK: Final = 8
"""Pointer to the one function of Python that compiled code calls."""
FAULT: Final = 16
"""The fault: ``code << 32 | span``."""
DETAIL_0: Final = 24
"""The first number of the fault's sentence."""
DETAIL_1: Final = 32
"""The second number of the fault's sentence."""
FAILURE: Final = 40
"""Which failure is on its way, by its number in the program."""
LARGE: Final = 48
"""The large cells, a doubly linked list."""
BUMP: Final = 56
"""Where the next new small cell begins."""
BUMP_END: Final = 64
"""The end of the chunk that small cells are cut from."""
USED: Final = 72
"""Bytes of all live cells."""
LIMIT: Final = 80
"""Bytes that live cells may have together."""
CHUNKS: Final = 88
"""The chunks, a linked list."""
PENDING: Final = 96
"""Cells that nobody holds any more and that are still to be taken apart, a linked list."""
DRAINING: Final = 104
"""Whether somebody is taking pending cells apart."""
STACK: Final = 112
"""The lowest address that a frame may begin at; until the first call how far below that is."""
FREE: Final = 120
"""Per size class the cells that can be used again, linked lists."""

CONTEXT_SIZE: Final = FREE + 8 * SIZE_CLASSES
"""Bytes of the struct."""

CALL_DEPTH_LIMIT: Final = 1_000
"""A call made while this many authored calls are active is ``call_depth_exceeded``."""

RETURNED: Final = 0
"""The status of a call that gives its result."""
REJECTED: Final = 1
"""The status of a call that a failure left."""
FAULTED: Final = 2
"""The status of a call that a fault ended."""
STOPPED: Final = 3
"""The status of a call that the stop byte ended."""
RAISED: Final = 4
"""The status of a call that an exception of Python goes through."""


def field(name: str, offset: int) -> str:
    """An instruction for the address of a field of ``%context``."""
    return f"{name} = getelementptr inbounds i8, ptr %context, i64 {offset}"
