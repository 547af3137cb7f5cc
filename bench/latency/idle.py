"""From a commit to the start of its handler, while the worker is idle; and what idling costs.

    python bench/latency/idle.py [--events N] [--seconds S] [--asking]

Three figures of a SQLite file, each with its median and its 99th percentile:

- *one process*: a request is answered by a worker's thread, and its event handled in the same
  process. From the moment when whoever asked has the answer, which is after the commit.
- *another process*: this process commits an event, and a worker process handles it. From the
  moment when the commit has returned.
- *idle*: how much of a core an idle worker process uses, over ``--seconds``.

Each event is sent 20 to 40 ms after the one before, so that the worker is idle again. With
``--asking`` workers are not told of writes by the system, but ask SQLite, as where it tells none.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

TREE = Path(__file__).parents[2]
sys.path.insert(0, str(TREE / "tests" / "support"))

from python_program import TEXT, Building, PythonProgram  # noqa: E402

from jadpo_runtime.boundary import Call  # noqa: E402
from jadpo_runtime.hosts.handler import Handler  # noqa: E402
from jadpo_runtime.hosts.tool import tool  # noqa: E402
from jadpo_runtime.hosts.worker import living_host  # noqa: E402
from jadpo_runtime.values import Field  # noqa: E402


def program(started: list[float]) -> PythonProgram:
    """Notes when each event is handled, by the clock that all processes share."""
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("emit", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("note", "Moved", lambda context, moved: started.append(time.monotonic()))
    return made.program()


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--events", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30.0)
    options.add_argument("--asking", action="store_true")
    options.add_argument("--work", type=Path, help="be the worker process on this database")
    chosen = options.parse_args()
    if chosen.work is not None:
        work(chosen.work, asking=chosen.asking)
        return
    with tempfile.TemporaryDirectory(dir=".") as folder:
        show("one process", one_process(Path(folder) / "one.db", chosen.events, chosen.asking))
        another_process(Path(folder) / "two.db", chosen.events, chosen.seconds, chosen.asking)


def one_process(database: Path, events: int, asking: bool) -> list[float]:
    """The latencies in one process, in seconds."""
    started: list[float] = []
    latencies: list[float] = []
    with living_host(
        program(started),
        lambda: program(started),
        threads=2,
        environment={},
        databases={"primary": f"sqlite:{database}"},
        report=lambda report: None,
        told_by_system=not asking,
    ) as living:
        living.workers.start()
        for number in range(events):
            pause()
            before = len(started)
            call = Call("emit", (str(number),))
            living.workers.submit(partial(Handler.answer, call=call)).result()
            answered = time.monotonic()
            while len(started) == before:
                time.sleep(0.000_1)
            latencies.append(max(0.0, started[-1] - answered))
    return latencies


def another_process(database: Path, events: int, seconds: float, asking: bool) -> None:
    """Print the latencies from this process to another, and what that one uses when idle."""
    arguments = [sys.executable, __file__, "--work", str(database)]
    process = subprocess.Popen(
        [*arguments, *(["--asking"] if asking else [])], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    before = used(process.pid)
    time.sleep(seconds)
    share = (used(process.pid) - before) / seconds
    latencies: list[float] = []
    with tool(
        program([]),
        environment={},
        databases={"primary": f"sqlite:{database}"},
        report=lambda report: None,
    ) as client:
        for number in range(events):
            pause()
            client.run("emit", [str(number)])
            committed = time.monotonic()
            latencies.append(max(0.0, float(process.stdout.readline()) - committed))
    show("another process", latencies)
    print(f"idle: {share:.3%} of a core, over {seconds:g} s")
    process.terminate()
    process.wait()


def work(database: Path, *, asking: bool) -> None:
    """Be a worker process that prints when it handled each event."""
    started: list[float] = []

    def handled(report: object) -> None:
        print(started[-1], flush=True)

    with living_host(
        program(started),
        lambda: program(started),
        threads=1,
        most_background=1,
        environment={},
        databases={"primary": f"sqlite:{database}"},
        report=handled,
        told_by_system=not asking,
    ) as living:
        living.workers.start()
        time.sleep(1)
        print("ready", flush=True)
        living.workers.wait()


def used(process: int) -> float:
    """The seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pause() -> None:
    """Let the worker become idle."""
    time.sleep(random.uniform(0.02, 0.04))


def show(what: str, latencies: list[float]) -> None:
    """Print the median and the 99th percentile."""
    hundredths = statistics.quantiles(latencies, n=100)
    print(
        f"{what}: p50 {1000 * statistics.median(latencies):.2f} ms, p99 {1000 * hundredths[98]:.2f}"
        f" ms, longest {1000 * max(latencies):.1f} ms, of {len(latencies)}"
    )


if __name__ == "__main__":
    main()
