"""`jadpo deliveries` and `jadpo batches`: looking at work, replaying, discarding, resuming [Y3]."""

import json
import sqlite3
from pathlib import Path

import pytest
from command_line import jadpo

PROGRAM = """
application Poison { version: "1.0.0" }
config Databases { primary: Text { binding: "POISON_DATABASE"  default: "sqlite:poison.db" } }
store primary { url: config.primary }
type Number = Int {}
failure Bad { kind: Rejected  code: "bad" }
public event Sent { small { number: Number }  large { number: Number } }
entity Row {
    id: Uuid { generated: identity }
    number: Number
    identity: id
    action put(number: Number) -> Row { return attempt create Row { number: number } }
}
action send(number: Number) -> Unit {
    if number < 100 { emit Sent.small { number: number } }
    else { emit Sent.large { number: number } }
}
subscriber taker {
    retry: none
    on Sent.small(sent) { if sent.number < 0 { reject Bad } }
    on Sent.large(sent) { var _ = Row.put(sent.number) }
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose database holds a delivery that is done and two that were given up."""
    path = tmp_path / "poison.jadpo"
    path.write_text(PROGRAM)
    for number in (-1, 500, -2):
        ended = jadpo("run", path, "send", "--input", str(number), folder=tmp_path)
        assert ended.returncode == 0, ended.stderr
    return path


def deliveries(project: Path, *options: str) -> list[dict[str, object]]:
    listed = jadpo("deliveries", "list", project, "--json", *options, folder=project.parent)
    assert listed.returncode == 0, listed.stderr
    found: list[dict[str, object]] = json.loads(listed.stdout)["deliveries"]
    return found


def test_deliveries_are_listed_by_state_subscriber_event_code_and_age(project: Path) -> None:
    assert [each["state"] for each in deliveries(project)] == ["failed", "done", "failed"]
    assert len(deliveries(project, "--state", "failed")) == 2
    assert len(deliveries(project, "--event", "Sent.large")) == 1
    assert len(deliveries(project, "--event", "Sent")) == 3
    assert len(deliveries(project, "--subscriber", "taker")) == 3
    assert deliveries(project, "--subscriber", "nobody") == []
    assert len(deliveries(project, "--code", "bad")) == 2
    assert deliveries(project, "--older-than", "1h") == []
    assert len(deliveries(project, "--newer-than", "1h")) == 3


def test_a_replayed_delivery_keeps_its_event_and_has_a_new_retry_budget(project: Path) -> None:
    """[Y3] And what was done is recorded."""
    (first, _) = deliveries(project, "--state", "failed")
    replayed = jadpo("deliveries", "replay", project, str(first["id"]), folder=project.parent)
    assert (replayed.returncode, replayed.stdout) == (0, "1 replayed\n")

    shown = jadpo("deliveries", "show", project, str(first["id"]), "--json", folder=project.parent)
    one = json.loads(shown.stdout)
    assert one["delivery"]["event"] == first["event"]
    assert (one["delivery"]["state"], one["delivery"]["attempts"]) == ("pending", 0)
    assert one["delivery"]["first_attempt_at"] is None
    (done,) = one["interventions"]
    assert (done["action"], done["state_before"], done["attempts_before"]) == (
        "replayed",
        "failed",
        1,
    )
    assert done["error"]["code"] == "bad"

    # The next run of anything delivers it again, to the same failure.
    jadpo("run", project, "send", "--input", "1", folder=project.parent)
    again = next(each for each in deliveries(project) if each["id"] == first["id"])
    assert (again["state"], again["attempts"]) == ("failed", 1)


def test_many_are_replayed_or_discarded_only_if_that_is_confirmed(project: Path) -> None:
    refused = jadpo("deliveries", "discard", project, "--state", "failed", folder=project.parent)
    assert refused.returncode == 2
    assert "2 deliveries" in refused.stderr
    assert "--yes" in refused.stderr
    assert len(deliveries(project, "--state", "failed")) == 2

    done = jadpo(
        "deliveries", "discard", project, "--state", "failed", "--yes", folder=project.parent
    )
    assert (done.returncode, done.stdout) == (0, "2 discarded\n")
    assert deliveries(project, "--state", "failed") == []


