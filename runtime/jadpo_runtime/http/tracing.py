"""What a request says of the work that it belongs to: its id, and the W3C trace context."""

import re
from typing import Final

import attrs

from jadpo_runtime.http.messages import Request

_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._:/+=@-]{1,128}")
"""What is taken over from a client; anything else could mislead a reader of the logs."""

_TRACEPARENT: Final = re.compile(
    rb"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?"
)
_NO_TRACE: Final = b"0" * 32
_NO_SPAN: Final = b"0" * 16

_LONGEST_STATE: Final = 512
"""Characters of a ``tracestate`` that are passed on; W3C asks for at least as many."""


@attrs.frozen
class TraceContext:
    """The W3C trace context of a request, as it is stored with what the request sets off."""

    traceparent: str
    tracestate: str | None = None

    @property
    def trace_id(self) -> str:
        """The trace's id: 32 hexadecimal digits."""
        return self.traceparent[3:35]


def trace_context(request: Request) -> TraceContext | None:
    """The trace that a request belongs to; ``None`` where it says none, or nothing valid."""
    parents = request.header(b"traceparent")
    found = _TRACEPARENT.fullmatch(parents[0]) if len(parents) == 1 else None
    if found is None or found[1] == b"ff" or found[2] == _NO_TRACE or found[3] == _NO_SPAN:
        return None
    if found[1] == b"00" and found[5]:
        return None
    return TraceContext(parents[0].decode(), _trace_state(request))


def _trace_state(request: Request) -> str | None:
    state = b",".join(request.header(b"tracestate"))
    if not state or len(state) > _LONGEST_STATE or not state.isascii():
        return None
    return state.decode()


def given_request_id(request: Request) -> str | None:
    """The id that the client gave the request, where it is fit to be shown."""
    values = request.header(b"x-request-id")
    if len(values) == 1 and _REQUEST_ID.fullmatch(values[0]):
        return values[0].decode()
    return None
