"""Collections and texts that grow in loops: fast, and never seen to change by anybody else."""

import pytest
from ir_building import (
    HERE,
    INT,
    INTS,
    TEXT,
    add,
    arithmetic,
    at,
    call,
    const,
    for_each,
    for_range,
    library,
    local,
    named,
    returns,
    store,
    text,
)

from jadpo.ir import nodes
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Returned
from jadpo_runtime.values import Field, ListType, MapType, ObjectDefinition, SetType

MAP = MapType(INT, INT)
SET = SetType(INT)


def append(slot, item):
    return library("collection.append", local(slot, INTS), item, gives=INTS)


def grow(kind, count):
    """A body that makes a value of ``count`` parts in slot 0, with slot 1 as its counter."""
    first, step, type_ = {
        "append": (library("collection.empty_list", gives=INTS), append(0, local(1)), INTS),
        "put": (
            library("collection.empty_map", gives=MAP),
            library("collection.put", local(0, MAP), local(1), local(1), gives=MAP),
            MAP,
        ),
        "add": (
            library("collection.empty_set", gives=SET),
            library("collection.add", local(0, SET), local(1), gives=SET),
            SET,
        ),
        "replace_at": (
            library("collection.range", const(0), const(count), gives=INTS),
            library("collection.replace_at", local(0, INTS), local(1), const(1), gives=INTS),
            INTS,
        ),
        "text": (text(""), arithmetic("text.concat", local(0, TEXT), text("ab")), TEXT),
    }[kind]
    body = [
        store(0, first),
        for_range(1, const(0), const(count), store(0, step)),
        returns(local(0, type_)),
    ]
    return body, type_


@pytest.mark.parametrize("kind", ["append", "put", "add", "replace_at", "text"])
def test_a_loop_of_a_hundred_thousand_small_changes_is_not_quadratic(building, run, kind):
    body, type_ = grow(kind, 100_000)
    building.function("main", *body, slots=[type_, INT], gives=type_)
    # 100,000 copies of 100,000 places would take minutes.
    outcome = run("main")
    assert len(outcome.value) == (200_000 if kind == "text" else 100_000)


def test_widened_values_are_changed_in_place_too(building, run):
    widened = nodes.Widen(append(0, local(1)), INTS, HERE)
    building.function(
        "main",
        store(0, library("collection.empty_list", gives=INTS)),
        for_range(1, const(0), const(100_000), store(0, widened)),
        returns(local(0, INTS)),
        slots=[INTS, INT],
        gives=INTS,
    )
    # As above, it would take minutes.
    outcome = run("main")
    assert len(outcome.value) == 100_000


def shared_by(*between):
    """``0 = [1]``, the statements, ``0 = append(0, 2)``; gives the result's slot to test."""
    return [
        store(0, nodes.MakeList((const(1),), INTS, HERE)),
        *between,
        store(0, append(0, const(2))),
    ]


def test_a_second_slot_keeps_the_old_value(building, run):
    building.function(
        "main",
        *shared_by(store(1, local(0, INTS))),
        returns(local(1, INTS)),
        slots=[INTS, INTS],
        gives=INTS,
    )
    assert run("main") == Returned([1])


def test_a_field_of_an_object_keeps_the_old_value(building, run):
    building.define(ObjectDefinition("Holder", (Field("items", INTS),)))
    held = nodes.MakeObject(((0, local(0, INTS)),), 1, named("Holder"), HERE)
    building.function(
        "main",
        *shared_by(store(1, held)),
        returns(local(1, named("Holder"))),
        slots=[INTS, named("Holder")],
        gives=named("Holder"),
    )
    assert run("main") == Returned(([1],))


def test_an_element_of_a_list_keeps_the_old_value(building, run):
    lists = ListType(INTS)
    building.function(
        "main",
        store(1, library("collection.empty_list", gives=lists)),
        store(0, library("collection.empty_list", gives=INTS)),
        for_range(
            2,
            const(0),
            const(3),
            store(0, append(0, local(2))),
            store(1, library("collection.append", local(1, lists), local(0, INTS), gives=lists)),
        ),
        returns(local(1, lists)),
        slots=[INTS, lists, INT],
        gives=lists,
    )
    assert run("main") == Returned([[0], [0, 1], [0, 1, 2]])


def test_a_constant_is_the_same_in_every_turn_and_run(building, run):
    building.function(
        "main",
        store(0, const([], INTS)),
        for_range(1, const(0), const(3), store(0, const([7], INTS)), store(0, append(0, local(1)))),
        returns(local(0, INTS)),
        slots=[INTS, INT],
        gives=INTS,
    )
    assert run("main") == Returned([7, 2])
    assert run("main") == Returned([7, 2])


def test_the_callers_value_is_kept(building, run):
    building.function(
        "grown",
        store(1, local(0, INTS)),
        store(1, append(1, const(9))),
        returns(local(1, INTS)),
        takes=[INTS],
        slots=[INTS],
        gives=INTS,
    )
    building.function(
        "main",
        store(1, call("grown", local(0, INTS), gives=INTS)),
        returns(library("collection.concat", local(0, INTS), local(1, INTS), gives=INTS)),
        takes=[INTS],
        slots=[INTS],
        gives=INTS,
    )
    given = [1]
    assert run("main", given) == Returned([1, 1, 9])
    assert given == [1]


