"""The base of the nodes of trees: NamedTuples at run time, frozen classes to the type checker."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self, dataclass_transform

    @dataclass_transform(frozen_default=True)
    class Node:
        """What every node is: an immutable record of its fields, in order of declaration."""

        def __iter__(self) -> Iterator[object]:
            """The fields' values, in order of declaration."""
            ...

        def _replace(self, **changes: object) -> Self:
            """The same with other values in some fields."""
            ...

else:
    # Nodes are made by the thousand and their classes defined at every start, and NamedTuples do
    # both fastest (bench/nodes/defining.py). But a type checker compares NamedTuples by their
    # items, without an end in sight for trees of classes that refer to each other, so it is told of
    # plain frozen classes.
    from typing import NamedTuple as Node

__all__ = ["Node"]
