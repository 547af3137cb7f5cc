"""Arithmetic of Int and Decimal [C5], and how numbers are written (language.md §2)."""

import decimal
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values import INT_MAX, INT_MIN
from jadpo_runtime.values.numbers import (
    DECIMAL128,
    MAX_DECIMAL_TEXT,
    NumberTooLong,
    decimal_add,
    decimal_divide,
    decimal_multiply,
    decimal_negate,
    decimal_quotient,
    decimal_remainder,
    decimal_rounded,
    decimal_subtract,
    decimal_text,
    exact_decimal,
    int_add,
    int_divide,
    int_multiply,
    int_negate,
    int_quotient,
    int_remainder,
    int_subtract,
    parse_decimal_literal,
    parse_int_literal,
)

LARGEST = Decimal("9" * 34 + "E+6111")
SMALLEST = Decimal("1E-6176")


def fault_of(function, *arguments):
    with pytest.raises(Fault) as caught:
        function(*arguments)
    return caught.value.code


@pytest.mark.parametrize(
    ("function", "arguments", "result"),
    [
        (int_add, (INT_MAX - 1, 1), INT_MAX),
        (int_subtract, (INT_MIN + 1, 1), INT_MIN),
        (int_multiply, (INT_MIN, 1), INT_MIN),
        (int_negate, (INT_MAX,), -INT_MAX),
        (int_quotient, (7, 2), 3),
        (int_quotient, (-7, 2), -3),
        (int_quotient, (7, -2), -3),
        (int_quotient, (-7, -2), 3),
        (int_quotient, (INT_MIN, 1), INT_MIN),
        (int_remainder, (7, 3), 1),
        (int_remainder, (-7, 3), -1),
        (int_remainder, (7, -3), 1),
        (int_remainder, (INT_MIN, -1), 0),
    ],
)
def test_ints_are_computed_within_64_bits(function, arguments, result):
    assert function(*arguments) == result


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (int_add, (INT_MAX, 1)),
        (int_subtract, (INT_MIN, 1)),
        (int_multiply, (INT_MAX, 2)),
        (int_multiply, (INT_MIN, -1)),
        (int_negate, (INT_MIN,)),
        (int_quotient, (INT_MIN, -1)),
    ],
)
def test_what_leaves_64_bits_is_a_fault(function, arguments):
    assert fault_of(function, *arguments) is FaultCode.INTEGER_OVERFLOW


@pytest.mark.parametrize("function", [int_quotient, int_remainder, int_divide])
def test_an_int_divided_by_zero_is_a_fault(function):
    assert fault_of(function, 1, 0) is FaultCode.DIVISION_BY_ZERO


@pytest.mark.parametrize("function", [decimal_divide, decimal_quotient, decimal_remainder])
@pytest.mark.parametrize("dividend", ["0", "1", "-1.5"])
def test_a_decimal_divided_by_zero_is_a_fault(function, dividend):
    assert fault_of(function, Decimal(dividend), Decimal("0.00")) is FaultCode.DIVISION_BY_ZERO


@pytest.mark.parametrize(
    ("function", "left", "right", "printed"),
    [
        (decimal_add, "1.10", "2.20", "3.30"),
        (decimal_subtract, "1.10", "1.10", "0.00"),
        (decimal_subtract, "1", "1.000", "0.000"),
        (decimal_add, "-1.5", "1.5", "0.0"),
        (decimal_multiply, "-1", "0.0", "0.0"),
        (decimal_multiply, "1.5", "2.50", "3.750"),
        (decimal_divide, "1", "3", "0." + "3" * 34),
        (decimal_divide, "10", "4", "2.5"),
        (decimal_divide, "100", "10", "10"),
        (decimal_divide, "0", "-3", "0"),
        (decimal_remainder, "-7.5", "2", "-1.5"),
        (decimal_remainder, "7.5", "-2", "1.5"),
        (decimal_remainder, "-4", "2", "0"),
        (decimal_quotient, "-7.5", "2", "-3"),
        (decimal_quotient, "-1", "2", "0"),
        (decimal_add, "1" + "0" * 33, "0.5", "1" + "0" * 33),
        (decimal_add, "1" + "0" * 32 + "1", "0.5", "1" + "0" * 32 + "2"),
    ],
)
def test_decimals_keep_the_exponent_that_decimal128_gives_them(function, left, right, printed):
    assert decimal_text(function(Decimal(left), Decimal(right))) == printed


