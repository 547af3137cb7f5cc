"""`update`: `set:`, `current`, `patch:` and mistakes [Q1] [Q4]."""

import pytest
from marked_source import checked, diagnostics_of, rejected
from todo_program import body, plans_of, todo

from jadpo_runtime.manifest import (
    FieldComparison,
    UpdatePlan,
)
from jadpo_runtime.values import FieldType


# ---- update
def update(clauses: str, fails: str = "Gone", parameters: str = "") -> str:
    return (
        f"action do(self: ref{parameters}) fails {fails} -> Todo {{"
        f" return attempt update required Todo {{ {clauses} }} }}"
    )


def test_update_required_gives_the_new_row() -> None:
    program = checked(
        todo(update("where: id == self set: { rank: Todo.rank(2) note: none } missing: Gone"))
    )

    assert plans_of(program) == (
        UpdatePlan(
            "Todo",
            FieldComparison("id", "==", 0),
            (FieldType("Todo", "id"),),
            ("rank", "note"),
            at_most_one=True,
        ),
    )


def test_values_that_read_the_row_are_computed_for_each_row() -> None:
    text = body(
        update(
            "where: id == self set: { rank: (current.rank + 1) * 2 note: current.note "
            "price: current.price - amount } missing: Gone",
            parameters=", amount: Price",
        )
    )

    assert "with current %2" in text
    assert "0: ((widen Int(%2.2) int.add const 1) int.mul const 2)" in text


def test_a_row_that_is_computed_needs_no_construction() -> None:
    checked(todo(update("where: id == self set: { rank: current.rank - 5 } missing: Gone")))


def test_every_operator_may_stand_around_a_field_of_the_row() -> None:
    checked(
        todo(
            update(
                "where: id == self set: { done: current.note exists and not (current.rank > 3) "
                'rank: -current.rank % 5 title: current.title + "!" } missing: Gone'
            )
        )
    )


def test_current_is_the_row_also_where_a_binding_has_the_name() -> None:
    text = body(
        update(
            "where: rank == current set: { rank: current.rank + 1 } missing: Gone",
            parameters=", current: Count",
        ).replace("self: ref, ", "")
    )

    assert "update plan 0 (%0) with current %1" in text


def test_update_many_gives_a_count_and_takes_a_limit() -> None:
    program = checked(
        todo(
            "action do() -> Unit { var _ = attempt update many Todo {"
            " where: done == true set: { done: false } limit: 10 } }"
        )
    )

    (plan,) = plans_of(program)
    assert isinstance(plan, UpdatePlan)
    assert (plan.at_most_one, plan.limit) == (False, 1)


def test_a_patch_sets_what_it_supplies() -> None:
    text = body(
        update(
            "where: id == self patch: input empty: Nothing"
            " set: { rank: Todo.rank(2) when input.title supplied done: true } missing: Gone",
            "Gone, Nothing",
            ", input: Change",
        )
    )

    assert "patched (supplied %1.0, supplied %1.1)" in text
    assert "empty: Nothing" in text
    assert "2: const 2 when supplied %1.0" in text
    assert "3: const true" in text


def test_a_value_may_read_what_its_condition_shows_to_be_supplied() -> None:
    checked(
        todo(
            update(
                "where: id == self set: { title: input.title when input.title supplied }"
                " missing: Gone",
                parameters=", input: Change",
            )
        )
    )


@pytest.mark.parametrize(
    ("rule", "clauses"),
    [
        ("query.where_missing", "set: { rank: Todo.rank(1) } missing: Gone"),
        ("query.nothing_set", "where: id == self missing: Gone"),
        ("query.missing_absent", "where: id == self set: { rank: Todo.rank(1) }"),
        ("query.identity_set", "where: id == self set: { «id»: self } missing: Gone"),
        (
            "query.set_repeated",
            "where: id == self set: { rank: Todo.rank(1) «rank»: Todo.rank(2) } missing: Gone",
        ),
        ("type.unknown_field", "where: id == self set: { «rnk»: 1 } missing: Gone"),
        (
            "value.breaks_constraint",
            "where: id == self set: { rank: Todo.rank(«-1») } missing: Gone",
        ),
        (
            "query.current_misplaced",
            "where: id == self set: { rank: attempt Amount(«current.rank» + 1) } missing: Gone",
        ),
        ("query.current_misplaced", "where: id == self set: { rank: «current» } missing: Gone"),
        ("query.identity_set", "where: id == self set: { «id»: current.id } missing: Gone"),
        ("query.set_type", "where: id == self set: { rank: «current.price» } missing: Gone"),
        ("query.set_type", "where: id == self set: { title: «current.note» } missing: Gone"),
        ("type.unknown_field", "where: id == self set: { rank: current.«rnk» } missing: Gone"),
        (
            "query.when_supplied",
            "where: id == self set: { rank: Todo.rank(1) when «1 == 2» } missing: Gone",
        ),
        (
            "query.empty_without_patch",
            "where: id == self set: { rank: Todo.rank(1) } missing: Gone empty: «Nothing»",
        ),
        ("query.failure_kind", "where: id == self set: { rank: Todo.rank(1) } missing: «Busy»"),
    ],
)
def test_a_mistake_of_an_update_is_told_where_it_is(rule: str, clauses: str) -> None:
    fails = "Gone, Nothing" if "Nothing" in clauses else "Gone"
    marked = todo(update(clauses, fails))
    if "«" not in marked:
        marked = marked.replace("update required Todo", "«update required Todo»")
    rejected(rule, marked)


@pytest.mark.parametrize(
    ("rule", "clauses", "change"),
    [
        ("query.empty_absent", "patch: «input» missing: Gone", "title: Todo.title optional"),
        ("query.patch_type", "patch: «input» empty: Nothing missing: Gone", ""),
        ("query.patch_type", "patch: «input» empty: Nothing missing: Gone", "title: Todo.title"),
        (
            "query.patch_type",
            "patch: «input» empty: Nothing missing: Gone",
            "title: Title  rank: Todo.rank",
        ),
        (
            "query.patch_type",
            "patch: «input» empty: Nothing missing: Gone",
            "title: Title optional",
        ),
        (
            "query.identity_set",
            "patch: «input» empty: Nothing missing: Gone",
            "id: Todo.id optional",
        ),
        (
            "query.set_repeated",
            "patch: input empty: Nothing set: { «title»: title } missing: Gone",
            "title: Todo.title optional",
        ),
        (
            "query.patch_type",
            "patch: «title» empty: Nothing missing: Gone",
            "rank: Todo.rank optional",
        ),
        (
            "query.failure_kind",
            "patch: input empty: «Busy» missing: Gone",
            "rank: Todo.rank optional",
        ),
    ],
)
def test_a_mistake_of_a_patch_is_told_where_it_is(rule: str, clauses: str, change: str) -> None:
    operation = update(
        "where: id == self " + clauses, "Gone, Nothing", ", input: Patch, title: Todo.title"
    )
    rejected(rule, f"type Patch = Object {{ {change} }}\n" + todo(operation))


# ---- nothing but one mistake
def test_several_mistakes_of_a_statement_are_told_one_by_one() -> None:
    text = todo(update('where: titel == 1 and rank == "a" set: { id: self rnk: 2 } missing: Busy'))

    assert sorted(each.rule for each in diagnostics_of(text)) == [
        "query.failure_kind",
        "query.identity_set",
        "query.incomparable",
        "type.unknown_field",
        "type.unknown_field",
    ]
