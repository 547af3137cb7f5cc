"""A program whose bodies are Python functions: what runs the runtime where no engine is needed.

Its world: counters by name, and marks, which handlers leave so that a test can see what ran.
"""

from collections.abc import Callable, Mapping, Sequence

import attrs

from jadpo_runtime.context import Context
from jadpo_runtime.faults import Fault, Stopped
from jadpo_runtime.manifest import (
    All,
    ApplicationDefinition,
    BatchDefinition,
    CallableKind,
    CallableSignature,
    ConfigDefinition,
    ConnectionDefinition,
    CreatePlan,
    EventDefinition,
    FailureDefinition,
    FailureKind,
    FieldComparison,
    FixtureDefinition,
    HandlerDefinition,
    Manifest,
    Parameter,
    RetryPolicy,
    RetryShape,
    ScheduleDefinition,
    SelectPlan,
    StoreDefinition,
    SubscriberDefinition,
    TestDefinition,
    UpdatePlan,
)
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned, StoppedEarly
from jadpo_runtime.values import (
    Duration,
    EntityDefinition,
    Field,
    Primitive,
    PrimitiveType,
    Span,
    TypeTable,
    Variant,
)

TEXT = PrimitiveType(Primitive.TEXT)
INT = PrimitiveType(Primitive.INT)
UUID = PrimitiveType(Primitive.UUID)
UNIT = PrimitiveType(Primitive.UNIT)
SECOND = 1_000_000

CREATE_COUNTER, SET_COUNTER, COUNTER, COUNTERS, CREATE_MARK, MARKS = range(6)
"""The plans of the program."""

NO_RETRY = RetryPolicy(RetryShape.NONE)


class Reject(Exception):  # noqa: N818 - a body's way to end
    """How a body of Python rejects."""

    def __init__(self, failure: str, *context: object) -> None:
        super().__init__(failure)
        self.failure = failure
        self.context = context


@attrs.frozen
class PythonProgram:
    """The ``Program`` of a manifest and of functions of a context and the arguments."""

    manifest: Manifest
    bodies: Mapping[str, Callable[..., object]]

    def run(self, name: str, arguments: Sequence[object], context: Context) -> Outcome:
        try:
            return Returned(self.bodies[name](context, *arguments))
        except Reject as reject:
            return Rejected(reject.failure, reject.context, (Span("shop.jadpo", 10, 12, 2, 3),))
        except Fault as fault:
            return Faulted(fault.code, Span("shop.jadpo", 10, 12, 2, 3), fault.detail)
        except Stopped:
            return StoppedEarly()


def poll(context: Context) -> None:
    """What engines do at calls and back-edges."""
    if context.stop[0]:
        raise Stopped


@attrs.define
class Building:
    """Declares a program step by step."""

    stores: dict[str, StoreDefinition] = attrs.Factory(
        lambda: {"primary": StoreDefinition("primary", "sqlite:test.db", None, None)}
    )
    marks_store: str = "primary"
    callables: dict[str, CallableSignature] = attrs.Factory(dict)
    bodies: dict[str, Callable[..., object]] = attrs.Factory(dict)
    events: dict[str, EventDefinition] = attrs.Factory(dict)
    subscribers: dict[str, SubscriberDefinition] = attrs.Factory(dict)
    schedules: dict[str, ScheduleDefinition] = attrs.Factory(dict)
    batches: dict[str, BatchDefinition] = attrs.Factory(dict)
    connections: dict[str, ConnectionDefinition] = attrs.Factory(dict)
    configs: dict[str, ConfigDefinition] = attrs.Factory(dict)
    fixtures: dict[str, FixtureDefinition] = attrs.Factory(dict)
    tests: list[TestDefinition] = attrs.Factory(list)

    def callable(
        self,
        name: str,
        body: Callable[..., object],
        *parameters: Parameter,
        kind: CallableKind = CallableKind.ACTION,
        writes: str | None = "primary",
        reads: tuple[str, ...] = (),
    ) -> None:
        self.callables[name] = CallableSignature(name, kind, parameters, UNIT, (), writes, reads)
        self.bodies[name] = body

    def event(self, name: str, *fields: Field, variant: str = "made") -> None:
        self.events[name] = EventDefinition(name, True, (Variant(variant, fields),))

    def subscriber(
        self,
        name: str,
        event: str,
        body: Callable[..., object],
        retry: RetryPolicy = NO_RETRY,
        writes: str | None = "primary",
    ) -> None:
        handler = f"{name} on {event}.made"
        self.callable(
            handler, body, Parameter("made", TEXT), kind=CallableKind.HANDLER, writes=writes
        )
        self.subscribers[name] = SubscriberDefinition(
            name, retry, (HandlerDefinition(event, "made", handler),)
        )

    def schedule(self, name: str, timing: object, body: Callable[..., object]) -> None:
        self.callable(f"schedule {name}", body, kind=CallableKind.SCHEDULED)
        self.schedules[name] = ScheduleDefinition(name, timing, f"schedule {name}")

    def batch(
        self,
        name: str,
        body: Callable[..., object],
        *,
        size: int,
        retry: RetryPolicy = NO_RETRY,
    ) -> None:
        parameter = Parameter("by", INT)
        self.callable(f"{name} each", body, parameter, kind=CallableKind.EACH)
        self.batches[name] = BatchDefinition(
            name, (parameter,), "Counter", COUNTERS, None, size, retry, f"{name} each"
        )

    def test(
        self, name: str, body: Callable[..., object], fixture: str | None = None
    ) -> TestDefinition:
        self.callable(f"test {name}", body, kind=CallableKind.TEST, writes=None)
        test = TestDefinition(name, fixture, f"test {name}", Span("t.jadpo", 0, 1, 1, 1))
        self.tests.append(test)
        return test

    def program(self) -> PythonProgram:
        entities = {
            "Counter": EntityDefinition(
                "Counter",
                (Field("name", TEXT), Field("value", INT)),
                "name",
                (),
                (),
                (),
                next(iter(self.stores)),
            ),
            "Mark": EntityDefinition(
                "Mark",
                (
                    Field("id", UUID, generated=True),
                    Field("text", TEXT),
                    Field("delivery", TEXT),
                ),
                "id",
                (),
                (),
                (),
                self.marks_store,
            ),
        }
        by_name = FieldComparison("name", "==", 0)
        return PythonProgram(
            Manifest(
                ApplicationDefinition("Testing"),
                TypeTable(entities),
                entities,
                {
                    "Busy": FailureDefinition("Busy", FailureKind.UNAVAILABLE, "busy", "Busy."),
                    "Refused": FailureDefinition(
                        "Refused", FailureKind.CONFLICT, "refused", "Refused."
                    ),
                },
                self.callables,
                self.stores,
                self.events,
                self.subscribers,
                self.schedules,
                self.batches,
                (),
                self.connections,
                (),
                self.configs,
                self.fixtures,
                tuple(self.tests),
                (
                    CreatePlan("Counter", ("name", "value")),
                    UpdatePlan("Counter", by_name, (TEXT,), ("value",), True),
                    SelectPlan("Counter", by_name, (TEXT,), at_most_one=True),
                    SelectPlan("Counter", All(), ()),
                    CreatePlan("Mark", ("text", "delivery")),
                    SelectPlan("Mark", All(), ()),
                ),
            ),
            self.bodies,
        )


def mark(context: Context, text: str, delivery: str = "") -> None:
    """Leave a mark."""
    context.store.create(CREATE_MARK, (text, delivery))


def seconds(count: float) -> Duration:
    return Duration(int(count * SECOND))
