"""Calls of the standard library: overloads, options, functions by name (language.md §11)."""

import pytest

from jadpo.ir import nodes as ir
from tests.support.marked_source import checked, edited, rejected

WORLD = """\
type Number = Int {}
type Price = Decimal {}
type Name = Text {}
type Flag = Bool {}
type Person = Object { name: Name  age: Number  nick: Name? }
function doubled(n: Number) -> Number { return Number(n * 2) }
function is_big(n: Number) -> Flag { return Flag(n > 9) }
function age_of(p: Person) -> Number { return p.age }
function two(a: Number, b: Number) -> Number { return Number(a + b) }
function risky(n: Number) fails InvalidValue -> Number {
  var _ = attempt Small(n)
  return n
}
type Small = Int { max: 1 }
action act(n: Number) -> Number { return n }
"""
PARAMETERS = (
    "n: Number, p: Price, t: Name, xs: List<Number>, ps: List<Price>, ns: List<Name>, o: Name?"
)


def calling(expression: str) -> str:
    return f"{WORLD}function f({PARAMETERS}) -> Unit {{ var _ = {expression} }}"


@pytest.mark.parametrize(
    ("expression", "key"),
    [
        ("text.length(t)", "text.length"),
        ("text.of(n)", "text.of"),
        ('text.pad_start(t, 5, "0")', "text.pad_start"),
        ('text.matches(t, "[a-z]+")', "text.matches"),
        ("numeric.absolute(n)", "numeric.absolute(Int)"),
        ("numeric.absolute(p)", "numeric.absolute(Decimal)"),
        ("numeric.minimum(3, p)", "numeric.minimum(Decimal)"),
        ("numeric.minimum(n, 3)", "numeric.minimum(Int)"),
        ("numeric.round(p, places: 2)", "numeric.round"),
        ("numeric.round(3, places: n, mode: half_up)", "numeric.round"),
        ("numeric.to_decimal(n)", "numeric.to_decimal"),
        ("collection.append(xs, n)", "collection.append"),
        ("collection.append(ps, 1)", "collection.append"),
        ("collection.map(xs, with: doubled)", "collection.map"),
        ("collection.filter(xs, where: is_big)", "collection.filter"),
        ("collection.concat(xs, [1])", "collection.concat"),
        ('collection.index_of(ns, "a")', "collection.index_of"),
        ("temporal.of_seconds(n)", "temporal.of_seconds"),
        ("bytes.of_text(t)", "bytes.of_text"),
    ],
)
def test_the_overload_that_fits_is_called(expression: str, key: str) -> None:
    (statement,) = checked(calling(expression)).callables["f"].body
    assert isinstance(statement, ir.Evaluate)
    assert isinstance(statement.value, ir.LibraryCall)

    assert statement.value.operation == key


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        ("collection.append(xs, 5)", "List<Int>"),
        ("collection.append(xs, n)", "List<Number>"),
        ("collection.first(xs)", "Number?"),
        ("collection.map(xs, with: doubled)", "List<Number>"),
        ("collection.sum(xs)", "Int"),
        (
            "collection.sort_by([Person { name: t  age: n  nick: none }], key: age_of)",
            "List<Person>",
        ),
        ("collection.put(collection.empty_map(), t, n)", "Map<Name, Number>"),
        ("collection.set_of(ns)", "Set<Name>"),
        ('text.split(t, ",")', "List<Text>"),
        ("text.trim(t)", "Text"),
        ("text.parse_int(t)", "Int?"),
    ],
)
def test_a_result_has_the_type_that_the_arguments_decide(expression: str, type_: str) -> None:
    (statement,) = checked(calling(expression)).callables["f"].body
    assert isinstance(statement, ir.Evaluate)

    assert str(statement.value.type) == type_


