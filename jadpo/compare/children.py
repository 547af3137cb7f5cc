"""Comparing programs in processes that may be ended by what they run.

One process compares many programs. When it is ended by a signal, does not come to an end, or runs
out of memory, that is a finding about the test that it was at, and another one goes on after that.
"""

import collections
import contextlib
import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final, NamedTuple

from jadpo.compare.units import Unit
from jadpo.compare.verdicts import Compared, NotCompared, Verdict, Where

CHILD: Final = (sys.executable, "-m", "jadpo.compare.child")
"""The command of the process that compares."""

LONGEST: Final = 120.0
"""Seconds that a process may be at one test or at compiling, after which it hangs."""

MOST_CRASHES: Final = 5
"""After so many ends of processes by one program its other tests are not run."""

_STDERR_LINES: Final = 3

Answer = Compared | NotCompared


class Comparing(NamedTuple):
    """How programs are compared: in which tiers, by how many processes at once."""

    tiers: tuple[str, ...]
    processes: int
    child: Sequence[str] = CHILD
    longest: float = LONGEST


def compare_all(
    units: Sequence[Unit], comparing: Comparing, done: Callable[[Unit], None]
) -> list[Answer]:
    """What is said of every test of the programs, in their order.

    ``done`` is told of each program that is over, by any thread.
    """
    waiting = collections.deque(enumerate(units))
    answers: dict[int, list[Answer]] = {}
    stopping = threading.Event()

    def work() -> None:
        with _child(comparing) as child:
            while not stopping.is_set():
                try:
                    number, unit = waiting.popleft()
                except IndexError:
                    return
                answers[number] = _compared(child, unit, comparing)
                done(unit)

    count = max(1, min(comparing.processes, len(units)))
    with ThreadPoolExecutor(count) as pool:
        try:
            for future in [pool.submit(work) for _ in range(count)]:
                future.result()
        except BaseException:
            stopping.set()
            raise
    return [answer for _, found in sorted(answers.items()) for answer in found]


def _compared(child: "_Child", unit: Unit, comparing: Comparing) -> list[Answer]:
    found: dict[tuple[str, str], Answer] = {}
    skip: list[tuple[str, str]] = []
    program = unit.path.as_posix()
    while True:
        task = {
            "path": str(unit.path),
            "is_case": unit.is_case,
            "tiers": comparing.tiers,
            "skip": skip,
        }
        at = ("", "")
        for message in child.answers(task):
            if "doing" in message:
                tier, test = message["doing"]
                at = (tier, test)
            elif "problems" in message:
                found["", ""] = NotCompared(program, tuple(message["problems"]))
            elif "ended" in message:
                found[at] = Compared(program, at[1], at[0], Verdict.CRASHED, None, message["ended"])
                skip.append(at)
            elif "verdict" in message:
                compared = _read(program, message)
                found[compared.tier, compared.test] = compared
            elif "done" in message:
                return list(found.values())
        if len(skip) > MOST_CRASHES or at == ("", ""):
            return list(found.values())


def _read(program: str, message: Mapping[str, Any]) -> Compared:
    where = message["where"]
    return Compared(
        program,
        message["test"],
        message["tier"],
        Verdict(message["verdict"]),
        None if where is None else Where(where["range"], where["text"]),
        tuple(message["lines"]),
    )


class _Child:
    """A process that compares, started when it is needed and again when it has ended."""

    def __init__(self, comparing: Comparing, errors: IO[str]) -> None:
        self._comparing: Final = comparing
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._errors: Final = errors

    def answers(self, task: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The messages about a program; the last one is that it is done, or how it ended."""
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(f"{json.dumps(task)}\n")
            process.stdin.flush()
        except OSError:
            yield {"ended": self._how_it_ended(process)}
            return
        while True:
            try:
                line = self._lines.get(timeout=self._comparing.longest)
            except queue.Empty:
                self.end()
                seconds = self._comparing.longest
                yield {"ended": (f"the process did not come to an end in {seconds:g} s",)}
                return
            if line is None:
                yield {"ended": self._how_it_ended(process)}
                return
            message = json.loads(line)
            yield message
            if "done" in message:
                return

    def _start(self) -> subprocess.Popen[str]:
        self._errors.seek(0)
        self._errors.truncate()
        process = subprocess.Popen(
            self._comparing.child,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            encoding="ascii",
        )
        self._lines = queue.SimpleQueue()
        threading.Thread(target=_read_lines, args=(process, self._lines), daemon=True).start()
        self._process = process
        return process

    def _how_it_ended(self, process: subprocess.Popen[str]) -> tuple[str, ...]:
        status = process.wait()
        self._process = None
        self._errors.seek(0)
        said = [line.rstrip() for line in self._errors if line.strip()]
        return (_ending(status), *said[:_STDERR_LINES])

    def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()


@contextlib.contextmanager
def _child(comparing: Comparing) -> Iterator[_Child]:
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        child = _Child(comparing, errors)
        try:
            yield child
        finally:
            child.end()


def _read_lines(process: subprocess.Popen[str], lines: "queue.SimpleQueue[str | None]") -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


def _ending(status: int) -> str:
    if status >= 0:
        return f"the process ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"the process was ended by {name}"
