"""What the migration of a store's database offers, whatever database it is."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from jadpo_runtime.store.schema import Migrated, Step

Execute: TypeAlias = Callable[[str, Sequence[object]], list[tuple[object, ...]]]
"""Runs a statement in the migration's transaction, on the runtime's own records."""


class FillingRuns(Protocol):
    """The records of the runs that fill what a backfill computes [V6]."""

    def start(self, execute: Execute, entity: str, field: str) -> None:
        """Record that rows of ``entity`` lack ``field``, unless a run is to fill them already."""
        ...

    def cancel(self, execute: Execute, entity: str, field: str) -> None:
        """Forget a run that has not come to its end: there is nothing more to be filled."""
        ...


class Migration(Protocol):
    """Brings one store's database to the schema that a program needs.

    Every method may raise :class:`~jadpo_runtime.store.StoreError` and
    :class:`~jadpo_runtime.faults.Fault`, and has then changed nothing. ``progress`` is told what
    goes on, and how many rows of it are done.
    """

    @property
    def is_kept(self) -> bool:
        """Whether there is a database already, which outlives the process."""
        ...

    def steps(self) -> tuple[Step, ...]:
        """The steps there are, without a look at any row; changes nothing."""
        ...

    def plan(self, progress: Callable[[str, int], None]) -> Migrated:
        """The steps and what rows make of them; changes nothing."""
        ...

    def apply(
        self,
        record_tables: Sequence[str],
        progress: Callable[[str, int], None],
        runs: FillingRuns,
        *,
        allow_loss: bool,
    ) -> Migrated:
        """Take all steps in one transaction, or none.

        None is taken where one is refused, or where one loses values and that is not allowed. The
        runtime's own ``record_tables`` are made where they are missing; ``runs`` is told of each
        field that a backfill is to fill, and of those it need not fill any more [V6].
        """
        ...
