"""Fields that a backfill computes where rows lack them, until a run has filled them [V6] [K3]."""

import random
import sqlite3
from contextlib import closing
from decimal import Decimal

import attrs
import pytest

from jadpo_runtime.clock import SettableClock
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.manifest import BackfillDefinition, FieldComparison
from jadpo_runtime.outcome import Faulted, Rejected, Returned, StoppedEarly
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import StoreError, open_migration, open_store
from jadpo_runtime.values import Constraints, Field, Instant


def slug_of(row):
    """What the backfill of `slug` gives in these tests."""
    number, name = row.values[0], row.values[1]
    if name == "fault":
        return Faulted(FaultCode.INTEGER_OVERFLOW, None, "too large")
    if name == "reject":
        return Rejected("NoSlug", (), ())
    if name == "stop":
        return StoppedEarly()
    return Returned(f"{name}-{number}")


FUNCTIONS = {
    "backfill Thing.slug": slug_of,
    "backfill Thing.price": lambda row: Returned(Decimal(row.values[0]) / 2),
    "backfill Thing.tags": lambda row: Returned([row.values[1]]),
    "backfill Thing.upper": lambda row: Returned(str(row.values[2]).upper()),
}


def run(name, row, stop):
    return FUNCTIONS[name](row)


class Runs:
    """Notes what is to be filled."""

    def __init__(self, started):
        self.started = started

    def start(self, execute, entity, field):
        self.started.append((entity, field))

    def cancel(self, execute, entity, field):
        self.started.append(("not", entity, field))


class Filled:
    """A database of things with numbers and names, migrated to have more fields."""

    def __init__(self, place, open_world, make_entity, t):
        self.place = place
        self.open_world = open_world
        self.old = make_entity("Thing", {"n": t.INT, "name": t.TEXT}, identity="n")
        self.entity = make_entity
        self.t = t

    def make(self, *names):
        world = self.open_world(f"sqlite:{self.place}", [self.old])
        for number, name in enumerate(names, start=1):
            world.create("Thing", n=number, name=name)
        world.store.close()

    def wanted(self, fields, **clauses):
        return self.entity(
            "Thing", {"n": self.t.INT, "name": self.t.TEXT, **fields}, identity="n", **clauses
        )

    def migrate(self, fields, **clauses):
        """Migrate; the fields that are to be filled."""
        thing = self.wanted(fields, **clauses)
        world = self.open_world("sqlite::memory:", [thing])
        backfills = tuple(
            BackfillDefinition("Thing", name, f"backfill Thing.{name}") for name in fields
        )
        self.manifest = attrs.evolve(world.manifest, backfills=backfills)
        started = []
        migration = open_migration(f"sqlite:{self.place}", "primary", self.manifest)
        migrated = migration.apply(
            SQLITE_RECORD_TABLES,
            lambda what, rows: None,
            Runs(started),
            allow_loss=False,
        )
        assert migrated.applied, migrated
        return started

    def open(self, fields, backfill=run, **clauses):
        """A world that computes what is not filled."""
        world = self.open_world("sqlite::memory:", [self.wanted(fields, **clauses)])
        world.store.close()
        world.store = open_store(
            f"sqlite:{self.place}",
            "primary",
            attrs.evolve(self.manifest, plans=world.plans),
            clock=SettableClock(Instant(0)),
            randomness=Randomness(random.Random(7), IdentityOrder()),
            backfill=backfill,
        )
        world.store.prepare_schema(SQLITE_RECORD_TABLES)
        return world

    def sql(self, statement):
        with closing(sqlite3.connect(self.place)) as database, database:
            return database.execute(statement).fetchall()


@pytest.fixture
def filled(tmp_path, open_world, make_entity, t):
    return Filled(tmp_path / "test.db", open_world, make_entity, t)


def fill(world, field, identity):
    return world.write(lambda transaction: transaction.fill("Thing", field, identity))


def unfilled(world, field, after=None, most=100):
    return world.read(lambda transaction: transaction.unfilled("Thing", field, after, most))


def test_a_row_that_is_not_filled_is_read_as_computed(filled, t):
    filled.make("a", "b")

    assert filled.migrate({"slug": t.TEXT}) == [("Thing", "slug")]
    world = filled.open({"slug": t.TEXT})

    assert world.values("Thing", "slug") == ["a-1", "b-2"]
    assert filled.sql("SELECT slug FROM Thing") == [(None,), (None,)]


