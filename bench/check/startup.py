"""How long `jadpo check examples/shop` takes, start-up included: the time on the wall.

    python bench/check/startup.py [--rounds 10]

Compile the byte code first (`python -m compileall -q jadpo runtime codegen grammar`), as an
installed package has it. Prints the shortest and the median time in seconds; the goal is 0.35 s.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

SHOP = Path(__file__).parents[2] / "examples" / "shop"


def main() -> None:
    """Check the shop several times and print the times."""
    options = argparse.ArgumentParser(description="Start-up and check of the shop.")
    options.add_argument("--rounds", type=int, default=10)
    rounds = options.parse_args().rounds
    times = sorted(seconds() for _ in range(rounds))
    print(f"jadpo check examples/shop: {times[0]:.3f} s, median {statistics.median(times):.3f} s")


def seconds() -> float:
    """The time of one run."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "jadpo", "check", str(SHOP)], check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
