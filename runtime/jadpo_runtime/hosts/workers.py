"""The threads of a host that lives on: requests first, background work beside them [B3] [B6].

Each thread has a handler, with a program and store connections of its own. Background work starts
when a request left some, when somebody says that there may be some (:meth:`Workers.wake`), when a
piece is due, and at least once a minute [H4].
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from jadpo_runtime.clock import Clock
from jadpo_runtime.hosts.handler import Handler, Ran
from jadpo_runtime.hosts.waiting_requests import (
    HELP_AFTER,
    A,
    AnswerTogether,
    Ask,
    WaitingRequest,
    WaitingRequests,
)
from jadpo_runtime.values import Duration

LONGEST_SLEEP: Final = Duration(60_000_000)
"""The longest time between two ticks: a minute, in µs [H4]."""

_FIRST_PAUSE: Final = Duration(50_000)
"""How long a thread waits, in µs, after work was due that it could not run (a store that fails, a
runner that was faster); twice as long each time after that, up to :data:`LONGEST_SLEEP`."""

HELP_BACKGROUND_AFTER: Final = 0.02
"""Seconds without a piece finished after which another thread runs background work, too.

Several threads deliver no faster than one where it gets on, and requests wait for each of them.
"""

_STOP_AGAIN: Final = 0.05
"""Seconds until bodies are stopped again that may just have begun."""


@attrs.frozen
class Ticked:
    """A tick came to its end: how many pieces it ran, and how long until the next is due."""

    pieces: int
    next_due: Duration | None


class _Seen(NamedTuple):
    """How many pieces a thread in the background had run, and since when it is so many."""

    progress: int
    at: float


class Workers:
    """Threads that answer requests and run background work."""

    def __init__(
        self,
        make_handlers: Sequence[Callable[[], Handler]],
        clock: Clock,
        *,
        most_background: int | None = None,
        ticked: Callable[[Ticked], None] = lambda tick: None,
    ) -> None:
        """A thread for each function, which makes its handler on that thread.

        At most ``most_background`` threads run background work at a time: all but one where it is
        not given, and one thread alone only while no request waits [B6]. ``ticked`` is told of
        ticks, on the thread that ran them.
        """
        count = len(make_handlers)
        self._clock: Final = clock
        self._most_background: Final = max(
            1, count - 1 if most_background is None else most_background
        )
        self._ticked: Final = ticked
        # One lock, and a condition for each of those who wait: threads for work, the watches of
        # commits for a thread that rests, whoever started all this for the end.
        self._lock: Final = threading.Lock()
        self._changed: Final = threading.Condition(self._lock)
        self._rests: Final = threading.Condition(self._lock)
        self._stops: Final = threading.Condition(self._lock)
        self._requests: Final = WaitingRequests()
        self._handlers: Final[list[Handler]] = []
        self._wanted = 0
        self._in_background: Final[dict[Handler, _Seen]] = {}
        self._looked_beside = False
        self._idle = 0
        # A thread was told of a request and has not looked yet; another one looks now and then
        # whether those that wait are still answered.
        self._called = False
        self._standing_by = False
        self._tick_at: int = clock.elapsed()
        self._pause = _FIRST_PAUSE
        self._looked_at: int = clock.elapsed()
        self._background_ended = False
        self._retiring = False
        self._stopping = False
        self._error: BaseException | None = None
        self._threads: Final = [
            threading.Thread(target=self._run, args=(make,), name=f"jadpo-worker-{number}")
            for number, make in enumerate(make_handlers, 1)
        ]
        for thread in self._threads:
            # A process that was told to end waits for no body that cannot be stopped [Z3].
            thread.daemon = True

    def start(self) -> None:
        """Start the threads; the first tick is at once."""
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many requests wait for a thread."""
        return len(self._requests)

    @property
    def looked_for_work(self) -> Duration | None:
        """When (by the clock's ``elapsed``) background work last came to an end.

        ``None`` while some is done.
        """
        return None if self._in_background else Duration(self._looked_at)

    def submit(self, ask: Ask[A], together: AnswerTogether[A] | None = None) -> "Future[A]":
        """Have a request answered by the next free thread; what it leaves is run after it.

        ``ask`` is called on that thread, or ``together`` with it and others that were given the
        same function. A host that stops accepts nothing more: the future is cancelled then [Z1].
        """
        answer: Future[A] = Future()
        with self._changed:
            if self._retiring:
                answer.cancel()
                return answer
            self._requests.add(WaitingRequest(ask, answer, together))
            if self._idle < len(self._requests):
                self._make_way()
            if not self._called and not (self._requests.are_answered and self._standing_by):
                self._called = self._idle > 0
                self._changed.notify()
        return answer

    def wake(self) -> None:
        """Somebody committed something: a thread that is idle looks for work."""
        with self._changed:
            if not self._wanted:
                self._wanted = 1
                self._changed.notify()

    def wait_until_idle(self) -> bool:
        """Until a thread has nothing to do and has not been told to look; false once it stops."""
        with self._changed:
            self._rests.wait_for(
                lambda: self._background_ended or (self._idle > 0 and not self._wanted)
            )
            return not self._background_ended

    def end_background(self) -> None:
        """End all background work, and begin none; requests are answered still [Z1] [Z2]."""
        with self._changed:
            self._background_ended = True
            for handler in self._handlers:
                handler.retire()
            self._rests.notify_all()

    def retire(self) -> None:
        """As :meth:`end_background`, and accept nothing more; what was accepted is answered [Z1].

        A thread ends once no request waits for it.
        """
        self.end_background()
        with self._changed:
            self._retiring = True
            self._changed.notify_all()

    def stop(self) -> None:
        """As :meth:`retire`, and answer nothing more: end what runs, too [Z1] [Z2]."""
        with self._changed:
            self._background_ended = True
            self._retiring = True
            self._stopping = True
            for handler in self._handlers:
                handler.stop()
            self._requests.cancel()
            for condition in (self._changed, self._rests, self._stops):
                condition.notify_all()
        for handler in self._handlers:
            handler.stop_bodies()

    @property
    def accepts(self) -> bool:
        """Whether requests are accepted."""
        return not self._retiring

    @property
    def has_stopped(self) -> bool:
        """Whether they were stopped, or stopped because of a mistake in Jadpo itself."""
        return self._stopping

    def has_answered(self, within: float) -> bool:
        """Wait, after :meth:`retire`, until what was accepted is answered: whether it was in time.

        ``within`` is in seconds.
        """
        ends = time.monotonic() + within
        for thread in self._threads:
            thread.join(max(0.0, ends - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def wait(self) -> None:
        """Until the threads have ended, because of :meth:`stop` or of a mistake in Jadpo itself.

        Meanwhile bodies are told to stop again that had only begun when they were. Raises what
        ended a thread that nobody stopped.
        """
        with self._changed:
            self._stops.wait_for(lambda: self._stopping)
        while any(thread.is_alive() for thread in self._threads):
            for handler in self._handlers:
                handler.stop_bodies()
            for thread in self._threads:
                if thread.is_alive():
                    thread.join(_STOP_AGAIN)
                    break
        if self._error is not None:
            raise self._error

    # ---- on the threads

    def _run(self, make_handler: Callable[[], Handler]) -> None:
        try:
            handler = make_handler()
            with self._changed:
                self._handlers.append(handler)
                if self._stopping:
                    handler.stop()
                elif self._background_ended:
                    handler.retire()
            while (task := self._next_task(handler)) is not None:
                task(handler)
        except BaseException as error:  # noqa: BLE001 - raised again by whoever waits
            with self._changed:
                self._error = self._error or error
            self.stop()

    def _next_task(self, handler: Handler) -> Callable[[Handler], None] | None:
        """Wait for the next thing to do; ``None`` once the host stops."""
        with self._changed:
            while not self._stopping:
                now = time.monotonic()
                if self._requests.may_be_taken(now) or (self._retiring and self._requests):
                    taken = self._requests.take(now)
                    if self._requests and not self._standing_by:
                        self._changed.notify()
                    return partial(self._answer, taken)
                if self._retiring:
                    return None
                if self._may_begin_background() and self._takes_background():
                    self._enter_background(handler)
                    return self._tick
                self._rest()
            return None

    def _rest(self) -> None:
        """Wait for something to do, or, if nobody else does, for those that answer to be slow."""
        stands_by = self._requests.are_answered and not self._standing_by
        seconds = self._seconds_to_tick()
        if stands_by:
            self._standing_by = True
            seconds = HELP_AFTER if seconds is None else min(seconds, HELP_AFTER)
        self._idle += 1
        self._rests.notify_all()
        self._changed.wait(seconds)
        self._idle -= 1
        self._called = False
        if stands_by:
            self._standing_by = False

    def _enter_background(self, handler: Handler) -> None:
        self._in_background[handler] = _Seen(-1, time.monotonic())
        self._looked_beside = False

    def _may_begin_background(self) -> bool:
        return self._has_room_in_background() and self._background_gets_nowhere()

    def _has_room_in_background(self) -> bool:
        return not self._background_ended and len(self._in_background) < self._most_background

    def _background_gets_nowhere(self) -> bool:
        """Whether nobody is in the background, or those who are wait for something."""
        now = time.monotonic()
        nowhere = True
        for handler, seen in self._in_background.items():
            progress = handler.progress
            if progress != seen.progress:
                self._in_background[handler] = _Seen(progress, now)
                self._looked_beside = nowhere = False
            elif now - seen.at < HELP_BACKGROUND_AFTER:
                nowhere = False
        return nowhere

    def _takes_background(self) -> bool:
        """Whether there may be work: somebody said so, or it is time for a tick."""
        if self._wanted:
            self._wanted -= 1
            self._rests.notify_all()
            return True
        if self._clock.elapsed() >= self._tick_at:
            self._tick_at = self._clock.elapsed() + LONGEST_SLEEP
            return True
        # Those in the background get nowhere: what is due may be enough for one more.
        looks, self._looked_beside = bool(self._in_background) and not self._looked_beside, True
        return looks

    def _seconds_to_tick(self) -> float | None:
        """How long until a tick; where no background work may begin, whoever ends some tells."""
        if not self._has_room_in_background():
            return None
        seconds = max(0, self._tick_at - self._clock.elapsed()) / 1_000_000
        if not self._in_background:
            return seconds
        looks = self._wanted or not self._looked_beside
        return HELP_BACKGROUND_AFTER if looks else max(HELP_BACKGROUND_AFTER, seconds)

    def _make_way(self) -> None:
        """No thread is free for a request: one alone, which runs in the background, ends that."""
        if len(self._threads) == 1:
            for handler in self._in_background:
                handler.make_way()

    def _answer(self, taken: Sequence[WaitingRequest[Any]], handler: Handler) -> None:
        running = [each for each in taken if each.answer.set_running_or_notify_cancel()]
        left_work = False
        try:
            for request, answer in zip(running, _together(handler, running), strict=True):
                told = request.ask(handler) if answer is None else answer
                request.answer.set_result(told)
                left_work = left_work or told.left_work
        except BaseException as error:
            for request in running:
                if not request.answer.done():
                    request.answer.set_exception(error)
            raise
        begins = False
        with self._changed:
            self._requests.answered(taken, time.monotonic())
            if left_work:
                begins = not self._requests and self._may_begin_background()
                if begins:
                    self._enter_background(handler)
                else:
                    self._wanted = 1
                    self._changed.notify()
        if begins:
            self._set_next_tick(handler, self._in_the_background(handler, handler.go_on))

    def _tick(self, handler: Handler) -> None:
        ran = self._in_the_background(handler, handler.tick)
        self._ticked(Ticked(ran.pieces, self._set_next_tick(handler, ran)))

    def _in_the_background(self, handler: Handler, run: Callable[[], Ran]) -> Ran:
        ran = Ran(0, goes_on=False)
        try:
            ran = run()
            return ran
        finally:
            with self._changed:
                self._in_background.pop(handler, None)
                self._looked_at = self._clock.elapsed()
                if ran.goes_on:
                    # A fresh invocation, with a budget of its own [H2].
                    self._wanted += 1
                # A thread that could not begin any while this ran may now.
                self._changed.notify()

    def _set_next_tick(self, handler: Handler, ran: Ran) -> Duration | None:
        if self._background_ended:
            return None
        next_due = handler.time_until_due()
        wait = LONGEST_SLEEP if next_due is None else min(next_due, LONGEST_SLEEP)
        if ran.pieces:
            self._pause = _FIRST_PAUSE
        elif not wait:
            # It is due and could not be run: looking again at once would do nothing else.
            wait = self._pause
            self._pause = Duration(min(2 * self._pause, LONGEST_SLEEP))
        with self._changed:
            self._tick_at = min(self._tick_at, self._clock.elapsed() + wait)
            self._changed.notify_all()
        return next_due


def _together(handler: Handler, requests: Sequence[WaitingRequest[Any]]) -> Sequence[Any]:
    """The answers of requests that were taken together; ``None`` for those to be asked alone."""
    together = requests[0].together if len(requests) > 1 else None
    if together is None:
        return [None] * len(requests)
    return together(handler, [each.ask for each in requests])
