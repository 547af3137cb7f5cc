"""`jadpo work` as a process: what it prints, and how signals end it [Z1] [Z2] [Z3] [Z4] [Z5]."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import jadpo

STUBBORN = Path(__file__).parents[1] / "support" / "stubborn_worker.py"

PROGRAM = """
application Working { version: "1.0.0" }
config Databases { primary: Text { binding: "WORKING_DATABASE"  default: "sqlite:working.db" } }
store primary { url: config.primary }
type Number = Int {}
failure Busy { kind: Unavailable  code: "busy" }
public event Sent { made { number: Number } }
entity Row {
    id: Uuid { generated: identity }
    number: Number
    identity: id
    action put(number: Number) -> Row { return attempt create Row { number: number } }
}
action send(number: Number) -> Unit { emit Sent.made { number: number } }
subscriber taker {
    retry: fixed(max_attempts: 3, delay: 100ms)
    on Sent.made(sent) {
        var _ = Row.put(sent.number)
        if sent.number == 7 and delivery.attempt == 1 { reject Busy }
        if sent.number == 8 {
            var mut steps = Number(0)
            for step in collection.range(0, 9_000_000_000) { steps = Number(step) }
            var _ = Row.put(steps)
        }
    }
}
"""


class Process:
    """A worker, with the JSON lines that it has printed."""

    def __init__(self, arguments: list[object], folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=folder,
        )

    def line(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next line that is wanted."""
        assert self.process.stdout is not None
        for text in self.process.stdout:
            if text.startswith("{"):
                found: dict[str, Any] = json.loads(text)
                if wanted(found):
                    return found
        raise AssertionError(f"no such line: {self.process.communicate()}")

    def text(self, wanted: str) -> None:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            if text.strip() == wanted:
                return
        raise AssertionError(f"no {wanted!r}: {self.process.communicate()}")

    def end(self, number: int) -> int:
        """Send a signal, and wait; the status as a shell tells it."""
        self.process.send_signal(number)
        return self.status()

    def status(self) -> int:
        self.rest, self.errors = self.process.communicate(timeout=30)
        assert "Traceback" not in self.errors
        return self.process.returncode


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    processes: list[Process] = []

    def start(*arguments: object) -> Process:
        processes.append(Process(list(arguments), tmp_path))
        return processes[-1]

    yield start
    for each in processes:
        each.process.kill()
        each.process.communicate()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "working.jadpo"
    path.write_text(PROGRAM)
    return path


def is_ready(line: dict[str, Any]) -> bool:
    return line["kind"] == "started"


