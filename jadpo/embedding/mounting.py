"""A request as the program's own server would see it, wherever the application is mounted."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

_KEPT: Final = "/:@!$&'()*+,;=~-._"
"""Characters of a decoded path that may be sent as they are."""


_CHUNKED: Final = (b"transfer-encoding", b"chunked")


def with_body_declared(scope: Mapping[str, Any]) -> Mapping[str, Any]:
    """The scope of a request whose headers say whether it has a body.

    From HTTP/2 on they need not: the end of the stream says it.
    """
    if str(scope.get("http_version", "1.1")).startswith("1"):
        return scope
    headers = [(name, value) for name, value in scope["headers"]]
    if any(name == b"content-length" for name, _ in headers):
        return scope
    return {**scope, "headers": [*headers, _CHUNKED]}


def below_root(scope: Mapping[str, Any]) -> Mapping[str, Any]:
    """The scope of a request with the path below ``root_path``, percent-encoded in ``raw_path``.

    ASGI has the path begin with ``root_path``; servers and frameworks that follow its older text
    leave that out, so one that does not begin so stays as it is.
    """
    root = str(scope.get("root_path") or "").rstrip("/")
    given = scope.get("raw_path")
    raw = bytes(given).partition(b"?")[0] if given else quote(scope["path"], safe=_KEPT).encode()
    return {**scope, "raw_path": _without(root, raw) or b"/"}


def _without(root: str, raw: bytes) -> bytes:
    """The path without the segments of ``root``, if it begins with them."""
    if not root:
        return raw
    count = root.count("/") + 1
    segments = raw.split(b"/")
    if unquote(b"/".join(segments[:count]).decode("latin-1")) != root:
        return raw
    return b"".join(b"/" + segment for segment in segments[count:])
