"""The ASGI application: whole requests in, whole responses out, the work on other threads [B3]."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from jadpo_runtime.clock import Clock
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.answering import Answered, RequestFacts
from jadpo_runtime.hosts.serving.body import (
    LARGEST_BODY,
    READ_WITHIN,
    ClientGone,
    Receive,
    read_body,
)
from jadpo_runtime.hosts.serving.hand_over import HandOver
from jadpo_runtime.hosts.serving.observer import Observer, RequestDone
from jadpo_runtime.hosts.serving.service import Service
from jadpo_runtime.http.answers import fault_response, full, stopping
from jadpo_runtime.http.errors import RequestRefused, refused
from jadpo_runtime.http.messages import Request, Response
from jadpo_runtime.http.tracing import given_request_id, trace_context
from jadpo_runtime.values import Duration

Scope: TypeAlias = Mapping[str, Any]
"""What ASGI says of a connection."""

Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
"""The ASGI callable that takes the next piece of the response."""

OWN_PATHS: Final = b"/_jadpo/"
"""Where the server's own answers are; no route of a program begins so."""


class AnswersOfServer(Protocol):
    """What answers the requests about the server itself: health and metrics."""

    async def answer(self, request: Request, request_id: str) -> Response:
        """Answer a request below :data:`OWN_PATHS`."""
        ...


class Application:
    """The ASGI application of a service."""

    def __init__(
        self,
        service: Service,
        clock: Clock,
        observe: Observer,
        own: AnswersOfServer | None = None,
        largest_body: int = LARGEST_BODY,
        read_within: float = READ_WITHIN,
    ) -> None:
        """Hand requests to ``service``.

        ``largest_body`` is in bytes, ``read_within`` in seconds.
        """
        self.service = service
        self._clock: Final = clock
        self._observe: Final = observe
        self._own: Final = own
        self.largest_body: Final = largest_body
        self.read_within: Final = read_within
        self._hand_over: Final = HandOver()
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection of ASGI: HTTP requests; a server's start and end need nothing."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._answer_http(scope, receive, send)

    async def _answer_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = tuple([(name, value) for name, value in scope["headers"]])
        path = scope.get("raw_path") or scope["path"].encode()
        request = Request(scope["method"], path, scope["query_string"], headers)
        facts = self.facts(request)
        started = self.now()
        try:
            body = await read_body(headers, receive, self.largest_body, self.read_within)
            request = Request(request.method, path, request.query, headers, body)
            started = self.now()
            answered = await self._answered(request, facts)
        except RequestRefused as refusal:
            answered = Answered(refused(refusal.refusal, facts.id))
        except ClientGone:
            return
        await _send(answered.response, send)
        self.tell(request, facts, answered, started)

    # ---- whole requests

    def now(self) -> int:
        """The clock by which it is told how long requests take."""
        return self._clock.elapsed()

    def facts(self, request: Request) -> RequestFacts:
        """The id of a request, its own or a new one, and the trace it belongs to."""
        return RequestFacts(given_request_id(request) or str(uuid.uuid4()), trace_context(request))

    def take(
        self,
        request: Request,
        facts: RequestFacts,
        loop: asyncio.AbstractEventLoop,
        done: Callable[[Answered], None],
    ) -> None:
        """From the thread of ``loop``: have a whole request answered; ``done`` is called there."""
        if self._own is not None and request.path.startswith(OWN_PATHS):
            task = loop.create_task(_tell_own(self._own, request, facts, done))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        service = self.service
        future = service.submit(request, facts)
        if future is None:
            done(Answered(full(facts.id)))
            return
        again = partial(self._taken, service, request, facts, loop, done)
        future.add_done_callback(lambda ended: self._hand_over.put(loop, partial(again, ended)))

    def _taken(
        self,
        service: Service,
        request: Request,
        facts: RequestFacts,
        loop: asyncio.AbstractEventLoop,
        done: Callable[[Answered], None],
        future: "Future[Answered]",
    ) -> None:
        """What became of a request that a service took."""
        if not future.cancelled():
            error = future.exception()
            broken = fault_response(FaultCode.INTERNAL_ERROR, facts.id)
            done(future.result() if error is None else Answered(broken))
        elif self.service is service:
            done(Answered(stopping(facts.id)))
        else:
            # Another one has taken over just now.
            self.take(request, facts, loop, done)

    def tell(self, request: Request, facts: RequestFacts, answered: Answered, started: int) -> None:
        """Tell the observer of a request that was answered, and was complete at ``started``."""
        self._observe(
            RequestDone(
                facts.id,
                request.method,
                request.path.decode("ascii", "backslashreplace"),
                answered.route,
                answered.outcome,
                answered.response,
                Duration(self._clock.elapsed() - started),
                facts.trace,
            )
        )

    async def _answered(self, request: Request, facts: RequestFacts) -> Answered:
        if self._own is not None and request.path.startswith(OWN_PATHS):
            return Answered(await self._own.answer(request, facts.id))
        while True:
            service = self.service
            future = service.submit(request, facts)
            if future is None:
                return Answered(full(facts.id))
            try:
                return await asyncio.wrap_future(future)
            except (CancelledError, asyncio.CancelledError):
                if not future.cancelled():
                    raise
                if self.service is service:
                    return Answered(stopping(facts.id))
                # Another one has taken over just now.


async def _tell_own(
    own: AnswersOfServer, request: Request, facts: RequestFacts, done: Callable[[Answered], None]
) -> None:
    """Tell what the server answers of itself."""
    done(Answered(await own.answer(request, facts.id)))


async def _live(receive: Receive, send: Send) -> None:
    """Answer the start and the end of a server."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _send(response: Response, send: Send) -> None:
    headers = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in response.headers
    ]
    if response.status != 204 and not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(len(response.body)).encode()))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
