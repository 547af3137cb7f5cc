"""Every row of the standard library on boundary values, in both engines."""

import datetime
import itertools
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from engine_comparison import BOUNDARIES, differences
from ir_building import BOOL, DECIMAL, HERE, INT, TEXT, Building, at, compare, const, local, returns

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo.stdlib import (
    OPERATIONS,
    Bound,
    Choice,
    Exactly,
    FunctionOf,
    ListOf,
    LiteralPattern,
    MapOf,
    Operation,
    OptionalOf,
    SetOf,
    SignatureType,
    Variable,
)
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.values import (
    ListType,
    MapType,
    OptionalType,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
)

ELEMENTS: Mapping[Type, Sequence[object]] = {
    INT: [0, -1, 7, 2**63 - 1],
    TEXT: ["", "a", "é", "ab", "a,b"],
    DECIMAL: [Decimal("0.0"), Decimal("1.50"), Decimal("-3"), Decimal("9E+20")],
    OptionalType(INT): [None, 3],
}
"""What variables stand for, with the members of their collections."""

FEW = {
    INT: [0, 1, -1, 3, 2**63 - 1, -(2**63)],
    TEXT: ["", "a", "é,b", "2024-02-29", "-12.50"],
    BOOL: [True],
}
"""Fewer values where there are many parameters."""

PLAIN: Mapping[Primitive, Sequence[object]] = {
    Primitive.BYTES: [b"", b"\0\xff", b"abc"],
    Primitive.CALENDAR_DATE: [
        datetime.date.min,
        datetime.date(2024, 2, 29),
        datetime.date(1969, 12, 31),
        datetime.date.max,
    ],
    Primitive.ZONE: ["UTC", "Europe/Berlin"],
}

MOST_CASES = 150
"""Cases of one row with one choice of types."""


def _type(type_: SignatureType, variables: Mapping[str, Type]) -> Type:
    match type_:
        case Variable(name=name):
            return variables[name]
        case Exactly(type=plain):
            return plain
        case LiteralPattern() | Choice():
            return TEXT
        case ListOf(element=element):
            return ListType(_type(element, variables))
        case SetOf(element=element):
            return SetType(_type(element, variables))
        case MapOf(key=key, value=value):
            return MapType(_type(key, variables), _type(value, variables))
        case OptionalOf(inner=inner):
            found = _type(inner, variables)
            return found if isinstance(found, OptionalType) else OptionalType(found)
    raise AssertionError(type_)


def _values(type_: Type) -> Sequence[object]:
    match type_:
        case ListType(element=element):
            members = list(ELEMENTS.get(element, BOUNDARIES.get(element, [])))
            return [[], members[:1], members, members + members[::-1]]
        case SetType(element=element):
            members = list(ELEMENTS.get(element, []))
            return [dict.fromkeys(members[:count]) for count in (0, 1, len(members))]
        case MapType(key=key, value=value):
            keys, values = list(ELEMENTS[key]), list(ELEMENTS[value])
            pairs = list(zip(keys, itertools.cycle(values)))
            return [dict(pairs[:count]) for count in (0, 1, len(pairs))]
        case PrimitiveType(kind=kind) if kind in PLAIN:
            return PLAIN[kind]
        case OptionalType():
            return ELEMENTS.get(type_, [None])
    return FEW.get(type_, BOUNDARIES.get(type_, []))


def _choices(row: Operation) -> Iterator[Mapping[str, Type]]:
    """What the variables of a row may stand for."""
    allowed = []
    for variable in row.signature.variables:
        types = [INT, TEXT, DECIMAL]
        if variable.bound is Bound.ANY:
            types.append(OptionalType(INT))
        allowed.append(types)
    for chosen in itertools.product(*allowed):
        names = (variable.name for variable in row.signature.variables)
        yield dict(zip(names, chosen, strict=True))


