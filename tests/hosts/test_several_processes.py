"""Real processes on one SQLite file: [Z6] [W3] [M2] [M4], and perils [P2] [P4] [P7] [P8]."""

import contextlib
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
COUNTING = SCRIPTS / "programs" / "counting.jadpo"

NOT_DONE = "SELECT count(*) FROM _jadpo_delivery WHERE state IN ('pending', 'claimed')"


class Shared:
    """A database, and the workers on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "shared.db"
        self.processes: list[subprocess.Popen[bytes]] = []

    def command(self, name: str, *arguments: object, program: Path = COUNTING) -> list[str]:
        return [
            *(sys.executable, "-m", "jadpo", name, str(program), *map(str, arguments)),
            *("--database", f"sqlite:{self.database}"),
        ]

    def start(self, program: Path = COUNTING) -> subprocess.Popen[bytes]:
        log = self.folder / f"worker-{len(self.processes)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                self.command("work", "--json", program=program),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.processes.append(process)
        return process

    def log(self, number: int) -> list[dict[str, Any]]:
        text = (self.folder / f"worker-{number}.log").read_text()
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def place(self, first: int, amount: int) -> None:
        """Place jobs without delivering: their entries and confirmations are for the workers."""
        with self.connected() as connection:
            now = time.time_ns() // 1000
            numbers = range(first, first + amount)
            connection.executemany(
                "INSERT INTO _jadpo_event (id, event, variant, payload, emitted_at)"
                " VALUES (?, 'JobEvent', 'placed', ?, ?)",
                (
                    (f"event {each}", json.dumps({"job_id": UUID, "number": each}), now)
                    for each in numbers
                ),
            )
            connection.executemany(
                "INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at)"
                " VALUES (?, ?, 'enter_jobs', 'enter_jobs on JobEvent.placed', 'pending', ?)",
                ((f"delivery {each}", f"event {each}", now) for each in numbers),
            )

    @contextlib.contextmanager
    def connected(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.database, timeout=30)
        try:
            with connection:
                yield connection
        finally:
            connection.close()

    def one(self, query: str) -> Any:
        with self.connected() as connection:
            return connection.execute(query).fetchone()[0]

    def until(self, condition: Callable[[], object]) -> None:
        gives_up = time.monotonic() + 120
        while not condition():
            assert time.monotonic() < gives_up, "it does not happen"
            for process in self.processes:
                assert process.poll() in (None, 0), self.folder
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Whether a worker has made the tables."""
        try:
            return bool(self.one("SELECT count(*) FROM _jadpo_process"))
        except sqlite3.OperationalError:
            return False

    def effects_are_there_once(self, jobs: int) -> None:
        assert self.one('SELECT count(*) FROM "Entry"') == jobs
        assert self.one('SELECT count(DISTINCT number) FROM "Entry"') == jobs
        assert self.one('SELECT count(*) FROM "Entry" WHERE confirmations <> 1') == 0


UUID = "01a2318f-2e35-77b4-809f-23c32f18ec46"


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Shared]:
    made = Shared(tmp_path)
    yield made
    for process in made.processes:
        process.kill()
        process.wait()


@pytest.mark.parametrize("count", [2, 5])
def test_processes_that_start_together_on_a_new_database_share_the_work(
    shared: Shared, count: int
) -> None:
    for _ in range(count):
        shared.start()
    shared.until(
        lambda: shared.is_ready() and shared.one("SELECT count(*) FROM _jadpo_process") == count
    )
    shared.place(0, 400)
    shared.until(lambda: shared.one(NOT_DONE) == 0)
    shared.effects_are_there_once(400)
    for process in shared.processes:
        process.terminate()
    assert [process.wait(30) for process in shared.processes] == [0] * count


def test_a_process_that_is_resumed_after_its_work_was_taken_over_changes_nothing(
    shared: Shared,
) -> None:
    """[M2] [M4] [P3] Its row is made as old as half a minute would."""
    slow = shared.start()
    shared.until(shared.is_ready)
    shared.place(0, 3000)
    held = "SELECT count(*) FROM _jadpo_delivery WHERE state = 'claimed'"
    while True:
        # Stopped with claims, and without the lock that would keep others from taking them over.
        shared.until(lambda: shared.one(held) > 0 or shared.one(NOT_DONE) == 0)
        os.kill(slow.pid, signal.SIGSTOP)
        assert shared.one(NOT_DONE) > 0, "it was too fast"
        try:
            with contextlib.closing(sqlite3.connect(shared.database, timeout=0.2)) as connection:
                with connection:
                    connection.execute("UPDATE _jadpo_process SET seen_at = seen_at - 40000000")
                (claimed,) = connection.execute(held).fetchone()
            if claimed:
                break
        except sqlite3.OperationalError:
            pass
        os.kill(slow.pid, signal.SIGCONT)
        time.sleep(0.01)
    shared.start()
    shared.until(lambda: shared.one(NOT_DONE) == 0)
    os.kill(slow.pid, signal.SIGCONT)
    time.sleep(0.5)
    slow.terminate()
    assert slow.wait(30) == 0
    shared.effects_are_there_once(3000)


