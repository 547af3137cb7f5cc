"""One mistake is one diagnostic, also where much depends on what it is in."""

import pytest
from marked_source import checked, diagnostics_of, rejected

from jadpo.diagnostics import Severity

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


SURVEY = """
type Note = Text { max_length: 20 }
type Small = Int { min: 0  max: 9 }
type Sorting = Enum { newest oldest }
type Words = Object { list: List<Note> }
type Search = Object { note: Note optional  sorting: Sorting default Sorting.newest }
failure Odd { kind: Rejected  code: "odd"  public { small: Small } }
config Settings { tries: Int { binding: "TRIES"  default: 3 } }
entity Task {
    id: Uuid { generated: identity }
    note: Note?
    size: Small
    identity: id
    action add(note: Note, size: Small) fails Odd -> Task {
        if size % 2 == 1 { reject Odd { small: size } }
        return attempt create Task { note: note  size: size }
    }
    action drop(self: ref) -> Unit {
        var _ = attempt delete many Task { where: id == self }
    }
    function described(self: value) -> Note {
        if self.note exists { return self.note }
        return Note("none")
    }
}
function grown(small: Small) fails InvalidValue -> Small { return attempt Small(small + 1) }
function kept(note: Note?, search: Search) -> Note {
    if note != none and search.note supplied { return search.note }
    if note exists { return note }
    return Note("")
}
batch drop_all() { over: Task { where: size > 3 }  each task { task.drop() } }
action tries() -> Small { if config.tries > 2 { return Small(2) }  return Small(1) }
test "tasks" {
    var task = call Task.add(Note("a"), Small(2))
    var found = kept(task.note, Search {})
    assert not (found == "b") and task.size == 2
    call task.drop()
    match grown(Small(9)) { success(more) => { assert more == 9 } failure InvalidValue => { } }
    var words = Words { list: [Note("a"), found] }
    assert words.list == words.list and Sorting.newest != Sorting.oldest
}
"""


def test_the_survey_has_no_mistakes() -> None:
    checked(SURVEY)


@pytest.mark.parametrize(
    ("rule", "right", "marked"),
    [
        ("name.unknown", "if self.note exists", "if «sel».note exists"),
        ("name.unknown", "if note exists", "if «nte» exists"),
        ("name.unknown", "if note != none", "if «nte» != none"),
        ("name.unknown", "and search.note supplied", "and «serch».note supplied"),
        ("type.unknown_field", "and search.note supplied", "and search.«nte» supplied"),
        ("name.unknown", "drop(self: ref)", "drop(«sefl»: ref)"),
        ("name.unknown", "described(self: value)", "described(«sel»: value)"),
        ("type.unknown", "tries: Int", "tries: «Itn»"),
        ("type.unknown", "list: List<Note>", "list: «Lsit»<Note>"),
        ("syntax.unexpected", "Object { list: List<Note>", "Obejct { list: List<Note«>»"),
        ("type.unknown", "public { small: Small }", "public { small: «Smal» }"),
        ("type.unknown_variant", "default Sorting.newest", "default Sorting.«newst»"),
        ("type.constraint_unknown", "max: 9 }", "«mx»: 9 }"),
        ("type.constraint_unknown", "max_length: 20", "«maxlength»: 20"),
        ("batch.clause_unknown", "over: Task", "«ovr»: Task"),
        ("failure.clause_unknown", 'code: "odd"', '«fixture»: "odd"'),
        ("failure.arm_pattern", "failure InvalidValue =>", "«InvalidValue» =>"),
        ("type.not_bool", "assert more == 9", "assert «more» assert 9"),
        (
            "type.unknown_field",
            "identity: id\n",
            "identity: id  persistence { unique: («sze», note) }\n",
        ),
        ("name.unknown", "return attempt create", "return «atempt» create"),
        ("name.unknown", "var task = call", "var task = «cal»"),
        ("syntax.misspelt_keyword", "    call task.drop()", "    «cal» task.drop()"),
    ],
)
def test_one_misspelt_word_of_the_survey_is_one_diagnostic(
    rule: str, right: str, marked: str
) -> None:
    assert SURVEY.count(right) == 1

    rejected(rule, SURVEY.replace(right, marked))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("entity Task {", "entity Tsak {"),
        ("type Sorting = ", "type Sortnig = "),
        ("function grown(", "function gronw("),
        ("    action drop(self", "    action dorp(self"),
        ("    note: Note?", "    nte: Note?"),
        ("tries: Int", "treis: Int"),
        ("var words = ", "var wrods = "),
        ("type Small = ", "type small = "),
        ("function kept(", "function Kept("),
        ("{ newest oldest }", "{ Newest oldest }"),
        ("    note: Note?", "    Note: Note?"),
        ("action add(", "action Add("),
        ("failure Odd {", "failure odd {"),
        ("{ small: Small }", "{ Small: Small }"),
    ],
)
def test_a_misspelt_declaration_is_one_diagnostic_however_often_it_is_used(
    right: str, wrong: str
) -> None:
    assert SURVEY.count(right) == 1

    errors = [
        found
        for found in diagnostics_of(SURVEY.replace(right, wrong))
        if found.severity is Severity.ERROR
    ]

    assert len(errors) == 1, errors
