"""The arithmetic that both engines share: 64-bit integers and decimal128 [C5]."""

import decimal
from decimal import Decimal
from typing import Final

from jadpo_runtime.faults import Fault, FaultCode

INT_MIN: Final = -(2**63)
"""The smallest Int."""

INT_MAX: Final = 2**63 - 1
"""The largest Int."""

DECIMAL_DIGITS: Final = 34
"""The digits of a Decimal's coefficient."""

DECIMAL128: Final = decimal.Context(
    prec=DECIMAL_DIGITS,
    rounding=decimal.ROUND_HALF_EVEN,
    Emin=-6143,
    Emax=6144,
    capitals=1,
    clamp=1,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)
"""IEEE 754-2008 decimal128: 34 digits, round half even; traps raise Python's decimal errors.

Use it through its methods (``DECIMAL128.add(a, b)``); nothing depends on the thread's context.
"""

# Looking a method up takes as long as adding two numbers.
_add: Final = DECIMAL128.add
_subtract: Final = DECIMAL128.subtract
_multiply: Final = DECIMAL128.multiply
_divide: Final = DECIMAL128.divide
_divide_int: Final = DECIMAL128.divide_int
_remainder: Final = DECIMAL128.remainder

_EXACT128: Final = decimal.Context(
    prec=DECIMAL_DIGITS,
    Emin=-6143,
    Emax=6144,
    clamp=1,
    traps=[decimal.InvalidOperation, decimal.Overflow, decimal.Inexact],
)
"""decimal128 in which a result that had to be rounded to another number is an error."""

MAX_DECIMAL_TEXT: Final = 6_180
"""Characters of the longest Decimal printed plainly: a sign, ``0.`` and 6,176 places."""


class NumberTooLong(ValueError):  # noqa: N818 - it names what is wrong with a literal
    """A number that its type cannot hold as written; the message is a sentence that says why."""


# ---- Int


def int_add(left: int, right: int) -> int:
    """``left + right``; faults with ``integer_overflow``."""
    result = left + right
    if INT_MIN <= result <= INT_MAX:
        return result
    raise _integer_overflow()


def int_subtract(left: int, right: int) -> int:
    """``left - right``; faults with ``integer_overflow``."""
    result = left - right
    if INT_MIN <= result <= INT_MAX:
        return result
    raise _integer_overflow()


def int_multiply(left: int, right: int) -> int:
    """``left * right``; faults with ``integer_overflow``."""
    result = left * right
    if INT_MIN <= result <= INT_MAX:
        return result
    raise _integer_overflow()


def int_negate(base: int) -> int:
    """``-base``; the smallest Int faults with ``integer_overflow``."""
    if base == INT_MIN:
        raise _integer_overflow()
    return -base


def int_quotient(left: int, right: int) -> int:
    """``left`` divided by ``right``, without the fraction; faults on zero and on overflow."""
    if right == 0:
        raise _division_by_zero()
    result = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        return -result
    if result > INT_MAX:
        raise _integer_overflow()
    return result


def int_remainder(left: int, right: int) -> int:
    """``left % right`` with the sign of ``left``; faults on zero."""
    if right == 0:
        raise _division_by_zero()
    result = abs(left) % abs(right)
    return -result if left < 0 else result


def int_divide(left: int, right: int) -> Decimal:
    """``left / right``, a Decimal; faults on zero."""
    return decimal_divide(Decimal(left), Decimal(right))


def _integer_overflow() -> Fault:
    return Fault(FaultCode.INTEGER_OVERFLOW, "the result is outside of the range of Int")


def _division_by_zero() -> Fault:
    return Fault(FaultCode.DIVISION_BY_ZERO, "a number was divided by zero")


# ---- Decimal


def decimal_add(left: Decimal, right: Decimal) -> Decimal:
    """``left + right``; faults with ``decimal_overflow``."""
    try:
        result = _add(left, right)
    except decimal.Overflow:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


def decimal_subtract(left: Decimal, right: Decimal) -> Decimal:
    """``left - right``; faults with ``decimal_overflow``."""
    try:
        result = _subtract(left, right)
    except decimal.Overflow:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


