"""Single operations on boundary values, drawn at random and run by both engines.

Each operation is a function of its own in one program: every operator on every type that it takes,
every row of the standard library with several types for its variables, the changes between a value
and one that may be none, and membership. Arguments are drawn from the tables of
:mod:`operation_values`.
"""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine_comparison import differences
from ir_building import (
    BOOL,
    DECIMAL,
    HERE,
    INT,
    TEXT,
    Building,
    arithmetic,
    at,
    compare,
    const,
    local,
    returns,
)
from library_comparison import _type
from operation_values import BOUNDARIES, DEFINITIONS, ORDERED, SCALARS, TYPES, ZONE, drawn

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo.stdlib import (
    OPERATIONS,
    Bound,
    Choice,
    Exactly,
    FunctionOf,
    LiteralPattern,
    Operation,
    Variable,
)
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.values import ListType, MapType, OptionalType, SetType, Type

PATTERNS = ("[a-c]+", r"\d{2,4}-\d\d-\d\d", ".*é.*", "")

VARIABLES = 6
"""Types that a variable of a row stands for, of all that it may stand for, chosen by the seed."""


class Case(NamedTuple):
    """An operation: what it is, the function that does it, what that takes."""

    operation: str
    function: str
    takes: Sequence[Type]


class Operations:
    """The program of all operations."""

    def __init__(self, seed: int) -> None:
        """Choose what variables stand for by ``seed``."""
        self._random = random.Random(seed)
        self._building = Building()
        self._building.define(*DEFINITIONS)
        self._lines = itertools.count(2)
        self.cases: list[Case] = []
        self._arithmetic()
        self._comparisons()
        self._changes()
        for row in OPERATIONS.values():
            if row.implement is not None:
                self._row(row)

    @property
    def program(self) -> Program:
        """The program of all cases."""
        return self._building.program()

    def _add(self, operation: str, node: nodes.Expression, *takes: Type) -> None:
        name = f"f{len(self.cases)}"
        self._building.function(name, returns(node), takes=takes, gives=node.type)
        self.cases.append(Case(operation, name, takes))

    def _arithmetic(self) -> None:
        for operator in nodes.ArithmeticOperator:
            kind = operator.value.split(".")[0]
            type_ = {"int": INT, "dec": DECIMAL, "text": TEXT}[kind]
            node = arithmetic(
                operator.value, local(0, type_), local(1, type_), at(next(self._lines))
            )
            self._add(operator.value, node, type_, type_)
        for type_ in (INT, DECIMAL):
            node = nodes.Negate(local(0, type_), type_, at(next(self._lines)))
            self._add(f"- of {type_}", node, type_)
        self._add("int to decimal", nodes.IntToDecimal(local(0), DECIMAL, HERE), INT)

    def _comparisons(self) -> None:
        for type_ in TYPES:
            for comparison in nodes.ComparisonOperator:
                if type_ in ORDERED or comparison.value in ("==", "!="):
                    node = compare(local(0, type_), comparison.value, local(1, type_), type_)
                    self._add(f"{comparison.value} of {type_}", node, type_, type_)
            for collection in (ListType(type_), *([SetType(type_)] if type_ in SCALARS else [])):
                node = nodes.Contains(local(0, type_), local(1, collection), BOOL, HERE)
                self._add(f"in of {collection}", node, type_, collection)

    def _changes(self) -> None:
        for type_ in TYPES:
            if isinstance(type_, OptionalType):
                present = nodes.IsPresent(local(0, type_), BOOL, HERE)
                self._add(f"exists of {type_}", present, type_)
                continue
            maybe = OptionalType(type_)
            self._add(f"wrap of {type_}", nodes.Wrap(local(0, type_), maybe, HERE), type_)
            node = compare(nodes.Wrap(local(0, type_), maybe, HERE), "==", local(1, maybe), maybe)
            self._add(f"== of {maybe} and {type_}", node, type_, maybe)
            elements = (local(0, type_), local(1, type_))
            self._add(
                f"list of {type_}", nodes.MakeList(elements, ListType(type_), HERE), type_, type_
            )

    def _row(self, row: Operation) -> None:
        choices = [self._chosen(variable) for variable in row.signature.variables]
        names = [variable.name for variable in row.signature.variables]
        for types in itertools.product(*choices):
            self._one(row, dict(zip(names, types, strict=True)))

    def _chosen(self, variable: Variable) -> list[Type]:
        allowed = {
            Bound.ANY: TYPES,
            Bound.PRESENT: [type_ for type_ in TYPES if not isinstance(type_, OptionalType)],
            Bound.SCALAR: SCALARS,
            Bound.ORDERED: ORDERED,
        }[variable.bound]
        usual = [type_ for type_ in (INT, TEXT, DECIMAL) if type_ in allowed]
        rest = [type_ for type_ in allowed if type_ not in usual]
        return usual + self._random.sample(rest, min(VARIABLES - len(usual), len(rest)))

    def _one(self, row: Operation, variables: Mapping[str, Type]) -> None:
        takes: list[Type] = []
        operands: list[nodes.Expression | nodes.FunctionReference] = []
        for each in (*row.signature.parameters, *row.signature.options):
            match each.type:
                case FunctionOf(parameter=parameter, result=result):
                    operands.append(
                        self._given(_type(parameter, variables), _type(result, variables))
                    )
                case Choice(words=words):
                    operands.append(const(self._random.choice(words), TEXT))
                case LiteralPattern():
                    operands.append(const(self._random.choice(PATTERNS), TEXT))
                case Exactly() | _ as other:
                    type_ = _type(other, variables)
                    operands.append(local(len(takes), type_))
                    takes.append(type_)
        gives = _type(row.signature.result, variables)
        node = nodes.LibraryCall(row.key, tuple(operands), gives, at(next(self._lines)))
        self._add(row.key, node, *takes)

    def _given(self, takes: Type, gives: Type) -> nodes.FunctionReference:
        """A function by its types: a comparison with a value, what it gets, or one value."""
        name = f"given{next(self._lines)}"
        if gives == BOOL:
            value = self._random.choice(BOUNDARIES[takes])
            body: nodes.Expression = compare(local(0, takes), "!=", const(value, takes), takes)
        elif gives == takes:
            body = local(0, takes)
        else:
            body = const(self._random.choice(BOUNDARIES[gives]), gives)
        self._building.function(name, returns(body), takes=[takes], gives=gives)
        return nodes.FunctionReference(name, takes, gives, HERE)


