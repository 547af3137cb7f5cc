"""Connections to other systems, and the routes that let the outside in."""

from __future__ import annotations

from typing import TypeAlias

from jadpo.syntax.nodes.callables import Fails
from jadpo.syntax.nodes.expressions import IntLiteral, TextLiteral
from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.persistence import FailureReference
from jadpo.syntax.nodes.statements import Block
from jadpo.syntax.nodes.types import Clause, Field, TypeExpression
from jadpo_runtime.values.node import Node

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


class TypeClause(Node):
    """`input: PlaceOrder`, `output: OrderView`, `query: Filters`."""

    type: TypeExpression
    start: int
    end: int


class FieldsClause(Node):
    """`path: { number: Order.number }`, and likewise `query:` and `headers:`."""

    fields: tuple[Field, ...]
    start: int
    end: int


class RequestLine(Node):
    """`request: POST "/v1/messages"`."""

    method: Name
    path: TextLiteral
    start: int
    end: int


class StatusFailure(Node):
    """`on 422: RecipientRejected`."""

    status: IntLiteral
    failure: FailureReference
    start: int
    end: int


class Operation(Node):
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


class Publish(Node):
    """`publish: OrderEvent.placed, OrderEvent.cancelled`."""

    variants: tuple[Path, ...]
    start: int
    end: int


class Receiving(Node):
    """`receiving ShipmentNotice(notice) { … }`."""

    type: Path
    binding: Name
    body: Block
    doc: str | None
    start: int
    end: int


class ConnectionDeclaration(Node):
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


class RoutePath(Node):
    """`/orders/{number}`: its segments, a placeholder as a `Name`; none for `/`."""

    segments: tuple[str | Name, ...]
    text: str
    start: int
    end: int


class InlineAction(Node):
    """`action: fails OrderMissing { … }`."""

    fails: Fails | None
    body: Block
    start: int
    end: int


RouteQuery: TypeAlias = TypeClause | FieldsClause


class RouteDeclaration(Node):
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
