"""How soon a body ends that is told to, by the kind of what it does [L6].

    python bench/stopping/latency.py [--mode interpreted|compiled] [--times N] [--kind TEXT]

Each action of `bodies.jadpo` beside this file does one thing again and again for ever. It is told
to stop, as at its limit, at a random moment after it has prepared what it needs, and the time from
that moment until its call has returned is measured: processor time of this process, so that what
else runs on the machine does not count. What holds up the thread that tells it to stop does. A line
for each kind: the median and the longest of N times, in milliseconds; the last lines name those
above 100 ms.
"""

import argparse
import random
import statistics
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.project import load_project
from jadpo_runtime.hosts.tool import Tool, tool
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.outcome import Faulted, Returned, StoppedEarly
from jadpo_runtime.program import Program

PROGRAM = Path(__file__).parent / "bodies.jadpo"

ROWS = 100_000
"""Rows that statements of the store work on."""

PREPARED_AFTER = (0.6, 2.5)
"""Seconds of processor time, from and to, in which a body is told to stop: most have prepared what
they need by then. Those that have not are stopped in the preparing, which is a kind of its own."""

ALLOWED = 0.1
"""Seconds that a body may go on [L6]."""


def main() -> None:
    """Measure each kind and print it."""
    options = argparse.ArgumentParser()
    options.add_argument("--mode", choices=("interpreted", "compiled"), default="interpreted")
    options.add_argument("--times", type=int, default=5)
    options.add_argument("--kind", default="", help="only kinds whose name contains the text")
    chosen = options.parse_args()
    program = engine(chosen.mode)
    slow: Mapping[str, float] = {}
    with tool(program, environment={}, databases={}, report=lambda report: None) as running:
        filled = running.run("Row.fill", [ROWS])
        assert isinstance(filled, Returned), filled
        for name, signature in program.manifest.callables.items():
            if signature.kind is not CallableKind.ACTION or name.endswith("fill"):
                continue
            if chosen.kind not in name:
                continue
            slow = {**slow, **measured(running, name, chosen.times)}
    for name, longest in slow.items():
        print(f"above {1000 * ALLOWED:.0f} ms: {name}, {1000 * longest:.0f} ms")


def engine(mode: str) -> Program:
    """The program beside this file."""
    project = load_project(PROGRAM)
    checked = check_project(project.sources, project.name).program
    assert checked is not None
    if mode == "interpreted":
        return interpret(checked)
    from jadpo_codegen import compile_program

    return compile_program(checked)


def measured(running: Tool, name: str, times: int) -> Mapping[str, float]:
    """Print how late an action ends; the longest where it is too late."""
    took = [late(running, name) for _ in range(times)]
    ended = [seconds for seconds in took if seconds is not None]
    if not ended:
        print(f"{name}: ended by itself each time")
        return {}
    median, longest = statistics.median(ended), max(ended)
    print(f"{name}: {1000 * median:.0f} ms, longest {1000 * longest:.0f} ms", flush=True)
    return {name: longest} if longest > ALLOWED else {}


def late(running: Tool, name: str) -> float | None:
    """Seconds from the moment to stop until the call returned; ``None`` if it did before."""
    moment = time.process_time() + random.uniform(*PREPARED_AFTER)
    over = threading.Event()

    def stop() -> None:
        # What cannot be interrupted may hold up this thread as well, which counts.
        while not over.wait(0.002):
            if time.process_time() >= moment:
                running.stop_bodies()

    stopping = threading.Thread(target=stop)
    stopping.start()
    outcome = running.run(name, [])
    ended = time.process_time()
    over.set()
    stopping.join()
    if isinstance(outcome, Faulted):
        print(f"  {name} ended with {outcome.code.value}: {outcome.detail[:80]}", file=sys.stderr)
    return ended - moment if isinstance(outcome, StoppedEarly) else None


if __name__ == "__main__":
    main()
