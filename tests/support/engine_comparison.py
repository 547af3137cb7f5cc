"""Programs run by both engines in a child process; what they do not agree on, as texts."""

import itertools
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from ir_building import (
    BOOL,
    DECIMAL,
    DURATION,
    HERE,
    INSTANT,
    INT,
    TEXT,
    UUID,
    Building,
    arithmetic,
    at,
    call,
    compare,
    library,
    local,
    optional,
    returns,
)
from random_bodies import Generator
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration, Instant, Type

INTS = [0, 1, -1, 2, -2, 7, -7, 2**31, 2**32 + 1, -(2**62), 2**62, INT_MAX - 1, INT_MAX, INT_MIN]

DECIMALS = [
    Decimal(text)
    for text in (
        *("0", "0.00", "0E+3", "1", "-1", "1.0", "-0.10", "0.3", "2.50", "-2.5", "99.99"),
        *("1E+3", "1E-20", "-7E+40", "123456789012345678.9", "1E-6176", "3E+6111"),
        *("9999999999999999999999999999999999", "-9999999999999999999999999999999999"),
        *("9.999999999999999999999999999999999E+6144", "5192296858534827628530496329220095"),
        *("72057594037927935", "0.72057594037927936"),
    )
]

TEXTS = ["", "a", "b", "ab", "aB", "é", "z\U0001f600", "￿", "\0", "a" * 40]

UUIDS = [
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-0000-0000-000000000001",
    "80000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
]

BOUNDARIES: dict[Type, Sequence[object]] = {
    INT: INTS,
    DECIMAL: DECIMALS,
    TEXT: TEXTS,
    BOOL: [False, True],
    UUID: UUIDS,
    INSTANT: [Instant(0), Instant(-5), Instant(2**55)],
    DURATION: [Duration(0), Duration(-(2**63)), Duration(2**63 - 1)],
    optional(INT): [None, 0, -1, INT_MAX],
    optional(TEXT): [None, "", "a"],
    optional(DECIMAL): [None, Decimal("1.0"), Decimal(1), Decimal("-3E+50")],
}


def differences(
    program: Program, name: str, arguments: Sequence[object], interpreted: object, compiled: object
) -> Iterator[str]:
    """What the engines do differently with one call."""
    expected_context, context = RecordingContext(), RecordingContext()
    expected = interpreted.run(name, arguments, expected_context)
    outcome = compiled.run(name, arguments, context)
    # Equal Decimals may have other places, so compare what is printed too.
    if outcome != expected or repr(outcome) != repr(expected):
        yield f"{name}{tuple(arguments)}: interpreted {expected}, compiled {outcome}"
    if context.record != expected_context.record:
        yield f"{name}{tuple(arguments)}: {expected_context.record} against {context.record}"


def random_body_differences(seeds: Sequence[int], tier: Tier, note: Path) -> list[str]:
    """Run the random bodies of some seeds."""
    found = []
    for seed in seeds:
        note.write_text(f"random body {seed}")
        program = Generator(seed).program()
        interpreted, compiled = interpret(program), compile_program(program, tier)
        for argument in (0, 1, 5, -3, 1_000, 1_001):
            unlike = differences(program, "main", [argument], interpreted, compiled)
            found += [f"seed {seed}: {each}" for each in unlike]
    return found


def operator_differences(tier: Tier, note: Path) -> tuple[int, list[str]]:
    """Run each operator on each pair of boundary values; how many cases, and differences."""
    building = Building()
    cases: list[tuple[str, tuple[Type, ...]]] = []
    line = itertools.count(2)

    def add(result: Type, node: nodes.Expression, *takes: Type) -> None:
        name = f"f{len(cases)}"
        building.function(name, returns(node), takes=takes, gives=result)
        cases.append((name, takes))

    for operator in nodes.ArithmeticOperator:
        kind = operator.value.split(".")[0]
        type_ = {"int": INT, "dec": DECIMAL, "text": TEXT}[kind]
        node = arithmetic(operator.value, local(0, type_), local(1, type_), at(next(line)))
        add(node.type, node, type_, type_)
    for type_ in BOUNDARIES:
        ordered = type_ in (INT, DECIMAL, TEXT, INSTANT, DURATION)
        for comparison in nodes.ComparisonOperator:
            if ordered or comparison.value in ("==", "!="):
                node = compare(local(0, type_), comparison.value, local(1, type_), type_)
                add(BOOL, node, type_, type_)
    for type_ in (INT, DECIMAL):
        add(type_, nodes.Negate(local(0, type_), type_, at(next(line))), type_)
        add(BOOL, compare(local(0, optional(type_)), "==", local(1, type_), optional(type_)),
            optional(type_), type_)  # fmt: skip
    for type_ in (INT, TEXT, DECIMAL):
        present = nodes.IsPresent(local(0, optional(type_)), BOOL, HERE)
        add(BOOL, present, optional(type_))
        add(optional(type_), nodes.Wrap(local(0, type_), optional(type_), HERE), type_)
    add(DECIMAL, nodes.IntToDecimal(local(0), DECIMAL, HERE), INT)
    quotient = library("numeric.quotient(Int)", local(0), local(1), gives=INT)
    add(INT, quotient, INT, INT)
    for type_ in BOUNDARIES:
        add(type_, call("same" + str(len(cases)), local(0, type_), gives=type_), type_)
        building.function(f"same{len(cases) - 1}", returns(local(0, type_)), takes=[type_],
                          gives=type_)  # fmt: skip
    program = building.program()
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found: list[str] = []
    count = 0
    for name, takes in cases:
        note.write_text(f"{name} of {', '.join(map(str, takes))}")
        for arguments in itertools.product(*(BOUNDARIES[type_] for type_ in takes)):
            count += 1
            found += differences(program, name, arguments, interpreted, compiled)
    return count, found
