"""Instants and durations, counted in microseconds."""

from typing import Final


class Instant(int):
    """A point in time: microseconds since 1970-01-01T00:00:00Z, between years 1 and 9999."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Show the count and the type."""
        return f"Instant({int(self)})"


class Duration(int):
    """A signed length of time in microseconds, within 64 bits."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Show the count and the type."""
        return f"Duration({int(self)})"


INSTANT_MIN: Final = Instant(-62_135_596_800_000_000)
"""0001-01-01T00:00:00Z."""

INSTANT_MAX: Final = Instant(253_402_300_799_999_999)
"""9999-12-31T23:59:59.999999Z."""
