"""A program served in this process, on a free port, with its database in a folder."""

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import attrs

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.source import Source
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.hosts.answering import Routes
from jadpo_runtime.hosts.serving import (
    Application,
    HttpServer,
    Metrics,
    OwnAnswers,
    RequestDone,
    ServedProgram,
    TimedStore,
    listening_socket,
)
from jadpo_runtime.hosts.worker import Living, living_host
from jadpo_runtime.runner.reports import Report

JSON = {"content-type": "application/json"}


@attrs.frozen
class Answer:
    """What came back: the status, the headers by small names, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> object:
        assert self.headers["content-type"] == "application/json"
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error."""
        told = self.json
        assert isinstance(told, dict)
        return str(told["error"]["code"])


@attrs.frozen
class Served:
    """A running server."""

    living: Living
    server: HttpServer
    port: int
    reports: list[Report]
    requests: list[RequestDone]

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] = JSON,
        *,
        raw: bytes | None = None,
    ) -> Answer:
        """Send a request on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            sent = raw if raw is not None else None if body is None else json.dumps(body).encode()
            connection.request(method, path, sent, dict(headers))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def send(self, data: bytes) -> bytes:
        """Send bytes, and read until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as plain:
            plain.sendall(data)
            plain.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: plain.recv(65536), b""))


@contextmanager
def served(
    text: str,
    folder: Path,
    *,
    threads: int = 2,
    most_waiting: int = 1024,
    largest_body: int = 65536,
    read_within: float = 30.0,
) -> Iterator[Served]:
    """Serve a program of one source file."""
    checked = check_project((Source("app.jadpo", text),), "app").program
    assert checked is not None
    reports: list[Report] = []
    requests: list[RequestDone] = []
    metrics = Metrics()

    def report(of: Report) -> None:
        reports.append(of)
        metrics.report(of)

    manifest = checked.manifest
    with (
        listening_socket("127.0.0.1", 0) as listening,
        living_host(
            interpret(checked),
            lambda: interpret(checked),
            threads=threads,
            environment={},
            databases={name: f"sqlite:{folder}/{name}.db" for name in manifest.stores},
            report=report,
            store_as=lambda store: TimedStore(store, SystemClock(), metrics.transaction),
        ) as living,
    ):
        service = ServedProgram(
            living.workers, Routes(manifest), living.host.clock, reports.append, most_waiting
        )
        own = OwnAnswers(
            living.host.stores,
            living.host.clock,
            metrics,
            accepts=lambda: living.workers.accepts,
            looked_for_work=lambda: living.workers.looked_for_work,
        )

        def observe(done: RequestDone) -> None:
            requests.append(done)
            metrics.request(done)

        application = Application(
            service,
            living.host.clock,
            observe,
            own,
            largest_body=largest_body,
            read_within=read_within,
        )
        server = HttpServer(application, listening)
        living.workers.start()
        server.start()
        port = listening.getsockname()[1]
        try:
            yield Served(living, server, port, reports, requests)
        finally:
            server.stop_accepting()
            living.workers.stop()
            assert server.has_ended(10)
