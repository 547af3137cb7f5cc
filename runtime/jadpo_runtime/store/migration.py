"""What the migration of a store's database offers, whatever database it is."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from jadpo_runtime.store.schema import Migrated, Step

StartFilling: TypeAlias = Callable[
    [Callable[[str, Sequence[object]], list[tuple[object, ...]]], str, str], None
]
"""Records that rows are to be filled, with statements of the migration's transaction: what runs
one, the entity, the field."""


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
        start_filling: StartFilling,
        *,
        allow_loss: bool,
    ) -> Migrated:
        """Take all steps in one transaction, or none.

        None is taken where one is refused, or where one loses values and that is not allowed. The
        runtime's own ``record_tables`` are made where they are missing; ``start_filling`` is
        called for each field that a backfill is to fill [V6].
        """
        ...
