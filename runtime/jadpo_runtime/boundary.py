"""Boundaries: one run of a body in one transaction, which commits or rolls back as one [W1].

A body that returned is kept; one that was rejected, faulted or stopped leaves nothing [F1]. Only
the body is timed, never its commit [L4].
"""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from jadpo_runtime.context import DeliveryFacts, StoreEffects, TestEffects
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outbox import NO_ORIGIN, Origin
from jadpo_runtime.outcome import CallOutcome, Faulted, Outcome, Returned, StoppedEarly
from jadpo_runtime.routed_effects import RoutedEffects
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.node import Node
from jadpo_runtime.watchdog import MOST_MEMORY, Limit, StopReason

_NO_TIME: Final = Duration(0)

_TOO_LARGE: Final = f"the boundary took more than {MOST_MEMORY // 1024**2} MiB of memory"


class Call(Node):
    """A body to run: its name, its arguments, and what only bodies of its kind may read."""

    name: str
    arguments: tuple[object, ...] = ()
    delivery: DeliveryFacts | None = None
    due_at: Instant | None = None
    origin: Origin = NO_ORIGIN
    test: TestEffects | None = None


class BodyEnd(Node):
    """How a body ended.

    ``set_off`` counts the pieces that it wrote for the runner. ``stopped`` is why it was stopped:
    its outcome is ``StoppedEarly`` then, or the fault for its memory. ``took`` is the time from its
    start to its value.
    """

    outcome: Outcome
    set_off: int = 0
    stopped: StopReason | None = None
    took: Duration = _NO_TIME


class NeedsOwnBoundary(Exception):  # noqa: N818 - a demand, not an error
    """A body that shares a commit wants to act outward: it must be run again alone [B7]."""


