"""Creating and updating rows: identities, uniqueness, rules, cardinality [E1] [Q1] [Q2] [Q3]."""

import uuid
from decimal import Decimal

import pytest

from jadpo_runtime.clock import SettableClock
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import All, DeletePlan
from jadpo_runtime.values import Duration, Instant


def add(shop, code, stock=5, price="1.00"):
    return shop.create("Product", code=code, price=Decimal(price), stock=stock, note=None)


def conflict_of(work):
    with pytest.raises(ConstraintConflict) as raised:
        work()
    return raised.value.entity, raised.value.fields


# ---- identities


def test_generated_identities_are_version_7_and_increase(shop):
    """[E1]: also within one millisecond."""
    made = [add(shop, f"TEA-{number}").identity for number in range(200)]

    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert {uuid.UUID(identity).version for identity in made} == {7}


def test_identities_increase_when_the_clock_is_put_back(shop):
    first = add(shop, "TEA-1").identity
    shop.clock.advance(Duration(-3_600_000_000))

    assert add(shop, "TEA-2").identity > first


def test_identities_follow_those_that_another_process_made(tmp_path, open_world, make_entity, t):
    """Their clock may be ahead of this one's."""
    url = f"sqlite:{tmp_path / 'both.db'}"
    things = [make_entity("Thing", {"number": t.INT})]
    ahead = open_world(url, things, clock=SettableClock(Instant(1_900_000_000_000_000)))
    behind = open_world(url, things, clock=SettableClock(Instant(1_700_000_000_000_000)), seed=8)

    made = [
        (ahead if number % 2 == 0 else behind).create("Thing", number=number).identity
        for number in range(10)
    ]

    assert made == sorted(made)


def test_an_identity_of_the_programs_own_is_unique(url, open_world, make_entity, t):
    world = open_world(url, [make_entity("Country", {"code": t.TEXT}, identity="code")])
    world.create("Country", code="GB")

    assert conflict_of(lambda: world.create("Country", code="GB")) == ("Country", ("code",))


# ---- uniqueness


def test_the_same_unique_value_twice_is_a_conflict_and_changes_nothing(shop):
    add(shop, "TEA-1", stock=3)

    assert conflict_of(lambda: add(shop, "TEA-1", stock=9)) == ("Product", ("code",))
    assert shop.values("Product", "stock") == [3]


def test_a_unique_decimal_is_a_number(url, open_world, make_entity, t):
    """``1.0 == 1.00``, and the first representation stays."""
    world = open_world(url, [make_entity("Rate", {"rate": t.DECIMAL}, uniques=["rate"])])
    world.create("Rate", rate=Decimal("1.0"))

    assert conflict_of(lambda: world.create("Rate", rate=Decimal("1.00"))) == ("Rate", ("rate",))
    assert [str(rate) for rate in world.values("Rate", "rate")] == ["1.0"]


def test_a_unique_set_is_one_in_any_order(url, open_world, make_entity, t):
    world = open_world(url, [make_entity("Team", {"names": t.SET(t.TEXT)}, uniques=["names"])])
    world.create("Team", names={"a": None, "b": None})

    assert conflict_of(lambda: world.create("Team", names={"b": None, "a": None})) == (
        "Team",
        ("names",),
    )


def test_none_never_collides(url, open_world, make_entity, t):
    fields = {"a": t.MAYBE(t.INT), "b": t.MAYBE(t.INT)}
    world = open_world(url, [make_entity("Pair", fields, uniques=[("a", "b")])])
    for _ in range(2):
        world.create("Pair", a=None, b=None)
        world.create("Pair", a=1, b=None)
    world.create("Pair", a=1, b=1)

    assert conflict_of(lambda: world.create("Pair", a=1, b=1)) == ("Pair", ("a", "b"))


