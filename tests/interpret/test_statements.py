"""Statements, loops, matches, and leaving from inside expressions [C2] [C6] [C7]."""

import pytest
from ir_building import (
    BOOL,
    BREAK,
    CONTINUE,
    HERE,
    INT,
    INTS,
    TEXT,
    UNIT,
    add,
    arithmetic,
    call,
    compare,
    const,
    do,
    for_each,
    for_range,
    if_,
    local,
    named,
    optional,
    returns,
    store,
    text,
    while_,
)

from jadpo.ir import nodes
from jadpo_runtime.outcome import Returned
from jadpo_runtime.values import EnumDefinition, Field, MapType, Variant


def arm(case, *block, gives=None):
    return nodes.Arm(case, block, gives)


def match(subject, *arms, gives=INT, plain=False):
    return nodes.Match(subject, plain, arms, gives, HERE)


def maybe(slot=0):
    return local(slot, optional(INT))


def loop_with(*inside):
    """``total = 0; for i in 0..10 { inside; total += i }; return total``: slots 0, 1."""
    return [
        store(0, const(0)),
        for_range(1, const(0), const(10), *inside, store(0, add(local(0), local(1)))),
        returns(local(0)),
    ]


def at_five(*then):
    return if_(compare(local(1), "==", const(5)), then)


@pytest.mark.parametrize(
    ("inside", "result"),
    [
        ((), 45),
        ((at_five(BREAK),), 10),
        ((at_five(CONTINUE),), 40),
        ((at_five(returns(const(7))),), 7),
    ],
    ids=["to the end", "break", "continue", "return"],
)
@pytest.mark.parametrize("padding", [0, 40], ids=["small", "large"])
def test_break_continue_and_return_leave_a_loop(building, run, inside, result, padding):
    filler = [store(2, const(n)) for n in range(padding)]
    building.function("main", *loop_with(*filler, *inside), slots=[INT, INT, INT])
    assert run("main") == Returned(result)


@pytest.mark.parametrize(
    ("signal", "result"),
    [(BREAK, 10), (CONTINUE, 40), (returns(const(7)), 7)],
    ids=["break", "continue", "return"],
)
@pytest.mark.parametrize("deep", [False, True])
def test_an_arm_of_a_match_leaves_the_expression_around_it(building, run, signal, result, deep):
    left = match(
        compare(local(1), "==", const(5)),
        arm(nodes.LiteralCase(True), signal),
        arm(nodes.LiteralCase(False), gives=const(1)),
    )
    value = add(const(1), add(left, const(2))) if deep else left
    building.function("main", *loop_with(store(2, value)), slots=[INT, INT, INT])
    assert run("main") == Returned(result)


def test_only_the_innermost_loop_is_left_from_inside_an_expression(building, run):
    left = match(
        compare(local(2), "==", const(3)),
        arm(nodes.LiteralCase(True), BREAK),
        arm(nodes.LiteralCase(False), gives=const(1)),
    )
    building.function(
        "main",
        store(0, const(0)),
        for_range(
            1, const(0), const(4), for_range(2, const(0), const(9), store(0, add(local(0), left)))
        ),
        returns(local(0)),
        slots=[INT, INT, INT],
    )
    assert run("main") == Returned(12)


def test_a_loop_inside_an_arm_keeps_its_own_breaks(building, run):
    value = match(
        maybe(),
        arm(
            nodes.NoneCase(),
            store(1, const(0)),
            while_(
                const(True, BOOL),
                store(1, add(local(1), const(1))),
                if_(compare(local(1), ">", const(4)), [BREAK]),
            ),
            gives=local(1),
        ),
        arm(nodes.SomeCase(2), gives=local(2)),
    )
    building.function(
        "main", returns(add(value, const(100))), takes=[optional(INT)], slots=[INT, INT]
    )
    assert run("main", None) == Returned(105)
    assert run("main", 1) == Returned(101)


def test_the_left_operand_keeps_the_value_it_was_read_with(building, run):
    changing = match(
        const(True, BOOL),
        arm(nodes.LiteralCase(True), store(0, const(50)), gives=const(1)),
        arm(nodes.LiteralCase(False), gives=const(0)),
    )
    building.function(
        "main",
        store(0, const(7)),
        store(1, add(local(0), changing)),
        returns(add(local(1), local(0))),
        slots=[INT, INT],
    )
    assert run("main") == Returned(58)


def test_branches_and_else_if(building, run):
    building.function(
        "main",
        if_(
            compare(local(0), "<", const(0)),
            [returns(const(-1))],
            [if_(compare(local(0), "==", const(0)), [returns(const(0))], [returns(const(1))])],
        ),
        takes=[INT],
    )
    assert [run("main", n).value for n in (-5, 0, 5)] == [-1, 0, 1]


