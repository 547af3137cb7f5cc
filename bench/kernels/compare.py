"""The kernels of examples/kernels in compiled mode, against C, Node, PyPy, Numba and CPython.

Run ``python bench/kernels/compare.py [--tier full] [--kernel fib] [--rounds 5] [--json]``. For each
kernel the peers run in turn, so that what else the machine does meets all of them; the figures are
medians of CPU seconds, after a first run that is not counted, and what Jadpo takes as a multiple of
each peer. A peer that takes long runs fewer rounds. One that is not installed is named and left
out. Values are compared: a peer that computes something else ends the run.
"""

import argparse
import json
import statistics
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

from peers import Peer, Worker, peers

ARGUMENTS = {
    "fib": 39,
    "nested_sum": 16_000,
    "primes_below": 30_000_000,
    "commonest": 5_000_000,
    "total_of_lines": 400_000,
    "longest_collatz": 900_000,
}
"""Arguments with which C takes about 0.2 s; a longer text does not fit a boundary's memory."""

ENOUGH = 3.0
"""Seconds of one peer with one kernel after which it does not run again."""

GOALS = {
    ("fib", "C checked"): 1.3,
    ("nested_sum", "C checked"): 1.5,
    ("primes_below", "C checked"): 1.5,
    ("longest_collatz", "C checked"): 1.3,
    ("commonest", "C checked"): 2.5,
    ("total_of_lines", "CPython"): 0.1,
}
"""The most that Jadpo may take, as a multiple of a peer; of the others it is to be ahead."""

AHEAD_OF = ("Node", "PyPy", "Numba")


def measure(
    kernel: str, argument: int, running: list[tuple[Peer, Worker]], rounds: int
) -> dict[str, float]:
    """The medians of the peers that have a kernel, by their names."""
    times: dict[str, list[float]] = {}
    value = None
    for number in range(rounds + 1):
        for peer, worker in running:
            taken = times.setdefault(peer.name, [])
            if kernel in peer.lacks or sum(taken) > ENOUGH:
                continue
            seconds, found = worker.run(kernel, argument)
            number_found = Decimal(str(found))
            if value is not None and number_found != value:
                raise SystemExit(f"{kernel}: {peer.name} gives {found}, not {value}")
            value = number_found
            if number or seconds > ENOUGH:
                taken.append(seconds)
    return {name: statistics.median(taken) for name, taken in times.items() if taken}


def verdict(kernel: str, peer: str, ratio: float) -> str:
    """Whether a goal is met; empty where there is none."""
    goal = GOALS.get((kernel, peer), 1.0 if peer in AHEAD_OF else None)
    if goal is None:
        return ""
    return f"{'meets' if ratio <= goal else 'MISSES'} {goal:g}"


def report(results: dict[str, dict[str, float]], all_peers: list[Peer]) -> None:
    """A table for each kernel."""
    for kernel, medians in results.items():
        print(f"{kernel}({ARGUMENTS[kernel]:_})")
        own = medians["Jadpo"]
        for peer in all_peers:
            if peer.name in medians:
                ratio = own / medians[peer.name]
                line = f"{medians[peer.name] * 1000:10.1f} ms   {ratio:6.2f}   "
                print(f"  {peer.name:12}{line}{verdict(kernel, peer.name, ratio)}".rstrip())
            else:
                why = peer.missing or peer.lacks.get(kernel, "not measured")
                print(f"  {peer.name:12}{'-':>10}      {why}")
    print("The second figure is what Jadpo takes, as a multiple of the peer.")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tier", choices=("fast", "balanced", "full"), default="full")
    parser.add_argument("--kernel", choices=sorted(ARGUMENTS), action="append")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        all_peers = peers(given.tier, Path(folder))
        running = [(peer, Worker(peer)) for peer in all_peers if not peer.missing]
        results = {}
        for kernel in given.kernel or ARGUMENTS:
            if sys.stderr.isatty():
                print(f"{kernel} …", file=sys.stderr)
            results[kernel] = measure(kernel, ARGUMENTS[kernel], running, given.rounds)
        for _, worker in running:
            worker.end()
    if given.json:
        missing = {peer.name: peer.missing for peer in all_peers if peer.missing}
        print(json.dumps({"tier": given.tier, "seconds": results, "missing": missing}, indent=2))
    else:
        report(results, all_peers)


if __name__ == "__main__":
    main()
