"""The steps of a pattern's program. Jumps are relative to the step that has them."""

import enum
from typing import NamedTuple, TypeAlias

from jadpo_runtime.values.patterns.classes import Ranges


class Condition(enum.Enum):
    """What must hold between two characters."""

    START = 0
    END = 1
    LINE_START = 2
    LINE_END = 3
    WORD_EDGE = 4
    NO_WORD_EDGE = 5


class Consume(NamedTuple):
    """Read one of some characters."""

    ranges: Ranges


class Check(NamedTuple):
    """Go on where the condition holds."""

    condition: Condition


class Fork(NamedTuple):
    """Go on in two places."""

    first: int
    second: int


class Jump(NamedTuple):
    """Go on elsewhere."""

    distance: int


Step: TypeAlias = Consume | Check | Fork | Jump
