"""Values, failures and exceptions that cross between Python and compiled code."""

import datetime
import sys
import threading
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from memory_cases import program_of
from recording_context import RecordingContext, RecordingStore

from jadpo.interpret import interpret
from jadpo_codegen import Tier, compile_program
from jadpo_codegen.bridge import run as runs
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.outcome import Outcome, Returned
from jadpo_runtime.values import OMITTED, Duration, Entity, Instant

SOURCE = """
type N = Int {}
type Word = Text {}
type Flag = Bool {}
type Amount = Decimal {}
type Id = Uuid {}
type Moment = Instant {}
type Span = Duration {}
type Day = CalendarDate {}
type Blob = Bytes {}
type Colour = Enum { red green blue }
type Part = Object { name: Word  count: N?  note: Word optional  amount: Amount? optional }
type Shape = Enum { dot  line { from: Part  colour: Colour }  many { shapes: List<Shape> } }
type Chain = Object { value: N  next: Chain?  others: Map<Word, Chain> }
type Everything = Object {
    n: N  word: Word  flag: Flag  amount: Amount  id: Id  moment: Moment  span: Span  day: Day
    blob: Blob  colour: Colour  part: Part  shape: Shape  maybe: Amount?  whether: Flag?
    words: List<Word?>  set: Set<N>  map: Map<Colour, List<Amount>>
}
failure Small { kind: Conflict  code: "small"  public { at: N  why: Word } }
failure Odd { kind: Conflict  code: "odd"  public { part: Part }  internal { chain: Chain } }
failure Bare { kind: Conflict  code: "bare" }
event Happened { once { part: Part  amount: Amount? } }

entity Item {
    id: Uuid { generated: identity }
    name: Word
    amount: Amount
    part: Part
    day: Day?
    identity: id

    action keep(name: Word, amount: Amount, part: Part) -> Item {
        var item = attempt create Item { name: name  amount: amount  part: part  day: none }
        emit Happened.once { amount: item.amount  part: part }
        return item
    }
    query often(n: N) freshness: authoritative -> N {
        var mut total = 0
        for i in collection.range(0, n) {
            var items = attempt query many Item { order_by: name }
            for item in items { total = total + text.length(item.name) }
        }
        return N(total)
    }
    query parts(part: Part, n: N) freshness: authoritative -> List<Part> {
        var mut last = part
        var mut parts: List<Part> = collection.empty_list()
        for i in collection.range(0, n) {
            var items = attempt query many Item { order_by: name }
            for item in items { last = item.part }
            parts = collection.append(parts, Part { name: Word(last.name + "!")  count: N(i) })
        }
        return collection.append(parts, last)
    }
    query failing(n: N) freshness: authoritative fails Bare -> List<Item> {
        var items = attempt query many Item { order_by: name }
        if collection.count(items) > 0 { reject Bare {} }
        return items
    }
    query faulting(n: N) freshness: authoritative -> N {
        var items = attempt query many Item { order_by: name }
        return N(collection.count(items) % (n - n))
    }
    query all() freshness: authoritative -> List<Item> {
        return attempt query many Item { order_by: name }
    }
}

function same(it: Everything) -> Everything { return it }
function same_part(it: Part) -> Part { return it }
function same_chain(it: Chain) -> Chain { return it }
function same_shape(it: Shape) -> Shape { return it }
function same_chains(them: List<Chain>) -> List<Chain> { return them }
function doubled(n: N) -> Shape {
    var mut shape = Shape.dot
    for i in collection.range(0, n) { shape = Shape.many { shapes: [shape, shape] } }
    return shape
}
function wrapped(it: Chain) -> List<Chain> {
    return [Chain { value: N(0)  next: it  others: collection.empty_map() }, it]
}
function raised(n: N) fails Small, Odd, Bare -> N {
    if n % 4 == 0 { reject Small { why: Word("é" + text.of(n))  at: n } }
    if n % 4 == 1 {
        reject Odd {
            chain: Chain { value: n  next: none  others: collection.empty_map() }
            part: Part { name: Word(text.of(n))  count: none }
        }
    }
    if n % 4 == 2 { reject Bare {} }
    return n
}
function passed(n: N) fails Small, Odd, Bare -> N { return N(1 + attempt raised(n)) }
function mixed(n: N) fails Small, Bare -> N {
    var found = match passed(n) {
        success(value) => value
        failure Small => propagate
        failure Odd(odd) => N(text.length(odd.part.name))
        failure Bare => N(attempt only_bare(n))
    }
    return N(found + 1)
}
function only_bare(n: N) fails Bare -> N { reject Bare {} }
function constructed(n: N) fails InvalidValue -> Few { return attempt Few(n) }
type Few = Int { min: 0  max: 3 }
function matched(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) {
        var few = match Few(i % 7) {
            success(value) => value
            failure InvalidValue(invalid) => Few(0)
        }
        match mixed(N(i)) {
            success(value) => { total = total + value }
            failure Small(small) => { total = total + small.at + text.length(small.why) + few }
            failure Bare => { total = total + 1 }
        }
    }
    return N(total)
}
"""

