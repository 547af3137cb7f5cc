"""Functions, actions and queries, at the top level or inside an entity."""

from __future__ import annotations

from typing import Literal, TypeAlias

from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.statements import Block
from jadpo.syntax.nodes.types import TypeExpression
from jadpo_runtime.values.node import Node

__all__ = [
    "ActionDeclaration",
    "CallableDeclaration",
    "Fails",
    "FunctionDeclaration",
    "Parameter",
    "QueryDeclaration",
    "Receiver",
]


class Receiver(Node):
    """`self: value` or `self: ref`, the first parameter of an entity's operation."""

    kind: Literal["value", "ref"]
    start: int
    end: int


class Parameter(Node):
    """`wanted: Order.number`."""

    name: Name
    type: TypeExpression
    start: int
    end: int


class Fails(Node):
    """`fails OrderMissing, InvalidValue`."""

    failures: tuple[Path, ...]
    start: int
    end: int


class FunctionDeclaration(Node):
    """`function name(p: T) fails F -> T { … }`."""

    name: Name
    receiver: Receiver | None
    parameters: tuple[Parameter, ...]
    fails: Fails | None
    result: TypeExpression
    body: Block
    public: bool
    doc: str | None
    start: int
    end: int


class ActionDeclaration(Node):
    """`action name(p: T) fails F -> T { … }`."""

    name: Name
    receiver: Receiver | None
    parameters: tuple[Parameter, ...]
    fails: Fails | None
    result: TypeExpression
    body: Block
    public: bool
    doc: str | None
    start: int
    end: int


class QueryDeclaration(Node):
    """`query name(p: T) freshness: authoritative fails F -> T { … }`."""

    name: Name
    receiver: Receiver | None
    parameters: tuple[Parameter, ...]
    freshness: Name | None
    fails: Fails | None
    result: TypeExpression
    body: Block
    public: bool
    doc: str | None
    start: int
    end: int


CallableDeclaration: TypeAlias = FunctionDeclaration | ActionDeclaration | QueryDeclaration
