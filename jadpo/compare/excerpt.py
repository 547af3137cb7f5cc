"""As much of a long line as shows where it differs from another."""

from typing import Final

WIDTH: Final = 160
"""Characters of a line that are shown."""


def excerpt(line: str, alike: int) -> str:
    """The part of a line around the place where it differs, after the characters ``alike``."""
    start = max(0, alike - WIDTH // 2) if len(line) > WIDTH else 0
    end = start + WIDTH
    return f"{'…' * (start > 0)}{line[start:end]}{'…' * (end < len(line))}"