PART = ("a name", None, OMITTED, OMITTED)
FULL_PART = ("日本\U0001f600", 2**63 - 1, "a note", Decimal("-1.50"))


def everything() -> Iterator[tuple[object, ...]]:
    """Values of ``Everything``, each field at several boundaries."""
    base: tuple[Any, ...] = (
        0, "", False, Decimal(0), "00000000-0000-0000-0000-000000000000", Instant(0), Duration(0),
        datetime.date(1, 1, 1), b"", "red", PART, ("dot",), None, None, [], {}, {},
    )  # fmt: skip
    others: tuple[Sequence[object], ...] = (
        (-1, 2**63 - 1, -(2**63)),
        ("a", "é", "\0", "x" * 100_000, "\U0010ffff" * 7),
        (True,),
        tuple(
            Decimal(text)
            for text in (
                *("0.00", "-0", "0E+3", "1E-6176", "1E+6111", "-12.340", "3E+5", "1E-7"),
                "9999999999999999999999999999999999E+6111",
                *("-1234567890123456789012345678901234", "18446744073709551616E-5"),
                *("18446744073709551615", "0E-6176"),
            )
        ),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", "01234567-89ab-cdef-0123-456789abcdef"),
        (Instant(-62_135_596_800_000_000), Instant(253_402_300_799_999_999)),
        (Duration(-(2**63)), Duration(2**63 - 1)),
        (datetime.date(9999, 12, 31),),
        (b"\0\xff" * 50,),
        ("blue",),
        (FULL_PART, ("n", 0, "", None)),
        (("line", PART, "green"), ("many", [("dot",), ("many", [("line", FULL_PART, "red")])])),
        (Decimal("1.0"),),
        (True, False),
        (["a", None, ""], [None] * 1_000),
        ({1: None, -5: None, 3: None},),
        ({"blue": [], "red": [Decimal("1.10"), Decimal(2)]},),
    )  # fmt: skip
    yield base
    for place, values in enumerate(others):
        for value in values:
            yield (*base[:place], value, *base[place + 1 :])


def chain(depth: int) -> tuple[object, ...]:
    """A value of ``Chain`` that is nested ``depth`` deep, by turns in a field and in a map."""
    value: tuple[object, ...] = (0, None, {})
    for number in range(1, depth):
        value = (number, None, {"down": value}) if number % 2 else (number, value, {})
    return value


def depth_of(value: tuple[Any, ...]) -> int:
    """How deep a ``Chain`` is nested; raises where one is not as :func:`chain` makes it."""
    depth = 1
    while value[1] is not None or value[2]:
        value = value[2]["down"] if value[1] is None else value[1]
        depth += 1
    return depth


def value_differences(tier: Tier, note: Path) -> list[str]:
    """Which values come back from compiled code as others than they went in as."""
    compiled = compile_program(program_of(SOURCE), tier)
    found = []
    for value in everything():
        note.write_text(repr(value)[:1_000])
        outcome = compiled.run("same", [value], RecordingContext())
        # Equal Decimals may have other places, and a Bool equals an Int.
        if repr(outcome) != repr(Returned(value)):
            found.append(f"{value!r} came back as {outcome!r}"[:2_000])
    return found


def depths(depth: int, tier: Tier, note: Path) -> list[int]:
    """How deep a value is that goes in and comes out, twice."""
    note.write_text(f"a chain of {depth}")
    compiled = compile_program(program_of(SOURCE), tier)
    outcomes = [
        compiled.run("same_chain", [chain(depth)], RecordingContext()),
        compiled.run("wrapped", [chain(depth)], RecordingContext()),
    ]
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    return [depth_of(values[0]), depth_of(values[1][0]), depth_of(values[1][1])]


def shared_values(tier: Tier, note: Path) -> list[int]:
    """How many different objects there are in values whose parts are shared again and again."""
    note.write_text("shared values")
    compiled = compile_program(program_of(SOURCE), tier)
    shape: object = ("dot",)
    for _ in range(60):
        shape = ("many", [shape, shape])
    chains = [chain(1)]
    for number in range(5_000):
        chains.append((number, chains[-1], {}))
    outcomes = [
        compiled.run("same_shape", [shape], RecordingContext()),
        compiled.run("same_chains", [chains], RecordingContext()),
        compiled.run("doubled", [60], RecordingContext()),
    ]
    return [objects_in(outcome.value) for outcome in outcomes if isinstance(outcome, Returned)]


def values_taken_twice(tier: Tier, note: Path) -> list[str]:
    """What comes out when a run takes one object again after it let go of its first value."""
    note.write_text("values taken twice")
    program = program_of(SOURCE)
    found = []
    for engine in (interpret(program), compile_program(program, tier)):
        context = RecordingContext()
        part = ("one part", 7, "noted", None)
        items = [_item_with(number, part) for number in range(5)]
        context.store.prepare("select", *([items] * 40))
        found.append(repr(engine.run("Item.parts", [part, 20], context)))
    return found


