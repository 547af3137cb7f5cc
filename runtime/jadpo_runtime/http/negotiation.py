"""What a request says of its body and of the answer's: both are JSON in UTF-8."""

from email.message import Message
from typing import Final

from jadpo_runtime.http.errors import (
    NOT_ACCEPTABLE,
    UNSUPPORTED_MEDIA_TYPE,
    Refusal,
    RequestRefused,
    invalid_request,
)
from jadpo_runtime.http.messages import JSON_MEDIA_TYPE, Request

_CONTENT_TYPE: Final = b"content-type"
_CONTENT_ENCODING: Final = b"content-encoding"
_ACCEPT: Final = b"accept"
_PLAIN_JSON: Final = [JSON_MEDIA_TYPE.encode()]

_UTF_8: Final = frozenset({"utf-8", "utf8"})
_ALL: Final = frozenset({"*/*", "application/*", JSON_MEDIA_TYPE})


def require_json_body(request: Request) -> None:
    """Refuse a body that does not say that it is JSON (400), or that is encoded (415) [R4]."""
    encodings = request.header(_CONTENT_ENCODING)
    if encodings and any(value.strip().lower() != b"identity" for value in encodings):
        shown = b", ".join(encodings).decode("latin-1")
        raise _unsupported(f"The content encoding `{shown}` is not read: send the body plain.")
    types = request.header(_CONTENT_TYPE)
    if types == _PLAIN_JSON:
        return
    if len(types) != 1:
        raise _no_json("has no content type" if not types else "has several content types")
    media_type, charset = _media_type(types[0].decode("latin-1"))
    if media_type != JSON_MEDIA_TYPE and not _is_kind_of_json(media_type):
        raise _no_json(f"has the content type `{media_type}`")
    if charset is not None and charset.lower() not in _UTF_8:
        raise _unsupported(f"The charset `{charset}` is not read: send the JSON in UTF-8.")


def require_json_accepted(request: Request) -> None:
    """Refuse a request that accepts no JSON: 406. One that says nothing accepts all."""
    values = request.header(_ACCEPT)
    if not values:
        return
    ranges = [part for value in values for part in value.decode("latin-1").split(",")]
    weights: dict[str, float] = {}
    for part in ranges:
        name, weight = _media_range(part)
        if name:
            weights[name] = weight
    if not weights:
        return
    # The most specific range decides.
    for name in (JSON_MEDIA_TYPE, "application/*", "*/*"):
        if name in weights:
            if weights[name] > 0:
                return
            break
    raise RequestRefused(
        Refusal(
            406,
            NOT_ACCEPTABLE,
            f"Answers are `{JSON_MEDIA_TYPE}`, which the request does not accept.",
        )
    )


def _media_type(value: str) -> tuple[str, str | None]:
    """A media type in small letters, with its charset."""
    message = Message()
    message["content-type"] = value
    charset = message.get_param("charset")
    return value.partition(";")[0].strip().lower(), charset if isinstance(charset, str) else None


def _is_kind_of_json(media_type: str) -> bool:
    kind, _, name = media_type.partition("/")
    return kind == "application" and name.endswith("+json")


def _media_range(part: str) -> tuple[str, float]:
    """A media range in small letters with its weight; parameters but ``q`` are not looked at."""
    name, *parameters = (piece.strip() for piece in part.split(";"))
    weight = 1.0
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "q":
            try:
                weight = float(value)
            except ValueError:
                weight = 1.0
    return name.lower(), weight


def _no_json(what: str) -> RequestRefused:
    message = f"The body {what}: send JSON with `Content-Type: {JSON_MEDIA_TYPE}`."
    return RequestRefused(invalid_request(message))


def _unsupported(message: str) -> RequestRefused:
    return RequestRefused(Refusal(415, UNSUPPORTED_MEDIA_TYPE, message))
