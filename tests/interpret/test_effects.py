"""What a body asks of its context, in which order, and where its faults are placed."""

import pytest
from ir_building import (
    BOOL,
    DURATION,
    HERE,
    INSTANT,
    INT,
    TEXT,
    UNIT,
    add,
    at,
    attempt,
    call,
    compare,
    const,
    do,
    failure,
    local,
    named,
    optional,
    returns,
    text,
)

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.manifest import (
    AggregatePlan,
    All,
    CallableKind,
    CountPlan,
    CreatePlan,
    DeletePlan,
    ExistsPlan,
    Parameter,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.outcome import Faulted, Rejected, Returned, StoppedEarly
from jadpo_runtime.values import (
    OMITTED,
    Duration,
    Entity,
    EntityDefinition,
    Field,
    Instant,
    ListType,
    ObjectDefinition,
)

PRODUCT = EntityDefinition(
    "Product",
    (Field("id", INT), Field("name", TEXT), Field("stock", INT)),
    "id",
    (("name",),),
    (),
    (),
    "primary",
)
ROW = named("Product")
ONE = Entity("Product", 1, (1, "tea", 5))
TWO = Entity("Product", 2, (2, "rum", 7))


@pytest.fixture(autouse=True)
def declared(building):
    building.define(PRODUCT)
    building.failure("Missing", Field("n", INT))
    building.failure("Taken", Field("name", TEXT))
    building.failure("Broken")
    building.failure("Empty")
    building.event("E", "made", Field("a", INT), Field("b", INT))


def main(building, *body, **rest):
    building.callable("main", *body, **rest)


# ---- plain effects


def test_reads_of_the_context(building, context, run):
    building.config("Settings", Field("limit", INT))
    context.config["Settings", "limit"] = 9
    main(building, returns(nodes.ConfigValue("Settings", "limit", INT, HERE)))
    building.callable("now", returns(nodes.ClockNow(INSTANT, HERE)), gives=INSTANT)
    building.callable(
        "due", returns(nodes.DueAt(INSTANT, HERE)), gives=INSTANT, kind=CallableKind.SCHEDULED
    )
    building.callable(
        "delivery", returns(nodes.DeliveryValue("attempt", INT, HERE)), kind=CallableKind.HANDLER
    )
    assert run("main") == Returned(9)
    assert run("now") == Returned(Instant(1_000))
    assert run("due") == Returned(Instant(2_000))
    assert run("delivery") == Returned(3)


def test_an_event_is_emitted_with_its_payload_as_declared(building, context, run):
    main(
        building,
        nodes.Emit("E", "made", ((1, const(1)), (0, const(2))), 2, HERE),
        gives=UNIT,
    )
    assert run("main") == Returned(None)
    assert context.record == [("emit", "E", "made", [2, 1])]


def test_a_batch_is_started(building, context, run):
    building.batch("reprice", "Product", Parameter("percent", INT))
    main(building, nodes.Start("reprice", (const(5),), HERE), gives=UNIT)
    run("main")
    assert context.record == [("start", "reprice", [5])]


@pytest.mark.parametrize("effect", ["emit", "random_uuid"])
def test_a_fault_of_an_effect_is_placed_at_its_node(building, context, run, effect):
    def fail(*_):
        raise Fault(FaultCode.STORE_UNAVAILABLE, "gone")

    setattr(context, effect, fail)
    body = {
        "emit": nodes.Emit("E", "made", ((0, const(1)), (1, const(2))), 2, at(9)),
        "random_uuid": do(nodes.RandomUuid(TEXT, at(9))),
    }
    main(building, body[effect], gives=UNIT)
    assert run("main") == Faulted(FaultCode.STORE_UNAVAILABLE, at(9), "gone")


def test_a_context_that_stops_ends_the_body_early(building, context, run):
    def stop():
        raise Stopped

    context.random_uuid = stop
    main(building, do(nodes.RandomUuid(TEXT, at(9))), gives=UNIT)
    assert run("main") == StoppedEarly()


def test_memory_that_ends_is_a_fault(building, context, run):
    def exhausted():
        raise MemoryError

    context.random_uuid = exhausted
    main(building, do(nodes.RandomUuid(TEXT, at(9))), gives=UNIT)
    assert run("main").code is FaultCode.MEMORY_EXCEEDED


def test_a_connections_failure_can_be_attempted_and_matched(building, context, run):
    building.connection("mail", "send", "Broken")
    context.answer_connection = lambda message: Rejected("Broken", (), ())
    sent = nodes.CallConnection("mail", "send", text("hi"), ("Broken",), TEXT, at(5))
    main(
        building,
        returns(attempt(sent, "Broken", gives=TEXT, span=at(6))),
        gives=TEXT,
        fails=("Broken",),
    )
    matched = nodes.MatchFailure(
        sent,
        0,
        (),
        local(0, TEXT),
        (nodes.FailureArm("Broken", (), (), text("later")),),
        True,
        TEXT,
        at(7),
    )
    building.callable("matched", returns(matched), slots=[TEXT], gives=TEXT)
    assert run("main") == Rejected("Broken", (), (at(5), at(6)))
    assert run("matched") == Returned("later")
    context.answer_connection = lambda message: Returned(message + "!")
    assert run("main") == Returned("hi!")


# ---- persistence


def conflicts(*clauses):
    return tuple(nodes.ConflictClause(constraint, raised) for constraint, raised in clauses)


def create(building, *clauses):
    plan = building.plan(CreatePlan("Product", ("name", "stock")))
    values = ((1, const(5)), (0, text("tea")))
    return nodes.Create(plan, values, conflicts(*clauses), ROW, at(30))


def test_a_create_gives_its_values_in_the_order_of_the_plan(building, context, run):
    main(building, returns(attempt(create(building), gives=ROW)), gives=ROW)
    context.store.prepare("create", ONE)
    assert run("main") == Returned(ONE)
    assert context.record == [("create", 0, ["tea", 5])]


def test_a_conflict_becomes_the_failure_of_its_clause_or_a_fault(building, context, run):
    by_name = (("Product", ("name",)), failure("Taken", text("tea"), span=at(31)))
    any_other = (None, failure("Broken", span=at(32)))
    made = attempt(create(building, by_name, any_other), "Taken", "Broken", gives=ROW, span=at(33))
    main(building, returns(made), gives=ROW, fails=("Taken", "Broken"))
    building.callable("unmapped", returns(attempt(create(building), gives=ROW)), gives=ROW)
    context.store.prepare("create", ConstraintConflict("Product", ("name",)))
    assert run("main") == Rejected("Taken", ("tea",), (at(31), at(33)))
    context.store.prepare("create", ConstraintConflict("Product", ("id",)))
    assert run("main") == Rejected("Broken", (), (at(32), at(33)))
    context.store.prepare("create", ConstraintConflict("Product", ("name",)))
    outcome = run("unmapped")
    assert (outcome.code, outcome.span) == (FaultCode.CONSTRAINT_VIOLATED, at(30))
    assert "Product" in outcome.detail
    assert "name" in outcome.detail


def test_a_matched_conflict_is_undone_and_recovered_from(building, context, run):
    by_name = (("Product", ("name",)), failure("Taken", text("tea")))
    recovered = nodes.MatchFailure(
        create(building, by_name),
        None,
        (),
        const(1),
        (nodes.FailureArm("Taken", (), (), const(2)),),
        True,
        INT,
        HERE,
    )
    main(building, returns(recovered))
    context.store.prepare("create", ConstraintConflict("Product", ("name",)))
    assert run("main") == Returned(2)
    assert [entry[0] for entry in context.record] == ["savepoint", "create", "roll back"]


def select(building, form, missing=None, gives=ROW):
    plan = building.plan(SelectPlan("Product", All(), (INT,), at_most_one=form != "many"))
    return nodes.Select(nodes.SelectForm(form), plan, (local(0),), missing, gives, at(40))


def test_selects_give_a_row_or_none_all_rows_or_a_failure(building, context, run):
    maybe, rows = optional(ROW), ListType(ROW)
    building.callable(
        "optional",
        returns(attempt(select(building, "optional", gives=maybe), gives=maybe)),
        takes=[INT],
        gives=maybe,
    )
    building.callable(
        "many",
        returns(attempt(select(building, "many", gives=rows), gives=rows)),
        takes=[INT],
        gives=rows,
    )
    missing = failure("Missing", local(0), span=at(41))
    building.callable(
        "required",
        returns(attempt(select(building, "required", missing), "Missing", gives=ROW, span=at(42))),
        takes=[INT],
        gives=ROW,
        fails=("Missing",),
    )
    context.store.prepare("select", [ONE], [], [ONE, TWO], [TWO], [])
    assert run("optional", 1) == Returned(ONE)
    assert run("optional", 2) == Returned(None)
    assert run("many", 3) == Returned([ONE, TWO])
    assert run("required", 4) == Returned(TWO)
    assert run("required", 5) == Rejected("Missing", (5,), (at(41), at(42)))
    assert context.record[0] == ("select", 0, [1])


def test_the_context_of_missing_is_evaluated_only_where_it_is_raised(building, context, run):
    counted = failure("Missing", add(nodes.ConfigValue("C", "n", INT, HERE), const(0)))
    building.config("C", Field("n", INT))
    main(
        building,
        returns(attempt(select(building, "required", counted), "Missing", gives=ROW)),
        takes=[INT],
        gives=ROW,
        fails=("Missing",),
    )
    context.store.prepare("select", [ONE])
    assert run("main", 1) == Returned(ONE)


def test_count_exists_and_aggregate_give_the_stores_answer(building, context, run):
    count = nodes.Count(building.plan(CountPlan("Product", All(), ())), (), INT, HERE)
    exists = nodes.Exists(building.plan(ExistsPlan("Product", All(), ())), (), BOOL, HERE)
    total = nodes.Aggregate(
        building.plan(AggregatePlan("Product", "sum", "stock", All(), ())), (), INT, at(45)
    )
    building.callable("count", returns(attempt(count)))
    building.callable("exists", returns(attempt(exists, gives=BOOL)), gives=BOOL)
    building.callable("total", returns(attempt(total)))
    context.store.prepare("count", 3)
    context.store.prepare("exists", True)
    context.store.prepare("aggregate", 12, Fault(FaultCode.INTEGER_OVERFLOW))
    assert run("count") == Returned(3)
    assert run("exists") == Returned(True)
    assert run("total") == Returned(12)
    assert run("total") == Faulted(FaultCode.INTEGER_OVERFLOW, at(45), "")


def update(building, assignments, **rest):
    fields = rest.pop("fields", ("stock",))
    plan = building.plan(
        UpdatePlan("Product", All(), (INT,), fields, at_most_one="missing" in rest)
    )
    node = nodes.Update(
        plan,
        (local(0),),
        tuple(assignments),
        None,
        None,
        None,
        (),
        (),
        ROW if "missing" in rest else INT,
        at(50),
    )
    return node._replace(**rest)


def assign(index, value, supplied=None):
    return nodes.Assignment(index, value, supplied)


def current_stock(slot):
    return nodes.FieldOf(local(slot, ROW), 2, INT, HERE)


def test_an_update_that_depends_on_no_row_is_one_statement(building, context, run):
    updated = update(building, [assign(0, const(9))])
    main(building, returns(attempt(updated)), takes=[INT])
    context.store.prepare("update", [ONE, TWO])
    assert run("main", 4) == Returned(2)
    assert context.record == [("update", 0, [4], [9])]


def test_an_update_that_depends_on_the_row_reads_rows_and_writes_each(building, context, run):
    updated = update(building, [assign(0, add(current_stock(1), local(0)))], current=1)
    main(building, returns(attempt(updated)), takes=[INT], slots=[ROW])
    context.store.prepare("rows_to_update", [ONE, TWO])
    context.store.prepare("update_rows", [ONE, TWO])
    assert run("main", 10) == Returned(2)
    assert context.record == [
        ("rows_to_update", 0, [10]),
        ("update_rows", 0, [ONE, TWO], [[15], [17]]),
    ]


def test_a_required_update_without_a_row_is_its_failure_and_writes_nothing(building, context, run):
    updated = update(
        building,
        [assign(0, current_stock(1))],
        current=1,
        missing=failure("Missing", local(0), span=at(51)),
    )
    main(
        building,
        returns(attempt(updated, "Missing", gives=ROW, span=at(52))),
        takes=[INT],
        slots=[ROW],
        gives=ROW,
        fails=("Missing",),
    )
    context.store.prepare("rows_to_update", [])
    assert run("main", 6) == Rejected("Missing", (6,), (at(51), at(52)))
    assert [entry[0] for entry in context.record] == ["rows_to_update"]


PATCH = ObjectDefinition(
    "Patch", (Field("name", TEXT, optional=True), Field("stock", INT, optional=True))
)


def patch_update(building):
    building.define(PATCH)
    patch = local(1, named("Patch"))
    supplied = [nodes.IsSupplied(patch, index, BOOL, HERE) for index in (0, 1)]
    return update(
        building,
        [
            assign(0, nodes.FieldOf(patch, 0, TEXT, HERE), supplied[0]),
            assign(1, nodes.FieldOf(patch, 1, INT, HERE), supplied[1]),
        ],
        fields=("name", "stock"),
        patched=tuple(supplied),
        empty=failure("Empty", span=at(60)),
        missing=failure("Missing", local(0)),
    )


def test_a_patch_writes_what_it_supplies_and_keeps_the_rows_other_values(building, context, run):
    updated = attempt(patch_update(building), "Empty", "Missing", gives=ROW, span=at(61))
    main(
        building,
        returns(updated),
        takes=[INT, named("Patch")],
        gives=ROW,
        fails=("Empty", "Missing"),
    )
    context.store.prepare("rows_to_update", [ONE])
    context.store.prepare("update_rows", [ONE])
    assert run("main", 1, (OMITTED, 44)) == Returned(ONE)
    assert context.record[-1] == ("update_rows", 0, [ONE], [["tea", 44]])


def test_an_empty_patch_is_its_failure_and_asks_the_store_for_nothing(building, context, run):
    updated = attempt(patch_update(building), "Empty", "Missing", gives=ROW, span=at(61))
    main(
        building,
        returns(updated),
        takes=[INT, named("Patch")],
        gives=ROW,
        fails=("Empty", "Missing"),
    )
    assert run("main", 1, (OMITTED, OMITTED)) == Rejected("Empty", (), (at(60), at(61)))
    assert context.record == []


def test_an_attempt_in_a_value_of_a_row_meets_no_arm_and_releases(building, context, run):
    building.callable(
        "refuse", nodes.Reject(failure("Broken", span=at(70)), at(70)), fails=("Broken",)
    )
    value = attempt(call("refuse", fails=("Broken",)), "Broken", span=at(71))
    updated = update(
        building,
        [assign(0, add(current_stock(1), value))],
        current=1,
        missing=failure("Missing", local(0)),
    )
    matched = nodes.MatchFailure(
        updated, 1, (), const(1), (nodes.FailureArm("Missing", (), (), const(2)),), True, INT, HERE
    )
    main(building, returns(matched), takes=[INT], slots=[ROW], fails=("Broken",))
    context.store.prepare("rows_to_update", [ONE])
    assert run("main", 1) == Rejected("Broken", (), (at(70), at(71)))
    assert [entry[0] for entry in context.record] == ["savepoint", "rows_to_update", "release"]


def test_a_fault_while_values_of_a_row_are_computed_is_theirs(building, context, run):
    updated = update(
        building, [assign(0, add(current_stock(1), const(2**63 - 1), at(75)))], current=1
    )
    main(building, returns(attempt(updated)), takes=[INT], slots=[ROW])
    context.store.prepare("rows_to_update", [ONE])
    assert run("main", 1).span == at(75)


def test_deletes_give_the_row_or_the_count(building, context, run):
    many = building.plan(DeletePlan("Product", All(), (INT,), at_most_one=False))
    one = building.plan(DeletePlan("Product", All(), (INT,), at_most_one=True))
    building.callable(
        "many",
        returns(attempt(nodes.Delete(many, (local(0),), None, (), INT, at(80)))),
        takes=[INT],
    )
    required = nodes.Delete(
        one,
        (local(0),),
        failure("Missing", local(0)),
        conflicts((("Order", ("product_id",)), failure("Taken", text("o"), span=at(81)))),
        ROW,
        at(82),
    )
    building.callable(
        "one",
        returns(attempt(required, "Taken", "Missing", gives=ROW, span=at(83))),
        takes=[INT],
        gives=ROW,
        fails=("Taken", "Missing"),
    )
    context.store.prepare(
        "delete",
        [ONE, TWO],
        [ONE],
        [],
        ConstraintConflict("Order", ("product_id",)),
        Fault(FaultCode.CARDINALITY_EXCEEDED, "two"),
    )
    assert run("many", 1) == Returned(2)
    assert run("one", 1) == Returned(ONE)
    assert run("one", 1).failure == "Missing"
    assert run("one", 1) == Rejected("Taken", ("o",), (at(81), at(83)))
    assert run("one", 1) == Faulted(FaultCode.CARDINALITY_EXCEEDED, at(82), "two")


# ---- tests


def a_test(building, *body, slots=()):
    building.callable("main", *body, gives=UNIT, kind=CallableKind.TEST, slots=slots)


def asked(gives=INT, fails=()):
    return nodes.TestCall("act", (const(1),), fails, gives, at(90))


@pytest.fixture
def act(building):
    building.callable(
        "act", nodes.Reject(failure("Missing", local(0)), HERE), takes=[INT], fails=("Missing",)
    )


def test_an_assertion_shows_both_sides_of_a_comparison(building, run):
    a_test(
        building,
        nodes.Assert(compare(add(const(1), const(1)), "==", const(3)), "1 + 1 == 3", at(91)),
    )
    outcome = run("main")
    assert (outcome.code, outcome.span) == (FaultCode.ASSERTION_FAILED, at(91))
    assert outcome.detail == "`1 + 1 == 3` does not hold\nleft:  2\nright: 3"


def test_an_assertion_evaluates_its_sides_once(building, context, run):
    uuid = nodes.RandomUuid(TEXT, HERE)
    a_test(building, nodes.Assert(compare(uuid, "==", text("x"), TEXT), "…", HERE))
    run("main")
    assert context.record == [("random_uuid",)]


def test_an_assertion_that_holds_goes_on_and_others_end_the_test(building, context, run):
    a_test(
        building,
        nodes.Assert(const(True, BOOL), "true", HERE),
        nodes.Tick(HERE),
        nodes.Assert(const(False, BOOL), "false", at(92)),
        nodes.Tick(HERE),
    )
    assert run("main") == Faulted(FaultCode.ASSERTION_FAILED, at(92), "`false` does not hold")
    assert context.record == [("tick",)]


@pytest.mark.usefixtures("act")
def test_a_calls_failure_fails_the_test_where_nobody_asks_for_it(building, context, run):
    context.test.call_with = lambda *_: Rejected("Missing", (4,), (at(1),))
    a_test(building, do(asked(fails=("Missing",))))
    outcome = run("main")
    assert (outcome.code, outcome.span) == (FaultCode.TEST_CALL_FAILED, at(90))
    assert "Missing { n: 4 }" in outcome.detail
    assert context.record == [("test call", "act", [1])]


@pytest.mark.usefixtures("act")
@pytest.mark.parametrize(
    ("expected", "context_of", "answer", "detail"),
    [
        ("Missing", None, Rejected("Missing", (4,), ()), None),
        ("Missing", ((0, 4),), Rejected("Missing", (4,), ()), None),
        ("Missing", ((0, 5),), Rejected("Missing", (4,), ()), "its n is 4, not 5"),
        ("Broken", None, Rejected("Missing", (4,), ()), "it was rejected with Missing { n: 4 }"),
        ("Missing", None, Returned(8), "it returned 8"),
    ],
)
def test_assert_rejects(building, context, run, expected, context_of, answer, detail):
    context.test.call_with = lambda *_: answer
    fields = None if context_of is None else tuple((n, const(value)) for n, value in context_of)
    a_test(
        building,
        nodes.AssertRejects(expected, fields, asked(fails=("Missing",)), "…", at(93)),
    )
    outcome = run("main")
    if detail is None:
        assert outcome == Returned(None)
    else:
        assert outcome == Faulted(
            FaultCode.ASSERTION_FAILED, at(93), f"expected a rejection with {expected}: {detail}"
        )


@pytest.mark.usefixtures("act")
def test_a_tests_call_may_be_matched(building, context, run):
    context.test.call_with = lambda *_: Rejected("Missing", (4,), ())
    matched = nodes.MatchFailure(
        asked(fails=("Missing",)),
        None,
        (),
        const(0),
        (nodes.FailureArm("Missing", ((0, 0),), (), local(0)),),
        False,
        INT,
        HERE,
    )
    a_test(building, nodes.Assert(compare(matched, "==", const(4)), "…", HERE), slots=[INT])
    assert run("main") == Returned(None)


def test_clock_pending_work_and_ticks_of_a_test(building, context, run):
    a_test(
        building,
        nodes.AdvanceClock(const(Duration(5), DURATION), HERE),
        nodes.RunPending(HERE),
        nodes.Tick(HERE),
    )
    assert run("main") == Returned(None)
    assert context.record == [("advance", Duration(5)), ("run pending",), ("tick",)]


def test_a_program_may_be_run_from_inside_its_own_run(building, context):
    building.callable("act", returns(add(local(0), const(1))), takes=[INT])
    a_test(building, nodes.Assert(compare(asked(), "==", const(2)), "…", HERE))
    program = interpret(building.program())
    context.test.call_with = lambda name, arguments: program.run(name, arguments, context)
    assert program.run("main", [], context) == Returned(None)
