"""Several threads of one process, and several processes, that deliver from one SQLite file.

    python bench/deliveries/several.py [--count N] [--rounds N] [--json]

A database has one writer at a time, so several are hardly faster than one, but they must not be in
each other's way either. Where the disk takes long for a flush, threads gain, since they share one.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from workload import Bodies, bodies, deliver, emit, folder_here, medians, opened

NUMBERS: Final = (1, 2, 4)
"""How many threads or processes."""


def by_threads(chosen: Bodies, count: int, threads: int) -> float:
    """Deliveries per second by threads of this process."""
    with folder_here() as folder, opened(chosen, folder) as host:
        emit(host, chosen, count, threads=4)
        return count / deliver(host, chosen, threads)


def by_processes(chosen: Bodies, count: int, processes: int) -> float:
    """Deliveries per second by processes of their own, from the first begin to the last end."""
    with folder_here() as folder:
        with opened(chosen, folder) as host:
            emit(host, chosen, count, threads=4)
            command = [sys.executable, __file__, "--deliver", str(folder)]
            running = [
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                for _ in range(processes)
            ]
            for each in running:
                assert each.stdout is not None
                each.stdout.readline()  # It is ready.
            for each in running:
                assert each.stdin is not None
                each.stdin.write("go\n")
                each.stdin.flush()
            told = [json.loads(each.communicate()[0]) for each in running]
        assert sum(each["ran"] for each in told) == count, told
        began = min(each["began"] for each in told)
        return count / (max(each["ended"] for each in told if each["ran"]) - began)


def deliver_from(folder: Path) -> None:
    """What each process does: waits for the word, delivers, says when and how many."""
    chosen = bodies("interpreted")
    told: list[object] = []
    with opened(chosen, folder, told.append) as host:
        print("ready", flush=True)
        sys.stdin.readline()
        began = time.perf_counter()
        deliver(host, chosen)
        print(json.dumps({"began": began, "ended": time.perf_counter(), "ran": len(told)}))


def main() -> None:
    """Run the rounds and print the figures."""
    options = argparse.ArgumentParser(description="Deliveries by several threads and processes.")
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", action="store_true")
    options.add_argument("--deliver", type=Path, help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.deliver is not None:
        deliver_from(asked.deliver)
        return
    chosen = bodies("interpreted")
    rounds = []
    for _ in range(asked.rounds):
        figures = {f"{n} threads": by_threads(chosen, asked.count, n) for n in NUMBERS}
        figures |= {f"{n} processes": by_processes(chosen, asked.count, n) for n in NUMBERS}
        rounds.append(figures)
    if asked.json:
        print(json.dumps({"medians": medians(rounds), "rounds": rounds}))
        return
    for name, median in medians(rounds).items():
        print(f"{name:12} {median:10,.0f} delivered/s")


if __name__ == "__main__":
    main()
