"""One connection of the server, with limits on what comes before a request is complete."""

import time
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from jadpo_runtime.http.errors import Refusal, error_body
from jadpo_runtime.values.json import INVALID_REQUEST

LARGEST_HEAD: Final = 64 * 1024
"""The most bytes of a request's line and headers."""

HEAD_WITHIN: Final = 10.0
"""Seconds in which the line and the headers of a request must have come."""

SILENT_FOR: Final = 60.0
"""Seconds for which a connection may be open before its first request begins."""

HEAD_TOO_LARGE: Final = "headers_too_large"
"""The code of a request whose line and headers are too long: 431."""


class LimitedProtocol(HttpToolsProtocol):
    """A connection whose requests must begin and arrive in time, and be of bounded size."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Begin to wait for the first request."""
        super().__init__(*arguments, **named)
        self._since = time.monotonic()
        self._in_head = False
        self._spoke = False
        self._head_size = 0

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request; its head is cut off where it is too long."""
        self._spoke = True
        before = self._head_size if self._in_head else 0
        super().data_received(data)
        self._head_size = before + len(data)
        if self._in_head and self._head_size > LARGEST_HEAD and not self.transport.is_closing():
            message = f"The line and the headers of a request have at most {LARGEST_HEAD:,} bytes."
            self._refuse(Refusal(431, HEAD_TOO_LARGE, message))

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True
        self._since = time.monotonic()

    def on_headers_complete(self) -> None:
        """The head of a request is complete."""
        self._in_head = False
        super().on_headers_complete()

    def eof_received(self) -> bool:  # type: ignore[override]  # asyncio takes a bool
        """The client sends no more: it may still wait for the answer of a whole request."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete or cycle.more_body:
            return False
        cycle.keep_alive = False
        return True

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP."""
        self._refuse(Refusal(400, INVALID_REQUEST, "This is not a request of HTTP/1.1."))

    def is_overdue(self, now: float) -> bool:
        """Whether what was to come did not come in time; ``now`` is of the monotonic clock."""
        if self._in_head:
            return now - self._since > HEAD_WITHIN
        return not self._spoke and now - self._since > SILENT_FOR

    @property
    def is_idle(self) -> bool:
        """Whether no request is begun or answered on it."""
        cycle: RequestResponseCycle | None = self.cycle
        return not self._in_head and (cycle is None or cycle.response_complete)

    @property
    def since(self) -> float:
        """When its last request began, or it was opened, by the monotonic clock."""
        return self._since

    def _refuse(self, refusal: Refusal) -> None:
        body = error_body(refusal.code, refusal.message, "-")
        head = (
            f"HTTP/1.1 {refusal.status} Refused\r\n"
            "content-type: application/json\r\n"
            f"content-length: {len(body)}\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
