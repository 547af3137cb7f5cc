"""A callable's body."""

from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.statement import Statement


class Slot(Node):
    """A place of a frame: the binding's name and type, and whether it is assigned to again."""

    name: str
    type: Type
    mutable: bool


class Callable(Node):
    """The body of a callable; its signature stands in the manifest under the same name.

    The first slots are the parameters. Every path of a body with a result ends in Return, Reject
    or a node that leaves.
    """

    name: str
    slots: tuple[Slot, ...]
    parameters: int
    body: tuple["Statement", ...]
    span: Span
