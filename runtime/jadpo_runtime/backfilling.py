"""Running a program's backfills for a store that reads or fills rows [V6]."""

from typing import Final, cast

from jadpo_runtime.context import Context
from jadpo_runtime.outcome import Outcome
from jadpo_runtime.program import Program
from jadpo_runtime.store.store import Backfill
from jadpo_runtime.values import Entity
from jadpo_runtime.values.internal_error import InternalError


class _PureContext:
    """The door of a pure function: it may be told to end, and do nothing else."""

    def __init__(self, stop: bytearray) -> None:
        self.stop: Final = stop

    def __getattr__(self, name: str) -> object:
        raise InternalError(f"a pure function asks its context for {name!r}")


def backfill_of(program: Program) -> Backfill:
    """What runs the backfills of a program, on the thread that reads the rows."""

    def backfill(name: str, row: Entity, stop: bytearray) -> Outcome:
        return program.run(name, (row,), cast(Context, _PureContext(stop)))

    return backfill
