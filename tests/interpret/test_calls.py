"""Calls: order, depth, the stop byte, deep nesting, the library, functions by name [C6] [L6]."""

import sys
import threading

import pytest
from ir_building import (
    BOOL,
    INT,
    INTS,
    TEXT,
    add,
    at,
    call,
    compare,
    const,
    do,
    for_each,
    for_range,
    if_,
    library,
    local,
    returns,
    store,
    while_,
)

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Returned, StoppedEarly
from jadpo_runtime.values.internal_error import InternalError

DEPTH_SPAN = at(42)


def count_down(building, name="down", wrap=lambda expression: expression):
    """``f(n) = n < 1 ? 0 : 1 + f(n - 1)``: n + 1 calls are active at its deepest."""
    deeper = call(name, add(local(0), const(-1)), span=DEPTH_SPAN)
    building.function(
        name,
        if_(compare(local(0), "<", const(1)), [returns(const(0))]),
        returns(add(const(1), wrap(deeper))),
        takes=[INT],
    )


def test_a_thousand_calls_may_be_active_and_one_more_is_a_fault(building, run):
    count_down(building)
    assert run("down", 999) == Returned(999)
    outcome = run("down", 1_000)
    assert isinstance(outcome, Faulted)
    assert (outcome.code, outcome.span) == (FaultCode.CALL_DEPTH_EXCEEDED, DEPTH_SPAN)


def test_arguments_are_evaluated_before_the_depth_is_looked_at(building, run):
    failing = nodes.Arithmetic(
        nodes.ArithmeticOperator.INT_REMAINDER, const(0), local(0), INT, at(7)
    )
    building.function(
        "down",
        returns(call("down", add(failing, add(local(0), const(-1))), span=DEPTH_SPAN)),
        takes=[INT],
    )
    assert run("down", 999).span == at(7)


def test_functions_given_by_name_count_as_calls(building, run):
    items = nodes.MakeList((local(0),), INTS, at(1))
    mapped = library(
        "collection.map",
        items,
        nodes.FunctionReference("down", INT, INT, at(1)),
        gives=INTS,
        span=DEPTH_SPAN,
    )
    first = nodes.Unwrap(
        library("collection.first", mapped, gives=nodes_optional_int()), INT, at(1)
    )
    building.function(
        "down",
        if_(compare(local(0), "<", const(1)), [returns(const(0))]),
        store(0 + 1, add(local(0), const(-1))),
        returns(add(const(1), call("inner", local(1)))),
        takes=[INT],
        slots=[INT],
    )
    building.function("inner", returns(first), takes=[INT])
    assert run("down", 400) == Returned(400)
    assert run("down", 600).code is FaultCode.CALL_DEPTH_EXCEEDED


def nodes_optional_int():
    from ir_building import optional

    return optional(INT)


@pytest.mark.parametrize("levels", [1, 50, 400])
def test_deep_expressions_times_a_thousand_calls_do_not_overflow_python(building, run, levels):
    def wrap(expression):
        for _ in range(levels):
            expression = add(const(0), nodes.Attempt(expression, (), INT, at(2)))
        return expression

    count_down(building, wrap=wrap)
    assert run("down", 999) == Returned(999)
    assert run("down", 5_000).code is FaultCode.CALL_DEPTH_EXCEEDED


@pytest.mark.parametrize("levels", [30, 300])
def test_deep_statements_times_a_thousand_calls_do_not_overflow_python(building, run, levels):
    body = returns(add(const(1), call("down", add(local(0), const(-1)), span=DEPTH_SPAN)))
    for level in range(levels):
        body = if_(compare(local(0), "!=", const(-level - 1)), [body], [returns(const(1))])
    building.function(
        "down",
        if_(compare(local(0), "<", const(1)), [returns(const(0))]),
        body,
        takes=[INT],
    )
    assert run("down", 999) == Returned(999)
    assert run("down", 5_000).code is FaultCode.CALL_DEPTH_EXCEEDED


def test_many_branches_before_the_call_do_not_overflow_python(building, run):
    guards = [if_(compare(local(0), "==", const(-n - 1)), [returns(const(n))]) for n in range(300)]
    building.function(
        "down",
        if_(compare(local(0), "<", const(1)), [returns(const(0))]),
        *guards,
        returns(add(const(1), call("down", add(local(0), const(-1))))),
        takes=[INT],
    )
    assert run("down", 999) == Returned(999)


