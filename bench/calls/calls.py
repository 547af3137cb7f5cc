"""What calls cost in both engines, and which share of an action is whose.

    python bench/calls/calls.py [--rounds ROUNDS]

First each call with effects that do next to nothing, interpreted and compiled in each tier, in µs
of CPU time: the shortest of many short rounds, taken in turn, and the ratio to the interpreter.
Then one action with a create and an emit in a real boundary on SQLite in memory, where a profile
says how much of the time is the store's, the boundary's and the engine's.
"""

import argparse
import cProfile
import pstats
import random
import time
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Final

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.project import load_project
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.hosts.host import Host, NoConnections
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import Returned
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import open_store
from jadpo_runtime.values import Entity
from jadpo_runtime.watchdog import Watchdog

HERE = Path(__file__).parent

PLACE: Final = ("Order.place", ("an order", 3, Decimal("9.90")))

CALLS: Final[Mapping[str, tuple[str, Sequence[object], int]]] = {
    "nothing": ("empty", (), 4_000),
    "two texts": ("texts", ("one text", "another text"), 4_000),
    "create and emit": (*PLACE, 2_000),
    "100 rows": ("Order.rows", (), 200),
    "failure": ("refuse", ("a reason", 7), 2_000),
}
"""What is called with what, and how often in a round."""


class _NoStore:
    """Answers at once: with an order, or with a hundred."""

    def __init__(self) -> None:
        self._rows = [_order(number) for number in range(100)]

    def create(self, plan: int, values: Sequence[object]) -> Entity:
        return self._rows[0]

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._rows


def _order(number: int) -> Entity:
    identity = f"00000000-0000-4000-8000-{number:012}"
    return Entity("Order", identity, (identity, f"order {number}", number, Decimal("9.90")))


class _NoEffects:
    """A context of which nothing is kept."""

    def __init__(self) -> None:
        self.stop = bytearray(1)
        self.store = _NoStore()

    def emit(self, event: str, variant: str, payload: Sequence[object]) -> None:
        """Forget the event."""


def shortest(work: Callable[[], object], times: int) -> float:
    """µs of CPU time of one ``work()``, from ``times`` of them."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times * 1e6


def compare(engines: Mapping[str, Program], rounds: int) -> None:
    """Print what each call costs in each engine."""
    context = _NoEffects()
    names = list(engines)
    print(f"{'µs of CPU time':<18}" + "".join(f"{name:>20}" for name in names))
    for title, (name, arguments, times) in CALLS.items():
        best = dict.fromkeys(names, float("inf"))
        for _ in range(rounds):
            for engine, program in engines.items():
                run = program.run
                taken = shortest(lambda: run(name, arguments, context), times)  # noqa: B023
                best[engine] = min(best[engine], taken)
        cells = (f"{best[each]:.2f} ({best[each] / best[names[0]]:.2f})" for each in names)
        print(f"{title:<18}" + "".join(f"{cell:>20}" for cell in cells))


def host_of(program: Program) -> Host:
    """A host with a store in memory."""
    clock, randomness = SystemClock(), Randomness(random.Random(1), IdentityOrder())
    store = open_store(
        "sqlite::memory:", "primary", program.manifest, clock=clock, randomness=randomness
    )
    store.prepare_schema(SQLITE_RECORD_TABLES)
    return Host(
        program=program,
        outbox=Outbox(program.manifest),
        stores={"primary": store},
        config={},
        connections=NoConnections(),
        clock=clock,
        randomness=randomness,
        watchdog=Watchdog(clock),
        report=lambda report: None,
        batch_plans={},
        owner=None,
    )


def profile(engine: str, program: Program, calls: int = 2_000) -> None:
    """Print whose time an action in a boundary takes."""
    host = host_of(program)
    call = Call(*PLACE)
    for _ in range(200):
        assert isinstance(run_boundary(host, call).outcome, Returned)
    whole = shortest(lambda: run_boundary(host, call), calls)
    profiler = cProfile.Profile(builtins=True)
    profiler.enable()
    for _ in range(calls):
        run_boundary(host, call)
    profiler.disable()
    shares: dict[str, float] = {}
    for (path, _, function), (*_, own, _, _) in pstats.Stats(profiler).stats.items():  # type: ignore[attr-defined]
        shares[_owner(path, function)] = shares.get(_owner(path, function), 0) + own
    total = sum(shares.values())
    listed = ", ".join(
        f"{owner} {100 * share / total:.0f} %"
        for owner, share in sorted(shares.items(), key=lambda item: -item[1])
        if share / total > 0.005
    )
    print(f"{engine}: {whole:.0f} µs a boundary; {listed}")


def _owner(path: str, function: str) -> str:
    if "entry." in function or "python." in function:
        return "engine (native)"
    for part, owner in (
        ("jadpo_codegen", "engine (Python)"),
        ("jadpo/interpret", "engine (Python)"),
        ("<", "engine (Python)"),
        ("jadpo_runtime/store", "store"),
        ("jadpo_runtime", "boundary and outbox"),
    ):
        if part in path:
            return owner
    return "sqlite3" if "sqlite3" in function else "Python's own"


def main() -> None:
    """Compare, then profile."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=15, help="rounds of each call")
    rounds = parser.parse_args().rounds
    project = load_project(HERE / "calls.jadpo")
    program = check_project(project.sources, project.name).program
    if program is None:
        raise SystemExit("calls.jadpo has mistakes: jadpo check bench/calls/calls.jadpo")
    engines: dict[str, Program] = {"interpreted": interpret(program)}
    engines |= {tier.value: compile_program(program, tier) for tier in Tier}
    compare(engines, rounds)
    print("\ncreate and emit, in a boundary on SQLite in memory:")
    for engine in ("interpreted", "balanced"):
        profile(engine, engines[engine])


if __name__ == "__main__":
    main()
