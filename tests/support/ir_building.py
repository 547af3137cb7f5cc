"""Short words for IR that is written by hand in tests."""

from collections.abc import Sequence

import attrs

from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo_runtime.manifest import (
    ApplicationDefinition,
    BatchDefinition,
    CallableKind,
    CallableSignature,
    ConfigDefinition,
    ConnectionDefinition,
    EventDefinition,
    FailureDefinition,
    FailureKind,
    Manifest,
    OperationDefinition,
    Parameter,
    Plan,
    RetryPolicy,
)
from jadpo_runtime.values import (
    Definition,
    EntityDefinition,
    Field,
    ListType,
    NamedType,
    OptionalType,
    Primitive,
    PrimitiveType,
    Span,
    Type,
    TypeTable,
    Variant,
)

INT = PrimitiveType(Primitive.INT)
TEXT = PrimitiveType(Primitive.TEXT)
BOOL = PrimitiveType(Primitive.BOOL)
DECIMAL = PrimitiveType(Primitive.DECIMAL)
UNIT = PrimitiveType(Primitive.UNIT)
UUID = PrimitiveType(Primitive.UUID)
INSTANT = PrimitiveType(Primitive.INSTANT)
DURATION = PrimitiveType(Primitive.DURATION)
INTS = ListType(INT)

INVALID_VALUE = FailureDefinition(
    "InvalidValue",
    FailureKind.INVALID_VALUE,
    "invalid_value",
    "",
    public=(Field("constraint", TEXT),),
)


def at(line: int, column: int = 1) -> Span:
    """A span that tests tell from others by its line."""
    return Span("test.jadpo", line * 100 + column, line * 100 + column + 1, line, column)


HERE = at(1)


def const(value: object, type_: Type = INT) -> nodes.Constant:
    return nodes.Constant(value, type_, HERE)


def local(slot: int, type_: Type = INT) -> nodes.Local:
    return nodes.Local(slot, type_, HERE)


def text(value: str) -> nodes.Constant:
    return const(value, TEXT)


def arithmetic(
    operator: str, left: nodes.Expression, right: nodes.Expression, span: Span = HERE
) -> nodes.Arithmetic:
    """``operator`` is the printed name, such as ``int.add``."""
    found = nodes.ArithmeticOperator(operator)
    is_int = operator.startswith("int") and operator != "int.div"
    type_ = TEXT if operator.startswith("text") else INT if is_int else DECIMAL
    return nodes.Arithmetic(found, left, right, type_, span)


def add(left: nodes.Expression, right: nodes.Expression, span: Span = HERE) -> nodes.Arithmetic:
    return arithmetic("int.add", left, right, span)


def compare(
    left: nodes.Expression, operator: str, right: nodes.Expression, operand: Type = INT
) -> nodes.Compare:
    return nodes.Compare(nodes.ComparisonOperator(operator), operand, left, right, BOOL, HERE)


def call(
    name: str,
    *arguments: nodes.Expression,
    fails: tuple[str, ...] = (),
    gives: Type = INT,
    span: Span = HERE,
) -> nodes.Call:
    return nodes.Call(name, arguments, fails, gives, span)


def library(
    operation: str,
    *arguments: nodes.Expression | nodes.FunctionReference,
    gives: Type = INT,
    span: Span = HERE,
) -> nodes.LibraryCall:
    return nodes.LibraryCall(operation, arguments, gives, span)


def attempt(
    base: nodes.Expression, *failures: str, gives: Type = INT, span: Span = HERE
) -> nodes.Attempt:
    return nodes.Attempt(base, failures, gives, span)


def store(slot: int, value: nodes.Expression) -> nodes.Store:
    return nodes.Store(slot, value, HERE)


def do(value: nodes.Expression) -> nodes.Evaluate:
    return nodes.Evaluate(value, HERE)


def returns(value: nodes.Expression | None = None) -> nodes.Return:
    return nodes.Return(value, HERE)


def failure(name: str, *context: nodes.Expression, span: Span = HERE) -> nodes.RaiseFailure:
    return nodes.RaiseFailure(name, tuple(enumerate(context)), len(context), span)


def reject(name: str, *context: nodes.Expression, span: Span = HERE) -> nodes.Reject:
    return nodes.Reject(failure(name, *context, span=span), span)


def if_(
    condition: nodes.Expression,
    then: Sequence[nodes.Statement],
    otherwise: Sequence[nodes.Statement] = (),
) -> nodes.If:
    return nodes.If(condition, tuple(then), tuple(otherwise), HERE)