def test_depth_is_counted_in_a_small_thread_too(building, context):
    count_down(building)
    program = interpret(building.program())
    outcomes = []
    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(
            target=lambda: outcomes.append(program.run("down", [100_000], context))
        )
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert outcomes[0].code is FaultCode.CALL_DEPTH_EXCEEDED


def test_a_program_runs_again_after_every_kind_of_end(building, context):
    count_down(building)
    building.callable(
        "main", do(nodes.RandomUuid(TEXT, at(1))), returns(call("down", local(0))), takes=[INT]
    )
    program = interpret(building.program())
    assert isinstance(program.run("main", [5_000], context), Faulted)
    context.stop[0] = 1
    assert program.run("main", [1], context) == StoppedEarly()
    context.stop[0] = 0
    context.random_uuid = lambda: 1 / 0
    with pytest.raises(ZeroDivisionError):
        program.run("main", [1], context)
    context.random_uuid = lambda: "u"
    assert program.run("main", [998], context) == Returned(998)


@pytest.mark.parametrize("kind", ["while", "each", "range", "entries", "recursion", "signalling"])
def test_the_stop_byte_ends_every_endless_body_within_100_ms(building, context, kind):
    endless = while_(const(True, BOOL), store(0, const(1)))
    numbers = library("collection.range", const(0), const(3_000_000), gives=INTS)
    bodies = {
        "while": [endless],
        "each": [for_each(0, numbers, for_each(1, numbers, store(0, local(1))))],
        "range": [for_range(0, const(0), const(2**62), store(1, local(0)))],
        "entries": [endless],
        "signalling": [
            while_(
                const(True, BOOL),
                if_(compare(local(0), "==", const(5)), [returns(const(1))]),
                store(0, const(1)),
            )
        ],
        "recursion": [
            while_(const(True, BOOL), store(0, call("double", const(40)))),
        ],
    }
    building.function(
        "double",
        if_(compare(local(0), "<", const(1)), [returns(const(1))]),
        returns(
            add(call("double", add(local(0), const(-1))), call("double", add(local(0), const(-1))))
        ),
        takes=[INT],
    )
    building.callable(
        "main", store(0, const(0)), *bodies[kind], returns(const(0)), slots=[INT, INT]
    )
    program = interpret(building.program())
    timer = threading.Timer(0.15, lambda: context.stop.__setitem__(0, 1))
    timer.start()
    assert program.run("main", [], context) == StoppedEarly()


def test_calls_with_many_arguments_and_slots(building, run):
    total = local(0)
    for slot in range(1, 12):
        total = add(total, local(slot))
    building.function(
        "sum", store(15, total), returns(local(15)), takes=[INT] * 12, slots=[INT] * 9
    )
    building.function("main", returns(call("sum", *[const(n) for n in range(12)])))
    assert run("main") == Returned(66)


def test_a_library_call_faults_at_its_own_span(building, run):
    building.function(
        "main",
        returns(library("numeric.quotient(Int)", const(1), local(0), span=at(3))),
        takes=[INT],
    )
    outcome = run("main", 0)
    assert (outcome.code, outcome.span) == (FaultCode.DIVISION_BY_ZERO, at(3))


def test_a_fault_in_a_function_given_by_name_is_reported_where_it_arose(building, run):
    building.function(
        "halve",
        returns(
            nodes.Arithmetic(nodes.ArithmeticOperator.INT_REMAINDER, const(1), local(0), INT, at(8))
        ),
        takes=[INT],
    )
    items = nodes.MakeList((const(0),), INTS, at(1))
    mapped = library(
        "collection.map", items, nodes.FunctionReference("halve", INT, INT, at(1)), gives=INTS
    )
    building.function("main", returns(mapped), gives=INTS)
    assert run("main").span == at(8)


def test_an_unknown_callable_or_a_wrong_number_of_arguments_is_a_mistake_of_jadpo(
    building, context
):
    building.function("main", returns(const(1)))
    program = interpret(building.program())
    with pytest.raises(InternalError):
        program.run("other", [], context)
    with pytest.raises(InternalError):
        program.run("main", [1], context)


def test_the_recursion_limit_of_python_is_never_lowered(building, run):
    count_down(building)
    run("down", 1)
    raised = sys.getrecursionlimit()
    run("down", 1)
    assert sys.getrecursionlimit() == raised


def test_a_limit_that_somebody_set_back_is_raised_for_the_next_run(building, context):
    count_down(building)
    program = interpret(building.program())
    program.run("down", [1], context)
    sys.setrecursionlimit(1_000)
    assert program.run("down", [999], context) == Returned(999)