def _function(building: Building, name: str, takes: Type, gives: Type) -> nodes.FunctionReference:
    """A function by its types: a comparison, or one that gives what it gets."""
    if gives == BOOL and takes in (INT, TEXT, DECIMAL):
        least = {INT: 0, TEXT: "a", DECIMAL: Decimal("1.0")}[takes]
        body: nodes.Expression = compare(local(0, takes), ">", const(least, takes), takes)
    elif gives == BOOL:
        body = nodes.IsPresent(local(0, takes), BOOL, HERE)
    elif gives == takes:
        body = local(0, takes)
    else:
        body = const(ELEMENTS[gives][-1], gives)
    building.function(name, returns(body), takes=[takes], gives=gives)
    return nodes.FunctionReference(name, takes, gives, HERE)


def library_differences(tier: Tier, note: Path) -> tuple[int, set[str], list[str]]:
    """How many cases, the rows that had any, and what the engines do differently."""
    building = Building()
    cases: list[tuple[str, str, list[Type]]] = []
    for row in OPERATIONS.values():
        if row.implement is None:
            continue
        for variables in _choices(row):
            name = f"f{len(cases)}"
            takes: list[Type] = []
            operands: list[nodes.Expression | nodes.FunctionReference] = []
            for number, each in enumerate((*row.signature.parameters, *row.signature.options)):
                match each.type:
                    case FunctionOf(parameter=parameter, result=result):
                        types = _type(parameter, variables), _type(result, variables)
                        operands.append(_function(building, f"{name}_{number}", *types))
                    case Choice(words=words):
                        operands.append(const(words[-1], TEXT))
                    case LiteralPattern():
                        operands.append(const("[a-c]+", TEXT))
                    case other:
                        operands.append(local(len(takes), _type(other, variables)))
                        takes.append(_type(other, variables))
            gives = _type(row.signature.result, variables)
            node = nodes.LibraryCall(row.key, tuple(operands), gives, at(2 + len(cases)))
            building.function(name, returns(node), takes=takes, gives=gives)
            cases.append((row.key, name, takes))
    program = building.program()
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found: list[str] = []
    met = set()
    count = 0
    for key, name, takes in cases:
        note.write_text(f"{key} of {', '.join(map(str, takes))}")
        combinations = itertools.product(*map(_values, takes))
        for arguments in itertools.islice(combinations, MOST_CASES):
            met.add(key)
            count += 1
            unlike = differences(program, name, arguments, interpreted, compiled)
            found += [f"{key}: {each}" for each in unlike]
    return count, met, found


SEPARATORS = [",", ", ", "é", "aa", "\U0001f600"]

SPLIT = [
    "",
    ",",
    "a,b, c,",
    "aaaaa",
    "éxéé",
    "no separator, but long enough to be searched for in another way, at last",
    "x" * 100 + "," + "y" * 100 + "é" + "z" * 200,
    "\U0001f600a\U0001f600\U0001f600b, c",
]


def split_differences(tier: Tier, note: Path) -> list[str]:
    """Splits by constants, which are native: as a list, and as what a loop goes over."""
    building = Building()
    texts = ListType(TEXT)
    names = []
    for number, separator in enumerate(SEPARATORS):
        parts = nodes.LibraryCall(
            "text.split", (local(0, TEXT), const(separator, TEXT)), texts, HERE
        )
        building.function(f"list{number}", returns(parts), takes=[TEXT], gives=texts)
        append = nodes.LibraryCall(
            "collection.append", (local(2, texts), local(1, TEXT)), texts, HERE
        )
        building.function(
            f"loop{number}",
            nodes.Store(2, nodes.MakeList((), texts, HERE), HERE),
            nodes.ForEach(1, parts, (nodes.Store(2, append, HERE),), HERE),
            returns(local(2, texts)),
            takes=[TEXT],
            slots=[TEXT, texts],
            gives=texts,
        )
        names += [f"list{number}", f"loop{number}"]
    program = building.program()
    interpreted, compiled = interpret(program), compile_program(program, tier)
    found: list[str] = []
    for name, text in itertools.product(names, SPLIT):
        note.write_text(f"{name}({text!r})")
        found += differences(program, name, [text], interpreted, compiled)
    return found