def send(project: Path, number: int) -> None:
    """Emit an event without delivering it: by a process that stops before."""
    with sqlite3.connect(project.parent / "working.db") as connection:
        # The worker must not need `jadpo run`, which would deliver it itself.
        event, delivery = f"0000-event-{number}", f"0000-delivery-{number}"
        connection.execute(
            "INSERT INTO _jadpo_event (id, event, variant, payload, emitted_at)"
            " VALUES (?, 'Sent', 'made', ?, ?)",
            (event, json.dumps({"number": number}), time.time_ns() // 1000),
        )
        connection.execute(
            "INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at)"
            " VALUES (?, ?, 'taker', 'taker on Sent.made', 'pending', ?)",
            (delivery, event, time.time_ns() // 1000),
        )


def wait_until(project: Path, query: str) -> None:
    """Wait until a count in the database is not 0."""
    gives_up = time.monotonic() + 30
    with sqlite3.connect(project.parent / "working.db") as connection:
        while connection.execute(query).fetchone() == (0,):
            assert time.monotonic() < gives_up, query
            time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_delivers_retries_and_ends_with_status_0(
    started: Callable[..., Process], project: Path, number: signal.Signals
) -> None:
    worker = started("-m", "jadpo", "work", project, "--json")
    worker.line(is_ready)
    send(project, 7)
    first = worker.line(lambda line: line["kind"] == "delivery")
    second = worker.line(lambda line: line["kind"] == "delivery")
    assert (first["state"], first["attempt"], first["error"]["code"]) == ("pending", 1, "busy")
    assert first["due_at"] is not None
    assert (second["state"], second["attempt"], second["error"]) == ("done", 2, None)
    assert worker.end(number) == 0
    assert [json.loads(line)["kind"] for line in worker.rest.splitlines()][-2:] == [
        "stopping",
        "stopped",
    ]


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_a_body_that_runs_is_stopped_and_given_back_uncounted(
    started: Callable[..., Process], project: Path, mode: str
) -> None:
    """[Z1] [Z2] [L6]"""
    worker = started("-m", "jadpo", "work", project, "--json", "--mode", mode)
    worker.line(is_ready)
    send(project, 8)
    wait_until(project, "SELECT count(*) FROM _jadpo_delivery WHERE state = 'claimed'")
    assert worker.end(signal.SIGTERM) == 0
    with sqlite3.connect(project.parent / "working.db") as connection:
        query = "SELECT state, attempts, token FROM _jadpo_delivery"
        assert connection.execute(query).fetchall() == [("pending", 0, None)]
        assert connection.execute('SELECT count(*) FROM "Row"').fetchone() == (0,)
        # It is not thought to live any more.
        assert connection.execute("SELECT count(*) FROM _jadpo_process").fetchone() == (0,)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_second_signal_ends_it_at_once(
    started: Callable[..., Process], tmp_path: Path, number: signal.Signals, status: int
) -> None:
    """[Z4]"""
    worker = started(STUBBORN, f"sqlite:{tmp_path / 'stubborn.db'}", "stubborn")
    worker.text("running")
    worker.process.send_signal(number)
    worker.line(lambda line: line["kind"] == "stopping")
    assert worker.end(number) == status


def test_what_does_not_stop_is_left_behind_after_ten_seconds(
    started: Callable[..., Process], tmp_path: Path
) -> None:
    """[Z3] What it held is taken over, for its process has ended [Z6]."""
    url = f"sqlite:{tmp_path / 'stubborn.db'}"
    worker = started(STUBBORN, url, "stubborn")
    worker.text("running")
    assert worker.end(signal.SIGTERM) == 0
    assert json.loads(worker.rest.splitlines()[-1])["in_time"] is False
    with sqlite3.connect(tmp_path / "stubborn.db") as connection:
        assert connection.execute("SELECT state, attempts FROM _jadpo_delivery").fetchall() == [
            ("claimed", 0)
        ]


def test_where_signals_cannot_be_watched_that_is_said_once(
    started: Callable[..., Process], tmp_path: Path
) -> None:
    """[Z5] And one ends the process at once."""
    worker = started(STUBBORN, f"sqlite:{tmp_path / 'thread.db'}", "gentle", "--thread")
    worker.text("running")
    assert worker.end(signal.SIGTERM) == -signal.SIGTERM
    assert worker.errors.count("warning[cli.signal_handler_failed]") == 1


def test_lines_for_people_name_the_attempts_and_quiet_ones_only_failures(
    started: Callable[..., Process], project: Path
) -> None:
    worker = started("-m", "jadpo", "work", project)
    assert worker.process.stdout is not None
    assert "working on Working: primary at" in worker.process.stdout.readline()
    send(project, 7)
    printed = []
    while not printed or "attempt 2" not in printed[-1]:
        printed.append(worker.process.stdout.readline())
    assert any("attempt 1: pending, due again" in line for line in printed)
    assert "taker on Sent.made, attempt 2: done" in printed[-1]
    assert worker.end(signal.SIGTERM) == 0
    assert "stopping: SIGTERM" in worker.rest

    quiet = started("-m", "jadpo", "work", project, "--quiet")
    wait_until(project, "SELECT count(*) FROM _jadpo_process")
    send(project, 1)
    wait_until(project, "SELECT count(*) FROM _jadpo_delivery WHERE attempts = 1")
    assert quiet.end(signal.SIGTERM) == 0
    assert quiet.rest == ""


def test_a_reader_that_is_gone_ends_it(started: Callable[..., Process], project: Path) -> None:
    worker = started("-m", "jadpo", "work", project, "--json")
    worker.line(is_ready)
    assert worker.process.stdout is not None
    worker.process.stdout.close()
    send(project, 1)
    assert worker.process.wait(30) == 1


def test_a_database_of_another_program_is_refused(project: Path, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute('CREATE TABLE "Row" (something TEXT)')
    ended = jadpo("work", project, "--database", "sqlite:other.db", folder=tmp_path)
    assert ended.returncode == 1
    assert "error[fault.store_unavailable]" in ended.stderr


def test_a_database_that_needs_a_migration_is_told(project: Path, tmp_path: Path) -> None:
    jadpo("run", project, "send", "--input", "1", folder=tmp_path)
    changed = PROGRAM.replace("    number: Number\n", "    number: Text {}\n")
    create = "create Row { number: number }"
    changed = changed.replace(create, "create Row { number: text.of(number) }")
    project.write_text(changed)
    ended = jadpo("work", project, folder=tmp_path)
    assert ended.returncode == 1
    assert "jadpo migrate" in ended.stderr


@pytest.mark.parametrize("budget", ["0s", "16m", "soon"])
def test_a_budget_is_more_than_nothing_and_at_most_15_minutes(project: Path, budget: str) -> None:
    """[L1]"""
    ended = jadpo("work", project, "--budget", budget)
    assert ended.returncode == 2
    assert "--budget" in ended.stderr


def test_a_read_only_database_is_told(project: Path, tmp_path: Path) -> None:
    jadpo("run", project, "send", "--input", "1", folder=tmp_path)
    database = tmp_path / "working.db"
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    database.chmod(0o444)
    ended = jadpo("work", project, folder=tmp_path)
    assert ended.returncode == 1
    assert "permissions" in ended.stderr
