"""A program that answers requests on worker threads."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Protocol

from jadpo_runtime.clock import Clock
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.answering import Answered, RequestFacts, Routes
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
        self._routes: Final = routes
        self._clock: Final = clock
        self._report: Final = report
        self._most_waiting: Final = most_waiting

    def submit(self, request: Request, facts: RequestFacts) -> "Future[Answered] | None":
        """Have a request answered by the next free thread."""
        if self._workers.waiting >= self._most_waiting:
            return None

        def ask(handler: Handler) -> Answered:
            try:
                return self._routes.answer(handler, self._clock, request, facts)
            except Exception as error:  # noqa: BLE001 - reported with its traceback, never hidden
                self._report(BodyBroke(f"{request.method} request", error))
                return Answered(fault_response(FaultCode.INTERNAL_ERROR, facts.id))

        return self._workers.submit(ask)
