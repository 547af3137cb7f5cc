"""The nodes of the typed IR: what both engines run.

A node says everything that the engines must agree on: resolved symbols, widenings that change a
value, validations, unwraps, evaluation order (operands left to right as they stand in the node),
the failures of every fallible node, savepoints, query plans. Method calls, patterns and the forms
of ``for`` are already desugared.

Every expression has a ``type``: the nominal type of its value. Nodes are NamedTuples, because
they are made by the thousand and their classes are defined at every start. Tuples of different
classes may compare equal, so compare IR by its printed form, never by ``==``.
"""

import enum
from typing import TypeAlias

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

# ---- values


class Constant(Node):
    """``const value`` — a literal, already of its type; also ``none`` and checked constructions."""

    value: object
    type: Type
    span: Span


class Local(Node):
    """``%slot`` — the value in a slot of the frame."""

    slot: int
    type: Type
    span: Span


class FieldOf(Node):
    """``base.index`` — a field of an Object or entity, by its position in the declaration."""

    base: "Expression"
    index: int
    type: Type
    span: Span


class IsSupplied(Node):
    """``supplied base.index`` — whether an ``optional`` field of an Object was given [T7]."""

    base: "Expression"
    index: int
    type: Type
    span: Span


class MakeObject(Node):
    """``object Name (index: value, …)`` — an Object; ``fields`` in the order they are evaluated.

    Every field has its value here but those left out as ``optional``, which become ``OMITTED``.
    ``size`` is the number of declared fields.
    """

    fields: tuple[tuple[int, "Expression"], ...]
    size: int
    type: Type
    span: Span


class MakeVariant(Node):
    """``variant Name.tag (index: value, …)`` — a value of an enum.

    ``plain`` says that the enum has no payload at all, so that the value is the bare tag. For the
    others ``size`` counts the variant's payload fields, evaluated in the order of ``fields``.
    """

    tag: str
    plain: bool
    fields: tuple[tuple[int, "Expression"], ...]
    size: int
    type: Type
    span: Span


class MakeList(Node):
    """``list (element, …)``."""

    elements: tuple["Expression", ...]
    type: Type
    span: Span


# ---- operators


class ArithmeticOperator(enum.Enum):
    """Arithmetic on representations [C5]; the value is the printed name.

    The Int ones fault with ``integer_overflow``, Decimal ones with ``decimal_overflow``; division
    and remainder with ``division_by_zero``. ``INT_DIVIDE`` takes two Ints and gives a Decimal.
    """

    INT_ADD = "int.add"
    INT_SUBTRACT = "int.sub"
    INT_MULTIPLY = "int.mul"
    INT_DIVIDE = "int.div"
    INT_REMAINDER = "int.rem"
    DECIMAL_ADD = "dec.add"
    DECIMAL_SUBTRACT = "dec.sub"
    DECIMAL_MULTIPLY = "dec.mul"
    DECIMAL_DIVIDE = "dec.div"
    DECIMAL_REMAINDER = "dec.rem"
    TEXT_CONCATENATE = "text.concat"


class Arithmetic(Node):
    """``left operator right``."""

    operator: ArithmeticOperator
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Negate(Node):
    """``- base`` of an Int (may overflow) or a Decimal."""

    base: "Expression"
    type: Type
    span: Span


class IntToDecimal(Node):
    """An Int operand where the other one is a Decimal."""

    base: "Expression"
    type: Type
    span: Span


class ComparisonOperator(enum.Enum):
    """Comparisons; the value is the operator as written."""

    EQUAL = "=="
    NOT_EQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


class Compare(Node):
    """``left operator right``; both sides have the representation of ``operand``.

    Equality is structural as [T9] says, Decimals numeric, either side possibly ``none`` where
    ``operand`` is optional. Order is of Int, Decimal, Text (by code point), Bytes, Uuid, Instant,
    CalendarDate, Duration.
    """

    operator: ComparisonOperator
    operand: Type
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Contains(Node):
    """``item in collection`` of a list or set."""

    item: "Expression"
    collection: "Expression"
    type: Type
    span: Span


class Not(Node):
    """``not base``."""

    base: "Expression"
    type: Type
    span: Span


class And(Node):
    """``left and right``: right only if left holds."""

    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Or(Node):
    """``left or right``: right only if left does not hold."""

    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


# ---- changes of type


class IsPresent(Node):
    """``base exists``: whether an optional value is not ``none``."""

    base: "Expression"
    type: Type
    span: Span


