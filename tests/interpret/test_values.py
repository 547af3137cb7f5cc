"""Values, fields, operators and changes of type [C5] [C6] [T7] [T9]."""

from decimal import Decimal

import pytest
from ir_building import (
    BOOL,
    DECIMAL,
    DURATION,
    HERE,
    INT,
    INTS,
    TEXT,
    add,
    arithmetic,
    at,
    call,
    compare,
    const,
    local,
    named,
    optional,
    returns,
    store,
    text,
)

from jadpo.ir import nodes
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.values import (
    INT_MAX,
    INT_MIN,
    OMITTED,
    Duration,
    Entity,
    EntityDefinition,
    EnumDefinition,
    Field,
    ListType,
    ObjectDefinition,
    SetType,
    Variant,
)

ADDRESS = ObjectDefinition(
    "Address", (Field("line", TEXT), Field("note", TEXT, optional=True), Field("floor", INT))
)
STATUS = EnumDefinition("Status", (Variant("open", ()), Variant("paid", (Field("at", INT),))))
PLAIN = EnumDefinition("Plain", (Variant("yes", ()), Variant("no", ())))
PRODUCT = EntityDefinition(
    "Product", (Field("id", INT), Field("price", DECIMAL)), "id", (), (), (), "primary"
)
NODE = ObjectDefinition("Node", (Field("value", INT), Field("next", optional(named("Node")))))


def value_of(building, run, expression, takes=(), arguments=(), slots=()):
    building.callable("main", returns(expression), takes=takes, slots=slots, gives=expression.type)
    return run("main", *arguments)


def test_an_object_is_a_tuple_in_order_of_declaration_with_omitted_fields(building, run):
    building.define(ADDRESS)
    made = nodes.MakeObject(((2, const(3)), (0, text("a"))), 3, named("Address"), HERE)
    assert value_of(building, run, made) == Returned(("a", OMITTED, 3))


def test_fields_are_evaluated_as_written_not_as_declared(building, context, run):
    building.define(ADDRESS)
    building.event("E", "seen", Field("n", INT))
    for name, type_, value in (("first", INT, 1), ("second", TEXT, "x")):
        building.callable(
            name,
            nodes.Emit("E", "seen", ((0, const(len(name))),), 1, HERE),
            returns(const(value, type_)),
            gives=type_,
        )
    made = nodes.MakeObject(
        ((2, call("first")), (0, call("second", gives=TEXT))), 3, named("Address"), HERE
    )
    assert value_of(building, run, made) == Returned(("x", OMITTED, 1))
    assert [entry[3] for entry in context.record] == [[5], [6]]


def test_objects_with_more_fields_than_a_text_holds_are_made_alike(building, run):
    building.define(ObjectDefinition("Wide", tuple(Field(f"f{n}", INT) for n in range(40))))
    fields = tuple((39 - n, const(n)) for n in range(40))
    made = nodes.MakeObject(fields, 40, named("Wide"), HERE)
    assert value_of(building, run, made) == Returned(tuple(range(39, -1, -1)))


def test_lists_with_more_elements_than_a_text_holds_are_made_alike(building, run):
    made = nodes.MakeList(tuple(const(n) for n in range(100)), INTS, HERE)
    assert value_of(building, run, made) == Returned(list(range(100)))


def test_variants_are_a_tag_alone_only_where_no_variant_has_a_payload(building, run):
    building.define(STATUS, PLAIN)
    building.callable(
        "plain",
        returns(nodes.MakeVariant("no", True, (), 0, named("Plain"), HERE)),
        gives=named("Plain"),
    )
    building.callable(
        "bare",
        returns(nodes.MakeVariant("open", False, (), 0, named("Status"), HERE)),
        gives=named("Status"),
    )
    building.callable(
        "full",
        returns(nodes.MakeVariant("paid", False, ((0, const(5)),), 1, named("Status"), HERE)),
        gives=named("Status"),
    )
    assert run("plain") == Returned("no")
    assert run("bare") == Returned(("open",))
    assert run("full") == Returned(("paid", 5))


