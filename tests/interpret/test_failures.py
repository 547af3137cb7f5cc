"""Failures: trails, who catches them, savepoints, faults that nothing catches [F1] [F4] [F5]."""

from decimal import Decimal

import pytest
from ir_building import (
    DECIMAL,
    HERE,
    INT,
    TEXT,
    UNIT,
    add,
    arithmetic,
    at,
    attempt,
    call,
    compare,
    const,
    do,
    if_,
    local,
    named,
    reject,
    returns,
    store,
    text,
)

from jadpo.ir import nodes
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Rejected, Returned
from jadpo_runtime.values import Constraints, Field, Primitive, PrimitiveType, RefinedDefinition


@pytest.fixture
def world(building):
    """``take(n)`` emits, then rejects Gone{n} below zero and Busy at zero, else gives n."""
    building.failure("Gone", Field("n", INT))
    building.failure("Busy")
    building.event("E", "done", Field("n", INT))
    building.callable(
        "take",
        emit(local(0)),
        if_(compare(local(0), "<", const(0)), [reject("Gone", local(0), span=at(10))]),
        if_(compare(local(0), "==", const(0)), [reject("Busy", span=at(11))]),
        returns(local(0)),
        takes=[INT],
        fails=("Gone", "Busy"),
    )
    return building


def emit(value):
    return nodes.Emit("E", "done", ((0, value),), 1, HERE)


def take(argument, span=HERE):
    return call("take", argument, fails=("Gone", "Busy"), span=span)


def attempted(argument, span):
    return attempt(take(argument), "Gone", "Busy", span=span)


def matched(subject, success, *arms, savepoint=True, block=(), result=None, span=HERE, type_=INT):
    return nodes.MatchFailure(subject, success, block, result, arms, savepoint, type_, span)


def caught(failure, *block, gives=None, bindings=()):
    return nodes.FailureArm(failure, bindings, block, gives)


def test_a_rejection_tells_where_it_was_raised_and_each_attempt_it_passed(world, run):
    world.callable(
        "middle", returns(attempted(local(0), at(30))), takes=[INT], fails=("Gone", "Busy")
    )
    outer = attempt(call("middle", local(0), fails=("Gone", "Busy")), "Gone", "Busy", span=at(31))
    world.callable("main", returns(outer), takes=[INT], fails=("Gone", "Busy"))
    assert run("main", -5) == Rejected("Gone", (-5,), (at(10), at(30), at(31)))
    assert run("main", 0) == Rejected("Busy", (), (at(11), at(30), at(31)))
    assert run("main", 5) == Returned(5)


def test_an_attempt_in_an_argument_passes_by_the_attempt_around_the_call(world, run):
    inner = attempted(local(0), at(40))
    world.callable(
        "main",
        returns(attempt(take(inner), "Gone", "Busy", span=at(41))),
        takes=[INT],
        fails=("Gone", "Busy"),
    )
    assert run("main", -1) == Rejected("Gone", (-1,), (at(10), at(40)))


def test_an_arm_gets_the_context_and_undoes_what_the_call_did(world, context, run):
    recovered = matched(
        take(local(0)),
        None,
        caught("Gone", gives=local(1), bindings=((0, 1),)),
        caught("Busy", gives=const(-100)),
        result=const(100),
    )
    world.callable("main", emit(const(1)), returns(recovered), takes=[INT], slots=[INT])
    assert run("main", -7) == Returned(-7)
    assert context.record == [
        ("emit", "E", "done", [1]),
        ("savepoint", 1),
        ("emit", "E", "done", [-7]),
        ("roll back", 1),
    ]


def test_success_releases_the_savepoint_and_binds_the_value(world, context, run):
    value = matched(
        take(local(0)),
        1,
        caught("Gone", gives=const(0)),
        caught("Busy", gives=const(0)),
        result=add(local(1), const(1)),
    )
    world.callable("main", returns(value), takes=[INT], slots=[INT])
    assert run("main", 8) == Returned(9)
    assert context.record[-1] == ("release", 1)


