"""One request on a connection, from its head to its answer, as bytes."""

import http
from collections.abc import Iterable
from typing import Final

from jadpo_runtime.http.messages import Response

_LINES: Final = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
    for status in http.HTTPStatus
}

_NO_LENGTH: Final = 204
"""The status whose answers have neither a body nor its length."""

_LENGTH: Final = "content-length"


class Exchange:
    """A request whose head has come, and whether its body has."""

    __slots__ = (
        "body",
        "expects",
        "has_body",
        "headers",
        "is_complete",
        "keeps_alive",
        "method",
        "path",
        "query",
        "received",
        "since",
    )

    def __init__(
        self,
        method: str,
        path: bytes,
        query: bytes,
        headers: tuple[tuple[bytes, bytes], ...],
        *,
        keeps_alive: bool,
        since: float,
    ) -> None:
        """Of a head; ``since`` is when its body began to be waited for, by the monotonic clock."""
        self.method: Final = method
        self.path: Final = path
        self.query: Final = query
        self.headers: Final = headers
        self.keeps_alive = keeps_alive
        self.since = since
        self.body = bytearray()
        self.received = 0
        self.is_complete = False
        self.has_body = any(
            name in (b"content-length", b"transfer-encoding") for name, _ in headers
        )
        self.expects = self.has_body and any(
            name == b"expect" and value.lower() == b"100-continue" for name, value in headers
        )

    @property
    def declared_length(self) -> int:
        """The length that the head gives the body; 0 where it comes in chunks, or there is none."""
        for name, value in self.headers:
            if name == b"content-length" and value.isdigit():
                return int(value)
        return 0


def encoded(response: Response, defaults: bytes, *, without_body: bool, closes: bool) -> bytes:
    """An answer as it is sent; ``defaults`` are the lines of headers that every answer has."""
    parts = [_LINES.get(response.status) or _unusual(response.status), defaults]
    has_length = response.status == _NO_LENGTH
    for name, value in response.headers:
        if name == _LENGTH:
            has_length = True
        elif closes and name == "connection":
            continue
        parts.append(f"{name}: {value}\r\n".encode("latin-1"))
    if not has_length:
        parts.append(b"content-length: %d\r\n" % len(response.body))
    parts.append(b"connection: close\r\n\r\n" if closes else b"\r\n")
    if not without_body:
        parts.append(response.body)
    return b"".join(parts)


def lines_of(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Headers as they are sent."""
    return b"".join(b"%b: %b\r\n" % header for header in headers)


def _unusual(status: int) -> bytes:
    return f"HTTP/1.1 {status} \r\n".encode()
