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
from jadpo_runtime.runner.piece import FlushedTogether, PieceKind
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Duration, Instant

P = TypeVar("P")

LONGEST_UNFLUSHED: Final = Duration(20_000)
"""How long deliveries may be committed and not on the disk yet: 20 ms, in µs.

A power cut undoes their effects and their records together, so they are delivered again. Nothing
outward happens, nothing is written to another store and nobody is told before a flush. The bound is
for readers of the store, which see them meanwhile; a body that takes long is begun after a flush.
"""


class Invocation:
    """One invocation on a host."""

    def __init__(self, host: Host, kinds: Sequence[PieceKind[Any]], budget: Budget) -> None:
        """Run pieces of ``kinds`` within ``budget``."""
        self._host: Final = host
        self._budget: Final = budget
        self._kinds: Final = [(kind, Pace()) for kind in kinds]
        self._unflushed: PieceKind[Any] | None = None
        self._unflushed_since = Duration(0)
        self._ran = 0

    def run(self) -> int:
        """Run what is due and what that sets off; how many pieces were run [H2]."""
        try:
            while self._budget.takes_work and self._run_earliest():
                pass
        finally:
            self._flush()
        return self._ran

    def _run_earliest(self) -> bool:
        """Claim and run a batch of the kind that is due first; whether there was any piece."""
        since = [(self._due(kind), index) for index, (kind, _) in enumerate(self._kinds)]
        due = sorted((at, index) for at, index in since if at is not None)
        # Another runner may be faster, so one kind that gives nothing is not the end.
        return any(self._claim_and_run(*self._kinds[index]) for _, index in due)

    def _due(self, kind: PieceKind[Any]) -> Instant | None:
        """Since when the next piece of a kind is due, if one is."""

        def look(transaction: Transaction) -> Instant | None:
            at = kind.due(transaction)
            return at if at is not None and at <= transaction.now() else None

        try:
            return kind.store.transact(look, write=False)
        except Fault as fault:
            self._host.report(StoreFailed(kind.store.name, fault))
            return None

    def _claim_and_run(self, kind: PieceKind[P], pace: Pace) -> bool:
        """Claim a batch, run what is reached of it, give back the rest; whether any was claimed.

        Claims need not be on the disk: a power cut that undoes them ends their claimers, too.
        Where the store fails there is no way to go on: what is held comes back with its lease.
        """
        claim = Claim(self._host.randomness.uuid(), self._host.owner, self._budget.lease())
        most = pace.batch(self._budget.usable())
        left: Sequence[P] = ()
        if kind is not self._unflushed:
            # Of another kind a piece may take minutes.
            self._flush()
        try:
            left = kind.store.transact(
                lambda transaction: kind.claim(transaction, claim, most),
                write=True,
                durable=False,
            )
            claimed = bool(left)
            try:
                left = self._run_batch(kind, pace, left)
            finally:
                self._give_back(kind, left)
        except Fault as fault:
            self._host.report(StoreFailed(kind.store.name, fault))
            return False
        return claimed

    def _run_batch(self, kind: PieceKind[P], pace: Pace, pieces: Sequence[P]) -> Sequence[P]:
        """Run claimed pieces while the budget lasts; those that are left.

        One flush serves several commits: it takes up to milliseconds, a delivery a tenth of one.
        """
        while pieces and self._budget.takes_work:
            if self._unflushed is None:
                self._unflushed = kind
                self._unflushed_since = self._host.clock.elapsed()
            pieces = self._run_some(kind, pace, pieces)
            if self._host.clock.elapsed() - self._unflushed_since >= LONGEST_UNFLUSHED:
                self._flush()
        return pieces

    def _run_some(self, kind: PieceKind[P], pace: Pace, pieces: Sequence[P]) -> Sequence[P]:
        started = self._host.clock.elapsed()
        left = kind.run(pieces, self._budget)
        count = len(pieces) - len(left)
        pace.ran(count, self._host.clock.elapsed() - started)
        self._ran += count
        return left

    def _give_back(self, kind: PieceKind[P], pieces: Sequence[P]) -> None:
        if pieces:
            kind.store.transact(
                lambda transaction: kind.give_back(transaction, pieces), write=True, durable=False
            )

    def _flush(self) -> None:
        """Bring to the disk what was run, and have it reported."""
        kind, self._unflushed = self._unflushed, None
        if kind is None:
            return
        try:
            kind.store.flush()
        except Fault as fault:
            self._host.report(StoreFailed(kind.store.name, fault))
            return
        if isinstance(kind, FlushedTogether):
            kind.flushed()
