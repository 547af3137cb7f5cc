"""Migrations: bringing a database with rows to another schema, or refusing to."""

import random
import sqlite3
from contextlib import closing
from decimal import Decimal

import attrs
import pytest

from jadpo_runtime.faults import Fault
from jadpo_runtime.manifest import BackfillDefinition
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import StoreError, open_migration
from jadpo_runtime.store.schema import Effect
from jadpo_runtime.values import Constraints, Field, FieldType

RULES = Constraints


NO_RUNS = None
"""Nothing is filled here."""


@pytest.fixture
def place(tmp_path):
    return tmp_path / "test.db"


class Migrating:
    """Opens worlds on one database, and migrates it to others' schemas."""

    def __init__(self, place, open_world):
        self.place = place
        self.open_world = open_world

    def world(self, *entities, definitions=()):
        return self.open_world(f"sqlite:{self.place}", list(entities), definitions)

    def made(self, *entities, definitions=()):
        """A database made for entities, with a world to write rows in."""
        return self.world(*entities, definitions=definitions)

    def of(self, *entities, definitions=(), backfills=()):
        return open_migration(
            f"sqlite:{self.place}",
            "primary",
            attrs.evolve(self._manifest(entities, definitions), backfills=tuple(backfills)),
        )

    def _manifest(self, entities, definitions):
        return self.open_world("sqlite::memory:", list(entities), definitions).manifest

    def migrate(self, *entities, allow_loss=False, **rest):
        return self.of(*entities, **rest).apply(
            SQLITE_RECORD_TABLES, lambda what, rows: None, NO_RUNS, allow_loss=allow_loss
        )

    def plan(self, *entities, **rest):
        return self.of(*entities, **rest).plan(lambda what, rows: None)

    def sql(self, statement, *parameters):
        with closing(sqlite3.connect(self.place)) as database, database:
            return database.execute(statement, parameters).fetchall()

    def snapshot(self):
        with closing(sqlite3.connect(self.place)) as database:
            return list(database.iterdump())


@pytest.fixture
def migrating(place, open_world):
    return Migrating(place, open_world)


def sentences(migrated):
    return [finding.step.sentence for finding in migrated.findings]


def effects(migrated):
    return [finding.effect for finding in migrated.findings]


def refused_rows(migrated):
    return [
        (problem.identity, problem.fields, problem.why)
        for finding in migrated.findings
        for problem in finding.problems
    ]


def numbered(make_entity, t, **fields):
    """An entity whose identity is its number."""
    return make_entity("Thing", {"n": t.INT, **fields}, identity="n")


# ---- what keeps all there is


def test_a_database_of_the_same_schema_needs_nothing(migrating, make_entity, t):
    thing = numbered(make_entity, t)
    migrating.made(thing)

    assert migrating.migrate(thing).findings == ()


def test_a_database_that_is_not_there_is_made(migrating, make_entity, t):
    thing = numbered(make_entity, t)

    planned = migrating.plan(thing)
    assert not migrating.place.exists(), "a plan changes nothing"
    migrated = migrating.migrate(thing)

    assert sentences(planned) == sentences(migrated) == ["add the table of `Thing`"]
    assert migrated.applied
    assert migrating.world(thing).select("Thing") == []


def test_an_optional_field_is_none_in_stored_rows(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t)).create("Thing", n=1)
    for kind in (t.TEXT, t.DECIMAL, t.LIST(t.INT)):
        wanted = numbered(make_entity, t, note=t.MAYBE(kind))

        assert migrating.migrate(wanted).applied
        assert migrating.world(wanted).values("Thing", "note") == [None]
        migrating.migrate(numbered(make_entity, t))


