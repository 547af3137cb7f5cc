"""The struct that every compiled function gets: what belongs to one run.

Offsets are what Python writes and reads; docs/abi.md describes the fields.
"""

from typing import Final

SIZE_CLASSES: Final = 48
"""Size class ``n`` holds cells of ``2**n`` bytes."""

STOP: Final = 0
"""Pointer to the stop byte."""
RUN: Final = 8
"""The Python object of the run, borrowed."""
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
"""The lowest address that a frame of a large function may begin at."""
THREAD: Final = 120
"""Python's thread state while the body has let go of Python's lock, else null."""
SITE: Final = 128
"""The site that an exception of Python came from, or -1."""
STATUS: Final = 136
"""How the last call by Python ended that gave no value."""
FAILURE_CELL: Final = 144
"""The cell with the context of the failure on its way, null where it has no fields."""
TRAIL_LENGTH: Final = 152
"""How many spans the trail of the failure on its way has."""
DEPTH: Final = 160
"""The call depth of the code that called Python last."""
WORK: Final = 168
"""Conversions that are put off, an array."""
WORK_USED: Final = 176
"""How many are waiting."""
WORK_ROOM: Final = 184
"""For how many there is room."""
STACK_ROOM: Final = 192
"""How far below the frame of a run's first call the thread's stack may be used, in bytes."""
KEPT: Final = 200
"""A Python list of objects that the run keeps, borrowed."""
LEFT_OVER: Final = 208
"""Bytes of the cells that were alive when the pool was dropped last."""
THREAD_STACK: Final = 216
"""The lowest address that a call of Python may find the thread's stack at."""
NATIVE_AT: Final = 224
"""From where on, downwards, the stack of compiled code is free while Python runs."""
PYTHON_AT: Final = 232
"""From where on, downwards, the thread's stack is free while compiled code runs."""
ORIGINS: Final = 240
"""The holders of Python objects that live cells were made of, a doubly linked list."""
GONE: Final = 248
"""Holders whose cells are gone: their objects wait for Python's lock, a linked list."""
KNOWN: Final = 264
"""A Python dict of the objects that shared values became in the conversion that goes on."""
REMEMBERED_SET: Final = 256
"""A bit for each place of the remembered objects that has one."""
REMEMBERED: Final = 272
"""The objects that numbers were lately made of."""
REMEMBERED_PLACES: Final = 32
"""For how many objects there is a place."""
KNOWN_COUNT: Final = REMEMBERED + 32 * REMEMBERED_PLACES
"""How many entries that dict has."""
STEPS: Final = KNOWN_COUNT + 8
"""Counts the values that conversions went through."""
FREE: Final = STEPS + 8
"""Per size class the cells that can be used again, linked lists."""

TRAIL: Final = FREE + 8 * SIZE_CLASSES
"""The trail: the numbers of its spans, 4 bytes each."""

TRAIL_ROOM: Final = 4_096
"""Spans that a trail may have; one per call that a failure leaves, and those it came with."""

CONTEXT_SIZE: Final = TRAIL + 4 * TRAIL_ROOM
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
