"""Queries: order, limits, counts and aggregates [Q1] [Q2]."""

from decimal import Decimal

import pytest

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import All
from jadpo_runtime.values import DECIMAL128, INT_MAX, INT_MIN


@pytest.fixture
def things(url, open_world, make_entity, t):
    fields = {
        "name": t.MAYBE(t.TEXT),
        "number": t.MAYBE(t.INT),
        "amount": t.MAYBE(t.DECIMAL),
        "batch": t.INT,
    }
    return open_world(url, [make_entity("Thing", fields)])


def fill(things, **columns):
    """Create rows; each column is a list."""
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return [
        things.create("Thing", **{"name": None, "number": None, "amount": None, "batch": 0, **row})
        for row in rows
    ]


def test_none_comes_first_and_text_sorts_by_code_point(things):
    names = ["b", None, "B", "", "\uffff", "\U00010000", "a\0", "a", "é"]
    fill(things, name=names)

    expected = [None, "", "B", "a", "a\0", "b", "é", "\uffff", "\U00010000"]
    assert things.values("Thing", "name", order="name") == expected
    descending = things.select("Thing", order=(("name", True),))
    assert [things.named(row)["name"] for row in descending] == expected[::-1]


def test_rows_that_sort_alike_are_in_order_of_identity(things):
    rows = fill(things, batch=[2, 1, 2, 1, 1])

    ascending = things.select("Thing", order=(("batch", False),))
    descending = things.select("Thing", order=(("batch", True),))

    assert ascending == [rows[1], rows[3], rows[4], rows[0], rows[2]]
    assert descending == [rows[0], rows[2], rows[1], rows[3], rows[4]]


@pytest.mark.parametrize(
    ("limit", "offset", "expected"),
    [
        (2, None, [0, 1]),
        (2, 1, [1, 2]),
        (None, 3, [3, 4]),
        (0, 0, []),
        (INT_MAX, INT_MAX, []),
        (-1, None, []),
        (2, -5, [0, 1]),
        (10, 0, [0, 1, 2, 3, 4]),
    ],
)
def test_a_limit_and_an_offset_cut_the_rows(things, where, t, limit, offset, expected):
    """Negative ones count as 0."""
    rows = fill(things, batch=[0] * 5)
    places = {}
    for name, value in (("limit", limit), ("offset", offset)):
        if value is not None:
            places[name] = where.given(value, t.INT)

    assert things.select("Thing", All(), where, **places) == [rows[at] for at in expected]


def test_a_second_row_where_one_may_be_is_a_fault(things, where, t):
    fill(things, batch=[1, 1])

    with pytest.raises(Fault) as raised:
        things.select("Thing", where.compare("batch", "==", 1, t.INT), where, at_most_one=True)

    assert raised.value.code is FaultCode.CARDINALITY_EXCEEDED
    assert "Thing" in raised.value.detail


def test_no_row_and_one_row_where_one_may_be_are_none_and_one(things, where, t):
    (row,) = fill(things, batch=[1])
    asked = type(where)()

    one = things.select("Thing", where.compare("batch", "==", 1, t.INT), where, at_most_one=True)
    none = things.select("Thing", asked.compare("batch", "==", 2, t.INT), asked, at_most_one=True)

    assert one == [row]
    assert none == []


def test_a_sum_skips_none_and_is_zero_over_no_rows(things):
    assert things.aggregate("sum", "Thing", "number") == 0
    assert str(things.aggregate("sum", "Thing", "amount")) == "0"

    fill(things, number=[1, None, 2], amount=[Decimal("1.10"), None, Decimal("2.2")])

    assert things.aggregate("sum", "Thing", "number") == 3
    assert str(things.aggregate("sum", "Thing", "amount")) == "3.30"


def test_a_sum_of_decimals_is_exact_before_it_is_rounded(things):
    amounts = ["1E+33", "0.05", "0.05", "-1E+33"]
    fill(things, amount=[Decimal(amount) for amount in amounts])

    assert things.aggregate("sum", "Thing", "amount") == Decimal("0.10")


def test_a_sum_overflows_only_if_its_result_does(things):
    fill(things, number=[INT_MAX, 1, -1])
    assert things.aggregate("sum", "Thing", "number") == INT_MAX

    fill(things, number=[1])
    with pytest.raises(Fault) as raised:
        things.aggregate("sum", "Thing", "number")
    assert raised.value.code is FaultCode.INTEGER_OVERFLOW


def test_a_sum_of_decimals_may_overflow(things):
    largest = DECIMAL128.create_decimal("9E+6144")
    fill(things, amount=[largest, largest])

    with pytest.raises(Fault) as raised:
        things.aggregate("sum", "Thing", "amount")

    assert raised.value.code is FaultCode.DECIMAL_OVERFLOW


def test_the_least_and_greatest_are_none_over_no_rows(things):
    fill(things, batch=[1])

    for field in ("number", "amount", "name"):
        assert things.aggregate("minimum", "Thing", field) is None
        assert things.aggregate("maximum", "Thing", field) is None


def test_the_least_and_greatest_compare_as_the_language_does(things):
    fill(
        things,
        number=[None, 10, 9, INT_MIN],
        amount=[Decimal("9"), None, Decimal("10.0"), Decimal("10.00")],
        name=["b", "a\0", None, "\N{GRINNING FACE}"],
    )

    assert things.aggregate("minimum", "Thing", "number") == INT_MIN
    assert things.aggregate("maximum", "Thing", "number") == 10
    assert things.aggregate("minimum", "Thing", "amount") == 9
    assert str(things.aggregate("maximum", "Thing", "amount")) == "10.0"
    assert things.aggregate("minimum", "Thing", "name") == "a\0"
    assert things.aggregate("maximum", "Thing", "name") == "\N{GRINNING FACE}"


def test_an_aggregate_is_of_the_rows_asked_for(things, where, t):
    fill(things, batch=[1, 2, 2], number=[5, 6, 7])

    assert (
        things.aggregate("sum", "Thing", "number", where.compare("batch", "==", 2, t.INT), where)
        == 13
    )
