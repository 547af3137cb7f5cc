"""The interpreter against hand-written Python, on the kernels of the examples.

Run ``python bench/interpret/kernels.py``. Each kernel is run in turn with its counterpart, many
short times; the figures are the shortest of each, in CPU time, and their ratio. Ratios hold on a
busy machine, times do not.
"""

import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.project import load_project
from jadpo_runtime.outcome import Returned

KERNELS = Path(__file__).parents[2] / "examples" / "kernels"

ROUNDS = 25


def fib(n: int) -> int:
    """The n-th Fibonacci number, by its definition."""
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def nested_sum(n: int) -> int:
    """The sum of (i * j) % 7 over a square of side n."""
    total = 0
    i = 0
    while i < n:
        j = 0
        while j < n:
            total = total + (i * j) % 7
            j = j + 1
        i = i + 1
    return total


def primes_below(n: int) -> int:
    """How many primes there are below n, by a sieve."""
    sieve = []
    for _ in range(n):
        sieve.append(True)  # noqa: PERF401 - as the kernel does it
    found = 0
    for i in range(2, n):
        if sieve[i]:
            found = found + 1
            k = i * i
            while k < n:
                sieve[k] = False
                k = k + i
    return found


def commonest(text: str) -> tuple[str, int]:
    """The most frequent word, the first one of those that tie."""
    counts: dict[str, int] = {}
    for word in text.split(" "):
        times = counts.get(word)
        counts[word] = 1 if times is None else times + 1
    best = ("", 0)
    for word, times in counts.items():
        if times > best[1]:
            best = (word, times)
    return best


def total_of_lines(n: int) -> Decimal:
    """n order lines, built and then totalled in exact decimals."""
    lines = []
    for i in range(n):
        lines.append((i % 9 + 1, Decimal("0.25") + i % 100))  # noqa: PERF401
    total = Decimal("0.00")
    for quantity, price in lines:
        total = total + price * quantity
    return total


def longest_collatz(n: int) -> int:
    """The most steps of the Collatz sequence of any start below n."""
    most = 0
    for start in range(1, n):
        x = start
        steps = 0
        while x != 1:
            if x % 2 == 0:
                x = x // 2
            else:
                x = 3 * x + 1
            steps = steps + 1
        if steps > most:
            most = steps
    return most


WORDS = " ".join(f"w{n * n % 97}" for n in range(3_000))

COUNTERPARTS: list[tuple[Callable[..., object], object]] = [
    (fib, 18),
    (nested_sum, 100),
    (primes_below, 5_000),
    (commonest, WORDS),
    (total_of_lines, 2_000),
    (longest_collatz, 300),
]


class NoEffects:
    """What the kernels need of a context: a stop byte."""

    stop = bytearray(1)


def shortest(runs: list[Callable[[], object]]) -> list[float]:
    """The shortest CPU time of each, the runs taken in turn."""
    best = [float("inf")] * len(runs)
    for _ in range(ROUNDS):
        for number, run in enumerate(runs):
            start = time.process_time()
            run()
            best[number] = min(best[number], time.process_time() - start)
    return best


def main() -> None:
    """Print a line for each kernel."""
    project = load_project(KERNELS)
    program = interpret(check_project(project.sources, project.name).program)
    context = NoEffects()
    print(f"{'kernel':18}{'Python ms':>12}{'Jadpo ms':>12}{'ratio':>8}")
    for counterpart, argument in COUNTERPARTS:
        name = counterpart.__name__
        outcome = program.run(name, [argument], context)
        if outcome != Returned(counterpart(argument)):
            raise SystemExit(f"{name}: {outcome}")
        python, jadpo = shortest(
            [
                lambda c=counterpart, a=argument: c(a),
                lambda n=name, a=argument: program.run(n, [a], context),
            ]
        )
        print(f"{name:18}{python * 1000:12.2f}{jadpo * 1000:12.2f}{jadpo / python:8.1f}")


if __name__ == "__main__":
    main()