class _Undone(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls the transaction back, since the body did not return."""

    def __init__(self, end: BodyEnd) -> None:
        super().__init__(end)
        self.end = end


def run_boundary(host: Host, call: Call, deadline: Duration | None = None) -> BodyEnd:
    """Run a body in a boundary of its own, committed if it returns.

    ``deadline`` (by the clock's ``elapsed``) is when the body is stopped. Faults of the store, of
    the commit too, are outcomes.
    """
    store = host.store_of(host.manifest.callables[call.name])
    interrupts = host.interrupts()
    if store is None:
        return run_body(host, None, None, call, host.watchdog.watch(deadline, interrupts))

    def work(transaction: Transaction) -> BodyEnd:
        limit = host.watchdog.watch(deadline, interrupts)
        end = run_body(host, store, transaction, call, limit)
        if not isinstance(end.outcome, Returned):
            raise _Undone(end)
        return end

    writes = host.manifest.callables[call.name].writes is not None
    try:
        return store.transact(work, write=writes)
    except _Undone as undone:
        return undone.end
    except Fault as fault:
        return BodyEnd(Faulted(fault.code, None, fault.detail))
    except Stopped:
        return BodyEnd(StoppedEarly(), 0, StopReason.ASKED)


def run_body(
    host: Host,
    store: Store | None,
    transaction: Transaction | None,
    call: Call,
    limit: Limit,
    *,
    shared: bool = False,
) -> BodyEnd:
    """Run a body in a transaction that the caller commits or rolls back.

    ``store`` is the transaction's; without one the body may use no store. ``shared`` says that the
    transaction is not this body's alone: it then raises :class:`NeedsOwnBoundary` instead of acting
    outward. The timing of ``limit`` ends with the body.
    """
    context = BoundaryContext(host, store, transaction, call, limit, shared=shared)
    stopped: StopReason | None = StopReason.ASKED
    started = host.clock.elapsed()
    try:
        outcome = host.program.run(call.name, call.arguments, context)
    except Stopped:
        outcome = StoppedEarly()
    finally:
        stopped = limit.body_ended()
    took = Duration(host.clock.elapsed() - started)
    if stopped is StopReason.MEMORY:
        return BodyEnd(Faulted(FaultCode.MEMORY_EXCEEDED, None, _TOO_LARGE), 0, stopped, took)
    if stopped is not None:
        # Whatever a body says that ended past its limit, it keeps nothing [L4].
        return BodyEnd(StoppedEarly(), 0, stopped, took)
    if isinstance(outcome, StoppedEarly):
        return BodyEnd(outcome, 0, StopReason.ASKED, took)
    return BodyEnd(outcome, context.set_off, None, took)


class BoundaryContext:
    """The door of one body: the ``Context`` of every mode, host and kind of body."""

    __slots__ = (
        "_call",
        "_host",
        "_marks",
        "_shared",
        "_transaction",
        "config",
        "now",
        "set_off",
        "stop",
        "store",
    )

    def __init__(
        self,
        host: Host,
        store: Store | None,
        transaction: Transaction | None,
        call: Call,
        limit: Limit,
        *,
        shared: bool,
    ) -> None:
        """Open the door; ``clock.now`` is the host's clock now, and stays it [B5]."""
        self._host: Final = host
        self._transaction: Final = transaction
        self._call: Final = call
        self._shared: Final = shared
        self._marks: dict[int, int] = {}
        self.stop: bytearray = limit.stop
        self.now: Instant = host.clock.now()
        self.config: Mapping[tuple[str, str], object] = host.config
        self.store: StoreEffects = _effects(host, store, transaction)
        self.set_off = 0

    @property
    def delivery(self) -> DeliveryFacts:
        """The delivery that a handler runs for [V2]."""
        if self._call.delivery is None:
            raise InternalError(f"{self._call.name} reads `delivery`, but is no handler")
        return self._call.delivery

    @property
    def due_at(self) -> Instant:
        """``schedule.due_at`` [V4]."""
        if self._call.due_at is None:
            raise InternalError(f"{self._call.name} reads `schedule.due_at`, but is no schedule")
        return self._call.due_at

    @property
    def test(self) -> TestEffects:
        """The effects of a test's body [X1]."""
        if self._call.test is None:
            raise InternalError(f"{self._call.name} acts as a test, but is none")
        return self._call.test

    def random_uuid(self) -> str:
        """``random.uuid()``: version 4."""
        return self._host.randomness.uuid()

    def emit(self, event: str, variant: str, payload: Sequence[object]) -> None:
        """Write an event with its deliveries and publications into the transaction [V1]."""
        self.set_off += self._host.outbox.emit(
            self._writing(),
            event,
            variant,
            payload,
            emitted_at=self.now,
            origin=self._call.origin,
            randomness=self._host.randomness,
        )

    def start(self, batch: str, arguments: Sequence[object]) -> None:
        """Record a batch run in the transaction [V5]."""
        self.set_off += self._host.outbox.start(
            self._writing(),
            batch,
            arguments,
            origin=self._call.origin,
            randomness=self._host.randomness,
        )

    def call_connection(self, connection: str, operation: str, input: object) -> CallOutcome:  # noqa: A002 - the contract's name
        """Call an outside operation [N2]; never in a shared commit [B7]."""
        if self._shared:
            raise NeedsOwnBoundary(self._call.name)
        if self._transaction is not None:
            self._transaction.acts_outward()
        for store in self._host.stores.values():
            # The world must not know of what a power cut can still undo, wherever it is.
            store.flush()
        return self._host.connections.call(connection, operation, input)

    def savepoint(self) -> int:
        """Mark the state before a matched call [F5]; without a transaction there is none."""
        if self._transaction is None:
            return 0
        savepoint = self._transaction.savepoint()
        self._marks[savepoint] = self.set_off
        return savepoint

    def release(self, savepoint: int) -> None:
        """Keep what was done since."""
        if self._transaction is not None:
            self._transaction.release(savepoint)

    def roll_back(self, savepoint: int) -> None:
        """Undo rows, events and batch runs since."""
        if self._transaction is not None:
            self._transaction.roll_back(savepoint)
            self.set_off = self._marks[savepoint]

    def _writing(self) -> Transaction:
        if self._transaction is None:
            raise InternalError(f"{self._call.name} writes, but says that it uses no store")
        return self._transaction


class _NoStatements:
    """The statements of a body that uses no store: asking for one is a mistake of the checker."""

    def __getattr__(self, name: str) -> object:
        raise InternalError(f"a body that says it uses no store runs the statement {name!r}")


def _effects(host: Host, store: Store | None, transaction: Transaction | None) -> StoreEffects:
    if store is None or transaction is None:
        return cast(StoreEffects, _NoStatements())
    if len(host.stores) == 1:
        return transaction.effects
    return RoutedEffects(host.manifest, host.stores, store.name, transaction.effects)
