"""Expressions, but for the persistence forms, which stand in `persistence.py`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.patterns import Match
from jadpo.syntax.nodes.persistence import PersistenceExpression
from jadpo_runtime.values.node import Node

__all__ = [
    "Argument",
    "Attempt",
    "Binary",
    "BinaryOperator",
    "BoolLiteral",
    "BoundaryCall",
    "Call",
    "DecimalLiteral",
    "DurationLiteral",
    "Exists",
    "Expression",
    "FieldValue",
    "IntLiteral",
    "ListLiteral",
    "LiteralExpression",
    "Member",
    "NoneLiteral",
    "ObjectLiteral",
    "Parenthesised",
    "Supplied",
    "TextLiteral",
    "Unary",
    "UnaryOperator",
]


class IntLiteral(Node):
    """`42`, `1_000`, `-5`: a minus directly before it belongs to it. It may exceed 64 bits."""

    value: int
    text: str
    start: int
    end: int


class DecimalLiteral(Node):
    """`12.50`, `-0.5`: `digits` is the number without `_`, of any length."""

    digits: str
    text: str
    start: int
    end: int


class DurationLiteral(Node):
    """`250ms`, `15m`, `-1h`. `microseconds` may exceed 64 bits."""

    microseconds: int
    text: str
    start: int
    end: int


class TextLiteral(Node):
    """`"text"`: `value` is decoded, `text` is as written, with its quotes."""

    value: str
    text: str
    start: int
    end: int


class BoolLiteral(Node):
    """`true` or `false`."""

    value: bool
    start: int
    end: int


class NoneLiteral(Node):
    """`none`."""

    start: int
    end: int


LiteralExpression: TypeAlias = (
    IntLiteral | DecimalLiteral | DurationLiteral | TextLiteral | BoolLiteral | NoneLiteral
)


class ListLiteral(Node):
    """`[a, b]`."""

    items: tuple[Expression, ...]
    start: int
    end: int


class FieldValue(Node):
    """`name: value` in the braces of an Object, `create`, `emit`, a context or a fixture."""

    name: Name
    value: Expression
    start: int
    end: int


class ObjectLiteral(Node):
    """`PlaceOrder { code: c }`, `OrderStatus.paid { receipt: r }`."""

    type: Path
    fields: tuple[FieldValue, ...]
    start: int
    end: int


class Member(Node):
    """`f(x).name`, `(attempt f(x)).name`: a member of what is not a path (`a.b` is a `Path`)."""

    target: Expression
    name: Name
    start: int
    end: int


class Argument(Node):
    """`x` or, with a label, `places: 2`."""

    label: Name | None
    value: Expression
    start: int
    end: int


class Call(Node):
    """`Order.place(x)`, `Money(3)`, `f(x).g(y)`: calls and constructions look alike.

    `callee` is a `Path`, or a `Member` of what is none.
    """

    callee: Path | Member
    arguments: tuple[Argument, ...]
    start: int
    end: int


class Attempt(Node):
    """`attempt f(x)`. The operand reaches over postfix forms: `attempt f(x).name` holds all."""

    operand: Expression
    start: int
    end: int


class BoundaryCall(Node):
    """`call f(x)`: a test's call in a boundary of its own."""

    operand: Expression
    start: int
    end: int


class Exists(Node):
    """`x exists`."""

    operand: Expression
    start: int
    end: int


class Supplied(Node):
    """`input.name supplied`."""

    operand: Expression
    start: int
    end: int


UnaryOperator: TypeAlias = Literal["-", "not"]
BinaryOperator: TypeAlias = Literal[
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "and", "or"
]


class Unary(Node):
    """`-x` or `not x`. A minus before a number literal is part of the literal instead."""

    operator: UnaryOperator
    operand: Expression
    start: int
    end: int


class Binary(Node):
    """`left operator right`; `operator_start` is where the operator stands.

    `in` is grammatical everywhere, and meant for `where:` only.
    """

    operator: BinaryOperator
    left: Expression
    right: Expression
    operator_start: int
    start: int
    end: int


class Parenthesised(Node):
    """`(x)`: kept, so that a formatter keeps it and `(attempt f(x)).name` can be told apart."""

    inner: Expression
    start: int
    end: int


Expression: TypeAlias = (
    Path
    | IntLiteral
    | DecimalLiteral
    | DurationLiteral
    | TextLiteral
    | BoolLiteral
    | NoneLiteral
    | ListLiteral
    | ObjectLiteral
    | Member
    | Call
    | Attempt
    | BoundaryCall
    | Exists
    | Supplied
    | Unary
    | Binary
    | Parenthesised
    | Match
    | PersistenceExpression
)