def test_propagating_releases_the_savepoint_and_joins_the_trail(world, context, run):
    value = matched(
        take(local(0)),
        1,
        nodes.Propagate("Gone"),
        caught("Busy", gives=const(0)),
        result=local(1),
        span=at(50),
    )
    world.callable("main", returns(value), takes=[INT], slots=[INT], fails=("Gone",))
    assert run("main", -1) == Rejected("Gone", (-1,), (at(10), at(50)))
    assert context.record[-1] == ("release", 1)


def test_what_an_argument_does_is_no_part_of_the_matched_call(world, context, run):
    subject = take(add(call("give", const(-3)), const(0)))
    world.callable("give", emit(const(77)), returns(local(0)), takes=[INT])
    value = matched(
        subject,
        None,
        caught("Gone", gives=const(1)),
        caught("Busy", gives=const(2)),
        result=const(3),
    )
    world.callable("main", returns(value))
    assert run("main") == Returned(1)
    assert [entry[0] for entry in context.record] == ["emit", "savepoint", "emit", "roll back"]


def test_an_attempt_in_an_argument_meets_no_arm_of_the_match(world, context, run):
    value = matched(
        take(attempted(local(0), at(60))),
        None,
        caught("Gone", gives=const(1)),
        caught("Busy", gives=const(2)),
        result=const(3),
    )
    world.callable("main", returns(value), takes=[INT], fails=("Gone", "Busy"))
    assert run("main", -1) == Rejected("Gone", (-1,), (at(10), at(60)))
    assert [entry[0] for entry in context.record] == ["emit"]


def test_an_arm_may_reject_another_failure_with_a_new_trail(world, run):
    value = matched(
        take(local(0)),
        1,
        caught("Gone", reject("Busy", span=at(70))),
        nodes.Propagate("Busy"),
        result=local(1),
    )
    world.callable("main", returns(value), takes=[INT], slots=[INT], fails=("Busy",))
    assert run("main", -1) == Rejected("Busy", (), (at(70),))


def test_an_arm_in_an_argument_rejects_past_the_match_around_it(world, run):
    inner = matched(
        take(local(0)),
        1,
        caught("Gone", reject("Busy", span=at(71))),
        nodes.Propagate("Busy"),
        result=local(1),
    )
    outer = matched(
        take(inner),
        1,
        caught("Gone", gives=const(1)),
        caught("Busy", gives=const(2)),
        result=local(1),
    )
    world.callable("main", returns(outer), takes=[INT], slots=[INT], fails=("Busy",))
    assert run("main", -1) == Rejected("Busy", (), (at(71),))


def test_savepoints_nest(world, context, run):
    inner = matched(
        take(local(0)),
        1,
        nodes.Propagate("Gone"),
        caught("Busy", gives=const(0)),
        result=local(1),
    )
    world.callable("inner", returns(inner), takes=[INT], slots=[INT], fails=("Gone",))
    outer = matched(
        call("inner", local(0), fails=("Gone",)),
        1,
        caught("Gone", gives=const(-9)),
        result=local(1),
    )
    world.callable("main", returns(outer), takes=[INT], slots=[INT])
    assert run("main", -1) == Returned(-9)
    assert [entry for entry in context.record if entry[0] != "emit"] == [
        ("savepoint", 1),
        ("savepoint", 2),
        ("release", 2),
        ("roll back", 1),
    ]


def test_a_fault_is_caught_by_no_arm_and_leaves_the_savepoint(world, context, run):
    world.callable(
        "broken",
        if_(compare(local(0), "<", const(0)), [reject("Busy")]),
        returns(arithmetic("int.rem", const(1), const(0), at(80))),
        takes=[INT],
        fails=("Busy",),
    )
    value = matched(
        call("broken", local(0), fails=("Busy",)),
        None,
        caught("Busy", gives=const(1)),
        result=const(2),
    )
    world.callable("main", returns(value), takes=[INT])
    outcome = run("main", 1)
    assert isinstance(outcome, Faulted)
    assert (outcome.code, outcome.span) == (FaultCode.DIVISION_BY_ZERO, at(80))
    assert context.record == [("savepoint", 1)]


