"""Answers that are no success [R4].

Their body is ``{"error": {"code", "message", "request_id", "details"?}}``.
"""

from collections.abc import Mapping
from typing import Final

import attrs

from jadpo_runtime.http.messages import JSON_MEDIA_TYPE, Response
from jadpo_runtime.values.json import INVALID_REQUEST, JsonError, dumps

NOT_FOUND: Final = "not_found"
"""No route has this path: 404."""

METHOD_NOT_ALLOWED: Final = "method_not_allowed"
"""The path is known, but not with this method: 405."""

NOT_ACCEPTABLE: Final = "not_acceptable"
"""The request does not accept JSON: 406."""

REQUEST_TOO_LARGE: Final = "request_too_large"
"""The body is longer than the host allows: 413."""

UNSUPPORTED_MEDIA_TYPE: Final = "unsupported_media_type"
"""The body is encoded (compressed, or not UTF-8) in a way that is not read: 415."""

UNAVAILABLE: Final = "unavailable"
"""The server is full, or stops: 503."""


@attrs.frozen
class Refusal:
    """Why a request is not run."""

    status: int
    code: str
    message: str
    details: Mapping[str, object] | None = None
    headers: tuple[tuple[str, str], ...] = ()


class RequestRefused(Exception):  # noqa: N818 - what happened to the request, not an error of ours
    """A request that is not run; carries the :class:`Refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        """Refuse with ``refusal``."""
        super().__init__(refusal)
        self.refusal = refusal


def json_refusal(error: JsonError) -> Refusal:
    """The refusal of what does not decode: 400 for the form, 422 for a value [R4]."""
    if error.code == INVALID_REQUEST:
        return Refusal(400, error.code, _sentence(error), {"path": error.path})
    told = {"path": error.path, "constraint": error.constraint or ""}
    return Refusal(422, error.code, _sentence(error), told)


def _sentence(error: JsonError) -> str:
    where = f"`{error.path}`: " if error.path else ""
    return f"{where}{error.message}"


def invalid_request(message: str) -> Refusal:
    """The refusal of a request that is, as a whole, not as it has to be: 400."""
    return Refusal(400, INVALID_REQUEST, message, {"path": ""})


def refused(refusal: Refusal, request_id: str) -> Response:
    """The response of a refusal."""
    body = error_body(refusal.code, refusal.message, request_id, refusal.details)
    headers = (*json_headers(request_id), *refusal.headers)
    return Response(refusal.status, headers, body, refusal.code)


def error_body(code: str, message: str, request_id: str, details: object | None = None) -> bytes:
    """The JSON of an error; ``details`` are left out where there are none."""
    error: dict[str, object] = {"code": code, "message": message, "request_id": request_id}
    if details is not None:
        error["details"] = details
    return dumps({"error": error}).encode()


def json_headers(request_id: str) -> tuple[tuple[str, str], ...]:
    """The headers of every answer with a body."""
    return (("content-type", JSON_MEDIA_TYPE), ("x-request-id", request_id))
