"""Stopping cleanly when a person presses Ctrl-C: the first asks, the second ends at once [Z4]."""

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from jadpo.cli.exit_status import INTERRUPTED

_ASK_AGAIN = 0.05
"""Seconds until a run that was asked to stop is asked again: it may just have begun a body."""


class Interruption:
    """Whether a person has asked the command to stop."""

    def __init__(self) -> None:
        """Nobody has yet."""
        self.asked = False


@contextmanager
def stopping_on_interrupt(stop: Callable[[], None]) -> Iterator[Interruption]:
    """Within it, an interrupt calls ``stop`` on another thread, until the ``with`` is left.

    A second interrupt ends the process at once, with status 130. ``stop`` takes locks that the
    interrupted thread may hold, so it must not run in the signal's handler.
    """
    interruption = Interruption()
    if threading.current_thread() is not threading.main_thread():
        yield interruption
        return
    # Putting into this kind of queue is safe in a handler, whatever it interrupts.
    asked: queue.SimpleQueue[bool] = queue.SimpleQueue()
    left = threading.Event()

    def on_interrupt(_signal: int, _frame: FrameType | None) -> None:
        if interruption.asked:
            os._exit(INTERRUPTED)
        interruption.asked = True
        asked.put(True)

    def keep_asking() -> None:
        if asked.get():
            stop()
            while not left.wait(_ASK_AGAIN):
                stop()

    asking = threading.Thread(target=keep_asking, name="jadpo-interruption", daemon=True)
    asking.start()
    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)
        left.set()
        asked.put(False)
        asking.join()
