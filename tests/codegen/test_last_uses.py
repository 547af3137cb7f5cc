"""The last use of a value hands it on: no copy, nothing left over, and never seen by a program."""

import pytest
from child_process import in_child
from ir_building import INTS, Building, if_, library, local, returns, store, while_
from ir_building import const as constant
from last_use_cases import SOURCE, last_use_differences, linear_outcomes
from memory_cases import program_of

from jadpo.ir import nodes
from jadpo_codegen import Tier
from jadpo_codegen.liveness import last_uses, owned_parameters
from jadpo_codegen.lowering.library import CHANGING
from jadpo_runtime.outcome import Returned


@pytest.mark.parametrize("tier", Tier)
def test_values_handed_on_come_out_as_interpreted_and_leave_no_cell(tier, tmp_path):
    assert in_child(last_use_differences, tier, note=tmp_path / "note") == []


def test_lists_lengthened_by_way_of_calls_objects_and_matches_are_not_copied(tmp_path):
    # A copy each turn would take hours, and the watchdog would stop it.
    outcomes = in_child(linear_outcomes, 400_000, note=tmp_path / "note")

    assert all(isinstance(outcome, Returned) for outcome in outcomes)


def appended(slot: int) -> nodes.LibraryCall:
    """``collection.append`` to what a slot holds."""
    return library("collection.append", local(slot, INTS), constant(1), gives=INTS)


def body_of(*body: nodes.Statement, slots: int = 1) -> nodes.Callable:
    """A function with slots for lists, the first one its parameter."""
    building = Building()
    building.function("main", *body, takes=[INTS], slots=[INTS] * (slots - 1), gives=INTS)
    return building.callables["main"]


def read_by(call: nodes.LibraryCall) -> int:
    """The ``id`` of the read of a slot in it."""
    return id(call.arguments[0])


def test_a_read_before_the_slot_gets_another_value_is_the_last():
    first, second = appended(0), appended(0)
    function = body_of(store(0, first), returns(second))

    assert set(last_uses(function).moved) == {read_by(first), read_by(second)}


def test_a_read_in_a_loop_is_not_the_last_where_the_next_turn_reads_again():
    again, after = appended(0), appended(0)
    loop = while_(constant(True), store(1, again))
    function = body_of(loop, returns(after), slots=2)

    assert set(last_uses(function).moved) == {read_by(after)}


def test_a_read_in_one_branch_is_the_last_though_another_reads_too():
    one, other = appended(0), appended(0)
    branches = if_(constant(True), [returns(one)], [returns(other)])
    function = body_of(branches)

    assert set(last_uses(function).moved) == {read_by(one), read_by(other)}


def test_parameters_are_owned_where_their_values_are_handed_on_and_borrowed_else():
    callables = program_of(SOURCE).callables
    uses = {name: last_uses(each) for name, each in callables.items()}
    owned = owned_parameters(callables, uses, CHANGING)

    assert owned["pushed"][0]
    assert owned["by_recursion"][0]
    assert owned["step"][0]
    assert owned["both"] == (False, False)
