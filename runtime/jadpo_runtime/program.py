"""What an engine gives the runtime: a program that can be run."""

from collections.abc import Sequence
from typing import Protocol

from jadpo_runtime.context import Context
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Outcome


class Program(Protocol):
    """A program in one engine. It may be used by one thread at a time."""

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        ...

    def run(self, name: str, arguments: Sequence[object], context: Context) -> Outcome:
        """Run the callable ``name`` with values of its parameters' types.

        All effects go through ``context``. An exception that the context raises other than
        :class:`~jadpo_runtime.faults.Fault`, :class:`~jadpo_runtime.faults.Stopped` and
        :class:`~jadpo_runtime.context.ConstraintConflict` passes through unchanged.
        """
        ...
