"""From requests to arguments, closed and by type [R1] [R4] [R5]."""

import json

import pytest

from jadpo.check import check_project
from jadpo.source import Source
from jadpo_runtime.http import Request, RequestRefused, RouteReader
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.values import OMITTED

PROGRAM = """
type Title = Text { min_length: 1  max_length: 10 }
type Price = Decimal { min: 0.00 }
type Seats = Int { min: 1  max: 4 }
type Loud = Bool
type Size = Enum { small  large }
type Line = Object { title: Title  price: Price optional }
type Booking = Object { seats: Seats  lines: List<Line>  size: Size default Size.small }

route POST /bookings/{number} {
    auth: none
    input: Booking
    path: { number: Seats }
    query: { loud: Loud default false  size: Size optional }
    headers: { tenant: Title from "X-Tenant" optional  if_match: Title optional }
    action: {}
}
route GET /plain { auth: none  action: {} }
"""


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    result = check_project((Source("bookings.jadpo", PROGRAM),), "bookings")
    assert result.program is not None, list(result.diagnostics)
    return result.program.manifest


def request(body: object = None, **changes: object) -> Request:
    told = {"seats": 2, "lines": []} if body is None else body
    given = told if isinstance(told, bytes) else json.dumps(told).encode()
    fields = {
        "method": "POST",
        "path": b"/bookings/2",
        "headers": ((b"content-type", b"application/json"),),
        "body": given,
    } | changes
    return Request(**fields)


def arguments(manifest: Manifest, request: Request, number: str = "2") -> tuple[object, ...]:
    return RouteReader(manifest, manifest.routes[0]).arguments(request, {"number": number})


def refusal(manifest: Manifest, request: Request, number: str = "2") -> tuple[int, str, object]:
    with pytest.raises(RequestRefused) as refused:
        arguments(manifest, request, number)
    found = refused.value.refusal
    assert found.details is not None
    return found.status, found.code, {**found.details}


def test_every_part_is_decoded_by_its_type(manifest):
    whole = request(
        {"seats": 4, "lines": [{"title": "🍎", "price": "1.50"}], "size": "large"},
        query=b"loud=true&size=small",
        headers=(
            (b"content-type", b"application/json; charset=UTF-8"),
            (b"x-tenant", b"acme"),
            (b"if-match", b"v1"),
            (b"x-other", b"unread"),
        ),
    )
    booking, path, query, headers = arguments(manifest, whole, "3")

    assert (booking[0], len(booking[1]), booking[2]) == (4, 1, "large")
    assert booking[1][0][0] == "🍎"
    assert str(booking[1][0][1]) == "1.50"
    assert (path, query, headers) == ((3,), (True, "small"), ("acme", "v1"))


def test_what_is_left_out_is_omitted_or_its_default(manifest):
    booking, _, query, headers = arguments(manifest, request())

    assert booking == (2, [], "small")
    assert query == (False, OMITTED)
    assert headers == (OMITTED, OMITTED)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"body": b""}, ""),
        ({"body": b"{"}, ""),
        ({"body": b"\xff"}, ""),
        ({"headers": ()}, ""),
        ({"headers": ((b"content-type", b"text/plain"),)}, ""),
        ({"headers": ((b"content-type", b"application/json"),) * 2}, ""),
        ({"body": b'{"seats": 1, "lines": [], "sets": 2}'}, "sets"),
        ({"body": b'{"seats": 1, "seats": 1, "lines": []}'}, "seats"),
        ({"body": b'{"seats": 1, "lines": [{"title": "a", "x": 1}]}'}, "lines[0].x"),
        ({"query": b"lout=true"}, "query.lout"),
        ({"query": b"loud=true&loud=true"}, "query.loud"),
        ({"query": b"loud=%ff"}, "query"),
    ],
)
def test_a_request_that_is_not_as_it_has_to_be_is_400_with_the_path(manifest, changes, path):
    assert refusal(manifest, request(**changes)) == (400, "invalid_request", {"path": path})


@pytest.mark.parametrize(
    ("changes", "number", "path", "constraint"),
    [
        ({"body": b"[]"}, "2", "", "type: Object"),
        ({"body": b'{"lines": []}'}, "2", "seats", "required"),
        ({"body": b'{"seats": 5, "lines": []}'}, "2", "seats", "max: 4"),
        (
            {"body": b'{"seats": 1, "lines": [{"title": ""}]}'},
            "2",
            "lines[0].title",
            "min_length: 1",
        ),
        ({}, "9", "path.number", "max: 4"),
        ({}, "two", "path.number", "type: Int"),
        ({"query": b"loud=yes"}, "2", "query.loud", "type: Bool"),
        ({"query": b"size="}, "2", "query.size", "type: Size"),
    ],
)
def test_a_value_that_does_not_fit_is_422_with_its_path_and_rule(
    manifest, changes, number, path, constraint
):
    status, code, details = refusal(manifest, request(**changes), number)

    assert (status, code) == (422, "invalid_value")
    assert details == {"path": path, "constraint": constraint}


def test_a_header_is_refused_by_its_field(manifest):
    json_body = (b"content-type", b"application/json")
    empty = request(headers=(json_body, (b"x-tenant", b"")))
    twice = request(headers=(json_body, (b"x-tenant", b"a"), (b"x-tenant", b"b")))

    assert refusal(manifest, empty)[2] == {"path": "headers.tenant", "constraint": "min_length: 1"}
    assert refusal(manifest, twice) == (400, "invalid_request", {"path": "headers.tenant"})


@pytest.mark.parametrize(
    "headers",
    [
        ((b"content-type", b"application/json"), (b"content-encoding", b"gzip")),
        ((b"content-type", b"application/json; charset=latin-1"),),
    ],
)
def test_an_encoded_body_is_415(manifest, headers):
    with pytest.raises(RequestRefused) as refused:
        arguments(manifest, request(headers=headers))
    assert refused.value.refusal.status == 415


def test_what_a_route_does_not_declare_is_not_read(manifest):
    reader = RouteReader(manifest, manifest.routes[1])
    strange = Request("GET", b"/plain", b"a=%ff&a=1", ((b"content-type", b"x"),), b"{")

    assert reader.arguments(strange, {}) == ()
