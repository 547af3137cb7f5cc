"""What conditions show about bindings: present, or supplied, where they hold [C3] [T7].

A *path* is an immutable binding with fields behind it; a *fact* says of a path that it is not
``none``, or that an optional field was supplied. Facts are sets, so that ``and`` and ``or`` are
unions and intersections.
"""

import enum
from typing import Final, NamedTuple, TypeAlias


class FactKind(enum.Enum):
    """What a fact says of its path."""

    PRESENT = "present"
    SUPPLIED = "supplied"


class Fact(NamedTuple):
    """``slot`` is the binding's; ``fields`` are the names behind it, none for the binding."""

    kind: FactKind
    slot: int
    fields: tuple[str, ...]


Facts: TypeAlias = frozenset[Fact]

NO_FACTS: Final[Facts] = frozenset()


class Shown(NamedTuple):
    """What a condition shows where it holds, and where it does not."""

    when_true: Facts = NO_FACTS
    when_false: Facts = NO_FACTS

    def negated(self) -> "Shown":
        """What ``not`` of the condition shows."""
        return Shown(self.when_false, self.when_true)

    def and_then(self, other: "Shown") -> "Shown":
        """What ``self and other`` shows."""
        return Shown(self.when_true | other.when_true, self.when_false & other.when_false)

    def or_else(self, other: "Shown") -> "Shown":
        """What ``self or other`` shows."""
        return Shown(self.when_true & other.when_true, self.when_false | other.when_false)


NOTHING_SHOWN: Final = Shown()


def join(left: Facts | None, right: Facts | None) -> Facts | None:
    """What is known where two paths meet; ``None`` is a path that does not get there."""
    if left is None:
        return right
    if right is None:
        return left
    return left & right
