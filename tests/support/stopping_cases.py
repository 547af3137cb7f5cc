"""Long operations of the library, compiled, that end before they are through [L6].

The stop byte is set from the start of the operation, so nothing depends on time: an operation that
looks at it ends the body, and one that does not gives its value, since nothing after it looks.
"""

from pathlib import Path
from typing import Final, NamedTuple

from memory_cases import program_of
from recording_context import RecordingContext

from jadpo_codegen import Tier, compile_program
from jadpo_runtime.outcome import Outcome, StoppedEarly


class Case(NamedTuple):
    """What is prepared, and the operation on it that takes long."""

    prepared: str
    operation: str
    afterwards: str = "7"
    """What is read after it, so that it may not change what it was given."""


_TEXT: Final = 'var long = text.repeat("abcdefghi ", 300_000)'
_OTHER: Final = 'var other = text.repeat("abcdefghi ", 300_000)'
_WIDE: Final = 'var long = text.repeat("äßΣ✓ abcd ", 300_000)'
_ITEMS: Final = "var items = collection.range(0, 300_000)"
_NUMBERS: Final = """
    var mut numbers: List<N> = collection.empty_list()
    for number in collection.range(0, 10_000) {
        numbers = collection.append(numbers, N(number))
    }"""
_MEMBERS: Final = "var items = collection.set_of(collection.range(0, 60_000))"
_TEXTS: Final = 'var texts = text.split(text.repeat("abcdefghi ", 60_000), " ")'
_DEEP: Final = """
    var mut left = Tree { name: "l"  below: [] }
    var mut right = Tree { name: "l"  below: [] }
    for level in collection.range(0, 40) {
        left = Tree { name: "n"  below: [left, left] }
        right = Tree { name: "n"  below: [right, right] }
    }"""
"""Two values that share their parts, and would be compared in 2**40 steps."""

CASES: Final = {
    "contains": Case(_TEXT, 'text.contains(long, "abcdefghj")'),
    "index_of": Case(_WIDE, 'text.index_of(long, "abce")'),
    "starts_with": Case(f"{_TEXT}\n{_OTHER}", "text.starts_with(long, other)"),
    "ends_with": Case(f"{_TEXT}\n{_OTHER}", "text.ends_with(long, other)"),
    "trim": Case('var long = text.repeat(" ", 3_000_000)', "text.trim(long)"),
    "lower": Case(_TEXT, "text.lower(long)"),
    "upper": Case(_WIDE, "text.upper(long)"),
    "replace": Case(_TEXT, 'text.replace(long, "abc", "x")'),
    "replace, growing": Case(_TEXT, 'text.replace(long, "i", "jjjj")'),
    "split": Case(_TEXT, 'text.split(long, " ")'),
    "characters": Case(_TEXT, 'text.split(long, "")'),
    "join": Case(_TEXTS, 'text.join(texts, "-")'),
    "slice": Case(_WIDE, "text.slice(long, 100_000, 2_000_000)"),
    "repeat": Case("", 'text.repeat("abcdefghi ", 300_000)'),
    "pad_start": Case("", 'text.pad_start("a", 2_000_000, "xy")'),
    "parse_int": Case('var long = text.repeat("0", 3_000_000)', "text.parse_int(long)"),
    "text equality": Case(f"{_TEXT}\n{_OTHER}", "long == other"),
    "text order": Case(f"{_TEXT}\n{_OTHER}", "long < other"),
    "text sum": Case(_TEXT, 'long + "x"', "text.length(long)"),
    "bytes": Case(_TEXT, "bytes.of_text(long)"),
    "list append": Case(_ITEMS, "collection.append(items, 1)", "collection.count(items)"),
    "list concat": Case(_ITEMS, "collection.concat(items, items)"),
    "list replace": Case(_ITEMS, "collection.replace_at(items, 5, 1)", "collection.count(items)"),
    "list slice": Case(_ITEMS, "collection.slice(items, 1, 200_000)"),
    "list reverse": Case(_ITEMS, "collection.reverse(items)"),
    "list contains": Case(_ITEMS, "collection.contains(items, -1)"),
    "list index": Case(_ITEMS, "collection.index_of(items, -1)"),
    "list sum": Case(_ITEMS, "collection.sum(items)"),
    "list minimum": Case(_ITEMS, "collection.minimum(items)"),
    "list sort": Case(_ITEMS, "collection.sort(items)"),
    "list distinct": Case(_ITEMS, "collection.distinct(items)"),
    "list map": Case(_NUMBERS, "collection.map(numbers, with: negated)"),
    "list filter": Case(_NUMBERS, "collection.filter(numbers, where: is_odd)"),
    "list sort_by": Case(_NUMBERS, "collection.sort_by(numbers, key: negated)"),
    "list equality": Case(
        f'{_TEXTS}\nvar others = text.split(text.repeat("abcdefghi ", 60_000), " ")',
        "texts == others",
    ),
    "range": Case("", "collection.range(0, 300_000)"),
    "set of": Case(_ITEMS, "collection.set_of(items)"),
    "set add": Case(_MEMBERS, "collection.add(items, -1)", "collection.count(items)"),
    "set union": Case(_MEMBERS, "collection.union(items, items)"),
    "set intersection": Case(_MEMBERS, "collection.intersection(items, items)"),
    "set members": Case(_MEMBERS, "collection.list_of(items)"),
    "set equality": Case(f"{_MEMBERS}\nvar others = collection.add(items, -1)", "items == others"),
    "shared parts": Case(_DEEP, "left == right"),
    "shared parts in a list": Case(_DEEP, "collection.contains([left], right)"),
}
"""By what is done."""

_HEAD: Final = """
type N = Int {}
type Flag = Bool {}
type Tree = Object { name: Text  below: List<Tree> }
function negated(number: N) -> N { return N(-number) }
function is_odd(number: N) -> Flag { return Flag(number % 2 == 1) }
"""


class _Stopping(RecordingContext):
    """Sets the stop byte where the body asks for a random id."""

    def random_uuid(self) -> str:
        self.stop[0] = 1
        return super().random_uuid()


def program_source() -> str:
    """An action for each case: it prepares, asks for an id, does the operation and returns."""
    actions = "\n".join(
        f"action case_{number}() -> N {{\n{case.prepared}\n"
        f"    var _ = random.uuid()\n    var _ = {case.operation}\n"
        f"    return N({case.afterwards})\n}}"
        for number, case in enumerate(CASES.values())
    )
    return f"{_HEAD}{actions}"


def not_ended(tier: Tier, note: Path) -> list[tuple[str, Outcome]]:
    """The cases that returned although the stop byte was set before the operation began."""
    compiled = compile_program(program_of(program_source()), tier)
    found = []
    for number, name in enumerate(CASES):
        note.write_text(name)
        outcome = compiled.run(f"case_{number}", [], _Stopping())
        if outcome != StoppedEarly():
            found.append((name, outcome))
    return found
