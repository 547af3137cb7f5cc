"""One mistake is one diagnostic, also where much depends on what it is in."""

import pytest
from marked_source import rejected

SHOP = """
type Code = Text { min_length: 1 }
type Amount = Int { min: 0 }
failure Gone { kind: NotFound  code: "gone" }
failure Taken { kind: Conflict  code: "taken" }
config Settings { size: Int { binding: "SIZE"  default: 3 } }
event Moved { up { id: Item.id  by: Amount } }
entity Item {
    id: Uuid { generated: identity }
    code: Code
    count: Amount
    identity: id
    persistence { unique: code }
    action add(code: Item.code) fails Taken -> Item {
        return attempt create Item { code: code  count: Amount(0) } conflict Item.code: Taken
    }
    action move(self: ref, by: Amount) fails Gone -> Item {
        var item = attempt update required Item {
            where: id == self and count < by
            set: { count: current.count + by }
            missing: Gone
        }
        emit Moved.up { id: item.id  by: by }
        return item
    }
    query least() freshness: authoritative -> Item.count? {
        return attempt query minimum Item.count { }
    }
}
action room() -> Amount {
    if config.size > 5 { return Amount(5) }
    return Amount(3)
}
subscriber follow { on Moved.up(up) { match Item.move(up.id, up.by) {
    success(moved) => { var _ = moved.count }
    failure Gone => { }
} } }
route POST /items/{id} {
    auth: none
    path: { id: Item.id }
    run: Item.move(path.id, Amount(1))
    output: Item
}
test "moving" {
    var item = call Item.add(Item.code("a"))
    var moved = call item.move(Amount(2))
    assert moved.count == 2 and moved.count > 1
    assert rejects Taken { call Item.add(item.code) }
    match call Item.least() { none => { } some(least) => { assert least == 2 } }
}
"""


@pytest.mark.parametrize(
    ("rule", "right", "marked"),
    [
        ("type.unknown", "type Amount = Int", "type Amount = «Itn»"),
        ("type.unknown", "count: Amount\n", "count: «Amonut»\n"),
        ("type.unknown", "up { id: Item.id  by: Amount }", "up { id: Item.id  by: «Amuont» }"),
        ("type.unknown", "by: Amount) fails Gone", "by: «Amonut») fails Gone"),
        ("failure.unknown", "fails Taken -> Item", "fails «Tkaen» -> Item"),
        ("failure.unknown", "fails Gone -> Item", "fails «Goen» -> Item"),
        ("failure.kind_unknown", "kind: Conflict", "kind: «Conflcit»"),
        ("failure.clause_unknown", "kind: NotFound", "«knd»: NotFound"),
        ("type.unknown_field", "unique: code", "unique: «cod»"),
        ("query.failure_kind", "missing: Gone\n", "missing: «Taken»\n"),
        ("entity.unknown", "update required Item", "update required «Itme»"),
        ("entity.identity_missing", "identity: id\n", "«identiy»: id\n"),
        ("type.constraint_unknown", "generated: identity", "«genrated»: identity"),
        ("type.constraint_unknown", 'binding: "SIZE"', '«bindng»: "SIZE"'),
        ("route.clause_unknown", "run: Item.move", "«runn»: Item.move"),
        ("route.clause_unknown", "output: Item\n", "«outptu»: Item\n"),
        ("route.placeholder_undeclared", "POST /items/{id}", "POST /items/{«idd»}"),
        ("type.unknown", "match Item.move", "match «Itme».move"),
        ("type.unknown", "match call Item.least", "match call «Itme».least"),
        ("type.unknown", "var item = call Item.add", "var item = call «Itme».add"),
        ("type.unknown_variant", "on Moved.up(up)", "on Moved.«pu»(up)"),
    ],
)
def test_one_misspelt_word_is_one_diagnostic(rule: str, right: str, marked: str) -> None:
    assert SHOP.count(right) >= 1

    rejected(rule, SHOP.replace(right, marked, 1))
