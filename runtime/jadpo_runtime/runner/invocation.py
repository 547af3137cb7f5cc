"""An invocation: one run of a host's code that runs background work within a budget [L1].

It chooses what is due, claims it, runs each piece in its own boundary, and goes on with what that
set off, until nothing is due or the budget is at the part kept back; then it gives back what it
claimed and did not reach [L2] [H1].
"""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim
from jadpo_runtime.runner.pace import Pace
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.runner.schemas import schemas_hold
from jadpo_runtime.runner.unreturned import Unreturned
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant

P = TypeVar("P")


class Invocation:
    """One invocation on a host."""

    def __init__(
        self,
        host: Host,
        kinds: Sequence[PieceKind[Any]],
        budget: Budget,
        unreturned: Unreturned | None = None,
    ) -> None:
        """Run pieces of ``kinds`` within ``budget``.

        ``unreturned`` are claims of invocations before this one that the store did not take back.
        """
        self._host: Final = host
        self._budget: Final = budget
        self._kinds: Final = [(kind, Pace()) for kind in kinds]
        # One look at a store tells of all of its kinds: a transaction for each takes longer.
        self._by_store: Final = [
            (store, [index for index, kind in enumerate(kinds) if kind.store is store])
            for store in {kind.store.name: kind.store for kind in kinds}.values()
        ]
        self._unreturned: Final = unreturned or Unreturned()
        self._ran = 0

    @property
    def ran(self) -> int:
        """How many pieces were run so far."""
        return self._ran

    def run(self) -> int:
        """Run what is due and what that sets off; how many pieces were run [H2].

        Raises :class:`~jadpo_runtime.store.StoreError` where a database was migrated for another
        version of the program.
        """
        self._unreturned.give_back()
        while self._budget.takes_work and self._run_earliest():
            pass
        return self._ran

    def _run_earliest(self) -> bool:
        """Claim and run a batch of the kind that is due first; whether there was any piece."""
        due = sorted(each for store, among in self._by_store for each in self._due(store, among))
        # Another runner may be faster, so one kind that gives nothing is not the end.
        return any(self._claim_and_run(*self._kinds[index]) for _, index in due)

    def _due(self, store: Store, among: Sequence[int]) -> list[tuple[Instant, int]]:
        """Which kinds of a store have a piece that is due, by their positions, and since when."""

        def look(transaction: Transaction) -> list[tuple[Instant, int]]:
            found = [(self._kinds[index][0].due(transaction), index) for index in among]
            now = transaction.now()  # Later than what was found to be due "now".
            return [(at, index) for at, index in found if at is not None and at <= now]

        try:
            return store.transact(look, write=False)
        except Fault as fault:
            self._host.report(StoreFailed(store.name, fault))
            return []

    def _claim_and_run(self, kind: PieceKind[P], pace: Pace) -> bool:
        """Claim a batch, run what is reached of it, give back the rest; whether any was claimed.

        Claims need not be on the disk: a power cut that undoes them ends their claimers, too.
        Where the store fails there is no way to go on: what is held is given back when it works
        again, or comes back with its lease. Raises :class:`~jadpo_runtime.store.StoreError` where a
        database was migrated meanwhile: an invocation may be long, and nothing more may be run.
        """
        if not schemas_hold(self._host):
            return False
        claim = Claim(self._host.randomness.uuid(), self._host.owner, self._budget.lease())
        most = pace.batch(self._budget.usable())
        left: Sequence[P] = ()
        try:
            left = self._claim(kind, claim, most)
            claimed = bool(left)
            try:
                left = self._run_batch(kind, pace, left)
            finally:
                self._give_back(kind, left)
        except Fault as fault:
            self._host.report(StoreFailed(kind.store.name, fault))
            return False
        return claimed

    def _claim(self, kind: PieceKind[P], claim: Claim, most: int) -> Sequence[P]:
        """Claim a batch; where the store says that it failed, what it may yet have is given back.

        The claim may be made all the same, and nobody would run what is held until its lease ends.
        """
        taken: Sequence[P] = ()

        def take(transaction: Transaction) -> Sequence[P]:
            nonlocal taken
            taken = kind.claim(transaction, claim, most)
            return taken

        try:
            return kind.store.transact(take, write=True, durable=False)
        except Fault:
            self._give_back(kind, taken)
            raise

    def _run_batch(self, kind: PieceKind[P], pace: Pace, pieces: Sequence[P]) -> Sequence[P]:
        """Run claimed pieces while the budget lasts; those that are left."""
        while pieces and self._budget.takes_work:
            pieces = self._run_some(kind, pace, pieces)
        return pieces

    def _run_some(self, kind: PieceKind[P], pace: Pace, pieces: Sequence[P]) -> Sequence[P]:
        started = self._host.clock.elapsed()
        left = kind.run(pieces, self._budget)
        count = len(pieces) - len(left)
        pace.ran(count, self._host.clock.elapsed() - started)
        self._ran += count
        return left

    def _give_back(self, kind: PieceKind[P], pieces: Sequence[P]) -> None:
        if not pieces:
            return

        def give_back() -> None:
            kind.store.transact(
                lambda transaction: kind.give_back(transaction, pieces), write=True, durable=False
            )

        try:
            give_back()
        except Fault:
            self._unreturned.keep(give_back)
            raise