def test_options_are_filled_in_in_order() -> None:
    (statement,) = checked(calling("numeric.round(p, places: 2)")).callables["f"].body
    assert isinstance(statement, ir.Evaluate)
    assert isinstance(statement.value, ir.LibraryCall)
    _, places, mode = statement.value.arguments

    assert isinstance(places, ir.Constant)
    assert isinstance(mode, ir.Constant)
    assert (places.value, mode.value) == (2, "half_even")


@pytest.mark.parametrize(
    ("rule", "expression"),
    [
        ("type.library_argument", "text.trim(«n»)"),
        ("type.library_argument", "text.contains(t, «n»)"),
        ("type.library_argument", "numeric.absolute(«t»)"),
        ("type.library_argument", "numeric.minimum(n, «p»)"),
        ("type.library_argument", "collection.append(xs, «t»)"),
        ("type.library_argument", "collection.count(«n»)"),
        ("type.library_argument", "collection.sort([«»[1]])".replace("«»", "")),
        ("type.library_argument", "numeric.round(p, places: 2, mode: «halfeven»)"),
        ("type.library_argument", "numeric.round(p, places: «t»)"),
        ("type.library_argument", "collection.map(ns, with: «doubled»)"),
        ("type.library_argument", "collection.filter(xs, where: «doubled»)"),
        ("type.may_be_none", "text.trim(«o»)"),
        ("type.argument_count", "«text.trim(t, t)»"),
        ("type.argument_count", "«text.trim()»"),
        ("type.argument_count", "«numeric.round(p)»"),
        ("type.argument_named", "text.trim(«value»: t)"),
        ("type.argument_named", "numeric.round(p, places: 2, «modes»: up)"),
        ("type.argument_named", "numeric.round(p, places: 2, «places»: 3)"),
        ("type.argument_named", "numeric.round(«places»: 2, p)"),
        ("type.function_by_name", "collection.map(xs, with: «act»)"),
        ("type.function_by_name", "collection.map(xs, with: «two»)"),
        ("type.function_by_name", "collection.map(xs, with: «risky»)"),
        ("type.function_by_name", "collection.map(xs, with: «dobled»)"),
        ("type.function_by_name", "collection.map(xs, with: «1»)"),
        ("name.unknown_operation", "text.«trimm»(t)"),
        ("name.unknown_operation", "text.«absolute»(n)"),
        ("pattern.not_literal", "text.matches(t, «t»)"),
        ("pattern.invalid", 'text.matches(t, «"("»)'),
        ("name.unknown", "text.trim(«tt»)"),
    ],
)
def test_a_call_that_fits_no_signature_is_refused(rule: str, expression: str) -> None:
    marked = calling(expression)
    if "«" not in marked:
        marked = marked.replace("[[1]]", "«[[1]]»")
    rejected(rule, marked)


def test_an_operation_of_another_namespace_is_found() -> None:
    marked = calling("text.«absolute»(n)")

    assert "numeric.absolute(n)" in edited(marked, rejected("name.unknown_operation", marked))


def test_empty_collections_take_their_type_from_the_context() -> None:
    checked(
        f"{WORLD}type Names = Object {{ all: List<Name> }}\n"
        f"function f({PARAMETERS}) -> List<Name> {{\n"
        "  var mut a: Set<Number> = collection.empty_set()  a = collection.add(a, n)\n"
        "  for x in a { }\n"
        "  var b = Names { all: collection.empty_list() }  for y in b.all { }\n"
        "  return collection.empty_list()\n}"
    )


def test_elements_that_may_be_none_are_not_given_out() -> None:
    rejected(
        "type.library_argument",
        f"{WORLD}function f(xs: List<Name?>) -> Unit {{ var _ = collection.first(«xs») }}",
    )


def test_a_function_by_name_is_a_reference_in_the_ir() -> None:
    (statement,) = checked(calling("collection.map(xs, with: doubled)")).callables["f"].body
    assert isinstance(statement, ir.Evaluate)
    assert isinstance(statement.value, ir.LibraryCall)

    assert isinstance(statement.value.arguments[1], ir.FunctionReference)
