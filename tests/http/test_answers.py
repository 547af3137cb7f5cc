"""From outcomes to answers: statuses, bodies and headers [R2] [R3] [R4] [F2] [F6]."""

import json
from decimal import Decimal

import pytest

from jadpo.check import check_project
from jadpo.source import Source
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.http import RouteAnswers, Settled
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted, Rejected, Returned, StoppedEarly

PROGRAM = """
type Name = Text { max_length: 20 }
type Price = Decimal { min: 0.00 }
type Offer = Object { name: Name  price: Price }

failure Sold { kind: Conflict  code: "sold"  message: "It is sold."
    public { name: Name }  internal { price: Price } }
failure Closed { kind: Unavailable  code: "closed" }

function offer() -> Offer { return Offer { name: Name("ö🍎")  price: Price(1.50) } }

route GET /offer { auth: none  output: Offer  action: fails Sold, Closed {
    var given = offer()
    if given.price > 1.00 { reject Sold { name: given.name  price: given.price } }
    if given.price > 2.00 { reject Closed }
    return given
} }
route POST /gone { auth: none  success: no_content  action: {} }
"""


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    result = check_project((Source("offers.jadpo", PROGRAM),), "offers")
    assert result.program is not None, list(result.diagnostics)
    return result.program.manifest


@pytest.fixture
def answers(manifest) -> RouteAnswers:
    return RouteAnswers(manifest, manifest.routes[0])


def told(response) -> dict:
    assert dict(response.headers)["content-type"] == "application/json"
    assert dict(response.headers)["x-request-id"] == "r1"
    return json.loads(response.body)


def test_a_value_answers_in_its_json_form(answers):
    response = answers.of(Returned(("ö🍎", Decimal("1.50"))), "r1")

    assert response.status == 200
    assert told(response) == {"name": "ö🍎", "price": "1.50"}


def test_no_content_has_no_body(manifest):
    response = RouteAnswers(manifest, manifest.routes[1]).of(Returned(None), "r1")

    assert (response.status, response.body) == (204, b"")
    assert response.headers == (("x-request-id", "r1"),)


def test_a_failure_answers_by_its_kind_with_its_public_fields_alone(answers):
    response = answers.of(Rejected("Sold", ("ö", 5), ()), "r1")

    assert response.status == 409
    assert told(response) == {
        "error": {
            "code": "sold",
            "message": "It is sold.",
            "request_id": "r1",
            "details": {"name": "ö"},
        }
    }


def test_a_failure_without_public_fields_has_no_details(answers):
    response = answers.of(Rejected("Closed", (), ()), "r1")

    assert response.status == 503
    assert "details" not in told(response)["error"]


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (FaultCode.INTEGER_OVERFLOW, 500),
        (FaultCode.DEADLINE_EXCEEDED, 504),
        (FaultCode.STORE_UNAVAILABLE, 503),
    ],
)
def test_a_fault_is_told_by_its_code_alone(answers, code, status):
    response = answers.of(Faulted(code, None, "secret.jadpo said 42"), "r1")

    assert response.status == status
    assert told(response)["error"]["code"] == code.value
    assert b"42" not in response.body


def test_a_stopped_body_asks_to_come_again(answers):
    response = answers.of(StoppedEarly(), "r1")

    assert (response.status, told(response)["error"]["code"]) == (503, "unavailable")
    assert ("retry-after", "1") in response.headers


@pytest.mark.parametrize(
    ("settled", "status"), [(Settled.DONE, 200), (Settled.FAILED, 200), (Settled.PENDING, 202)]
)
def test_a_settling_route_says_how_far_the_work_has_come(answers, settled, status):
    value = ("a", Decimal(1))
    response = answers.settled(Returned(value), "r1", settled)

    assert response.status == status
    assert ("Jadpo-Settled", settled.value) in response.headers


def test_head_keeps_the_length(answers):
    whole = answers.of(Rejected("Closed", (), ()), "r1")
    head = whole.without_body()

    assert head.body == b""
    assert ("content-length", str(len(whole.body))) in head.headers
