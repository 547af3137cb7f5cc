"""The ASGI application of a program: what uvicorn serves, and what frameworks mount."""

import asyncio
import atexit
import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import attrs

from jadpo.embedding.background import WORK, log_report
from jadpo.embedding.errors import LoadError
from jadpo.embedding.loading import Loaded, starting
from jadpo.embedding.mounting import below_root, with_body_declared
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.hosts.serving import Application, Metrics, OwnAnswers, RequestDone, TimedStore
from jadpo_runtime.hosts.serving.application import Scope, Send
from jadpo_runtime.hosts.serving.body import Receive
from jadpo_runtime.hosts.serving.generation import Generation, Place
from jadpo_runtime.http.errors import UNAVAILABLE, Refusal, refused
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store
from jadpo_runtime.values import Duration

REQUESTS: Final = logging.getLogger("jadpo.requests")
"""Where requests are told, with neither bodies nor headers nor queries."""


class AsgiApplication:
    """An ASGI application; ``uvicorn module:app`` serves it.

    The start of the server opens the stores and starts the threads, and its end ends them: that is
    when background work is done, schedules included. Frameworks pass neither on to what is mounted
    in them: there :meth:`lifespan` does both. Without it the first request starts everything,
    and the end of the process ends it.
    """

    def __init__(
        self,
        loaded: Loaded,
        *,
        environment: Mapping[str, str],
        databases: Mapping[str, str],
        workers: int,
        largest_body: int,
    ) -> None:
        """Use :func:`jadpo.asgi` or :meth:`LoadedProgram.asgi`."""
        if workers < 1:
            raise ValueError("there is at least one worker")
        self._loaded: Final = loaded
        self._environment: Final = environment
        self._databases: Final = databases
        self._workers: Final = workers
        self._largest_body: Final = largest_body
        self._changing: Final = threading.Lock()
        self._live: _Live | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection of ASGI: HTTP requests, the start and the end of the server."""
        match scope["type"]:
            case "lifespan":
                await self._live_on(receive, send)
            case "http":
                await self._answer(with_body_declared(below_root(scope)), receive, send)
            case "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1000})

    @asynccontextmanager
    async def lifespan(self, _app: object = None) -> AsyncIterator[None]:
        """Open everything, and close it in the end: for a framework that mounts this.

        ``FastAPI(lifespan=shop.lifespan)``; with several, enter each in a lifespan of your own.
        Raises :class:`~jadpo.embedding.errors.LoadError` where the program cannot be started.
        """
        await self._in_thread(self.start)
        try:
            yield
        finally:
            await self._in_thread(self.stop)

    def start(self) -> None:
        """Open the stores and start the threads, unless that is done already.

        Raises :class:`~jadpo.embedding.errors.LoadError`.
        """
        with self._changing:
            if self._live is None:
                self._live = self._opened()
                atexit.register(self.stop)

    def stop(self) -> None:
        """Answer what was accepted, for 8 seconds at most; then end the threads, and close."""
        with self._changing:
            self._end()

    def _end(self) -> None:
        live, self._live = self._live, None
        if live is not None:
            atexit.unregister(self.stop)
            live.generation.end_background()
            live.generation.end()

    def _end_broken(self, broken: "_Live") -> None:
        """End what has stopped by itself: a database was migrated for another version, say."""
        with self._changing:
            if self._live is not broken:
                return
            try:
                self._end()
            except Exception:  # noqa: BLE001 - logged with its traceback, never hidden
                WORK.exception("%s stopped by itself", self._loaded.path)

    async def _live_on(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self._in_thread(self.start)
        except LoadError as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._in_thread(self.stop)
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        live = self._live
        if live is not None and live.generation.living.workers.has_stopped:
            await self._in_thread(partial(self._end_broken, live))
        if self._live is None:
            try:
                await self._in_thread(self.start)
            except LoadError as error:
                REQUESTS.error("%s", error)
            live = self._live
        if live is None:
            await _send_unavailable(send)
        else:
            await live.application(scope, receive, send)

    def _opened(self) -> "_Live":
        clock = SystemClock()
        metrics = Metrics()

        def report(of: Report) -> None:
            metrics.report(of)
            log_report(of)

        def timed(store: Store) -> Store:
            return TimedStore(store, clock, metrics.transaction)

        def observe(done: RequestDone) -> None:
            metrics.request(done)
            _log_request(done)

        place = Place(self._environment, self._databases, self._workers, report, store_as=timed)
        new_engine = self._loaded.new_engine
        with starting(self._loaded.path):
            generation = Generation(new_engine(), new_engine, place)
        workers = generation.living.workers
        own = OwnAnswers(
            generation.living.host.stores,
            clock,
            metrics,
            accepts=lambda: workers.accepts,
            looked_for_work=lambda: workers.looked_for_work,
        )
        application = Application(
            generation.service, clock, observe, own, largest_body=self._largest_body
        )
        return _Live(generation, application)

    async def _in_thread(self, change: Callable[[], None]) -> None:
        """Have the loop go on meanwhile."""
        await asyncio.get_running_loop().run_in_executor(None, change)


@attrs.frozen
class _Live:
    generation: Generation
    application: Application


def _log_request(done: RequestDone) -> None:
    status = done.response.status
    level = logging.WARNING if status >= 500 else logging.INFO
    if not REQUESTS.isEnabledFor(level):
        return
    REQUESTS.log(
        level,
        "%s %s %d %.1f ms%s",
        done.method,
        done.path,
        status,
        _milliseconds(done.took),
        f" {done.response.code}" if done.response.code else "",
        extra={
            "request_id": done.id,
            "trace_id": None if done.trace is None else done.trace.trace_id,
        },
    )


def _milliseconds(took: Duration) -> float:
    return took / 1000


async def _send_unavailable(send: Send) -> None:
    message = "The program behind this address cannot be started."
    response = refused(Refusal(503, UNAVAILABLE, message), "")
    headers = [(name.encode(), value.encode()) for name, value in response.headers if value]
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
