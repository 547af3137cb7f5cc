"""Patterns of numbers between bounds take exactly the numbers between them [R5]."""

import re
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from jadpo.openapi.bounds import decimal_pattern, integer_pattern
from jadpo_runtime.values import INT_MAX, INT_MIN
from jadpo_runtime.values.numbers import decimal_text

INTS = st.integers(INT_MIN, INT_MAX) | st.integers(-120, 120)
DECIMALS = st.builds(
    lambda digits, places: Decimal(digits).scaleb(-places),
    st.integers(-20_000, 20_000),
    st.integers(0, 5),
)


def within(value, minimum, maximum) -> bool:
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


@given(INTS | st.none(), INTS | st.none(), INTS, st.integers(-2, 2))
def test_ints_as_strings(minimum, maximum, value, near):
    pattern = integer_pattern(minimum, maximum)

    for each in (value, (minimum or 0) + near, (maximum or 0) + near):
        assert bool(re.search(pattern, str(each))) == within(each, minimum, maximum), each


@given(DECIMALS | st.none(), DECIMALS | st.none(), DECIMALS, st.integers(-2, 2))
def test_decimals_as_strings(minimum, maximum, value, near):
    pattern = decimal_pattern(minimum, maximum)
    step = Decimal(near).scaleb(-4)

    for each in (value, (minimum or 0) + step, (maximum or 0) + step, Decimal("0.00")):
        written = decimal_text(each if each else abs(each))
        assert bool(re.search(pattern, written)) == within(each, minimum, maximum), written


def test_what_is_no_number_as_it_is_written_does_not_match():
    for text in ("", "-", "007", "-0", "1.0", "1e3", " 1", "+1", "1_000"):
        assert not re.search(integer_pattern(None, None), text)
    for text in ("", ".5", "5.", "00.5", "1e3", "+1.5"):
        assert not re.search(decimal_pattern(None, None), text)
