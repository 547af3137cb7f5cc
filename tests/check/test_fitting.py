"""Values where a type is expected: widening, and what does not widen [T1] [T3] [T5] [T11]."""

import pytest

from jadpo.ir import nodes as ir
from tests.support.marked_source import checked, edited, rejected

WORLD = """\
type Quantity = Int { min: 1  max: 100 }
type Count = Int {}
type Money = Decimal { min: 0 }
type Flag = Bool {}
type Name = Text { min_length: 1 }
entity Customer { id: Uuid { generated: identity }  name: Name  note: Text?  identity: id }
entity Order {
  id: Uuid { generated: identity }  customer_id: Customer.id  quantity: Quantity  note: Name?
  identity: id
}
type Line = Object { quantity: Order.quantity  own: Int { min: 1 }  name: Name?  plain: Quantity }
"""


def body(parameters: str, result: str, statements: str) -> str:
    return f"{WORLD}function f({parameters}) -> {result} {{ {statements} }}"


@pytest.mark.parametrize(
    ("parameters", "result"),
    [
        ("a: Order.customer_id", "Customer.id"),
        ("a: Order.quantity", "Quantity"),
        ("a: Line.quantity", "Order.quantity"),
        ("a: Line.quantity", "Quantity"),
        ("a: Quantity", "Quantity?"),
        ("a: Order.note", "Name?"),
        ("a: List<Order.quantity>", "List<Quantity>"),
        ("a: List<Quantity>", "List<Quantity?>"),
        ("a: Set<Order.quantity>", "Set<Quantity>"),
        ("a: Map<Order.id, Order.quantity>", "Map<Order.id, Quantity>"),
        ("a: List<List<Order.quantity>>", "List<List<Quantity>>"),
        ("a: Order.quantity", "Quantity?"),
        ("a: List<Quantity>?", "List<Quantity>?"),
    ],
)
def test_a_value_widens(parameters: str, result: str) -> None:
    checked(body(parameters, result, "return a"))


@pytest.mark.parametrize(
    ("rule", "parameters", "result"),
    [
        ("type.needs_construction", "a: Quantity", "Order.quantity"),
        ("type.needs_construction", "a: Order.quantity", "Line.quantity"),
        ("type.sibling_field", "a: Order.id", "Customer.id"),
        ("type.sibling", "a: Quantity", "Count"),
        ("type.sibling", "a: Order.quantity", "Count"),
        ("type.may_be_none", "a: Quantity?", "Quantity"),
        ("type.may_be_none", "a: Order.note", "Name"),
        ("type.mismatch", "a: List<Quantity>", "List<Order.quantity>"),
        ("type.mismatch", "a: List<Quantity?>", "List<Quantity>"),
        ("type.mismatch", "a: List<Quantity>", "Set<Quantity>"),
        ("type.mismatch", "a: Quantity", "Name"),
        ("type.mismatch", "a: Order", "Customer"),
        ("type.int_for_decimal", "a: Quantity", "Money"),
        ("type.not_bool", "a: Quantity", "Flag"),
    ],
)
def test_a_value_does_not_widen_the_other_way_or_to_siblings(
    rule: str, parameters: str, result: str
) -> None:
    rejected(rule, body(parameters, result, "return «a»"))


def test_a_field_without_rules_of_its_own_takes_the_type_written_on_it() -> None:
    """[T11]"""
    checked(
        body(
            "quantity: Order.quantity, name: Name, plain: Quantity",
            "Line",
            "return Line { quantity: quantity  own: Line.own(1)  name: name  plain: plain }",
        )
    )


def test_a_field_with_rules_of_its_own_takes_its_own_type_only() -> None:
    """[T11]"""
    rejected(
        "type.needs_construction",
        body(
            "quantity: Order.quantity",
            "Line",
            "return Line { quantity: quantity  own: «1»  name: none  plain: Quantity(1) }",
        ),
    )


def test_a_parameter_takes_what_widens_to_it_and_not_what_is_written_on_a_field() -> None:
    """[T11]"""
    rejected(
        "type.needs_construction",
        WORLD
        + "function g(a: Order.quantity) -> Unit { }\n"
        + "function f(q: Quantity) -> Unit { g(«q») }",
    )


def test_a_result_of_an_operator_has_its_base_type() -> None:
    """[T5]"""
    marked = body("a: Quantity", "Count", "return «a + 1»")

    diagnostic = rejected("type.needs_construction", marked)

    assert "return Count(a + 1)" in edited(marked, diagnostic)


def test_a_mismatch_says_who_wants_the_type() -> None:
    diagnostic = rejected(
        "type.may_be_none",
        WORLD
        + "function g(wanted: Quantity) -> Unit { }\n"
        + "function f(q: Quantity?) -> Unit { g(«q») }",
    )

    assert "the parameter `wanted` of `g` is a `Quantity`" in diagnostic.why


