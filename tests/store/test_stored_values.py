"""SQLite: how rows look to other tools, and what happens to rows that others changed [E2]."""

import datetime
import json
import sqlite3
import sys
from decimal import Decimal

import pytest

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import All
from jadpo_runtime.values import Instant


@pytest.fixture
def place(tmp_path):
    return tmp_path / "rows.db"


@pytest.fixture
def world(place, open_world, make_entity, t):
    status = t.ENUM(
        "Status", (t.VARIANT("open", ()), t.VARIANT("paid", (t.FIELD("amount", t.DECIMAL),)))
    )
    size = t.ENUM("Size", (t.VARIANT("small", ()), t.VARIANT("large", ())))
    fields = {
        "code": t.FIELD("code", t.TEXT, t.RULES(min_length=2, max_length=5, pattern="[A-Z0-9-]+")),
        "price": t.FIELD("price", t.DECIMAL, t.RULES(minimum=Decimal(0))),
        "stock": t.FIELD("stock", t.INT, t.RULES(minimum=0)),
        "is_new": t.BOOL,
        "size": t.NAMED("Size"),
        "status": t.NAMED("Status"),
        "made_at": t.INSTANT,
        "made_on": t.DATE,
        "mail": t.EMAIL,
        "zone": t.ZONE,
        "tags": t.FIELD("tags", t.SET(t.TEXT), t.RULES(max_length=2)),
        "note": t.MAYBE(t.TEXT),
    }
    world = open_world(
        f"sqlite:{place}",
        [make_entity("shop.Product", fields, uniques=["code"], indexes=["price", "tags"])],
        [status, size],
    )
    world.create(
        "shop.Product",
        code="TEA-1",
        price=Decimal("2.50"),
        stock=3,
        is_new=True,
        size="small",
        status=("paid", Decimal("1.10")),
        made_at=Instant(1_796_005_208_123_456),
        made_on=datetime.date(2026, 12, 1),
        mail="a@example.test",
        zone="Europe/London",
        tags={"b": None, "a": None},
        note=None,
    )
    return world


def other_tool(place, sql, *parameters):
    with sqlite3.connect(place) as connection:
        rows = connection.execute(sql, parameters).fetchall()
    connection.close()
    return rows


def test_other_tools_read_the_rows(world, place):
    (row,) = other_tool(
        place,
        "SELECT code, price, stock, is_new, size, status, made_at, made_on, tags, note "
        'FROM "shop.Product"',
    )

    assert row[:5] == ("TEA-1", "2.50", 3, 1, "small")
    assert json.loads(row[5]) == {"tag": "paid", "amount": "1.10"}
    assert row[6:8] == ("2026-11-30T02:20:08.123456Z", "2026-12-01")
    assert json.loads(row[8]) == ["b", "a"]
    assert row[9] is None


def test_a_decimal_that_another_tool_wrote_is_found_as_a_number(world, place, where, t):
    other_tool(place, "UPDATE \"shop.Product\" SET price = '13.7'")

    asked = where.compare("price", ">", Decimal("9"), t.DECIMAL)

    assert [world.named(row)["price"] for row in world.select("shop.Product", asked, where)] == [
        Decimal("13.7")
    ]


INVALID = [
    ("code", "x"),
    ("code", "TOO-LONG"),
    ("code", "tea-1"),
    ("price", "-1"),
    ("price", "two"),
    ("price", "NaN"),
    ("price", "1" * 35),
    ("stock", -1),
    ("is_new", 2),
    ("size", "huge"),
    ("size", ""),
    ("status", "open"),
    ("status", '{"tag":"paid","amount":"1","amount":"2"}'),
    ("status", '"lost"'),
    ("status", '{"tag":"paid"}'),
    ("status", '{"tag":"paid","amount":"1","more":1}'),
    ("status", "[" * 100_000),
    ("made_at", "yesterday"),
    ("made_at", "2026-12-01T02:20:08Z"),
    ("made_on", "2026-02-30"),
    ("mail", "nobody"),
    ("zone", "Europe/Atlantis"),
    ("tags", '["a","b","c"]'),
    ("tags", '["a","a"]'),
    ("tags", '["\\ud800"]'),
    ("tags", "null"),
    ("id", "1"),
]


@pytest.mark.parametrize(("field", "value"), INVALID)
def test_a_stored_value_that_breaks_its_type_is_a_fault_that_names_it(world, place, field, value):
    identity = world.select("shop.Product")[0].identity
    other_tool(place, f'UPDATE "shop.Product" SET "{field}" = ?', value)

    with pytest.raises(Fault) as raised:
        world.select("shop.Product")

    assert raised.value.code is FaultCode.STORED_VALUE_INVALID
    assert "shop.Product" in raised.value.detail
    assert f"`{field}`" in raised.value.detail
    assert (value if field == "id" else identity) in raised.value.detail


def test_json_nested_without_bound_ends_no_process(world, place):
    """Engines raise the recursion limit; the reader of JSON then has no other bound."""
    other_tool(place, 'UPDATE "shop.Product" SET status = ?', "[" * 1_000_000)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000_000)
    try:
        with pytest.raises(Fault) as raised:
            world.select("shop.Product")
    finally:
        sys.setrecursionlimit(limit)

    assert raised.value.code is FaultCode.STORED_VALUE_INVALID
    assert "nested" in raised.value.detail


def test_every_statement_that_reads_the_row_faults(world, place, where):
    other_tool(place, 'UPDATE "shop.Product" SET stock = -5')

    for work in (
        lambda: world.select("shop.Product"),
        lambda: world.aggregate("sum", "shop.Product", "stock"),
        lambda: world.aggregate("maximum", "shop.Product", "stock"),
        lambda: world.update("shop.Product", All(), where, {"note": "x"}),
        lambda: world.update("shop.Product", All(), where, {"note": "x"}, at_most_one=True),
        lambda: world.update_each("shop.Product", ["note"], lambda row: ["x"]),
        lambda: world.delete("shop.Product", All(), where),
    ):
        with pytest.raises(Fault) as raised:
            work()
        assert raised.value.code is FaultCode.STORED_VALUE_INVALID
        assert "`stock`" in raised.value.detail

    assert other_tool(place, 'SELECT note FROM "shop.Product"') == [(None,)]


def test_a_stored_text_that_is_no_utf_8_is_a_fault_that_names_it(world, place):
    identity = world.select("shop.Product")[0].identity
    other_tool(place, "UPDATE \"shop.Product\" SET note = CAST(x'ff41' AS TEXT)")

    for work in (
        lambda: world.select("shop.Product"),
        lambda: world.aggregate("minimum", "shop.Product", "note"),
    ):
        with pytest.raises(Fault) as raised:
            work()
        assert raised.value.code is FaultCode.STORED_VALUE_INVALID
        assert identity in raised.value.detail
        assert "`note`" in raised.value.detail


def test_an_entity_may_have_any_name(place, open_world, make_entity, t):
    odd = make_entity("sqlite_x.Select", {"order": t.INT, "group": t.MAYBE(t.TEXT)})
    world = open_world(f"sqlite:{place}", [odd])

    world.create("sqlite_x.Select", order=1, group="by")

    assert world.values("sqlite_x.Select", "group", order="order") == ["by"]