def test_a_required_field_without_a_value_is_refused_naming_rows(migrating, make_entity, t):
    world = migrating.made(numbered(make_entity, t))
    for number in range(12):
        world.create("Thing", n=number)
    before = migrating.snapshot()

    migrated = migrating.migrate(numbered(make_entity, t, name=t.TEXT))

    assert not migrated.applied
    (finding,) = migrated.findings
    assert (finding.effect, finding.rows) == (Effect.REFUSED, 12)
    assert "declare `name` with `?`" in finding.note
    assert [problem.identity for problem in finding.problems] == [str(n) for n in range(10)]
    assert migrating.snapshot() == before


def test_a_required_field_is_added_where_there_are_no_rows(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t))
    wanted = numbered(make_entity, t, name=t.TEXT, price=t.DECIMAL)

    assert migrating.migrate(wanted).applied
    world = migrating.world(wanted)
    world.create("Thing", n=1, name="x", price=Decimal("1.10"))
    assert world.values("Thing", "price") == [Decimal("1.10")]
    with pytest.raises(sqlite3.IntegrityError):
        migrating.sql("INSERT INTO Thing (n) VALUES (2)")


def test_a_required_field_may_become_optional(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, name=t.TEXT)).create("Thing", n=7, name="seven")
    wanted = numbered(make_entity, t, name=t.MAYBE(t.TEXT))

    assert migrating.migrate(wanted).applied
    world = migrating.world(wanted)
    world.create("Thing", n=8, name=None)
    assert world.values("Thing", "name") == ["seven", None]


def test_an_optional_field_becomes_required_where_rows_have_it(migrating, make_entity, t):
    optional = numbered(make_entity, t, name=t.MAYBE(t.TEXT))
    required = numbered(make_entity, t, name=t.TEXT)
    world = migrating.made(optional)
    world.create("Thing", n=1, name="one")
    world.create("Thing", n=2, name=None)

    refused = migrating.migrate(required)
    migrating.sql("UPDATE Thing SET name = 'two' WHERE n = 2")
    applied = migrating.migrate(required)

    assert refused_rows(refused) == [("2", ("name",), "is `none`")]
    assert applied.applied
    assert migrating.world(required).values("Thing", "name") == ["one", "two"]


def test_rows_keep_their_rowids_and_values_when_a_table_is_remade(migrating, make_entity, t):
    fields = {"a": t.TEXT, "b": t.DECIMAL, "c": t.MAYBE(t.LIST(t.INT)), "d": t.BYTES}
    world = migrating.made(make_entity("Thing", fields))
    for number in range(5):
        world.create("Thing", a=f"{number}", b=Decimal("1.50"), c=[1, 2], d=b"\0\xff")
    migrating.sql("DELETE FROM Thing WHERE a = '2'")
    columns = 'rowid, id, a, b, "b key", c, d'
    before = migrating.sql(f"SELECT {columns} FROM Thing")

    wanted = make_entity("Thing", {**fields, "a": t.MAYBE(t.TEXT)}, uniques=["a"])
    assert migrating.migrate(wanted).applied

    assert migrating.sql(f"SELECT {columns} FROM Thing") == before
    assert migrating.sql("PRAGMA integrity_check") == [("ok",)]


# ---- rules


def test_wider_rules_are_taken(migrating, make_entity, t):
    narrow = numbered(make_entity, t, size=Field("size", t.INT, RULES(minimum=1, maximum=5)))
    wide = numbered(make_entity, t, size=Field("size", t.INT, RULES(minimum=0)))
    migrating.made(narrow).create("Thing", n=1, size=3)

    migrated = migrating.migrate(wide)

    assert sentences(migrated) == ["take the wider rules of `Thing.size`"]
    assert migrated.applied


def test_narrower_rules_are_taken_where_rows_obey_them(migrating, make_entity, t):
    wide = numbered(make_entity, t, size=t.INT)
    narrow = numbered(make_entity, t, size=Field("size", t.INT, RULES(minimum=2)))
    world = migrating.made(wide)
    for number in (1, 2, 3):
        world.create("Thing", n=number, size=number)

    refused = migrating.migrate(narrow, allow_loss=True)
    migrating.sql("DELETE FROM Thing WHERE n = 1")
    applied = migrating.migrate(narrow)

    assert refused_rows(refused) == [("1", ("size",), "1 breaks the rule `min: 2`")]
    assert not refused.applied
    assert applied.applied
    assert migrating.migrate(narrow).findings == ()


