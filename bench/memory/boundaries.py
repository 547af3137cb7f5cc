"""Whether a process grows with the boundaries that compiled code runs, and with failures in one.

    python bench/memory/boundaries.py [--boundaries BOUNDARIES] [--failures FAILURES]

Prints the resident size in kB before and after each load; the first tenth of it warms up.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from jadpo.check import check_project
from jadpo.source import Source
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.outcome import Faulted

SOURCE = """
type N = Int {}
type Pair = Object { name: Text  values: List<N> }
failure Odd { kind: Conflict  code: "odd"  public { at: N  why: Text } }

function checked(n: N) fails Odd -> N {
    if n % 2 == 1 { reject Odd { at: n  why: "it is " + text.of(n) } }
    return n
}
function failing(n: N) fails Odd -> N { return N(attempt checked(n) + attempt checked(N(n + 1))) }
function kept(pairs: List<Pair>) -> N { return N(collection.count(pairs)) }
function objects(n: N) fails Odd -> List<Pair> {
    var mut pairs: List<Pair> = collection.empty_list()
    for i in collection.range(0, n) {
        pairs = collection.append(pairs, Pair { name: "é" + text.of(i)  values: [N(i), n] })
    }
    if n % 10 == 9 { var _ = attempt checked(n) }
    if n % 10 == 7 { var broken = 1 % (n - n) }
    return pairs
}
function matching(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) {
        match failing(N(i)) {
            success(found) => { total = (total + found) % 1000 }
            failure Odd(odd) => { total = (total + odd.at + text.length(odd.why)) % 1000 }
        }
    }
    return N(total)
}
"""


class _NoEffects:
    """A context that a body without effects never asks for anything."""

    def __init__(self) -> None:
        self.stop = bytearray(1)


def resident() -> int:
    """The resident size of this process in kB."""
    if not Path("/proc/self/status").exists():
        raise SystemExit("The resident size is read from /proc, which this system has not.")
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def grown(title: str, load: Callable[[int], object], count: int) -> int:
    """Print and give by how much the process grows in a load, after a tenth of it."""
    load(count // 10)
    before = resident()
    load(count)
    after = resident()
    print(f"{title}: {before:,} kB before, {after:,} kB after {count:,}")
    return after - before


def main() -> None:
    """Run both loads; the status is 1 where the process grew by more than 2 MB."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--boundaries", type=int, default=100_000)
    parser.add_argument("--failures", type=int, default=10_000_000)
    arguments = parser.parse_args()
    checked = check_project([Source("boundaries.jadpo", SOURCE)], "boundaries")
    if checked.program is None:
        raise SystemExit("The program of this script has mistakes.")
    compiled = compile_program(checked.program, Tier.BALANCED)
    context = _NoEffects()

    def boundaries(count: int) -> None:
        for number in range(count):
            compiled.run("objects", (number % 20,), context)

    def failures(count: int) -> None:
        if isinstance(compiled.run("matching", (count,), context), Faulted):
            raise SystemExit("the loop of failures ended with a fault")

    growth = [
        grown("boundaries", boundaries, arguments.boundaries),
        grown("failures matched in one boundary", failures, arguments.failures),
    ]
    sys.exit(1 if max(growth) > 2_048 else 0)


if __name__ == "__main__":
    main()
