"""The IR of bodies, as it is printed: each snapshot holds the source and what it becomes."""

import pytest
from syrupy.assertion import SnapshotAssertion

from jadpo.ir.printer import print_callable
from tests.support.marked_source import checked

PROGRAMS = {
    "widening, wrapping and unwrapping": """\
type Quantity = Int { min: 1 }
type Line = Object { quantity: Quantity  note: Quantity? }
function f(line: Line, other: Quantity) -> Quantity {
    var wide: Int? = line.quantity
    if line.note exists and line.note > other { return line.note }
    if wide == none { return other }
    return Line.quantity(other)
}
""",
    "constructions by literals, by containment and by validation": """\
type Quantity = Int { min: 1  max: 100 }
type Small = Int { min: 2  max: 9 }
type Mail = Text { format: email }
function f(small: Small) fails InvalidValue -> Quantity {
    var known = Quantity(5)
    var inside = Quantity(small)
    var mail = attempt Mail(text.of(small))
    if mail == "a@example.com" { return known }
    return attempt Quantity(inside + known * small)
}
""",
    "arithmetic on representations, left to right": """\
type Count = Int {}
type Ratio = Decimal {}
type Name = Text {}
function f(a: Count, r: Ratio, n: Name) -> Name {
    var x = a / 2 + 3 * r - -r % 2
    var y = (a - 1) * (a + 1) % 7
    if x < y and not (a >= 3 or r != 0.5) { return Name(n + "!") }
    return n
}
""",
    "a match on values": """\
type Status = Enum { open  paid { by: Name  cents: Count } }
type Name = Text {}
type Count = Int {}
function f(status: Status, maybe: Name?, n: Count) -> Name {
    match status {
        Status.open => { return Name("open") }
        Status.paid { cents by } => { if cents > n { return by } }
    }
    var found = match maybe { some(x) => x  none => Name("none") }
    return match n { 1 => Name("one")  2 => found  _ => { return Name("many") } }
}
""",
    "a match on an outcome": """\
type Key = Text {}
failure Missing { kind: NotFound  code: "missing"  public { key: Key }  internal { depth: Int } }
failure Busy { kind: Unavailable  code: "busy" }
action find(key: Key) fails Missing, Busy -> Key {
    if key == "" { reject Missing { depth: 3  key: key } }
    if key == "!" { reject Busy }
    return key
}
action f(key: Key) fails Missing, Busy -> Key {
    var found = match find(key) {
        success(value) => value
        failure Missing(missing) => Key(missing.key + text.of(missing.depth))
        failure Busy => propagate
    }
    return attempt find(found)
}
""",
    "loops": """\
type Count = Int {}
function f(xs: List<Count>, m: Map<Count, Count>) -> Count {
    var mut total = 0
    for x in xs { if x == 3 { continue } total = total + x }
    for key, value in m { total = total + key * value }
    for i in collection.range(1, total) { total = total - i }
    while total > 10 { total = total - 1  if total % 2 == 0 { break } }
    return Count(total)
}
""",
    "objects, optional fields and defaults": """\
type Filter = Object { size: Int default 10  name: Name optional  tags: List<Name> }
type Name = Text {}
function f(name: Name) -> Name {
    var filter = Filter { tags: [name]  name: name }
    if filter.name supplied and filter.size > 3 { return filter.name }
    return name
}
""",
    "calls on values, and what is given for self": """\
type Rank = Int {}
failure Gone { kind: NotFound  code: "gone" }
entity Todo {
    id: Uuid { generated: identity }
    rank: Rank
    identity: id
    function higher(self: value, by: Rank) -> Rank { return Rank(self.rank + by) }
    action drop(self: ref) fails Gone -> Unit {
        var _ = attempt delete required Todo { where: id == self  missing: Gone }
    }
}
action f(todo: Todo, by: Rank) fails Gone -> Instant {
    attempt todo.drop()
    attempt Todo.drop(todo.id)
    var _ = todo.higher(todo.higher(by))
    return clock.now
}
""",
    "the standard library": """\
type Number = Int {}
type Flag = Bool {}
function is_big(n: Number) -> Flag { return Flag(n > 9) }
function f(xs: List<Number>) -> Number {
    var big = collection.filter(xs, where: is_big)
    var mut sum: Decimal = numeric.round(numeric.maximum(2.5, 3), places: 1)
    sum = sum + collection.sum(big)
    var known: Map<Text, List<Number>> = collection.put(collection.empty_map(), "a", big)
    match collection.get(known, "a") {
        some(found) => { return Number(collection.count(found)) }
        none => { return Number(text.length(text.of(sum))) }
    }
}
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_body_becomes_this_ir(name: str, snapshot: SnapshotAssertion) -> None:
    source = PROGRAMS[name]
    program = checked(source)

    printed = [print_callable(body) for body in program.callables.values()]
    assert "\n".join([source, *printed]) == snapshot
