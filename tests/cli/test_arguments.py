"""What ``jadpo run`` takes for an input: strictly what the parameters' types say."""

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadpo.cli.arguments import arguments_from
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.manifest import CallableKind, CallableSignature, Parameter
from jadpo_runtime.values import (
    OMITTED,
    Constraints,
    EnumDefinition,
    Field,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    SetType,
    Type,
    TypeTable,
    Variant,
)


def primitive(kind: Primitive) -> PrimitiveType:
    return PrimitiveType(kind)


TEXT, INT, DECIMAL = (
    primitive(each) for each in (Primitive.TEXT, Primitive.INT, Primitive.DECIMAL)
)
CODE, QUANTITY, STATUS, LINE = (NamedType(each) for each in ("Code", "Quantity", "Status", "Line"))
TYPES = TypeTable(
    {
        "Code": RefinedDefinition("Code", TEXT, Constraints(min_length=2, pattern="[A-Z0-9-]+")),
        "Quantity": RefinedDefinition("Quantity", INT, Constraints(minimum=1, maximum=1000)),
        "Colour": EnumDefinition("Colour", (Variant("red", ()), Variant("green", ()))),
        "Status": EnumDefinition(
            "Status",
            (Variant("open", ()), Variant("paid", (Field("at", primitive(Primitive.INSTANT)),))),
        ),
        "Line": ObjectDefinition(
            "Line",
            (
                Field("code", CODE),
                Field("quantity", QUANTITY),
                Field("note", OptionalType(TEXT)),
                Field("gift", primitive(Primitive.BOOL), optional=True),
            ),
        ),
        "Tree": ObjectDefinition("Tree", (Field("children", ListType(NamedType("Tree"))),)),
    }
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["code", "quantity", "note", "gift", "tag", "at"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
GOOD_LINE = '{"code": "TEA-1", "quantity": 4, "note": null}'


def callable_of(*types: Type) -> CallableSignature:
    parameters = tuple(Parameter(f"p{at}", each) for at, each in enumerate(types, start=1))
    result = primitive(Primitive.UNIT)
    return CallableSignature("act", CallableKind.ACTION, parameters, result, (), None, ())


def problem(text: str | None, *types: Type) -> Diagnostic:
    found = arguments_from(TYPES, callable_of(*types), text)
    assert isinstance(found, Diagnostic)
    return found


def test_one_parameter_takes_the_value_itself() -> None:
    line = ("TEA-1", 4, None, OMITTED)
    assert arguments_from(TYPES, callable_of(LINE), GOOD_LINE) == (line,)
    assert arguments_from(TYPES, callable_of(QUANTITY), "4") == (4,)
    assert arguments_from(TYPES, callable_of(OptionalType(QUANTITY)), "null") == (None,)


def test_several_parameters_take_an_object_by_name_in_any_order() -> None:
    signature = callable_of(QUANTITY, CODE)

    assert arguments_from(TYPES, signature, '{"p2": "TEA-1", "p1": 4}') == (4, "TEA-1")


def test_no_parameter_takes_no_input() -> None:
    assert arguments_from(TYPES, callable_of(), None) == ()
    assert problem("{}").rule == "cli.input_not_taken"
    assert problem("").rule == "cli.input_not_taken"


def test_a_missing_input_is_told_with_what_is_wanted() -> None:
    one, two = problem(None, LINE), problem(None, LINE, QUANTITY)

    assert (one.rule, one.help) == ("cli.input_missing", "give `--input` with a `Line` as JSON")
    assert two.help == 'give `--input` with a JSON object `{"p1": Line, "p2": Quantity}`'


BAD_INPUTS: list[tuple[Type, str, str]] = [
    # No JSON at all.
    (QUANTITY, "", "not JSON"),
    (QUANTITY, "   ", "not JSON"),
    (QUANTITY, "four", "not JSON"),
    (QUANTITY, "4 5", "not JSON"),
    (QUANTITY, "NaN", "`NaN` is no number"),
    (QUANTITY, "-Infinity", "`-Infinity` is no number"),
    (QUANTITY, "04", "not JSON"),
    (QUANTITY, "'4'", "not JSON"),
    (LINE, '{"code": "TEA-1",}', "not JSON"),
    (LINE, '{"code": "TEA-1"', "not JSON"),
    (LINE, "{code: 1}", "not JSON"),
    (LINE, "// line\n{}", "not JSON"),
    (CODE, '"TEA\n1"', "not JSON"),
    (CODE, '"\\x41"', "not JSON"),
    # JSON that no value is.
    (CODE, '"\\ud83d"', "surrogate"),
    (CODE, '"\ud83d"', "surrogate"),
    (CODE, '"\udcff"', "UTF-8"),
    (LINE, '{"code": "A1", "code": "B2", "quantity": 1, "note": null}', "at `code`: the field s"),
    (NamedType("Tree"), '{"children": [' * 200 + "]}" * 200, "nested more than"),
    (QUANTITY, "[" * 100_000, "nested more than"),
    (QUANTITY, "1" * 5_000, "characters"),
    (DECIMAL, "1e999999999999999999999", "exponent"),
    # The wrong type.
    (QUANTITY, '"four"', "integer"),
    (QUANTITY, "4.5", "integer"),
    (QUANTITY, "true", "integer"),
    (QUANTITY, "null", "integer"),
    (QUANTITY, "99999999999999999999", "integer"),
    (DECIMAL, '"1,5"', "decimal"),
    (DECIMAL, '"12345678901234567890123456789012345"', "34 digits"),
    (CODE, "12", "string"),
    (LINE, "[]", "an object"),
    (ListType(QUANTITY), "{}", "an array"),
    (primitive(Primitive.BOOL), "1", "`true` or `false`"),
    (primitive(Primitive.UUID), '"not-a-uuid"', "uuid"),
    (primitive(Primitive.INSTANT), '"2026-13-01T00:00:00Z"', "instant"),
    (primitive(Primitive.CALENDAR_DATE), '"2026-02-30"', "calendar_date"),
    (primitive(Primitive.DURATION), '"5 minutes"', "duration"),
    (primitive(Primitive.BYTES), '"%%%"', "base64"),
    (primitive(Primitive.EMAIL), '"nobody"', "email"),
    (primitive(Primitive.ZONE), '"Europe/Atlantis"', "zone"),
    # A broken rule of the type, or the wrong fields.
    (QUANTITY, "0", "`min: 1`"),
    (QUANTITY, "1001", "`max: 1000`"),
    (CODE, '"A"', "`min_length: 2`"),
    (CODE, '"tea"', "`pattern: [A-Z0-9-]+`"),
    (LINE, '{"code": "TEA-1", "quantity": 4}', "at `note`: the field is missing"),
    (LINE, GOOD_LINE.replace("}", ', "colour": 1}'), "at `colour`: there is no such field"),
    (LINE, GOOD_LINE.replace("}", ', "gift": null}'), "at `gift`: "),
    (LINE, GOOD_LINE.replace("4", "0"), "at `quantity`: breaks the rule `min: 1`"),
    (ListType(LINE), f"[{GOOD_LINE}, {GOOD_LINE.replace('4', '-1')}]", "at `[1].quantity`: "),
    (MapType(CODE, QUANTITY), '{"TEA-1": 0}', 'at `["TEA-1"]`: '),
    (MapType(CODE, QUANTITY), '{"tea": 1}', 'at `["tea"]`: '),
    (SetType(QUANTITY), "[1, 2, 1]", "at `[2]`: the member stands twice"),
    # Enums.
    (NamedType("Colour"), '"blue"', "one of `red`, `green`"),
    (NamedType("Colour"), '{"tag": "red"}', "one of"),
    (STATUS, '"paid"', 'an object `{"tag": "paid", …}`'),
    (STATUS, '{"tag": "paid"}', "at `at`: the field is missing"),
    (STATUS, '{"tag": "shut", "at": "2026-01-01T00:00:00Z"}', "at `tag`: "),
    (STATUS, '{"at": "2026-01-01T00:00:00Z"}', "at `tag`: "),
    (STATUS, '{"tag": 3}', "at `tag`: "),
    (STATUS, '{"tag": "paid", "at": "2026-01-01T00:00:00Z", "by": 1}', "at `by`: "),
]


@pytest.mark.parametrize(("type_", "text", "words"), BAD_INPUTS)
def test_json_that_does_not_fit_is_told_with_its_place_and_rule(
    type_: Type, text: str, words: str
) -> None:
    found = problem(text, type_)

    assert found.rule == "cli.input_invalid"
    assert words in found.summary
    assert len(found.summary) < 300


def test_the_place_in_one_of_several_parameters_begins_with_its_name() -> None:
    found = problem('{"p1": 4, "p2": {"code": "TEA-1", "quantity": 0, "note": null}}', INT, LINE)

    assert "at `p2.quantity`: breaks the rule `min: 1`" in found.summary


def test_a_missing_and_an_unknown_parameter_are_told() -> None:
    assert "at `p2`: the field is missing" in problem('{"p1": 4}', INT, INT).summary
    assert "at `p3`: there is no" in problem('{"p1": 4, "p2": 4, "p3": 4}', INT, INT).summary


@given(st.text() | st.binary().map(os.fsdecode) | JSON.map(json.dumps))
@settings(max_examples=300)
def test_any_text_is_an_argument_or_a_problem(text: str) -> None:
    for type_ in (QUANTITY, LINE, STATUS, ListType(LINE), MapType(CODE, DECIMAL)):
        found = arguments_from(TYPES, callable_of(type_), text)

        assert isinstance(found, tuple) or found.rule == "cli.input_invalid"
