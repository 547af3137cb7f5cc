"""`match`, its arms and their patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from jadpo.syntax.nodes.names import Name, Path
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.syntax.nodes.expressions import Expression, LiteralExpression
    from jadpo.syntax.nodes.statements import Block, Reject

__all__ = [
    "Arm",
    "ArmBody",
    "FailurePattern",
    "LiteralPattern",
    "Match",
    "Pattern",
    "Propagate",
    "SomePattern",
    "SuccessPattern",
    "VariantPattern",
    "WildcardPattern",
]


class LiteralPattern(Node):
    """`3`, `"text"`, `true`, `none`: a literal that is not negative."""

    literal: LiteralExpression
    start: int
    end: int


class WildcardPattern(Node):
    """`_`."""

    start: int
    end: int


class SomePattern(Node):
    """`some(x)`: the value of a `T?` that is not `none`."""

    binding: Name
    start: int
    end: int


class SuccessPattern(Node):
    """`success(value)`, or `success` of what gives `Unit`."""

    binding: Name | None
    start: int
    end: int


class FailurePattern(Node):
    """`failure LookupMissing(missing)`, or without a binding for the context."""

    failure: Path
    binding: Name | None
    start: int
    end: int


class VariantPattern(Node):
    """`Status.open`, `Status.paid { receipt amount }`.

    Also any other word, such as `open`, that is no pattern of the language: the checker says so.
    """

    variant: Path
    bindings: tuple[Name, ...]
    start: int
    end: int


Pattern: TypeAlias = (
    LiteralPattern
    | WildcardPattern
    | SomePattern
    | SuccessPattern
    | FailurePattern
    | VariantPattern
)


class Propagate(Node):
    """`propagate`: the matched failure leaves the caller as well."""

    start: int
    end: int


ArmBody: TypeAlias = "Expression | Block | Reject | Propagate"


class Arm(Node):
    """`pattern => expression`, or `{ statements }`, `reject F { … }`, `propagate` for it."""

    pattern: Pattern
    body: ArmBody
    start: int
    end: int


class Match(Node):
    """`match subject { arms }`, as an expression and as a statement."""

    subject: Expression
    arms: tuple[Arm, ...]
    start: int
    end: int
