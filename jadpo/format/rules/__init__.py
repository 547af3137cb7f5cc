"""The rules of layout, one for each alias of the grammar, a module for each area.

Each is called with the :class:`~jadpo.format.page.Page` and the children of its tree, which are
those that its alternative is written with in the grammar.
"""

from jadpo.format.page import Rules
from jadpo.format.rules import (
    background,
    blocks,
    callables,
    declarations,
    expressions,
    files,
    outside,
    patterns,
    persistence,
    statements,
    testing,
    types,
)

__all__ = ["RULES"]

RULES: Rules = {
    **background.RULES,
    **blocks.RULES,
    **callables.RULES,
    **declarations.RULES,
    **expressions.RULES,
    **files.RULES,
    **outside.RULES,
    **patterns.RULES,
    **persistence.RULES,
    **statements.RULES,
    **testing.RULES,
    **types.RULES,
}