def decimal_multiply(left: Decimal, right: Decimal) -> Decimal:
    """``left * right``; faults with ``decimal_overflow``."""
    try:
        result = _multiply(left, right)
    except decimal.Overflow:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


def decimal_divide(left: Decimal, right: Decimal) -> Decimal:
    """``left / right``; faults with ``division_by_zero`` and ``decimal_overflow``."""
    if not right:
        raise _division_by_zero()
    try:
        result = _divide(left, right)
    except decimal.Overflow:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


def decimal_quotient(left: Decimal, right: Decimal) -> Decimal:
    """``left`` divided by ``right``, without the fraction; more than 34 digits overflow."""
    if not right:
        raise _division_by_zero()
    try:
        result = _divide_int(left, right)
    except decimal.InvalidOperation:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


def decimal_remainder(left: Decimal, right: Decimal) -> Decimal:
    """``left % right`` with the sign of ``left``; a quotient of more than 34 digits overflows."""
    if not right:
        raise _division_by_zero()
    try:
        result = _remainder(left, right)
    except decimal.InvalidOperation:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


def decimal_negate(base: Decimal) -> Decimal:
    """``-base``; zero keeps no sign."""
    return base.copy_negate() if base else base.copy_abs()


def decimal_rounded(base: Decimal, places: int, rounding: str) -> Decimal:
    """``base`` with exactly ``places`` decimal places; ``rounding`` is one of :mod:`decimal`'s.

    Negative ``places`` round to tens. A result of more than 34 digits is ``decimal_overflow``.
    """
    if not _MIN_PLACES <= places <= _MAX_PLACES:
        raise _decimal_overflow()
    try:
        result = base.quantize(Decimal((0, (1,), -places)), rounding, DECIMAL128)
    except decimal.InvalidOperation:
        raise _decimal_overflow() from None
    return result if result else result.copy_abs()


_MAX_PLACES: Final = 6_176
"""The most decimal places a Decimal can have."""

_MIN_PLACES: Final = -6_111
"""Minus the largest exponent of a Decimal."""


def _decimal_overflow() -> Fault:
    return Fault(FaultCode.DECIMAL_OVERFLOW, "the result does not fit a Decimal")


# ---- written forms


def decimal_text(value: Decimal) -> str:
    """The Decimal printed plainly, never with an exponent, its trailing zeros kept.

    At most :data:`MAX_DECIMAL_TEXT` characters long: decimal128 itself bounds it.
    """
    return format(value, "f")


def exact_decimal(number: str | int | Decimal) -> Decimal | None:
    """The Decimal of a number, or ``None`` where it would have to be rounded.

    A text is a number of ASCII digits, point and exponent already. Zero loses its sign.
    """
    try:
        result = _EXACT128.create_decimal(number)
    except (decimal.InvalidOperation, decimal.Overflow, decimal.Inexact):
        return None
    return result if result else result.copy_abs()


def parse_decimal_literal(text: str) -> Decimal:
    """The value of a Decimal literal such as ``-12.50`` or ``1_000.5``.

    ``text`` has the form of a literal already. Raises :class:`NumberTooLong` where it has more
    than 34 digits, leading zeros not counted.
    """
    digits = text.replace("_", "").removeprefix("-")
    if len(digits.replace(".", "").lstrip("0")) > DECIMAL_DIGITS:
        raise NumberTooLong(f"a Decimal has at most {DECIMAL_DIGITS} digits")
    value = exact_decimal(f"-{digits}" if text.startswith("-") else digits)
    if value is None:
        raise NumberTooLong("a Decimal has at most 6,176 decimal places")
    return value


def parse_int_literal(text: str) -> int:
    """The value of an Int literal such as ``-1_000``.

    ``text`` has the form of a literal already. Raises :class:`NumberTooLong` beyond 64 bits.
    """
    digits = text.replace("_", "").removeprefix("-").lstrip("0")
    if len(digits) <= 19:
        value = int(digits or "0")
        if text.startswith("-"):
            value = -value
        if INT_MIN <= value <= INT_MAX:
            return value
    raise NumberTooLong("an Int is between -9223372036854775808 and 9223372036854775807")
