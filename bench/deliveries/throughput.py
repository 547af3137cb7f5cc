"""Deliveries per second from a backlog on a SQLite file: handlers of one update each.

    python bench/deliveries/throughput.py [COUNT] [ROUNDS]

The program is one of Python functions, so this is what the runtime costs without an engine. Each
round writes a backlog of COUNT events from separate actions (which is timed too), then delivers
it in this process with ``synchronous=FULL``, and prints both figures, their medians at the end.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))

from python_program import CREATE_COUNTER, INT, SET_COUNTER, TEXT, Building
from world import world

from jadpo_runtime.clock import SystemClock
from jadpo_runtime.values import Field

COUNTERS = 100


def program() -> Building:
    """One event, one subscriber, whose handler makes one update."""
    made = Building()
    made.event("Moved", Field("name", TEXT), Field("to", INT))
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("move", lambda context, name, to: context.emit("Moved", "made", (name, to)))
    made.subscriber(
        "set",
        "Moved",
        lambda context, moved: context.store.update(SET_COUNTER, moved[:1], moved[1:]),
    )
    return made


def one_round(count: int) -> tuple[float, float]:
    """Events emitted and deliveries made per second."""
    with (
        tempfile.TemporaryDirectory(dir=".") as folder,
        world(program(), Path(folder), clock=SystemClock()) as here,
    ):
        for number in range(COUNTERS):
            here.call("create", f"counter {number}")
        started = time.perf_counter()
        for number in range(count):
            here.call("move", f"counter {number % COUNTERS}", number)
        emitted = time.perf_counter()
        with here.host.watchdog:
            delivered = here.run_due()
        ended = time.perf_counter()
        assert delivered == count, delivered
        return count / (emitted - started), count / (ended - emitted)


def main() -> None:
    """Run the rounds and print the figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    results = []
    for _ in range(rounds):
        results.append(one_round(count))
        print(f"{results[-1][0]:10,.0f} emitted/s {results[-1][1]:10,.0f} delivered/s")
    emitted, delivered = (statistics.median(column) for column in zip(*results, strict=True))
    print(f"{emitted:10,.0f} emitted/s {delivered:10,.0f} delivered/s, medians")


if __name__ == "__main__":
    main()