def test_a_program_that_was_started_anyway_leaves_the_rules_to_be_checked(
    migrating, make_entity, t
):
    """[E2]"""
    wide = numbered(make_entity, t, size=t.INT)
    narrow = numbered(make_entity, t, size=Field("size", t.INT, RULES(minimum=2)))
    other = numbered(make_entity, t, size=Field("size", t.INT, RULES(maximum=9)))
    migrating.made(wide).create("Thing", n=1, size=1)

    with pytest.raises(Fault, match="min: 2"):
        migrating.world(narrow).select("Thing")
    assert refused_rows(migrating.plan(narrow)) == [("1", ("size",), "1 breaks the rule `min: 2`")]
    assert migrating.migrate(other).applied
    migrating.world(narrow).create("Thing", n=2, size=100)
    assert [row[0] for row in refused_rows(migrating.plan(other))] == ["2"]


def test_a_removed_variant_that_rows_use_is_refused(migrating, make_entity, t):
    def status(*variants):
        return t.ENUM("Status", tuple(t.VARIANT(name, ()) for name in variants))

    thing = numbered(make_entity, t, status=t.NAMED("Status"))
    world = migrating.made(thing, definitions=[status("open", "held", "done")])
    world.create("Thing", n=1, status="open")
    world.create("Thing", n=2, status="held")

    refused = migrating.migrate(thing, definitions=[status("open", "done")])
    unused = migrating.migrate(thing, definitions=[status("open", "held")])
    added = migrating.migrate(thing, definitions=[status("open", "held", "late")])

    assert refused_rows(refused) == [("2", ("status",), "'held' is no variant of Status")]
    assert unused.applied
    assert sentences(added) == ["take the wider rules of `Thing.status`"]


def test_a_plain_enum_may_be_given_payloads_and_lose_them_again(migrating, make_entity, t):
    plain = t.ENUM("Status", (t.VARIANT("open", ()), t.VARIANT("paid", ())))
    paid = t.VARIANT("paid", (t.FIELD("receipt", t.TEXT),))
    rich = t.ENUM("Status", (t.VARIANT("open", ()), paid))
    thing = numbered(make_entity, t, status=t.NAMED("Status"))
    migrating.made(thing, definitions=[plain]).create("Thing", n=1, status="open")

    assert migrating.migrate(thing, definitions=[rich]).applied
    world = migrating.world(thing, definitions=[rich])
    assert world.values("Thing", "status") == [("open",)]
    world.create("Thing", n=2, status=("paid", "r1"))
    refused = migrating.migrate(thing, definitions=[plain])
    migrating.sql("DELETE FROM Thing WHERE n = 2")

    assert [row[0] for row in refused_rows(refused)] == ["2"]
    assert migrating.migrate(thing, definitions=[plain]).applied
    assert migrating.world(thing, definitions=[plain]).values("Thing", "status") == ["open"]


def test_a_plain_variant_that_is_given_a_payload_is_refused_where_rows_have_it(
    migrating, make_entity, t
):
    plain = t.ENUM("Status", (t.VARIANT("open", ()), t.VARIANT("paid", ())))
    rich = t.ENUM(
        "Status", (t.VARIANT("open", ()), t.VARIANT("paid", (t.FIELD("receipt", t.TEXT),)))
    )
    thing = numbered(make_entity, t, status=t.NAMED("Status"))
    migrating.made(thing, definitions=[plain]).create("Thing", n=1, status="paid")

    assert [row[0] for row in refused_rows(migrating.migrate(thing, definitions=[rich]))] == ["1"]


