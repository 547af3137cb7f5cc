"""Reading the body of a request, in whatever pieces it comes."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

from jadpo_runtime.http.errors import REQUEST_TOO_LARGE, Refusal, RequestRefused

LARGEST_BODY: Final = 1024 * 1024
"""The most bytes that the body of a request may have, where nothing else is said [R4]."""

READ_WITHIN: Final = 30.0
"""Seconds in which a body must have come."""

TOO_SLOW: Final = "request_too_slow"
"""The code of a request whose body does not come in time: 408."""

Receive: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
"""The ASGI callable that gives the next piece of the request."""

_CLOSE: Final = (("connection", "close"),)
"""After a body that was not read to its end the connection is of no use."""


class ClientGone(Exception):  # noqa: N818 - what happened, no mistake of anybody's
    """The client closed the connection before its request was complete."""


async def read_body(
    headers: tuple[tuple[bytes, bytes], ...], receive: Receive, largest: int, within: float
) -> bytes:
    """The whole body; raises :class:`RequestRefused` for one too large (413) or too slow (408).

    ``largest`` is in bytes, ``within`` in seconds. Raises :class:`ClientGone`.
    """
    declared = _declared_length(headers)
    if declared is None:
        return b""
    if declared > largest:
        raise RequestRefused(too_large(largest))
    try:
        async with asyncio.timeout(within):
            return await _read(receive, largest)
    except TimeoutError:
        raise RequestRefused(too_slow(within)) from None


def too_large(largest: int) -> Refusal:
    """The refusal of a body with more than ``largest`` bytes: 413."""
    message = f"The body of the request has more than {largest:,} bytes."
    return Refusal(413, REQUEST_TOO_LARGE, message, headers=_CLOSE)


def too_slow(within: float) -> Refusal:
    """The refusal of a body that does not come within so many seconds: 408."""
    message = f"The body of the request did not come within {within:g} seconds."
    return Refusal(408, TOO_SLOW, message, headers=_CLOSE)


def _declared_length(headers: tuple[tuple[bytes, bytes], ...]) -> int | None:
    """The length that a request gives its body: 0 where it comes in chunks, ``None`` for none."""
    for name, value in headers:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
        if name == b"transfer-encoding":
            return 0
    return None


async def _read(receive: Receive, largest: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientGone
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > largest:
            raise RequestRefused(too_large(largest))
        parts.append(part)
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)
