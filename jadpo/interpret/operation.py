"""Expressions that do something once their operands are known: effects and fallible ones.

They are kept in two parts, since a match on one begins its savepoint between the two: what an
argument does is no part of the matched call [C6] [F5].
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from jadpo.interpret.frame import Evaluator, Frame


class Operation(NamedTuple):
    """What gives the values of the operands as a list, and what is done with them.

    Only ``perform`` raises :class:`~jadpo.interpret.unwinding.Raised`, for a failure.
    """

    prepare: Evaluator
    perform: Callable[[Frame, list[Any]], Any]
