"""One flush of the log for the commits of several threads.

A flush takes longer than a short transaction, and brings all to the disk that was committed before
it. So where several threads commit, one of them flushes, and the others wait for a flush that began
after their own commit; meanwhile further threads run and commit.
"""

import threading
from collections.abc import Callable
from typing import Final

from jadpo_runtime.faults import Fault


class SharedFlush:
    """Which commits of this process are on the disk, of those that are not flushed one by one."""

    def __init__(self, flush: Callable[[], None]) -> None:
        """``flush`` brings the log to the disk, or raises :class:`~jadpo_runtime.faults.Fault`."""
        self._flush: Final = flush
        self._changed: Final = threading.Condition(threading.Lock())
        self._committed = 0
        self._flushed = 0
        self._flushing = False
        self._lost = 0
        self._failure: Fault | None = None

    def note_commit(self) -> int:
        """Something was committed and is to be flushed; its number.

        Called by one thread at a time, in the order of the commits.
        """
        self._committed += 1
        return self._committed

    def catch_up(self) -> None:
        """Return when all that was committed so far is on the disk; see :meth:`wait_for`."""
        if self._committed > self._flushed:
            self.wait_for(self._committed)

    def wait_for(self, commit: int) -> None:
        """Return when a commit and all before it are on the disk; flush unless somebody does.

        Raises :class:`~jadpo_runtime.faults.Fault` where the flush failed: then nobody knows what
        of it the disk has, and a later flush that succeeds does not tell either.
        """
        with self._changed:
            while self._flushing and commit > self._flushed:
                self._changed.wait()
            if commit <= self._lost and self._failure is not None:
                raise Fault(self._failure.code, self._failure.detail)
            if commit <= self._flushed:
                return
            self._flushing = True
            reached = self._committed
        failure: Fault | None = None
        try:
            self._flush()
        except Fault as fault:
            failure = fault
            raise
        finally:
            with self._changed:
                self._flushing = False
                self._flushed = reached
                if failure is not None:
                    self._lost, self._failure = reached, failure
                self._changed.notify_all()
