"""The declarations of a program that the runtime acts on."""

import enum
from collections.abc import Mapping
from typing import Final

import attrs

from jadpo_runtime.manifest.plans import Plan
from jadpo_runtime.values import Duration, EntityDefinition, Field, Instant, Span, Type, TypeTable
from jadpo_runtime.values.types import Variant


class FailureKind(enum.Enum):
    """The kinds of failures and faults [F2]; the value is the kind's name in the language."""

    INVALID_REQUEST = "InvalidRequest"
    INVALID_VALUE = "InvalidValue"
    UNAUTHENTICATED = "Unauthenticated"
    NOT_PERMITTED = "NotPermitted"
    NOT_VISIBLE = "NotVisible"
    NOT_FOUND = "NotFound"
    CONFLICT = "Conflict"
    PRECONDITION_FAILED = "PreconditionFailed"
    REJECTED = "Rejected"
    RATE_LIMITED = "RateLimited"
    UNAVAILABLE = "Unavailable"
    TIMED_OUT = "TimedOut"
    MISCONFIGURED = "Misconfigured"
    INTERNAL_FAULT = "InternalFault"


RETRIED_KINDS = frozenset(
    {FailureKind.RATE_LIMITED, FailureKind.UNAVAILABLE, FailureKind.TIMED_OUT}
)
"""The kinds on which background work is tried again [F2] [Y1]."""


@attrs.frozen
class FailureDefinition:
    """A declared failure [F1]; the context of a raised one is ``public`` then ``internal``."""

    name: str
    kind: FailureKind
    code: str
    message: str
    public: tuple[Field, ...] = ()
    internal: tuple[Field, ...] = ()
    doc: str = ""


class CallableKind(enum.Enum):
    """What a callable is; decides what it may do and how it is run."""

    FUNCTION = "function"
    ACTION = "action"
    QUERY = "query"
    HANDLER = "handler"
    EACH = "each"
    SCHEDULED = "scheduled"
    BACKFILL = "backfill"
    RECEIVING = "receiving"
    ROUTE = "route"
    SETTLE = "settle"
    TEST = "test"


@attrs.frozen
class Parameter:
    """A parameter of a callable."""

    name: str
    type: Type


@attrs.frozen
class CallableSignature:
    """How a callable of the program is called.

    Besides declared functions, actions and queries, bodies that the runtime calls have names of
    their own, made by the checker: ``reserve_stock on OrderEvent.placed`` (one parameter, the
    payload as a tuple in order of the variant's fields), ``reprice each`` (the row, then the
    batch's parameters), ``schedule overdue``, ``backfill Product.slug`` (the row), ``receiving
    order_feed ShipmentNotice``, ``route POST /orders`` (see :class:`RouteDefinition`), ``settle
    POST /orders``, and ``test <file>: <name>``.

    ``writes`` is the store the boundary writes or emits to, or ``None`` for a reading one;
    ``reads`` are the stores it reads.
    """

    name: str
    kind: CallableKind
    parameters: tuple[Parameter, ...]
    result: Type
    fails: tuple[str, ...]
    writes: str | None
    reads: tuple[str, ...]
    doc: str = ""


@attrs.frozen
class StoreDefinition:
    """A store [E5]: ``url`` is a literal, ``config_field`` (config, field) where it comes from."""

    name: str
    url: str | None
    config_field: tuple[str, str] | None
    default: str | None


@attrs.frozen
class EventDefinition:
    """An event; its variants' payloads are the messages."""

    name: str
    public: bool
    variants: tuple[Variant, ...]
    doc: str = ""


SECOND: Final = Duration(1_000_000)
"""A second in µs."""

HOUR: Final = Duration(3_600_000_000)
"""An hour in µs."""

DEFAULT_RETENTION: Final = Duration(14 * 86_400_000_000)
"""How long finished records are kept where the application does not say: 14 days [D3]."""


class RetryShape(enum.Enum):
    """The shapes of a retry policy [V3]."""

    NONE = "none"
    FIXED = "fixed"
    EXPONENTIAL = "exponential"


@attrs.frozen
class RetryPolicy:
    """When a failed attempt is made again [V3] [Y1] [Y2].

    ``initial`` is the first delay of an exponential policy and the delay of a fixed one.
    ``max_elapsed`` counts from the first attempt; ``None`` is no such limit.
    """

    shape: RetryShape = RetryShape.EXPONENTIAL
    max_attempts: int = 10
    initial: Duration = SECOND
    maximum: Duration = HOUR
    max_elapsed: Duration | None = None
    full_jitter: bool = True


@attrs.frozen
class HandlerDefinition:
    """One ``on Event.variant(…)`` of a subscriber; ``callable`` is its body's name."""

    event: str
    variant: str
    callable: str


