"""An ASGI application served by uvicorn in this process, on a free port."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import uvicorn

from jadpo_runtime.hosts.serving import listening_socket


@attrs.frozen
class Answer:
    """What came back."""

    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@attrs.frozen
class Asgi:
    """A server that runs."""

    port: int

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"content-type": "application/json"})
            response = connection.getresponse()
            return Answer(response.status, response.read())
        finally:
            connection.close()


@contextmanager
def asgi_served(application: Any, **settings: Any) -> Iterator[Asgi]:
    """Serve until the end of `with`; the start and the end are told to the application."""
    config = uvicorn.Config(application, log_level="warning", **settings)
    server = uvicorn.Server(config)
    with listening_socket("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield Asgi(listening.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()
