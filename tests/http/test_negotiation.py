"""Which answers a request accepts, and what it says of the work it belongs to."""

import pytest

from jadpo_runtime.http import Request, RequestRefused, trace_context
from jadpo_runtime.http.negotiation import require_json_accepted
from jadpo_runtime.http.tracing import given_request_id

PARENT = b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def with_headers(*headers: tuple[bytes, bytes]) -> Request:
    return Request("GET", b"/", headers=headers)


@pytest.mark.parametrize(
    "accept",
    [
        b"*/*",
        b"application/json",
        b"text/html, application/*;q=0.1",
        b"text/html,application/xhtml+xml,*/*;q=0.8",
        b"APPLICATION/JSON",
        b"",
        b"application/json;q=oops",
    ],
)
def test_a_request_that_takes_json_is_answered(accept):
    require_json_accepted(with_headers((b"accept", accept)))


def test_a_request_that_says_nothing_takes_all():
    require_json_accepted(with_headers())


@pytest.mark.parametrize(
    "accept",
    [b"text/html", b"application/json;q=0", b"*/*;q=0", b"application/*;q=0, */*", b"image/png"],
)
def test_a_request_that_takes_no_json_is_406(accept):
    with pytest.raises(RequestRefused) as refused:
        require_json_accepted(with_headers((b"accept", accept)))
    assert refused.value.refusal.status == 406


def test_a_trace_is_taken_over_with_its_state():
    found = trace_context(with_headers((b"traceparent", PARENT), (b"tracestate", b"a=1,b=2")))

    assert found is not None
    assert found.traceparent == PARENT.decode()
    assert found.trace_id == "4bf92f3577b34da6a3ce929d0e0e4736"
    assert found.tracestate == "a=1,b=2"


@pytest.mark.parametrize(
    "parent",
    [
        b"",
        b"00-" + b"0" * 32 + b"-00f067aa0ba902b7-01",
        b"00-4bf92f3577b34da6a3ce929d0e0e4736-" + b"0" * 16 + b"-01",
        b"ff" + PARENT[2:],
        PARENT.upper(),
        PARENT + b"-x",
        PARENT + b"\n",
    ],
)
def test_a_trace_that_is_none_is_left_out(parent):
    assert trace_context(with_headers((b"traceparent", parent))) is None


def test_a_later_version_of_a_trace_may_say_more():
    assert trace_context(with_headers((b"traceparent", b"01" + PARENT[2:] + b"-x"))) is not None


@pytest.mark.parametrize(
    ("given", "taken"),
    [(b"abc-1", "abc-1"), (b"a b", None), (b"\x1b[31m", None), (b"a" * 129, None), (b"", None)],
)
def test_a_request_keeps_an_id_that_is_fit_to_be_shown(given, taken):
    assert given_request_id(with_headers((b"x-request-id", given))) == taken
