"""Instants and durations, counted in microseconds."""


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
