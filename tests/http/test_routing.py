"""Which route answers a request, by its method and path [R1]."""

import pytest

from jadpo_runtime.http import Found, Router, WrongMethod
from jadpo_runtime.manifest import RouteDefinition
from jadpo_runtime.values import Duration, Primitive, PrimitiveType

UNIT = PrimitiveType(Primitive.UNIT)


def route(text: str) -> RouteDefinition:
    method, path = text.split()
    return RouteDefinition(
        method=method,
        path=path,
        callable=f"route {text}",
        input=None,
        path_input=None,
        query_input=None,
        headers_input=None,
        output=UNIT,
        success=None,
        settle=None,
        within=Duration(0),
        may_set_off=False,
    )


ROUTER = Router(
    map(
        route,
        [
            "GET /",
            "GET /orders",
            "POST /orders",
            "GET /orders/{number}",
            "DELETE /orders/{number}",
            "GET /orders/recent",
            "GET /orders/recent/first",
            "GET /orders/{number}/lines/{line}",
            "POST /orders/settled",
            "HEAD /probe",
            "GET /probe",
        ],
    )
)


def found(method: str, path: str) -> tuple[str, dict[str, str]] | None:
    answer = ROUTER.find(method, path.encode())
    assert not isinstance(answer, WrongMethod)
    return None if answer is None else (answer.route.path, dict(answer.placeholders))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", ("/", {})),
        ("/orders", ("/orders", {})),
        ("/orders/7", ("/orders/{number}", {"number": "7"})),
        ("/orders/recent", ("/orders/recent", {})),
        ("/orders/recent/first", ("/orders/recent/first", {})),
        # The literal leads nowhere here, so the placeholder is `recent`.
        (
            "/orders/recent/lines/2",
            ("/orders/{number}/lines/{line}", {"number": "recent", "line": "2"}),
        ),
        ("/orders/settled", ("/orders/{number}", {"number": "settled"})),
        ("/%6frders", ("/orders", {})),
        ("/orders/a%2Fb", ("/orders/{number}", {"number": "a/b"})),
        ("/orders/%F0%9F%8D%8E", ("/orders/{number}", {"number": "🍎"})),
        ("/orders/a+b", ("/orders/{number}", {"number": "a+b"})),
    ],
)
def test_a_path_leads_to_the_most_literal_route(path, expected):
    assert found("GET", path) == expected


@pytest.mark.parametrize(
    "path",
    ["", "orders", "/order", "/orders/", "//", "/orders//lines/1", "/orders/7/lines", "/Orders"],
)
def test_an_unknown_path_is_not_found(path):
    assert ROUTER.find("GET", path.encode()) is None


def test_a_path_that_is_no_utf_8_is_not_found():
    assert ROUTER.find("GET", b"/orders/%ff") is None
    assert ROUTER.find("GET", b"/orders/\xff") is None


def test_another_method_is_told_which_there_are():
    assert ROUTER.find("PUT", b"/orders") == WrongMethod(("GET", "POST"))
    assert ROUTER.find("POST", b"/orders/7") == WrongMethod(("DELETE", "GET"))


def test_head_is_answered_as_get_without_a_body():
    answer = ROUTER.find("HEAD", b"/orders/7")
    assert isinstance(answer, Found)
    assert (answer.route.method, answer.without_body) == ("GET", True)


def test_a_head_route_of_its_own_answers_head():
    answer = ROUTER.find("HEAD", b"/probe")
    assert isinstance(answer, Found)
    assert (answer.route.method, answer.without_body) == ("HEAD", False)
