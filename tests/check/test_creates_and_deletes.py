"""`create` and `delete`: their plans, conflicts and mistakes [E1] [Q3]."""

import pytest
from marked_source import checked, rejected
from todo_program import body, plans_of, todo

from jadpo.ir.printer import print_callable
from jadpo_runtime.manifest import (
    CreatePlan,
    DeletePlan,
    FieldComparison,
)
from jadpo_runtime.values import FieldType

# ---- create
GIVEN = (
    "title: title rank: Todo.rank(1) price: Price(2.50) done: false note: none state: State.open "
    "colour: Colour.red at: clock.now tags: [] parent: none"
)


def create(fields: str, conflicts: str = "", fails: str = "") -> str:
    return (
        f"action do(title: Todo.title) {fails} -> Todo {{"
        f" return attempt create Todo {{ {fields} }} {conflicts} }}"
    )


def test_create_gives_every_field_but_a_generated_identity() -> None:
    program = checked(todo(create(GIVEN)))

    assert plans_of(program) == (
        CreatePlan(
            "Todo",
            (
                "title",
                "rank",
                "price",
                "done",
                "note",
                "state",
                "colour",
                "at",
                "tags",
                "parent",
            ),
        ),
    )


def test_create_evaluates_in_the_order_written() -> None:
    text = body(create("parent: none " + GIVEN.removesuffix(" parent: none")))

    assert "create plan 0 (9: const none, 0: %0, 1: const 1" in text


def test_conflicts_name_constraints() -> None:
    text = body(
        create(
            GIVEN,
            "conflict Todo.title: Taken { title: title } conflict Todo.(at, rank): Busy "
            "conflict Todo.parent: Busy conflict Todo.id: Busy",
            "fails Taken, Busy",
        )
    )

    assert "conflict Todo.(title): Taken { 0: %0 }" in text
    assert "conflict Todo.(rank, at): Busy" in text


def test_a_conflict_without_a_constraint_stands_for_all_others() -> None:
    text = body(create(GIVEN, "conflict Todo.title: Busy conflict: Busy", "fails Busy"))

    assert "conflict Todo.(title): Busy" in text


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ("type.missing_fields", "title: title"),
        ("type.unknown_field", GIVEN + " «colr»: Colour.red"),
        ("type.field_repeated", GIVEN + " «rank»: Todo.rank(2)"),
        ("query.generated_given", GIVEN + " «id»: random.uuid()"),
        ("value.breaks_constraint", GIVEN.replace("rank(1)", "rank(«-1»)")),
    ],
)
def test_a_mistake_of_a_create_is_told_where_it_is(rule: str, fields: str) -> None:
    text = todo(create(fields))
    if "«" not in text:
        text = text.replace("create Todo", "create «Todo»")
    rejected(rule, text)


@pytest.mark.parametrize(
    ("rule", "conflicts", "fails"),
    [
        ("query.conflict_unknown", "conflict «Todo.rank»: Busy", "Busy"),
        ("query.conflict_unknown", "conflict «title»: Busy", "Busy"),
        ("query.conflict_unknown", "conflict «Todo.(title, rank)»: Busy", "Busy"),
        (
            "query.conflict_repeated",
            "conflict Todo.title: Busy conflict «Todo.title»: Busy",
            "Busy",
        ),
        ("query.conflict_repeated", "conflict: Busy «conflict»: Busy", "Busy"),
        ("query.failure_kind", "conflict Todo.title: «Gone»", "Gone"),
        ("entity.unknown", "conflict «Tood».title: Busy", "Busy"),
        ("type.unknown_field", "conflict Todo.«titel»: Busy", "Busy"),
        ("type.missing_fields", "conflict Todo.title: «Taken»", "Taken"),
    ],
)
def test_a_mistake_of_a_conflict_is_told_where_it_is(rule: str, conflicts: str, fails: str) -> None:
    rejected(rule, todo(create(GIVEN, conflicts, f"fails {fails}")))


def test_the_failures_of_a_create_are_those_of_its_conflicts() -> None:
    rejected(
        "failure.undeclared",
        todo(create(GIVEN, "conflict Todo.title: Busy")).replace(
            "attempt create Todo { " + GIVEN + " } conflict Todo.title: Busy",
            "«attempt create Todo { " + GIVEN + " } conflict Todo.title: Busy»",
        ),
    )


# ---- delete
def test_delete_required_gives_the_row_that_was() -> None:
    program = checked(
        todo(
            "action do(self: ref) fails Gone, Busy -> Todo { return attempt delete required Todo {"
            " where: id == self missing: Gone conflict Todo.parent: Busy } }"
        )
    )

    assert plans_of(program) == (
        DeletePlan(
            "Todo", FieldComparison("id", "==", 0), (FieldType("Todo", "id"),), at_most_one=True
        ),
    )
    assert "conflict Todo.(parent): Busy" in print_callable(program.callables["Todo.do"])


def test_a_delete_names_references_that_it_reaches_through_cascades() -> None:
    checked(
        'failure Used { kind: Conflict code: "used" }\n'
        "entity A { id: Text identity: id action drop(a: A.id) fails Used -> Unit {"
        " var _ = attempt delete many A { where: id == a conflict C.b: Used } } }\n"
        "entity B { id: Text a: A.id identity: id persistence {"
        " reference a: A.id on_delete: cascade } }\n"
        "entity C { id: Text b: B.id identity: id persistence {"
        " reference b: B.id on_delete: restrict } }"
    )


@pytest.mark.parametrize(
    ("rule", "clauses"),
    [
        ("query.where_missing", ""),
        ("query.conflict_unknown", "where: rank == 1 conflict «Todo.title»: Busy"),
        ("query.count", 'where: rank == 1 limit: «"a"»'),
    ],
)
def test_a_mistake_of_a_delete_is_told_where_it_is(rule: str, clauses: str) -> None:
    fails = "fails Busy" if "Busy" in clauses else ""
    marked = todo(
        f"action do() {fails} -> Unit {{ var _ = attempt delete many Todo {{ {clauses} }} }}"
    )
    if "«" not in marked:
        marked = marked.replace("delete many Todo", "«delete many Todo»")
    rejected(rule, marked)
