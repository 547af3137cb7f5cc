"""Choices between numbers, loops that count, and rests, in both modes over boundary values."""

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
function rests(n: N) -> N {
    var mut total = 0
    var mut i = 0
    while i < 40 {
        total = total + (i * 230584300921369395) % 7 + (i + 3) % 8 + (i * i) % 1 + i % 1000003
        total = total + numeric.quotient(i * 230584300921369395, 10) % 9223372036854775807
        total = total % 4611686018427387905 + numeric.quotient(total, 3)
        total = numeric.quotient(total, 64)
        i = i + 1
    }
    return N(total + n % 7)
}
function rests_of_multiples(n: N) -> N {
    var mut total = 0
    for i in collection.range(0, 50) {
        total = total + (i * 3) % 3 + (i * 7) % 7 + (i * 10) % 10 + (i * 641) % 641 + (i * 12) % 4
        total = total + numeric.quotient(i * 7, 7) + numeric.quotient(i * 1000003, 1000003)
        total = total + numeric.quotient(i * 10 + 9, 10) + (i * 11 + 10) % 11
        total = total + (i * 180143985094819840) % 180143985094819840
        total = total + numeric.quotient(i * 180143985094819840 + 99, 9007199254740992)
    }
    return N(total)
}
function rests_of_what_may_be_negative(n: N) -> N {
    var mut kept: Int = n
    var mut other = 5
    for i in collection.range(n % 5, 4) {
        kept = kept % 1000 + i % 3
        other = other - i
        other = other % 7 + numeric.quotient(other, 2) + numeric.quotient(i, 2)
    }
    return N(kept * 10 + other)
}
function rests_of_large_numbers(n: N) -> N {
    var mut x = 1
    var mut total = 0
    for i in collection.range(0, 63) {
        total = total % 1000 + x % 3 + x % 5 + x % 10 + x % 641 + x % 4294967297
        total = total + (x + (x + -1)) % 7 + (x * 2 - 1) % 7 + x % 9223372036854775783
        total = total % 1000003 + numeric.quotient(x, 3) % 1009 + numeric.quotient(x, 7) % 1013
        if i < 61 { x = x * 2 }
    }
    return N(total)
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
