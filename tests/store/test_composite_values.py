"""Composite values of any type come back from a store, and are found by what equals them [T9]."""

import datetime
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jadpo_runtime.store.sqlite.canonical import compile_canonical
from jadpo_runtime.values import INT_MAX, INT_MIN, OMITTED, Duration, Instant, TypeTable
from jadpo_runtime.values.numbers import exact_decimal

SCALARS = {
    "BOOL": st.booleans(),
    "INT": st.sampled_from([INT_MIN, -1, 0, 1, 2**53 + 1, INT_MAX]),
    "DECIMAL": st.sampled_from(["0", "0.00", "1", "1.0", "1.50", "-2", "1234567890.123"]).map(
        exact_decimal
    ),
    "TEXT": st.sampled_from(["", "a", "A", "\0", '"', "\\", "é", "\N{GRINNING FACE}", "1"]),
    "BYTES": st.sampled_from([b"", b"\0", b"\xff"]),
    "INSTANT": st.sampled_from([Instant(0), Instant(1), Instant(-1)]),
    "DATE": st.sampled_from([datetime.date(2026, 1, 1), datetime.date(2026, 1, 2)]),
    "DURATION": st.sampled_from([Duration(0), Duration(1), Duration(-60_000_000)]),
}


class Kind:
    """A type, the definitions it needs, and its values."""

    def __init__(self, type_, values, definitions=()):
        self.type = type_
        self.values = values
        self.definitions = tuple(definitions)


@st.composite
def kinds(draw, t, depth, path=""):
    """A kind; ``path`` says where in the whole it stands, and makes its definition's name."""
    shapes = ["scalar", "list", "set", "map", "object", "enum"] if depth else ["scalar"]
    shape = draw(st.sampled_from(shapes))
    if shape in ("scalar", "set"):
        name = draw(st.sampled_from(list(SCALARS)))
        scalar, values = getattr(t, name), SCALARS[name]
        if shape == "scalar":
            return Kind(scalar, values)
        members = st.lists(values, max_size=3, unique=True)
        return Kind(t.SET(scalar), members.map(dict.fromkeys))
    inner = draw(kinds(t, depth - 1, f"{path}1"))
    if shape == "list":
        return Kind(t.LIST(inner.type), st.lists(inner.values, max_size=3), inner.definitions)
    if shape == "map":
        name = draw(st.sampled_from(list(SCALARS)))
        values = st.dictionaries(SCALARS[name], inner.values, max_size=3)
        return Kind(t.MAP(getattr(t, name), inner.type), values, inner.definitions)
    other = draw(kinds(t, depth - 1, f"{path}2"))
    name = f"{shape.title()}{path}"
    fields = (
        t.FIELD("one", inner.type, optional=shape == "object"),
        t.FIELD("two", t.MAYBE(other.type)),
    )
    definitions = inner.definitions + other.definitions
    one, two = inner.values, st.none() | other.values
    if shape == "object":
        values = st.tuples(st.just(OMITTED) | one, two)
        return Kind(t.NAMED(name), values, (*definitions, t.OBJECT(name, fields)))
    variants = (t.VARIANT("empty", ()), t.VARIANT("full", fields))
    values = st.just(("empty",)) | st.tuples(st.just("full"), one, two)
    return Kind(t.NAMED(name), values, (*definitions, t.ENUM(name, variants)))


@given(data=st.data())
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_composite_value_comes_back_and_is_found(open_world, make_entity, where, t, data):
    kind = data.draw(kinds(t, 3))
    one, other = data.draw(kind.values), data.draw(kind.values)
    is_unique = data.draw(st.booleans())
    world = open_world(
        "sqlite::memory:",
        [make_entity("Thing", {"field": kind.type}, uniques=["field"] if is_unique else [])],
        kind.definitions,
    )

    created = world.create("Thing", field=one)

    (read,) = world.select("Thing")
    assert repr(read.values[1]) == repr(one), "also in order, and Decimals as they were"
    asked = where.compare("field", "==", other, kind.type)
    assert world.select("Thing", asked, where) == ([created] if one == other else [])
    listed = type(where)()
    among = listed.is_in("field", [other], kind.type)
    assert world.select("Thing", among, listed) == ([created] if one == other else [])
    where.types.clear()
    where.values.clear()


@given(data=st.data())
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_canonical_texts_are_the_same_exactly_for_equal_values(t, data):
    kind = data.draw(kinds(t, 3))
    types = TypeTable({definition.name: definition for definition in kind.definitions})
    canonical = compile_canonical(types, kind.type)
    one, other = data.draw(kind.values), data.draw(kind.values)

    assert (canonical(one) == canonical(other)) == (one == other)


def test_decimals_with_the_same_number_are_one_member(t):
    canonical = compile_canonical(TypeTable({}), t.SET(t.DECIMAL))

    assert canonical({Decimal("1.0"): None}) == canonical({Decimal("1.00"): None})
