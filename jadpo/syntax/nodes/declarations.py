"""Declarations of types, entities, stores, settings, failures and events.

In every declaration `start` is that of its first word (`public`, where it has one); its doc
comment stands before it and is kept as text in `doc`, without slashes, lines joined by newlines.
"""

from __future__ import annotations

from jadpo.syntax.nodes.callables import CallableDeclaration
from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.types import Clause, Field, TypeExpression, Variant
from jadpo_runtime.values.node import Node

__all__ = [
    "ApplicationDeclaration",
    "AuthenticationDeclaration",
    "ConfigDeclaration",
    "EntityDeclaration",
    "EnumDeclaration",
    "EventDeclaration",
    "FailureDeclaration",
    "IdentityClause",
    "IndexClause",
    "ObjectDeclaration",
    "Persistence",
    "ReferenceClause",
    "RefinementDeclaration",
    "StoreClause",
    "StoreDeclaration",
    "UniqueClause",
]


class RefinementDeclaration(Node):
    """`type Quantity = Int { min: 1 }`; `base` may be any type, `List<Order.id>` too."""

    name: Name
    base: TypeExpression
    constraints: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ObjectDeclaration(Node):
    """`type Address = Object { line_1: Text }`."""

    name: Name
    fields: tuple[Field, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class EnumDeclaration(Node):
    """`type Status = Enum { open paid { receipt: ReceiptId } }`."""

    name: Name
    variants: tuple[Variant, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class IdentityClause(Node):
    """`identity: id` in an entity."""

    field: Name
    start: int
    end: int


class StoreClause(Node):
    """`store: primary` in `persistence`."""

    store: Name
    start: int
    end: int


class UniqueClause(Node):
    """`unique: number` or `unique: (customer_id, number)`."""

    fields: tuple[Name, ...]
    start: int
    end: int


class IndexClause(Node):
    """`index: placed_at` or `index: (customer_id, placed_at)`."""

    fields: tuple[Name, ...]
    start: int
    end: int


class ReferenceClause(Node):
    """`reference customer_id: Customer.id on_delete: restrict`."""

    field: Name
    target: Path
    on_delete: Name | None
    start: int
    end: int


class Persistence(Node):
    """`persistence { … }`: its clauses by kind, each kind in the order written."""

    store: StoreClause | None
    uniques: tuple[UniqueClause, ...]
    indexes: tuple[IndexClause, ...]
    references: tuple[ReferenceClause, ...]
    start: int
    end: int


class EntityDeclaration(Node):
    """`entity Order { fields  identity: id  persistence { … }  operations }`.

    `identity` and `persistence` are `None` where they are not written; each kind of member is in
    the order written.
    """

    name: Name
    fields: tuple[Field, ...]
    identity: IdentityClause | None
    persistence: Persistence | None
    operations: tuple[CallableDeclaration, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class StoreDeclaration(Node):
    """`store primary { url: config.primary_url }`."""

    name: Name
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ConfigDeclaration(Node):
    """`config Settings { mail_key: Text { binding: "MAIL_KEY" secret: true } }`."""

    name: Name
    fields: tuple[Field, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ApplicationDeclaration(Node):
    """`application Shop { version: "1.4.0" }`."""

    name: Name
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class AuthenticationDeclaration(Node):
    """`authentication staff { … }`: reserved for what the language cannot do yet [R1]."""

    name: Name | None
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class FailureDeclaration(Node):
    """`failure F { kind: Conflict code: "f" public { … } internal { … } }`.

    `clauses` are `kind`, `code`, `message`; a kind of block that is written twice is joined.
    """

    name: Name
    clauses: tuple[Clause, ...]
    public_fields: tuple[Field, ...]
    internal_fields: tuple[Field, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class EventDeclaration(Node):
    """`public event OrderEvent { placed { order_id: Order.id } }`."""

    name: Name
    variants: tuple[Variant, ...]
    public: bool
    doc: str | None
    start: int
    end: int
