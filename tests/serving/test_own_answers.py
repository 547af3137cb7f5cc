"""What a server answers of itself: health and metrics."""

import time

import pytest
from served import Served, served

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.serving import TimedStore

PROGRAM = """
type Secret = Text { max_length: 40 }
type Asked = Object { secret: Secret }
failure Refused { kind: Rejected  code: "refused" }
entity Kept {
    id: Uuid { generated: identity }
    secret: Secret
    identity: id
    action keep(secret: Secret) -> Unit {
        var _ = attempt create Kept { secret: secret }
        emit Told.told { secret: secret }
    }
    action hear(secret: Secret) fails Refused -> Unit {
        var _ = attempt create Kept { secret: secret }
        reject Refused
    }
}
event Told { told { secret: Secret } }
subscriber ear { on Told.told(told) { attempt Kept.hear(told.secret) }  retry: none }
route POST /secrets { auth: none  input: Asked  run: Kept.keep(input.secret) }
"""


@pytest.fixture
def here(tmp_path) -> Served:
    with served(PROGRAM, tmp_path) as running:
        yield running


def test_a_process_that_answers_is_live(here):
    assert here.ask("GET", "/_jadpo/live").json == {"status": "live"}
    assert here.ask("HEAD", "/_jadpo/live").body == b""


def test_a_server_whose_store_answers_is_ready(here):
    answer = here.ask("GET", "/_jadpo/ready")
    assert answer.status == 200
    assert answer.json["checks"] == {"accepting": "ok", "runner": "ok", "store primary": "ok"}


def test_a_server_whose_store_fails_is_not_ready(here, monkeypatch):
    def fail(*_, **__):
        raise Fault(FaultCode.STORE_UNAVAILABLE, "The disk is gone.")

    monkeypatch.setattr(TimedStore, "transact", fail)

    answer = here.ask("GET", "/_jadpo/ready")
    monkeypatch.undo()
    assert answer.status == 503
    assert answer.json["checks"]["store primary"] == "store_unavailable"


def test_a_server_that_stops_is_not_ready(here):
    here.living.workers.retire()

    answer = here.ask("GET", "/_jadpo/ready")
    assert (answer.status, answer.json["checks"]["accepting"]) == (503, "stopping")
    assert here.ask("POST", "/secrets", {"secret": "a"}).code == "unavailable"


def test_metrics_count_requests_attempts_and_what_waits(here):
    secret = "hunter2-in-no-metric"
    here.ask(
        "POST",
        "/secrets",
        {"secret": secret},
        {"content-type": "application/json", "x-request-id": secret},
    )
    here.ask("GET", f"/{secret}")
    ends = time.monotonic() + 10
    while not any(getattr(each, "state", "") == "failed" for each in here.reports):
        assert time.monotonic() < ends
        time.sleep(0.01)

    text = here.ask("GET", "/_jadpo/metrics").body.decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert lines['jadpo_requests_total{method="POST",route="/secrets",status="202"}'] == "1.0"
    assert lines['jadpo_requests_total{method="GET",route="none",status="404"}'] == "1.0"
    assert lines['jadpo_deliveries{state="failed",store="primary",subscriber="ear"}'] == "1.0"
    assert lines['jadpo_given_up_total{kind="delivery",name="ear on Told.told"}'] == "1.0"
    assert lines['jadpo_lag_seconds{store="primary"}'] == "0.0"
    assert float(lines['jadpo_store_seconds_total{mode="write",store="primary"}']) > 0
    assert secret not in text


def test_only_reading_is_allowed(here):
    assert here.ask("POST", "/_jadpo/metrics").status == 405
    assert here.ask("GET", "/_jadpo/other").status == 404
