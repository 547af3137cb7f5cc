"""What boundaries and the runner see of the host they run on."""

import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

import attrs

from jadpo_runtime.clock import Clock
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import CallableSignature, Manifest
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import CallOutcome
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.runner.batch_plans import BatchPlans
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store
from jadpo_runtime.values.patterns.patience import interrupt_match
from jadpo_runtime.watchdog import Interrupts, Watchdog


class Connections(Protocol):
    """The outside systems that a program calls [N2]."""

    def call(self, connection: str, operation: str, request: object) -> CallOutcome:
        """Call an operation; raises :class:`~jadpo_runtime.faults.Fault` for what it may not be."""
        ...


class NoConnections:
    """A host that reaches no outside system."""

    def call(self, connection: str, operation: str, request: object) -> CallOutcome:
        """Refuse: nothing was sent."""
        raise Fault(
            FaultCode.CONNECTION_UNAVAILABLE,
            f"This host calls no outside systems, so {connection}.{operation} was not called.",
        )


@attrs.frozen
class Host:
    """All that a host lends to the boundaries and invocations that run on it.

    ``owner`` is the id of this process's liveness row [M4], or ``None`` where it has none: then
    nothing but the end of a lease gives its claims to others. ``report`` is told what happens.
    """

    program: Program
    outbox: Outbox
    stores: Mapping[str, Store]
    config: Mapping[tuple[str, str], object]
    connections: Connections
    clock: Clock
    randomness: Randomness
    watchdog: Watchdog
    report: Callable[[Report], None]
    batch_plans: Mapping[str, BatchPlans]
    owner: str | None = None

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self.program.manifest

    def store_of(self, signature: CallableSignature) -> Store | None:
        """The store that a boundary of this callable runs in; ``None`` where it uses none [E5]."""
        name = signature.writes or next(iter(signature.reads), None)
        return None if name is None else self.stores[name]

    def interrupts(self) -> Interrupts:
        """What ends the store statements and matches of the thread that calls this [L6]."""
        thread = threading.get_ident()
        statements = (partial(store.interrupt, thread) for store in self.stores.values())
        return (*statements, partial(interrupt_match, thread))

    def home(self) -> Store:
        """The store of records that belong to no other: the only one, or ``primary`` [V1]."""
        if len(self.stores) == 1:
            return next(iter(self.stores.values()))
        return self.stores.get("primary") or next(iter(self.stores.values()))
