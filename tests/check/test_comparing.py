"""Comparisons: which values may be equal, which have an order [T9] [T10]."""

import pytest

from tests.support.marked_source import checked, rejected

WORLD = """\
type Quantity = Int { min: 1 }
type Percent = Int { min: 0 }
type Money = Decimal { min: 0 }
type Name = Text {}
type Label = Text {}
type Status = Enum { open closed }
type Other = Enum { open closed }
type Pair = Object { a: Int }
type Trio = Object { a: Int }
entity Customer { id: Uuid { generated: identity }  name: Name  note: Text?  identity: id }
entity Order {
  id: Uuid { generated: identity }  customer_id: Customer.id  name: Name  note: Text?
  identity: id
}
"""


def comparing(parameters: str, condition: str) -> str:
    return f"{WORLD}function f({parameters}) -> Unit {{ if {condition} {{ }} }}"


@pytest.mark.parametrize(
    ("parameters", "condition"),
    [
        ("a: Order.customer_id, b: Customer.id", "a == b"),
        ("a: Customer.id, b: Order.customer_id", "a != b"),
        ("a: Order.name, b: Customer.name", "a == b"),
        ("a: Order.name, b: Name", "a == b"),
        ("a: Quantity, b: Percent", "a == b"),
        ("a: Quantity, b: Money", "a == b"),
        ("a: Quantity?, b: Percent", "a == b"),
        ("a: Quantity", "a == 3"),
        ("a: Quantity", "3 != a"),
        ("a: Money", "a == 3"),
        ("a: Money", "10 == a"),
        ("a: Name", 'a == "x"'),
        ("a: Name?", 'a == "x"'),
        ("a: Name?, b: Name", "a == b"),
        ("a: Order.note, b: Order.note", "a == b"),
        ("a: Name, b: Label", "text.trim(a) == text.trim(b)"),
        ("a: Name, b: Label", "a == text.trim(b)"),
        ("a: Status", "a == Status.open"),
        ("a: Order, b: Order", "a == b"),
        ("a: List<Order.name>, b: List<Customer.name>", "a == b"),
        ("a: Map<Order.name, Quantity>, b: Map<Customer.name, Quantity>?", "a == b"),
        ("a: List<Quantity>", "a == [1, 2]"),
        ("a: List<Quantity>", "[] == a"),
        ("a: Pair, b: Pair", "a == b"),
        ("a: Instant", "a < clock_at()"),
        ("a: Quantity, b: Percent", "a < b"),
        ("a: Quantity, b: Money", "a <= b"),
        ("a: Name, b: Label", "a > b"),
        ("a: Duration", "a >= 5m"),
        ("a: Order.id, b: Customer.id", "a < b"),
        ("a: Quantity, b: List<Quantity>", "a in b"),
        ("a: Quantity", "a in [1, 2]"),
        ("a: Name", 'a in ["a", "b"]'),
        ("a: Status, b: Set<Status>", "a in b"),
    ],
)
def test_values_compare(parameters: str, condition: str) -> None:
    at = 'function clock_at() -> Instant { return Instant("2026-01-01T00:00:00Z") }\n'
    checked(at + comparing(parameters, condition))


@pytest.mark.parametrize(
    ("rule", "parameters", "condition"),
    [
        ("type.incomparable", "a: Order.id, b: Customer.id", "a «==» b"),
        ("type.incomparable", "a: Order.id, b: Customer.id", "a «!=» b"),
        ("type.incomparable", "a: Name, b: Label", "a «==» b"),
        ("type.incomparable", "a: Order.note, b: Customer.note", "a «==» b"),
        ("type.incomparable", "a: Name, b: Quantity", "a «==» b"),
        ("type.incomparable", "a: Name", "a «==» 1"),
        ("type.incomparable", "a: Quantity", 'a «==» "1"'),
        ("type.incomparable", "a: Status, b: Other", "a «==» b"),
        ("type.incomparable", "a: Status", 'a «==» "open"'),
        ("type.incomparable", "a: Pair, b: Trio", "a «==» b"),
        ("type.incomparable", "a: Order, b: Customer", "a «==» b"),
        ("type.incomparable", "a: Order, b: Order.id", "a «==» b"),
        ("type.incomparable", "a: List<Name>, b: List<Label>", "a «==» b"),
        ("type.incomparable", "a: List<Order.id>, b: List<Customer.id>", "a «==» b"),
        ("type.incomparable", "a: Name, b: Quantity", "a «<» b"),
        ("type.incomparable", "a: Instant, b: Duration", "a «<» b"),
        ("type.no_order", "a: Status, b: Status", "a «<» b"),
        ("type.no_order", "a: Pair, b: Pair", "a «>=» b"),
        ("type.no_order", "a: List<Quantity>, b: List<Quantity>", "a «<» b"),
        ("type.may_be_none", "a: Quantity?", "«a» < 3"),
        ("type.may_be_none", "a: Quantity?", "3 < «a»"),
        ("type.never_none", "a: Quantity", "«a == none»"),
        ("type.never_none", "a: Quantity", "«none != a»"),
        ("type.never_none", "a: Quantity", "«a exists»"),
        ("type.not_a_collection", "a: Quantity", "a in «a»"),
        ("type.incomparable", "a: Name, b: List<Label>", "a «in» b"),
    ],
)
def test_values_that_cannot_be_compared_are_refused(
    rule: str, parameters: str, condition: str
) -> None:
    rejected(rule, comparing(parameters, condition))


@pytest.mark.parametrize(
    ("marked"),
    ["if «n» { }", "while «n» { }", "if not «n» { }", "if true and «n» { }", "if «n» or true { }"],
)
def test_a_condition_is_a_bool(marked: str) -> None:
    """[C1]"""
    rejected("type.not_bool", f"{WORLD}function f(n: Quantity) -> Unit {{ {marked} }}")


def test_a_type_built_on_bool_serves_wherever_a_bool_does() -> None:
    """[T6]"""
    checked("type Flag = Bool {}\nfunction f(a: Flag) -> Unit { if a and not a { } while a { } }")
