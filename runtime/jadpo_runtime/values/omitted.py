"""The mark of a field that its Object was made without [T7]."""

import enum
from typing import Final


class Omitted(enum.Enum):
    """The type of :data:`OMITTED`."""

    OMITTED = "omitted"

    def __repr__(self) -> str:
        """Show the mark by its name."""
        return "OMITTED"


OMITTED: Final = Omitted.OMITTED
"""Stands in an Object's tuple where an ``optional`` field was left out; it is not ``none``."""