def test_of_several_violations_the_first_declared_counts(url, open_world, make_entity, t):
    """[Q3]: identity, then uniques, then references, each as declared."""
    parent = make_entity("Parent", {"number": t.INT}, uniques=["number"])
    child = make_entity(
        "Child",
        {"id": t.INT, "x": t.INT, "y": t.INT, "one": t.INT, "two": t.INT},
        uniques=["y", "x"],
        references=[("two", "Parent.number", "restrict"), ("one", "Parent.number", "restrict")],
    )
    world = open_world(url, [parent, child])
    world.create("Parent", number=1)
    world.create("Child", id=1, x=1, y=1, one=1, two=1)

    def breaks(**row):
        return conflict_of(lambda: world.create("Child", **row))[1]

    assert breaks(id=1, x=1, y=1, one=9, two=9) == ("id",)
    assert breaks(id=2, x=1, y=1, one=9, two=9) == ("y",)
    assert breaks(id=2, x=1, y=2, one=9, two=9) == ("x",)
    assert breaks(id=2, x=2, y=2, one=9, two=9) == ("two",)
    assert breaks(id=2, x=2, y=2, one=9, two=1) == ("one",)


# ---- update


def test_an_update_gives_the_new_row_and_keeps_the_other_fields(shop):
    before = add(shop, "TEA-1", stock=3)
    add(shop, "TEA-2", stock=4)
    predicate, where = shop.by("Product", "id", before.identity)

    (after,) = shop.update("Product", predicate, where, {"stock": 2}, at_most_one=True)

    assert shop.named(after) == {**shop.named(before), "stock": 2}
    assert shop.select("Product")[0].values == after.values
    assert shop.values("Product", "stock") == [2, 4]


def test_an_update_of_no_row_gives_none(shop):
    predicate, where = shop.by("Product", "code", "none")

    assert shop.update("Product", predicate, where, {"stock": 2}, at_most_one=True) == []
    assert shop.update_each("Product", ["stock"], lambda row: [1], predicate, where) == []


def test_an_update_required_of_two_rows_is_a_fault_and_changes_nothing(shop):
    """[Q2]"""
    add(shop, "TEA-1", stock=1)
    add(shop, "TEA-2", stock=1)

    for update in (
        lambda: shop.update(
            "Product", *shop.by("Product", "stock", 1), {"stock": 9}, at_most_one=True
        ),
        lambda: shop.update_each(
            "Product", ["stock"], lambda row: [9], *shop.by("Product", "stock", 1), at_most_one=True
        ),
        lambda: shop.delete("Product", *shop.by("Product", "stock", 1), at_most_one=True),
    ):
        with pytest.raises(Fault) as raised:
            update()
        assert raised.value.code is FaultCode.CARDINALITY_EXCEEDED
    assert shop.values("Product", "stock") == [1, 1]


def test_an_update_of_many_rows_gives_them_in_order_of_identity(shop, where, t):
    rows = [add(shop, f"TEA-{9 - number}", stock=number) for number in range(8)]

    changed = shop.update("Product", where.compare("stock", ">", 3, t.INT), where, {"stock": 0})

    assert changed == rows[4:]
    assert shop.values("Product", "stock") == [0, 1, 2, 3, 0, 0, 0, 0]


@pytest.mark.parametrize(("limit", "changed"), [(2, 2), (0, 0), (-1, 0), (99, 4)])
def test_a_limit_takes_rows_in_order_of_identity(shop, where, t, limit, changed):
    """[Q2]"""
    rows = [add(shop, f"TEA-{number}", stock=5) for number in range(4)]
    at = where.given(limit, t.INT)

    assert shop.update("Product", All(), where, {"stock": 0}, limit=at) == rows[:changed]
    assert shop.delete("Product", All(), where, limit=at) == rows[:changed]
    assert shop.select("Product") == rows[changed:]


def test_an_update_that_collides_is_a_conflict_and_changes_nothing(shop):
    add(shop, "TEA-1")
    add(shop, "TEA-2")
    predicate, where = shop.by("Product", "code", "TEA-2")
    every = All(), type(where)()

    for work in (
        lambda: shop.update("Product", predicate, where, {"code": "TEA-1"}, at_most_one=True),
        lambda: shop.update("Product", *every, {"code": "TEA-3"}),
        lambda: shop.update_each("Product", ["code"], lambda row: ["TEA-4"]),
    ):
        assert conflict_of(work) == ("Product", ("code",))
    assert shop.values("Product", "code") == ["TEA-1", "TEA-2"]


