"""One connection of the server, with limits on what comes before a request is complete.

It takes the place of uvicorn's own protocol, from which ASGI is reached by a task for each request
and several messages: here a complete request is one call, and its answer one write.
"""

import asyncio
import logging
import time
from collections import deque
from functools import partial
from typing import Any, Final, cast

import httptools
import uvicorn
from uvicorn.server import ServerState

from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.answering import Answered, RequestFacts
from jadpo_runtime.hosts.serving.application import Application
from jadpo_runtime.hosts.serving.body import too_large, too_slow
from jadpo_runtime.hosts.serving.exchange import Exchange, encoded, lines_of
from jadpo_runtime.http.answers import fault_response
from jadpo_runtime.http.errors import Refusal, refused
from jadpo_runtime.http.messages import Request
from jadpo_runtime.values.json import INVALID_REQUEST

LARGEST_HEAD: Final = 64 * 1024
"""The most bytes of a request's line and headers."""

HEAD_WITHIN: Final = 10.0
"""Seconds in which the line and the headers of a request must have come."""

SILENT_FOR: Final = 60.0
"""Seconds for which a connection may be open before its first request begins."""

KEEP_ALIVE: Final = 75.0
"""Seconds for which a connection is kept open between two requests."""

HEAD_TOO_LARGE: Final = "headers_too_large"
"""The code of a request whose line and headers are too long: 431."""

_MOST_PER_BYTE: Final = 16
"""How many bytes, at most, a chunked body may take on the network for each that it may have."""


