"""The frame of a running callable, and what a translated node is.

A frame is a list: three places for the run itself, then the slots of the callable. The call depth
and the stop byte are in the frame and not in the program, so that a run that ends in any way, also
by an exception from outside, leaves nothing behind.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

Frame: TypeAlias = list[Any]
"""The places of one call; what a slot holds is known statically, so ``Any`` is the right type."""

Evaluator: TypeAlias = Callable[[Frame], Any]
"""A translated expression gives its value, a translated statement a signal or ``None``."""

DEPTH: Final = 0
"""How many authored calls are active, this one included; an ``int`` from 1."""

STOP: Final = 1
"""The stop byte of the run, a ``bytearray``."""

CONTEXT: Final = 2
"""The :class:`jadpo_runtime.context.Context` of the run."""

FIRST_SLOT: Final = 3
"""Where slot 0 of the callable is."""

CALL_DEPTH_LIMIT: Final = 1_000
"""A call made while this many authored calls are active is ``call_depth_exceeded``."""
