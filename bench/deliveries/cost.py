"""What a delivery is made of: µs of each part, as a share of the whole.

    python bench/deliveries/cost.py [--bodies KIND] [--count N] [--json]

Each function below is timed as it runs, in one thread; what it calls and is listed too is taken off
its own time. The median of many calls is taken, so that other work of the machine shows little; a
timer adds about 0.2 µs to what is called once for each delivery. The commit includes the flush.
"""

import argparse
import json
import statistics
import time
from collections import defaultdict
from typing import Any, Final

from workload import BODIES, bodies, deliver, emit, folder_here, opened

from jadpo_runtime.records.payload import PayloadCodec
from jadpo_runtime.runner import delivery_group
from jadpo_runtime.runner.delivery_group import DeliveryGroup
from jadpo_runtime.runner.delivery_records import DeliveryRecords
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.effects import SqliteEffects
from jadpo_runtime.store.sqlite.store import SqliteStore

PARTS: Final[dict[str, tuple[Any, str]]] = {
    "look for what is due": (Invocation, "_due"),
    "claim": (DeliveryRecords, "claim"),
    "begin": (Connection, "begin"),
    "look at the claims, read the events": (DeliveryRecords, "held"),
    "decode the payload": (PayloadCodec, "decode"),
    "the body: the update": (SqliteEffects, "update"),
    "the body: the rest, its limit": (delivery_group, "run_piece"),
    "the rest of each: savepoint, report": (DeliveryGroup, "_run_one"),
    "mark done": (DeliveryRecords, "finish"),
    "the rest of each group": (DeliveryGroup, "run_in"),
    "commit, flushed": (Connection, "commit"),
    "the rest of each transaction": (SqliteStore, "transact"),
    "the rest of each claim": (Invocation, "_claim_and_run"),
}


class Timers:
    """Times calls, without those within them that are timed as well."""

    def __init__(self) -> None:
        self.own: dict[str, list[int]] = defaultdict(list)
        self._within: list[int] = []

    def time(self, part: str, owner: Any, name: str) -> None:
        """Have the function of ``owner`` timed from now on."""
        timed = getattr(owner, name)
        own, within = self.own[part], self._within

        def timing(*arguments: Any, **named: Any) -> Any:
            within.append(0)
            started = time.perf_counter_ns()
            try:
                return timed(*arguments, **named)
            finally:
                took = time.perf_counter_ns() - started
                own.append(took - within.pop())
                if within:
                    within[-1] += took

        setattr(owner, name, timing)


def main() -> None:
    """Measure and print the figures."""
    options = argparse.ArgumentParser(description="The parts of a delivery.")
    options.add_argument("--bodies", choices=BODIES, default="interpreted")
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    chosen = bodies(asked.bodies)
    with folder_here() as folder, opened(chosen, folder) as host:
        emit(host, chosen, asked.count, threads=4)
        timers = Timers()
        for part, (owner, name) in PARTS.items():
            timers.time(part, owner, name)
        deliver(host, chosen)
    # Per delivery: the median of a call, times the calls.
    costs = {
        part: statistics.median(own) * len(own) / asked.count / 1_000
        for part, own in timers.own.items()
        if own
    }
    whole = sum(costs.values())
    if asked.json:
        print(json.dumps({"us": costs, "whole_us": whole}))
        return
    for part, cost in costs.items():
        print(f"{part:38} {cost:7.2f} µs {cost / whole:7.1%}")
    print(f"{'all':38} {whole:7.2f} µs")


if __name__ == "__main__":
    main()
