"""One run of a callable: its context struct, and what Python keeps for it while it lasts."""

import ctypes
import functools
import resource
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from jadpo_codegen.bridge.equality import Equality
from jadpo_codegen.bridge.memory import Memory
from jadpo_codegen.native_faults import CALL_DEPTH_EXCEEDED
from jadpo_codegen.support.context import (
    CALL_DEPTH_LIMIT,
    CALLBACK,
    CONTEXT_SIZE,
    DETAIL_0,
    FAILURE,
    FAULTED,
    FREE,
    LIMIT,
    STACK,
    STOP,
    STOPPED,
)
from jadpo_runtime.context import Context
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.values import Entity, Span
from jadpo_runtime.values.internal_error import InternalError

MEMORY_LIMIT: Final = 256 * 1024 * 1024
"""Bytes that the values of one boundary may have together."""

_LEAST_STACK: Final = 2 * 1024 * 1024
"""Bytes of the smallest stack that a thread gets where nobody says otherwise."""


_WORDS: Final = struct.Struct(f"<{FREE // 8}q")
"""The struct up to the free lists, word by word."""

_FRESH: Final[Mapping[int, int]] = MappingProxyType(
    {**dict.fromkeys(range(0, FREE, 8), 0), LIMIT: MEMORY_LIMIT}
)
"""Those words at the start of a run, by their offsets."""


def stack_room() -> int:
    """Bytes that may be in use when a large function, or one called by Python, is entered.

    The rest, a quarter of this thread's stack, is for small functions and for Python.
    """
    return (threading.stack_size() or _usual_stack()) * 3 // 4


@functools.cache
def _usual_stack() -> int:
    """Bytes of the stack of a thread whose maker asked for no other."""
    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return _LEAST_STACK if soft == resource.RLIM_INFINITY else soft


Invoke = Callable[["Run", str, Sequence[object], int], object]
"""Calls a compiled function from Python in a run, at a call depth."""


class Failing(Exception):  # noqa: N818 - a failure is an expected outcome, no error
    """What a site raises to end with a failure, which the run holds already."""


class Leaving(Exception):  # noqa: N818
    """A compiled function that Python called did not return: its status goes on outwards."""

    def __init__(self, status: int) -> None:
        """Carry the status."""
        super().__init__(status)
        self.status = status


class Failure:
    """A failure on its way."""

    def __init__(self, name: str, context: tuple[object, ...], trail: list[Span]) -> None:
        """Of this name, with its context, public then internal, and where it was so far."""
        self.name = name
        self.context = context
        self.trail = trail


class RowsToUpdate:
    """The rows of an update whose values are computed one row after the other."""

    def __init__(self, rows: Sequence[Entity]) -> None:
        """Begin with the rows as they are."""
        self.rows = rows
        self.written: list[list[object]] = []


class Run:
    """What one run needs; its struct lives as long as this object."""

    def __init__(
        self,
        context: Context,
        failures: Mapping[str, int],
        memory: Memory,
        callback: int,
        invoke: Invoke,
        equality: Equality,
    ) -> None:
        """Begin a run with the effects of ``context``; ``callback`` is the address of Python's."""
        self.context = context
        self.stop = context.stop
        self.faulted: Faulted | None = None
        self.pending: BaseException | None = None
        self.updates: list[RowsToUpdate] = []
        self._failure: Failure | None = None
        self._failures = failures
        self._memory = memory
        self._invoke = invoke
        self.equality = equality
        self._struct = ctypes.create_string_buffer(CONTEXT_SIZE)
        self._stop_byte = ctypes.c_char.from_buffer(self.stop)
        self.address = ctypes.addressof(self._struct)
        words = dict(_FRESH)
        words[STOP] = ctypes.addressof(self._stop_byte)
        words[CALLBACK] = callback
        words[STACK] = stack_room()
        _WORDS.pack_into(self._struct, 0, *words.values())

    def _put(self, offset: int, value: int) -> None:
        struct.pack_into("<q", self._struct, offset, value)

    def word(self, offset: int) -> int:
        """A word of the struct."""
        value: int = struct.unpack_from("<q", self._struct, offset)[0]
        return value

    @property
    def depth(self) -> int:
        """The call depth of the code that called Python last."""
        return self.word(DETAIL_0)

    def enter(self) -> None:
        """Make the pool that of this run."""
        self._memory.context = self.address

    def drop(self) -> None:
        """Give back all memory, and let go of the stop byte."""
        self._memory.context = self.address
        self._memory.drop()
        del self._stop_byte

    # ---- failures and faults

    @property
    def failure(self) -> Failure:
        """The failure on its way."""
        if self._failure is None:
            raise InternalError("a failure is asked for and there is none")
        return self._failure

    def begin_failure(self, name: str, context: tuple[object, ...], trail: list[Span]) -> None:
        """Hold a failure that begins its way."""
        self._failure = Failure(name, context, trail)
        self._put(FAILURE, self._failures.get(name, 0))

    def failing(self, name: str, context: tuple[object, ...], trail: list[Span]) -> Failing:
        """The exception that ends a site with a failure."""
        self.begin_failure(name, context, trail)
        return Failing(name)

    def choosing(self, number: int) -> Failing:
        """The exception that lets compiled code raise the failure of that number at a site."""
        self._put(FAILURE, number)
        return Failing(str(number))

    def fault(self, code: FaultCode, span: Span, detail: str) -> None:
        """Hold the fault that ends the run."""
        self.faulted = Faulted(code, span, detail)

    # ---- functions given by name

    def function(self, name: str, depth: int, span: Span) -> Callable[[object], object]:
        """An authored function as a Python callable, each call made at ``span``."""

        def call(argument: object) -> object:
            return self.call(name, (argument,), depth, span)

        return call

    def call(self, name: str, arguments: Sequence[object], depth: int, span: Span) -> object:
        """Call a compiled function one level deeper."""
        if depth >= CALL_DEPTH_LIMIT:
            self.fault(CALL_DEPTH_EXCEEDED.code, span, CALL_DEPTH_EXCEEDED.sentence)
            raise Leaving(FAULTED)
        if self.stop[0]:
            raise Leaving(STOPPED)
        return self._invoke(self, name, arguments, depth + 1)