def test_objects_are_read_by_their_new_type(migrating, make_entity, t):
    def address(**fields):
        return t.OBJECT("Address", tuple(fields.values()))

    street, city = t.FIELD("street", t.TEXT), t.FIELD("city", t.TEXT, optional=True)
    thing = numbered(make_entity, t, address=t.NAMED("Address"))
    world = migrating.made(thing, definitions=[address(street=street)])
    world.create("Thing", n=1, address=("Main St",))

    relaxed = migrating.plan(thing, definitions=[address(street=street, city=city)])
    required = t.FIELD("city", t.TEXT)
    refused = migrating.migrate(thing, definitions=[address(street=street, city=required)])

    assert sentences(relaxed) == ["take the wider rules of `Thing.address`"]
    ((identity, fields, why),) = refused_rows(refused)
    assert (identity, fields) == ("1", ("address",))
    assert "city" in why


# ---- types


def test_ints_become_decimals(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, size=t.INT)).create("Thing", n=1, size=-5)
    wanted = make_entity("Thing", {"n": t.INT, "size": t.DECIMAL}, identity="n", uniques=["size"])

    migrated = migrating.migrate(wanted)

    assert sentences(migrated)[0] == "store `Thing.size` as decimal instead of int"
    assert migrated.applied
    world = migrating.world(wanted)
    world.create("Thing", n=2, size=Decimal("-5.5"))
    assert world.values("Thing", "size", order="size") == [Decimal("-5.5"), Decimal(-5)]


def test_a_type_that_values_do_not_fit_is_refused(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, size=t.DECIMAL)).create(
        "Thing", n=1, size=Decimal("1.5")
    )

    migrated = migrating.migrate(numbered(make_entity, t, size=t.INT), allow_loss=True)

    assert not migrated.applied
    assert refused_rows(migrated) == [("1", ("size",), "holds a decimal")]


def test_a_type_changes_freely_where_there_are_no_values(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, size=t.DECIMAL))
    wanted = numbered(make_entity, t, size=t.LIST(t.BOOL))

    assert migrating.migrate(wanted).applied
    world = migrating.world(wanted)
    world.create("Thing", n=1, size=[True])
    assert world.values("Thing", "size") == [[True]]


def test_texts_become_what_all_of_them_are(migrating, make_entity, t):
    texts = numbered(make_entity, t, mail=t.TEXT)
    mails = numbered(make_entity, t, mail=t.EMAIL)
    world = migrating.made(texts)
    world.create("Thing", n=1, mail="a@example.org")
    world.create("Thing", n=2, mail="nobody")

    assert [row[0] for row in refused_rows(migrating.migrate(mails))] == ["2"]
    migrating.sql("DELETE FROM Thing WHERE n = 2")
    assert migrating.migrate(mails).applied


# ---- uniques, indexes, references


def test_rows_that_are_alike_are_named(migrating, make_entity, t):
    fields = {"code": t.DECIMAL, "other": t.LIST(t.INT)}
    world = migrating.made(make_entity("Thing", {"n": t.INT, **fields}, identity="n"))
    for number, code in enumerate(("1.0", "2", "1.00")):
        world.create("Thing", n=number, code=Decimal(code), other=[1])
    unique = make_entity("Thing", {"n": t.INT, **fields}, identity="n", uniques=["code"])

    refused = migrating.migrate(unique)

    assert refused_rows(refused) == [
        ("0", ("code",), "'1.0' is that of another row too"),
        ("2", ("code",), "'1.00' is that of another row too"),
    ]
    migrating.sql("DELETE FROM Thing WHERE n = 2")
    assert migrating.migrate(unique).applied


def test_composite_fields_are_given_keys_when_they_become_unique(migrating, make_entity, t):
    fields = {"n": t.INT, "tags": t.SET(t.TEXT)}
    world = migrating.made(make_entity("Thing", fields, identity="n"))
    world.create("Thing", n=1, tags={"a": None, "b": None}.keys())
    wanted = make_entity("Thing", fields, identity="n", uniques=["tags"])

    with pytest.raises(StoreError, match="jadpo migrate"):
        migrating.world(wanted)
    assert migrating.migrate(wanted).applied
    assert migrating.sql('SELECT "tags key" FROM Thing')[0][0] is not None


