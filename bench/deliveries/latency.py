"""How long after its commit an event is handled, by a worker that was idle, in one process.

    python bench/deliveries/latency.py [--count N] [--bodies KIND] [--json]

One thread runs an action that emits, and then waits; the worker of the same process is woken and
runs the handler. Measured is from the moment that the action has returned, its commit on the disk,
to the first line of the handler. The handler is a function of Python, so that it can tell the time.
"""

import argparse
import json
import threading
import time

from workload import folder_here

from python_program import TEXT, Building  # isort: skip - workload makes it importable

from jadpo_runtime.hosts.worker import living_host
from jadpo_runtime.values import Field


def latencies(count: int) -> list[float]:
    """The milliseconds from commit to handler, of each event; negative ones are nothing."""
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    began: list[float] = []
    handled = threading.Event()

    def handle(context, moved) -> None:
        began.append(time.perf_counter())
        handled.set()

    made.subscriber("one", "Moved", handle, writes="primary")
    taken = []
    with folder_here() as folder:
        databases = {"primary": f"sqlite:{folder}/bench.db"}
        with living_host(
            made.program(),
            made.program,
            threads=1,
            environment={},
            databases=databases,
            report=lambda report: None,
        ) as living:
            living.workers.start()
            from jadpo_runtime.boundary import Call, run_boundary

            for number in range(count + 10):
                handled.clear()
                run_boundary(living.host, Call("move", (f"{number}",)))
                committed = time.perf_counter()
                living.workers.wake()
                assert handled.wait(10)
                taken.append(max(0.0, began[-1] - committed) * 1_000)
                time.sleep(0.005)  # The worker falls idle.
    return taken[10:]


def main() -> None:
    """Measure and print the figures."""
    options = argparse.ArgumentParser(description="From commit to handler.")
    options.add_argument("--count", type=int, default=500)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    taken = sorted(latencies(asked.count))
    figures = {
        "p50_ms": taken[len(taken) // 2],
        "p99_ms": taken[len(taken) * 99 // 100],
        "most_ms": taken[-1],
    }
    if asked.json:
        print(json.dumps(figures))
    else:
        print("p50 {p50_ms:.2f} ms, p99 {p99_ms:.2f} ms, most {most_ms:.2f} ms".format(**figures))


if __name__ == "__main__":
    main()