def test_a_poison_delivery_among_ten_thousand_holds_up_none(shared: Shared) -> None:
    """[P7] [Y3] Its payload does not decode, and another's handler fails each time."""
    shared.start()
    shared.until(shared.is_ready)
    with shared.connected() as connection:
        connection.execute(
            "INSERT INTO _jadpo_event (id, event, variant, payload, emitted_at)"
            " VALUES ('poison', 'JobEvent', 'entered', ?, 0)",
            (json.dumps({"entry_id": UUID}),),
        )
        connection.execute(
            "INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at)"
            " VALUES ('poison', 'poison', 'confirm_entries',"
            " 'confirm_entries on JobEvent.entered', 'pending', 0)"
        )
        connection.execute(
            "INSERT INTO _jadpo_event (id, event, variant, payload, emitted_at)"
            " VALUES ('bad', 'JobEvent', 'placed', '{\"number\": \"none\"}', 0)"
        )
        connection.execute(
            "INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at)"
            " VALUES ('bad', 'bad', 'enter_jobs', 'enter_jobs on JobEvent.placed', 'pending', 0)"
        )
    shared.place(0, 10_000)
    shared.until(lambda: shared.one(NOT_DONE) == 1)
    shared.effects_are_there_once(10_000)
    assert shared.one("SELECT state FROM _jadpo_delivery WHERE id = 'poison'") == "failed"
    assert shared.one("SELECT error_code FROM _jadpo_delivery WHERE id = 'poison'") == (
        "entry_missing"
    )
    assert shared.one("SELECT state FROM _jadpo_delivery WHERE id = 'bad'") == "pending"
    assert shared.one("SELECT attempts FROM _jadpo_delivery WHERE id = 'bad'") == 0
    assert any(
        line.get("id") == "bad" and line["error"]["code"] == "delivery.payload_invalid"
        for line in shared.log(0)
    )


def test_a_hundred_thousand_pending_deliveries_at_start(shared: Shared) -> None:
    """[P8] The process is ready, and stops, while they are delivered."""
    made = subprocess.run(
        shared.command("run", "Job.place_many", "--input", '{"first": 0, "amount": 0}'),
        check=False,
    )
    assert made.returncode == 0
    shared.place(0, 100_000)
    worker = shared.start()
    shared.until(lambda: shared.one('SELECT count(*) FROM "Entry"') > 500)
    worker.terminate()
    assert worker.wait(30) == 0
    entries = shared.one('SELECT count(*) FROM "Entry"')
    assert shared.one("SELECT count(*) FROM _jadpo_delivery WHERE state = 'claimed'") == 0
    done = "SELECT count(*) FROM _jadpo_delivery WHERE state = 'done' AND id LIKE 'delivery %'"
    assert shared.one(done) == entries


def test_a_handler_that_a_new_version_renamed_is_told_and_its_deliveries_kept(
    shared: Shared,
) -> None:
    """[P10] [Y4]"""
    old = shared.start()
    shared.until(shared.is_ready)
    old.terminate()
    assert old.wait(30) == 0
    shared.place(0, 3)
    renamed = shared.folder / "renamed.jadpo"
    renamed.write_text(COUNTING.read_text().replace("enter_jobs", "enter_all_jobs"))
    new = shared.start(renamed)
    shared.until(
        lambda: (
            sum(
                (line.get("error") or {}).get("code") == "delivery.no_handler"
                for line in shared.log(1)
            )
            == 3
        )
    )
    new.terminate()
    assert new.wait(30) == 0
    assert shared.one(NOT_DONE) == 3
    assert shared.one("SELECT sum(attempts) FROM _jadpo_delivery") == 0

    with shared.connected() as connection:
        connection.execute("UPDATE _jadpo_delivery SET due_at = 0")
    shared.processes.clear()
    shared.start()
    shared.until(lambda: shared.one(NOT_DONE) == 0)
    shared.effects_are_there_once(3)


def test_a_locked_database_holds_work_up_and_no_longer(shared: Shared) -> None:
    worker = shared.start()
    shared.until(shared.is_ready)
    lock = sqlite3.connect(shared.database, isolation_level=None)
    shared.place(0, 5)
    lock.execute("BEGIN IMMEDIATE")
    time.sleep(1)
    lock.execute("ROLLBACK")
    lock.close()
    shared.until(lambda: shared.one(NOT_DONE) == 0)
    shared.effects_are_there_once(5)
    assert worker.poll() is None


def test_torture_for_some_seconds(tmp_path: Path) -> None:
    """[Z6] [P1] [P2] The short form of `scripts/torture`: signals at random, effects compared."""
    ended = subprocess.run(
        [
            *(sys.executable, SCRIPTS / "torture", "--minutes", "0.1", "--seconds", "6"),
            *("--seed", "11", "--keep", tmp_path),
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "0 lost, 0 doubled" in ended.stdout


def test_a_full_disk_holds_work_up_and_no_longer(shared: Shared) -> None:
    """What was held meanwhile is taken up at once when there is room again."""
    worker = shared.start()
    shared.until(shared.is_ready)
    shared.place(0, 2000)
    largest = 400 * 1024
    resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    shared.until(lambda: any(line["kind"] == "store" for line in shared.log(0)))
    assert shared.one(NOT_DONE) > 0
    room = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, room)
    shared.until(lambda: shared.one(NOT_DONE) == 0)
    shared.effects_are_there_once(2000)
    assert worker.poll() is None