class Unwrap(Node):
    """An optional value that narrowing has shown to be present [C3]."""

    base: "Expression"
    type: Type
    span: Span


class Wrap(Node):
    """``T`` widened to ``T?``."""

    base: "Expression"
    type: Type
    span: Span


class Widen(Node):
    """A change of nominal type that leaves the representation as it is [T3].

    Also the element-wise one of collections and of ``T?`` to ``U?``.
    """

    base: "Expression"
    type: Type
    span: Span


class Validate(Node):
    """``construct Type(base)``: fallible, raises ``InvalidValue`` where a rule is broken [T4].

    Each layer of ``type`` down to ``base.type`` is checked, the widest first. Where the target is
    ``Email Url Zone Uuid Instant CalendarDate`` and the base is a Text, the text is parsed.
    """

    base: "Expression"
    type: Type
    span: Span


# ---- calls


class Call(Node):
    """``call name (arguments)`` — an authored callable; ``failures`` can leave it, none if pure.

    Where ``failures`` is not empty the node stands directly in an :class:`Attempt` or as the
    subject of a :class:`MatchFailure`.
    """

    name: str
    arguments: tuple["Expression", ...]
    failures: tuple[str, ...]
    type: Type
    span: Span


class FunctionReference(Node):
    """An authored pure function given by name to an operation of the standard library."""

    name: str
    parameter: Type
    result: Type
    span: Span


class LibraryCall(Node):
    """``operation (arguments)`` — a row of the standard library, all options made explicit.

    ``operation`` is the qualified name (``collection.append``); arguments stand in the order of
    the row's parameters, options after them, defaults filled in.
    """

    operation: str
    arguments: tuple["Expression | FunctionReference", ...]
    type: Type
    span: Span


class CallConnection(Node):
    """``connection.operation (input)`` — fallible where the operation has ``on`` lines."""

    connection: str
    operation: str
    input: "Expression | None"
    failures: tuple[str, ...]
    type: Type
    span: Span


class Attempt(Node):
    """``attempt base``: a failure of ``base`` leaves the callable, this span joining its trail."""

    base: "Expression"
    failures: tuple[str, ...]
    type: Type
    span: Span


# ---- effects that give values


class ClockNow(Node):
    """``clock.now``."""

    type: Type
    span: Span


class RandomUuid(Node):
    """``random.uuid()``."""

    type: Type
    span: Span


class ConfigValue(Node):
    """``config.field``."""

    config: str
    field: str
    type: Type
    span: Span


class DeliveryValue(Node):
    """``delivery.member``: id, event_id, attempt or emitted_at."""

    member: str
    type: Type
    span: Span


class DueAt(Node):
    """``schedule.due_at``."""

    type: Type
    span: Span


class RaiseFailure(Node):
    """A failure with its context: what ``reject``, ``missing:`` and ``conflict`` raise.

    ``context`` pairs positions (public fields, then internal ones) with expressions, in order of
    evaluation; they are evaluated when it is raised. Not an expression.
    """

    failure: str
    context: tuple[tuple[int, "Expression"], ...]
    size: int
    span: Span


class ConflictClause(Node):
    """Which failure a violated constraint becomes [Q3]; ``None`` stands for every other one.

    ``constraint`` is the entity and the fields of the identity, unique or reference.
    """

    constraint: tuple[str, tuple[str, ...]] | None
    failure: RaiseFailure


class Create(Node):
    """``create`` by a CreatePlan; ``values`` pairs the index into the plan's fields with a value.

    They stand in the order of evaluation.
    """

    plan: int
    values: tuple[tuple[int, "Expression"], ...]
    conflicts: tuple[ConflictClause, ...]
    type: Type
    span: Span


