"""Declarations of types, entities, stores, settings, failures and events.

In every declaration `start` is that of its first word (`public`, where it has one); its doc
comment stands before it and is kept as text in `doc`, without slashes, lines joined by newlines.
"""

from __future__ import annotations

from typing import NamedTuple

from jadpo.syntax.nodes.callables import CallableDeclaration
from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.types import Clause, Field, TypeExpression, Variant

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


class RefinementDeclaration(NamedTuple):
    """`type Quantity = Int { min: 1 }`; `base` may be any type, `List<Order.id>` too."""

    name: Name
    base: TypeExpression
    constraints: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ObjectDeclaration(NamedTuple):
    """`type Address = Object { line_1: Text }`."""

    name: Name
    fields: tuple[Field, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class EnumDeclaration(NamedTuple):
    """`type Status = Enum { open paid { receipt: ReceiptId } }`."""

    name: Name
    variants: tuple[Variant, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class IdentityClause(NamedTuple):
    """`identity: id` in an entity."""

    field: Name
    start: int
    end: int


class StoreClause(NamedTuple):
    """`store: primary` in `persistence`."""

    store: Name
    start: int
    end: int


class UniqueClause(NamedTuple):
    """`unique: number` or `unique: (customer_id, number)`."""

    fields: tuple[Name, ...]
    start: int
    end: int


class IndexClause(NamedTuple):
    """`index: placed_at` or `index: (customer_id, placed_at)`."""

    fields: tuple[Name, ...]
    start: int
    end: int


class ReferenceClause(NamedTuple):
    """`reference customer_id: Customer.id on_delete: restrict`."""

    field: Name
    target: Path
    on_delete: Name | None
    start: int
    end: int


class Persistence(NamedTuple):
    """`persistence { … }`: its clauses by kind, each kind in the order written."""

    store: StoreClause | None
    uniques: tuple[UniqueClause, ...]
    indexes: tuple[IndexClause, ...]
    references: tuple[ReferenceClause, ...]
    start: int
    end: int


class EntityDeclaration(NamedTuple):
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


class StoreDeclaration(NamedTuple):
    """`store primary { url: config.primary_url }`."""

    name: Name
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ConfigDeclaration(NamedTuple):
    """`config Settings { mail_key: Text { binding: "MAIL_KEY" secret: true } }`."""

    name: Name
    fields: tuple[Field, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ApplicationDeclaration(NamedTuple):
    """`application Shop { version: "1.4.0" }`."""

    name: Name
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class AuthenticationDeclaration(NamedTuple):
    """`authentication staff { … }`: reserved for what the language cannot do yet [R1]."""

    name: Name | None
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class FailureDeclaration(NamedTuple):
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


class EventDeclaration(NamedTuple):
    """`public event OrderEvent { placed { order_id: Order.id } }`."""

    name: Name
    variants: tuple[Variant, ...]
    public: bool
    doc: str | None
    start: int
    end: int
