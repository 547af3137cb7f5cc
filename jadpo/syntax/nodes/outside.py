"""Connections to other systems, and the routes that let the outside in."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from jadpo.syntax.nodes.callables import Fails
from jadpo.syntax.nodes.expressions import IntLiteral, TextLiteral
from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.persistence import FailureReference
from jadpo.syntax.nodes.statements import Block
from jadpo.syntax.nodes.types import Clause, Field, TypeExpression

__all__ = [
    "ConnectionDeclaration",
    "FieldsClause",
    "InlineAction",
    "Operation",
    "Publish",
    "Receiving",
    "RequestLine",
    "RouteDeclaration",
    "RoutePath",
    "StatusFailure",
    "TypeClause",
]


class TypeClause(NamedTuple):
    """`input: PlaceOrder`, `output: OrderView`, `query: Filters`."""

    type: TypeExpression
    start: int
    end: int


class FieldsClause(NamedTuple):
    """`path: { number: Order.number }`, and likewise `query:` and `headers:`."""

    fields: tuple[Field, ...]
    start: int
    end: int


class RequestLine(NamedTuple):
    """`request: POST "/v1/messages"`."""

    method: Name
    path: TextLiteral
    start: int
    end: int


class StatusFailure(NamedTuple):
    """`on 422: RecipientRejected`."""

    status: IntLiteral
    failure: FailureReference
    start: int
    end: int


class Operation(NamedTuple):
    """`operation send_receipt { request: … input: … output: … on 422: F }`.

    `clauses` are the rest: `idempotency_key`, `timeout`, `retry`.
    """

    name: Name
    request: RequestLine | None
    input: TypeClause | None
    output: TypeClause | None
    clauses: tuple[Clause, ...]
    responses: tuple[StatusFailure, ...]
    doc: str | None
    start: int
    end: int


class Publish(NamedTuple):
    """`publish: OrderEvent.placed, OrderEvent.cancelled`."""

    variants: tuple[Path, ...]
    start: int
    end: int


class Receiving(NamedTuple):
    """`receiving ShipmentNotice(notice) { … }`."""

    type: Path
    binding: Name
    body: Block
    doc: str | None
    start: int
    end: int


class ConnectionDeclaration(NamedTuple):
    """`connection mailer { kind: http … }`.

    `clauses` are those with a plain value: `kind`, `base_url`, `credential`, `queue`, `retry`, …
    """

    name: Name
    clauses: tuple[Clause, ...]
    publish: Publish | None
    operations: tuple[Operation, ...]
    receivers: tuple[Receiving, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class RoutePath(NamedTuple):
    """`/orders/{number}`: its segments, a placeholder as a `Name`; none for `/`."""

    segments: tuple[str | Name, ...]
    text: str
    start: int
    end: int


class InlineAction(NamedTuple):
    """`action: fails OrderMissing { … }`."""

    fails: Fails | None
    body: Block
    start: int
    end: int


RouteQuery: TypeAlias = TypeClause | FieldsClause


class RouteDeclaration(NamedTuple):
    """`route POST /orders { auth: none input: PlaceOrder run: Order.place(input) }`.

    `clauses` are those with a plain value: `auth`, `run`, `settle`, `within`, `success`, …
    """

    method: Name
    path: RoutePath
    clauses: tuple[Clause, ...]
    input: TypeClause | None
    output: TypeClause | None
    path_fields: FieldsClause | None
    query: RouteQuery | None
    headers: FieldsClause | None
    action: InlineAction | None
    public: bool
    doc: str | None
    start: int
    end: int
