"""What every kind of piece offers the runner."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Instant

P = TypeVar("P")


class PieceKind(Protocol[P]):
    """One kind of deferred work in one store.

    Besides what is here, each kind has ``finish`` and ``fail`` of its own shape, which its ``run``
    calls in the transaction that holds the effects (or, for a failure, in place of them).
    """

    @property
    def store(self) -> Store:
        """The store that holds the records."""
        ...

    def due(self, transaction: Transaction) -> Instant | None:
        """When the next piece is due, by the store's clock; it may have come already."""
        ...

    def claim(self, transaction: Transaction, claim: Claim, most: int) -> list[P]:
        """Claim at most ``most`` pieces that are due, in order of when they are."""
        ...

    def run(self, pieces: Sequence[P], budget: Budget) -> Sequence[P]:
        """Run one piece, or several from the first on; those that are left, claimed still.

        A piece that was run is settled when this returns: done, due again, given up or given back.
        Raises :class:`~jadpo_runtime.faults.Fault` where the store fails; then claims are left to
        their leases.
        """
        ...

    def give_back(self, transaction: Transaction, pieces: Sequence[P]) -> None:
        """Give claimed pieces back that were not run."""
        ...