def while_(condition: nodes.Expression, *body: nodes.Statement) -> nodes.While:
    return nodes.While(condition, body, HERE)


def for_range(
    slot: int, start: nodes.Expression, end: nodes.Expression, *body: nodes.Statement
) -> nodes.ForRange:
    return nodes.ForRange(slot, start, end, body, HERE)


def for_each(slot: int, collection: nodes.Expression, *body: nodes.Statement) -> nodes.ForEach:
    return nodes.ForEach(slot, collection, body, HERE)


BREAK = nodes.Break(HERE)
CONTINUE = nodes.Continue(HERE)


@attrs.define
class Building:
    """A program in the making: declarations by hand, callables with their signatures."""

    types: dict[str, Definition] = attrs.field(factory=dict)
    failures: dict[str, FailureDefinition] = attrs.field(
        factory=lambda: {"InvalidValue": INVALID_VALUE}
    )
    events: dict[str, EventDefinition] = attrs.field(factory=dict)
    batches: dict[str, BatchDefinition] = attrs.field(factory=dict)
    configs: dict[str, ConfigDefinition] = attrs.field(factory=dict)
    connections: dict[str, ConnectionDefinition] = attrs.field(factory=dict)
    plans: list[Plan] = attrs.field(factory=list)
    signatures: dict[str, CallableSignature] = attrs.field(factory=dict)
    callables: dict[str, nodes.Callable] = attrs.field(factory=dict)

    def define(self, *definitions: Definition) -> None:
        """Types and entities."""
        for definition in definitions:
            self.types[definition.name] = definition

    def failure(self, name: str, *fields: Field) -> None:
        self.failures[name] = FailureDefinition(
            name, FailureKind.CONFLICT, name.lower(), "", public=fields
        )

    def event(self, name: str, variant: str, *fields: Field) -> None:
        self.events[name] = EventDefinition(name, False, (Variant(variant, fields),))

    def config(self, name: str, *fields: Field) -> None:
        self.configs[name] = ConfigDefinition(name, fields)

    def connection(self, name: str, operation: str, *failures: str) -> None:
        made = OperationDefinition(
            operation, "POST", "/", TEXT, TEXT, tuple((409, each) for each in failures), None, None
        )
        self.connections[name] = ConnectionDefinition(
            name, "http", (), RetryPolicy(), (made,), (), ()
        )

    def batch(self, name: str, entity: str, *parameters: Parameter) -> None:
        self.batches[name] = BatchDefinition(
            name, parameters, entity, 0, None, 10, RetryPolicy(), f"{name} each"
        )

    def plan(self, plan: Plan) -> int:
        """The index of the plan."""
        self.plans.append(plan)
        return len(self.plans) - 1

    def callable(
        self,
        name: str,
        *body: nodes.Statement,
        takes: Sequence[Type] = (),
        slots: Sequence[Type] = (),
        gives: Type = INT,
        fails: tuple[str, ...] = (),
        kind: CallableKind = CallableKind.ACTION,
    ) -> None:
        """A callable: parameters first, then mutable slots, named by their number."""
        types = (*takes, *slots)
        made = tuple(
            nodes.Slot(f"v{number}", type_, number >= len(takes))
            for number, type_ in enumerate(types)
        )
        self.callables[name] = nodes.Callable(name, made, len(takes), body, HERE)
        parameters = tuple(Parameter(f"v{number}", type_) for number, type_ in enumerate(takes))
        self.signatures[name] = CallableSignature(
            name, kind, parameters, gives, fails, "primary", ("primary",)
        )

    def function(self, name: str, *body: nodes.Statement, **rest: object) -> None:
        """A pure callable."""
        self.callable(name, *body, kind=CallableKind.FUNCTION, **rest)  # type: ignore[arg-type]

    def program(self) -> Program:
        return Program(
            Manifest(
                application=ApplicationDefinition("Test"),
                types=TypeTable(self.types),
                entities={
                    name: definition
                    for name, definition in self.types.items()
                    if isinstance(definition, EntityDefinition)
                },
                failures=self.failures,
                callables=self.signatures,
                stores={},
                events=self.events,
                subscribers={},
                schedules={},
                batches=self.batches,
                backfills=(),
                connections=self.connections,
                routes=(),
                configs=self.configs,
                fixtures={},
                tests=(),
                plans=tuple(self.plans),
            ),
            self.callables,
        )


def optional(type_: Type) -> OptionalType:
    return OptionalType(type_)


def named(name: str) -> NamedType:
    return NamedType(name)
