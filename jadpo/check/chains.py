"""Long chains are no deep nesting: operators in a row, and `else if` after `else if`.

The syntax tree of a chain leans to one side, as deep as the chain is long. It is walked in a loop,
and lowered so that the depth of the IR stays small: the stages after the checker call themselves
once for each level.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

from jadpo.check.body import Body
from jadpo.check.types import BOOL
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo.syntax.chains import CHAINING
from jadpo_runtime.values import Span, Type

Term = TypeVar("Term")

LEVELS_AT_ONCE: Final = 40
"""Levels that a chain may add to the IR; a longer one is balanced, or cut into pieces."""


def along(node: nodes.Binary) -> list[nodes.Binary]:
    """The operators of the chain that ends with ``node``, in the order of evaluation."""
    chain = [node]
    kin = CHAINING[node.operator]
    left: object = node.left
    while isinstance(left, nodes.Binary) and CHAINING.get(left.operator) is kin:
        chain.append(left)
        left = left.left
    chain.reverse()
    return chain


def balanced(terms: Sequence[Term], join: Callable[[Term, Term], Term]) -> Term:
    """The terms joined in order by an associative operation: as they stand if they are few."""
    if len(terms) <= LEVELS_AT_ONCE:
        joined = terms[0]
        for term in terms[1:]:
            joined = join(joined, term)
        return joined
    middle = len(terms) // 2
    return join(balanced(terms[:middle], join), balanced(terms[middle:], join))


class Pieces:
    """A chain of operators that do not associate, cut where it gets deep.

    What is computed so far is then kept in a slot: ``steps`` are the statements that do it. They
    become the block of a match of one arm, the form of the IR for statements in an expression.
    """

    def __init__(self, body: Body, node: nodes.Binary) -> None:
        """A chain that ends with ``node``."""
        self._body = body
        self._span = body.span(node)
        self._steps: list[ir.Statement] = []
        self._slots: dict[Type, int] = {}
        self._levels = 0

    def shallow(self, value: ir.Expression) -> ir.Expression:
        """The value of the chain so far, as an expression that is not too deep to go on with."""
        self._levels += 1
        if self._levels < LEVELS_AT_ONCE:
            return value
        self._levels = 0
        slot = self._slots.get(value.type)
        if slot is None:
            slot = self._body.new_slot("", value.type, mutable=True)
            self._slots[value.type] = slot
        self._steps.append(ir.Store(slot, value, value.span))
        return ir.Local(slot, value.type, value.span)

    def whole(self, value: ir.Expression) -> ir.Expression:
        """The value of the whole chain."""
        if not self._steps:
            return value
        subject = ir.Constant(True, BOOL, self._span)
        arm = ir.Arm(ir.OtherCase(), tuple(self._steps), value)
        return ir.Match(subject, True, (arm,), value.type, self._span)


class Branch(NamedTuple):
    """``if condition then``, lowered; ``leaves`` says that nothing after it is reached from it."""

    condition: ir.Expression
    then: tuple[ir.Statement, ...]
    leaves: bool
    span: Span


def in_turn(
    body: Body, branches: Sequence[Branch], otherwise: tuple[ir.Statement, ...]
) -> tuple[ir.Statement, ...]:
    """``if … else if … else …``.

    A long chain is cut: the next piece runs where none of the conditions before it held, which is
    kept in a slot where it is not clear from the branches' leaving.
    """
    pieces = [
        branches[start : start + LEVELS_AT_ONCE]
        for start in range(0, len(branches), LEVELS_AT_ONCE)
    ]
    last = _nested(pieces.pop(), otherwise)
    span = branches[0].span
    pending: int | None = None
    lowered: list[ir.Statement] = []

    def add(statements: tuple[ir.Statement, ...], guard: int | None) -> None:
        if guard is None:
            lowered.extend(statements)
        else:
            lowered.append(ir.If(ir.Local(guard, BOOL, span), statements, (), span))

    for piece in pieces:
        if all(branch.leaves for branch in piece):
            add(_nested(piece, ()), pending)
            continue
        guard = pending
        if pending is None:
            pending = body.new_slot("", BOOL, mutable=True)
        none_held = ir.Store(pending, ir.Constant(True, BOOL, span), span)
        begin = ir.Store(pending, ir.Constant(False, BOOL, span), span)
        add((begin, *_nested(piece, (none_held,))), guard)
    add(last, pending)
    return tuple(lowered)


def _nested(
    branches: Sequence[Branch], otherwise: tuple[ir.Statement, ...]
) -> tuple[ir.Statement, ...]:
    for branch in reversed(branches):
        otherwise = (ir.If(branch.condition, branch.then, otherwise, branch.span),)
    return otherwise
