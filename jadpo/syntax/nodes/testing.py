"""Tests in the language, and their fixtures."""

from __future__ import annotations

from jadpo.syntax.nodes.expressions import Expression, FieldValue, TextLiteral
from jadpo.syntax.nodes.names import Name
from jadpo.syntax.nodes.statements import Block, Reject
from jadpo.syntax.nodes.types import Clause
from jadpo_runtime.values.node import Node

__all__ = [
    "FakeAnswer",
    "FakeConnection",
    "FixedClock",
    "FixtureDeclaration",
    "TestDeclaration",
]


class FixedClock(Node):
    """`clock: fixed Instant("2026-01-15T12:00:00Z")`."""

    instant: Expression
    start: int
    end: int


class FakeAnswer(Node):
    """`send_receipt => MailAccepted { id: "m1" }`, `send(input) => reject MailBusy`."""

    operation: Name
    binding: Name | None
    answer: Expression | Reject
    start: int
    end: int


class FakeConnection(Node):
    """`connection mailer: fake { … }` in a fixture."""

    connection: Name
    answers: tuple[FakeAnswer, ...]
    start: int
    end: int


class FixtureDeclaration(Node):
    """`fixture noon { clock: fixed … seed: 7 config { … } connection mailer: fake { … } }`.

    `clauses` is `seed`; several `config` blocks are joined.
    """

    name: Name
    clock: FixedClock | None
    clauses: tuple[Clause, ...]
    config: tuple[FieldValue, ...]
    fakes: tuple[FakeConnection, ...]
    public: bool
    doc: str | None
    start: int
    end: int


class TestDeclaration(Node):
    """`test "a title" using noon { … }`."""

    title: TextLiteral
    fixture: Name | None
    body: Block
    public: bool
    doc: str | None
    start: int
    end: int
