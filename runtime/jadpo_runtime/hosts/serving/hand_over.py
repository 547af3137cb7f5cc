"""Handing answers from worker threads to the event loop: one call for all that wait."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final


class HandOver:
    """Calls that the loop is to make; a loop that is told already is not woken once more.

    Waking a loop is a system call, and a switch of threads; under load several answers share one.
    """

    def __init__(self) -> None:
        """Nothing waits."""
        self._calls: Final[deque[Callable[[], None]]] = deque()
        self._is_told = False

    def put(self, loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
        """From any thread: have ``loop`` make a call soon; dropped where the loop has ended."""
        self._calls.append(call)
        if not self._is_told:
            self._is_told = True
            try:
                loop.call_soon_threadsafe(self._make)
            except RuntimeError:
                # It is closed, and so are its connections: nobody waits for the answer.
                self._calls.clear()

    def _make(self) -> None:
        # First this, so that whoever appends from now on tells the loop again.
        self._is_told = False
        while self._calls:
            self._calls.popleft()()