@attrs.frozen
class SubscriberDefinition:
    """A subscriber with its handlers [V2]."""

    name: str
    retry: RetryPolicy
    handlers: tuple[HandlerDefinition, ...]
    doc: str = ""


@attrs.frozen
class EveryTiming:
    """``every: interval``."""

    interval: Duration


@attrs.frozen
class CronTiming:
    """``cron:`` with five fields, in ``zone`` (an IANA name)."""

    expression: str
    zone: str


@attrs.frozen
class ScheduleDefinition:
    """A schedule [V4]; ``callable`` takes no parameters and reads ``due_at`` from its context."""

    name: str
    timing: EveryTiming | CronTiming
    callable: str
    doc: str = ""


@attrs.frozen
class BatchDefinition:
    """A batch [V5]; ``over`` is the index of the plan of its rows in :attr:`Manifest.plans`.

    ``over_arguments`` names a callable that takes the batch's parameters and gives an Object whose
    fields are the plan's parameters, or is ``None`` where the plan has none.
    """

    name: str
    parameters: tuple[Parameter, ...]
    entity: str
    over: int
    over_arguments: str | None
    size: int
    retry: RetryPolicy
    callable: str
    doc: str = ""


@attrs.frozen
class BackfillDefinition:
    """A computed backfill [V6] of ``entity.field``; ``callable`` takes the row."""

    entity: str
    field: str
    callable: str


@attrs.frozen
class OperationDefinition:
    """An operation of an outside ``http`` connection [N2]; ``statuses`` maps status to failure."""

    name: str
    method: str
    path: str
    input: Type | None
    output: Type | None
    statuses: tuple[tuple[int, str], ...]
    timeout: Duration | None
    idempotency_key: str | None


@attrs.frozen
class ReceivingDefinition:
    """``receiving T(m) { … }`` of a connection [N1]."""

    type: Type
    callable: str


@attrs.frozen
class ConnectionDefinition:
    """An outside system (language.md §7); ``settings`` are its other clauses as written text."""

    name: str
    kind: str
    settings: tuple[tuple[str, str], ...]
    retry: RetryPolicy
    operations: tuple[OperationDefinition, ...]
    publishes: tuple[tuple[str, str], ...]
    receiving: tuple[ReceivingDefinition, ...]
    doc: str = ""


@attrs.frozen
class RouteDefinition:
    """A route (language.md §8).

    ``callable`` takes, in this order, what the route declares: its input, path, query and headers
    as Objects. ``settle`` is ``None``, ``"result"``, or the name of a callable that takes the
    same and then the action's result.
    """

    method: str
    path: str
    callable: str
    input: Type | None
    path_input: Type | None
    query_input: Type | None
    headers_input: Type | None
    output: Type
    success: str | None
    settle: str | None
    within: Duration
    may_set_off: bool
    doc: str = ""


@attrs.frozen
class ConfigDefinition:
    """A ``config`` block; each field has its environment variable as ``binding`` [G1]."""

    name: str
    fields: tuple[Field, ...]


@attrs.frozen
class ApplicationDefinition:
    """The ``application``; the defaults are those of a project without one."""

    name: str
    version: str = "0.0.0"
    retention: Duration = DEFAULT_RETENTION


@attrs.frozen
class FixtureDefinition:
    """A fixture of tests [X1]. ``fakes`` maps (connection, operation) to a callable's name."""

    name: str
    clock: Instant | None
    seed: int | None
    config: tuple[tuple[str, object], ...] = ()
    fakes: tuple[tuple[tuple[str, str], str], ...] = ()


@attrs.frozen
class TestDefinition:
    """A ``test`` block; ``callable`` is its body."""

    __test__ = False

    name: str
    fixture: str | None
    callable: str
    span: Span


@attrs.frozen
class Manifest:
    """All declarations of a program.

    ``plans`` are numbered: engines name a statement by its index. Mappings are by qualified name.
    """

    application: ApplicationDefinition
    types: TypeTable
    entities: Mapping[str, EntityDefinition]
    failures: Mapping[str, FailureDefinition]
    callables: Mapping[str, CallableSignature]
    stores: Mapping[str, StoreDefinition]
    events: Mapping[str, EventDefinition]
    subscribers: Mapping[str, SubscriberDefinition]
    schedules: Mapping[str, ScheduleDefinition]
    batches: Mapping[str, BatchDefinition]
    backfills: tuple[BackfillDefinition, ...]
    connections: Mapping[str, ConnectionDefinition]
    routes: tuple[RouteDefinition, ...]
    configs: Mapping[str, ConfigDefinition]
    fixtures: Mapping[str, FixtureDefinition]
    tests: tuple[TestDefinition, ...]
    plans: tuple[Plan, ...]
