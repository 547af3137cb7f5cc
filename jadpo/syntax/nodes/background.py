"""Subscribers, schedules, batches and backfills."""

from __future__ import annotations

from jadpo.syntax.nodes.callables import Parameter
from jadpo.syntax.nodes.expressions import Expression
from jadpo.syntax.nodes.names import Name, Path
from jadpo.syntax.nodes.statements import Block
from jadpo.syntax.nodes.types import Clause
from jadpo_runtime.values.node import Node

__all__ = [
    "BackfillDeclaration",
    "BatchDeclaration",
    "Each",
    "Handler",
    "Over",
    "ScheduleDeclaration",
    "SubscriberDeclaration",
]


class Handler(Node):
    """`on OrderEvent.placed(placed) { … }`."""

    variant: Path
    binding: Name | None
    body: Block
    doc: str | None
    start: int
    end: int


class SubscriberDeclaration(Node):
    """`subscriber s { retry: exponential(max_attempts: 6) on … { … } }`.

    The value of `retry:` is a `Call` with labelled arguments, or `none`.
    """

    name: Name
    clauses: tuple[Clause, ...]
    handlers: tuple[Handler, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class ScheduleDeclaration(Node):
    """`schedule s { every: 15m run: Todo.remind(clock.now) }`, or `cron:` and `zone:`."""

    name: Name
    clauses: tuple[Clause, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class Over(Node):
    """`over: Product { where: active == true }`; without `where` all rows."""

    entity: Path
    where: Expression | None
    start: int
    end: int


class Each(Node):
    """`each product { … }`."""

    binding: Name
    body: Block
    start: int
    end: int


class BatchDeclaration(Node):
    """`batch reprice(percent: Percent) { over: … size: 100 retry: … each product { … } }`.

    `clauses` are `size` and `retry`.
    """

    name: Name
    parameters: tuple[Parameter, ...]
    over: Over | None
    clauses: tuple[Clause, ...]
    each: Each | None
    public: bool
    doc: str | None
    start: int
    end: int


class BackfillDeclaration(Node):
    """`backfill Product.slug(product) { return … }`."""

    field: Path
    binding: Name
    body: Block
    public: bool
    doc: str | None
    start: int
    end: int
