"""Failures that are raised, and matches that catch them."""

from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression
    from jadpo.ir.nodes.statement import Statement


class RaiseFailure(Node):
    """A failure with its context: what ``reject``, ``missing:`` and ``conflict`` raise.

    ``context`` pairs positions (public fields, then internal ones) with expressions, in order of
    evaluation; they are evaluated when it is raised. Not an expression.
    """

    failure: str
    context: tuple[tuple[int, "Expression"], ...]
    size: int
    span: Span


class FailureArm(Node):
    """``failure Name(binding) => …``.

    ``bindings`` pairs positions in the failure's context with slots that the checker made for
    ``binding.field``; only those that are read are there.
    """

    failure: str
    bindings: tuple[tuple[int, int], ...]
    block: tuple["Statement", ...]
    result: "Expression | None"


class Propagate(Node):
    """``failure Name => propagate``: it leaves the callable, the match's span joining the trail."""

    failure: str


class MatchFailure(Node):
    """A match on a fallible expression [F4].

    ``success`` is the slot for the value or ``None``; ``block`` and ``result`` its arm. Where
    ``savepoint`` is set the subject has effects: it runs in a savepoint, which is rolled back if
    a failure is caught by an arm other than :class:`Propagate`, and released otherwise [F5].

    The order of what an engine does: the subject's operands (arguments of a call, the input of a
    connection's, values of a create, parameters of a query or delete; of an update its parameters,
    ``patched`` and, where ``current`` is ``None``, its values); then the savepoint; then the
    subject itself; then the savepoint's release or roll-back; then the arm. What an operand does
    is no part of the matched call, and a failure that leaves the callable from inside the subject
    (an ``attempt`` in a value that depends on the row) releases the savepoint and meets no arm. A
    fault leaves the savepoint as it is.
    """

    subject: "Expression"
    success: int | None
    block: tuple["Statement", ...]
    result: "Expression | None"
    arms: tuple[FailureArm | Propagate, ...]
    savepoint: bool
    type: Type
    span: Span
