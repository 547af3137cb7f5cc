"""References: what may be referred to, and what a delete does to those that refer [E1] [Q3]."""

from decimal import Decimal

import pytest

from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.manifest import All


def conflict_of(work):
    with pytest.raises(ConstraintConflict) as raised:
        work()
    return raised.value.entity, raised.value.fields


@pytest.fixture
def family(url, open_world, make_entity, t):
    """Parents by number, and children of each sort."""

    def child(name, on_delete):
        return make_entity(
            name,
            {"number": t.INT, "parent": t.MAYBE(t.INT)},
            uniques=["number"],
            references=[("parent", "Parent.number", on_delete)],
        )

    toy = make_entity(
        "Toy", {"owner": t.INT}, references=[("owner", "Cascading.number", "restrict")]
    )
    parent = make_entity("Parent", {"number": t.INT}, uniques=["number"])
    world = open_world(
        url,
        [
            toy,
            child("Restricting", "restrict"),
            child("Cascading", "cascade"),
            child("Clearing", "set_null"),
            parent,
        ],
    )
    for number in range(1, 5):
        world.create("Parent", number=number)
    return world


def delete_parent(family, number):
    return family.delete("Parent", *family.by("Parent", "number", number), at_most_one=True)


def test_a_row_cannot_refer_to_what_is_not_there(family):
    assert conflict_of(lambda: family.create("Clearing", number=1, parent=9)) == (
        "Clearing",
        ("parent",),
    )
    family.create("Clearing", number=1, parent=None)
    family.create("Clearing", number=2, parent=4)

    predicate, where = family.by("Clearing", "number", 2)
    assert conflict_of(
        lambda: family.update("Clearing", predicate, where, {"parent": 9}, at_most_one=True)
    ) == ("Clearing", ("parent",))


def test_a_restricted_delete_names_the_referring_field_and_changes_nothing(family):
    family.create("Restricting", number=1, parent=1)
    family.create("Cascading", number=1, parent=1)

    assert conflict_of(lambda: delete_parent(family, 1)) == ("Restricting", ("parent",))
    assert conflict_of(
        lambda: family.delete("Parent", All(), type(family.by("Parent", "number", 1)[1])())
    ) == ("Restricting", ("parent",))
    assert family.values("Parent", "number") == [1, 2, 3, 4]
    assert family.values("Cascading", "number") == [1]


def test_a_delete_cascades_and_clears(family):
    for number, parent in enumerate([1, 1, 2, None]):
        family.create("Cascading", number=number, parent=parent)
        family.create("Clearing", number=number, parent=parent)

    (deleted,) = delete_parent(family, 1)

    assert family.named(deleted)["number"] == 1
    assert family.values("Cascading", "number") == [2, 3]
    assert family.values("Clearing", "parent") == [None, None, 2, None]


def test_a_cascade_that_meets_a_restriction_is_a_conflict(family):
    family.create("Cascading", number=7, parent=1)
    family.create("Toy", owner=7)

    assert conflict_of(lambda: delete_parent(family, 1)) == ("Toy", ("owner",))
    assert family.values("Cascading", "parent") == [1]


def test_many_rows_are_deleted_with_what_belongs_to_them(family, where, t):
    for number in range(200):
        family.create("Cascading", number=number, parent=number % 4 + 1)

    deleted = family.delete("Parent", where.compare("number", "<=", 3, t.INT), where)

    assert [family.named(row)["number"] for row in deleted] == [1, 2, 3]
    assert set(family.values("Cascading", "parent")) == {4}
    assert len(family.values("Cascading", "parent")) == 50


def test_what_is_referred_to_keeps_its_key(family):
    family.create("Restricting", number=1, parent=1)
    predicate, where = family.by("Parent", "number", 1)

    assert conflict_of(
        lambda: family.update("Parent", predicate, where, {"number": 11}, at_most_one=True)
    ) == ("Restricting", ("parent",))


@pytest.mark.parametrize("on_delete", ["restrict", "cascade", "set_null"])
def test_rows_that_refer_to_each_other_go_together(
    url, open_world, make_entity, where, t, on_delete
):
    node = make_entity(
        "Node",
        {"number": t.INT, "above": t.MAYBE(t.INT)},
        uniques=["number"],
        references=[("above", "Node.number", on_delete)],
    )
    world = open_world(url, [node])
    rows = [
        world.create("Node", number=number, above=above)
        for number, above in enumerate([None, 0, 1, 2, 1])
    ]

    assert world.delete("Node", where.compare("number", ">=", 0, t.INT), where) == rows
    assert world.select("Node") == []


def test_a_row_may_refer_to_itself(url, open_world, make_entity, t):
    node = make_entity(
        "Node",
        {"number": t.INT, "above": t.INT},
        uniques=["number"],
        references=[("above", "Node.number", "restrict")],
    )
    world = open_world(url, [node])

    world.create("Node", number=1, above=1)
    assert conflict_of(lambda: world.create("Node", number=2, above=3)) == ("Node", ("above",))
    assert len(world.delete("Node", *world.by("Node", "number", 1), at_most_one=True)) == 1


@pytest.mark.parametrize("kind", ["DECIMAL", "SET"])
@pytest.mark.parametrize("on_delete", ["restrict", "cascade", "set_null"])
def test_a_reference_finds_equal_values_of_other_forms(
    url, open_world, make_entity, t, kind, on_delete
):
    """``1.0`` refers to ``1.00``; a set to one in another order."""
    type_, target, referring = {
        "DECIMAL": (t.DECIMAL, Decimal("1.00"), Decimal("1.0")),
        "SET": (t.SET(t.TEXT), {"a": None, "b": None}, {"b": None, "a": None}),
    }[kind]
    parent = make_entity("Parent", {"key": type_}, uniques=["key"])
    child = make_entity(
        "Child", {"parent": t.MAYBE(type_)}, references=[("parent", "Parent.key", on_delete)]
    )
    world = open_world(url, [parent, child])
    world.create("Parent", key=target)
    world.create("Child", parent=referring)
    world.create("Child", parent=None)

    def delete():
        return world.delete("Parent", *world.by("Parent", "key", target), at_most_one=True)

    if on_delete == "restrict":
        assert conflict_of(delete) == ("Child", ("parent",))
        assert len(world.select("Parent")) == 1
    else:
        assert len(delete()) == 1
        expected = [None] if on_delete == "cascade" else [None, None]
        assert world.values("Child", "parent") == expected


def test_an_identity_may_be_a_decimal(url, open_world, make_entity, t):
    world = open_world(url, [make_entity("Rate", {"rate": t.DECIMAL}, identity="rate")])
    for rate in ("10", "9.5", "-1"):
        world.create("Rate", rate=Decimal(rate))

    assert conflict_of(lambda: world.create("Rate", rate=Decimal("9.50"))) == ("Rate", ("rate",))
    assert world.values("Rate", "rate") == [Decimal("-1"), Decimal("9.5"), Decimal("10")]
    world.update_each("Rate", ["rate"], lambda row: [-row["rate"]])
    assert world.values("Rate", "rate") == [Decimal("-10"), Decimal("-9.5"), Decimal("1")]