@pytest.mark.parametrize(
    ("function", "left", "right"),
    [
        (decimal_add, LARGEST, LARGEST),
        (decimal_subtract, LARGEST.copy_negate(), LARGEST),
        (decimal_multiply, LARGEST, Decimal(2)),
        (decimal_divide, LARGEST, SMALLEST),
        (decimal_remainder, LARGEST, Decimal(7)),
        (decimal_quotient, LARGEST, Decimal(7)),
    ],
)
def test_what_leaves_decimal128_is_a_fault(function, left, right):
    assert fault_of(function, left, right) is FaultCode.DECIMAL_OVERFLOW


def test_too_small_a_result_is_zero():
    assert decimal_text(decimal_multiply(SMALLEST, Decimal("-0.1"))).strip("0.") == ""


def test_the_precision_of_the_thread_does_not_matter():
    with decimal.localcontext(prec=3):
        assert decimal_text(decimal_add(Decimal("1234.5"), Decimal("0.1"))) == "1234.6"
        assert decimal_text(decimal_negate(Decimal("1234.567"))) == "-1234.567"
        assert decimal_text(decimal_rounded(Decimal("1234.567"), 2, "ROUND_UP")) == "1234.57"


def test_int_divided_by_int_is_a_decimal():
    assert decimal_text(int_divide(7, 2)) == "3.5"
    assert decimal_text(int_divide(INT_MIN, 1)) == str(INT_MIN)


def test_zero_has_no_sign():
    assert decimal_text(decimal_negate(Decimal("0.00"))) == "0.00"
    assert decimal_text(decimal_rounded(Decimal("-0.001"), 2, "ROUND_DOWN")) == "0.00"
    assert decimal_text(exact_decimal("-0.0")) == "0.0"


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (Decimal("1E+3"), "1000"),
        (Decimal("1E-7"), "0.0000001"),
        (Decimal("0E+5"), "0"),
        (Decimal("-12.500"), "-12.500"),
        (Decimal("123E-2"), "1.23"),
    ],
)
def test_decimals_print_plainly(value, printed):
    assert decimal_text(value) == printed


@pytest.mark.parametrize(
    "value", [LARGEST, LARGEST.copy_negate(), SMALLEST, SMALLEST.copy_negate()]
)
def test_the_longest_printed_decimal_is_bounded(value):
    assert len(decimal_text(value)) <= MAX_DECIMAL_TEXT
    assert exact_decimal(decimal_text(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_printed_decimal_is_read_as_the_same_number(value):
    value = DECIMAL128.plus(value)
    read = exact_decimal(decimal_text(value))
    assert read == value
    assert decimal_text(read) == decimal_text(value).removeprefix("-" if not value else "")


@given(
    st.decimals(-(10**12), 10**12, places=4),
    st.decimals(-(10**12), 10**12, places=4).filter(bool),
)
def test_a_decimal_is_quotient_times_divisor_plus_remainder(left, right):
    left, right = DECIMAL128.plus(left), DECIMAL128.plus(right)
    quotient, remainder = decimal_quotient(left, right), decimal_remainder(left, right)
    with decimal.localcontext(prec=200):
        assert quotient * right + remainder == left
    assert remainder == 0 or (remainder < 0) == (left < 0)


@given(
    st.integers(INT_MIN, INT_MAX), st.integers(INT_MIN, INT_MAX).filter(lambda n: n not in (0, -1))
)
def test_an_int_is_quotient_times_divisor_plus_remainder(left, right):
    quotient, remainder = int_quotient(left, right), int_remainder(left, right)
    assert quotient * right + remainder == left
    assert abs(remainder) < abs(right)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("12.50", "12.50"),
        ("-0.00", "0.00"),
        ("1_000.5", "1000.5"),
        ("000.10", "0.10"),
        ("9" * 34, "9" * 34),
        ("0." + "0" * 30 + "1" * 34, "0." + "0" * 30 + "1" * 34),
    ],
)
def test_decimal_literals_of_34_digits_are_exact(text, printed):
    assert decimal_text(parse_decimal_literal(text)) == printed


@pytest.mark.parametrize(
    "text", ["1" * 35, "1." + "0" * 34, "-0.1" + "2" * 34, "0." + "0" * 6176 + "1"]
)
def test_decimal_literals_of_more_digits_are_refused(text):
    with pytest.raises(NumberTooLong):
        parse_decimal_literal(text)


def test_int_literals_are_within_64_bits():
    assert parse_int_literal("9_223_372_036_854_775_807") == INT_MAX
    assert parse_int_literal("-9223372036854775808") == INT_MIN
    assert parse_int_literal("007") == 7
    for text in ("9223372036854775808", "-9223372036854775809", "1" * 10_000):
        with pytest.raises(NumberTooLong):
            parse_int_literal(text)
