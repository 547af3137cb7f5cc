"""``if`` that only chooses between two numbers: both are computed, and no branch is guessed wrong.

``if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = 3 * x + 1 }`` computes both sides and
takes one. A side is a slot times a number plus a number, or a slot divided by a power of two. For
what ``x`` a side would overflow is known beforehand; such an ``x`` goes a way of its own, where the
side that is taken is computed as usual, and faults as usual.

A number that is halved where it is even, as here, is turned around by one bit instead, while it is
not negative: an even one is then its half, and an odd one has become larger than it was. So one
instruction gives both the half and what decides, and nothing waits for a remainder.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator, ComparisonOperator
from jadpo_codegen.layouts import INT
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.writer import UNLIKELY
from jadpo_runtime.values import INT_MAX, INT_MIN

_LARGEST: Final = 1 << 32
"""Factors and summands up to this keep every bound an Int."""


class _Linear(NamedTuple):
    """``slot * factor + summand``; for a slot from ``least`` to ``most`` nothing overflows."""

    slot: int
    factor: int
    summand: int
    least: int
    most: int


class _Halved(NamedTuple):
    """A slot divided by a power of two, ``is_exact`` where that leaves nothing."""

    slot: int
    divisor: int
    is_exact: bool


def lower_choice(body: Body, node: nodes.If, branch: Callable[[], None]) -> bool:
    """Write an ``if`` that only chooses a number; whether it is one.

    ``branch`` writes it as any other ``if``.
    """
    if len(node.then) != 1 or len(node.otherwise) != 1:
        return False
    then, otherwise = node.then[0], node.otherwise[0]
    if not (
        isinstance(then, nodes.Store)
        and isinstance(otherwise, nodes.Store)
        and then.slot == otherwise.slot
        and body.slots[then.slot].layout == INT
    ):
        return False
    first = _side(body, then.value, _divides(node.condition))
    second = _side(body, otherwise.value, None)
    if first is None or second is None:
        return False
    if (
        isinstance(first, _Halved)
        and (first.divisor, first.is_exact) == (2, True)
        and isinstance(second, _Linear)
        and second.slot == first.slot
        and second.least <= 0 <= second.most
    ):
        _halve_or_compute(body, then.slot, second, branch)
        return True
    writer = body.writer
    condition = body.expression(node.condition).text
    opposite = writer.value(f"xor i1 {condition}, true")
    _fault_where_it_overflows(body, first, condition, then.value)
    _fault_where_it_overflows(body, second, opposite, otherwise.value)
    values = _value(body, first), _value(body, second)
    chosen = writer.value(f"select i1 {condition}, i64 {values[0]}, i64 {values[1]}")
    body.store_slot(then.slot, Operand(chosen, INT))
    return True


def _side(body: Body, node: object, divides: tuple[int, int] | None) -> _Linear | _Halved | None:
    """A side of a choice; ``None`` where it is no such number."""
    match node:
        case nodes.Widen(base=base):
            return _side(body, base, divides)
        case nodes.Local(slot=slot) if body.slots[slot].layout == INT:
            return _Linear(slot, 1, 0, INT_MIN, INT_MAX)
        case nodes.LibraryCall(operation="numeric.quotient(Int)", arguments=(left, right)):
            divided, divisor = _side(body, left, None), _constant(right) or 0
            if (
                isinstance(divided, _Linear)
                and (divided.factor, divided.summand) == (1, 0)
                and 0 < divisor <= _LARGEST
                and divisor & (divisor - 1) == 0
            ):
                return _Halved(divided.slot, divisor, (divided.slot, divisor) == divides)
        case nodes.Arithmetic(operator=operator, left=left, right=right):
            return _combined(operator, _side(body, left, None), _side(body, right, None), node)
    return None


def _combined(
    operator: ArithmeticOperator, left: object, right: object, node: nodes.Arithmetic
) -> _Linear | None:
    number = _constant(node.right)
    base = left
    if number is None and operator is not ArithmeticOperator.INT_SUBTRACT:
        number, base = _constant(node.left), right
    if number is None or not isinstance(base, _Linear) or abs(number) > _LARGEST:
        return None
    factor, summand = base.factor, base.summand
    match operator:
        case ArithmeticOperator.INT_ADD:
            summand += number
        case ArithmeticOperator.INT_SUBTRACT:
            summand -= number
        case ArithmeticOperator.INT_MULTIPLY if number > 0:
            factor, summand = factor * number, summand * number
        case _:
            return None
    if factor > _LARGEST or abs(summand) > _LARGEST:
        return None
    least = max(base.least, -((summand - INT_MIN) // factor))
    most = min(base.most, (INT_MAX - summand) // factor)
    return _Linear(base.slot, factor, summand, least, most)


def _divides(condition: nodes.Expression) -> tuple[int, int] | None:
    """The slot and the number of a condition such as ``x % 2 == 0``."""
    match condition:
        case nodes.Compare(operator=ComparisonOperator.EQUAL, left=rest, right=nought):
            while isinstance(rest, nodes.Widen):
                rest = rest.base
            if (
                _constant(nought) == 0
                and isinstance(rest, nodes.Arithmetic)
                and rest.operator is ArithmeticOperator.INT_REMAINDER
                and (slot := _slot(rest.left)) is not None
                and (divisor := _constant(rest.right))
            ):
                return slot, divisor
    return None


def _constant(node: object) -> int | None:
    match node:
        case nodes.Widen(base=base):
            return _constant(base)
        case nodes.Constant(value=int(value)):
            return int(value)
    return None


def _slot(node: object) -> int | None:
    match node:
        case nodes.Widen(base=base):
            return _slot(base)
        case nodes.Local(slot=slot):
            return slot
    return None


def _fault_where_it_overflows(
    body: Body, side: _Linear | _Halved, taken: str, node: nodes.Expression
) -> None:
    if isinstance(side, _Halved) or (side.least, side.most) == (INT_MIN, INT_MAX):
        return
    writer = body.writer
    value = _read(body, side)
    from_least = writer.value(f"sub i64 {value}, {side.least}")
    is_far = writer.value(f"icmp ugt i64 {from_least}, {side.most - side.least}")
    far, usual, well = (writer.new_label(word) for word in ("far", "usual", "well"))
    writer.branch(is_far, far, well, UNLIKELY)
    writer.begin(far)
    writer.branch(taken, usual, well)
    writer.begin(usual)
    body.expression(node)
    writer.begin(well)


def _halve_or_compute(body: Body, target: int, odd: _Linear, branch: Callable[[], None]) -> None:
    """Give ``target`` half of the slot that ``odd`` is computed from where that is even.

    Negative numbers, and those for which ``odd`` would overflow, are left to ``branch``.
    """
    writer = body.writer
    unusual, usual, after = (writer.new_label(word) for word in ("unusual", "usual", "after"))
    value = _read(body, odd)
    is_unusual = writer.value(f"icmp ugt i64 {value}, {odd.most}")
    writer.branch(is_unusual, unusual, usual, UNLIKELY)
    writer.begin(unusual)
    branch()
    if writer.is_open:
        writer.jump(after)
    writer.begin(usual)
    half = writer.value(f"lshr i64 {value}, 1")
    last_bit = writer.value(f"shl i64 {value}, 63")
    turned = writer.value(f"or i64 {half}, {last_bit}")
    is_odd = writer.value(f"icmp ult i64 {value}, {turned}")
    chosen = writer.value(f"select i1 {is_odd}, i64 {_value(body, odd)}, i64 {turned}")
    body.store_slot(target, Operand(chosen, INT))
    writer.begin(after)


def _read(body: Body, side: _Linear | _Halved) -> str:
    return body.writer.value(f"load i64, ptr {body.slots[side.slot].place}")


def _value(body: Body, side: _Linear | _Halved) -> str:
    value = _read(body, side)
    if isinstance(side, _Halved):
        # Where the side is not taken the result counts for nothing, poison included.
        exact = " exact" if side.is_exact else ""
        return body.writer.value(f"sdiv{exact} i64 {value}, {side.divisor}")
    if side.factor != 1:
        value = body.writer.value(f"mul i64 {value}, {side.factor}")
    if side.summand:
        value = body.writer.value(f"add i64 {value}, {side.summand}")
    return value
