"""Names: their case, what they may take, what they may not reuse [S1] [S2] [S4]."""

import pytest

from tests.support.marked_source import checked, edited, rejected

TITLE = "type Title = Text {}\n"


@pytest.mark.parametrize(
    ("rule", "marked", "mended"),
    [
        ("name.case", "type «order_line» = Object { a: Int }", "OrderLine"),
        ("name.case", "type Line = Object { «unitPrice»: Int }", "unit_price"),
        ("name.case", "type Status = Enum { «Open» }", "open"),
        ("name.case", "function «lineTotal»() -> Unit { }", "line_total"),
        ("name.case", "function f() -> Unit { for «Item» in [1] { } }", "item"),
        ("name.case", TITLE + "function f(«theTitle»: Title) -> Title { return theTitle }", "the_"),
        ("name.case", 'failure «not_found» { kind: NotFound  code: "x" }', "NotFound"),
        ("name.case", "entity «order» { id: Int  identity: id }", "Order"),
        ("name.case", "action «PlaceHTTPOrder»() -> Unit { }", "place_http_order"),
    ],
)
def test_a_name_of_the_wrong_case_is_one_diagnostic_with_the_right_name(
    rule: str, marked: str, mended: str
) -> None:
    diagnostic = rejected(rule, marked)

    assert mended in edited(marked, diagnostic)


@pytest.mark.parametrize(
    "marked",
    [
        "type «Text» = Int {}",
        "type «Object» = Int {}",
        'failure «InvalidValue» { kind: InvalidValue  code: "x" }',
        "function «text»() -> Unit { }",
        "action f() -> Unit { var «clock» = 1  var _ = clock }",
        TITLE + "function f(«collection»: Title) -> Title { return collection }",
        "function f() -> Unit { for «random» in [1] { } }",
    ],
)
def test_nothing_takes_the_name_of_the_prelude(marked: str) -> None:
    rejected("name.taken", marked)


def test_fields_and_members_may_have_any_name_of_the_prelude() -> None:
    checked(
        "type Page = Object { text: Text  list: List<Int>  status: Int  collection: Int }\n"
        "type Size = Int {}\n"
        "function f(page: Page) -> Size { return Size(page.collection + page.status) }"
    )


@pytest.mark.parametrize(
    "marked",
    [
        TITLE + "function f(title: Title) -> Unit { for «title» in [1] { } }",
        "function f() -> Unit { var a = 1  if a == 1 { var «a» = 2  var _ = a } }",
        TITLE + "function used() -> Unit { }\nfunction f(«used»: Title) -> Title { return used }",
        TITLE + "function f(a: Title, «a»: Title) -> Title { return a }",
        "type Found = Enum { one { value: Int } }\n"
        "function f(found: Found) -> Unit {\n"
        "  var value = 1  var _ = value\n"
        "  match found { Found.one { «value» } => { var _ = value } }\n}",
    ],
)
def test_a_binding_may_not_reuse_a_visible_name(marked: str) -> None:
    rejected("name.shadows", marked)


def test_bindings_of_blocks_that_do_not_meet_may_have_one_name() -> None:
    checked(
        "function f() -> Unit {\n"
        "  if true { var a = 1  var _ = a } else { var a = 2  var _ = a }\n"
        "  for a in [1] { }\n  for a in [2] { }\n}"
    )


def test_an_underscore_is_bound_any_number_of_times() -> None:
    checked("function f() -> Unit { var _ = 1  var _ = 2  for _ in [1] { for _ in [2] { } } }")


@pytest.mark.parametrize(
    "marked",
    [
        "type A = Int {}\ntype «A» = Text {}",
        "type A = Object { b: Int  «b»: Text }",
        "type A = Enum { b «b» }",
        "function f() -> Unit { }\naction «f»() -> Unit { }",
        "entity E { id: Int  identity: id  function «id»(self: value) -> Unit { } }",
        "entity E { id: Int  identity: id\n"
        "  function f(self: value) -> Unit { }  action «f»(self: ref) -> Unit { } }",
        'failure F { kind: NotFound  code: "f"  public { a: Int }  internal { «a»: Int } }',
    ],
)
def test_a_name_is_declared_once(marked: str) -> None:
    rejected("name.duplicate", marked)


