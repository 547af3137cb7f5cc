"""What the scripts here measure: an action that emits, and a handler that makes one update."""

import contextlib
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.project import load_project
from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.hosts.opening import opened_host
from jadpo_runtime.outcome import Returned
from jadpo_runtime.program import Program
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import work_kinds
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.values import Field

HERE: Final = Path(__file__).parent

COUNTERS: Final = 100
"""Rows that the updates are of, in turn."""

BODIES: Final = ("interpreted", "compiled", "python")
"""How the bodies run: Jadpo in either mode, or functions of Python, to see the runtime alone."""

sys.path.insert(0, str(HERE.parents[1] / "tests" / "support"))


@attrs.frozen
class Bodies:
    """How to make a program, of which each thread has one, and the names of its actions."""

    new_program: Callable[[], Program]
    add: str
    move: str = "move"


def bodies(kind: str) -> Bodies:
    """The program beside this file in a mode, or one that does the same in Python."""
    if kind == "python":
        return Bodies(_python_program, "add")
    project = load_project(HERE / "counters.jadpo")
    checked = check_project(project.sources, project.name).program
    assert checked is not None
    if kind == "interpreted":
        return Bodies(lambda: interpret(checked), "Counter.add")
    from jadpo_codegen import Tier, compile_program

    return Bodies(lambda: compile_program(checked, Tier("balanced")), "Counter.add")


def _python_program() -> Program:
    from python_program import CREATE_COUNTER, INT, SET_COUNTER, TEXT, Building

    made = Building()
    made.event("Moved", Field("name", TEXT), Field("value", INT))
    made.callable("add", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("move", lambda context, name, to: context.emit("Moved", "made", (name, to)))
    made.subscriber(
        "set",
        "Moved",
        lambda context, moved: context.store.update(SET_COUNTER, moved[:1], moved[1:]),
    )
    return made.program()


@contextlib.contextmanager
def folder_here() -> Iterator[Path]:
    """A new folder on the disk of the current one, deleted at the end."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield Path(folder)


@contextlib.contextmanager
def opened(
    chosen: Bodies, folder: Path, report: Callable[[Report], None] = lambda report: None
) -> Iterator[Host]:
    """The program on a database in ``folder``, made with its counters where it is not there."""
    program = chosen.new_program()
    databases = dict.fromkeys(program.manifest.stores, f"sqlite:{folder}/bench.db")
    is_new = not (folder / "bench.db").exists()
    with opened_host(program, environment={}, databases=databases, report=report) as host:
        if is_new:
            for number in range(COUNTERS):
                call(host, chosen.add, f"counter {number}")
        yield host


def call(host: Host, name: str, *arguments: object) -> None:
    """Run an action in a boundary of its own; it must return."""
    outcome = run_boundary(host, Call(name, arguments)).outcome
    assert isinstance(outcome, Returned), outcome


def emit(host: Host, chosen: Bodies, count: int, threads: int = 1) -> float:
    """Emit ``count`` events, each from an action of its own; the seconds that took."""

    def some(program: Program) -> None:
        own = attrs.evolve(host, program=program)
        for number in range(count // threads):
            call(own, chosen.move, f"counter {number % COUNTERS}", number)

    return _seconds(some, host, chosen, threads)


def deliver(host: Host, chosen: Bodies, threads: int = 1) -> float:
    """Deliver all that is due; the seconds that took."""

    def some(program: Program) -> None:
        own = attrs.evolve(host, program=program)
        while Invocation(own, work_kinds(own), Budget(own.clock)).run():
            pass

    return _seconds(some, host, chosen, threads)


def _seconds(work: Callable[[Program], None], host: Host, chosen: Bodies, threads: int) -> float:
    """What the work takes here, or in several threads with a program each."""
    if threads == 1:
        started = time.perf_counter()
        work(host.program)
        return time.perf_counter() - started
    workers = [threading.Thread(target=work, args=(chosen.new_program(),)) for _ in range(threads)]
    started = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - started


def milliseconds_per_flush(folder: Path) -> float:
    """What the disk takes to flush a small write: the median, in a file that is written again."""
    with (folder / "flushed").open("wb", buffering=0) as file:
        file.write(bytes(8192))
        os.fsync(file.fileno())
        times = []
        for _ in range(50):
            file.seek(0)
            file.write(bytes(8192))
            started = time.perf_counter()
            os.fsync(file.fileno())
            times.append(1_000 * (time.perf_counter() - started))
    return statistics.median(times)


def medians(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    """The median of each figure of some rounds."""
    return {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