class SelectForm(enum.Enum):
    """What a select gives: the row or none, the row or a failure, all rows."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    MANY = "many"


class Select(Node):
    """``query optional | required | many``; ``missing`` is set for ``required`` alone."""

    form: SelectForm
    plan: int
    parameters: tuple["Expression", ...]
    missing: RaiseFailure | None
    type: Type
    span: Span


class Count(Node):
    """``query count``."""

    plan: int
    parameters: tuple["Expression", ...]
    type: Type
    span: Span


class Exists(Node):
    """``query exists``."""

    plan: int
    parameters: tuple["Expression", ...]
    type: Type
    span: Span


class Aggregate(Node):
    """``query sum | minimum | maximum``."""

    plan: int
    parameters: tuple["Expression", ...]
    type: Type
    span: Span


class Assignment(Node):
    """One value of an update: ``index`` is into the plan's fields, in order of evaluation.

    ``supplied`` is the ``when … supplied`` condition of the field, or ``None``; where it does not
    hold the row keeps its value, and ``value`` is not evaluated.
    """

    index: int
    value: "Expression"
    supplied: "Expression | None"


class Update(Node):
    """``update required | many``.

    ``current`` is the slot that holds the row while each row's values are computed, or ``None``
    where no value depends on the row: then the values are evaluated once, after the parameters
    and before the statement. ``missing`` is set for ``required``, whose value is the new row;
    for ``many`` it is ``None`` and the value is the count. ``empty`` is raised, before the
    statement, where a ``patch:`` supplies nothing [Q4]; ``patched`` are its conditions.

    Where ``current`` is set or any assignment has ``supplied``, the engine asks the store for the
    rows (``rows_to_update``), and, if there are any, gives each its values (``update_rows``);
    otherwise it is one ``update``.
    """

    plan: int
    parameters: tuple["Expression", ...]
    assignments: tuple[Assignment, ...]
    current: int | None
    missing: RaiseFailure | None
    empty: RaiseFailure | None
    patched: tuple["Expression", ...]
    conflicts: tuple[ConflictClause, ...]
    type: Type
    span: Span


class Delete(Node):
    """``delete required | many``: the deleted row, or the count."""

    plan: int
    parameters: tuple["Expression", ...]
    missing: RaiseFailure | None
    conflicts: tuple[ConflictClause, ...]
    type: Type
    span: Span


class TestCall(Node):
    """``call name (arguments)`` in a test: a boundary of its own [X1].

    A failure fails the test, unless the node is the subject of a :class:`MatchFailure` or of
    :class:`AssertRejects`.
    """

    name: str
    arguments: tuple["Expression", ...]
    failures: tuple[str, ...]
    type: Type
    span: Span


# Tells pytest that this is no test. In the body of the class it would count as a field to mypy.
TestCall.__test__ = False  # type: ignore[attr-defined]  # no test for pytest to collect


# ---- matches


class VariantCase(Node):
    """A variant's tag; ``bindings`` pairs payload positions with slots."""

    tag: str
    bindings: tuple[tuple[int, int], ...]


class LiteralCase(Node):
    """A literal or a Bool."""

    value: object


class NoneCase(Node):
    """``none``."""


class SomeCase(Node):
    """``some(x)``: a present value, bound to a slot if one is named."""

    slot: int | None


class OtherCase(Node):
    """``_``."""


Case: TypeAlias = VariantCase | LiteralCase | NoneCase | SomeCase | OtherCase


class Arm(Node):
    """An arm of a match: ``block`` runs, then ``result`` is the match's value.

    ``result`` is ``None`` in a statement, and in an expression where the block always leaves.
    """

    case: Case
    block: tuple["Statement", ...]
    result: "Expression | None"


class Match(Node):
    """``match subject``: the first arm whose case fits; cases are exhaustive [C2].

    As a statement it stands in :class:`Evaluate` with the type Unit.
    """

    subject: "Expression"
    plain: bool
    arms: tuple[Arm, ...]
    type: Type
    span: Span


class FailureArm(Node):
    """``failure Name(binding) => …``.

    ``bindings`` pairs positions in the failure's context with slots that the checker made for
    ``binding.field``; only those that are read are there.
    """

    failure: str
    bindings: tuple[tuple[int, int], ...]
    block: tuple["Statement", ...]
    result: "Expression | None"


class Propagate(Node):
    """``failure Name => propagate``: it leaves the callable, the match's span joining the trail."""

    failure: str


class MatchFailure(Node):
    """A match on a fallible expression [F4].

    ``success`` is the slot for the value or ``None``; ``block`` and ``result`` its arm. Where
    ``savepoint`` is set the subject has effects: it runs in a savepoint, which is rolled back if
    a failure is caught by an arm other than :class:`Propagate`, and released otherwise [F5].

    The order of what an engine does: the subject's operands (arguments of a call, the input of a
    connection's, values of a create, parameters of a query or delete; of an update its parameters,
    ``patched`` and, where ``current`` is ``None``, its values); then the savepoint; then the
    subject itself; then the savepoint's release or roll-back; then the arm. What an operand does
    is no part of the matched call, and a failure that leaves the callable from inside the subject
    (an ``attempt`` in a value that depends on the row) releases the savepoint and meets no arm. A
    fault leaves the savepoint as it is.
    """

    subject: "Expression"
    success: int | None
    block: tuple["Statement", ...]
    result: "Expression | None"
    arms: tuple[FailureArm | Propagate, ...]
    savepoint: bool
    type: Type
    span: Span