def test_an_int_literal_is_a_decimal_where_one_is_wanted() -> None:
    """[T4]"""
    checked(
        body(
            "m: Money",
            "Money",
            "var mut a: Decimal = 1  a = 2  a = m * 3  a = 4 + m  if a == 5 { }"
            "  var xs: List<Decimal> = [1, 2.5]  for x in xs { a = x }"
            "  if a > 6 { return m }  return Money(7)",
        )
    )


def test_a_binding_without_a_type_has_its_literals_base() -> None:
    rejected("type.mismatch", body("", "Unit", 'var mut a = 1  if a > 1 { }  a = «"x"»'))


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("var a = «none»", "none"),
        ("var a = «[]»", "a list"),
        ("var a = «collection.empty_map()»", "a map"),
    ],
)
def test_a_binding_whose_type_nothing_says_is_refused(written: str, what: str) -> None:
    rejected("type.unknown_here", body("", "Unit", written))


def test_none_and_empty_collections_take_the_type_that_is_wanted() -> None:
    checked(
        body(
            "",
            "Line?",
            "var a: Quantity? = none  var _ = a"
            "  var mut b: List<List<Int>> = [[], [1], collection.empty_list()]  b = []"
            "  var c: Map<Text, Int> = collection.empty_map()  for k, v in c { }"
            "  for x in b { }"
            "  return none",
        )
    )


def test_a_list_has_the_type_to_which_its_elements_widen() -> None:
    checked(body("a: Order.quantity, b: Quantity", "List<Quantity>", "return [a, b]"))
    checked(body("a: Quantity", "List<Quantity?>", "return [a, none]"))
    checked(body("a: Quantity", "List<Quantity?>", "var xs = [none, a]  return xs"))


def test_the_elements_of_a_list_have_one_type() -> None:
    rejected("type.list_elements", body("", "Unit", 'for x in [1, «"a"»] { }'))


@pytest.mark.parametrize(
    ("statements", "rule"),
    [
        ("var _ = «-n»", "type.operator"),
        ("var _ = n «+» 1", "type.operator"),
        ("var _ = i «-» d", "type.operator"),
        ("var _ = i «+» d", "type.operator"),
        ("var _ = n «*» n", "type.operator"),
        ("var _ = «o» + n", "type.may_be_none"),
    ],
)
def test_operators_take_what_they_can_compute(statements: str, rule: str) -> None:
    """[C5]"""
    marked = body("n: Name, i: Instant, d: Duration, o: Name?", "Unit", statements)
    if "«-n»" in marked:
        marked = marked.replace("«-n»", "-«n»")
    rejected(rule, marked)


def test_mixing_int_and_decimal_gives_a_decimal() -> None:
    """[C5]"""
    program = checked(
        body("a: Quantity, m: Money", "Unit", "var mut x = a * m  x = a / 2  x = 1.5  if x > 1 { }")
    )
    store = program.callables["f"].body[0]
    assert isinstance(store, ir.Store)
    assert isinstance(store.value, ir.Arithmetic)

    assert store.value.operator is ir.ArithmeticOperator.DECIMAL_MULTIPLY
    assert isinstance(store.value.left, ir.IntToDecimal)


def test_a_field_built_on_a_nullable_field_is_nullable_and_narrows_to_it() -> None:
    """[T3] [C3]"""
    checked(
        f"{WORLD}type Copy = Object {{ note: Order.note }}\n"
        "function wants(note: Order.note) -> Name? { return note }\n"
        "function f(copy: Copy, name: Name) -> Name {\n"
        "  var other = Copy { note: none }\n"
        "  if copy.note exists and other.note == copy.note { return copy.note }\n"
        "  if copy.note exists { var _ = wants(copy.note) }\n"
        "  match other.note { some(x) => { return x } none => { return name } }\n}"
    )
    rejected(
        "type.may_be_none",
        f"{WORLD}type Copy = Object {{ note: Order.note }}\n"
        "function f(copy: Copy) -> Name { return «copy.note» }",
    )


def test_what_has_no_type_of_its_own_gets_one_inside_too() -> None:
    program = checked(
        body(
            "n: Quantity, flag: Flag",
            "List<List<Quantity>>",
            "var xs: List<List<Quantity?>> = match flag { true => [[], [none]] _ => [] }"
            "  for x in xs { }"
            "  return [[], [n]]",
        )
    )
    (store, _, returned) = program.callables["f"].body
    assert isinstance(store, ir.Store)
    assert isinstance(store.value, ir.Match)
    assert isinstance(returned, ir.Return)
    assert isinstance(returned.value, ir.MakeList)

    arm = store.value.arms[0].result
    assert isinstance(arm, ir.MakeList)
    assert [str(each.type) for each in arm.elements] == ["List<Quantity?>", "List<Quantity?>"]
    assert [str(each.type) for each in returned.value.elements] == ["List<Quantity>"] * 2