@pytest.mark.parametrize(
    ("rule", "marked", "near"),
    [
        ("name.unknown", TITLE + "function f(title: Title) -> Title { return «titel» }", "title"),
        ("name.unknown", "function go() -> Unit { }\nfunction f() -> Unit { «goo»() }", "go()"),
        ("type.unknown", TITLE + "type Page = Object { title: «Titel» }", "Title"),
        ("type.unknown", "type Page = Object { title: «text» }", "Text"),
        ("type.unknown", "type Title = «String» { max_length: 3 }", "Text"),
        ("type.unknown", "type Page = Object { at: «DateTime» }", "Instant"),
        ("name.unknown", TITLE + "function f(t: Title) -> Title? { return «null» }", "none"),
        ("name.unknown", TITLE + "function f(t: Title) -> Title? { return «nil» }", "none"),
        (
            "type.unknown_field",
            "type A = Object { name: Int }\ntype B = Object { c: A.«nam» }",
            ".",
        ),
        (
            "type.unknown_field",
            "type A = Object { name: Int }\ntype N = Int {}\n"
            "function f(a: A) -> N { return N(a.«nmae») }",
            "a.name",
        ),
        (
            "type.unknown_variant",
            "type S = Enum { open }\nfunction f() -> S { return S.«opne» }",
            "S.open",
        ),
        (
            "name.unknown_operation",
            "type N = Int {}\nfunction f(n: N) -> N { return N(numeric.«absolut»(n)) }",
            "numeric.absolute",
        ),
        (
            "failure.unknown",
            'failure Missing { kind: NotFound  code: "m" }\n'
            "function f() -> Unit { reject «Mising» }",
            "Missing }",
        ),
    ],
)
def test_the_nearest_visible_name_is_suggested(rule: str, marked: str, near: str) -> None:
    diagnostic = rejected(rule, marked)

    assert near in edited(marked, diagnostic)


def test_an_operation_called_by_its_bare_name_is_pointed_to_its_entity() -> None:
    marked = (
        "entity Todo { id: Uuid { generated: identity }  identity: id\n"
        "  function rank(self: value) -> Rank { return Rank(1) }\n"
        "  function twice(self: value) -> Rank { return Rank(«rank»(self) * 2) }\n}\n"
        "type Rank = Int {}"
    )

    diagnostic = rejected("name.unknown", marked)

    assert "Todo.rank(self)" in edited(marked, diagnostic)


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("name.not_a_value", TITLE + "function f() -> Title { return «Title» }"),
        ("name.not_a_value", "function g() -> Unit { }\nfunction f() -> Unit { var x = «g» }"),
        ("name.not_a_value", "function f() -> Unit { var x = «text» }"),
        ("name.not_a_value", "function f() -> Unit { var x = «text.trim» }"),
        ("name.not_callable", TITLE + "function f(t: Title) -> Title { return «t»(1) }"),
        ("name.not_callable", "action f() -> Instant { return «clock.now()» }"),
        ("name.no_operations", TITLE + "function f(t: Title) -> Title { return t.«trim»() }"),
        ("name.unknown_operation", "action f() -> Instant { return «clock.today» }"),
        ("name.unknown_operation", TITLE + "function f(t: Title) -> Title { return text.«up»(t) }"),
    ],
)
def test_a_name_is_used_as_what_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


@pytest.mark.parametrize(
    "marked",
    [
        TITLE + "function f(title: Title) -> Title { var «title» = 1  return title }",
        TITLE + "function f(t: Title) -> Title { var «text» = 1  return text }",
        TITLE + "function used() -> Unit { }\n"
        "function f(t: Title) -> Title { var «used» = 1  return used }",
    ],
)
def test_the_uses_of_a_name_that_was_taken_are_no_mistakes(marked: str) -> None:
    found = rejected("name.taken" if "text" in marked else "name.shadows", marked)

    assert found.is_error


def test_the_places_of_one_unknown_name_are_one_diagnostic() -> None:
    marked = (
        "type Title = Text {}\n"
        "type Page = Object { first: «Titel»  second: Titel }\n"
        'function f(a: Titel) -> Unit { var _ = Titel("a") }'
    )

    diagnostic = rejected("type.unknown", marked)

    assert len(diagnostic.related) == 3
    checked(edited(marked, diagnostic).replace("f(a:", "f(_a:"))
