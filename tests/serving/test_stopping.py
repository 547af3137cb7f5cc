"""Stopping a server: [Z1] [Z2] [Z3] [Z4] [Z6]."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import TREE, write

PROGRAM = """
type Turns = Int { min: 0 }
entity Mark {
    id: Uuid { generated: identity }
    turns: Turns
    identity: id
    query all() freshness: authoritative -> List<Mark> {
        return attempt query many Mark { order_by: id asc }
    }
    action leave(turns: Turns) -> Mark {
        var mut turn = 0
        while turn < turns { turn = turn + 1 }
        var mark = attempt create Mark { turns: turns }
        emit Left.left { turns: turns }
        return mark
    }
    action announce(turns: Turns) -> Unit { emit Left.left { turns: turns } }
    action busy(turns: Turns) -> Unit {
        var mut turn = 0
        while turn < turns { turn = turn + 1 }
        var _ = attempt create Mark { turns: Turns(0) }
    }
}
type Wanted = Object { turns: Turns }
event Left { left { turns: Turns } }
subscriber slow { on Left.left(left) { Mark.busy(left.turns) } }

route POST /marks { auth: none  input: Wanted  run: Mark.leave(input.turns)  output: Mark }
route POST /later { auth: none  input: Wanted  run: Mark.announce(input.turns) }
route POST /settled {
    auth: none  input: Wanted  run: Mark.announce(input.turns)  settle: result  within: 60s
}
route GET /marks { auth: none  run: Mark.all()  output: List<Mark> }
"""

# About a second, interpreted.
SLOW = 4_000_000


class Server:
    """A process that serves."""

    def __init__(self, process: "subprocess.Popen[str]", url: str, database: Path) -> None:
        self.process = process
        self.url = url
        self.database = database

    def ask(self, path: str, body: object = None) -> tuple[int, object]:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data, {"content-type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        return self.process.wait(timeout=30)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    database = folder / "app.db"
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "jadpo", "serve", str(write(folder / "app", app=PROGRAM))),
            *("--port", "0", "--json", "--database", f"sqlite:{database}", *options),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=TREE,
        env={**os.environ},
    )
    assert process.stdout is not None
    url = ""
    for line in process.stdout:
        told = json.loads(line)
        if told["kind"] == "serving":
            url = told["url"]
            break
    assert url, process.wait(10)
    threading.Thread(target=process.stdout.read, daemon=True).start()
    try:
        yield Server(process, url, database)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def in_background(function, *arguments) -> "Future[object]":
    answer: Future[object] = Future()

    def run() -> None:
        try:
            answer.set_result(function(*arguments))
        except OSError as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer


def is_claimed(server: Server) -> bool:
    """Wait until the delivery runs."""
    ends = time.monotonic() + 20
    while server.rows("SELECT state FROM _jadpo_delivery") != [("claimed",)]:
        if time.monotonic() > ends:
            return False
        time.sleep(0.01)
    return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_request_that_was_accepted_is_answered_and_the_status_is_0(tmp_path, number):
    """[Z1] [Z3]"""
    with serving(tmp_path) as server:
        answer = in_background(server.ask, "/marks", {"turns": SLOW})
        time.sleep(0.3)
        server.signal(number)

        assert server.wait() == 0
        assert answer.result(10)[0] == 202
        assert server.rows("SELECT turns FROM Mark") == [(SLOW,)]


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_second_signal_ends_the_process_at_once(tmp_path, number, status):
    """[Z4]"""
    with serving(tmp_path) as server:
        in_background(server.ask, "/marks", {"turns": 10**9})
        time.sleep(0.3)
        server.signal(number)
        time.sleep(0.3)
        server.signal(number)

        assert server.wait() == status
        assert server.rows("SELECT count(*) FROM Mark") == [(0,)]


def test_background_work_is_given_back_uncounted(tmp_path):
    """[Z1] [Z2]"""
    with serving(tmp_path) as server:
        server.ask("/later", {"turns": SLOW * 10})
        assert is_claimed(server)
        server.signal(signal.SIGTERM)

        assert server.wait() == 0
        assert server.rows("SELECT state, attempts, token FROM _jadpo_delivery") == [
            ("pending", 0, None)
        ]
        assert server.rows("SELECT count(*) FROM Mark") == [(0,)]


def test_a_route_that_waits_stops_waiting(tmp_path):
    """[Z2]"""
    with serving(tmp_path) as server:
        answer = in_background(server.ask, "/settled", {"turns": SLOW * 10})
        assert is_claimed(server)
        server.signal(signal.SIGTERM)

        assert server.wait() == 0
        assert answer.result(10)[0] == 202


def test_a_process_that_ends_is_replaced_while_the_other_serves(tmp_path):
    with serving(tmp_path, "--processes", "2") as server:
        children = _children(server.process.pid)
        assert len(children) == 2
        os.kill(children[0], signal.SIGKILL)
        assert all(server.ask("/marks")[0] == 200 for _ in range(20))
        ends = time.monotonic() + 20
        while len(set(_children(server.process.pid)) - {children[0]}) < 2:
            assert time.monotonic() < ends
            time.sleep(0.05)
        server.signal(signal.SIGTERM)

        assert server.wait() == 0


def _children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in text.split()]