def test_conditions_orders_and_aggregates_see_what_is_computed(filled, t):
    filled.make("a", "b", "c")
    fields = {"slug": t.TEXT, "price": t.DECIMAL, "tags": t.LIST(t.TEXT)}
    filled.migrate(fields, uniques=["slug", "tags"])
    world = filled.open(fields, uniques=["slug", "tags"])

    def found(field, operator, value):
        predicate = FieldComparison(field, operator, 0)
        where = world.by("Thing", field, value)[1]
        return [row.identity for row in world.select("Thing", predicate, where)]

    assert found("slug", "==", "b-2") == [2]
    assert found("slug", "!=", "b-2") == [1, 3]
    assert found("price", ">", Decimal("0.9")) == [2, 3]
    assert found("tags", "==", ["c"]) == [3]
    assert [row.identity for row in world.select("Thing", order=(("price", True),))] == [3, 2, 1]
    assert world.aggregate("sum", "Thing", "price") == Decimal(3)
    assert world.aggregate("maximum", "Thing", "slug") == "c-3"
    assert world.count("Thing", *world.by("Thing", "slug", "a-1")) == 1


def test_rows_with_unfilled_fields_are_written_and_deleted_like_others(filled, t):
    filled.make("a", "b")
    filled.migrate({"slug": t.TEXT})
    world = filled.open({"slug": t.TEXT})

    (updated,) = world.update("Thing", *world.by("Thing", "n", 1), {"name": "new"})
    world.update("Thing", *world.by("Thing", "slug", "b-2"), {"slug": "mine"})
    world.create("Thing", n=3, name="c", slug="own")
    (deleted,) = world.delete("Thing", *world.by("Thing", "n", 1))

    assert updated.values == (1, "new", "new-1")
    assert deleted.values == (1, "new", "new-1")
    assert world.values("Thing", "slug") == ["mine", "own"]


def test_rows_are_filled_in_order_until_none_is_left(filled, t):
    filled.make("a", "b", "c")
    filled.migrate({"price": t.DECIMAL}, uniques=["price"])
    world = filled.open({"price": t.DECIMAL}, uniques=["price"])

    assert unfilled(world, "price", most=2) == [1, 2]
    assert unfilled(world, "price", after=2) == [3]
    world.store.require_filled()
    assert filled.sql("SELECT shape LIKE '%unfilled%' FROM _jadpo_schema") == [(1,)]
    for number in (1, 2, 3):
        assert fill(world, "price", number) == Returned(None)
    world.store.require_filled()

    assert unfilled(world, "price") == []
    assert world.values("Thing", "price") == [Decimal("0.5"), Decimal(1), Decimal("1.5")]
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        filled.sql("UPDATE Thing SET price = NULL")
    with pytest.raises(ConstraintConflict):
        world.create("Thing", n=4, name="d", price=Decimal("1.50"))
    assert filled.sql("SELECT shape LIKE '%unfilled%' FROM _jadpo_schema") == [(0,)]


def test_a_value_that_breaks_a_rule_is_not_kept(filled, t):
    field = {"slug": Field("slug", t.TEXT, Constraints(max_length=3))}
    filled.make("a", "long", "fault", "reject")
    filled.migrate(field)
    world = filled.open(field)

    outcomes = [fill(world, "slug", number) for number in (1, 2, 3, 4)]

    assert outcomes[0] == Returned(None)
    assert outcomes[1].code is FaultCode.CONSTRAINT_VIOLATED
    assert "max_length: 3" in outcomes[1].detail
    assert outcomes[2].code is FaultCode.INTEGER_OVERFLOW
    assert outcomes[3] == Rejected("NoSlug", (), ())
    assert unfilled(world, "slug") == [2, 3, 4]


@pytest.mark.parametrize("name", ["too long", "fault", "reject"])
def test_reading_a_row_that_has_no_value_is_a_fault(filled, t, name):
    """[E2]"""
    field = {"slug": Field("slug", t.TEXT, Constraints(max_length=7))}
    filled.make("ok", name)
    filled.migrate(field)
    world = filled.open(field)

    with pytest.raises(Fault, match="Thing 2: the stored `slug` is invalid") as raised:
        world.select("Thing")
    assert (raised.value.code, raised.value.identity) == (FaultCode.STORED_VALUE_INVALID, 2)
    assert [row.identity for row in world.select("Thing", *world.by("Thing", "n", 1))] == [1]


def test_a_value_that_another_row_has_is_not_kept(filled, t):
    filled.make("a", "b")
    filled.migrate({"slug": t.TEXT}, uniques=["slug"])
    world = filled.open({"slug": t.TEXT}, uniques=["slug"])
    world.create("Thing", n=3, name="c", slug="b-2")

    outcome = fill(world, "slug", 2)

    assert outcome.code is FaultCode.CONSTRAINT_VIOLATED
    assert unfilled(world, "slug") == [1, 2]


def test_a_backfill_may_read_a_field_that_another_computes(filled, t):
    fields = {"slug": t.TEXT, "upper": t.TEXT}
    filled.make("a")
    filled.migrate(fields)

    assert filled.open(fields).values("Thing", "upper") == ["A-1"]


