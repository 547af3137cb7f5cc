"""Statements and blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from jadpo.syntax.nodes.expressions import Argument, Expression, FieldValue
from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.patterns import Match
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.syntax.nodes.types import TypeExpression

__all__ = [
    "Advance",
    "Assert",
    "AssertRejects",
    "Assign",
    "Block",
    "Break",
    "Continue",
    "Effect",
    "Emit",
    "For",
    "If",
    "Reject",
    "Return",
    "RunPending",
    "StartBatch",
    "Statement",
    "Tick",
    "Var",
    "While",
]


class Block(Node):
    """`{ statements }`."""

    statements: tuple[Statement, ...]
    start: int
    end: int


class Var(Node):
    """`var x = e`, `var x: T = e`, `var mut x: T = e`; `_` may be the name."""

    name: Name
    mutable: bool
    type: TypeExpression | None
    value: Expression
    start: int
    end: int


class Assign(Node):
    """`x = e`. A target of several names parses, so that the checker can refuse it in words."""

    target: Path
    value: Expression
    start: int
    end: int


class Return(Node):
    """`return e`, or `return` alone directly before a `}`."""

    value: Expression | None
    start: int
    end: int


class Reject(Node):
    """`reject OrderMissing { number: n }`, as a statement and as an arm."""

    failure: Path
    context: tuple[FieldValue, ...]
    start: int
    end: int


class If(Node):
    """`if c { } else if d { } else { }`: `otherwise` is the next `If`, a `Block` or nothing."""

    condition: Expression
    then: Block
    otherwise: If | Block | None
    start: int
    end: int


class For(Node):
    """`for x in xs { }`, or with two names `for key, value in map { }`."""

    names: tuple[Name, ...]
    iterable: Expression
    body: Block
    start: int
    end: int


class While(Node):
    """`while c { }`."""

    condition: Expression
    body: Block
    start: int
    end: int


class Break(Node):
    """`break`."""

    start: int
    end: int


class Continue(Node):
    """`continue`."""

    start: int
    end: int


class Emit(Node):
    """`emit OrderEvent.placed { order_id: order.id }`."""

    variant: Path
    fields: tuple[FieldValue, ...]
    start: int
    end: int


class StartBatch(Node):
    """`start reprice(Percent(5))`."""

    batch: Path
    arguments: tuple[Argument, ...]
    start: int
    end: int


class Effect(Node):
    """A call, an `attempt` or a persistence expression for its effect: `attempt send(x)`."""

    expression: Expression
    start: int
    end: int


class Assert(Node):
    """`assert condition`."""

    condition: Expression
    start: int
    end: int


class AssertRejects(Node):
    """`assert rejects OutOfStock { call Order.place(x) }`."""

    failure: Path
    expression: Expression
    start: int
    end: int


class Advance(Node):
    """`advance clock by 15m`."""

    amount: Expression
    start: int
    end: int


class RunPending(Node):
    """`run pending`."""

    start: int
    end: int


class Tick(Node):
    """`tick`."""

    start: int
    end: int


Statement: TypeAlias = (
    Var
    | Assign
    | Return
    | Reject
    | If
    | Match
    | For
    | While
    | Break
    | Continue
    | Emit
    | StartBatch
    | Effect
    | Assert
    | AssertRejects
    | Advance
    | RunPending
    | Tick
)
