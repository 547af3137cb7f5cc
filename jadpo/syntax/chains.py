"""Chains: what stands in a row is no nesting, however deep the tree leans to one side."""

from collections.abc import Mapping
from typing import Final

from jadpo.syntax.nodes import Binary, If

_ARITHMETIC: Final = frozenset({"+", "-", "*", "/", "%"})
_LOGIC: Final = frozenset({"and", "or"})

CHAINING: Final[Mapping[str, frozenset[str]]] = {
    operator: kin for kin in (_ARITHMETIC, _LOGIC) for operator in kin
}
"""The operators that form chains, each with those that may stand in one chain with it."""


def continues(parent: object, child: object) -> bool:
    """Whether a child is the rest of the chain that its parent ends or begins."""
    if isinstance(parent, If):
        return child is parent.otherwise and isinstance(child, If)
    if isinstance(parent, Binary) and child is parent.left and isinstance(child, Binary):
        return child.operator in CHAINING.get(parent.operator, ())
    return False
