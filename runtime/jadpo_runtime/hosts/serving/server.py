"""The HTTP server: an event loop on a thread of its own [B3] [Z1]."""

import asyncio
import contextlib
import logging
import resource
import socket
import threading
import time
from collections.abc import Iterator
from typing import Final, cast

import uvicorn

from jadpo_runtime.hosts.serving.application import Application
from jadpo_runtime.hosts.serving.protocol import LimitedProtocol

BACKLOG: Final = 2048
"""How many connections may wait to be accepted."""

_FILES_FOR_OTHERS: Final = 128
"""File descriptors that are not for connections: databases, logs, watches."""

_SWEEP_EVERY: Final = 1.0
"""Seconds between looks at connections that keep the server waiting."""

_LAST_REQUESTS: Final = 0.5
"""Seconds for which connections that are open when the server stops may still bring a request:
one that a client sent before it could know. It is answered that the server stops."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens on ``host`` and ``port`` (0: a free one); raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


class HttpServer:
    """Serves an application on a socket until it is stopped."""

    def __init__(self, application: Application, listening: socket.socket) -> None:
        """Serve on a socket that listens already; it is closed in the end."""
        self._server: Final = _Server(
            uvicorn.Config(
                application,
                http=cast(type[asyncio.Protocol], LimitedProtocol),
                loop="auto",
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=None,
                backlog=BACKLOG,
            )
        )
        self._listening: Final = listening
        self._ready: Final = threading.Event()
        self._error: BaseException | None = None
        self._thread: Final = threading.Thread(target=self._run, name="jadpo-http", daemon=True)

    def start(self) -> None:
        """Start the thread, and wait until it accepts connections."""
        _allow_many_files()
        # It warns of each request that is no HTTP; who sent it is told, nobody else need know.
        logging.getLogger("uvicorn").setLevel(logging.ERROR)
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            time.sleep(0.001)
        if self._error is not None:
            raise self._error

    def stop_accepting(self) -> None:
        """Accept no more connections; those that are open are closed after their answer [Z1]."""
        self._server.should_exit = True

    def has_ended(self, within: float) -> bool:
        """Wait until all connections are closed, for ``within`` seconds at most."""
        self._thread.join(within)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._server.run(sockets=[self._listening])
        except BaseException as error:  # noqa: BLE001 - raised by whoever started it
            self._error = error


class _Server(uvicorn.Server):
    """uvicorn's server, which leaves signals alone, and closes what keeps it waiting."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Watch no signals: that is for whoever started the server."""
        yield

    async def main_loop(self) -> None:
        """Serve until told to stop, looking at the connections now and then."""
        sweep = asyncio.create_task(self._sweep())
        try:
            await super().main_loop()
        finally:
            sweep.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more; let open connections bring what was on its way; then close them."""
        for server in self.servers:
            server.close()
        self.server_state.default_headers = [
            *self.server_state.default_headers,
            (b"connection", b"close"),
        ]
        await asyncio.sleep(_LAST_REQUESTS)
        await super().shutdown(sockets)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_EVERY)
            connections = [
                each
                for each in cast("set[object]", self.server_state.connections)
                if isinstance(each, LimitedProtocol)
            ]
            now = time.monotonic()
            for connection in connections:
                if connection.is_overdue(now):
                    connection.close_at_once()
                else:
                    connection.refuse_late_body(now)
            self._make_room(connections)

    def _make_room(self, connections: list[LimitedProtocol]) -> None:
        """Close the connections that are idle for longest, where files run out."""
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - _FILES_FOR_OTHERS
        excess = len(connections) - most * 9 // 10
        if excess > 0:
            idle = sorted(
                (each for each in connections if each.is_idle), key=lambda each: each.since
            )
            for connection in idle[:excess]:
                connection.close_at_once()


def _allow_many_files() -> None:
    """Raise the limit of open files to what the system allows: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
