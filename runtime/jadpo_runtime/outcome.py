"""How a run of a body ends."""

from typing import TypeAlias

import attrs

from jadpo_runtime.faults import FaultCode
from jadpo_runtime.values import Span


@attrs.frozen
class Returned:
    """The body returned ``value`` (``None`` for Unit)."""

    value: object


@attrs.frozen
class Rejected:
    """A failure left the body.

    ``failure`` is the qualified name, ``context`` its values in the order public then internal,
    ``trail`` where it was raised and then each ``attempt`` it passed, innermost first.
    """

    failure: str
    context: tuple[object, ...]
    trail: tuple[Span, ...]


@attrs.frozen
class Faulted:
    """A fault ended the body; ``span`` is where it arose in the source."""

    code: FaultCode
    span: Span | None
    detail: str


@attrs.frozen
class StoppedEarly:
    """The stop byte ended the body."""


Outcome: TypeAlias = Returned | Rejected | Faulted | StoppedEarly

CallOutcome: TypeAlias = Returned | Rejected
"""How a call ends that its caller may match: faults never get there."""
