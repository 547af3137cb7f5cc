"""What an expression is below its parentheses.

Nodes are looked at as ``object`` here and where a union of many of them is told apart: the union
of all expressions is recursive, and a type checker takes minutes to narrow it.
"""

from __future__ import annotations

from typing import cast

from jadpo.syntax import nodes


def bare(node: nodes.Expression) -> nodes.Expression:
    """The expression without the parentheses around it."""
    inner = cast("object", node)
    while isinstance(inner, nodes.Parenthesised):
        inner = cast("object", inner.inner)
    return cast("nodes.Expression", inner)


def is_int_literal(node: nodes.Expression) -> bool:
    """Whether it is an Int literal, which is a Decimal literal where a Decimal is wanted [T4]."""
    inner = cast("object", bare(node))
    return isinstance(inner, nodes.IntLiteral)


def is_none(node: nodes.Expression) -> bool:
    """Whether it is ``none``."""
    inner = cast("object", bare(node))
    return isinstance(inner, nodes.NoneLiteral)


def is_true(node: nodes.Expression) -> bool:
    """Whether it is ``true``."""
    inner = cast("object", bare(node))
    return isinstance(inner, nodes.BoolLiteral) and inner.value


def is_literal(node: nodes.Expression) -> bool:
    """Whether it is a literal, signed or not, which the checker validates [T4]."""
    inner = cast("object", bare(node))
    return isinstance(
        inner,
        nodes.IntLiteral
        | nodes.DecimalLiteral
        | nodes.DurationLiteral
        | nodes.TextLiteral
        | nodes.BoolLiteral
        | nodes.NoneLiteral,
    )
