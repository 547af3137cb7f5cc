"""A world for the tests of stores: entities, a store that holds them, a clock and seeded ids.

The conformance tests run against every store; what is about one database only has its own files.
"""

import random
from decimal import Decimal

import pytest

from jadpo_runtime.clock import SettableClock
from jadpo_runtime.manifest import (
    AggregatePlan,
    All,
    ApplicationDefinition,
    CountPlan,
    CreatePlan,
    DeletePlan,
    ExistsPlan,
    FieldComparison,
    FieldIn,
    Manifest,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.store import open_store
from jadpo_runtime.values import (
    Constraints,
    Duration,
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    Instant,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    Reference,
    SetType,
    TypeTable,
    Variant,
)

NOON = Instant(1_768_478_400_000_000)


class Types:
    """Short names for types in tests."""

    BOOL = PrimitiveType(Primitive.BOOL)
    INT = PrimitiveType(Primitive.INT)
    DECIMAL = PrimitiveType(Primitive.DECIMAL)
    TEXT = PrimitiveType(Primitive.TEXT)
    BYTES = PrimitiveType(Primitive.BYTES)
    UUID = PrimitiveType(Primitive.UUID)
    INSTANT = PrimitiveType(Primitive.INSTANT)
    DATE = PrimitiveType(Primitive.CALENDAR_DATE)
    DURATION = PrimitiveType(Primitive.DURATION)
    EMAIL = PrimitiveType(Primitive.EMAIL)
    URL = PrimitiveType(Primitive.URL)
    ZONE = PrimitiveType(Primitive.ZONE)
    LIST, SET, MAP, MAYBE, NAMED = ListType, SetType, MapType, OptionalType, NamedType
    OBJECT, ENUM, VARIANT, FIELD, RULES = (
        ObjectDefinition,
        EnumDefinition,
        Variant,
        Field,
        Constraints,
    )


def entity(name, fields, *, identity="id", uniques=(), indexes=(), references=(), generated=True):
    """An entity; ``fields`` maps names to types or to whole fields. `id` is added unless given."""
    given = dict(fields)
    if identity == "id" and "id" not in given:
        given = {"id": Field("id", Types.UUID, generated=generated), **given}
    return EntityDefinition(
        name,
        tuple(
            type_ if isinstance(type_, Field) else Field(field, type_)
            for field, type_ in given.items()
        ),
        identity,
        tuple((group,) if isinstance(group, str) else tuple(group) for group in uniques),
        tuple((group,) if isinstance(group, str) else tuple(group) for group in indexes),
        tuple(
            Reference(field, *target.rsplit(".", 1), on_delete)
            for field, target, on_delete in references
        ),
        "primary",
    )


class Where:
    """Collects the parameters of a predicate while it is built."""

    def __init__(self):
        self.types = []
        self.values = []

    def given(self, value, type_):
        self.types.append(type_)
        self.values.append(value)
        return len(self.values) - 1

    def compare(self, field, operator, value, type_):
        return FieldComparison(field, operator, self.given(value, type_))

    def is_in(self, field, values, element):
        return FieldIn(field, self.given(values, ListType(element)))


class World:
    """A store with some entities. Each method is one statement in a transaction of its own."""

    def __init__(self, url, entities, definitions=(), *, clock=None, seed=7, **settings):
        self.clock = clock or SettableClock(NOON)
        self.plans = []
        self.entities = {entity.name: entity for entity in entities}
        self.types = TypeTable(
            {**self.entities, **{definition.name: definition for definition in definitions}}
        )
        empty = {}
        self.manifest = Manifest(
            application=ApplicationDefinition("test"),
            types=self.types,
            entities=self.entities,
            failures=empty,
            callables=empty,
            stores=empty,
            events=empty,
            subscribers=empty,
            schedules=empty,
            batches=empty,
            backfills=(),
            connections=empty,
            routes=(),
            configs=empty,
            fixtures=empty,
            tests=(),
            plans=self.plans,
        )
        self.store = open_store(
            url,
            "primary",
            self.manifest,
            clock=self.clock,
            randomness=Randomness(random.Random(seed), IdentityOrder()),
            **settings,
        )
        self.store.prepare_schema(())

    # ---- plans

    def plan(self, plan):
        if plan not in self.plans:
            self.plans.append(plan)
        return self.plans.index(plan)

    def create_plan(self, entity, fields):
        return self.plan(CreatePlan(entity, tuple(fields)))

    def select_plan(self, entity, predicate, types, **rest):
        return self.plan(SelectPlan(entity, predicate, tuple(types), **rest))

    def update_plan(self, entity, predicate, types, fields, *, at_most_one=False, limit=None):
        return self.plan(
            UpdatePlan(entity, predicate, tuple(types), tuple(fields), at_most_one, limit)
        )

    def by(self, entity, field, value):
        """A predicate on one field, its types and its values."""
        where = Where()
        return where.compare(field, "==", value, FieldType(entity, field)), where

    # ---- statements

    def write(self, work):
        return self.store.transact(work, write=True)

    def read(self, work):
        return self.store.transact(work, write=False)

    def create(self, entity, **fields):
        plan = self.create_plan(entity, fields)
        return self.write(lambda transaction: transaction.effects.create(plan, [*fields.values()]))

    def select(self, entity, predicate=None, where=None, **rest):
        where = where or Where()
        plan = self.select_plan(entity, predicate or All(), where.types, **rest)
        return self.read(lambda transaction: transaction.effects.select(plan, where.values))

    def count(self, entity, predicate, where):
        plan = self.plan(CountPlan(entity, predicate, tuple(where.types)))
        return self.read(lambda transaction: transaction.effects.count(plan, where.values))

    def exists(self, entity, predicate, where):
        plan = self.plan(ExistsPlan(entity, predicate, tuple(where.types)))
        return self.read(lambda transaction: transaction.effects.exists(plan, where.values))

    def aggregate(self, function, entity, field, predicate=None, where=None):
        where = where or Where()
        plan = self.plan(
            AggregatePlan(entity, function, field, predicate or All(), tuple(where.types))
        )
        return self.read(lambda transaction: transaction.effects.aggregate(plan, where.values))

    def update(self, entity, predicate, where, fields, *, at_most_one=False, limit=None):
        plan = self.update_plan(
            entity, predicate, where.types, fields, at_most_one=at_most_one, limit=limit
        )
        values = [*fields.values()]
        return self.write(
            lambda transaction: transaction.effects.update(plan, where.values, values)
        )

    def update_each(self, entity, fields, change, predicate=None, where=None, **rest):
        """Give each row what ``change`` makes of its values by name."""
        where = where or Where()
        plan = self.update_plan(entity, predicate or All(), where.types, fields, **rest)

        def work(transaction):
            rows = transaction.effects.rows_to_update(plan, where.values)
            values = [change(self.named(row)) for row in rows]
            return transaction.effects.update_rows(plan, rows, values)

        return self.write(work)

    def delete(self, entity, predicate, where, *, at_most_one=False, limit=None):
        plan = self.plan(DeletePlan(entity, predicate, tuple(where.types), at_most_one, limit))
        return self.write(lambda transaction: transaction.effects.delete(plan, where.values))

    # ---- rows

    def named(self, row):
        """The values of a row by the names of its fields."""
        fields = self.entities[row.name].fields
        return {field.name: value for field, value in zip(fields, row.values, strict=True)}

    def values(self, entity, field, order=None):
        """One field of all rows, in order of identity or of another field."""
        rows = self.select(entity, order=((order, False),) if order else ())
        return [self.named(row)[field] for row in rows]


@pytest.fixture(params=["sqlite file", "sqlite memory"])
def url(request, tmp_path):
    """The URL of a new database of each kind of store."""
    return {
        "sqlite file": f"sqlite:{tmp_path / 'test.db'}",
        "sqlite memory": "sqlite::memory:",
    }[request.param]


@pytest.fixture
def open_world():
    """Opens worlds, and closes their stores when the test ends."""
    worlds = []

    def open_one(*arguments, **settings):
        worlds.append(World(*arguments, **settings))
        return worlds[-1]

    yield open_one
    for world in worlds:
        world.store.close()


@pytest.fixture
def shop(url, open_world):
    """Products with a unique code, orders that refer to them."""
    product = entity(
        "Product",
        {
            "code": Field("code", Types.TEXT, Constraints(min_length=2)),
            "price": Field("price", Types.DECIMAL, Constraints(minimum=Decimal(0))),
            "stock": Field("stock", Types.INT, Constraints(minimum=0)),
            "note": OptionalType(Types.TEXT),
        },
        uniques=["code"],
    )
    order = entity(
        "Order",
        {"number": Types.INT, "code": FieldType("Product", "code")},
        uniques=["number"],
        references=[("code", "Product.code", "restrict")],
    )
    return open_world(url, [product, order])


@pytest.fixture
def t():
    """Short names for types."""
    return Types


@pytest.fixture
def make_entity():
    """Builds entities."""
    return entity


@pytest.fixture
def where():
    """Collects the parameters of a predicate."""
    return Where()


@pytest.fixture
def minute():
    """A minute."""
    return Duration(60_000_000)