def test_a_new_reference_is_checked_against_rows(migrating, make_entity, t):
    product = make_entity("Product", {"code": t.TEXT}, identity="code")

    def order(references):
        fields = {"n": t.INT, "code": FieldType("Product", "code")}
        return make_entity("Order", fields, identity="n", references=references)

    world = migrating.made(product, order([]))
    world.create("Product", code="tea")
    world.create("Order", n=1, code="tea")
    world.create("Order", n=2, code="gone")
    wanted = (product, order([("code", "Product.code", "cascade")]))

    refused = migrating.migrate(*wanted)
    migrating.sql('DELETE FROM "Order" WHERE n = 2')
    assert migrating.migrate(*wanted).applied

    assert refused_rows(refused) == [("2", ("code",), "'gone' is that of no `Product`")]
    after = migrating.world(*wanted)
    predicate, where = after.by("Product", "code", "tea")
    after.delete("Product", predicate, where)
    assert after.select("Order") == []


def test_references_hold_when_the_table_they_point_to_is_remade(migrating, make_entity, t):
    def entities(**more):
        node = make_entity(
            "Node",
            {"n": t.INT, "above": t.MAYBE(FieldType("Node", "n")), "x": t.DECIMAL, **more},
            identity="n",
            references=[("above", "Node.n", "set_null")],
        )
        leaf = make_entity(
            "Leaf",
            {"x": t.MAYBE(FieldType("Top", "x")), "n": FieldType("Node", "n")},
            references=[("n", "Node.n", "cascade"), ("x", "Top.x", "set_null")],
        )
        return node, make_entity("Top", {"x": t.DECIMAL, **more}, identity="x"), leaf

    world = migrating.made(*entities())
    world.create("Node", n=1, above=None, x=Decimal(1))
    world.create("Node", n=2, above=1, x=Decimal(1))
    world.create("Top", x=Decimal("3.0"))
    world.create("Leaf", x=Decimal(3), n=2)
    world.store.close()

    for wanted in (entities(extra=t.MAYBE(t.INT)), entities()):
        assert migrating.migrate(*wanted).applied
    after = migrating.world(*entities())
    after.delete("Top", *after.by("Top", "x", Decimal(3)))
    assert after.values("Leaf", "x") == [None]
    after.delete("Node", *after.by("Node", "n", 1))
    assert after.values("Node", "above") == [None]
    after.delete("Node", *after.by("Node", "n", 2))
    assert after.select("Leaf") == []


def test_what_others_have_put_on_a_table_is_kept(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, a=t.TEXT, b=t.TEXT)).create("Thing", n=1, a="a", b="b")
    migrating.sql("CREATE INDEX mine ON Thing (a)")
    migrating.sql("CREATE VIEW seen AS SELECT n, a FROM Thing")

    assert migrating.migrate(numbered(make_entity, t, a=t.TEXT), allow_loss=True).applied
    assert migrating.sql("SELECT * FROM seen") == [(1, "a")]
    assert migrating.sql("SELECT tbl_name FROM sqlite_schema WHERE name = 'mine'") == [("Thing",)]
    with pytest.raises(StoreError, match="`mine`"):
        migrating.migrate(numbered(make_entity, t), allow_loss=True)


# ---- losses


def test_values_are_lost_only_where_that_is_allowed(migrating, make_entity, t):
    world = migrating.made(numbered(make_entity, t, old=t.MAYBE(t.TEXT)))
    world.create("Thing", n=1, old="kept")
    world.create("Thing", n=2, old=None)
    before = migrating.snapshot()

    refused = migrating.migrate(numbered(make_entity, t))
    unchanged = migrating.snapshot()
    allowed = migrating.migrate(numbered(make_entity, t), allow_loss=True)

    assert [(finding.effect, finding.rows) for finding in refused.findings] == [(Effect.LOSES, 1)]
    assert (refused.applied, allowed.applied) == (False, True)
    assert unchanged == before
    assert migrating.world(numbered(make_entity, t)).values("Thing", "n") == [1, 2]


