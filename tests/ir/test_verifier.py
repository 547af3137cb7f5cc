"""The verifier: example programs pass, and each broken rule is told beside its node."""

import pytest
from ir_building import (
    BOOL,
    BREAK,
    CONTINUE,
    DECIMAL,
    HERE,
    INT,
    INTS,
    TEXT,
    UNIT,
    add,
    arithmetic,
    attempt,
    call,
    compare,
    const,
    do,
    failure,
    for_each,
    for_range,
    if_,
    library,
    local,
    named,
    optional,
    reject,
    returns,
    store,
    text,
    while_,
)

from jadpo.ir import nodes
from jadpo.ir.verifier import InvalidIR, problems, verify
from jadpo.stdlib import OPERATIONS
from jadpo_runtime.manifest import (
    All,
    CallableKind,
    CountPlan,
    CreatePlan,
    DeletePlan,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.values import (
    Constraints,
    EntityDefinition,
    EnumDefinition,
    Field,
    ListType,
    MapType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    Variant,
)

LIBRARY = {
    key: len(row.signature.parameters) + len(row.signature.options)
    for key, row in OPERATIONS.items()
}

ITEM = EntityDefinition(
    "Item", (Field("id", INT), Field("name", TEXT)), "id", (), (), (), "primary"
)
PAIR = ObjectDefinition("Pair", (Field("a", INT), Field("b", TEXT), Field("c", INT, optional=True)))
STATUS = EnumDefinition("Status", (Variant("open", ()), Variant("paid", (Field("at", INT),))))
SIDE = EnumDefinition("Side", (Variant("left", ()), Variant("right", ())))
COUNT = RefinedDefinition("Count", INT, Constraints(minimum=0))
ROW = named("Item")


@pytest.fixture
def building():
    from ir_building import Building

    made = Building()
    made.define(ITEM, PAIR, STATUS, SIDE, COUNT)
    made.failure("Gone", Field("n", INT))
    made.failure("Busy")
    made.event("E", "made", Field("n", INT))
    made.function("twice", returns(add(local(0), local(0))), takes=[INT])
    made.callable("act", returns(const(1)), takes=[INT])
    made.function("risky", reject("Busy"), takes=[INT], fails=("Busy",))
    made.plan(CreatePlan("Item", ("name",)))
    made.plan(SelectPlan("Item", All(), (INT,), at_most_one=True))
    made.plan(UpdatePlan("Item", All(), (INT,), ("name",), at_most_one=False))
    made.plan(DeletePlan("Item", All(), (INT,), at_most_one=False))
    made.plan(CountPlan("Item", All(), ()))
    return made


def messages(building):
    return [problem.message for problem in problems(building.program(), LIBRARY)]


def variant(tag, *fields, plain=False, type_="Status"):
    return nodes.MakeVariant(tag, plain, tuple(enumerate(fields)), len(fields), named(type_), HERE)


def pair(*fields, size=3):
    return nodes.MakeObject(fields, size, named("Pair"), HERE)


def match(subject, *arms, gives=INT, plain=False):
    return nodes.Match(subject, plain, tuple(nodes.Arm(*arm) for arm in arms), gives, HERE)


def matched(subject, *arms, success=None, gives=INT):
    return nodes.MatchFailure(subject, success, (), const(1), arms, True, gives, HERE)


def library_of(operation, *arguments):
    return library(operation, *arguments)


def busy(base):
    return attempt(base, "Busy")


RISKY = call("risky", const(1), fails=("Busy",))
NONE, SOME, OTHER = nodes.NoneCase(), nodes.SomeCase(None), nodes.OtherCase()
VALUE = const(1)

EXPRESSIONS = [
    (local(9), "there is no slot %9"),
    (local(1), "%1 may be read before it is assigned"),
    (local(0, TEXT), "slot %0 is a Int, not a Text"),
    (nodes.FieldOf(local(0), 0, INT, HERE), "a field of a Int"),
    (nodes.FieldOf(pair((0, VALUE), (1, text("b"))), 5, INT, HERE), "Pair has no field 5"),
    (nodes.FieldOf(pair((0, VALUE), (1, text("b"))), 1, INT, HERE), "the field is a Text"),
    (pair((0, VALUE)), "field b of Pair is not given"),
    (pair((0, VALUE), (0, VALUE), (1, text("b"))), "field a of Pair is given twice"),
    (pair((0, text("a")), (1, text("b"))), "field a is a Text, not a Int"),
    (pair((0, VALUE), (1, text("b")), (7, VALUE)), "Pair has no field 7"),
    (pair((0, VALUE), (1, text("b")), size=2), "size 2 of an Object of 3 fields"),
    (nodes.MakeObject((), 0, INT, HERE), "an object of the type Int"),
    (variant("paid"), "field at of paid is not given"),
    (variant("nothing"), "Status has no variant nothing"),
    (variant("open", plain=True), "plain is True for Status"),
    (variant("left", type_="Count"), "a variant of the type Count"),
    (nodes.MakeList((text("a"),), INTS, HERE), "an element is a Text, not a Int"),
    (add(text("a"), VALUE), "the left operand is a Text, not a Int"),
    (arithmetic("dec.add", VALUE, VALUE), "the left operand is a Int, not a Decimal"),
    (arithmetic("int.div", VALUE, VALUE)._replace(type=INT), "the result is a Int, not a Decimal"),
    (nodes.Negate(text("a"), TEXT, HERE), "the negative of a Text"),
    (nodes.IntToDecimal(text("a"), DECIMAL, HERE), "the operand is a Text, not a Int"),
    (compare(VALUE, "==", text("a")), "the right side is a Text, compared as a Int"),
    (compare(const(True, BOOL), "<", const(True, BOOL), BOOL), "a Bool has no order"),
    (nodes.Contains(text("a"), const([1], INTS), BOOL, HERE), "a Text in a List<Int>"),
    (nodes.Contains(VALUE, VALUE, BOOL, HERE), "membership of a Int"),
    (nodes.Not(VALUE, BOOL, HERE), "the operand is a Int, not a Bool"),
    (nodes.And(VALUE, const(True, BOOL), BOOL, HERE), "the left operand is a Int"),
    (nodes.IsPresent(VALUE, BOOL, HERE), "a Int is always present"),
    (nodes.Unwrap(VALUE, INT, HERE), "an unwrap of a Int"),
    (nodes.Wrap(VALUE, INT, HERE), "a wrap to a Int"),
    (nodes.Wrap(text("a"), OptionalType(INT), HERE), "the value is a Text, not a Int"),
    (nodes.Widen(VALUE, OptionalType(INT), HERE), "the value is a Int, not a Int?"),
    (call("nobody"), "there is no callable nobody"),
    (call("twice"), "0 arguments where there are 1"),
    (call("twice", text("a")), "argument 0 is a Text, not a Int"),
    (call("twice", VALUE, fails=("Busy",)), "failures ['Busy'], but it fails with []"),
    (RISKY, "a failure that nothing catches"),
    (add(VALUE, RISKY), "a failure that nothing catches"),
    (nodes.Validate(VALUE, named("Count"), HERE), "a failure that nothing catches"),
    (attempt(RISKY, "Gone"), "attempts ['Gone'], and ['Busy'] are raised"),
    (
        attempt(nodes.Validate(text("1"), named("Count"), HERE), "InvalidValue"),
        "a Int constructed from a Text",
    ),
    (matched(RISKY), "arms for [], and ['Busy'] are raised"),
    (
        matched(RISKY, nodes.FailureArm("Busy", (), (), VALUE), nodes.Propagate("Busy")),
        "arms for ['Busy', 'Busy'], and ['Busy'] are raised",
    ),
    (
        matched(RISKY, nodes.FailureArm("Busy", ((0, 1),), (), VALUE)),
        "Busy has no field 0",
    ),
    (
        matched(RISKY, nodes.FailureArm("Busy", (), (), text("a"))),
        "the result of Busy is a Text, not a Int",
    ),
    (matched(RISKY, nodes.FailureArm("Busy", (), (), None)), "gives no value and does not leave"),
    (library_of("collection.shuffle"), "the standard library has no collection.shuffle"),
    (library_of("collection.range", VALUE), "1 arguments where there are 2"),
    (
        library_of(
            "collection.map", const([1], INTS), nodes.FunctionReference("act", INT, INT, HERE)
        ),
        "act is no pure function but a action",
    ),
    (
        library_of(
            "collection.map", const([1], INTS), nodes.FunctionReference("risky", INT, INT, HERE)
        ),
        "risky may fail",
    ),
    (
        library_of(
            "collection.map", const([1], INTS), nodes.FunctionReference("twice", TEXT, INT, HERE)
        ),
        "its parameter is a Text, not a Int",
    ),
    (match(variant("open"), (nodes.VariantCase("open", ()), (), VALUE)), "no arm for ['paid']"),
    (
        match(variant("open"), (nodes.VariantCase("gone", ()), (), VALUE), (OTHER, (), VALUE)),
        "Status has no variant gone",
    ),
    (
        match(
            variant("open"), (nodes.VariantCase("paid", ((3, 1),)), (), VALUE), (OTHER, (), VALUE)
        ),
        "paid has no payload field 3",
    ),
    (match(const(None, optional(INT)), (NONE, (), VALUE)), "the match is not exhaustive"),
    (match(VALUE, (nodes.LiteralCase(1), (), VALUE)), "the match is not exhaustive"),
    (
        match(const(True, BOOL), (nodes.LiteralCase(True), (), VALUE)),
        "the match is not exhaustive",
    ),
    (match(VALUE, (NONE, (), VALUE), (OTHER, (), VALUE)), "a NoneCase of a Int"),
    (match(VALUE, (OTHER, (), text("a"))), "an arm's result is a Text, not a Int"),
    (match(VALUE, (OTHER, (), None)), "an arm gives no value and does not leave"),
    (nodes.ConfigValue("Settings", "x", INT, HERE), "there is no config Settings.x"),
    (nodes.DeliveryValue("attempt", INT, HERE), "a delivery in a action"),
    (nodes.DueAt(INT, HERE), "a due time in a action"),
    (nodes.CallConnection("a", "b", None, (), INT, HERE), "there is no operation a.b"),
    (nodes.TestCall("act", (VALUE,), (), INT, HERE), "TestCall in a action"),
    (nodes.Count(99, (), INT, HERE), "there is no plan 99"),
    (nodes.Count(0, (), INT, HERE), "plan 0 is a CreatePlan"),
    (nodes.Count(4, (VALUE,), INT, HERE), "1 parameters where there are 0"),
    (nodes.Create(0, (), (), ROW, HERE), "the values do not fill the plan's fields exactly"),
    (nodes.Create(0, ((0, VALUE),), (), ROW, HERE), "field name is a Int, not a Text"),
    (
        nodes.Select(nodes.SelectForm.REQUIRED, 1, (VALUE,), None, ROW, HERE),
        "`missing` stands with `required` alone",
    ),
    (
        nodes.Select(nodes.SelectForm.MANY, 1, (VALUE,), None, ListType(ROW), HERE),
        "at_most_one is True for many",
    ),
    (
        nodes.Select(nodes.SelectForm.OPTIONAL, 1, (text("a"),), None, optional(ROW), HERE),
        "parameter 0 is a Text, not a Int",
    ),
    (
        nodes.Select(nodes.SelectForm.OPTIONAL, 1, (VALUE,), None, ROW, HERE),
        "the result is a Item, not a Item?",
    ),
    (
        nodes.Update(2, (VALUE,), (), None, None, None, (), (), INT, HERE),
        "the assignments do not fill the plan's fields exactly",
    ),
    (
        nodes.Update(
            2, (VALUE,), (nodes.Assignment(0, text("a"), None),), 0, None, None, (), (), INT, HERE
        ),
        "the row is a Item, not a Int",
    ),
    (
        nodes.Update(
            2,
            (VALUE,),
            (nodes.Assignment(0, text("a"), None),),
            None,
            failure("Gone", VALUE),
            None,
            (),
            (),
            ROW,
            HERE,
        ),
        "`missing` stands with `required` alone",
    ),
    (nodes.Delete(3, (VALUE,), None, (), ROW, HERE), "the result is a Item, not a Int"),
]


@pytest.mark.parametrize(("expression", "said"), EXPRESSIONS, ids=[s for _, s in EXPRESSIONS])
def test_a_broken_expression_is_told(building, expression, said):
    building.callable("main", do(expression), returns(VALUE), takes=[INT], slots=[INT])
    assert any(said in message for message in messages(building)), messages(building)


MAP = MapType(TEXT, INT)
DURATION = PrimitiveType(Primitive.DURATION)

STATEMENTS = [
    ([store(1, text("a"))], "the value is a Text, not a Int"),
    ([store(0, VALUE)], "a parameter is assigned to"),
    ([store(9, VALUE)], "there is no slot %9"),
    ([returns(text("a"))], "the result is a Text, not a Int"),
    ([returns()], "the result is a Unit, not a Int"),
    ([BREAK], "a break outside of a loop"),
    ([CONTINUE], "a continue outside of a loop"),
    ([if_(VALUE, [returns(VALUE)])], "the condition is a Int, not a Bool"),
    ([while_(VALUE)], "the condition is a Int, not a Bool"),
    ([for_each(1, VALUE)], "a loop over a Int"),
    ([for_each(1, const(["a"], ListType(TEXT)))], "an element is a Text, not a Int"),
    ([for_range(1, text("a"), VALUE)], "the start is a Text, not a Int"),
    ([nodes.ForEntries(1, 1, const({}, MAP), (), HERE)], "a key is a Text, not a Int"),
    ([nodes.ForEntries(1, 1, VALUE, (), HERE)], "a loop over the entries of a Int"),
    ([reject("Nobody")], "there is no failure Nobody"),
    ([reject("Gone")], "field n of Gone is not given"),
    ([reject("Gone", text("a"))], "field n is a Text, not a Int"),
    ([reject("Busy")], "['Busy'] leave it, and its signature has []"),
    ([do(busy(RISKY))], "['Busy'] leave it, and its signature has []"),
    ([nodes.Emit("X", "y", (), 0, HERE)], "there is no event X"),
    ([nodes.Emit("E", "y", (), 0, HERE)], "E has no variant y"),
    ([nodes.Emit("E", "made", (), 1, HERE)], "field n of made is not given"),
    ([nodes.Start("b", (), HERE)], "there is no batch b"),
    ([nodes.Tick(HERE)], "Tick in a action"),
    ([nodes.RunPending(HERE)], "RunPending in a action"),
    ([nodes.AdvanceClock(const(1, DURATION), HERE)], "AdvanceClock in a action"),
    ([nodes.Assert(const(True, BOOL), "", HERE)], "Assert in a action"),
    (
        [nodes.AssertRejects("Nobody", None, VALUE, "", HERE)],
        "there is no failure Nobody",
    ),
    (
        [if_(const(True, BOOL), [store(1, VALUE)]), returns(local(1))],
        "%1 may be read before it is assigned",
    ),
    (
        [for_range(1, VALUE, VALUE), returns(local(1))],
        "%1 may be read before it is assigned",
    ),
    (
        [
            while_(const(True, BOOL), if_(const(True, BOOL), [BREAK]), store(1, VALUE)),
            returns(local(1)),
        ],
        "%1 may be read before it is assigned",
    ),
]


@pytest.mark.parametrize(("body", "said"), STATEMENTS, ids=[f"{n}" for n in range(len(STATEMENTS))])
def test_a_broken_statement_is_told(building, body, said):
    building.callable("main", *body, returns(VALUE), takes=[INT], slots=[INT])
    assert any(said in message for message in messages(building)), messages(building)


RIGHT = [
    [returns(VALUE)],
    [while_(const(True, BOOL), store(1, VALUE))],
    [if_(const(True, BOOL), [returns(VALUE)], [returns(VALUE)])],
    [
        while_(const(True, BOOL), store(1, VALUE), if_(const(True, BOOL), [BREAK])),
        returns(local(1)),
    ],
    [if_(const(True, BOOL), [store(1, VALUE)], [returns(VALUE)]), returns(local(1))],
    [do(match(VALUE, (OTHER, (store(1, VALUE),), None), gives=UNIT)), returns(local(1))],
    [do(match(VALUE, (OTHER, (returns(VALUE),), None), gives=UNIT))],
    [returns(matched(RISKY, nodes.FailureArm("Busy", (), (returns(VALUE),), None)))],
    [
        store(1, matched(RISKY, nodes.FailureArm("Busy", (), (), VALUE), success=1)),
        returns(local(1)),
    ],
]


@pytest.mark.parametrize("body", RIGHT, ids=[f"{n}" for n in range(len(RIGHT))])
def test_paths_that_are_right(building, body):
    building.callable("main", *body, takes=[INT], slots=[INT])
    assert messages(building) == []


def test_a_path_that_falls_off_a_body_with_a_result_is_told(building):
    building.callable("main", if_(const(True, BOOL), [returns(VALUE)]))
    assert "a path falls off the end of a body that has a result" in messages(building)
    building.callable("main", if_(const(True, BOOL), [returns()]), gives=UNIT)
    assert messages(building) == []


@pytest.mark.parametrize("kind", [CallableKind.FUNCTION, CallableKind.BACKFILL])
def test_pure_callables_have_no_effects(building, kind):
    building.callable("main", do(nodes.RandomUuid(TEXT, HERE)), returns(VALUE), kind=kind)
    assert messages(building) == [f"an effect in a {kind.value}"]


def test_failures_leave_handlers_undeclared(building):
    building.callable("main", do(busy(RISKY)), gives=UNIT, kind=CallableKind.HANDLER)
    assert messages(building) == []


def test_a_signature_without_a_body_and_a_body_without_a_signature(building):
    del building.callables["twice"]
    del building.signatures["act"]
    assert set(messages(building)) == {
        "it has a signature and no body",
        "it has no signature",
    }


def test_parameters_are_those_of_the_signature(building):
    building.callable("main", returns(VALUE), takes=[INT, TEXT])
    signature = building.signatures["main"]
    building.callable("main", returns(VALUE), takes=[TEXT])
    building.signatures["main"] = signature
    assert messages(building) == [
        "1 parameters, and 2 in its signature",
        "parameter 0 is a Int, not a Text",
    ]


def test_refinements_of_one_representation_serve_for_each_other(building):
    count = named("Count")
    building.function(
        "main", returns(call("twice", local(0, count), gives=count)), takes=[count], gives=count
    )
    assert messages(building) == []


def test_the_report_shows_each_error_beside_its_node(building):
    building.callable(
        "main", store(1, add(text("a"), local(1))), returns(VALUE), takes=[INT], slots=[INT]
    )
    with pytest.raises(InvalidIR) as raised:
        verify(building.program(), LIBRARY)
    report = str(raised.value)
    assert report.startswith("2 errors in the IR\naction main(v0: Int) -> Int\n")
    assert "[error: the left operand is a Text, not a Int]" in report
    assert "[error: %1 may be read before it is assigned]" in report


def test_the_example_programs_are_well_formed(shop, kernels):
    verify(shop, LIBRARY)
    verify(kernels, LIBRARY)
