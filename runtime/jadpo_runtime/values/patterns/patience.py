"""Long matches on a thread of their own, so that whoever waits for one can be told to end [L6].

RE2 lets other threads of Python run while it matches, and nothing interrupts it: on a text of a
hundred megabytes that is a second. So the body's thread waits for the answer instead of finding it.
One that is stopped leaves the match to its thread, where it ends by itself, for nobody.
"""

import threading
from collections.abc import Callable
from typing import Final

import attrs

from jadpo_runtime.faults import Stopped

LONG: Final = 1 << 20
"""Code points from which on a text is matched on a thread of its own: some 10 ms."""


@attrs.define(eq=False)
class _Wait:
    """One thread's waiting for a match."""

    over: threading.Event = attrs.Factory(threading.Event)
    matched: bool = False
    error: Exception | None = None
    is_stopped: bool = False


_WAITS: Final[dict[int, _Wait]] = {}
"""Who waits, by the thread's ident: that is what a thread is stopped by."""


def match_apart(matches: Callable[[bytes], bool], text: str) -> bool:
    """Whether ``matches`` says so of the text in UTF-8; it lets other threads run meanwhile.

    Raises :class:`~jadpo_runtime.faults.Stopped` if :func:`interrupt_match` is called before.
    """
    ident = threading.get_ident()
    wait = _WAITS[ident] = _Wait()

    def run() -> None:
        try:
            wait.matched = matches(text.encode())
        except Exception as error:  # noqa: BLE001 - raised again by whoever waits
            wait.error = error
        wait.over.set()

    try:
        # No daemon: Python cannot end while one is about to come back from RE2.
        threading.Thread(target=run, name="jadpo-match").start()
        wait.over.wait()
    finally:
        del _WAITS[ident]
    if wait.is_stopped:
        raise Stopped
    if wait.error is not None:
        raise wait.error
    return wait.matched


def interrupt_match(thread: int) -> None:
    """From another thread: end the waiting of the thread of that ident, if it waits."""
    wait = _WAITS.get(thread)
    if wait is not None:
        wait.is_stopped = True
        wait.over.set()
