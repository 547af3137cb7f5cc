"""Events emitted and deliveries made per second, on a SQLite file: a handler with one update.

    python bench/deliveries/throughput.py [--bodies KIND] [--count N] [--rounds N] [--threads N]
                                          [--json]

A round writes a backlog of events from separate actions and delivers it in this process: first both
in one thread, then both in several at once. All of it is with ``synchronous=FULL``: an action has
returned when its commit is on the disk, up to 16 deliveries share a commit, and threads share a
flush. What the disk takes for one is measured in each round, since one thread waits for each.
"""

import argparse
import json

from workload import (
    BODIES,
    Bodies,
    bodies,
    deliver,
    emit,
    folder_here,
    medians,
    milliseconds_per_flush,
    opened,
)

from jadpo_runtime.runner.reports import Report

LINE = (
    "{flush_ms:6.2f} ms/flush; one thread: {emitted:7,.0f} emitted/s {delivered:7,.0f} delivered/s;"
    " {threads:.0f} threads: {emitted_by_threads:7,.0f} {delivered_by_threads:7,.0f}"
)


def one_round(chosen: Bodies, count: int, threads: int) -> dict[str, float]:
    """The figures of one round on a new database."""
    told: list[Report] = []
    with folder_here() as folder, opened(chosen, folder, told.append) as host:
        figures = {
            "flush_ms": milliseconds_per_flush(folder),
            "emitted": count / emit(host, chosen, count),
            "delivered": count / deliver(host, chosen),
            "threads": threads,
            "emitted_by_threads": count / emit(host, chosen, count, threads),
            "delivered_by_threads": count / deliver(host, chosen, threads),
        }
    assert len(told) == count + count // threads * threads
    return figures


def main() -> None:
    """Run the rounds and print the figures."""
    options = argparse.ArgumentParser(description="Deliveries per second from a backlog.")
    options.add_argument("--bodies", choices=BODIES, default="interpreted")
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--threads", type=int, default=4)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    chosen = bodies(asked.bodies)
    rounds = []
    for _ in range(asked.rounds):
        rounds.append(one_round(chosen, asked.count, asked.threads))
        if not asked.json:
            print(LINE.format(**rounds[-1]), flush=True)
    if asked.json:
        print(json.dumps({"medians": medians(rounds), "rounds": rounds}))
    else:
        print(LINE.format(**medians(rounds)), "medians", sep=", ")


if __name__ == "__main__":
    main()