def test_a_match_as_a_statement_may_return_from_its_arms(world, run):
    statement = matched(
        take(local(0)),
        None,
        caught("Gone", returns(const(1))),
        caught("Busy"),
        type_=UNIT,
        block=(),
    )
    world.callable("main", do(statement), returns(const(3)), takes=[INT])
    assert [run("main", n).value for n in (-1, 0, 1)] == [1, 3, 3]


QUANTITY = RefinedDefinition("Quantity", INT, Constraints(minimum=1, maximum=10))
SMALL = RefinedDefinition("Small", named("Quantity"), Constraints(maximum=5))


def construct(name, base):
    return nodes.Validate(base, named(name), at(90))


def test_a_construction_that_breaks_a_rule_raises_invalid_value(building, run):
    building.define(QUANTITY, SMALL)
    value = attempt(
        construct("Quantity", local(0)), "InvalidValue", gives=named("Quantity"), span=at(91)
    )
    building.callable(
        "main", returns(value), takes=[INT], gives=named("Quantity"), fails=("InvalidValue",)
    )
    assert run("main", 10) == Returned(10)
    assert run("main", 11) == Rejected("InvalidValue", ("max: 10",), (at(90), at(91)))


def test_the_widest_layer_is_checked_first(building, run):
    building.define(QUANTITY, SMALL)
    value = attempt(construct("Small", local(0)), "InvalidValue", gives=named("Small"))
    building.callable(
        "main", returns(value), takes=[INT], gives=named("Small"), fails=("InvalidValue",)
    )
    assert run("main", 11).context == ("max: 10",)
    assert run("main", 6).context == ("max: 5",)


def test_a_construction_may_be_matched(building, run):
    building.define(QUANTITY)
    value = matched(
        construct("Quantity", local(0)),
        1,
        caught(
            "InvalidValue",
            store(2, local(3, TEXT)),
            gives=const(1, named("Quantity")),
            bindings=((0, 3),),
        ),
        savepoint=False,
        result=local(1, named("Quantity")),
        type_=named("Quantity"),
    )
    building.callable(
        "main",
        returns(value),
        takes=[INT],
        slots=[named("Quantity"), TEXT, TEXT],
        gives=named("Quantity"),
    )
    assert run("main", 0) == Returned(1)
    assert run("main", 9) == Returned(9)


def test_a_text_is_parsed_where_the_type_is_written_as_one(building, run):
    zone = PrimitiveType(Primitive.ZONE)
    value = attempt(nodes.Validate(local(0, TEXT), zone, HERE), "InvalidValue", gives=zone)
    building.callable("main", returns(value), takes=[TEXT], gives=zone, fails=("InvalidValue",))
    assert run("main", "Europe/London") == Returned("Europe/London")
    assert isinstance(run("main", "Mars/Base"), Rejected)


def test_the_context_of_a_rejection_is_evaluated_as_written(building, context, run):
    building.failure("Two", Field("a", INT), Field("b", INT))
    building.event("E", "done", Field("n", INT))
    building.callable("seen", emit(local(0)), returns(local(0)), takes=[INT])
    raised = nodes.RaiseFailure(
        "Two", ((1, call("seen", const(1))), (0, call("seen", const(2)))), 2, at(5)
    )
    building.callable("main", nodes.Reject(raised, at(5)), fails=("Two",))
    assert run("main") == Rejected("Two", (2, 1), (at(5),))
    assert [entry[3] for entry in context.record] == [[1], [2]]


def test_a_decimal_context_keeps_its_places(building, run):
    building.failure("Price", Field("amount", DECIMAL))
    building.callable("main", reject("Price", const(Decimal("1.50"), DECIMAL)), fails=("Price",))
    assert str(run("main").context[0]) == "1.50"


def test_a_unit_call_that_fails_in_a_statement(building, run):
    building.failure("No")
    building.callable("send", reject("No", span=at(3)), gives=UNIT, fails=("No",))
    building.callable(
        "main",
        do(attempt(call("send", fails=("No",), gives=UNIT), "No", gives=UNIT, span=at(4))),
        returns(text("sent")),
        gives=TEXT,
        fails=("No",),
    )
    assert run("main") == Rejected("No", (), (at(3), at(4)))
