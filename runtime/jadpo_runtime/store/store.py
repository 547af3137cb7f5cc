"""What every store offers, whatever database is behind it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from jadpo_runtime.context import StoreEffects
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.outcome import Outcome
from jadpo_runtime.values import Entity, Instant

T = TypeVar("T")

Backfill: TypeAlias = Callable[[str, Entity, bytearray], Outcome]
"""Runs a backfill [V6], named by its callable, on a row; the byte is set when it must end."""


class StoreError(Fault):
    """A store cannot be opened, or is not one for this program; ``detail`` says why.

    Raised by opening and by preparing the schema, and has changed nothing. It is the fault
    ``store_unavailable`` where it ends a boundary.
    """

    def __init__(self, detail: str) -> None:
        """Say for a person what is wrong, and what to do."""
        super().__init__(FaultCode.STORE_UNAVAILABLE, detail)


class StoreHeld(StoreError):  # noqa: N818 - says what is the matter, as its name reads
    """A store cannot be opened just now: another process has held its lock for too long.

    It is the fault ``store_contended``.
    """

    def __init__(self, detail: str) -> None:
        """Say for a person which store it is."""
        Fault.__init__(self, FaultCode.STORE_CONTENDED, detail)


class Transaction(Protocol):
    """One transaction of a store, good until the work it was given to has returned.

    Every method may raise :class:`~jadpo_runtime.faults.Fault` (``store_unavailable``,
    ``store_contended``) and :class:`~jadpo_runtime.faults.Stopped`. After either of these nothing
    of the transaction is kept, whatever its user does next.
    """

    @property
    def effects(self) -> StoreEffects:
        """The program's own statements, by the index of their plan."""
        ...

    def now(self) -> Instant:
        """The store's clock [M2]."""
        ...

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run a statement on the runtime's own records, and give all rows it answers with."""
        ...

    def change(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Run a guarded statement on the runtime's own records; the number of rows it changed."""
        ...

    def savepoint(self) -> int:
        """Mark the state; savepoints nest."""
        ...

    def release(self, savepoint: int) -> None:
        """Keep what was done since the savepoint, and forget it and those within it."""
        ...

    def roll_back(self, savepoint: int) -> None:
        """Undo what was done since the savepoint, and forget it and those within it."""
        ...

    def unfilled(self, entity: str, field: str, after: object, most: int) -> list[object]:
        """The first identities, in order, of rows that lack a field which a backfill fills [K3].

        ``after`` is the identity that they come after, or ``None``.
        """
        ...

    def fill(self, entity: str, field: str, identity: object) -> Outcome:
        """Compute the field of a row that lacks it, and keep the value where the backfill returned.

        A value that breaks a rule of its field or a ``unique:`` is the fault
        ``constraint_violated``.
        """
        ...

    def acts_outward(self) -> None:
        """Say that the work is about to act on the world.

        From here it is never run again, and what was committed before it is flushed: the world
        must not know of what a power cut can still undo.
        """
        ...


class Store(Protocol):
    """One database. It may be used by several threads, each in its own transactions."""

    @property
    def name(self) -> str:
        """The name that the program declares it by [E5]."""
        ...

    @property
    def file(self) -> Path | None:
        """The file that other processes may open, too; ``None`` where there is none."""
        ...

    def prepare_schema(self, record_tables: Sequence[str]) -> None:
        """Make what the program's entities need, all at once or nothing.

        ``record_tables`` are statements that make the runtime's own record tables, each of which
        changes nothing when run again. Processes that start together on a new database all
        succeed. Raises :class:`StoreError` where the database holds another schema.
        """
        ...

    def refuse_other_schema(self) -> None:
        """See that the database still has the schema that was prepared; it is only read.

        Raises :class:`StoreError` where it was migrated for another version of the program since.
        That costs nothing as long as nobody changed any schema.
        """
        ...

    def require_filled(self) -> None:
        """Require the fields that a backfill has filled in all rows [K3].

        In a transaction of its own; a field that some row lacks still is left as it is.
        """
        ...

    def transact(self, work: Callable[[Transaction], T], *, write: bool, durable: bool = True) -> T:
        """Run ``work`` in one transaction and commit it after the work has returned.

        The commit is on the disk when this returns. Without ``durable`` it is only safe from
        crashes of the process until :meth:`flush` or the next durable commit: a power cut may undo
        the last such commits, in order and each as a whole. That is for what would be done again;
        where the work acted outward it is durable nevertheless.

        Any exception rolls everything back and is raised again. Where the store
        asks for it the work is begun anew, but never once it has acted outward. Raises
        :class:`~jadpo_runtime.faults.Fault` where the store cannot begin or commit, and
        :class:`~jadpo_runtime.faults.Stopped` where the transaction was interrupted.
        """
        ...

    def flush(self) -> None:
        """Bring to the disk what was committed without being durable."""
        ...

    def interrupt(self, thread: int | None = None) -> None:
        """From another thread: end the transaction that runs, in the middle of a statement [L6].

        ``thread`` is the ``threading.get_ident()`` of the one to end; without it all are ended.
        Nothing happens to a thread that is in no transaction, or that already commits.
        """
        ...

    def close(self) -> None:
        """Close all connections; nothing may run any more."""
        ...
