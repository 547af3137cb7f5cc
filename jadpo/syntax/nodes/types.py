"""Types as they are written, and the fields that have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from jadpo.syntax.nodes.names import Name, Path
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.syntax.nodes.expressions import Expression, TextLiteral

__all__ = [
    "Clause",
    "DefaultModifier",
    "Field",
    "FieldModifier",
    "FromModifier",
    "GenericType",
    "OptionalModifier",
    "OptionalType",
    "TypeExpression",
    "Variant",
]


class GenericType(Node):
    """`List<Order>`, `Map<ProductCode, Quantity>`."""

    name: Path
    arguments: tuple[TypeExpression, ...]
    start: int
    end: int


class OptionalType(Node):
    """`Text?`. `Text??` parses as one in another: refusing it is the checker's."""

    inner: TypeExpression
    start: int
    end: int


TypeExpression: TypeAlias = Path | GenericType | OptionalType
"""A `Path` here is the plain type: `Text`, `Customer.id`."""


class Clause(Node):
    """`name: value` where the checker knows the names and judges the value: `max_length: 200`.

    Within one block a name stands at most once: a repeated one is reported by the parser and left
    out of the tree.
    """

    name: Name
    value: Expression
    start: int
    end: int


class OptionalModifier(Node):
    """`optional` after a field."""

    start: int
    end: int


class DefaultModifier(Node):
    """`default 5`: a literal, signed or not, a list of such, or a path such as `Size.small`."""

    value: Expression
    start: int
    end: int


class FromModifier(Node):
    """`from "X-Tenant"`: the header that a route's field is read from."""

    header: TextLiteral
    start: int
    end: int


FieldModifier: TypeAlias = OptionalModifier | DefaultModifier | FromModifier


class Field(Node):
    """`number: Int { min: 1 } default 5`: a field of an entity, Object, variant, context, route.

    `constraints` are the clauses in its braces, be they constraints or `generated:`, `binding:`
    and such. `modifiers` are as written: the checker refuses them where they do not belong.
    """

    name: Name
    type: TypeExpression
    constraints: tuple[Clause, ...]
    modifiers: tuple[FieldModifier, ...]
    doc: str | None
    start: int
    end: int


class Variant(Node):
    """`open` or `paid { receipt: ReceiptId }`, of an enum or an event."""

    name: Name
    fields: tuple[Field, ...]
    doc: str | None
    start: int
    end: int