def test_fields_are_read_from_objects_and_from_entities(building, run):
    building.define(ADDRESS, PRODUCT)
    floor = nodes.FieldOf(local(0, named("Address")), 2, INT, HERE)
    building.callable("floor", returns(floor), takes=[named("Address")])
    price = nodes.FieldOf(local(0, named("Product")), 1, DECIMAL, HERE)
    building.callable("price", returns(price), takes=[named("Product")], gives=DECIMAL)
    assert run("floor", ("a", OMITTED, 7)) == Returned(7)
    assert run("price", Entity("Product", 1, (1, Decimal("2.50")))) == Returned(Decimal("2.50"))


def test_an_omitted_field_is_not_supplied_and_a_given_none_is(building, run):
    building.define(ObjectDefinition("Patch", (Field("name", optional(TEXT), optional=True),)))
    asks = nodes.IsSupplied(local(0, named("Patch")), 0, BOOL, HERE)
    building.callable("main", returns(asks), takes=[named("Patch")], gives=BOOL)
    assert run("main", (OMITTED,)) == Returned(False)
    assert run("main", (None,)) == Returned(True)


@pytest.mark.parametrize(
    ("operator", "left", "right"),
    [
        ("int.add", INT_MAX, 1),
        ("int.sub", INT_MIN, 1),
        ("int.mul", INT_MAX, 2),
        ("int.add", INT_MIN, -1),
        ("int.mul", INT_MIN, -1),
    ],
)
@pytest.mark.parametrize("shape", ["constants", "slots", "nested"])
def test_an_int_beyond_64_bits_is_a_fault_at_its_operator(
    building, run, operator, left, right, shape
):
    one, other = const(left), const(right)
    if shape == "slots":
        one, other = local(0), local(1)
    if shape == "nested":
        one, other = add(local(0), const(0), at(8)), add(local(1), const(0), at(9))
    sum_ = arithmetic(operator, one, other, at(7, 3))
    outcome = value_of(building, run, sum_, takes=[INT, INT], arguments=(left, right))
    assert isinstance(outcome, Faulted)
    assert (outcome.code, outcome.span) == (FaultCode.INTEGER_OVERFLOW, at(7, 3))


def test_the_innermost_of_nested_operators_that_faults_is_the_one_reported(building, run):
    inner = arithmetic("int.mul", local(0), local(0), at(2))
    outcome = value_of(building, run, add(inner, const(1), at(3)), [INT], (INT_MAX,))
    assert outcome.span == at(2)


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [(7, 3, 1), (-7, 3, -1), (7, -3, 1), (-7, -3, -1), (INT_MIN, -1, 0)],
)
def test_a_remainder_has_the_sign_of_the_dividend(building, run, left, right, result):
    by_slot = arithmetic("int.rem", local(0), local(1))
    building.callable("by_slot", returns(by_slot), takes=[INT, INT])
    by_constant = arithmetic("int.rem", local(0), const(right))
    building.callable("by_constant", returns(by_constant), takes=[INT])
    assert run("by_slot", left, right) == Returned(result)
    assert run("by_constant", left) == Returned(result)


@pytest.mark.parametrize("operator", ["int.div", "int.rem"])
def test_dividing_by_zero_is_a_fault(building, run, operator):
    outcome = value_of(building, run, arithmetic(operator, const(1), const(0), at(4)), [], ())
    assert (outcome.code, outcome.span) == (FaultCode.DIVISION_BY_ZERO, at(4))


def test_int_divided_by_int_is_a_decimal(building, run):
    assert value_of(building, run, arithmetic("int.div", const(1), const(8))) == Returned(
        Decimal("0.125")
    )


def test_decimals_keep_their_places_and_ints_become_decimals(building, run):
    price = nodes.IntToDecimal(const(3), DECIMAL, HERE)
    product = arithmetic("dec.mul", const(Decimal("1.10"), DECIMAL), price)
    outcome = value_of(building, run, product)
    assert str(outcome.value) == "3.30"


def test_a_decimal_beyond_its_exponents_is_a_fault(building, run):
    huge = const(Decimal("9E+6144"), DECIMAL)
    outcome = value_of(building, run, arithmetic("dec.add", huge, huge, at(6)))
    assert (outcome.code, outcome.span) == (FaultCode.DECIMAL_OVERFLOW, at(6))


def test_negating_the_smallest_int_is_a_fault_and_zero_has_no_sign(building, run):
    negative = nodes.Negate(local(0), INT, at(5))
    building.callable("int", returns(negative), takes=[INT])
    zero = nodes.Negate(local(0, DECIMAL), DECIMAL, HERE)
    building.callable("decimal", returns(zero), takes=[DECIMAL], gives=DECIMAL)
    assert run("int", 4) == Returned(-4)
    assert run("int", INT_MIN).code is FaultCode.INTEGER_OVERFLOW
    assert str(run("decimal", Decimal("0.00")).value) == "0.00"


