"""Constructions of types with every kind of rule, by both engines."""

from pathlib import Path

from memory_cases import program_of
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration

SOURCE = """
type Raw = Int {}
type Words = Text {}
type Data = Bytes {}
type Time = Duration {}

type Few = Int { min: -1  max: 3 }
type Fewer = Few { min: 0 }
type Least = Int { min: 9223372036854775807 }
type Name = Text { min_length: 1  max_length: 3 }
type Long = Text { min_length: 2 }
type Longer = Long { max_length: 4 }
type Code = Text { max_length: 3  pattern: "[a-z]+" }
type Blob = Bytes { min_length: 1  max_length: 2 }
type Wait = Duration { min: 1s  max: 5m }

function few(x: Raw) fails InvalidValue -> Few { return attempt Few(x) }
function fewer(x: Raw) fails InvalidValue -> Fewer { return attempt Fewer(x) }
function narrowed(x: Few) fails InvalidValue -> Fewer { return attempt Fewer(x) }
function least(x: Raw) fails InvalidValue -> Least { return attempt Least(x) }
function name(x: Words) fails InvalidValue -> Name { return attempt Name(x + "é") }
function longer(x: Words) fails InvalidValue -> Longer { return attempt Longer(x) }
function code(x: Words) fails InvalidValue -> Code { return attempt Code(x) }
function blob(x: Data) fails InvalidValue -> Blob { return attempt Blob(x) }
function wait(x: Time) fails InvalidValue -> Wait { return attempt Wait(x) }
function matched(x: Raw) -> Raw {
    return match Fewer(x) {
        success(found) => Raw(found + 100)
        failure InvalidValue(invalid) => Raw(text.length(invalid.constraint))
    }
}
"""

INTS = (INT_MIN, -2, -1, 0, 1, 3, 4, INT_MAX)

TEXTS = ("", "a", "ab", "abc", "abcd", "abcde", "é", "éé", "\U0001f600\U0001f600", "A", "ab1")

CASES = {
    **dict.fromkeys(("few", "fewer", "narrowed", "least", "matched"), INTS),
    **dict.fromkeys(("name", "longer", "code"), TEXTS),
    "blob": (b"", b"a", b"\xff\xff", b"abc"),
    "wait": tuple(map(Duration, (-1, 0, 999_999, 1_000_000, 300_000_000, 300_000_001))),
}


def construction_differences(tier: Tier, note: Path) -> tuple[int, list[str]]:
    """How many constructions were tried, and which came out otherwise than interpreted."""
    program = program_of(SOURCE)
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found = []
    count = 0
    for name, values in CASES.items():
        for value in values:
            note.write_text(f"{name}({value!r})")
            count += 1
            expected = interpreted.run(name, [value], RecordingContext())
            outcome = compiled.run(name, [value], RecordingContext())
            if repr(outcome) != repr(expected):
                found.append(f"{name}({value!r}): {outcome}, not {expected}")
    return count, found
