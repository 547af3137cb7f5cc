"""The standard library's rows on numbers, instants, durations and dates."""

from collections.abc import Sequence
from typing import Final

from jadpo.ir import nodes
from jadpo_codegen.layouts import CALENDAR_DATE, DECIMAL, DURATION, INSTANT, INT
from jadpo_codegen.lowering.arithmetic import checked, decimal_of_int, quotient
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, by_python, chosen, unless
from jadpo_codegen.native_faults import (
    DATE_OUT_OF_RANGE,
    DURATION_OUT_OF_RANGE,
    INSTANT_OUT_OF_RANGE,
    NativeFault,
)
from jadpo_codegen.support.decimals import EXPONENT_BIAS, ROUNDING_MODES
from jadpo_runtime.values.time import INSTANT_MAX, INSTANT_MIN

_LAST_DATE: Final = 3_652_059
"""The ordinal of the last day of the year 9999; that of the first day of the year 1 is 1."""

_SECOND: Final = 1_000_000
"""Microseconds."""

_MOST_PLACES: Final = 6_176


def _quotient(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    left, right = operands
    return quotient(body, node, left.text, right.text)


def _absolute_int(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    given = operands[0].text
    positive = body.writer.value(f"icmp sge i64 {given}, 0")
    # Nought less a number that is positive cannot overflow.
    taken = body.writer.value(f"select i1 {positive}, i64 0, i64 {given}")
    opposite = checked(body, "ssub", "0", taken, node.span)
    return Operand(
        body.writer.value(f"select i1 {positive}, i64 {given}, i64 {opposite.text}"), INT
    )


def _absolute_decimal(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    bits = body.writer.value(f"and i128 {operands[0].text}, {(1 << 127) - 1}")
    return Operand(bits, DECIMAL)


def _better_int(relation: str) -> NativeOperation:
    def better(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        left, right = operands
        second = body.writer.value(f"icmp {relation} i64 {right.text}, {left.text}")
        text = body.writer.value(f"select i1 {second}, i64 {right.text}, i64 {left.text}")
        return Operand(text, INT)

    return better


def _better_decimal(relation: str) -> NativeOperation:
    def better(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        left, right = operands
        order = body.writer.value(
            f"call i64 @jadpo.decimal_compare(i128 {right.text}, i128 {left.text})"
        )
        second = body.writer.value(f"icmp {relation} i64 {order}, 0")
        text = body.writer.value(f"select i1 {second}, i128 {right.text}, i128 {left.text}")
        return Operand(text, DECIMAL)

    return better


def _to_decimal(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    return decimal_of_int(body, operands[0])


def _to_int(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    answer = body.writer.value(f"call {{ i1, i64 }} @jadpo.decimal_to_int(i128 {operands[0].text})")
    is_whole = body.writer.value(f"extractvalue {{ i1, i64 }} {answer}, 0")
    number = body.writer.value(f"extractvalue {{ i1, i64 }} {answer}, 1")
    return chosen(body, is_whole, body.layout(node.type), lambda: Operand(number, INT))


def _round(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """Natively where the mode is a word of the program and the result has at most 34 digits."""
    mode = node.arguments[2]
    if not isinstance(mode, nodes.Constant):
        return by_python(body, node, operands)
    value, places, _ = operands
    number = ROUNDING_MODES.index(str(mode.value))
    writer = body.writer
    # Out of range in both directions, which is not done natively.
    few = writer.value(f"icmp sle i64 {places.text}, {_MOST_PLACES}")
    safe = writer.value(f"select i1 {few}, i64 {places.text}, i64 {2 * _MOST_PLACES}")
    many = writer.value(f"icmp sge i64 {safe}, {-2 * _MOST_PLACES}")
    safer = writer.value(f"select i1 {many}, i64 {safe}, i64 {-2 * _MOST_PLACES}")
    exponent = writer.value(f"sub i64 {EXPONENT_BIAS}, {safer}")
    answer = writer.value(
        f"call {{ i1, i128 }} @jadpo.decimal_quantize"
        f"(i128 {value.text}, i64 {exponent}, i64 {number})"
    )
    done = writer.value(f"extractvalue {{ i1, i128 }} {answer}, 0")
    rare = writer.value(f"xor i1 {done}, true")
    return unless(
        body,
        rare,
        DECIMAL,
        lambda: Operand(writer.value(f"extractvalue {{ i1, i128 }} {answer}, 1"), DECIMAL),
        lambda: by_python(body, node, operands),
    )


# ---- time


def _within(
    body: Body,
    node: nodes.LibraryCall,
    operation: str,
    operands: Sequence[str],
    least: int,
    most: int,
    fault: NativeFault,
) -> str:
    """The result of an operation of two Ints in a range, or the fault."""
    left, right = operands
    pair = body.writer.value(
        f"call {{ i64, i1 }} @llvm.{operation}.with.overflow.i64(i64 {left}, i64 {right})"
    )
    overflows = body.writer.value(f"extractvalue {{ i64, i1 }} {pair}, 1")
    result = body.writer.value(f"extractvalue {{ i64, i1 }} {pair}, 0")
    below = body.writer.value(f"icmp slt i64 {result}, {int(least)}")
    above = body.writer.value(f"icmp sgt i64 {result}, {int(most)}")
    outside = body.writer.value(f"or i1 {below}, {above}")
    body.fault_if(body.writer.value(f"or i1 {outside}, {overflows}"), fault, node.span)
    return result


def _add_elapsed(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    given = [operand.text for operand in operands]
    text = _within(body, node, "sadd", given, INSTANT_MIN, INSTANT_MAX, INSTANT_OUT_OF_RANGE)
    return Operand(text, INSTANT)


def _add_days(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    given = [operand.text for operand in operands]
    text = _within(body, node, "sadd", given, 1, _LAST_DATE, DATE_OUT_OF_RANGE)
    return Operand(text, CALENDAR_DATE)


def _of_seconds(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    least, most = -(1 << 63), (1 << 63) - 1
    given = [operands[0].text, str(_SECOND)]
    text = _within(body, node, "smul", given, least, most, DURATION_OUT_OF_RANGE)
    return Operand(text, DURATION)


def _seconds(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    return Operand(body.writer.value(f"sdiv i64 {operands[0].text}, {_SECOND}"), INT)


def _difference(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    earlier, later = operands
    text = body.writer.value(f"sub i64 {later.text}, {earlier.text}")
    return Operand(text, DURATION if earlier.layout == INSTANT else INT)


def _weekday(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    # The first day of the year 1 was a Monday.
    before = body.writer.value(f"sub i64 {operands[0].text}, 1")
    place = body.writer.value(f"srem i64 {before}, 7")
    return Operand(body.writer.value(f"add i64 {place}, 1"), INT)


NUMBER_OPERATIONS: Final[dict[str, NativeOperation]] = {
    "numeric.quotient(Int)": _quotient,
    "numeric.absolute(Int)": _absolute_int,
    "numeric.absolute(Decimal)": _absolute_decimal,
    "numeric.minimum(Int)": _better_int("slt"),
    "numeric.maximum(Int)": _better_int("sgt"),
    "numeric.minimum(Decimal)": _better_decimal("slt"),
    "numeric.maximum(Decimal)": _better_decimal("sgt"),
    "numeric.to_decimal": _to_decimal,
    "numeric.to_int": _to_int,
    "numeric.round": _round,
    "temporal.add_elapsed": _add_elapsed,
    "temporal.between": _difference,
    "temporal.add_days": _add_days,
    "temporal.days_between": _difference,
    "temporal.weekday": _weekday,
    "temporal.seconds": _seconds,
    "temporal.of_seconds": _of_seconds,
}
"""The rows on numbers and times, by their keys."""
