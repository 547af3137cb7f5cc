"""`jadpo dev`: a server that follows its source."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import TREE

PROGRAM = """
type Number = Int { min: 0 }
type Asked = Object { number: Number }
config Greeting { greeting: Text { binding: "GREETING"  default: "none" } }
entity Kept {
    id: Uuid { generated: identity }
    number: Number
    identity: id
    action keep(number: Number) -> Kept {
        var kept = attempt create Kept { number: number }
        emit Told.told { number: number }
        return kept
    }
    query all() freshness: authoritative -> List<Kept> {
        return attempt query many Kept { order_by: id asc }
    }
}
event Told { told { number: Number } }
subscriber ear { on Told.told(told) { var _ = told.number } }
route POST /kept { auth: none  input: Asked  run: Kept.keep(input.number)  output: Kept }
route GET /kept { auth: none  run: Kept.all()  output: List<Kept> }
route GET /answer { auth: none  output: Int  action: { return 1 } }
"""


class Development:
    """A process of `jadpo dev`, and the source that it follows."""

    def __init__(self, process: "subprocess.Popen[str]", source: Path, port: int) -> None:
        self.process = process
        self.source = source
        self.port = port
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(
        self, method: str, path: str, body: object = None, accept: str = "application/json"
    ) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"content-type": "application/json", "accept": accept}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def write(self, text: str) -> None:
        self.source.write_text(text, encoding="utf-8")

    def eventually(self, path: str, body: str) -> bool:
        ends = time.monotonic() + 20
        while time.monotonic() < ends:
            if body in self.ask("GET", path)[1]:
                return True
            time.sleep(0.02)
        return False

    def output(self) -> str:
        self._reader.join(10)
        return "".join(self.lines)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)


@contextmanager
def developing(folder: Path, text: str = PROGRAM, *options: str) -> Iterator[Development]:
    app = folder / "app"
    app.mkdir()
    source = app / "app.jadpo"
    source.write_text(text, encoding="utf-8")
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "jadpo", "dev", str(app), "--port", "0"),
            *("--database", f"sqlite:{folder}/app.db", *options),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=TREE,
        env={**os.environ},
    )
    assert process.stdout is not None
    first = next((line for line in process.stdout if "serving at http://" in line), "")
    assert first, process.wait(10)
    here = Development(process, source, int(first.strip().rpartition(":")[2]))
    try:
        yield here
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def test_a_change_is_served_and_what_is_stored_stays(tmp_path):
    with developing(tmp_path) as here:
        assert here.eventually("/answer", "1")
        here.ask("POST", "/kept", {"number": 7})
        here.write(PROGRAM.replace("return 1", "return 2"))

        assert here.eventually("/answer", "2")
        assert '"number":7' in here.ask("GET", "/kept")[1]


def test_a_mistake_is_shown_and_the_last_good_version_goes_on(tmp_path):
    with developing(tmp_path) as here:
        assert here.eventually("/answer", "1")
        here.write(PROGRAM.replace("return 1", "return nothing_known"))

        assert here.eventually("/_jadpo/dev", "nothing_known")
        assert here.ask("GET", "/answer") == (200, "1")
        here.write(PROGRAM.replace("return 1", "return 3"))
        assert here.eventually("/answer", "3")
        assert "nothing_known" not in here.ask("GET", "/_jadpo/dev")[1]


def test_before_there_is_a_good_version_a_browser_sees_the_mistakes(tmp_path):
    with developing(tmp_path, "route GET /answer {") as here:
        status, page = here.ask("GET", "/answer", accept="text/html")
        assert (status, "<!doctype html>" in page, "app.jadpo" in page) == (503, True, True)
        status, told = here.ask("GET", "/answer")
        assert (status, json.loads(told)["error"]["code"]) == (503, "source_has_mistakes")
        here.write(PROGRAM)
        assert here.eventually("/answer", "1")


def test_the_database_follows_a_change_that_keeps_what_is_stored(tmp_path):
    with developing(tmp_path) as here:
        assert here.eventually("/answer", "1")
        here.ask("POST", "/kept", {"number": 7})
        more = PROGRAM.replace("    identity: id\n", "    note: Text?\n    identity: id\n", 1)
        here.write(more.replace("{ number: number }\n", "{ number: number  note: none }\n", 1))

        assert here.eventually("/kept", '"note":null')
        assert '"number":7' in here.ask("GET", "/kept")[1]


def test_a_change_that_would_lose_something_waits_for_a_decision(tmp_path):
    with developing(tmp_path) as here:
        assert here.eventually("/answer", "1")
        here.ask("POST", "/kept", {"number": 7})
        here.write(
            PROGRAM.replace("    number: Number\n    identity", "    identity")
            .replace("create Kept { number: number }", "create Kept { }")
            .replace("return 1", "return 2")
        )

        assert here.eventually("/_jadpo/dev", "cli.migration_needed")
        assert here.ask("GET", "/answer") == (200, "1")


def test_variables_come_from_the_local_file(tmp_path):
    greeting = PROGRAM.replace(
        "output: Int  action: { return 1 }", "output: Text  action: { return config.greeting }"
    )
    with developing(tmp_path, greeting) as here:
        assert here.eventually("/answer", "none")
        (here.source.parent / ".env.local").write_text('GREETING="hello there"\n')
        assert here.eventually("/answer", "hello there")


def test_no_request_is_dropped_while_versions_change(tmp_path):
    with developing(tmp_path) as here:
        assert here.eventually("/answer", "1")
        answers: list[int] = []
        done = threading.Event()

        def ask() -> None:
            number = 0
            while not done.is_set():
                number += 1
                answers.append(here.ask("POST", "/kept", {"number": number})[0])

        askers = [threading.Thread(target=ask) for _ in range(3)]
        for asker in askers:
            asker.start()
        for version in range(2, 10):
            here.write(PROGRAM.replace("return 1", f"return {version}"))
            assert here.eventually("/answer", str(version))
        done.set()
        for asker in askers:
            asker.join()

        assert set(answers) == {202}
        rows = json.loads(here.ask("GET", "/kept")[1])
        assert len(rows) == len(answers)


def test_what_happens_is_told(tmp_path):
    with developing(tmp_path) as here:
        assert here.eventually("/answer", "1")
        here.ask("POST", "/kept", {"number": 7})
        ends = time.monotonic() + 10
        while not any("delivery ear on Told.told" in line for line in here.lines):
            assert time.monotonic() < ends
            time.sleep(0.01)
        here.process.send_signal(signal.SIGINT)

        assert here.process.wait(20) == 0
        output = here.output()
        assert "202 POST /kept" in output
        assert "emitted Told.told" in output
        assert "attempt 1: done" in output


@pytest.mark.parametrize(
    ("number", "twice", "status"),
    [
        (signal.SIGINT, False, 0),
        (signal.SIGTERM, False, 0),
        (signal.SIGINT, True, 130),
        (signal.SIGTERM, True, 143),
    ],
)
def test_a_signal_ends_it_and_a_second_one_at_once(tmp_path, number, twice, status):
    """[Z3] [Z4]"""
    endless = PROGRAM.replace(
        "action: { return 1 }",
        "action: { var mut turns = 0 while turns < 3000000000 { turns = turns + 1 } return turns }",
    )
    with developing(tmp_path, PROGRAM) as here:
        assert here.eventually("/answer", "1")
        if twice:
            here.write(endless)
            assert here.eventually("/_jadpo/dev", "without mistakes")
            time.sleep(1)
            threading.Thread(target=_ask_in_vain, args=(here,), daemon=True).start()
            time.sleep(0.5)
        here.process.send_signal(number)
        if twice:
            time.sleep(0.3)
            here.process.send_signal(number)

        assert here.process.wait(20) == status


def _ask_in_vain(here: Development) -> None:
    with pytest.raises((OSError, http.client.HTTPException)):
        here.ask("GET", "/answer")
