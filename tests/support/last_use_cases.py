"""Values handed on at their last use: what comes out, what is left over, what is copied."""

import threading
from pathlib import Path

from memory_cases import program_of
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.outcome import Outcome

SOURCE = """
type N = Int {}
type State = Object { items: List<N>  count: N  text: Text }
type Wrapped = Enum { some_list { items: List<N> }  nothing }
failure TooLong { kind: Conflict  code: "too_long"  public { why: Text at: N } }

function pushed(xs: List<N>, x: N) -> List<N> { return collection.append(xs, x) }
function twice(xs: List<N>, x: N) -> List<N> {
    return collection.append(collection.append(xs, x), x)
}
function step(state: State, i: N) -> State {
    return State {
        items: collection.append(state.items, i)
        count: N(state.count + 1)
        text: state.text + "x"
    }
}
function by_return(n: N) -> N {
    var mut xs: List<N> = collection.empty_list()
    for i in collection.range(0, n) { xs = pushed(xs, N(i)) }
    return N(collection.count(xs))
}
function by_argument(n: N) -> N {
    var mut xs: List<N> = collection.empty_list()
    for i in collection.range(0, n) { xs = twice(collection.append(xs, N(i)), N(i)) }
    return N(collection.count(xs))
}
function by_object(n: N) -> N {
    var mut state = State { items: collection.empty_list()  count: N(0)  text: "" }
    for i in collection.range(0, n) {
        state = State {
            items: collection.append(state.items, N(i))
            count: N(state.count + 1)
            text: state.text + "y"
        }
    }
    return N(collection.count(state.items) + state.count + text.length(state.text))
}
function by_object_call(n: N) -> N {
    var mut state = State { items: collection.empty_list()  count: N(0)  text: "" }
    for i in collection.range(0, n) { state = step(state, N(i)) }
    return N(collection.count(state.items) + state.count)
}
function by_variable(n: N) -> N {
    var mut xs: List<N> = collection.empty_list()
    for i in collection.range(0, n) {
        var ys = collection.append(xs, N(i))
        var zs = ys
        xs = zs
    }
    return N(collection.count(xs))
}
function by_recursion(xs: List<N>, n: N) -> List<N> {
    if n == 0 { return xs }
    return by_recursion(collection.append(xs, n), N(n - 1))
}
function recursed(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) { total = total + collection.count(by_recursion([], N(100))) }
    return N(total)
}
function by_match(n: N) -> N {
    var mut w = Wrapped.some_list { items: [] }
    for i in collection.range(0, n) {
        w = match w {
            Wrapped.some_list { items } => Wrapped.some_list {
                items: collection.append(items, N(i))
            }
            Wrapped.nothing => Wrapped.nothing
        }
    }
    return match w {
        Wrapped.some_list { items } => N(collection.count(items))
        Wrapped.nothing => N(0)
    }
}
function shared(n: N) -> N {
    var mut xs: List<N> = [N(1)]
    var mut total = 0
    for i in collection.range(0, n) {
        var ys = pushed(xs, N(i))
        total = total + collection.count(xs) + collection.count(ys) * 1000
        var state = State { items: xs  count: N(1)  text: "s" }
        var next = step(state, N(i))
        total = total + collection.count(state.items) + collection.count(next.items) * 1000
    }
    return N(total)
}
function both(xs: List<N>, ys: List<N>) -> N {
    return N(collection.count(xs) * 1000 + collection.count(ys))
}
function used_twice(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) {
        var xs: List<N> = [N(1)]
        total = total + both(xs, collection.append(xs, N(2)))
        var state = State { items: xs  count: N(1)  text: "s" }
        total = total + both(state.items, step(state, N(1)).items)
    }
    return N(total)
}
function checked(n: N) fails TooLong -> N {
    if n % 2 == 0 { reject TooLong { why: "three" + text.of(n)  at: n } }
    return n
}
function pending(n: N) fails TooLong -> N {
    return N(
        both(collection.append([N(1), N(2)], n), [N(3), attempt checked(n)])
            + text.length("a" + text.of(attempt checked(N(n + 1))))
    )
}
function failing(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) {
        match pending(N(i)) {
            success(length) => { total = total + length }
            failure TooLong(because) => { total = total + because.at + text.length(because.why) }
        }
    }
    return N(total)
}
function left_by_arms(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, n) {
        total = total + both([N(i), N(2)], match collection.at([[N(1)], [N(2)]], i % 3) {
            none => { continue }
            some(found) => found
        })
    }
    return N(total)
}
function returned_by_arms(n: N) -> N {
    return both([n, N(2)], match collection.at([[N(1)], [N(2)]], n) {
        none => { return N(7) }
        some(found) => found
    })
}
"""

LINEAR = (
    "by_return",
    "by_argument",
    "by_object",
    "by_object_call",
    "by_variable",
    "by_match",
)
"""Functions that lengthen a list n times, and are linear in n where each value is handed on."""

OTHERS = ("recursed", "shared", "used_twice", "failing", "left_by_arms", "returned_by_arms")


def last_use_differences(tier: Tier, note: Path) -> list[str]:
    """What comes out otherwise than interpreted, or leaves a cell behind."""
    program = program_of(SOURCE)
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found = []
    for name in (*LINEAR, *OTHERS):
        for argument in (0, 1, 2, 3, 50):
            note.write_text(f"{name}({argument})")
            expected = interpreted.run(name, [argument], RecordingContext())
            outcome = compiled.run(name, [argument], RecordingContext())
            left = compiled.left_over
            if outcome != expected or left:
                found.append(f"{name}({argument}): {outcome}, not {expected}; {left} left")
    return found


def linear_outcomes(count: int, note: Path) -> list[Outcome]:
    """The linear functions of ``count``; one that still runs after a minute is stopped."""
    compiled = compile_program(program_of(SOURCE), Tier.BALANCED)
    outcomes = []
    for name in LINEAR:
        note.write_text(name)
        context = RecordingContext()
        watchdog = threading.Timer(60, context.stop.__setitem__, (0, 1))
        watchdog.start()
        outcomes.append(compiled.run(name, [count], context))
        watchdog.cancel()
    return outcomes
