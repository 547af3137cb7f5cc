"""The declarations of one kind with their names: what stages over declarations begin with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from jadpo.check.checking import Checking
from jadpo.check.scope import Place
from jadpo.check.symbols import NamedDeclaration

Declaration = TypeVar("Declaration", bound=NamedDeclaration)


def declared(
    checking: Checking, kind: type[Declaration]
) -> Iterator[tuple[Place, Declaration, str]]:
    """Each declaration of that class with its place and qualified name, in order.

    One whose name was taken already has a qualified name that nobody can write.
    """
    for tree, place in checking.trees:
        for node in tree.declarations:
            if isinstance(node, kind):
                symbol = place.module.symbol_of(node)
                if symbol is not None:
                    yield place, node, symbol.qualified
