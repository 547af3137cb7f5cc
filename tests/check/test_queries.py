"""The forms of `query`, and where queries and writes may stand [E3] [Q1] [Q2]."""

import pytest
from marked_source import checked, edited, rejected
from todo_program import body, plans_of, todo

from jadpo_runtime.manifest import (
    AggregatePlan,
    All,
    CountPlan,
    ExistsPlan,
    FieldComparison,
    SelectPlan,
)
from jadpo_runtime.values import NamedType, Primitive, PrimitiveType

INT = PrimitiveType(Primitive.INT)


# ---- the forms of query
def test_every_form_of_query_has_its_plan() -> None:
    program = checked(
        todo(
            "query c() freshness: authoritative -> Count {"
            " return Count(attempt query count Todo { where: rank > 1 }) }",
            "query e() freshness: authoritative -> Flag {"
            " return Flag(attempt query exists Todo {}) }",
            "query s() freshness: authoritative -> Count {"
            " return Count(attempt query sum Todo.rank {}) }",
            "query m() freshness: authoritative -> Price? {"
            " return attempt query maximum Todo.price {} }",
            "query n() freshness: authoritative -> Todo.note {"
            " return attempt query minimum Todo.note { where: rank == 0 } }",
            "query l(n: Count, m: Count) freshness: authoritative -> List<Todo> {"
            " return attempt query many Todo { where: rank > 1"
            " order_by: at desc, title limit: n offset: m } }",
        )
    )

    one = FieldComparison("rank", ">", 0)
    assert plans_of(program) == (
        CountPlan("Todo", one, (INT,)),
        ExistsPlan("Todo", All(), ()),
        AggregatePlan("Todo", "sum", "rank", All(), ()),
        AggregatePlan("Todo", "maximum", "price", All(), ()),
        AggregatePlan("Todo", "minimum", "note", FieldComparison("rank", "==", 0), (INT,)),
        SelectPlan(
            "Todo",
            one,
            (INT, NamedType("Count"), NamedType("Count")),
            (("at", True), ("title", False)),
            limit=1,
            offset=2,
        ),
    )


def test_required_raises_its_failure_with_the_context() -> None:
    text = body(
        "query do(id: Todo.id) freshness: authoritative fails NoTodo -> Todo {"
        " return attempt query required Todo { where: id == id missing: NoTodo { id: id } } }"
    )

    assert "attempt select required plan 0 (%0) missing: NoTodo { 0: %0 }" in text


def query(form: str, result: str = "List<Todo>") -> str:
    return todo(
        f"query do(wanted: Todo.title) freshness: authoritative -> {result} {{ return {form} }}"
    )


@pytest.mark.parametrize(
    ("rule", "form"),
    [
        ("query.order_by_missing", "attempt «query many Todo» { where: title == wanted }"),
        ("query.order_by_repeated", "attempt query many Todo { order_by: rank, «rank desc» }"),
        ("type.unknown_field", "attempt query many Todo { order_by: «rnk» }"),
        ("query.not_ordered", "attempt query many Todo { order_by: «state» }"),
        ("query.not_ordered", "attempt query many Todo { order_by: «tags» }"),
        ("query.count", "attempt query many Todo { order_by: rank limit: «-1» }"),
        ("query.count", "attempt query many Todo { order_by: rank limit: «wanted» }"),
        ("query.count", "attempt query many Todo { order_by: rank offset: «1.5» }"),
        ("failure.attempt_missing", "«query many Todo { order_by: rank }»"),
        ("entity.unknown", "attempt query many «Tod» { order_by: rank }"),
    ],
)
def test_a_mistake_of_a_query_is_told_where_it_is(rule: str, form: str) -> None:
    rejected(rule, query(form))


def test_an_order_that_is_missing_is_put_in_by_the_edit() -> None:
    marked = query("attempt «query many Todo» { where: title == wanted }")

    checked(edited(marked, rejected("query.order_by_missing", marked)))


@pytest.mark.parametrize(
    ("rule", "result", "form"),
    [
        ("query.aggregate_field", "Count", "Count(attempt query sum Todo.«title» {})"),
        ("query.aggregate_field", "Todo.note", "attempt query minimum Todo.«tags» {}"),
        ("query.aggregate_field", "Todo.note", "attempt query minimum «Todo» {}"),
        ("type.unknown_field", "Count", "Count(attempt query sum Todo.«rnk» {})"),
        (
            "query.missing_absent",
            "Todo",
            "attempt «query required Todo» { where: title == wanted }",
        ),
        (
            "query.failure_kind",
            "Todo",
            "attempt query required Todo { where: title == wanted missing: «Busy» }",
        ),
        ("failure.unknown", "Todo", "attempt query required Todo { missing: «NoTod» }"),
        ("type.missing_fields", "Todo", "attempt query required Todo { missing: «NoTodo» }"),
    ],
)
def test_a_mistake_of_a_form_is_told_where_it_is(rule: str, result: str, form: str) -> None:
    rejected(rule, query(form, result))


# ---- where queries and writes may stand
def test_operations_of_an_entity_may_query_another_one() -> None:
    checked(
        todo() + "entity Other { id: Text identity: id  action look() -> Unit {"
        " var _ = attempt query count Todo {} } }"
    )


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("query.outside_query", "action go() -> Unit { var _ = attempt «query» count Todo {} }"),
        ("effect.not_allowed", "function go() -> Unit { var _ = attempt «query» count Todo {} }"),
        (
            "entity.written_outside",
            "action go() -> Unit { var _ = attempt «delete» many Todo { where: rank == 1 } }",
        ),
        (
            "entity.written_outside",
            "entity Other { id: Text identity: id action go() -> Unit {"
            " var _ = attempt «delete» many Todo { where: rank == 1 } } }",
        ),
        (
            "effect.not_allowed",
            'test "t" { var _ = attempt «delete» many Todo { where: rank == 1 } }',
        ),
    ],
)
def test_rows_are_read_and_written_where_that_is_allowed(rule: str, marked: str) -> None:
    rejected(rule, todo() + marked)


def test_a_query_does_not_write() -> None:
    rejected(
        "effect.not_allowed",
        todo(
            "query do() freshness: authoritative -> Count {"
            " return Count(attempt «delete» many Todo { where: rank == 1 }) }"
        ),
    )