Expression: TypeAlias = (
    Constant
    | Local
    | FieldOf
    | IsSupplied
    | MakeObject
    | MakeVariant
    | MakeList
    | Arithmetic
    | Negate
    | IntToDecimal
    | Compare
    | Contains
    | Not
    | And
    | Or
    | IsPresent
    | Unwrap
    | Wrap
    | Widen
    | Validate
    | Call
    | LibraryCall
    | CallConnection
    | Attempt
    | ClockNow
    | RandomUuid
    | ConfigValue
    | DeliveryValue
    | DueAt
    | Create
    | Select
    | Count
    | Exists
    | Aggregate
    | Update
    | Delete
    | TestCall
    | Match
    | MatchFailure
)


# ---- statements


class Store(Node):
    """``%slot = value`` — a binding's first value, or an assignment to a ``var mut``."""

    slot: int
    value: Expression
    span: Span


class Evaluate(Node):
    """An expression for its effect; the value is dropped."""

    value: Expression
    span: Span


class Return(Node):
    """``return value``; ``None`` in a Unit callable."""

    value: Expression | None
    span: Span


class Reject(Node):
    """``reject Failure { … }``."""

    failure: RaiseFailure
    span: Span


class If(Node):
    """``if condition … else …``; ``else if`` is an If in ``otherwise``."""

    condition: Expression
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    span: Span


class While(Node):
    """``while condition``."""

    condition: Expression
    body: tuple["Statement", ...]
    span: Span


class ForEach(Node):
    """``for item in collection`` of a list or a set."""

    slot: int
    collection: Expression
    body: tuple["Statement", ...]
    span: Span


class ForEntries(Node):
    """``for key, value in map``."""

    key: int
    value: int
    collection: Expression
    body: tuple["Statement", ...]
    span: Span


class ForRange(Node):
    """``for slot in collection.range(start, end)``: from ``start`` up to, without, ``end``."""

    slot: int
    start: Expression
    end: Expression
    body: tuple["Statement", ...]
    span: Span


class Break(Node):
    """``break``."""

    span: Span


class Continue(Node):
    """``continue``."""

    span: Span


class Emit(Node):
    """``emit Event.variant { … }``; ``payload`` pairs field positions with values."""

    event: str
    variant: str
    payload: tuple[tuple[int, Expression], ...]
    size: int
    span: Span


class Start(Node):
    """``start batch(…)``."""

    batch: str
    arguments: tuple[Expression, ...]
    span: Span


class Assert(Node):
    """``assert condition`` of a test.

    Where the condition is a comparison both sides are shown: ``condition`` is then a
    :class:`Compare` whose operands the engine evaluates once. ``text`` is the condition as
    written.
    """

    condition: Expression
    text: str
    span: Span


class AssertRejects(Node):
    """``assert rejects Failure { call … }`` of a test."""

    failure: str
    context: tuple[tuple[int, Expression], ...] | None
    subject: Expression
    text: str
    span: Span


class AdvanceClock(Node):
    """``advance clock by duration`` of a test."""

    by: Expression
    span: Span


class RunPending(Node):
    """``run pending`` of a test."""

    span: Span


class Tick(Node):
    """``tick`` of a test."""

    span: Span


Statement: TypeAlias = (
    Store
    | Evaluate
    | Return
    | Reject
    | If
    | While
    | ForEach
    | ForEntries
    | ForRange
    | Break
    | Continue
    | Emit
    | Start
    | Assert
    | AssertRejects
    | AdvanceClock
    | RunPending
    | Tick
)


# ---- callables


class Slot(Node):
    """A place of a frame: the binding's name and type, and whether it is assigned to again."""

    name: str
    type: Type
    mutable: bool


class Callable(Node):
    """The body of a callable; its signature stands in the manifest under the same name.

    The first slots are the parameters. Every path of a body with a result ends in Return, Reject
    or a node that leaves.
    """

    name: str
    slots: tuple[Slot, ...]
    parameters: int
    body: tuple[Statement, ...]
    span: Span