def test_nothing_is_lost_where_there_is_nothing(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, old=t.MAYBE(t.TEXT))).create("Thing", n=1, old=None)

    assert migrating.migrate(numbered(make_entity, t)).applied


def test_an_entity_goes_with_its_rows_only_where_that_is_allowed(migrating, make_entity, t):
    other = make_entity("Other", {"a": t.TEXT})
    world = migrating.made(numbered(make_entity, t), other)
    world.create("Other", a="a")

    assert effects(migrating.migrate(numbered(make_entity, t))) == [Effect.LOSES]
    assert migrating.migrate(numbered(make_entity, t), allow_loss=True).applied
    assert migrating.sql("SELECT name FROM sqlite_schema WHERE name LIKE 'Other%'") == []
    migrating.world(numbered(make_entity, t))


def test_a_suspected_renaming_is_said(migrating, make_entity, t):
    migrating.made(
        numbered(make_entity, t, title=t.TEXT, size=t.INT), make_entity("Old", {"a": t.TEXT})
    )

    migrated = migrating.plan(
        numbered(make_entity, t, name=t.TEXT, size=t.INT), make_entity("New", {"a": t.TEXT})
    )

    table, column, _, _ = sentences(migrated)
    assert "renamed to `name`?" in column
    assert "`backfill Thing.name(row)`" in column
    assert "renamed to `New`?" in table


def test_an_entity_may_go_while_one_comes_whose_name_differs_in_case(migrating, make_entity, t):
    migrating.made(make_entity("Thing", {"a": t.TEXT})).create("Thing", a="a")
    wanted = make_entity("THing", {"a": t.TEXT})

    assert not migrating.migrate(wanted).applied
    assert migrating.migrate(wanted, allow_loss=True).applied
    assert migrating.world(wanted).select("THing") == []


def test_a_stored_text_that_is_none_is_named(migrating, make_entity, t):
    """[E2]"""
    migrating.made(numbered(make_entity, t, a=t.TEXT)).create("Thing", n=7, a="a")
    migrating.sql("UPDATE Thing SET a = CAST(x'ff' AS TEXT)")

    with pytest.raises(Fault, match="Thing 7: the stored `a` is invalid: it is no UTF-8"):
        migrating.migrate(numbered(make_entity, t, a=Field("a", t.TEXT, RULES(max_length=3))))


def test_an_entity_of_many_fields_is_migrated_but_not_backfilled(migrating, make_entity, t):
    many = {f"f{number}": t.MAYBE(t.INT) for number in range(120)}
    migrating.made(numbered(make_entity, t, **many)).create("Thing", n=1)
    backfill = BackfillDefinition("Thing", "name", "backfill Thing.name")

    assert migrating.migrate(numbered(make_entity, t, **many, more=t.MAYBE(t.INT))).applied
    (finding,) = migrating.plan(
        numbered(make_entity, t, **many, more=t.MAYBE(t.INT), name=t.TEXT), backfills=[backfill]
    ).findings
    assert finding.effect is Effect.REFUSED
    assert "at most 100 fields" in finding.note


def test_an_identity_changes_only_where_there_are_no_rows(migrating, make_entity, t):
    old = make_entity("Thing", {"a": t.TEXT, "b": t.TEXT}, identity="a")
    new = make_entity("Thing", {"a": t.TEXT, "b": t.TEXT}, identity="b")
    migrating.made(old).create("Thing", a="a", b="b")

    assert effects(migrating.migrate(new, allow_loss=True)) == [Effect.REFUSED]
    migrating.sql("DELETE FROM Thing")
    assert migrating.migrate(new).applied
    world = migrating.world(new)
    world.create("Thing", a="a", b="c")
    world.create("Thing", a="a", b="d")


