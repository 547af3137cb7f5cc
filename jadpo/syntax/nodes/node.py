"""What nodes are made from: `NamedTuple` when running, a class of its own to mypy.

mypy takes two NamedTuples for overlapping if their items are, item by item. For unions of classes
that contain each other that takes minutes, and is not what is meant: a `Var` is never a `For`.
"""

from typing import TYPE_CHECKING, NamedTuple, dataclass_transform

if TYPE_CHECKING:
    from typing import Self

    @dataclass_transform(frozen_default=True)
    class Node:
        """A frozen node."""

        def _replace(self, **changes: object) -> Self: ...

else:
    Node = NamedTuple
