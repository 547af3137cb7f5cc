"""The requests that wait for a thread, and which thread may take them.

Threads of one process that run short bodies at once are slower than one that runs them one after
the other: each statement hands the interpreter over, and every hand-over is a switch of threads. So
one thread answers while it gets on. Where it has not for a moment (it waits for the disk, for
another system, or computes for long), a second one helps, and so on.

Requests that only write one store may be answered together, in one commit [B7].
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from jadpo_runtime.hosts.handler import Handler

HELP_AFTER: Final = 0.002
"""Seconds without a request being taken or answered after which another thread takes one."""

LARGEST_GROUP: Final = 16
"""The most requests that are answered together, as many as deliveries share a commit [B7]."""


class LeavesWork(Protocol):
    """What a request came to: whether it left work for the host [B3]."""

    @property
    def left_work(self) -> bool:
        """Whether there is background work to be run now."""
        ...


A = TypeVar("A", bound=LeavesWork)

Ask: TypeAlias = Callable[[Handler], A]
"""Answers a request, on the thread that has the handler."""

AnswerTogether: TypeAlias = Callable[[Handler, Sequence[Ask[A]]], Sequence[A | None]]
"""Answers several, in order; ``None`` stands for one that has to be asked alone.

Requests that are given the same function may be answered so.
"""


@attrs.frozen(eq=False)
class WaitingRequest(Generic[A]):
    """A request, and where its answer goes."""

    ask: Ask[A]
    answer: "Future[A]"
    together: AnswerTogether[A] | None


class WaitingRequests:
    """Those that wait, in order; guarded by a lock of whoever has them."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._requests: Final[deque[WaitingRequest[Any]]] = deque()
        # What is being answered by threads that get on, by its identity.
        self._moving: Final[set[int]] = set()
        self._moved_at = 0.0

    def __len__(self) -> int:
        """How many wait."""
        return len(self._requests)

    def add(self, request: WaitingRequest[Any]) -> None:
        """One more waits."""
        self._requests.append(request)

    @property
    def are_answered(self) -> bool:
        """Whether a thread answers requests now, as far as is known getting on."""
        return bool(self._moving)

    def may_be_taken(self, now: float) -> bool:
        """Whether one waits that a thread should take; ``now`` is of the monotonic clock."""
        if not self._requests:
            return False
        return not self._moving or now - self._moved_at >= HELP_AFTER

    def take(self, now: float) -> Sequence[WaitingRequest[Any]]:
        """The first one, with those behind it that may be answered together with it."""
        # Where somebody helps, those before it wait for something, and are not waited for again.
        self._moving.clear()
        self._moved_at = now
        taken = self._next()
        self._moving.add(id(taken))
        return taken

    def _next(self) -> Sequence[WaitingRequest[Any]]:
        first = self._requests.popleft()
        taken = [first]
        if first.together is None or not self._requests:
            return taken
        others: list[WaitingRequest[Any]] = []
        while self._requests and len(taken) < LARGEST_GROUP:
            request = self._requests.popleft()
            (taken if request.together is first.together else others).append(request)
        self._requests.extendleft(reversed(others))
        return taken

    def answered(self, taken: Sequence[WaitingRequest[Any]], now: float) -> None:
        """What one call of :meth:`take` gave is answered."""
        self._moving.discard(id(taken))
        self._moved_at = now

    def cancel(self) -> None:
        """Answer none of them."""
        for request in self._requests:
            request.answer.cancel()
        self._requests.clear()
