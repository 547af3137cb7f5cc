"""What only tests hold: calls in boundaries of their own, assertions, the clock and the runner."""

from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression


class TestCall(Node):
    """``call name (arguments)`` in a test: a boundary of its own [X1].

    A failure fails the test, unless the node is the subject of a :class:`MatchFailure` or of
    :class:`AssertRejects`.
    """

    name: str
    arguments: tuple["Expression", ...]
    failures: tuple[str, ...]
    type: Type
    span: Span


# Tells pytest that this is no test. In the body of the class it would count as a field to mypy.
TestCall.__test__ = False  # type: ignore[attr-defined]  # no test for pytest to collect


class Assert(Node):
    """``assert condition`` of a test.

    Where the condition is a comparison both sides are shown: ``condition`` is then a
    :class:`Compare` whose operands the engine evaluates once. ``text`` is the condition as
    written.
    """

    condition: "Expression"
    text: str
    span: Span


class AssertRejects(Node):
    """``assert rejects Failure { call … }`` of a test."""

    failure: str
    context: "tuple[tuple[int, Expression], ...] | None"
    subject: "Expression"
    text: str
    span: Span


class AdvanceClock(Node):
    """``advance clock by duration`` of a test."""

    by: "Expression"
    span: Span


class RunPending(Node):
    """``run pending`` of a test."""

    span: Span


class Tick(Node):
    """``tick`` of a test."""

    span: Span