def test_a_backfill_that_reads_its_own_field_is_a_fault(filled, t):
    filled.make("a")
    filled.migrate({"slug": t.TEXT})
    world = filled.open({"slug": t.TEXT}, lambda name, row, stop: Returned(row.values[2]))

    with pytest.raises(Fault, match="`slug` is computed from itself"):
        world.select("Thing")


def test_a_backfill_that_is_stopped_stops_the_statement(filled, t):
    """[L6]"""
    filled.make("stop")
    filled.migrate({"slug": t.TEXT})
    world = filled.open({"slug": t.TEXT})

    with pytest.raises(Stopped):
        world.select("Thing")
    assert fill(world, "slug", 1) == StoppedEarly()


def test_the_byte_of_a_backfill_is_set_when_its_transaction_is_to_end(filled, t):
    """[L6]"""
    filled.make("a")
    filled.migrate({"slug": t.TEXT})

    def interrupted(name, row, stop):
        assert not stop[0]
        world.store.interrupt()
        assert stop[0]
        return StoppedEarly()

    world = filled.open({"slug": t.TEXT}, interrupted)

    with pytest.raises(Stopped):
        world.select("Thing")


def test_a_store_that_cannot_compute_refuses_the_database(filled, t):
    filled.make("a")
    filled.migrate({"slug": t.TEXT})

    with pytest.raises(StoreError, match=r"`Thing.slug` is not filled in all rows.*not supported"):
        filled.open({"slug": t.TEXT}, None)


def test_a_program_without_the_backfill_is_refused_while_rows_lack_the_field(filled, t):
    filled.make("a")
    filled.migrate({"slug": t.TEXT})
    filled.manifest = attrs.evolve(filled.manifest, backfills=())

    with pytest.raises(StoreError, match="no backfill for it"):
        filled.open({"slug": t.TEXT})


def test_where_there_are_no_rows_nothing_is_to_be_filled(filled, t):
    filled.make()

    assert filled.migrate({"slug": t.TEXT}) == []
    world = filled.open({"slug": t.TEXT}, None)
    world.create("Thing", n=1, name="a", slug="own")
    assert world.values("Thing", "slug") == ["own"]


def test_an_optional_field_that_becomes_required_is_filled_too(filled, t):
    filled.make("a", "b")
    filled.migrate({})
    migration = filled.wanted({"slug": t.MAYBE(t.TEXT)})
    world = filled.open_world("sqlite::memory:", [migration])
    open_migration(f"sqlite:{filled.place}", "primary", world.manifest).apply(
        SQLITE_RECORD_TABLES, lambda what, rows: None, None, allow_loss=False
    )
    filled.sql("UPDATE Thing SET slug = 'own' WHERE n = 1")

    assert filled.migrate({"slug": t.TEXT}) == [("Thing", "slug")]
    assert filled.open({"slug": t.TEXT}).values("Thing", "slug") == ["own", "b-2"]


def test_an_identity_that_is_no_number_is_filled_in_its_order(filled, make_entity, t):
    filled.old = make_entity("Thing", {"n": t.DECIMAL, "name": t.TEXT}, identity="n")
    world = filled.open_world(f"sqlite:{filled.place}", [filled.old])
    for number in ("10", "9.50", "-1"):
        world.create("Thing", n=Decimal(number), name="x")
    world.store.close()
    filled.wanted = lambda fields, **rest: make_entity(
        "Thing", {"n": t.DECIMAL, "name": t.TEXT, **fields}, identity="n", **rest
    )
    filled.migrate({"slug": t.TEXT})
    world = filled.open({"slug": t.TEXT})

    assert unfilled(world, "slug") == [Decimal(-1), Decimal("9.50"), Decimal(10)]
    assert unfilled(world, "slug", after=Decimal("9.5")) == [Decimal(10)]
    assert fill(world, "slug", Decimal("9.5")) == Returned(None)
    assert world.values("Thing", "slug") == ["x--1", "x-9.50", "x-10"]


def test_a_run_is_forgotten_when_its_field_is_filled_or_goes(filled, t):
    filled.make("a")
    filled.migrate({"slug": t.TEXT})
    world = filled.open({"slug": t.TEXT})

    assert filled.migrate({"slug": t.TEXT}) == [("Thing", "slug")]
    fill(world, "slug", 1)
    assert filled.migrate({"slug": t.TEXT}) == [("not", "Thing", "slug")]
    assert filled.migrate({"slug": t.TEXT, "upper": t.TEXT}) == [("Thing", "upper")]
    assert filled.migrate({"slug": t.TEXT}) == [("not", "Thing", "upper")]
