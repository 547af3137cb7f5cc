"""How a simulation ended."""

import attrs

from jadpo_runtime.simulation.trace import Trace
from jadpo_runtime.values import Duration


@attrs.frozen
class Outcome:
    """How a simulation ended: ``violation`` says what was broken, if anything was."""

    seed: int
    violation: str | None
    error: Exception | None
    trace: Trace
    events: int
    simulated: Duration
