"""The one door through which a running body has effects.

Both engines call these methods in the same order for the same program, so the runtime, the fakes
of tests and the comparison of engines all see one sequence of calls.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from jadpo_runtime.outcome import CallOutcome
from jadpo_runtime.values import Duration, Entity, Instant
from jadpo_runtime.values.node import Node


class ConstraintConflict(Exception):  # noqa: N818
    """A write broke a constraint of an entity [Q3].

    ``entity`` and ``fields`` name the identity, unique or reference that was violated first; in a
    delete, the referring entity and field. The statement changed nothing.
    """

    def __init__(self, entity: str, fields: tuple[str, ...]) -> None:
        """Name the constraint by its entity's qualified name and its fields."""
        super().__init__(entity, fields)
        self.entity = entity
        self.fields = fields


class DeliveryFacts(Node):
    """What a handler reads as ``delivery.…`` [V2]; ``attempt`` counts from 1."""

    id: str
    event_id: str
    attempt: int
    emitted_at: Instant


class StoreEffects(Protocol):
    """Statements of the boundary, by the index of their plan in the manifest.

    ``parameters`` are the values of the plan's parameters. Faults are raised as ``Fault``.
    """

    def create(self, plan: int, values: Sequence[object]) -> Entity:
        """Insert a row (values in order of the plan's ``fields``); may raise ConstraintConflict."""
        ...

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """The rows of a SelectPlan, at most one where the plan says so."""
        ...

    def count(self, plan: int, parameters: Sequence[object]) -> int:
        """The number of rows of a CountPlan."""
        ...

    def exists(self, plan: int, parameters: Sequence[object]) -> bool:
        """Whether an ExistsPlan has a row."""
        ...

    def aggregate(self, plan: int, parameters: Sequence[object]) -> object:
        """The value of an AggregatePlan."""
        ...

    def update(
        self, plan: int, parameters: Sequence[object], values: Sequence[object]
    ) -> list[Entity]:
        """Give all rows of an UpdatePlan the same ``values`` for its fields; the new rows.

        May raise ConstraintConflict. With ``at_most_one`` the list has no or one row.
        """
        ...

    def rows_to_update(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """The rows of an UpdatePlan whose new values depend on the row, in order of identity."""
        ...

    def update_rows(
        self, plan: int, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        """Write the values (per row, the plan's fields) to rows that ``rows_to_update`` gave.

        A row that then breaks its fields' rules is the fault ``constraint_violated`` [Q1]; may
        raise ConstraintConflict.
        """
        ...

    def delete(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        """Delete the rows of a DeletePlan and give them; may raise ConstraintConflict."""
        ...


class TestEffects(Protocol):
    """What only the body of a test may do [X1]."""

    __test__: bool = False

    def call(self, name: str, arguments: Sequence[object]) -> CallOutcome:
        """Run an action or query in its own boundary; a Returned or Rejected outcome.

        A fault of the call is raised as ``Fault`` with the code ``test_call_failed``.
        """
        ...

    def advance(self, by: Duration) -> None:
        """Move the test's clock."""
        ...

    def run_pending(self) -> None:
        """Run what is due, and what that sets off, until nothing is."""
        ...

    def tick(self) -> None:
        """Run due schedules, then what is due."""
        ...


class Context(Protocol):
    """What one run of a body may do to the world."""

    @property
    def stop(self) -> bytearray:
        """One byte, set to 1 from outside when the body must end; polled by the engine."""
        ...

    @property
    def store(self) -> StoreEffects:
        """The statements."""
        ...

    @property
    def now(self) -> Instant:
        """``clock.now``: fixed for the boundary [B5]."""
        ...

    @property
    def config(self) -> Mapping[tuple[str, str], object]:
        """Values of config fields, by (config, field)."""
        ...

    @property
    def delivery(self) -> DeliveryFacts:
        """The delivery that a handler runs for."""
        ...

    @property
    def due_at(self) -> Instant:
        """``schedule.due_at`` [V4]."""
        ...

    @property
    def test(self) -> TestEffects:
        """The effects of a test's body."""
        ...

    def random_uuid(self) -> str:
        """``random.uuid()``."""
        ...

    def emit(self, event: str, variant: str, payload: Sequence[object]) -> None:
        """Write an event to the outbox [V1]; payload in order of the variant's fields."""
        ...

    def start(self, batch: str, arguments: Sequence[object]) -> None:
        """Record a batch run [V5]."""
        ...

    def call_connection(self, connection: str, operation: str, message: object) -> CallOutcome:
        """Call an outside operation; a Returned or Rejected outcome."""
        ...

    def savepoint(self) -> int:
        """Mark the boundary's state before a matched call [F5]; savepoints nest."""
        ...

    def release(self, savepoint: int) -> None:
        """Keep what was done since the savepoint."""
        ...

    def roll_back(self, savepoint: int) -> None:
        """Undo rows, events and batch runs since the savepoint."""
        ...