class LimitedProtocol(asyncio.Protocol):
    """A connection whose requests must begin and arrive in time, and be of bounded size.

    Requests that come while another is answered wait, and no more is read meanwhile.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Begin to wait for the first request; the arguments are those that uvicorn gives."""
        self._application: Final = cast(Application, config.app)
        self._state: Final = server_state
        self._loop: Final = _loop or asyncio.get_event_loop()
        self._parser: Final = httptools.HttpRequestParser(self)
        # What follows a request that ends the connection is not looked at.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self.transport: asyncio.Transport = cast(asyncio.Transport, None)
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        # In order: the first one is answered, or its body awaited.
        self._exchanges: Final[deque[Exchange]] = deque()
        self._is_answering = False
        self._may_write = True
        self._is_paused = False
        self._since = time.monotonic()
        self._in_head = False
        self._spoke = False
        self._head_size = 0
        self._refused = False

    # ---- asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is open."""
        self.transport = cast(asyncio.Transport, transport)
        self._state.connections.add(cast(Any, self))

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone; what it asked for is answered to nobody."""
        self._state.connections.discard(cast(Any, self))
        self._refused = True

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; what is too long, or no HTTP, is refused."""
        if self._refused:
            return
        self._spoke = True
        before = self._head_size if self._in_head else 0
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # No other protocol is spoken: the request is answered, and what follows it not read.
            if self._exchanges:
                self._exchanges[-1].keeps_alive = False
        except httptools.HttpParserError:
            self._refuse(Refusal(400, INVALID_REQUEST, "This is not a request of HTTP/1.1."))
            return
        self._head_size = before + len(data)
        if self._in_head and self._head_size > LARGEST_HEAD:
            message = f"The line and the headers of a request have at most {LARGEST_HEAD:,} bytes."
            self._refuse(Refusal(431, HEAD_TOO_LARGE, message))
        elif self._exchanges and not self._exchanges[-1].is_complete:
            self._look_at_length(self._exchanges[-1], len(data))

    def eof_received(self) -> bool:
        """The client sends no more: it may still wait for the answers of whole requests."""
        if not self._exchanges or not self._exchanges[0].is_complete:
            return False
        whole = [each for each in self._exchanges if each.is_complete]
        whole[-1].keeps_alive = False
        return True

    def pause_writing(self) -> None:
        """The client reads too slowly: nothing more is answered for now."""
        self._may_write = False

    def resume_writing(self) -> None:
        """The client has read."""
        self._may_write = True
        self._go_on()

    def shutdown(self) -> None:
        """uvicorn's word that the server stops: close it, after what is asked was answered."""
        if self._exchanges:
            self._exchanges[-1].keeps_alive = False
        else:
            self.transport.close()

    # ---- the parser

    def on_message_begin(self) -> None:
        """A request begins."""
        self._url = b""
        self._headers = []
        self._in_head = True
        self._since = time.monotonic()

    def on_url(self, url: bytes) -> None:
        """A piece of the request's URL."""
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; those that follow a body in chunks are not read."""
        if self._in_head:
            self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        self._in_head = False
        url = httptools.parse_url(self._url)
        exchange = Exchange(
            self._parser.get_method().decode("ascii"),
            url.path or b"/",
            url.query or b"",
            tuple(self._headers),
            keeps_alive=self._parser.get_http_version() != "1.0"
            and self._parser.should_keep_alive(),
            since=time.monotonic(),
        )
        self._exchanges.append(exchange)
        if len(self._exchanges) > 1:
            self._pause()
        elif exchange.has_body:
            self._await_body(exchange)

    def on_body(self, body: bytes) -> None:
        """A piece of a body."""
        exchange = self._exchanges[-1] if self._exchanges else None
        if exchange is not None and not self._refused:
            exchange.body += body
            if len(exchange.body) > self._application.largest_body:
                self._refuse(too_large(self._application.largest_body))

    def on_message_complete(self) -> None:
        """A request is complete."""
        if self._refused or not self._exchanges:
            return
        self._exchanges[-1].is_complete = True
        if len(self._exchanges) == 1:
            self._go_on()

    # ---- what the server asks

    def is_overdue(self, now: float) -> bool:
        """Whether what was to come did not come in time; ``now`` is of the monotonic clock."""
        if self._in_head:
            return now - self._since > HEAD_WITHIN
        if self._exchanges:
            return False
        return now - self._since > (KEEP_ALIVE if self._spoke else SILENT_FOR)

    def refuse_late_body(self, now: float) -> None:
        """Answer 408 where the body of the first request has not come in time."""
        if self._exchanges and not self._refused:
            exchange = self._exchanges[0]
            within = self._application.read_within
            if not exchange.is_complete and now - exchange.since > within:
                self._refuse(too_slow(within))

    def close_at_once(self) -> None:
        """Close the connection; what a client that reads nothing was to get is dropped."""
        if self._may_write:
            self.transport.close()
        else:
            self.transport.abort()

    @property
    def is_idle(self) -> bool:
        """Whether no request is begun or answered on it."""
        return not self._in_head and not self._exchanges

    @property
    def since(self) -> float:
        """When its last request began or was answered, or it was opened: the monotonic clock."""
        return self._since

    # ---- answering

    def _go_on(self) -> None:
        """Have the first request answered, if it is complete and nothing is in the way."""
        if self._is_answering or self._refused or not self._may_write or not self._exchanges:
            return
        exchange = self._exchanges[0]
        if not exchange.is_complete:
            return
        self._is_answering = True
        application = self._application
        request = Request(
            exchange.method, exchange.path, exchange.query, exchange.headers, bytes(exchange.body)
        )
        facts = application.facts(request)
        done = partial(self._answered, exchange, request, facts, application.now())
        try:
            application.take(request, facts, self._loop, done)
        except Exception as error:
            logging.getLogger("uvicorn.error").exception("a request was not taken", exc_info=error)
            done(Answered(fault_response(FaultCode.INTERNAL_ERROR, facts.id)))

    def _answered(
        self,
        exchange: Exchange,
        request: Request,
        facts: RequestFacts,
        started: int,
        answered: Answered,
    ) -> None:
        """Write an answer, and go on with the next request."""
        self._is_answering = False
        if not self.transport.is_closing() and not self._refused:
            self._write(exchange, answered)
        self._application.tell(request, facts, answered, started)
        if self.transport.is_closing() or self._refused:
            return
        self._exchanges.popleft()
        self._since = time.monotonic()
        if not self._exchanges:
            self._resume()
            return
        following = self._exchanges[0]
        following.since = self._since
        if following.is_complete:
            # Not from here: a client may send thousands at once.
            self._loop.call_soon(self._go_on)
        else:
            self._resume()
            self._await_body(following)

    def _write(self, exchange: Exchange, answered: Answered) -> None:
        response = answered.response
        defaults = self._state.default_headers
        closes = (
            not exchange.keeps_alive
            or any(name == b"connection" for name, _ in defaults)
            or any(name == "connection" for name, _ in response.headers)
        )
        lines = lines_of(each for each in defaults if each[0] != b"connection")
        head = exchange.method == "HEAD"
        self.transport.write(encoded(response, lines, without_body=head, closes=closes))
        if closes:
            self.transport.close()

    def _await_body(self, exchange: Exchange) -> None:
        """The body of the first request may come now; what cannot be taken is refused first."""
        largest = self._application.largest_body
        if exchange.declared_length > largest:
            self._refuse(too_large(largest))
        elif exchange.expects and not exchange.is_complete:
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _look_at_length(self, exchange: Exchange, received: int) -> None:
        """Refuse a body in chunks that takes far more on the way than it has."""
        exchange.received += received
        largest = self._application.largest_body
        if exchange.received > _MOST_PER_BYTE * largest + LARGEST_HEAD:
            self._refuse(too_large(largest))

    def _pause(self) -> None:
        if not self._is_paused and not self.transport.is_closing():
            self._is_paused = True
            self.transport.pause_reading()

    def _resume(self) -> None:
        if self._is_paused and not self.transport.is_closing():
            self._is_paused = False
            self.transport.resume_reading()

    def _refuse(self, refusal: Refusal) -> None:
        """Answer what is no whole request, and close the connection; nothing more is read."""
        if self._refused or self.transport.is_closing():
            return
        whole = [each for each in self._exchanges if each.is_complete]
        if whole:
            # Answers come in order: after those of whole requests, the connection ends.
            whole[-1].keeps_alive = False
            return
        exchange = self._exchanges[-1] if self._exchanges and not self._in_head else None
        self._refused = True
        application = self._application
        facts, request = RequestFacts("-"), None
        if exchange is not None:
            request = Request(exchange.method, exchange.path, exchange.query, exchange.headers)
            facts = application.facts(request)
        response = refused(refusal, facts.id)
        self.transport.write(encoded(response, b"", without_body=False, closes=True))
        self.transport.close()
        if request is not None:
            application.tell(request, facts, Answered(response), application.now())
