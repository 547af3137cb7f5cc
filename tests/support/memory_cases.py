"""What compiled code does with memory and time: cells left over, limits, the stop byte."""

import threading
import time
from collections.abc import Sequence
from pathlib import Path

from recording_context import RecordingContext

from jadpo.check import check_project
from jadpo.interpret import interpret
from jadpo.ir.program import Program
from jadpo.source import Source
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.outcome import Outcome, Returned

SOURCE = """
type N = Int {}
type Flag = Bool {}
type Word = Text {}
type Positive = Int { min: 1 }
type Pair = Object { name: Text  values: List<Int>  rest: Text optional }
type Shape = Enum { dot  line { from: Text  to: Text } }
failure TooLong { kind: Conflict  code: "too_long"  public { why: Text } }

function lists(n: N) -> N {
    var mut xs: List<Text> = collection.empty_list()
    for i in collection.range(0, n) {
        xs = collection.append(xs, "x" + text.of(i))
        if i % 7 == 3 { continue }
        if i > 900 { break }
    }
    var ys = xs
    xs = collection.replace_at(xs, 0, "other")
    var mut total = 0
    for x in collection.concat(xs, ys) { total = total + text.length(x) }
    match collection.at(ys, 1) {
        none => { return N(0) }
        some(y) => { total = total + text.length(y) }
    }
    return N(total)
}

function large_lists(n: N) -> N {
    var mut one: List<Int> = collection.empty_list()
    var mut other: List<Text> = collection.empty_list()
    var mut third: List<Int> = collection.empty_list()
    for i in collection.range(0, n * 12) {
        one = collection.append(one, i)
        other = collection.append(other, "t")
        if i % 3 == 0 { third = collection.append(third, i) }
    }
    var kept = one
    one = collection.append(one, 7)
    return N(collection.sum(one) + collection.count(other) + collection.sum(third)
        + collection.count(kept))
}

function maps(n: N) -> N {
    var mut counts: Map<Text, List<Int>> = collection.empty_map()
    for i in collection.range(0, n) {
        var key = "k" + text.of(i % 13)
        var old = collection.get(counts, key)
        match old {
            none => { counts = collection.put(counts, key, [i]) }
            some(numbers) => { counts = collection.put(counts, key, collection.append(numbers, i)) }
        }
    }
    var copy = collection.put(counts, "new", [1, 2])
    var mut total = 0
    for key, numbers in copy { total = total + text.length(key) + collection.count(numbers) }
    for key, numbers in counts { total = total + collection.sum(numbers) }
    return N(total)
}

function objects(n: N) -> N {
    var mut best = Pair { name: ""  values: [] }
    var mut shape = Shape.dot
    for i in collection.range(0, n) {
        var next = Pair { name: best.name + "é"  values: [i, i + 1]  rest: "r" }
        if collection.count(next.values) > 1 { best = next }
        shape = Shape.line { from: best.name  to: "there" }
    }
    return match shape {
        Shape.dot => N(0)
        Shape.line { from  to } => N(
            text.length(from) + text.length(to) + collection.sum(best.values)
        )
    }
}

function checked(n: N) fails TooLong -> N {
    if n % 3 == 0 { reject TooLong { why: "three" + text.of(n) } }
    return N(text.length("abc" + text.of(n)))
}

function failures(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) {
        match checked(N(i)) {
            success(length) => { total = total + length }
            failure TooLong(because) => { total = total + text.length(because.why) }
        }
    }
    return N(total)
}

function spin(n: N) -> N {
    var mut i = 0
    while n > 0 { i = (i + 1) % 1000 }
    return N(i)
}

function counted(n: N) -> N {
    var mut found = 0
    for i in collection.range(0, 9_000_000_000_000) { found = (found + i) % 7 }
    return N(found)
}

function calling(n: N) -> N {
    var mut i = 0
    while n > 0 { i = (i + lists(N(2))) % 1000 }
    return N(i)
}

function hoard(n: N) -> N {
    var mut text_so_far = "0123456789"
    while n > 0 { text_so_far = text_so_far + text_so_far }
    return N(0)
}

function large(n: N) -> N {
    var long = text.repeat("a", n)
    return N(text.length(long + "b"))
}

function failing(n: N) -> N {
    var mut total = 0
    while n > 0 {
        match checked(N(total)) {
            success(length) => { total = total + 1 }
            failure TooLong(because) => { total = (total + text.length(because.why)) % 1000 }
        }
    }
    return N(total)
}

function doubling_0(n: N) -> N { return N(n % 7 + 1) }
""" + "".join(
    f"function doubling_{level}(n: N) -> N {{"
    f" return N(doubling_{level - 1}(n) + doubling_{level - 1}(N(n + 1)) % 5) }}\n"
    for level in range(1, 31)
)


