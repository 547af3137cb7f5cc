"""Entities: identity, constraints of rows, references, operations on values [E1] [E4]."""

import pytest

from jadpo.ir import nodes as ir
from jadpo_runtime.values import FieldType, Reference
from tests.support.marked_source import checked, edited, rejected

CUSTOMER = """\
entity Customer {
  id: Uuid { generated: identity }  email: Text  city: Text  tags: List<Text>
  identity: id
  persistence { unique: email }
}
"""


def order(persistence: str, field: str = "customer_id: Customer.id") -> str:
    return (
        f"{CUSTOMER}entity Order {{\n  id: Uuid {{ generated: identity }}  {field}  number: Int\n"
        f"  lines: List<Int>\n  identity: id\n  persistence {{ {persistence} }}\n}}"
    )


def test_an_entity_has_what_it_declares() -> None:
    program = checked(
        order(
            "unique: number  unique: (customer_id, number)  index: (number, customer_id)"
            "  reference customer_id: Customer.id on_delete: cascade"
        )
    )
    entity = program.manifest.entities["Order"]

    assert entity.identity == "id"
    assert entity.uniques == (("number",), ("customer_id", "number"))
    assert entity.indexes == (("number", "customer_id"),)
    assert entity.references == (Reference("customer_id", "Customer", "id", "cascade"),)
    assert entity.store == "primary"


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("entity.identity_missing", "entity «E» { id: Int }"),
        ("type.unknown_field", "entity E { id: Int  identity: «key» }"),
        ("entity.identity_missing", "entity Note { id: Uuid  name: Text  «identiy»: id }"),
        ("entity.identity_nullable", "entity E { id: Int?  identity: «id» }"),
        ("entity.identity_type", "entity E { id: List<Int>  identity: «id» }"),
        ("entity.generated", "entity E { id: «Int» { generated: identity }  identity: id }"),
        (
            "entity.generated",
            "entity E { id: Int  other: Uuid { «generated: identity» }  identity: id }",
        ),
        ("entity.generated", "entity E { id: Uuid { generated: «now» }  identity: id }"),
        ("entity.field_type", "entity E { id: Int  other: «E»  identity: id }"),
        ("entity.field_type", "entity E { id: Int  others: «List<E>»  identity: id }"),
        ("type.unknown_field", order("unique: «nubmer»")),
        ("entity.key_type", order("unique: «lines»")),
        ("entity.key_type", order("index: «lines»")),
        ("entity.field_repeated", order("unique: (number, «number»)")),
        ("entity.key_repeated", order("unique: number  «unique: number»")),
        (
            "type.unknown_field",
            order("reference customer_id: Customer.«key» on_delete: restrict"),
        ),
        ("entity.unknown", order("reference customer_id: «Client».id on_delete: restrict")),
        (
            "entity.reference_target",
            order(
                "reference customer_id: «Customer.city» on_delete: restrict",
                "customer_id: Customer.city",
            ),
        ),
        ("entity.reference_type", order("reference «number»: Customer.id on_delete: restrict")),
        (
            "entity.reference_set_null",
            order("reference customer_id: Customer.id on_delete: «set_null»"),
        ),
        (
            "entity.reference_on_delete",
            order("reference customer_id: Customer.id on_delete: «restrct»"),
        ),
        ("entity.reference_on_delete", order("«reference customer_id: Customer.id»")),
        ("entity.store_unknown", order("store: «secondary»")),
        ("entity.receiver_outside", "function f(«self: value») -> Unit { }"),
    ],
)
def test_an_entity_that_cannot_be_is_refused(rule: str, marked: str) -> None:
    rejected(rule, marked)


def test_a_nullable_reference_may_be_set_to_none() -> None:
    checked(
        order("reference customer_id: Customer.id on_delete: set_null", "customer_id: Customer.id?")
    )


OPERATIONS = """\
type Rank = Int {}
failure Gone { kind: NotFound  code: "gone" }
entity Todo {
  id: Uuid { generated: identity }  rank: Rank  next_id: Todo.id?
  identity: id
  function higher(self: value, by: Rank) -> Rank { return Rank(self.rank + by) }
  function twice(self: value) -> Rank { return self.higher(self.rank) }
  action drop(self: ref) fails Gone -> Todo {
    return attempt delete required Todo { where: id == self  missing: Gone }
  }
  query all() freshness: authoritative -> List<Todo> {
    return attempt query many Todo { order_by: rank asc }
  }
}
"""


def test_an_operation_is_called_on_a_value_or_by_its_name() -> None:
    program = checked(
        f"{OPERATIONS}function f(todo: Todo, r: Rank) -> Unit {{\n"
        "  var _ = todo.higher(r)  var _ = Todo.higher(todo, r)\n}"
    )
    first, second = program.callables["f"].body
    assert isinstance(first, ir.Evaluate)
    assert isinstance(second, ir.Evaluate)
    assert isinstance(first.value, ir.Call)
    assert isinstance(second.value, ir.Call)

    assert first.value.arguments[0].type == second.value.arguments[0].type
    assert (first.value.name, len(first.value.arguments)) == ("Todo.higher", 2)


@pytest.mark.parametrize("call", ["todo.drop()", "Todo.drop(todo)", "Todo.drop(todo.id)"])
def test_an_entity_given_for_self_ref_is_replaced_by_its_identity(call: str) -> None:
    """[E4]"""
    program = checked(
        f"{OPERATIONS}action f(todo: Todo) fails Gone -> Unit {{ var _ = attempt {call} }}"
    )
    (statement,) = program.callables["f"].body
    assert isinstance(statement, ir.Evaluate)
    assert isinstance(statement.value, ir.Attempt)
    assert isinstance(statement.value.base, ir.Call)
    (given,) = statement.value.base.arguments

    assert isinstance(given, ir.FieldOf)
    assert given.type == FieldType("Todo", "id")


@pytest.mark.parametrize(
    ("rule", "statement"),
    [
        ("name.unknown_operation", "var _ = todo.«hihger»(r)"),
        ("name.unknown_operation", "var _ = Todo.«hihger»(todo, r)"),
        ("entity.no_receiver", "var _ = «todo.all»()"),
        ("entity.self_value", "var _ = «todo.id».twice()"),
        ("type.argument_count", "var _ = «todo.higher()»"),
        ("type.argument_named", "var _ = todo.higher(«by»: r)"),
        ("type.sibling", "var _ = todo.higher(«n»)"),
        ("type.no_fields", "var _ = todo.rank.«value»"),
        ("type.unknown_field", "var _ = todo.«rnak»"),
        ("type.may_be_none", "var _ = «maybe».twice()"),
        ("name.no_operations", "var _ = r.«twice»()"),
    ],
)
def test_a_call_on_a_value_fits_the_operation(rule: str, statement: str) -> None:
    rejected(
        rule,
        f"{OPERATIONS}type Number = Int {{}}\n"
        f"action f(todo: Todo, maybe: Todo?, r: Rank, n: Number) -> Unit {{ {statement} }}",
    )


def test_the_nearest_operation_is_an_edit() -> None:
    marked = f"{OPERATIONS}function f(todo: Todo) -> Unit {{ var _ = todo.«twic»() }}"

    assert "todo.twice()" in edited(marked, rejected("name.unknown_operation", marked))
