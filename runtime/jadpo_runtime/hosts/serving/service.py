"""A program that answers requests on worker threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final, Protocol

import attrs

from jadpo_runtime.clock import Clock
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.answering import Answered, Asked, RequestFacts, Routes
from jadpo_runtime.hosts.handler import Handler
from jadpo_runtime.hosts.workers import Workers
from jadpo_runtime.http.answers import fault_response
from jadpo_runtime.http.messages import Request
from jadpo_runtime.runner.reports import BodyBroke, Report

MOST_WAITING: Final = 1024
"""How many requests may wait for a thread; further ones are refused with 503."""


class Service(Protocol):
    """What the application hands requests to."""

    def submit(self, request: Request, facts: RequestFacts) -> "Future[Answered] | None":
        """Have a request answered; ``None`` where too many wait.

        The future is cancelled where nothing is accepted any more [Z1].
        """
        ...


class ServedProgram:
    """A program whose routes are answered by the threads of a living host."""

    def __init__(
        self,
        workers: Workers,
        routes: Routes,
        clock: Clock,
        report: Callable[[Report], None],
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """Have ``workers`` answer; at most ``most_waiting`` requests wait for them.

        ``report`` is told of mistakes in Jadpo itself, which end one request each.
        """
        self._workers: Final = workers
        self._answering: Final = _Answering(routes, clock, report)
        self._routes: Final = routes
        self._most_waiting: Final = most_waiting
        self._together: Final[dict[str, _Together]] = {}

    def submit(self, request: Request, facts: RequestFacts) -> "Future[Answered] | None":
        """Have a request answered by the next free thread."""
        if self._workers.waiting >= self._most_waiting:
            return None
        asked = self._routes.asked(request, facts)
        store = self._routes.store_shared(asked)
        return self._workers.submit(
            _Ask(self._answering, asked), None if store is None else self._together_in(store)
        )

    def _together_in(self, store: str) -> "_Together":
        """What answers several requests in one commit of a store: the same for all of them."""
        found = self._together.get(store)
        if found is None:
            found = self._together[store] = _Together(self._answering, store)
        return found


@attrs.frozen(eq=False)
class _Answering:
    """What the answers of a program are made with."""

    routes: Routes
    clock: Clock
    report: Callable[[Report], None]


@attrs.frozen(eq=False)
class _Ask:
    """Answers one request."""

    answering: _Answering
    asked: Asked

    def __call__(self, handler: Handler) -> Answered:
        made = self.answering
        try:
            return made.routes.answer_asked(handler, made.clock, self.asked)
        except Exception as error:  # noqa: BLE001 - reported with its traceback, never hidden
            made.report(BodyBroke(f"{self.asked.request.method} request", error))
            return Answered(fault_response(FaultCode.INTERNAL_ERROR, self.asked.facts.id))


@attrs.frozen(eq=False)
class _Together:
    """Answers several requests in one commit of a store [B7]."""

    answering: _Answering
    store: str

    def __call__(
        self, handler: Handler, asks: Sequence[Callable[[Handler], Answered]]
    ) -> Sequence[Answered | None]:
        made = self.answering
        several = [ask.asked for ask in asks if isinstance(ask, _Ask)]
        try:
            return made.routes.answer_together(handler, made.clock, self.store, several)
        except Exception as error:  # noqa: BLE001 - reported with its traceback, never hidden
            made.report(BodyBroke(f"{len(several)} requests", error))
            broken = FaultCode.INTERNAL_ERROR
            return [Answered(fault_response(broken, each.facts.id)) for each in several]