# ---- plans and programs


def test_a_plan_changes_nothing_and_says_the_same(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, old=t.TEXT)).create("Thing", n=1, old="x")
    wanted = make_entity("Thing", {"n": t.INT, "new": t.MAYBE(t.TEXT)}, identity="n")
    before = migrating.snapshot()

    planned = migrating.plan(wanted)

    assert migrating.snapshot() == before
    assert not planned.applied
    assert planned.findings == migrating.migrate(wanted).findings


def test_a_program_that_needs_a_migration_names_the_command(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t))

    with pytest.raises(StoreError, match=r"`Thing.name` is not stored.*`jadpo migrate`"):
        migrating.world(numbered(make_entity, t, name=t.TEXT))


def test_one_refused_step_keeps_all_others_from_being_taken(migrating, make_entity, t):
    migrating.made(numbered(make_entity, t, a=t.TEXT)).create("Thing", n=1, a="a")
    before = migrating.snapshot()

    migrated = migrating.migrate(
        numbered(make_entity, t, a=t.TEXT, b=t.MAYBE(t.TEXT), c=t.TEXT),
        make_entity("Other", {"a": t.TEXT}),
    )

    assert effects(migrated) == [Effect.KEEPS, Effect.REFUSED, Effect.KEEPS]
    assert migrating.snapshot() == before


def test_random_schemas_come_to_hold_what_a_new_database_would(
    migrating, make_entity, t, open_world, tmp_path
):
    """After a migration the tables are those of a database made for the program."""
    seed = random.Random(7)
    kinds = [t.TEXT, t.INT, t.DECIMAL, t.LIST(t.INT), t.UUID]

    def entities():
        fields = {
            name: seed.choice([kind, t.MAYBE(kind)])
            for name in seed.sample("abcdef", 3)
            for kind in [seed.choice(kinds)]
        }
        names = list(fields)
        return [
            make_entity(
                "Thing",
                fields,
                uniques=seed.sample(names, seed.randrange(2)),
                indexes=[tuple(seed.sample(names, 2))][: seed.randrange(2)],
            ),
            make_entity(
                "Other",
                {"thing": t.MAYBE(FieldType("Thing", "id"))},
                references=[("thing", "Thing.id", seed.choice(["set_null", "restrict"]))],
            ),
        ]

    def shape(place):
        with closing(sqlite3.connect(place)) as database:
            columns = {
                table: sorted(
                    row[1:5] for row in database.execute(f'PRAGMA table_xinfo("{table}")')
                )
                for table in ("Thing", "Other")
            }
            rest = database.execute(
                "SELECT type, name FROM sqlite_schema WHERE type != 'table' "
                "AND name NOT LIKE '%_jadpo%' ORDER BY name"
            ).fetchall()
            keys = database.execute("PRAGMA foreign_key_list(Other)").fetchall()
        return columns, rest, keys

    migrating.made(*entities())
    for number in range(40):
        wanted = entities()
        assert migrating.migrate(*wanted).applied
        fresh = tmp_path / f"fresh{number}.db"
        open_world(f"sqlite:{fresh}", wanted)
        found, made = shape(migrating.place), shape(fresh)
        # A key that is not needed any more stays until its table is remade.
        found[0]["Thing"][:] = [
            row for row in found[0]["Thing"] if row in made[0]["Thing"] or " key" not in row[0]
        ]
        assert found == made
        assert migrating.migrate(*wanted).findings == ()


def test_a_field_with_a_backfill_is_added_unfilled(migrating, make_entity, t):
    """[V6]"""
    migrating.made(numbered(make_entity, t)).create("Thing", n=1)
    backfill = BackfillDefinition("Thing", "name", "backfill Thing.name")

    migrated = migrating.plan(numbered(make_entity, t, name=t.TEXT), backfills=[backfill])

    assert [(finding.effect, finding.rows) for finding in migrated.findings] == [(Effect.KEEPS, 1)]
