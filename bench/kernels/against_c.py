"""The kernels of the examples, compiled, against C with checked arithmetic (gcc -O2).

Run ``python bench/kernels/against_c.py [tier]``. Each kernel is run in turn with its counterpart;
the figures are the medians of the CPU time, and their ratio, in one run. For ``total_of_lines``
the counterpart is CPython's decimal.
"""

import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from jadpo.check import check_project
from jadpo.project import load_project
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.outcome import Returned

HERE = Path(__file__).parent

KERNELS = HERE.parents[1] / "examples" / "kernels"

ROUNDS = 7

WORDS = " ".join(f"w{n * n * 7919 % 10007}" for n in range(300_000))

ARGUMENTS: dict[str, object] = {
    "fib": 35,
    "nested_sum": 7_000,
    "primes_below": 8_000_000,
    "commonest": WORDS,
    "total_of_lines": 300_000,
    "longest_collatz": 400_000,
}


class NoEffects:
    """What the kernels need of a context: a stop byte."""

    stop = bytearray(1)


def total_of_lines(n: int) -> Decimal:
    """n order lines, built and then totalled in exact decimals, in Python."""
    lines = [(i % 9 + 1, Decimal("0.25") + i % 100) for i in range(n)]
    total = Decimal("0.00")
    for quantity, price in lines:
        total = total + price * quantity
    return total


def compiled_c(folder: Path) -> ctypes.CDLL:
    """The counterparts in C."""
    compiler = shutil.which("gcc")
    if compiler is None:
        raise SystemExit("gcc is not installed")
    library = folder / "checked.so"
    source = HERE / "checked.c"
    command = [compiler, "-O2", "-march=native", "-shared", "-fPIC", "-o", str(library)]
    subprocess.run([*command, str(source)], check=True)
    return ctypes.CDLL(str(library))


def counterpart(code: ctypes.CDLL, name: str) -> Callable[[object], object]:
    """What a kernel is measured against."""
    if name == "total_of_lines":
        return total_of_lines
    function = getattr(code, name)
    function.restype = ctypes.c_int64
    if name == "commonest":
        function.argtypes = [ctypes.c_char_p]
        text = WORDS.encode()
        return lambda _: function(text)
    function.argtypes = [ctypes.c_int64]
    return function


def medians(runs: list[Callable[[], object]]) -> list[float]:
    """The median CPU time of each, in seconds, the runs taken in turn."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(ROUNDS):
        for number, run in enumerate(runs):
            start = time.process_time()
            run()
            times[number].append(time.process_time() - start)
    return [statistics.median(each) for each in times]


def main() -> None:
    """Print a line for each kernel."""
    tier = Tier(sys.argv[1]) if len(sys.argv) > 1 else Tier.FULL
    project = load_project(KERNELS)
    program = check_project(project.sources, project.name).program
    start = time.process_time()
    compiled = compile_program(program, tier, ARGUMENTS)
    print(f"compiled in {time.process_time() - start:.2f} s ({tier.value})")
    print(f"{'kernel':18}{'other ms':>12}{'Jadpo ms':>12}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        code = compiled_c(Path(folder))
        for name, argument in ARGUMENTS.items():
            other = counterpart(code, name)
            outcome = compiled.run(name, [argument], NoEffects())
            expected = other(argument)
            value = outcome.value if isinstance(outcome, Returned) else outcome
            if (value[1] if name == "commonest" else value) != expected:
                raise SystemExit(f"{name}: {outcome}, not {expected}")
            others, jadpo = medians(
                [
                    lambda o=other, a=argument: o(a),
                    lambda n=name, a=argument: compiled.run(n, [a], NoEffects()),
                ]
            )
            print(f"{name:18}{others * 1000:12.1f}{jadpo * 1000:12.1f}{jadpo / others:8.2f}")


if __name__ == "__main__":
    main()
