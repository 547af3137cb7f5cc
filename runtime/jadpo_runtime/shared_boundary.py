"""Several bodies in one commit, each in a boundary of its own within it [W1] [B7].

Each runs in a savepoint, so that it is kept or leaves nothing, as in a transaction of its own. What
the others did before is seen by those that come later, as it would be had they been committed.
"""

from collections.abc import Sequence
from typing import Final

from jadpo_runtime.boundary import BodyEnd, Call, NeedsOwnBoundary, run_body
from jadpo_runtime.faults import Fault, Stopped
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.runner.failing import lost_its_transaction
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration

OPEN_FOR: Final = Duration(5_000)
"""How long a shared commit takes on further bodies: 5 ms, in µs [B7]."""

ALONE: Final = None
"""Stands for a body that was not run, or of which nothing was kept: it is to be run alone."""


class _Broken(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls the shared commit back: one body was stopped, or its store failed under it."""

    def __init__(self, place: int, end: BodyEnd) -> None:
        super().__init__(place, end)
        self.place = place
        self.end = end


def run_boundaries_together(
    host: Host, store: Store, calls: Sequence[Call], deadline: Duration | None = None
) -> Sequence[BodyEnd | None]:
    """How each body ended, in order; :data:`ALONE` for those that are to be run alone.

    The bodies write ``store`` and read no other. ``deadline`` (by the clock's ``elapsed``) is when
    each of them is stopped. A fault of the commit is the outcome of all that would have been kept:
    whether the disk has it may be unknown, so none is run again.
    """
    run = _Run(host, store, calls, deadline)
    try:
        return store.transact(run.work, write=True)
    except _Broken as broken:
        return [broken.end if place == broken.place else ALONE for place in range(len(calls))]
    except Stopped:
        return [ALONE] * len(calls)
    except Fault as fault:
        return run.failed(BodyEnd(Faulted(fault.code, None, fault.detail)))


class _Run:
    """The bodies of one shared commit."""

    def __init__(
        self, host: Host, store: Store, calls: Sequence[Call], deadline: Duration | None
    ) -> None:
        self._host: Final = host
        self._store: Final = store
        self._calls: Final = calls
        self._deadline: Final = deadline
        self._interrupts: Final = host.interrupts()
        self._ends: list[BodyEnd | None] | None = None
        self._began = False

    def failed(self, end: BodyEnd) -> Sequence[BodyEnd | None]:
        """How the bodies ended where ``end`` is how the transaction did."""
        if not self._began:
            # The store cannot be written: alone they would wait as long for the same.
            return [end] * len(self._calls)
        if self._ends is None:
            return [ALONE] * len(self._calls)
        return [
            end if own is not ALONE and isinstance(own.outcome, Returned) else own
            for own in self._ends
        ]

    def work(self, transaction: Transaction) -> Sequence[BodyEnd | None]:
        """Run bodies until the transaction was open long enough."""
        self._began = True
        self._ends = None
        ends: list[BodyEnd | None] = [ALONE] * len(self._calls)
        closes = self._host.clock.elapsed() + OPEN_FOR
        for place, call in enumerate(self._calls):
            if place and self._host.clock.elapsed() >= closes:
                break
            ends[place] = self._run_one(transaction, place, call)
        # Only now is there something that a commit could fail to keep.
        self._ends = ends
        return ends

    def _run_one(self, transaction: Transaction, place: int, call: Call) -> BodyEnd | None:
        savepoint = transaction.savepoint()
        limit = self._host.watchdog.watch(self._deadline, self._interrupts)
        try:
            end = run_body(self._host, self._store, transaction, call, limit, shared=True)
        except NeedsOwnBoundary:
            transaction.roll_back(savepoint)
            return ALONE
        if isinstance(end.outcome, Returned):
            transaction.release(savepoint)
            return end
        if end.stopped is not None or lost_its_transaction(end):
            raise _Broken(place, end)
        transaction.roll_back(savepoint)
        return end
