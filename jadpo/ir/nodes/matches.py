"""Matches of values: their cases and arms."""

from typing import TYPE_CHECKING, TypeAlias

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression
    from jadpo.ir.nodes.statement import Statement


class VariantCase(Node):
    """A variant's tag; ``bindings`` pairs payload positions with slots."""

    tag: str
    bindings: tuple[tuple[int, int], ...]


class LiteralCase(Node):
    """A literal or a Bool."""

    value: object


class NoneCase(Node):
    """``none``."""


class SomeCase(Node):
    """``some(x)``: a present value, bound to a slot if one is named."""

    slot: int | None


class OtherCase(Node):
    """``_``."""


Case: TypeAlias = VariantCase | LiteralCase | NoneCase | SomeCase | OtherCase


class Arm(Node):
    """An arm of a match: ``block`` runs, then ``result`` is the match's value.

    ``result`` is ``None`` in a statement, and in an expression where the block always leaves.
    """

    case: Case
    block: tuple["Statement", ...]
    result: "Expression | None"


class Match(Node):
    """``match subject``: the first arm whose case fits; cases are exhaustive [C2].

    As a statement it stands in :class:`Evaluate` with the type Unit.
    """

    subject: "Expression"
    plain: bool
    arms: tuple[Arm, ...]
    type: Type
    span: Span
