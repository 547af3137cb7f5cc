"""All that a program does to the world, in order, as lines that two engines are compared by.

A :class:`RecordingProgram` stands between an engine and the runtime. Every run of a body has a line
where it begins and one where it ends, and between them a line for each effect.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from jadpo_runtime.context import Context, DeliveryFacts, StoreEffects, TestEffects
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import CallOutcome, Faulted, Outcome, Rejected, Returned
from jadpo_runtime.program import Program
from jadpo_runtime.values import Duration, Entity, Instant, Span

MOST_LINES: Final = 100_000
"""Lines of a record that are kept; of those after them only a checksum is."""

_LONGEST: Final = 2_000
"""Characters of a line that are kept."""


class Act(NamedTuple):
    """What an effect is of: its kind, and the plan's number or the names in the source."""

    kind: str
    of: tuple[int | str, ...]


class Line(NamedTuple):
    """One thing that happened.

    ``callable`` is the name of what ran, and ``span`` the place where it ended, if it did so with a
    fault or failure. ``act`` is for an effect.
    """

    text: str
    callable: str
    act: Act | None = None
    span: Span | None = None


class Record:
    """What happened, in order."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.lines: list[Line] = []
        self.exceeds_memory = False
        self._rest = hashlib.sha256()
        self._left_out = 0

    def add(self, line: Line) -> None:
        """Append a line, shortened where it is long."""
        kept = line._replace(text=_shortened(line.text))
        if len(self.lines) < MOST_LINES:
            self.lines.append(kept)
        else:
            self._left_out += 1
            self._rest.update(kept.text.encode("utf-8", "surrogatepass"))

    def close(self) -> None:
        """Say what was left out."""
        if self._left_out:
            text = f"{self._left_out} lines more, of checksum {self._rest.hexdigest()}"
            self.lines.append(Line(text, ""))

    def ended(self, name: str, outcome: Outcome) -> None:
        """Append how a body ended."""
        match outcome:
            case Returned(value=value):
                self.add(Line(f"{name} returned {_shown(value)}", name))
            case Rejected(failure=failure, context=context, trail=trail):
                places = " ".join(map(str, trail))
                text = f"{name} was rejected with {failure} {_shown(context)}, trail {places}"
                self.add(Line(text, name, span=trail[0] if trail else None))
            case Faulted(code=code, span=span, detail=detail):
                self.exceeds_memory |= code is FaultCode.MEMORY_EXCEEDED
                text = f"{name} faulted with {code.value} at {span}: {detail}"
                self.add(Line(text, name, span=span))
            case _:
                self.add(Line(f"{name} was stopped", name))


def _shown(value: object) -> str:
    try:
        return repr(value)
    except RecursionError:
        return f"a {type(value).__name__} nested too deep to be shown"


def _all_shown(values: Sequence[object]) -> str:
    return f"({', '.join(map(_shown, values))})"


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{text[:_LONGEST]}… {len(text)} characters of checksum {digest}"


class RecordingProgram:
    """The program of an engine, with all that it does written down in ``record``."""

    def __init__(self, program: Program, record: Record) -> None:
        """Run ``program``."""
        self._program: Final = program
        self._record: Final = record

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self._program.manifest

    def run(self, name: str, arguments: Sequence[object], context: Context) -> Outcome:
        """Run a callable, through a door that writes down what goes through it."""
        self._record.add(Line(f"{name}{_all_shown(arguments)} begins", name))
        outcome = self._program.run(name, arguments, _Door(name, context, self._record))
        self._record.ended(name, outcome)
        return outcome


class _Door:
    """The context of one run; reading what stands still leaves no line."""

    def __init__(self, name: str, context: Context, record: Record) -> None:
        self._name: Final = name
        self._context: Final = context
        self._record: Final = record
        self.stop: bytearray = context.stop
        self.store: StoreEffects = _Statements(name, context, record)

    @property
    def now(self) -> Instant:
        return self._context.now

    @property
    def config(self) -> Mapping[tuple[str, str], object]:
        return self._context.config

    @property
    def delivery(self) -> DeliveryFacts:
        return self._context.delivery

    @property
    def due_at(self) -> Instant:
        return self._context.due_at

    @property
    def test(self) -> TestEffects:
        return _TestEffects(self._name, self._context.test, self._record)

    def random_uuid(self) -> str:
        self._add("random.uuid", Act("random", ()))
        return self._context.random_uuid()

    def emit(self, event: str, variant: str, payload: Sequence[object]) -> None:
        self._add(f"emit {event}.{variant} {_all_shown(payload)}", Act("emit", (event, variant)))
        self._context.emit(event, variant, payload)

    def start(self, batch: str, arguments: Sequence[object]) -> None:
        self._add(f"start {batch}{_all_shown(arguments)}", Act("start", (batch,)))
        self._context.start(batch, arguments)

    def call_connection(self, connection: str, operation: str, message: object) -> CallOutcome:
        self._add(
            f"call {connection}.{operation} {_shown(message)}",
            Act("connection", (connection, operation)),
        )
        return self._context.call_connection(connection, operation, message)

    def savepoint(self) -> int:
        self._add("savepoint")
        return self._context.savepoint()

    def release(self, savepoint: int) -> None:
        self._add("release of a savepoint")
        self._context.release(savepoint)

    def roll_back(self, savepoint: int) -> None:
        self._add("back to a savepoint")
        self._context.roll_back(savepoint)

    def _add(self, text: str, act: Act | None = None) -> None:
        self._record.add(Line(text, self._name, act))


class _Statements:
    """The statements of one run."""

    def __init__(self, name: str, context: Context, record: Record) -> None:
        self._name: Final = name
        self._context: Final = context
        self._record: Final = record

    def _doing(self, what: str, plan: int, *values: Sequence[object]) -> StoreEffects:
        text = f"{what} by plan {plan} {' '.join(map(_all_shown, values))}"
        self._record.add(Line(text, self._name, Act("plan", (plan,))))
        return self._context.store

    def create(self, plan: int, values: Sequence[object]) -> Entity:
        return self._doing("create", plan, values).create(plan, values)

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._doing("select", plan, parameters).select(plan, parameters)

    def count(self, plan: int, parameters: Sequence[object]) -> int:
        return self._doing("count", plan, parameters).count(plan, parameters)

    def exists(self, plan: int, parameters: Sequence[object]) -> bool:
        return self._doing("exists", plan, parameters).exists(plan, parameters)

    def aggregate(self, plan: int, parameters: Sequence[object]) -> object:
        return self._doing("aggregate", plan, parameters).aggregate(plan, parameters)

    def update(
        self, plan: int, parameters: Sequence[object], values: Sequence[object]
    ) -> list[Entity]:
        return self._doing("update", plan, parameters, values).update(plan, parameters, values)

    def rows_to_update(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._doing("rows to update", plan, parameters).rows_to_update(plan, parameters)

    def update_rows(
        self, plan: int, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        flat = [value for each in values for value in each]
        return self._doing("update of rows", plan, rows, flat).update_rows(plan, rows, values)

    def delete(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._doing("delete", plan, parameters).delete(plan, parameters)


class _TestEffects:
    """What the body of a test asks for."""

    __test__ = False

    def __init__(self, name: str, effects: TestEffects, record: Record) -> None:
        self._name: Final = name
        self._effects: Final = effects
        self._record: Final = record

    def call(self, name: str, arguments: Sequence[object]) -> CallOutcome:
        self._add(f"call {name}", Act("call", (name,)))
        return self._effects.call(name, arguments)

    def advance(self, by: Duration) -> None:
        self._add(f"advance clock by {by!r}")
        self._effects.advance(by)

    def run_pending(self) -> None:
        self._add("run pending")
        self._effects.run_pending()

    def tick(self) -> None:
        self._add("tick")
        self._effects.tick()

    def _add(self, text: str, act: Act | None = None) -> None:
        self._record.add(Line(text, self._name, act))