def program_of(text: str) -> Program:
    """The typed IR of a source."""
    checked = check_project([Source("memory.jadpo", text)], "memory")
    assert checked.program is not None, checked.diagnostics
    return checked.program


def cells_left_over(names: Sequence[str], tier: Tier, note: Path) -> list[str]:
    """Which callables give another value than the interpreter, or leave bytes in the pool."""
    program = program_of(SOURCE)
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found = []
    for name in names:
        for argument in (0, 1, 2, 17, 1_000):
            note.write_text(f"{name}({argument})")
            expected = interpreted.run(name, [argument], RecordingContext())
            outcome = compiled.run(name, [argument], RecordingContext())
            if outcome != expected or (compiled.left_over and isinstance(outcome, Returned)):
                found.append(
                    f"{name}({argument}): {outcome}, not {expected}; left {compiled.left_over}"
                )
    return found


def stopped_after(name: str, tier: Tier, note: Path) -> tuple[Outcome, float]:
    """The outcome of a body that never ends by itself, and how long after the stop it came."""
    note.write_text(name)
    compiled = compile_program(program_of(SOURCE), tier)
    context = RecordingContext()
    stopped_at: list[float] = []

    def stop() -> None:
        time.sleep(0.05)
        stopped_at.append(time.monotonic())
        context.stop[0] = 1

    watchdog = threading.Thread(target=stop)
    watchdog.start()
    outcome = compiled.run(name, [1], context)
    ended_at = time.monotonic()
    watchdog.join()
    return outcome, ended_at - stopped_at[0]


def resident_growth(rounds: int, note: Path) -> int:
    """By how many kB the process grows in ``rounds`` runs, after as many to warm up."""
    note.write_text("resident size")
    compiled = compile_program(program_of(SOURCE), Tier.FAST)

    def run_all() -> int:
        for _ in range(rounds):
            compiled.run("objects", [3], RecordingContext())
        status = Path("/proc/self/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1])

    before = run_all()
    return run_all() - before


def outcome_of(name: str, argument: int, note: Path) -> Outcome:
    """The outcome of a callable, compiled."""
    note.write_text(f"{name}({argument})")
    return compile_program(program_of(SOURCE), Tier.FAST).run(name, [argument], RecordingContext())


def deep_calls(
    tier: Tier, note: Path, names: Sequence[str] = ("small", "large", "mapped")
) -> list[Outcome]:
    """Calls nested too deep: of a small function, of a large one, and through the library."""
    lines = "\n".join(f"    var x{number} = n + {number}" for number in range(1, 900))
    total = " + ".join(f"x{number}" for number in range(1, 900, 50))
    text = f"""
type N = Int {{}}
function small(n: N) -> N {{ return N(small(N(n + 1)) + 1) }}
function large(n: N) -> N {{
{lines}
    return N(large(N(n + 1)) + {total})
}}
function mapped(n: N) -> N {{
    return N(collection.sum(collection.map([N(n + 1)], with: mapped)))
}}
"""
    compiled = compile_program(program_of(text), tier)
    outcomes = []
    for name in names:
        note.write_text(name)
        outcomes.append(compiled.run(name, [1], RecordingContext()))
    return outcomes


def deep_calls_on_a_thread(stack_size: int, note: Path) -> list[Outcome]:
    """Calls nested too deep on a thread whose stack has ``stack_size`` bytes."""
    outcomes: list[Outcome] = []
    threading.stack_size(stack_size)
    thread = threading.Thread(
        target=lambda: outcomes.extend(deep_calls(Tier.FAST, note, ("small", "large")))
    )
    thread.start()
    thread.join()
    return outcomes
