"""Waiting for follow-on work: a route with `settle:` runs what its action set off [A1]–[A3]."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

from jadpo_runtime.hosts.host import Host
from jadpo_runtime.runner.batch import BatchRuns
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.follow_on import FollowOn, due_in
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.runner.waiting_budget import WaitingBudget
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration, Instant

P = TypeVar("P")

LOOK_EVERY: Final = Duration(10_000)
"""How long to wait, in µs, before looking again at pieces that another runner holds."""


class _Claimable(PieceKind[P], Protocol[P]):
    """A kind whose pieces can be claimed by their ids."""

    def claim_among(
        self, transaction: Transaction, claim: Claim, ids: Sequence[str], most: int
    ) -> list[P]:
        """Claim those of certain pieces that are due."""
        ...


class Settling:
    """One route's wait for what its action set off.

    It claims and runs the pieces itself, in order of when they are due; for those that another
    runner holds it waits.
    """

    def __init__(
        self,
        host: Host,
        cause: str,
        within: Duration,
        pass_time: Callable[[Duration], None] | None = None,
    ) -> None:
        """Begin to wait for all that ``cause`` sets off, for ``within`` at most.

        ``pass_time`` lets time pass where there is nothing to do: real time where it is not given,
        until :meth:`stop`.
        """
        self._host: Final = host
        self._follow_on: Final = FollowOn(host.stores, cause)
        self._budget: Final = WaitingBudget(host.clock, within)
        self._ends: Final = Duration(host.clock.elapsed() + within)
        self._stopped: Final = threading.Event()
        self._pass_time: Final = pass_time or self._let_real_time_pass
        self._kinds: Final = _kinds(host, self._follow_on)

    @property
    def budget(self) -> Budget:
        """The budget of the wait."""
        return self._budget

    @property
    def gave_up(self) -> bool:
        """Whether some of the finished work gave up [A3]."""
        return self._follow_on.gave_up

    def wait(self) -> bool:
        """Until all is finished, or cannot be in time; whether all is finished.

        Raises :class:`~jadpo_runtime.faults.Fault` where a store fails.
        """
        while True:
            self._follow_on.look()
            if self._follow_on.is_finished:
                return True
            left = self._ends - self._host.clock.elapsed()
            if left <= 0 or not self._budget.takes_work:
                return False
            ran = Invocation(self._host, self._kinds, self._budget).run()
            if not ran and not self._wait_for_others(Duration(left)):
                return False

    def stop(self) -> None:
        """From another thread: wait no longer, as when `within:` passes [Z2]."""
        self._budget.end_now()
        self._stopped.set()

    def _wait_for_others(self, left: Duration) -> bool:
        """Wait for a moment; false where what is left is due too late to be waited for [A3]."""
        states = self._follow_on.unfinished.values()
        held = any(state.due_at is None for state in states)
        pause = LOOK_EVERY
        if not held and states:
            due_at = min(state.due_at for state in states if state.due_at is not None)
            now = self._host.home().transact(lambda transaction: transaction.now(), write=False)
            if due_at - now > left:
                return False
            pause = Duration(max(LOOK_EVERY, min(due_at - now, left)))
        self._pass_time(pause)
        return True

    def _let_real_time_pass(self, pause: Duration) -> None:
        self._stopped.wait(pause / 1_000_000)


class _Among:
    """One kind of piece in one store, of which only those of a follow-on are seen."""

    def __init__(self, kind: _Claimable[Any], follow_on: FollowOn) -> None:
        self._kind: Final = kind
        self._follow_on: Final = follow_on

    @property
    def store(self) -> Store:
        """The store that holds the records."""
        return self._kind.store

    def due(self, transaction: Transaction) -> Instant | None:
        """When the first of those that nobody held at the last look is due."""
        due = due_in(self._follow_on, self.store.name)
        return due[0][0] if due else None

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[Any]:
        """Claim those that are due."""
        pieces = [piece for _, piece in due_in(self._follow_on, self.store.name)]
        return self._kind.claim_among(transaction, claim, pieces, most)

    def run(self, pieces: Sequence[Any], budget: Budget) -> Sequence[Any]:
        """Run one piece, or several."""
        return self._kind.run(pieces, budget)

    def give_back(self, transaction: Transaction, pieces: Sequence[Any]) -> None:
        """Give claimed pieces back."""
        self._kind.give_back(transaction, pieces)


def _kinds(host: Host, follow_on: FollowOn) -> Sequence[_Among]:
    kinds = []
    for store in host.stores.values():
        kinds.append(_Among(Deliveries(host, store), follow_on))
        if host.manifest.batches:
            kinds.append(_Among(BatchRuns(host, store), follow_on))
    return kinds