def test_a_unit_body_ends_at_its_end_or_at_a_bare_return(building, run):
    building.function(
        "main",
        if_(compare(local(0), "<", const(0)), [returns()]),
        store(1, const(1)),
        takes=[INT],
        slots=[INT],
        gives=UNIT,
    )
    assert run("main", -1) == Returned(None)
    assert run("main", 1) == Returned(None)


def test_sets_are_looped_over_in_order_of_insertion(building, run):
    from jadpo_runtime.values import SetType

    building.function(
        "main",
        store(1, const(0)),
        for_each(
            2,
            local(0, SetType(INT)),
            store(1, add(arithmetic("int.mul", local(1), const(10)), local(2))),
        ),
        returns(local(1)),
        takes=[SetType(INT)],
        slots=[INT, INT],
    )
    assert run("main", {3: None, 1: None, 2: None}) == Returned(312)


def test_entries_of_a_map_are_looped_over_in_order_of_insertion(building, run):
    map_ = MapType(TEXT, INT)
    loop = nodes.ForEntries(
        2,
        3,
        local(0, map_),
        (
            store(1, add(arithmetic("int.mul", local(1), const(10)), local(3))),
            if_(compare(local(2, TEXT), "==", text("b"), TEXT), [BREAK]),
        ),
        HERE,
    )
    building.function(
        "main", store(1, const(0)), loop, returns(local(1)), takes=[map_], slots=[INT, TEXT, INT]
    )
    assert run("main", {"z": 1, "b": 2, "a": 3}) == Returned(12)


def test_a_range_without_numbers_runs_its_body_never(building, run):
    building.function(
        "main",
        store(0, const(0)),
        for_range(1, const(5), const(-5), store(0, const(1))),
        returns(local(0)),
        slots=[INT, INT],
    )
    assert run("main") == Returned(0)


STATUS = EnumDefinition(
    "Status",
    (
        Variant("open", ()),
        Variant("paid", (Field("at", INT), Field("by", INT))),
        Variant("void", ()),
    ),
)


def test_a_variant_binds_the_payload_fields_that_are_named(building, run):
    building.define(STATUS)
    value = match(
        local(0, named("Status")),
        arm(nodes.VariantCase("paid", ((1, 1),)), gives=local(1)),
        arm(nodes.VariantCase("open", ()), gives=const(-1)),
        arm(nodes.OtherCase(), gives=const(-2)),
    )
    building.function("main", returns(value), takes=[named("Status")], slots=[INT])
    assert run("main", ("paid", 5, 6)) == Returned(6)
    assert run("main", ("open",)) == Returned(-1)
    assert run("main", ("void",)) == Returned(-2)


def test_plain_enums_texts_and_numbers_match_by_value(building, run):
    building.define(EnumDefinition("Plain", (Variant("yes", ()), Variant("no", ()))))
    plain = match(
        local(0, named("Plain")),
        arm(nodes.VariantCase("yes", ()), gives=const(1)),
        arm(nodes.VariantCase("no", ()), gives=const(0)),
        plain=True,
    )
    building.function("plain", returns(plain), takes=[named("Plain")])
    texts = match(
        local(0, TEXT),
        arm(nodes.LiteralCase("a"), gives=const(1)),
        arm(nodes.OtherCase(), gives=const(2)),
    )
    building.function("texts", returns(texts), takes=[TEXT])
    assert run("plain", "no") == Returned(0)
    assert [run("texts", given).value for given in ("a", "b", "")] == [1, 2, 2]


def test_the_first_fitting_arm_counts(building, run):
    value = match(
        local(0),
        arm(nodes.LiteralCase(1), gives=const(10)),
        arm(nodes.LiteralCase(1), gives=const(20)),
        arm(nodes.OtherCase(), gives=const(30)),
    )
    building.function("main", returns(value), takes=[INT])
    assert run("main", 1) == Returned(10)


def test_none_and_some_with_and_without_a_name(building, run):
    value = match(
        maybe(),
        arm(nodes.NoneCase(), gives=const(-1)),
        arm(nodes.SomeCase(None), gives=const(1)),
    )
    building.function("main", returns(value), takes=[optional(INT)])
    assert run("main", None) == Returned(-1)
    assert run("main", 0) == Returned(1)


def test_a_match_as_a_statement_goes_on_after_it(building, run):
    statement = match(
        maybe(),
        arm(nodes.NoneCase(), store(1, const(5))),
        arm(
            nodes.SomeCase(2),
            if_(compare(local(2), ">", const(10)), [returns(const(99))]),
            store(1, local(2)),
        ),
        gives=UNIT,
    )
    building.function(
        "main",
        do(statement),
        returns(add(local(1), const(1))),
        takes=[optional(INT)],
        slots=[INT, INT],
    )
    assert [run("main", given).value for given in (None, 3, 11)] == [6, 4, 99]


