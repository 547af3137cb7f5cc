"""Choices between numbers and loops that count, each in both modes over boundary values."""

from pathlib import Path

from memory_cases import program_of
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.values import INT_MAX, INT_MIN

SOURCE = """
type N = Int {}
function halved(n: N) -> N {
    var mut x: Int = n
    if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = 3 * x + 1 }
    return N(x)
}
function halved_or_taken_from(n: N) -> N {
    var mut x: Int = n
    if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = 5 * x - 7 }
    return N(x)
}
function halved_or_kept(n: N) -> N {
    var mut x: Int = n
    if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = x }
    return N(x)
}
function into_another(n: N) -> N {
    var mut y = 0
    if n % 2 == 0 { y = numeric.quotient(n, 2) } else { y = n - 1 }
    return N(y)
}
function quartered(n: N) -> N {
    var mut x: Int = n
    if x % 4 == 0 { x = numeric.quotient(x, 4) } else { x = 3 * x + 1 }
    return N(x)
}
function halved_where_odd(n: N) -> N {
    var mut x: Int = n
    if x % 2 == 1 { x = numeric.quotient(x, 2) } else { x = 3 * x + 1 }
    return N(x)
}
function of_two_numbers(n: N) -> N {
    var mut x: Int = n
    var mut y = 9
    if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = 3 * y + 1 }
    return N(x)
}
function steps_to_one(n: N) -> N {
    var mut x: Int = n
    var mut steps = 0
    while x > 1 {
        if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = 3 * x + 1 }
        steps = steps + 1
    }
    return N(steps)
}
function steps_to_the_largest(n: N) -> N {
    var mut left = 9000
    var mut steps: Int = n
    while left > 0 {
        steps = steps + 1
        left = left - 1
    }
    return N(steps)
}
function steps_left_early(n: N) -> N {
    var mut x: Int = n
    var mut steps = 9223372036854771712
    while x > 1 {
        if x > 100000 { return N(steps) }
        x = x + 1
        if x % 3 == 2 { break }
        steps = steps + 1
    }
    return N(steps)
}
function steps_of_some_turns(n: N) -> N {
    var mut x = 9000
    var mut steps: Int = n
    while x > 0 {
        x = x - 1
        if x % 3 == 2 { steps = steps + 1 }
    }
    return N(steps)
}
function steps_within_steps(n: N) -> N {
    var mut outer: Int = n
    var mut left = 70
    while left > 0 {
        var mut inner = 0
        var mut x = 130
        while x != 0 {
            inner = inner + 1
            x = x - 1
        }
        outer = outer + 1
        left = left - 1
        outer = outer + inner
    }
    return N(outer)
}
"""

_NEAR = (-3, -2, -1, 0, 1, 2, 3)

ARGUMENTS = tuple(
    sorted(
        {
            around + offset
            for around in (0, 27, 4096, INT_MAX // 3, INT_MIN // 3, INT_MAX // 5, 1 << 62, -1 << 62)
            for offset in _NEAR
        }
        | {INT_MAX - offset for offset in (0, 1, 2, 4095, 4096, 4097, 8999, 9000, 9001)}
        | {INT_MIN + offset for offset in (0, 1, 2, 3)}
    )
)
"""Numbers about which a half, a multiple or a count does something else."""


def choice_differences(tier: Tier, note: Path) -> list[str]:
    """What comes out otherwise than interpreted."""
    program = program_of(SOURCE)
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found = []
    for name in program.callables:
        for argument in ARGUMENTS:
            note.write_text(f"{name}({argument})")
            expected = interpreted.run(name, [argument], RecordingContext())
            outcome = compiled.run(name, [argument], RecordingContext())
            if outcome != expected:
                found.append(f"{name}({argument}): {outcome}, not {expected}")
    return found
