"""A program on this machine, run from Python: :class:`LoadedProgram`."""

import threading
import uuid
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime
from types import TracebackType
from typing import Any, Final, Self

import attrs

from jadpo.embedding.application import AsgiApplication
from jadpo.embedding.background import Attempt, attempts_of, log_report
from jadpo.embedding.calls import NOT_GIVEN, Calls
from jadpo.embedding.errors import Faulted
from jadpo.embedding.loading import Loaded, starting
from jadpo.embedding.requests import Asking, Response, request_of
from jadpo.embedding.tested import AppInTest, Beginning, app_in_test
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.handler import Handler
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.hosts.opening import opened_host
from jadpo_runtime.hosts.tool import Tool
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.runner.reports import Report


class LoadedProgram:
    """A program that Python runs: its actions, queries and functions, its routes, its work.

    Stores are opened by ``with``, or by what is run first; :meth:`close` or the end of ``with``
    closes them. It may be used by several threads, which take turns. Background work is done when
    :meth:`run_due` or :meth:`tick` asks for it, and by no thread of its own; :meth:`asgi` gives
    what lives on.
    """

    def __init__(
        self, loaded: Loaded, environment: Mapping[str, str], databases: Mapping[str, str]
    ) -> None:
        """Use :func:`jadpo.load`."""
        self._loaded: Final = loaded
        self._environment: Final = environment
        self._databases: Final = databases
        self._calls: Final = Calls(loaded.manifest)
        self._turn: Final = threading.Lock()
        self._stack: Final = ExitStack()
        self._reports: Final[list[Report]] = []
        self._open: _Open | None = None
        self._closed = False

    @property
    def name(self) -> str:
        """The name of the application."""
        return self._loaded.manifest.application.name

    @property
    def manifest(self) -> Manifest:
        """What the program declares: its callables, routes, events and all else."""
        return self._loaded.manifest

    def run(self, name: str, value: object = NOT_GIVEN, /, **arguments: object) -> Any:
        """Run an action, query or function, and give its result as a JSON value.

        ``value`` is what ``jadpo run --input`` takes: the value of the one parameter, or a mapping
        of several by name, which may also be given as ``arguments``. What an action set off waits
        in the store for :meth:`run_due`, or for another process. Raises
        :class:`~jadpo.embedding.errors.Rejected`, :class:`~jadpo.embedding.errors.Faulted`,
        :class:`~jadpo.embedding.errors.UnknownCallable` and
        :class:`~jadpo.embedding.errors.InputInvalid`.
        """
        call = self._calls.prepare(name, value, arguments)
        with self._turn:
            outcome = self._opened().tool.run(call.name, call.arguments)
        return self._calls.result(call.name, outcome)

    def run_due(self) -> tuple[Attempt, ...]:
        """Run the background work that is due, and what that sets off, until nothing is.

        Gives the attempts in order; one that failed is in the store, to be tried again at its time.
        Raises :class:`~jadpo.embedding.errors.Faulted` where a store fails.
        """
        with self._turn:
            opened = self._opened()
            self._reports.clear()
            opened.tool.run_due()
            return attempts_of(self._reports)

    def tick(self) -> tuple[Attempt, ...]:
        """As :meth:`run_due`, and run due schedules and the hourly purge, too.

        A schedule is seen from the first tick or request on.
        """
        with self._turn:
            opened = self._opened()
            self._reports.clear()
            try:
                while opened.handler().tick().goes_on:
                    pass
            except Fault as fault:
                raise Faulted(fault.code.value, fault.detail, None) from None
            return attempts_of(self._reports)

    def request(
        self,
        method: str,
        path: str,
        *,
        json: object = NOT_GIVEN,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> Response:
        """Ask a route, as a client would over HTTP, without a network.

        ``json`` is the body as values of Python, ``body`` as bytes. A failure or fault is an answer
        like any other. What the request set off waits for :meth:`run_due`, but for a route with
        ``settle:``, which runs it itself.
        """
        request = request_of(method, path, json=json, query=query, headers=headers, body=body)
        with self._turn:
            return self._opened().asking().ask(request)

    def asgi(self, *, workers: int = 4, largest_body: int = 1024 * 1024) -> AsgiApplication:
        """An ASGI application of this program, with stores, threads and engines of its own.

        ``workers`` are the threads that answer and do background work; ``largest_body`` is the most
        that the body of a request may have, in bytes. What this object has in memory
        (``sqlite::memory:``) is not what the application has.
        """
        return AsgiApplication(
            self._loaded,
            environment=self._environment,
            databases=self._databases,
            workers=workers,
            largest_body=largest_body,
        )

    def in_test(
        self,
        *,
        fixture: str | None = None,
        clock: datetime | None = None,
        seed: int | None = None,
        config: Mapping[str, object] | None = None,
    ) -> AbstractContextManager[AppInTest]:
        """A world for one test: stores in memory, a clock that stands still, a seed.

        ``fixture`` is one of the program's own; ``clock`` (with a time zone), ``seed`` and
        ``config`` (values by the names of fields) go before what it says. The pytest fixture
        ``jadpo_app`` is one of these.
        """
        return app_in_test(self._loaded.engine, Beginning(fixture, clock, seed, config or {}))

    def close(self) -> None:
        """Close the stores; what is not done stays in them."""
        with self._turn:
            self._closed = True
            self._open = None
            self._stack.close()

    def __enter__(self) -> Self:
        """Open the stores; raises :class:`~jadpo.embedding.errors.LoadError`."""
        with self._turn:
            self._opened()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the stores."""
        self.close()

    def _opened(self) -> "_Open":
        if self._closed:
            raise RuntimeError(f"{self._loaded.path} was closed: load it again to run it")
        if self._open is None:
            self._open = self._open_now()
        return self._open

    def _open_now(self) -> "_Open":
        with starting(self._loaded.path):
            host = self._stack.enter_context(
                opened_host(
                    self._loaded.engine,
                    environment=self._environment,
                    databases=self._databases,
                    report=self._report,
                )
            )
        return _Open(host, Tool(host))

    def _report(self, report: Report) -> None:
        log_report(report)
        self._reports.append(report)


@attrs.define
class _Open:
    """What there is of a program while its stores are open."""

    host: Host
    tool: Tool
    _handler: Handler | None = None
    _asking: Asking | None = None

    def handler(self) -> Handler:
        """What answers requests and ticks; from its making on, schedules are seen."""
        if self._handler is None:
            self._handler = Handler(self.host)
        return self._handler

    def asking(self) -> Asking:
        """The routes."""
        if self._asking is None:
            self._asking = Asking(
                self.host.manifest, self.handler(), self.host.clock, lambda: str(uuid.uuid4())
            )
        return self._asking