def _item_with(number: int, part: tuple[object, ...]) -> Entity:
    identity = f"00000000-0000-0000-0000-{number:012}"
    return Entity("Item", identity, (identity, f"item {number}", Decimal(number), part, None))


def objects_in(value: object) -> int:
    """How many tuples and lists there are in a value, each counted once."""
    met: set[int] = set()
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if isinstance(current, tuple | list) and id(current) not in met:
            met.add(id(current))
            waiting += current
    return len(met)


def failure_differences(tier: Tier, note: Path) -> list[str]:
    """What becomes of failures otherwise than interpreted, trails and contexts included."""
    program = program_of(SOURCE)
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found = []
    for name in ("raised", "passed", "mixed", "constructed", "matched"):
        for argument in (*range(9), 100):
            note.write_text(f"{name}({argument})")
            expected = interpreted.run(name, [argument], RecordingContext())
            outcome = compiled.run(name, [argument], RecordingContext())
            if repr(outcome) != repr(expected):
                found.append(f"{name}({argument}): {outcome}, not {expected}")
    return found


def many_failures(count: int, room: int, tier: Tier, note: Path) -> Outcome:
    """``matched`` of ``count`` where values may have ``room`` bytes together."""
    note.write_text("many failures")
    runs.MEMORY_LIMIT = room  # type: ignore[misc]  # this process is for the one case
    compiled = compile_program(program_of(SOURCE), tier)
    return compiled.run("matched", [count], RecordingContext())


def _item(number: int) -> Entity:
    identity = f"00000000-0000-0000-0000-{number:012}"
    day = None if number % 2 else datetime.date(2026, 1, 1 + number)
    return Entity("Item", identity, (identity, f"item {number}", Decimal(number), FULL_PART, day))


def _items(value: Any) -> Sequence[Entity]:
    return [value] if isinstance(value, Entity) else value


def effect_differences(tier: Tier, note: Path) -> list[str]:
    """What effects get and give otherwise than interpreted."""
    program = program_of(SOURCE)
    found = []
    expected: list[object] = []
    for engine in (interpret(program), compile_program(program, tier)):
        note.write_text("effects")
        context = RecordingContext()
        context.store.prepare("create", _item(1))
        context.store.prepare("select", [_item(number) for number in range(20)], ())
        outcomes = [
            engine.run("Item.keep", ["a", Decimal("1.50"), PART], context),
            engine.run("Item.all", [], context),
            engine.run("Item.all", [], context),
        ]
        values = [
            [each.name, each.identity, each.values]
            for outcome in outcomes
            if isinstance(outcome, Returned)
            for each in _items(outcome.value)
        ]
        seen = [repr(values), repr(context.record)]
        if expected and seen != expected:
            found.append(f"{seen} not {expected}")
        expected = list(seen)
    return found


class _CountingStore(RecordingStore):
    """Gives the same row again and again, and counts who holds it each time."""

    def __init__(self) -> None:
        super().__init__([])
        self.row = _item(2)
        self.holders: list[int] = []

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        self.holders.append(sys.getrefcount(self.row))
        return [self.row] * 10


def holders_of_a_row(tier: Tier, note: Path) -> list[list[int]]:
    """How many hold a row at each query of one run, however it ends, and afterwards."""
    note.write_text("holders of a row")
    compiled = compile_program(program_of(SOURCE), tier)
    found = []
    for name in ("Item.often", "Item.failing", "Item.faulting"):
        context = RecordingContext()
        context.store = _CountingStore()
        compiled.run(name, [50], context)
        held = context.store.holders
        found.append([min(held), max(held), sys.getrefcount(context.store.row)])
    return found


class Broken(BaseException):
    """An exception that has nothing to do with Jadpo."""


def exceptions(tier: Tier, note: Path) -> list[str]:
    """What becomes of exceptions that effects raise, and of the run after each."""
    compiled = compile_program(program_of(SOURCE), tier)
    seen = []
    fault = Fault(FaultCode.STORE_UNAVAILABLE, "it is away")
    for raised in (Broken("here"), KeyboardInterrupt(), fault, MemoryError()):
        note.write_text(repr(raised))
        context = RecordingContext()
        context.store.prepare("create", raised)
        try:
            outcome = compiled.run("Item.keep", ["a", Decimal(1), PART], context)
        except BaseException as exception:  # noqa: BLE001 - that is what is looked at
            seen.append(type(exception).__name__)
        else:
            seen.append(f"{outcome.code.value} {outcome.span}")
        context.store.prepare("create", _item(1))
        after = compiled.run("Item.keep", ["a", Decimal(1), PART], context)
        seen.append(type(after).__name__)
    return seen


def threads_together(count: int, tier: Tier, note: Path) -> list[Outcome]:
    """Programs of their own in threads with small stacks, all at once."""
    note.write_text("threads")
    program = program_of(SOURCE)
    outcomes: list[Outcome] = []

    def run() -> None:
        compiled = compile_program(program, tier)
        outcomes.extend(compiled.run("matched", [2_000], RecordingContext()) for _ in range(20))

    threading.stack_size(512 * 1024)
    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
