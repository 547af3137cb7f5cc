"""Which statements may end what is around them: questions about the IR, asked at translation."""

from collections.abc import Iterable, Sequence
from typing import Final

from jadpo.ir import nodes
from jadpo.ir.walk import descendants
from jadpo_runtime.values.node import Node

LOOPS: Final = (nodes.While, nodes.ForEach, nodes.ForEntries, nodes.ForRange)
"""The statements in which ``break`` and ``continue`` end."""


def may_leave(statements: Sequence[nodes.Statement]) -> bool:
    """Whether the statements, in a function of their own, may end with a signal."""
    return may_signal(statements) or leaves_expressions(statements)


def may_signal(statements: Iterable[nodes.Statement]) -> bool:
    """Whether a ``return``, ``break`` or ``continue`` among the statements may leave them.

    Those in the arms of a match inside an expression are not counted: see
    :func:`leaves_expressions`.
    """
    return any(_signals(statement, in_loop=False) for statement in statements)


def _signals(statement: nodes.Statement, *, in_loop: bool) -> bool:
    match statement:
        case nodes.Return():
            return True
        case nodes.Break() | nodes.Continue():
            return not in_loop
        case nodes.If():
            blocks: tuple[Sequence[nodes.Statement], ...] = (statement.then, statement.otherwise)
        case nodes.While() | nodes.ForEach() | nodes.ForEntries() | nodes.ForRange():
            return any(_signals(inner, in_loop=True) for inner in statement.body)
        case nodes.Evaluate(value=nodes.Match() | nodes.MatchFailure() as match):
            blocks = tuple(blocks_of(match))
        case _:
            return False
    return any(_signals(inner, in_loop=in_loop) for block in blocks for inner in block)


def blocks_of(node: nodes.Match | nodes.MatchFailure) -> list[tuple[nodes.Statement, ...]]:
    """The blocks of the arms of a match."""
    blocks = [arm.block for arm in node.arms if not isinstance(arm, nodes.Propagate)]
    if isinstance(node, nodes.MatchFailure):
        blocks.append(node.block)
    return blocks


def leaves_expressions(statements: Iterable[nodes.Statement]) -> bool:
    """Whether a match inside an expression of the statements has an arm that leaves them."""
    for statement in statements:
        at_statement = {id(statement.value)} if isinstance(statement, nodes.Evaluate) else set()
        for node in descendants(statement):
            if isinstance(node, nodes.Evaluate):
                at_statement.add(id(node.value))
            elif isinstance(node, nodes.Match | nodes.MatchFailure):
                inside = id(node) not in at_statement
                if inside and any(may_signal(block) for block in blocks_of(node)):
                    return True
    return False


def stores_anything(node: Node) -> bool:
    """Whether evaluating an expression may assign to a slot that is assigned already."""
    return any(isinstance(below, nodes.Store) for below in descendants(node))