def operation_differences(
    count: int, seed: int, tiers: Sequence[Tier], note: Path
) -> tuple[dict[str, int], list[str]]:
    """How many cases there were of each operation, and what the engines do differently.

    Every operation is met about as often as every other.
    """
    operations = Operations(seed)
    program = operations.program
    expected = interpret(program)
    engines = [(tier, compile_program(program, tier)) for tier in tiers]
    met: dict[str, int] = {}
    found: list[str] = []
    for case, arguments in itertools.islice(_drawn(operations.cases, seed), count):
        met[case.operation] = met.get(case.operation, 0) + 1
        for tier, compiled in engines:
            note.write_text(f"seed {seed}, {tier.value}: {case.operation} of {arguments!r}")
            found += [
                f"seed {seed}, {tier.value}, {case.operation}: {each}"
                for each in differences(program, case.function, arguments, expected, compiled)
            ]
    return met, found


def _drawn(cases: Sequence[Case], seed: int) -> Iterator[tuple[Case, list[object]]]:
    source = random.Random(seed + 1)
    while True:
        order = list(cases)
        source.shuffle(order)
        for case in order:
            yield case, [_argument(case, type_, source) for type_ in case.takes]


def _argument(case: Case, type_: Type, source: random.Random) -> object:
    value = drawn(type_, source)
    if case.operation == "text.repeat" and type_ == INT and isinstance(value, int):
        # Results beyond the limit are the same fault in both; those just below take too long.
        return value if abs(value) < 1_000 or value > 2**40 else value % 100
    return "UTC" if type_ == ZONE and source.random() < 0.3 else value


__all__ = ["MapType", "Operations", "operation_differences"]
