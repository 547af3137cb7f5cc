"""Stopping cleanly at a signal: the first asks, the second ends at once [Z1] [Z4]."""

import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final, NamedTuple

_ASK_AGAIN = 0.05
"""Seconds until a run that was asked to stop is asked again: it may just have begun a body."""

_KILLED_BY = 128
"""What a shell adds to the number of the signal that ended a process: 130, 143."""


_LEFT: Final = b"\0"
"""What is written instead of a signal's number when it is left."""


class Interruption:
    """Whether somebody has asked the command to stop, and by which signal.

    ``watches`` is false where signals cannot be watched, so that one ends the process at once.
    """

    def __init__(self) -> None:
        """Nobody has yet."""
        self.signal: signal.Signals | None = None
        self.watches = True

    @property
    def asked(self) -> bool:
        """Whether somebody has."""
        return self.signal is not None


@contextmanager
def stopping_on_interrupt(stop: Callable[[], None]) -> Iterator[Interruption]:
    """Within it, an interrupt (Ctrl-C) calls ``stop``, as :func:`stopping_on` does."""
    with stopping_on((signal.SIGINT,), stop) as interruption:
        yield interruption


@contextmanager
def stopping_on(
    signals: Sequence[signal.Signals], stop: Callable[[], None]
) -> Iterator[Interruption]:
    """Within it, a signal calls ``stop`` on another thread, again and again until it is left.

    A second one ends the process at once, with 128 and its number as the status. ``stop`` takes
    locks that the interrupted thread may hold, so it must not run in the signal's handler. Where
    signals cannot be watched (not on the main thread, a platform without them) nothing is [Z5].
    """
    interruption = Interruption()
    # The system's part of a handler writes the number here at once, even while compiled code runs
    # on the main thread; Python's part would wait until that has ended.
    reading, writing = socket.socketpair()
    with reading, writing:
        writing.setblocking(False)
        before = _watch(signals, writing.fileno())
        if before is None:
            interruption.watches = False
            yield interruption
            return
        asking = threading.Thread(
            target=_keep_asking,
            args=(reading, frozenset(signals), interruption, stop),
            name="jadpo-interruption",
            daemon=True,
        )
        asking.start()
        try:
            yield interruption
        finally:
            before.restore()
            writing.send(_LEFT)
            asking.join()


def _keep_asking(
    reading: socket.socket,
    signals: frozenset[int],
    interruption: Interruption,
    stop: Callable[[], None],
) -> None:
    """Take signals until it is left; after the first, ask again and again."""
    while True:
        is_ready, _, _ = select.select(
            [reading], [], [], _ASK_AGAIN if interruption.asked else None
        )
        numbers = reading.recv(64) if is_ready else b""
        for number in signals.intersection(numbers):
            if interruption.asked or numbers.count(number) > 1:
                os._exit(_KILLED_BY + number)
            interruption.signal = signal.Signals(number)
        if _LEFT in numbers:
            return
        if interruption.asked:
            stop()


_Handler = Callable[[int, FrameType | None], object] | int | signal.Handlers | None
"""What Python knows as the handler of a signal."""


class _Before(NamedTuple):
    """What handled signals before, and where their numbers were written."""

    handlers: Mapping[signal.Signals, _Handler]
    written_to: int

    def restore(self) -> None:
        """Have them handled so again."""
        signal.set_wakeup_fd(self.written_to)
        for number, handler in self.handlers.items():
            signal.signal(number, handler)


def _watch(signals: Sequence[signal.Signals], writing: int) -> _Before | None:
    """Have the numbers of signals written; ``None`` where that cannot be."""
    handlers: dict[signal.Signals, _Handler] = {}
    try:
        written_to = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    except (ValueError, OSError):
        # Not the main thread.
        return None
    try:
        for each in signals:
            handlers[each] = signal.signal(each, _do_nothing)
    except (ValueError, OSError):
        # The platform does not let this signal be handled.
        _Before(handlers, written_to).restore()
        return None
    return _Before(handlers, written_to)


def _do_nothing(_number: int, _frame: FrameType | None) -> None:
    """Python's part of the handlers: the number is written already."""