def test_a_row_may_keep_its_own_unique_value(shop):
    add(shop, "TEA-1")
    predicate, where = shop.by("Product", "code", "TEA-1")

    (row,) = shop.update("Product", predicate, where, {"code": "TEA-1"}, at_most_one=True)

    assert shop.named(row)["code"] == "TEA-1"


@pytest.mark.parametrize("shift", [1, -1])
def test_unique_values_may_move_over_each_other(url, open_world, make_entity, t, shift):
    """Only the result of the whole statement counts."""
    fields = {"place": t.INT, "name": t.TEXT, "rate": t.DECIMAL}
    world = open_world(url, [make_entity("Runner", fields, uniques=["place", ("name", "rate")])])
    for place in range(5):
        world.create("Runner", place=place, name=f"{place}", rate=Decimal(place))

    changed = world.update_each(
        "Runner",
        ["place", "name", "rate"],
        lambda row: [row["place"] + shift, str(4 - row["place"]), 4 - row["rate"]],
    )

    assert [world.named(row)["place"] for row in changed] == [place + shift for place in range(5)]
    assert world.select("Runner") == changed
    assert world.values("Runner", "name") == ["4", "3", "2", "1", "0"]
    assert world.values("Runner", "rate") == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("INT", [-1, 0, 1, 2]),
        ("INT", [-(2**63), 2**63 - 2]),
        ("TEXT", ["parked 000000000.", "parked 000000001.", "a", ""]),
        ("BYTES", [b"parked 000000000.", b"", b"parked 000000001."]),
        ("BOOL", [True, False]),
    ],
)
def test_values_of_any_kind_may_be_swapped(url, open_world, make_entity, t, kind, values):
    world = open_world(url, [make_entity("Thing", {"key": getattr(t, kind)}, uniques=["key"])])
    for value in values:
        world.create("Thing", key=value)
    swapped = dict(zip(values, reversed(values), strict=True))

    world.update_each("Thing", ["key"], lambda row: [swapped[row["key"]]])

    assert world.values("Thing", "key") == values[::-1]


def test_identities_may_move_over_each_other(url, open_world, make_entity, t):
    fields = {"number": t.INT, "after": t.MAYBE(t.INT)}
    seat = make_entity(
        "Seat", fields, identity="number", references=[("after", "Seat.number", "restrict")]
    )
    world = open_world(url, [seat])
    for number in range(4):
        world.create("Seat", number=number, after=number - 1 if number else None)

    world.update_each(
        "Seat",
        ["number", "after"],
        lambda row: [row["number"] + 1, None if row["after"] is None else row["after"] + 1],
    )

    assert world.values("Seat", "number") == [1, 2, 3, 4]
    assert world.values("Seat", "after") == [None, 1, 2, 3]


def test_a_row_that_breaks_its_fields_rules_is_a_fault_and_changes_nothing(shop):
    """[Q1]: a `current.f` value needs no construction, the resulting row is checked."""
    add(shop, "TEA-1", stock=5)
    add(shop, "TEA-2", stock=1)

    with pytest.raises(Fault) as raised:
        shop.update_each("Product", ["stock"], lambda row: [row["stock"] - 2])

    assert raised.value.code is FaultCode.CONSTRAINT_VIOLATED
    assert "stock" in raised.value.detail
    assert "min: 0" in raised.value.detail
    assert shop.values("Product", "stock") == [5, 1]


def test_a_row_that_is_gone_by_the_time_it_is_written_is_left_out(shop):
    add(shop, "TEA-1")
    add(shop, "TEA-2")
    predicate, where = shop.by("Product", "code", "TEA-1")
    update = shop.update_plan("Product", All(), (), ("stock",))
    delete = shop.plan(DeletePlan("Product", predicate, tuple(where.types), False))

    def work(transaction):
        rows = transaction.effects.rows_to_update(update, ())
        transaction.effects.delete(delete, where.values)
        return transaction.effects.update_rows(update, rows, [[1], [2]])

    assert [shop.named(row)["stock"] for row in shop.write(work)] == [2]
