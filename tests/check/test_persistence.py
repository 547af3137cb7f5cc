"""`create`, `query`, `update` and `delete`: plans, IR and mistakes [E3] [Q1]–[Q4]."""

import pytest
from marked_source import checked, diagnostics_of, edited, rejected

from jadpo.ir.printer import print_callable
from jadpo.ir.program import Program
from jadpo_runtime.manifest import (
    AggregatePlan,
    All,
    And,
    CountPlan,
    CreatePlan,
    DeletePlan,
    ExistsPlan,
    FieldComparison,
    FieldIn,
    FieldIsNone,
    Not,
    Or,
    Plan,
    Predicate,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.values import FieldType, ListType, NamedType, Primitive, PrimitiveType

INT = PrimitiveType(Primitive.INT)
DECIMAL = PrimitiveType(Primitive.DECIMAL)

TYPES = """
type Title = Text { min_length: 1 }
type Note = Text {}
type Price = Decimal { min: 0 }
type Count = Int {}
type Amount = Int { min: 0 }
type Flag = Bool {}
type State = Enum { open done { at: Instant } }
type Colour = Enum { red green }
failure NoTodo { kind: NotFound  code: "no_todo"  public { id: Todo.id } }
failure Gone { kind: NotFound  code: "gone" }
failure Taken { kind: Conflict  code: "taken"  public { title: Todo.title } }
failure Busy { kind: Conflict  code: "busy" }
failure Nothing { kind: InvalidValue  code: "nothing" }
type Change = Object { title: Todo.title optional  note: Todo.note optional }
"""

FIELDS = """
    id: Uuid { generated: identity }
    title: Title
    rank: Int { min: 0 }
    price: Price
    done: Bool
    note: Note?
    state: State
    colour: Colour
    at: Instant
    tags: List<Title>
    parent: Todo.id?
    identity: id
    persistence {
        unique: title
        unique: (rank, at)
        reference parent: Todo.id on_delete: restrict
    }
"""


def todo(*operations: str) -> str:
    return TYPES + "entity Todo {" + FIELDS + "\n".join(operations) + "}\n"


def find(where: str, parameters: str = "wanted: Todo.title") -> str:
    return todo(
        f"query find({parameters}) freshness: authoritative -> Todo? {{ "
        f"return attempt query optional Todo {{ where: {where} }} }}"
    )


def plans_of(program: Program) -> tuple[Plan, ...]:
    return program.manifest.plans


def predicate_of(where: str, parameters: str = "wanted: Todo.title") -> Predicate:
    (plan,) = plans_of(checked(find(where, parameters)))
    assert isinstance(plan, SelectPlan)
    return plan.predicate


def body(operation: str, *others: str) -> str:
    """The IR of `Todo.do`."""
    return print_callable(checked(todo(operation, *others)).callables["Todo.do"])


# ---- where


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
