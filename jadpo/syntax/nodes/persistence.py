"""The persistence expressions of entity operations [Q1]–[Q4], a class per form.

A clause that a form does not have, or that is repeated, is reported by the parser and left out. A
clause that a form must have and that is missing is `None` here: the checker reports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from jadpo.syntax.nodes.names import Name, Path
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.syntax.nodes.expressions import Expression, FieldValue

__all__ = [
    "Conflict",
    "Create",
    "DeleteMany",
    "DeleteRequired",
    "FailureReference",
    "OrderKey",
    "PersistenceExpression",
    "QueryAggregate",
    "QueryCount",
    "QueryExists",
    "QueryMany",
    "QueryOptional",
    "QueryRequired",
    "SetValue",
    "UpdateMany",
    "UpdateRequired",
]


class FailureReference(Node):
    """`OrderMissing` or `OrderMissing { number: n }`; `context` is empty without braces."""

    failure: Path
    context: tuple[FieldValue, ...]
    start: int
    end: int


class Conflict(Node):
    """`conflict Order.number: F`, `conflict Order.(a, b): F`, or `conflict: F` for all others.

    `entity` is `None` and `fields` empty in the last form. `conflict number: F` (a mistake) has
    fields and no entity.
    """

    entity: Path | None
    fields: tuple[Name, ...]
    failure: FailureReference
    start: int
    end: int


class OrderKey(Node):
    """`placed_at desc`; without a direction it ascends."""

    field: Name
    descending: bool
    start: int
    end: int


class SetValue(Node):
    """`status: value`, or `name: input.name when input.name supplied`."""

    name: Name
    value: Expression
    condition: Expression | None
    start: int
    end: int


class Create(Node):
    """`create E { field: value } conflict E.f: F`."""

    entity: Path
    fields: tuple[FieldValue, ...]
    conflicts: tuple[Conflict, ...]
    start: int
    end: int


class QueryOptional(Node):
    """`query optional E { where: … }`."""

    entity: Path
    where: Expression | None
    start: int
    end: int


class QueryRequired(Node):
    """`query required E { where: … missing: F }`."""

    entity: Path
    where: Expression | None
    missing: FailureReference | None
    start: int
    end: int


class QueryMany(Node):
    """`query many E { where: … order_by: f asc, g desc limit: n offset: m }`."""

    entity: Path
    where: Expression | None
    order_by: tuple[OrderKey, ...]
    limit: Expression | None
    offset: Expression | None
    start: int
    end: int


class QueryCount(Node):
    """`query count E { where: … }`."""

    entity: Path
    where: Expression | None
    start: int
    end: int


class QueryExists(Node):
    """`query exists E { where: … }`."""

    entity: Path
    where: Expression | None
    start: int
    end: int


class QueryAggregate(Node):
    """`query sum E.f { where: … }`, `query minimum E.f { … }`, `query maximum E.f { … }`."""

    operation: Literal["sum", "minimum", "maximum"]
    field: Path
    where: Expression | None
    start: int
    end: int


class UpdateRequired(Node):
    """`update required E { where: … patch: p empty: F set: { … } missing: F conflict …: F }`."""

    entity: Path
    where: Expression | None
    patch: Path | None
    empty: FailureReference | None
    set: tuple[SetValue, ...]
    missing: FailureReference | None
    conflicts: tuple[Conflict, ...]
    start: int
    end: int


class UpdateMany(Node):
    """`update many E { where: … set: { … } limit: n conflict …: F }`."""

    entity: Path
    where: Expression | None
    set: tuple[SetValue, ...]
    limit: Expression | None
    conflicts: tuple[Conflict, ...]
    start: int
    end: int


class DeleteRequired(Node):
    """`delete required E { where: … missing: F conflict …: F }`."""

    entity: Path
    where: Expression | None
    missing: FailureReference | None
    conflicts: tuple[Conflict, ...]
    start: int
    end: int


class DeleteMany(Node):
    """`delete many E { where: … limit: n conflict …: F }`."""

    entity: Path
    where: Expression | None
    limit: Expression | None
    conflicts: tuple[Conflict, ...]
    start: int
    end: int


PersistenceExpression: TypeAlias = (
    Create
    | QueryOptional
    | QueryRequired
    | QueryMany
    | QueryCount
    | QueryExists
    | QueryAggregate
    | UpdateRequired
    | UpdateMany
    | DeleteRequired
    | DeleteMany
)
