"""What an expression is below its parentheses."""

from __future__ import annotations

from jadpo.syntax import nodes


def bare(node: nodes.Expression) -> nodes.Expression:
    """The expression without the parentheses around it."""
    while isinstance(node, nodes.Parenthesised):
        node = node.inner
    return node


def is_int_literal(node: nodes.Expression) -> bool:
    """Whether it is an Int literal, which is a Decimal literal where a Decimal is wanted [T4]."""
    return isinstance(bare(node), nodes.IntLiteral)


def is_none(node: nodes.Expression) -> bool:
    """Whether it is ``none``."""
    return isinstance(bare(node), nodes.NoneLiteral)


def is_true(node: nodes.Expression) -> bool:
    """Whether it is ``true``."""
    inner = bare(node)
    return isinstance(inner, nodes.BoolLiteral) and inner.value


def is_literal(node: nodes.Expression) -> bool:
    """Whether it is a literal, signed or not, which the checker validates [T4]."""
    return isinstance(bare(node), nodes.LiteralExpression)
