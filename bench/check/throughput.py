"""How fast a project is checked for the first time: 5,000 lines, and the shop with its start-up.

Run ``python bench/check/throughput.py``. The project is copies of the example programs, each in
modules of its own. ``cold`` is the CPU time of parsing and checking it in a running process, the
best of several rounds. ``command`` is the wall time of a whole ``jadpo check`` that keeps nothing,
the median of several runs, start-up included.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from copies import EXAMPLES, project, write_project

from jadpo.check import check_project
from jadpo.source import Source

LINES = 5_000
ROUNDS = 7
QUIET = subprocess.DEVNULL


def cold(sources: list[Source]) -> float:
    """Seconds of CPU time that parsing and checking take, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        check_project(sources)
        best = min(best, time.process_time() - begin)
    return best


def command(path: Path) -> float:
    """Seconds of wall time of a ``jadpo check``, the median of several runs."""
    took = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "jadpo", "check", path],
            check=True,
            stderr=QUIET,
            env={**os.environ, "JADPO_CACHE": "off"},
        )
        took.append(time.perf_counter() - begin)
    return statistics.median(took)


def main() -> None:
    """Measure, and print a line for each figure."""
    sources = project(LINES)
    lines = sum(source.text.count("\n") for source in sources)
    found = [str(each.summary) for each in check_project(sources).diagnostics]
    assert not found, found[:5]
    took = cold(sources)
    print(f"cold: {lines} lines in {took:.3f} s, {lines / took:,.0f} lines/s")
    print(f"command, examples/shop: {command(EXAMPLES / 'shop'):.3f} s")
    with tempfile.TemporaryDirectory() as folder:
        write_project(LINES, Path(folder))
        print(f"command, {lines} lines: {command(Path(folder)):.3f} s")


if __name__ == "__main__":
    main()
