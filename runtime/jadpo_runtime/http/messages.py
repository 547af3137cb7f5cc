"""A request as it came, and a response as it goes."""

from typing import Final

import attrs

JSON_MEDIA_TYPE: Final = "application/json"
"""The media type of every body, in and out."""


@attrs.frozen
class Request:
    """A whole request.

    ``path`` and ``query`` are as they were sent, percent-encoded; names of ``headers`` are in small
    letters. ``body`` is complete, and no longer than the host allows.
    """

    method: str
    path: bytes
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""

    def header(self, name: bytes) -> list[bytes]:
        """All values of a header, in order; ``name`` in small letters."""
        return [value for header, value in self.headers if header == name]


@attrs.frozen
class Response:
    """A whole response. The host adds what belongs to the connection: length, date, server.

    ``code`` is that of the error that the body tells, for logs.
    """

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    code: str | None = None

    def without_body(self) -> "Response":
        """The answer to HEAD: everything but the body, whose length is kept."""
        length = ("content-length", str(len(self.body)))
        return Response(self.status, (*self.headers, length), code=self.code)
