"""Entities, events, batches and the rest across modules [S3]."""

from marked_source import checked, diagnostics_of

STOCK = """
module stock
public event StockEvent { moved { id: Item.id  by: Item.count } }
public type Amount = Int { min: 1 }
public failure Gone { kind: NotFound  code: "gone" }
public entity Item {
    id: Uuid { generated: identity }
    count: Int
    identity: id
    public action move(self: ref, by: Amount) fails Gone -> Item {
        var item = attempt update required Item {
            where: id == self
            set: { count: current.count + by }
            missing: Gone
        }
        emit StockEvent.moved { id: item.id  by: item.count }
        return item
    }
    public query all() freshness: authoritative -> List<Item> {
        return attempt query many Item { order_by: count }
    }
}
public batch recount(by: Amount) {
    over: Item { where: count > by }
    each item { var _ = attempt Item.move(item.id, by) }
}
public fixture plain { seed: 1 }
"""

ORDERS = """
module orders
import stock { Amount, Gone, Item, StockEvent, plain, recount }
entity Line {
    id: Uuid { generated: identity }
    item_id: Item.id
    identity: id
    persistence { reference item_id: Item.id on_delete: restrict }
    action begin() -> Unit { start recount(Amount(1)) }
}
subscriber watch { on StockEvent.moved(moved) { var _ = moved.by } }
schedule daily { every: 1d  run: Line.begin() }
backfill Line.item_id(line) { return line.item_id }
route POST /items/{id} {
    auth: none
    path: { id: Item.id }
    run: Item.move(path.id, Amount(1))
    output: Item
}
test "nothing is there" using plain { assert call Item.all() == [] }
"""


def test_names_are_qualified_by_their_modules() -> None:
    manifest = checked(STOCK, ORDERS).manifest

    assert set(manifest.entities) == {"stock.Item", "orders.Line"}
    assert manifest.entities["orders.Line"].references[0].target_entity == "stock.Item"
    assert set(manifest.events) == {"stock.StockEvent"}
    (handler,) = manifest.subscribers["orders.watch"].handlers
    assert (handler.event, handler.callable) == (
        "stock.StockEvent",
        "orders.watch on stock.StockEvent.moved",
    )
    assert manifest.schedules["orders.daily"].callable == "schedule orders.daily"
    assert manifest.batches["stock.recount"].over_arguments == "stock.recount over"
    assert manifest.backfills[0].callable == "backfill orders.Line.item_id"
    assert manifest.tests[0].fixture == "stock.plain"
    assert manifest.routes[0].may_set_off
    assert set(manifest.stores) == {"primary"}


def test_what_is_not_imported_is_not_there() -> None:
    orders = ORDERS.replace(", StockEvent", "").replace(", recount", "").replace(", plain", "")

    assert sorted(each.rule for each in diagnostics_of(STOCK, orders)) == [
        "batch.unknown",
        "event.unknown",
        "test.fixture_unknown",
    ]


def test_an_operation_of_another_module_is_called_only_where_it_is_public() -> None:
    stock = STOCK.replace("    public action move", "    action move")

    assert [each.rule for each in diagnostics_of(stock, ORDERS)] == ["module.not_public"]


def test_a_store_of_another_module_is_named_without_its_module() -> None:
    settings = """
module settings
config Settings { url: Text { binding: "URL" } }
public store main { url: config.url }
"""
    stock = STOCK.replace(
        "identity: id\n", "identity: id\n    persistence { store: main }\n"
    ).replace("module stock", "module stock\nimport settings { main }")

    assert checked(settings, stock).manifest.entities["stock.Item"].store == "settings.main"
