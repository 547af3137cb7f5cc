"""Predicates mean the same in a store as in Python: two-valued, exact [Q1]."""

import operator
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jadpo_runtime.manifest import All, And, FieldComparison, FieldIn, FieldIsNone, Not, Or
from jadpo_runtime.values import INT_MAX, INT_MIN, Instant

OPERATORS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

VALUES = {
    "INT": [-1, 0, 1, 2, INT_MIN, INT_MAX],
    "DECIMAL": [Decimal(text) for text in ("-1", "0", "0.00", "0.5", "1.0", "1.00", "1E+30")],
    "TEXT": ["", "a", "A", "b", "a\0", "a\x1b0", "\N{GRINNING FACE}", "\uffff"],
    "BOOL": [True, False],
    "BYTES": [b"", b"\0", b"a", b"\xff"],
    "INSTANT": [Instant(-1), Instant(0), Instant(1_000_000)],
    "SIZE": ["small", "large"],
}
EXTRA_DECIMALS_FOR_INTS = [
    Decimal(text)
    for text in ("0.5", "-0.5", "1.0", "1E+2", "9223372036854775807.5", "1E+40", "-1E+40")
]
KINDS = list(VALUES)
FIELDS = [f"{kind.lower()}_{suffix}" for kind in KINDS for suffix in ("given", "maybe")]


def kind_of(field):
    return field.split("_")[0].upper()


def model(predicate, row, values):
    """What [Q1] says."""
    match predicate:
        case All():
            return True
        case FieldIsNone(field=field):
            return row[field] is None
        case FieldComparison(field=field, operator="!=", parameter=index):
            return not model(FieldComparison(field, "==", index), row, values)
        case FieldComparison(field=field, operator=sign, parameter=index):
            if row[field] is None or values[index] is None:
                return False
            return OPERATORS[sign](row[field], values[index])
        case FieldIn(field=field, parameter=index):
            return row[field] is not None and row[field] in values[index]
        case And(left=left, right=right):
            return model(left, row, values) and model(right, row, values)
        case Or(left=left, right=right):
            return model(left, row, values) or model(right, row, values)
        case Not(predicate=inner):
            return not model(inner, row, values)
    raise AssertionError(predicate)


@st.composite
def comparisons(draw, where, types):
    field = draw(st.sampled_from(FIELDS))
    kind = kind_of(field)
    as_decimal = kind == "INT" and draw(st.booleans())
    choices = VALUES[kind] + (EXTRA_DECIMALS_FOR_INTS if as_decimal else [])
    one = st.sampled_from(choices).map(lambda value: Decimal(value) if as_decimal else value)
    type_ = types["DECIMAL" if as_decimal else kind]
    form = draw(st.sampled_from(["compare", "compare", "in", "none", "maybe"]))
    if form == "none":
        return FieldIsNone(field)
    if form == "in":
        return where.is_in(field, draw(st.lists(one, max_size=4)), type_)
    sign = draw(st.sampled_from(list(OPERATORS)))
    if form == "maybe":
        return where.compare(field, sign, draw(st.none() | one), types["maybe"](type_))
    return where.compare(field, sign, draw(one), type_)


@st.composite
def predicates(draw, where, types, depth=3):
    shape = draw(st.sampled_from(["leaf", "and", "or", "not", "all"])) if depth else "leaf"
    if shape == "leaf":
        return draw(comparisons(where, types))
    if shape == "all":
        return All()
    left = draw(predicates(where, types, depth - 1))
    if shape == "not":
        return Not(left)
    right = draw(predicates(where, types, depth - 1))
    return And(left, right) if shape == "and" else Or(left, right)


@pytest.fixture
def kinds(t):
    return {
        **{kind: getattr(t, kind) for kind in KINDS if kind != "SIZE"},
        "SIZE": t.NAMED("Size"),
        "maybe": t.MAYBE,
    }


@pytest.fixture
def things(url, open_world, make_entity, t, kinds):
    """Rows whose fields take all values and none, some of them indexed."""
    fields = {}
    for field in FIELDS:
        type_ = kinds[kind_of(field)]
        fields[field] = t.MAYBE(type_) if field.endswith("maybe") else type_
    indexes = ["int_maybe", "decimal_given", "text_given", ("text_maybe", "int_given")]
    size = t.ENUM("Size", (t.VARIANT("small", ()), t.VARIANT("large", ())))
    world = open_world(url, [make_entity("Thing", fields, indexes=indexes)], [size])
    for at in range(14):
        row = {}
        for place, field in enumerate(FIELDS):
            choices = VALUES[kind_of(field)]
            if field.endswith("maybe"):
                choices = [None, *choices]
            row[field] = choices[(at * (place + 1) + place) % len(choices)]
        world.create("Thing", **row)
    return world


@given(st.data())
@settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_a_predicate_finds_the_rows_for_which_it_holds(things, where, kinds, data):
    asked = type(where)()
    predicate = data.draw(predicates(asked, kinds))

    found = things.select("Thing", predicate, asked)

    rows = things.select("Thing")
    expected = [row for row in rows if model(predicate, things.named(row), asked.values)]
    assert found == expected
    assert things.count("Thing", predicate, asked) == len(expected)
    assert things.exists("Thing", predicate, asked) == bool(expected)


def test_a_list_may_have_any_length(things, where, t):
    names = [f"name {at}" for at in range(100_000)]

    found = things.select("Thing", where.is_in("text_given", [*names, "a"], t.TEXT), where)

    assert {things.named(row)["text_given"] for row in found} == {"a"}


def test_an_empty_list_has_no_row(things, where, t):
    assert things.count("Thing", where.is_in("int_given", [], t.INT), where) == 0
    assert things.count("Thing", Not(where.is_in("int_given", [], t.INT)), where) == 14


def test_a_long_chain_of_conditions_is_no_deep_one(things, where, t):
    chain = where.compare("int_given", "==", 7, t.INT)
    for number in range(3_000):
        chain = Or(chain, where.compare("int_given", "==", number, t.INT))

    assert things.count("Thing", chain, where) == sum(
        0 <= value < 3_000 for value in things.values("Thing", "int_given")
    )
