"""One run of a callable: its context struct, and what Python keeps for it while it lasts."""

import ctypes
import functools
import resource
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from jadpo_codegen.bridge.ending import Ending
from jadpo_codegen.bridge.equality import Equality
from jadpo_codegen.bridge.spans import Spans
from jadpo_codegen.bridge.stack import Stack
from jadpo_codegen.native_faults import CALL_DEPTH_EXCEEDED
from jadpo_codegen.support.context import (
    CALL_DEPTH_LIMIT,
    CONTEXT_SIZE,
    DEPTH,
    FAILURE,
    FAULTED,
    KEPT,
    KNOWN,
    LIMIT,
    NATIVE_AT,
    RUN,
    STACK,
    STACK_ROOM,
    STATUS,
    STOPPED,
    TRAIL,
    TRAIL_LENGTH,
    TRAIL_ROOM,
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


def stack_room() -> int:
    """Bytes of this thread's stack that may be in use when Python calls compiled code.

    The rest, a quarter, is for Python.
    """
    return (threading.stack_size() or _usual_stack()) * 3 // 4


@functools.cache
def _usual_stack() -> int:
    """Bytes of the stack of a thread whose maker asked for no other."""
    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return _LEAST_STACK if soft == resource.RLIM_INFINITY else soft


Builtin = Callable[..., object]
"""A function of compiled code as Python calls it; the first argument is a context's address."""


class Failing(Exception):  # noqa: N818 - a failure is an expected outcome, no error
    """What a site raises to end with a failure, which the run holds already."""


class Leaving(Exception):  # noqa: N818
    """A compiled function that Python called did not return: its status goes on outwards."""

    def __init__(self, status: int) -> None:
        """Carry the status."""
        super().__init__(status)
        self.status = status


class Failure(NamedTuple):
    """A failure on its way: its context, public then internal, and where it was so far."""

    name: str
    context: tuple[object, ...]
    trail: tuple[Span, ...]


class RowsToUpdate:
    """The rows of an update whose values are computed one row after the other."""

    def __init__(self, rows: Sequence[Entity]) -> None:
        """Begin with the rows as they are."""
        self.rows = rows
        self.written: list[list[object]] = []


class Engine(NamedTuple):
    """What the runs of one program share: what compiled code offers to Python, and tables."""

    entries: Mapping[str, tuple[Builtin, int]]
    """The builtin function of a callable, and how many parameters it has."""
    fail: Builtin
    failing: Builtin
    drop: Builtin
    failures: Mapping[str, int]
    failure_names: Mapping[int, str]
    spans: Spans
    equality: Equality
    stack_size: int | None
    """Bytes of the stack that compiled code takes at most; ``None`` where it has no own one."""


class Run:
    """What one run needs; its struct is used again when the run has ended."""

    context: Context
    """The effects of the run."""

    def __init__(self, engine: Engine) -> None:
        """Make a context struct."""
        self.engine = engine
        self.equality = engine.equality
        self.stop = bytearray(1)
        self.faulted: Faulted | None = None
        self.updates: list[RowsToUpdate] = []
        self.kept: list[object] = []
        memory = ctypes.create_string_buffer(CONTEXT_SIZE + 16)
        # Aligned to 16, and held by the views.
        before = -ctypes.addressof(memory) % 16
        self.address = ctypes.addressof(memory) + before
        view = memoryview(memory).cast("B")[before : before + CONTEXT_SIZE]
        self.words = view.cast("q")
        """The struct, word by word."""
        self._trail = view[TRAIL:].cast("i")
        self.words[RUN // 8] = id(self)
        self._known: dict[int, object] = {}
        self.words[KEPT // 8] = id(self.kept)
        self.words[KNOWN // 8] = id(self._known)
        self.words[LIMIT // 8] = MEMORY_LIMIT
        self.words[STACK_ROOM // 8] = stack_room()
        self._stack: Stack | None = None
        if engine.stack_size is not None:
            self._stack = Stack(engine.stack_size)
            self.words[STACK // 8] = self._stack.least
            self.words[NATIVE_AT // 8] = self._stack.start

    def word(self, offset: int) -> int:
        """A word of the struct."""
        return self.words[offset // 8]

    @property
    def depth(self) -> int:
        """The call depth of the code that called Python last."""
        return self.words[DEPTH // 8]

    def drop(self) -> None:
        """Give back all memory after a run that did not return."""
        self.engine.drop(self.address)

    def drop_stack(self) -> None:
        """Give back what the frames of a run took that may have gone deep."""
        if self._stack is not None:
            self._stack.forget()

    def forget(self) -> None:
        """Let go of what the run kept, so that the next one finds nothing of it."""
        self.updates.clear()
        self.kept.clear()
        self.faulted = None

    # ---- failures and faults

    @property
    def failure(self) -> Failure:
        """The failure on its way."""
        number, length = self.words[FAILURE // 8], self.words[TRAIL_LENGTH // 8]
        context = self.engine.failing(self.address)
        if not isinstance(context, tuple):
            raise TypeError("the context of a failure is a tuple")
        trail = tuple(self.engine.spans.at(place) for place in self._trail[:length])
        return Failure(self.engine.failure_names[number], context, trail)

    def failing(self, name: str, context: tuple[object, ...], trail: Sequence[Span]) -> Failing:
        """The exception that ends a site with a failure."""
        number = self.engine.failures.get(name)
        if number is None:
            raise InternalError(f"nothing in the program expects the failure {name!r}")
        self.engine.fail(self.address, number, context)
        numbers = [self.engine.spans.number(span) for span in trail[:TRAIL_ROOM]]
        for place, number in enumerate(numbers):
            self._trail[place] = number
        self.words[TRAIL_LENGTH // 8] = len(numbers)
        return Failing(name)

    def choosing(self, number: int) -> Failing:
        """The exception that lets compiled code raise the failure of that number at a site."""
        self.words[FAILURE // 8] = number
        return Failing(str(number))

    def fault(self, code: FaultCode, span: Span, detail: str) -> None:
        """Hold the fault that ends the run."""
        self.faulted = Faulted(code, span, detail)

    # ---- functions given by name

    def function(self, name: str, depth: int, span: Span) -> Callable[[object], object]:
        """An authored function as a Python callable, each call made at ``span``."""
        entry, _ = self.engine.entries[name]
        address, stop, left = self.address, self.stop, Ending.LEFT

        def call(argument: object) -> object:
            if depth >= CALL_DEPTH_LIMIT:
                self.fault(CALL_DEPTH_EXCEEDED.code, span, CALL_DEPTH_EXCEEDED.sentence)
                raise Leaving(FAULTED)
            if stop[0]:
                raise Leaving(STOPPED)
            value = entry(address, depth + 1, stop, argument)
            if value is left:
                raise Leaving(self.words[STATUS // 8])
            return value

        return call


def answering(
    perform: Callable[[Run, list[object]], object],
) -> Callable[[Run, list[object]], object]:
    """What a site does, where it may end with a failure."""

    def answer(run: Run, values: list[object]) -> object:
        try:
            return perform(run, values)
        except Failing:
            return Ending.FAILED

    return answer