def test_equality_is_numeric_for_decimals_and_structural_for_the_rest(building, run):
    building.callable(
        "decimals",
        returns(compare(local(0, DECIMAL), "==", local(1, DECIMAL), DECIMAL)),
        takes=[DECIMAL, DECIMAL],
        gives=BOOL,
    )
    assert run("decimals", Decimal("1.0"), Decimal("1.00")) == Returned(True)
    sets = SetType(INT)
    building.callable(
        "sets",
        returns(compare(local(0, sets), "!=", local(1, sets), sets)),
        takes=[sets, sets],
        gives=BOOL,
    )
    assert run("sets", {1: None, 2: None}, {2: None, 1: None}) == Returned(False)


def test_entities_compare_by_identity(building, run):
    building.define(PRODUCT)
    product = named("Product")
    building.callable(
        "same",
        returns(compare(local(0, product), "==", local(1, product), product)),
        takes=[product, product],
        gives=BOOL,
    )
    one, other = Entity("Product", 1, (1, Decimal(1))), Entity("Product", 1, (1, Decimal(2)))
    assert run("same", one, other) == Returned(True)


def test_values_nested_a_hundred_thousand_deep_are_compared(building, run):
    building.define(NODE)
    node = named("Node")
    building.callable(
        "same",
        returns(compare(local(0, node), "==", local(1, node), node)),
        takes=[node, node],
        gives=BOOL,
    )
    nodes_of = ListType(node)
    building.callable(
        "within",
        returns(nodes.Contains(local(0, node), local(1, nodes_of), BOOL, HERE)),
        takes=[node, nodes_of],
        gives=BOOL,
    )
    one = other = different = None
    for number in range(100_000):
        one, other, different = (number, one), (number, other), (number, different or (0, None))
    assert run("same", one, other) == Returned(True)
    assert run("same", one, different) == Returned(False)
    assert run("within", one, [different, other]) == Returned(True)


def test_the_right_side_of_and_is_evaluated_only_where_the_left_holds(building, run):
    failing = compare(arithmetic("int.rem", const(1), local(0)), "==", const(0))
    both = nodes.And(compare(local(0), "!=", const(0)), failing, BOOL, HERE)
    either = nodes.Or(compare(local(0), "==", const(0)), failing, BOOL, HERE)
    building.callable("both", returns(both), takes=[INT], gives=BOOL)
    building.callable("either", returns(either), takes=[INT], gives=BOOL)
    assert run("both", 0) == Returned(False)
    assert run("either", 0) == Returned(True)
    assert run("both", 1) == Returned(True)


def test_presence_unwrapping_and_wrapping_leave_the_value_as_it_is(building, run):
    maybe = optional(INT)
    present = nodes.IsPresent(local(0, maybe), BOOL, HERE)
    building.callable("present", returns(present), takes=[maybe], gives=BOOL)
    again = nodes.Wrap(nodes.Unwrap(local(0, maybe), INT, HERE), maybe, HERE)
    building.callable("again", returns(again), takes=[maybe], gives=maybe)
    assert run("present", None) == Returned(False)
    assert run("present", 0) == Returned(True)
    assert run("again", 5) == Returned(5)


def test_durations_compare(building, run):
    building.callable(
        "less",
        returns(compare(local(0, DURATION), "<", const(Duration(5), DURATION), DURATION)),
        takes=[DURATION],
        gives=BOOL,
    )
    assert run("less", Duration(4)) == Returned(True)


def test_a_text_doubled_without_end_is_refused_before_memory_ends(building, run):
    doubled = arithmetic("text.concat", local(0, TEXT), local(0, TEXT), at(9))
    building.callable(
        "main",
        nodes.While(const(True, BOOL), (store(0, doubled),), HERE),
        slots=[TEXT],
        kind=CallableKind.ACTION,
        gives=TEXT,
    )
    building.callables["main"] = building.callables["main"]._replace(
        body=(store(0, text("x")), *building.callables["main"].body)
    )
    outcome = run("main")
    assert (outcome.code, outcome.span) == (FaultCode.MEMORY_EXCEEDED, at(9))
