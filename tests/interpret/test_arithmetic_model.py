"""Random expressions of Ints and Decimals against a model in plain Python [C5]."""

import decimal
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_building import DECIMAL, INT, Building, arithmetic, at, const, local, returns
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.values import INT_MAX, INT_MIN

# Translating deeper callables raises Python's limit, which Hypothesis remarks on.
pytestmark = pytest.mark.filterwarnings("ignore:The recursion limit will not be reset")

SLOTS = 3

ints = st.one_of(
    st.integers(-10, 10),
    st.integers(INT_MIN, INT_MAX),
    st.sampled_from([INT_MIN, INT_MIN + 1, INT_MAX, INT_MAX - 1, 2**31, 2**32, 3_037_000_500]),
)

decimals = (
    st.one_of(
        st.decimals(-1_000, 1_000, places=2),
        st.decimals(allow_nan=False, allow_infinity=False, places=None).map(
            lambda value: decimal.Context(prec=34, Emin=-6143, Emax=6144, clamp=1).create_decimal(
                value
            )
        ),
        st.sampled_from([Decimal("9.999E+6144"), Decimal("1E-6176"), Decimal(0)]),
    )
    .filter(Decimal.is_finite)
    .map(lambda value: value if value else value.copy_abs())
)


class OverflowOfModel(Exception):  # noqa: N818
    pass


class ByZero(Exception):  # noqa: N818
    pass


def model_int(operator, left, right):
    if operator == "int.rem":
        if right == 0:
            raise ByZero
        return abs(left) % abs(right) * (-1 if left < 0 else 1)
    result = {"int.add": left + right, "int.sub": left - right, "int.mul": left * right}[operator]
    if not INT_MIN <= result <= INT_MAX:
        raise OverflowOfModel
    return result


@st.composite
def int_trees(draw, depth=4):
    """A tree of operators, each with a line of its own, over slots and constants."""
    lines = iter(range(1, 10_000))

    def tree(left):
        if left == 0 or draw(st.integers(0, 4)) == 0:
            if draw(st.booleans()):
                return ("slot", draw(st.integers(0, SLOTS - 1)))
            return ("const", draw(ints))
        operator = draw(st.sampled_from(["int.add", "int.sub", "int.mul", "int.rem"]))
        line = next(lines)
        return (operator, line, tree(left - 1), tree(left - 1))

    return tree(depth)


def as_ir(tree):
    match tree:
        case ("slot", slot):
            return local(slot)
        case ("const", value):
            return const(value)
        case (operator, line, left, right):
            return arithmetic(operator, as_ir(left), as_ir(right), at(line))


def as_outcome(tree, slots):
    """The value, or the line of the operator that faults first and its code."""
    match tree:
        case ("slot", slot):
            return slots[slot]
        case ("const", value):
            return value
        case (operator, line, left, right):
            one = as_outcome(left, slots)
            if isinstance(one, tuple):
                return one
            other = as_outcome(right, slots)
            if isinstance(other, tuple):
                return other
            try:
                return model_int(operator, one, other)
            except OverflowOfModel:
                return (line, FaultCode.INTEGER_OVERFLOW)
            except ByZero:
                return (line, FaultCode.DIVISION_BY_ZERO)


@settings(max_examples=300, deadline=None)
@given(int_trees(), st.tuples(*[ints] * SLOTS))
def test_trees_of_int_operators_mean_what_the_model_says(tree, slots):
    building = Building()
    building.function("main", returns(as_ir(tree)), takes=[INT] * SLOTS)
    outcome = interpret(building.program()).run("main", slots, RecordingContext())
    expected = as_outcome(tree, slots)
    if isinstance(expected, tuple):
        line, code = expected
        assert isinstance(outcome, Faulted)
        assert (outcome.code, outcome.span) == (code, at(line))
    else:
        assert outcome == Returned(expected)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["dec.add", "dec.sub", "dec.mul", "dec.div", "dec.rem"]), decimals, decimals)
def test_decimal_operators_are_those_of_decimal128(operator, left, right):
    building = Building()
    building.function(
        "main",
        returns(arithmetic(operator, local(0, DECIMAL), local(1, DECIMAL), at(3))),
        takes=[DECIMAL, DECIMAL],
        gives=DECIMAL,
    )
    outcome = interpret(building.program()).run("main", [left, right], RecordingContext())
    context = decimal.Context(
        prec=34, rounding=decimal.ROUND_HALF_EVEN, Emin=-6143, Emax=6144, clamp=1, traps=[]
    )
    operation = {
        "dec.add": context.add,
        "dec.sub": context.subtract,
        "dec.mul": context.multiply,
        "dec.div": context.divide,
        "dec.rem": context.remainder,
    }[operator]
    if operator in ("dec.div", "dec.rem") and not right:
        assert outcome.code is FaultCode.DIVISION_BY_ZERO
        return
    result = operation(left, right)
    if not result.is_finite():
        assert (outcome.code, outcome.span) == (FaultCode.DECIMAL_OVERFLOW, at(3))
        return
    assert outcome.value == result
    assert outcome.value.as_tuple().exponent == result.as_tuple().exponent
    assert not (outcome.value.is_signed() and not outcome.value)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), ints, ints)
def test_comparisons_of_ints(operator, left, right):
    building = Building()
    compared = nodes.Compare(
        nodes.ComparisonOperator(operator), INT, local(0), const(right), INT, at(1)
    )
    building.function("main", returns(compared), takes=[INT])
    outcome = interpret(building.program()).run("main", [left], RecordingContext())
    expected = {
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
        "==": left == right,
        "!=": left != right,
    }[operator]
    assert outcome == Returned(expected)