def test_an_arms_value_is_dropped_where_nobody_wants_it(building, run):
    statement = match(
        maybe(),
        arm(nodes.NoneCase(), gives=const(5)),
        arm(nodes.SomeCase(None), gives=const(6)),
    )
    building.function("main", do(statement), returns(const(1)), takes=[optional(INT)])
    assert run("main", None) == Returned(1)


def test_a_body_of_very_many_statements(building, run):
    building.function(
        "main",
        store(0, const(0)),
        *[store(0, add(local(0), const(1))) for _ in range(2_000)],
        if_(compare(local(0), "==", const(2_000)), [returns(const(1))]),
        *[store(0, add(local(0), const(1))) for _ in range(30)],
        returns(local(0)),
        slots=[INT],
    )
    assert run("main") == Returned(1)


def test_an_expression_of_very_many_operators(building, run):
    value = local(0)
    for _ in range(300):
        value = add(value, const(1))
    building.function("main", returns(value), takes=[INT])
    assert run("main", 1) == Returned(301)


def test_a_match_in_the_condition_of_a_loop_leaves_the_callable(building, run):
    condition = compare(
        match(
            maybe(),
            arm(nodes.NoneCase(), returns(const(3))),
            arm(nodes.SomeCase(1), gives=local(1)),
        ),
        "<",
        const(0),
    )
    building.function(
        "main",
        while_(condition, store(2, const(1))),
        returns(const(4)),
        takes=[optional(INT)],
        slots=[INT, INT],
    )
    assert run("main", None) == Returned(3)
    assert run("main", 1) == Returned(4)


def test_a_return_from_inside_an_argument(building, run):
    building.function("twice", returns(add(local(0), local(0))), takes=[INT])
    argument = match(
        maybe(), arm(nodes.NoneCase(), returns(const(-1))), arm(nodes.SomeCase(1), gives=local(1))
    )
    building.function("main", returns(call("twice", argument)), takes=[optional(INT)], slots=[INT])
    assert run("main", None) == Returned(-1)
    assert run("main", 4) == Returned(8)


def test_a_list_that_is_looped_over_is_not_changed_by_its_own_slot(building, run):
    from ir_building import library

    building.function(
        "main",
        store(0, nodes.MakeList((const(1), const(2)), INTS, HERE)),
        for_each(
            1,
            local(0, INTS),
            store(0, library("collection.append", local(0, INTS), local(1), gives=INTS)),
        ),
        returns(local(0, INTS)),
        slots=[INTS, INT],
        gives=INTS,
    )
    assert run("main") == Returned([1, 2, 1, 2])


def leaving_arm(signal):
    return match(
        compare(local(1), "==", const(5)),
        arm(nodes.LiteralCase(True), signal),
        arm(nodes.LiteralCase(False), gives=const(1)),
    )


@pytest.mark.parametrize(
    ("signal", "result"),
    [(BREAK, 10), (CONTINUE, 40), (returns(const(7)), 7)],
    ids=["break", "continue", "return"],
)
@pytest.mark.parametrize("padding", [0, 15], ids=["small", "large"])
@pytest.mark.parametrize("place", ["block", "result"])
def test_an_arm_of_an_arm_leaves_both_expressions(building, run, signal, result, padding, place):
    filler = [store(2, const(n)) for n in range(padding)]
    inner = add(leaving_arm(signal), const(0))
    outer = match(
        const(0),
        arm(
            nodes.OtherCase(),
            *filler,
            *([store(2, inner)] if place == "block" else []),
            gives=inner if place == "result" else const(3),
        ),
    )
    building.function("main", *loop_with(store(3, add(outer, const(1)))), slots=[INT] * 4)
    assert run("main") == Returned(result)


@pytest.mark.parametrize(
    ("signal", "result"),
    [(BREAK, 10), (CONTINUE, 40), (returns(const(7)), 7)],
    ids=["break", "continue", "return"],
)
@pytest.mark.parametrize("padding", [0, 15], ids=["small", "large"])
def test_an_expression_in_the_arm_of_a_statement_leaves_the_loop(
    building, run, signal, result, padding
):
    filler = [store(2, const(n)) for n in range(padding)]
    statement = match(
        const(0), arm(nodes.OtherCase(), *filler, store(2, leaving_arm(signal))), gives=UNIT
    )
    building.function("main", *loop_with(do(statement)), slots=[INT] * 3)
    assert run("main") == Returned(result)
