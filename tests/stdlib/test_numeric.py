"""The boundary table of ``numeric`` (language.md §11)."""

from decimal import Decimal

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.values import INT_MAX, INT_MIN

LARGEST = Decimal("9" * 34 + "E+6111")
INT_OVERFLOW = FaultCode.INTEGER_OVERFLOW
DECIMAL_OVERFLOW = FaultCode.DECIMAL_OVERFLOW
BY_ZERO = FaultCode.DIVISION_BY_ZERO


def rounding(value, places, mode, printed):
    expected = printed if isinstance(printed, FaultCode) else Decimal(printed)
    return ("numeric.round", (Decimal(value), places, mode), expected)


CASES = [
    ("numeric.absolute(Int)", (0,), 0),
    ("numeric.absolute(Int)", (-5,), 5),
    ("numeric.absolute(Int)", (INT_MAX,), INT_MAX),
    ("numeric.absolute(Int)", (INT_MIN,), INT_OVERFLOW),
    ("numeric.absolute(Decimal)", (Decimal("-1.50"),), Decimal("1.50")),
    ("numeric.absolute(Decimal)", (Decimal("0.00"),), Decimal("0.00")),
    ("numeric.absolute(Decimal)", (LARGEST.copy_negate(),), LARGEST),
    ("numeric.minimum(Int)", (INT_MIN, INT_MAX), INT_MIN),
    ("numeric.minimum(Int)", (3, 3), 3),
    ("numeric.minimum(Decimal)", (Decimal("1.0"), Decimal("1.00")), Decimal("1.0")),
    ("numeric.minimum(Decimal)", (Decimal("1.00"), Decimal("1.0")), Decimal("1.00")),
    ("numeric.minimum(Decimal)", (Decimal(2), Decimal("-0.1")), Decimal("-0.1")),
    ("numeric.maximum(Int)", (INT_MIN, INT_MAX), INT_MAX),
    ("numeric.maximum(Decimal)", (Decimal("1.0"), Decimal("1.00")), Decimal("1.0")),
    ("numeric.maximum(Decimal)", (Decimal(2), LARGEST), LARGEST),
    ("numeric.quotient(Int)", (7, 2), 3),
    ("numeric.quotient(Int)", (-7, 2), -3),
    ("numeric.quotient(Int)", (INT_MIN, -1), INT_OVERFLOW),
    ("numeric.quotient(Int)", (1, 0), BY_ZERO),
    ("numeric.quotient(Int)", (INT_MAX, INT_MIN), 0),
    ("numeric.quotient(Decimal)", (Decimal("7.5"), Decimal("-2")), Decimal("-3")),
    ("numeric.quotient(Decimal)", (Decimal("-0.5"), Decimal("2")), Decimal("0")),
    ("numeric.quotient(Decimal)", (Decimal(1), Decimal("0.0")), BY_ZERO),
    ("numeric.quotient(Decimal)", (LARGEST, Decimal(7)), DECIMAL_OVERFLOW),
    rounding("2.345", 2, "half_even", "2.34"),
    rounding("2.355", 2, "half_even", "2.36"),
    rounding("2.345", 2, "half_up", "2.35"),
    rounding("-2.345", 2, "half_up", "-2.35"),
    rounding("2.349", 2, "down", "2.34"),
    rounding("-2.349", 2, "down", "-2.34"),
    rounding("2.341", 2, "up", "2.35"),
    rounding("-2.341", 2, "up", "-2.35"),
    rounding("2.5", 0, "half_even", "2"),
    rounding("2", 3, "half_even", "2.000"),
    rounding("1250", -2, "half_even", "1.2E+3"),
    rounding("-0.001", 2, "half_even", "0.00"),
    rounding("0", 6176, "half_even", "0E-6176"),
    rounding("1", 33, "half_even", "1." + "0" * 33),
    rounding("1", 34, "half_even", DECIMAL_OVERFLOW),
    rounding("1", INT_MAX, "half_even", DECIMAL_OVERFLOW),
    rounding("1", INT_MIN, "half_even", DECIMAL_OVERFLOW),
    rounding("1", -6112, "half_even", DECIMAL_OVERFLOW),
    ("numeric.to_int", (Decimal("5.00"),), 5),
    ("numeric.to_int", (Decimal("-0.0").copy_abs(),), 0),
    ("numeric.to_int", (Decimal("5.01"),), None),
    ("numeric.to_int", (Decimal(INT_MAX),), INT_MAX),
    ("numeric.to_int", (Decimal(INT_MAX) + 1,), None),
    ("numeric.to_int", (Decimal(INT_MIN),), INT_MIN),
    ("numeric.to_int", (Decimal("9223372036854775807.5"),), None),
    ("numeric.to_int", (LARGEST,), None),
    ("numeric.to_decimal", (0,), Decimal(0)),
    ("numeric.to_decimal", (INT_MIN,), Decimal("-9223372036854775808")),
]


@pytest.mark.parametrize(("key", "arguments", "expected"), CASES)
def test_numeric(gives, key, arguments, expected):
    gives(key, arguments, expected)


def test_every_operation_has_its_cases():
    rows = [key for key, row in OPERATIONS.items() if row.namespace == "numeric"]
    assert list(dict.fromkeys(key for key, _, _ in CASES)) == rows
