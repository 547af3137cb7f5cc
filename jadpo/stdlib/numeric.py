"""``numeric``: arithmetic beyond the operators."""

import decimal
from collections.abc import Callable
from decimal import Decimal
from typing import Final, TypeVar

from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo_runtime.values import INT_MAX, INT_MIN
from jadpo_runtime.values.numbers import (
    decimal_quotient,
    decimal_rounded,
    int_negate,
    int_quotient,
)

Number = TypeVar("Number", int, Decimal)

_ROUNDINGS: Final = {
    "half_even": decimal.ROUND_HALF_EVEN,
    "half_up": decimal.ROUND_HALF_UP,
    "down": decimal.ROUND_DOWN,
    "up": decimal.ROUND_UP,
}


def _absolute_int(value: int) -> int:
    return int_negate(value) if value < 0 else value


def _absolute_decimal(value: Decimal) -> Decimal:
    return value.copy_abs()


def _minimum(left: Number, right: Number) -> Number:
    return right if right < left else left


def _maximum(left: Number, right: Number) -> Number:
    return right if right > left else left


def _round(value: Decimal, places: int, mode: str) -> Decimal:
    return decimal_rounded(value, places, _ROUNDINGS[mode])


def _to_int(value: Decimal) -> int | None:
    if not INT_MIN <= value <= INT_MAX:
        return None
    whole = int(value)
    return whole if whole == value else None


def _constant(key: str, signature: str, implement: Callable[..., object], doc: str) -> Operation:
    return operation(key, signature, implement, doc, cost=Cost.CONSTANT)


NUMERIC_OPERATIONS: Final[tuple[Operation, ...]] = (
    _constant(
        "numeric.absolute(Int)",
        "(value: Int) -> Int",
        _absolute_int,
        "The number without its sign; of the smallest Int the fault `integer_overflow`.",
    ),
    _constant(
        "numeric.absolute(Decimal)",
        "(value: Decimal) -> Decimal",
        _absolute_decimal,
        "The number without its sign.",
    ),
    _constant(
        "numeric.minimum(Int)",
        "(left: Int, right: Int) -> Int",
        _minimum,
        "The smaller of two numbers.",
    ),
    _constant(
        "numeric.minimum(Decimal)",
        "(left: Decimal, right: Decimal) -> Decimal",
        _minimum,
        "The smaller of two numbers, the first one where they are equal.",
    ),
    _constant(
        "numeric.maximum(Int)",
        "(left: Int, right: Int) -> Int",
        _maximum,
        "The larger of two numbers.",
    ),
    _constant(
        "numeric.maximum(Decimal)",
        "(left: Decimal, right: Decimal) -> Decimal",
        _maximum,
        "The larger of two numbers, the first one where they are equal.",
    ),
    _constant(
        "numeric.quotient(Int)",
        "(dividend: Int, divisor: Int) -> Int",
        int_quotient,
        "The quotient without its fraction; zero as divisor is the fault `division_by_zero`.",
    ),
    _constant(
        "numeric.quotient(Decimal)",
        "(dividend: Decimal, divisor: Decimal) -> Decimal",
        decimal_quotient,
        "The quotient without its fraction; one of more than 34 digits is `decimal_overflow`.",
    ),
    _constant(
        "numeric.round",
        "(value: Decimal, *, places: Int,"
        " mode: half_even | half_up | down | up = half_even) -> Decimal",
        _round,
        "The number with exactly `places` decimal places; negative ones round to tens. `down` is"
        " towards zero, `up` away from it.",
    ),
    _constant(
        "numeric.to_int",
        "(value: Decimal) -> Int?",
        _to_int,
        "The Decimal as an Int; `none` unless it is whole and in range.",
    ),
    _constant(
        "numeric.to_decimal",
        "(value: Int) -> Decimal",
        Decimal,
        "The Int as a Decimal.",
    ),
)
"""The rows of ``numeric``."""
