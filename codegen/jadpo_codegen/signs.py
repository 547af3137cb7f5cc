"""Which numbers are never negative: they are divided by a constant with less work.

A slot that is no parameter is never negative where all that is stored in it is never negative. That
is assumed of each slot first, and taken back until nothing contradicts it. Sums and products are
checked, so those of numbers that are not negative are not negative either [C5].
"""

from collections.abc import Iterable
from typing import Final

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo.ir.walk import descendants
from jadpo_codegen.lowering.storing import stored_slots

_DEEPEST: Final = 40
"""How deep an expression is looked at; what is deeper may be negative."""

_BOTH: Final = frozenset({ArithmeticOperator.INT_ADD, ArithmeticOperator.INT_MULTIPLY})
"""Operators whose result is not negative where both operands are not."""


def slots_never_negative(callable_: nodes.Callable) -> frozenset[int]:
    """The slots of a callable whose Ints are never negative."""
    stored: dict[int, list[nodes.Expression | None]] = {}
    for node in descendants(callable_):
        for slot, value in _stored_values(node):
            stored.setdefault(slot, []).append(value)
    assumed = {slot for slot in stored if slot >= callable_.parameters}
    while True:
        known = frozenset(assumed)
        for slot in known:
            if not all(
                value is not None and is_never_negative(value, known) for value in stored[slot]
            ):
                assumed.discard(slot)
        if len(assumed) == len(known):
            return known


def _stored_values(node: object) -> Iterable[tuple[int, nodes.Expression | None]]:
    match node:
        case nodes.Store(slot=slot, value=value) | nodes.ForRange(slot=slot, start=value):
            return ((slot, value),)
    return ((slot, None) for slot in stored_slots(node))


def is_never_negative(
    node: nodes.Expression, slots: frozenset[int], deepest: int = _DEEPEST
) -> bool:
    """Whether an Int is never negative, where those in ``slots`` never are."""
    if deepest == 0:
        return False
    match node:
        case nodes.Constant(value=int(value)):
            return value >= 0
        case nodes.Local(slot=slot):
            return slot in slots
        case nodes.Widen(base=base):
            return is_never_negative(base, slots, deepest - 1)
        case nodes.Arithmetic(operator=operator, left=left, right=right) if operator in _BOTH:
            return all(is_never_negative(each, slots, deepest - 1) for each in (left, right))
        case nodes.Arithmetic(operator=ArithmeticOperator.INT_REMAINDER, left=left):
            return is_never_negative(left, slots, deepest - 1)
        case nodes.LibraryCall(operation="numeric.quotient(Int)", arguments=(left, right)):
            return all(
                not isinstance(each, nodes.FunctionReference)
                and is_never_negative(each, slots, deepest - 1)
                for each in (left, right)
            )
    return False
