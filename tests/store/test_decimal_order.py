"""Keys of Decimals sort as the numbers do, and SQLite computes the same ones [Q2]."""

import sqlite3
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadpo_runtime.store.sqlite.decimal_order import (
    from_stored_text,
    order_key,
    order_key_sql,
    stored_text,
)
from jadpo_runtime.values.numbers import exact_decimal

decimals = st.builds(
    lambda negative, digits, exponent: exact_decimal(f"{'-' * negative}{digits}E{exponent}"),
    st.booleans(),
    st.integers(0, 10**34 - 1),
    st.one_of(st.integers(-40, 10), st.integers(-6176, 6111)),
).filter(lambda value: value is not None)

close_pairs = st.builds(
    lambda value, step: (value, exact_decimal(str(value.scaleb(0) + step))),
    st.builds(Decimal, st.integers(-1000, 1000)).map(lambda value: value / 10),
    st.sampled_from([Decimal(0), Decimal("0.1"), Decimal("-0.01"), Decimal("0.00"), Decimal(1)]),
)


@given(st.one_of(st.tuples(decimals, decimals), close_pairs))
def test_keys_sort_as_the_numbers_do(pair):
    left, right = pair
    left_key, right_key = order_key(left), order_key(right)

    assert (left_key < right_key) == (left < right)
    assert (left_key == right_key) == (left == right)


@given(decimals)
def test_a_stored_text_is_exact(value):
    assert from_stored_text(stored_text(value)).as_tuple() == value.as_tuple()


@given(decimals)
def test_sqlite_computes_the_same_key(value):
    sql = f"SELECT {order_key_sql('stored')} FROM (SELECT ? AS stored)"
    with sqlite3.connect(":memory:") as connection:
        ((key,),) = connection.execute(sql, (stored_text(value),))

    assert key == order_key(value)


@given(st.integers(-(2**63), 2**63 - 1))
def test_an_int_has_the_key_of_its_decimal(number):
    assert order_key(number) == order_key(Decimal(number))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1.",
        ".5",
        "+1",
        "01",
        "1e3",
        " 1",
        "1_0",
        "NaN",
        "Infinity",
        "-0",
        "١",
        "1E+9999",
        "1" * 35,
        "0." + "1" * 35,
        "1\n",
    ],
)
def test_a_text_that_is_no_decimal_is_refused(text):
    with pytest.raises(ValueError, match="is not a Decimal"):
        from_stored_text(text)


def test_plain_texts_stay_plain():
    assert stored_text(Decimal("0.000000001")) == "0.000000001"
    assert stored_text(Decimal("12.50")) == "12.50"
    assert stored_text(Decimal("1E+3")) == "1E+3"
