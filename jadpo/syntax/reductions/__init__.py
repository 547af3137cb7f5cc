"""The functions that build nodes, one for each alias of the grammar, a module for each area.

Each is called with the :class:`~jadpo.syntax.building.Building` and the values of exactly the
symbols that its alternative is written with. Words arrive as `Name`s, other tokens as `Mark`s.
"""

from jadpo.syntax.building import Reductions
from jadpo.syntax.reductions import (
    background,
    callables,
    declarations,
    expressions,
    files,
    names,
    outside,
    patterns,
    persistence,
    statements,
    testing,
    types,
)

__all__ = ["REDUCTIONS"]

REDUCTIONS: Reductions = {
    **background.REDUCTIONS,
    **callables.REDUCTIONS,
    **declarations.REDUCTIONS,
    **expressions.REDUCTIONS,
    **files.REDUCTIONS,
    **names.REDUCTIONS,
    **outside.REDUCTIONS,
    **patterns.REDUCTIONS,
    **persistence.REDUCTIONS,
    **statements.REDUCTIONS,
    **testing.REDUCTIONS,
    **types.REDUCTIONS,
}
