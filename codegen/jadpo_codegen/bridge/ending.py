"""What stands in for a value where there is none."""

import enum


class Ending(enum.Enum):
    """The marks that compiled code and Python give each other instead of a value."""

    FAILED = "failed"
    """A site ends with a failure, which the run holds."""
    LEFT = "left"
    """A callable did not return: its status is in the context struct."""
