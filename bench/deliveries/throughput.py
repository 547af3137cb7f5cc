"""Deliveries per second from a backlog on a SQLite file: a handler that makes one update.

    python bench/deliveries/throughput.py [--bodies jadpo|python] [--count N] [--rounds N]

With ``--bodies jadpo`` it is the program beside this file, interpreted; with ``python`` one whose
bodies are Python functions, so that what the runtime costs is seen apart from the engine. A round
writes a backlog of events from separate actions (which is timed too), each flushed to the disk at
its commit (``synchronous=FULL``), then delivers it in this process: 16 deliveries to a commit, and
a flush for what was claimed together, at least every 20 ms. The disk's own time for a flush is
measured before each round, since it bounds what can be reached.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.project import load_project
from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.outcome import Returned
from jadpo_runtime.program import Program
from jadpo_runtime.values import Field

HERE = Path(__file__).parent
COUNTERS = 100

sys.path.insert(0, str(HERE.parents[1] / "tests" / "support"))


def jadpo_program() -> tuple[Program, str]:
    """The program beside this file, and the name of its action that adds a counter."""
    project = load_project(HERE / "counters.jadpo")
    checked = check_project(project.sources, project.name).program
    assert checked is not None
    return interpret(checked), "Counter.add"


def python_program() -> tuple[Program, str]:
    """A program that does the same in Python functions."""
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
    return made.program(), "add"


def one_round(program: Program, add: str, count: int) -> tuple[float, float, float]:
    """The disk's ms per flush, then events emitted and deliveries made per second."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        flush = milliseconds_per_flush(Path(folder))
        databases = dict.fromkeys(program.manifest.stores, f"sqlite:{folder}/bench.db")
        reports: list[object] = []
        with tool(program, environment={}, databases=databases, report=reports.append) as running:
            for number in range(COUNTERS):
                assert isinstance(running.run(add, [f"counter {number}"]), Returned)
            started = time.perf_counter()
            for number in range(count):
                running.run("move", [f"counter {number % COUNTERS}", number])
            emitted = time.perf_counter()
            running.run_due()
            ended = time.perf_counter()
        assert len(reports) == count
        return flush, count / (emitted - started), count / (ended - emitted)


def milliseconds_per_flush(folder: Path) -> float:
    """The median time of a flush after a small write to a file in ``folder``."""
    with (folder / "flushed").open("wb", buffering=0) as file:
        times = []
        for _ in range(50):
            file.write(bytes(8192))
            started = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(1_000 * (time.perf_counter() - started))
    return statistics.median(times)


def main() -> None:
    """Run the rounds and print the figures."""
    options = argparse.ArgumentParser(description="Deliveries per second from a backlog.")
    options.add_argument("--bodies", choices=("jadpo", "python"), default="jadpo")
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    program, add = jadpo_program() if chosen.bodies == "jadpo" else python_program()
    rounds = []
    for _ in range(chosen.rounds):
        rounds.append(one_round(program, add, chosen.count))
        print("{:8.2f} ms/flush {:10,.0f} emitted/s {:10,.0f} delivered/s".format(*rounds[-1]))
    medians = [statistics.median(column) for column in zip(*rounds, strict=True)]
    print("{:8.2f} ms/flush {:10,.0f} emitted/s {:10,.0f} delivered/s, medians".format(*medians))


if __name__ == "__main__":
    main()
