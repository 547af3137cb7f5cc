"""`where:`: predicates, their parameters and mistakes [Q1] [T10]."""

import pytest
from marked_source import checked, edited, rejected
from todo_program import find, plans_of, predicate_of, todo

from jadpo.ir.printer import print_callable
from jadpo_runtime.manifest import (
    All,
    And,
    FieldComparison,
    FieldIn,
    FieldIsNone,
    Not,
    Or,
    SelectPlan,
)
from jadpo_runtime.values import FieldType, ListType, NamedType, Primitive, PrimitiveType

INT = PrimitiveType(Primitive.INT)
DECIMAL = PrimitiveType(Primitive.DECIMAL)


def test_the_left_name_is_a_field_also_where_a_parameter_has_the_name() -> None:
    program = checked(find("title == title", "title: Todo.title"))

    assert plans_of(program) == (
        SelectPlan(
            "Todo",
            FieldComparison("title", "==", 0),
            (FieldType("Todo", "title"),),
            at_most_one=True,
        ),
    )
    assert "select optional plan 0 (%0)" in print_callable(program.callables["Todo.find"])


def test_comparisons_are_combined_as_they_bind() -> None:
    assert predicate_of("title == wanted or rank > 1 and not (done == true or rank <= 0)") == Or(
        FieldComparison("title", "==", 0),
        And(
            FieldComparison("rank", ">", 1),
            Not(Or(FieldComparison("done", "==", 2), FieldComparison("rank", "<=", 3))),
        ),
    )


def test_none_is_asked_for_in_three_ways() -> None:
    assert predicate_of("note == none and title == wanted").left == FieldIsNone("note")  # type: ignore[union-attr]
    assert predicate_of("note != none and title == wanted").left == Not(FieldIsNone("note"))  # type: ignore[union-attr]
    assert predicate_of("note exists and title == wanted").left == Not(FieldIsNone("note"))  # type: ignore[union-attr]


def test_in_takes_a_list() -> None:
    program = checked(find("colour in [Colour.red, Colour.green]", "unused: Todo.title"))

    (plan,) = plans_of(program)
    assert isinstance(plan, SelectPlan)
    assert plan.predicate == FieldIn("colour", 0)
    assert isinstance(plan.parameters[0], ListType)


def test_in_takes_an_empty_list_and_a_list_of_numbers() -> None:
    checked(find("rank in [1, 2] or title in []", "unused: Todo.title"))
    checked(find("price in [1, 2.50]", "unused: Todo.title"))


def test_right_sides_are_parameters_in_order_of_the_source() -> None:
    program = checked(
        find("rank > count + 1 and title == wanted", "wanted: Todo.title, count: Count")
    )

    (plan,) = plans_of(program)
    assert isinstance(plan, SelectPlan)
    assert plan.parameters == (INT, FieldType("Todo", "title"))


def test_an_int_is_compared_with_a_decimal_field_as_a_decimal() -> None:
    program = checked(find("price >= 1 and price < count", "count: Count"))

    (plan,) = plans_of(program)
    assert isinstance(plan, SelectPlan)
    assert plan.parameters == (DECIMAL, DECIMAL)
    text = print_callable(program.callables["Todo.find"])
    assert "const decimal 1, decimal(%0)" in text


def test_a_decimal_may_be_compared_with_an_int_field() -> None:
    (plan,) = plans_of(checked(find("rank < limit", "limit: Price")))

    assert isinstance(plan, SelectPlan)
    assert plan.parameters == (NamedType("Price"),)


def test_a_nullable_field_compares_with_its_own_values() -> None:
    checked(find("note == note and parent == parent", "note: Todo.note, parent: Todo.id"))


def test_an_enum_with_a_payload_compares_whole() -> None:
    checked(find("state == State.open or state != State.done { at: at }", "at: Instant"))


def test_without_where_every_row_matches() -> None:
    program = checked(
        todo(
            "query all() freshness: authoritative -> List<Todo> {"
            " return attempt query many Todo { order_by: rank } }"
        )
    )

    assert plans_of(program) == (SelectPlan("Todo", All(), (), (("rank", False),)),)


@pytest.mark.parametrize(
    ("rule", "where"),
    [
        ("type.unknown_field", "«titel» == wanted"),
        ("type.unknown_field", "title == wanted and «titel» exists"),
        ("query.where_left", "«Todo.title» == wanted"),
        ("query.where_left", "«wanted.length» == 3"),
        ("query.where_left", "«5» < rank and title == wanted"),
        ("query.where_left", "«1 + 1» == rank and title == wanted"),
        ("query.where_left", "«Todo.note» == none and title == wanted"),
        ("query.where_no_comparison", "«done» and title == wanted"),
        ("query.where_no_comparison", "title == wanted and «true»"),
        ("query.where_no_comparison", "not «done» and title == wanted"),
        ("query.incomparable", "rank == «wanted»"),
        ("query.incomparable", "id == «wanted»"),
        ("query.incomparable", "colour == «State.open» and title == wanted"),
        ("query.incomparable", "title in «[1]» or title == wanted"),
        ("query.not_ordered", "colour «<» Colour.red and title == wanted"),
        ("query.not_ordered", "done «>=» true and title == wanted"),
        ("query.never_none", "«title == none» and title == wanted"),
        ("query.never_none", "«rank exists» and title == wanted"),
        ("query.in_needs_list", "title in «wanted»"),
        ("query.field_not_comparable", "«tags» == [wanted]"),
        ("name.unknown", "title == «wnted» and title == wanted"),
        ("failure.attempt_missing", "title == «Title(text.trim(wanted))»"),
    ],
)
def test_a_mistake_of_a_where_is_told_where_it_is(rule: str, where: str) -> None:
    rejected(rule, find(where))


def test_sides_that_are_exchanged_are_exchanged_back_by_the_edit() -> None:
    marked = find("«5» < rank and title == wanted")

    fixed = edited(marked, rejected("query.where_left", marked))
    assert "where: rank > 5 and title == wanted" in fixed
    checked(fixed)


def test_a_bare_bool_is_made_a_comparison_by_the_edit() -> None:
    marked = find("«done» and title == wanted")

    fixed = edited(marked, rejected("query.where_no_comparison", marked))
    assert "where: done == true and" in fixed
    checked(fixed)


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("title == «title»", "title"),
        ("title == «current.title»", "current.title"),
        ("rank > (3 + «rank»)", "rank"),
        ("title in [«title»]", "title"),
        ("title == text.lower(«title»)", "title"),
    ],
)
def test_a_field_on_the_right_side_is_told_what_stands_on_which_side(where: str, path: str) -> None:
    found = rejected("name.unknown", find(where, "unused: Todo.title"))

    assert found.summary.startswith(f"`{path}` cannot be read on the right side")
    assert found.why.startswith("on the left stands a field of `Todo`")


@pytest.mark.parametrize("left", ["current.rank", "self.rank", "Todo.rank"])
def test_the_bare_name_of_the_field_is_put_in_by_the_edit(left: str) -> None:
    marked = find(f"«{left}» == 3", "unused: Todo.title")

    assert "where: rank == 3" in edited(marked, rejected("query.where_left", marked))