def test_a_map_that_is_looped_over_keeps_its_entries(building, run):
    body = nodes.ForEntries(
        1,
        2,
        local(0, MAP),
        (
            store(
                0,
                library(
                    "collection.put", local(0, MAP), add(local(1), const(10)), local(2), gives=MAP
                ),
            ),
        ),
        HERE,
    )
    building.function("main", body, returns(local(0, MAP)), slots=[MAP, INT, INT], gives=MAP)
    building.callables["main"] = building.callables["main"]._replace(
        body=(
            store(
                0,
                library(
                    "collection.put",
                    library("collection.empty_map", gives=MAP),
                    const(1),
                    const(2),
                    gives=MAP,
                ),
            ),
            *building.callables["main"].body,
        )
    )
    assert run("main") == Returned({1: 2, 11: 2})


def test_an_operand_that_is_the_slot_itself_sees_the_old_value(building, run):
    count = library("collection.count(List)", local(0, INTS))
    building.function(
        "count",
        store(0, nodes.MakeList((const(5),), INTS, HERE)),
        store(0, append(0, count)),
        store(0, append(0, count)),
        returns(local(0, INTS)),
        slots=[INTS],
        gives=INTS,
    )
    assert run("count") == Returned([5, 1, 2])
    building.function(
        "twice",
        store(0, text("ab")),
        store(0, arithmetic("text.concat", local(0, TEXT), local(0, TEXT))),
        store(
            0,
            arithmetic(
                "text.concat", arithmetic("text.concat", local(0, TEXT), text("-")), local(0, TEXT)
            ),
        ),
        returns(local(0, TEXT)),
        slots=[TEXT],
        gives=TEXT,
    )
    assert run("twice") == Returned("abab-abab")


def test_an_operand_that_assigns_to_the_slot_is_evaluated_after_the_slot_is_read(building, run):
    changing = nodes.Match(
        const(1),
        False,
        (nodes.Arm(nodes.OtherCase(), (store(0, nodes.MakeList((), INTS, HERE)),), const(9)),),
        INT,
        HERE,
    )
    building.function(
        "main",
        store(0, nodes.MakeList((const(1),), INTS, HERE)),
        store(0, append(0, changing)),
        returns(local(0, INTS)),
        slots=[INTS],
        gives=INTS,
    )
    assert run("main") == Returned([1, 9])


def test_replacing_past_the_end_is_a_fault_at_the_call(building, run):
    replaced = library(
        "collection.replace_at", local(0, INTS), local(1), const(0), gives=INTS, span=at(8)
    )
    building.function(
        "main",
        store(0, nodes.MakeList((const(1), const(2)), INTS, HERE)),
        store(0, replaced),
        returns(local(0, INTS)),
        takes=[],
        slots=[INTS, INT],
        gives=INTS,
    )
    for index, outcome in (
        (1, None),
        (2, FaultCode.INDEX_OUT_OF_RANGE),
        (-1, FaultCode.INDEX_OUT_OF_RANGE),
    ):
        body = building.callables["main"].body
        building.callables["main"] = building.callables["main"]._replace(
            body=(body[0], store(1, const(index)), *body[-2:])
        )
        ended = run("main")
        if outcome is None:
            assert ended == Returned([1, 0])
        else:
            assert (ended.code, ended.span) == (outcome, at(8))


def test_a_present_key_keeps_its_place_and_first_form(building, run):
    building.function(
        "main",
        store(
            0,
            library(
                "collection.put",
                library("collection.empty_map", gives=MAP),
                const(1),
                const(1),
                gives=MAP,
            ),
        ),
        store(0, library("collection.put", local(0, MAP), const(2), const(2), gives=MAP)),
        store(0, library("collection.put", local(0, MAP), const(1), const(3), gives=MAP)),
        store(0, library("collection.remove", local(0, MAP), const(2), gives=MAP)),
        store(0, library("collection.remove", local(0, MAP), const(2), gives=MAP)),
        returns(local(0, MAP)),
        slots=[MAP],
        gives=MAP,
    )
    assert run("main") == Returned({1: 3})


def test_a_value_kept_by_an_effect_is_not_changed(building, context, run):
    building.event("E", "kept", Field("items", INTS))
    building.callable(
        "main",
        *shared_by(nodes.Emit("E", "kept", ((0, local(0, INTS)),), 1, HERE)),
        returns(local(0, INTS)),
        slots=[INTS],
        gives=INTS,
    )
    assert run("main") == Returned([1, 2])
    assert context.record == [("emit", "E", "kept", [[1]])]


def test_nested_loops_over_a_growing_list(building, run):
    building.function(
        "main",
        store(0, nodes.MakeList((const(1),), INTS, HERE)),
        for_range(
            1, const(0), const(3), for_each(2, local(0, INTS), store(0, append(0, local(2))))
        ),
        returns(library("collection.count(List)", local(0, INTS))),
        slots=[INTS, INT, INT],
    )
    assert run("main") == Returned(8)