def test_a_discarded_delivery_is_known_by_its_record(project: Path) -> None:
    (first, _) = deliveries(project, "--state", "failed")
    jadpo("deliveries", "discard", project, str(first["id"]), folder=project.parent)
    shown = jadpo("deliveries", "show", project, str(first["id"]), folder=project.parent)
    assert shown.returncode == 0
    assert "discarded" in shown.stdout
    assert "bad: Bad" in shown.stdout


def test_what_is_done_or_held_is_left_as_it_is(project: Path) -> None:
    (done,) = deliveries(project, "--state", "done")
    ended = jadpo("deliveries", "replay", project, str(done["id"]), folder=project.parent)
    assert ended.returncode == 1
    assert "left as it is, it is done" in ended.stdout

    (first, _) = deliveries(project, "--state", "failed")
    with sqlite3.connect(project.parent / "poison.db") as connection:
        connection.execute("UPDATE _jadpo_delivery SET state = 'claimed', token = 'held'")
    ended = jadpo("deliveries", "discard", project, str(first["id"]), folder=project.parent)
    assert ended.returncode == 1
    assert "a process runs it just now" in ended.stdout


def test_nothing_is_chosen_by_saying_nothing(project: Path) -> None:
    ended = jadpo("deliveries", "replay", project, folder=project.parent)
    assert ended.returncode == 2
    assert "Say which deliveries are meant" in ended.stderr


def test_an_unknown_id_is_told(project: Path) -> None:
    shown = jadpo("deliveries", "show", project, "nothing", folder=project.parent)
    assert shown.returncode == 2
    assert "error[cli.unknown_piece]" in shown.stderr


BATCHES = """
application Sweeping { version: "1.0.0" }
config Databases { primary: Text { binding: "SWEEP_DATABASE"  default: "sqlite:sweep.db" } }
store primary { url: config.primary }
type Number = Int {}
failure Bad { kind: Rejected  code: "bad" }
entity Row {
    id: Int { min: 0 }
    seen: Number
    identity: id
    action put(id: Row.id) -> Row { return attempt create Row { id: id  seen: Number(0) } }
}
batch sweep() { over: Row {}  retry: none  each row { if row.id == 2 { reject Bad } } }
action begin() -> Unit { start sweep() }
"""


@pytest.fixture
def sweeping(tmp_path: Path) -> Path:
    """A project with a finished run that passed over one of its three rows."""
    path = tmp_path / "sweep.jadpo"
    path.write_text(BATCHES)
    for number in (1, 2, 3):
        jadpo("run", path, "Row.put", "--input", str(number), folder=tmp_path)
    jadpo("run", path, "begin", folder=tmp_path)
    return path


def test_runs_of_batches_are_listed_and_shown_with_the_rows_they_passed_over(
    sweeping: Path,
) -> None:
    """[K2]"""
    listed = jadpo("batches", "list", sweeping, folder=sweeping.parent)
    assert "sweep: done, 2 rows done, 1 passed over" in listed.stdout
    run = listed.stdout.split()[0]
    shown = json.loads(
        jadpo("batches", "show", sweeping, run, "--json", folder=sweeping.parent).stdout
    )
    assert [(each["identity"], each["error"]["code"]) for each in shown["failures"]] == [(2, "bad")]
    none = jadpo("batches", "list", sweeping, "--state", "failed", folder=sweeping.parent)
    assert none.stdout == "There is no such run.\n"


def test_a_run_that_was_given_up_is_resumed_from_its_cursor(sweeping: Path) -> None:
    """[K1]"""
    run = jadpo("batches", "list", sweeping, folder=sweeping.parent).stdout.split()[0]
    with sqlite3.connect(sweeping.parent / "sweep.db") as connection:
        connection.execute("UPDATE _jadpo_batch_run SET state = 'failed', cursor = '2'")
    resumed = jadpo("batches", "resume", sweeping, run, folder=sweeping.parent)
    assert (resumed.returncode, resumed.stdout) == (0, "1 resumed\n")
    jadpo("run", sweeping, "Row.put", "--input", "4", folder=sweeping.parent)
    listed = jadpo("batches", "list", sweeping, folder=sweeping.parent)
    assert "sweep: done, 4 rows done, 1 passed over" in listed.stdout
