"""`match` on values: exhaustive, with patterns that fit, arms that meet in one type [C2]."""

import pytest

from jadpo.ir import nodes as ir
from tests.support.marked_source import checked, edited, rejected

WORLD = """\
type Status = Enum { open  paid { by: Name  cents: Count }  closed }
type Colour = Enum { red green }
type Name = Text {}
type Count = Int {}
type Money = Decimal {}
type Flag = Bool {}
type Shade = Colour {}
"""


def matching(subject: str, arms: str, result: str = "Name") -> str:
    return f"{WORLD}function f(x: {subject}) -> {result} {{ return match x {{ {arms} }} }}"


@pytest.mark.parametrize(
    ("subject", "arms"),
    [
        ("Status", 'Status.open => Name("") Status.paid { by } => by Status.closed => Name("c")'),
        ("Status", 'Status.paid { cents by } => Name(by + text.of(cents)) _ => Name("")'),
        ("Status", 'Status.paid => Name("") Status.open => Name("") Status.closed => Name("")'),
        ("Shade", 'Colour.red => Name("r") Colour.green => Name("g")'),
        ("Flag", 'true => Name("t") false => Name("f")'),
        ("Flag", 'true => Name("t") _ => Name("f")'),
        ("Name?", 'none => Name("") some(found) => found'),
        ("Name?", 'some(_) => Name("x") none => Name("")'),
        ("Name?", 'some(found) => found _ => Name("")'),
        ("Count", '1 => Name("one") 2 => Name("two") _ => Name("many")'),
        ("Name", '"a" => Name("x") "b" => Name("y") _ => x'),
        ("Money", '1 => Name("x") 2.50 => Name("y") _ => Name("z")'),
        ("Duration", '5m => Name("x") _ => Name("z")'),
        ("Colour", '_ => Name("")'),
    ],
)
def test_a_match_covers_every_case(subject: str, arms: str) -> None:
    checked(matching(subject, arms))


@pytest.mark.parametrize(
    ("subject", "arms", "missing"),
    [
        ("Status", 'Status.open => Name("")', ("Status.paid { by cents }", "Status.closed")),
        ("Colour", 'Colour.red => Name("")', ("Colour.green",)),
        ("Flag", 'true => Name("")', ("false",)),
        ("Name?", 'none => Name("")', ("some(value)",)),
        ("Name?", "some(found) => found", ("none",)),
        ("Count", '1 => Name("")', ("final `_`",)),
        ("Name", '"a" => Name("")', ("final `_`",)),
    ],
)
def test_a_case_without_an_arm_is_named(subject: str, arms: str, missing: tuple[str, ...]) -> None:
    marked = matching(subject, arms).replace("match x", "«match» x")

    diagnostic = rejected("flow.not_exhaustive", marked)

    for each in missing:
        assert each in diagnostic.summary


@pytest.mark.parametrize(
    ("rule", "subject", "arms"),
    [
        ("flow.pattern", "Colour", '«red» => Name("") Colour.green => Name("")'),
        ("flow.pattern", "Colour", '«Status.open» => Name("") _ => Name("")'),
        ("flow.pattern", "Colour", '«none» => Name("") _ => Name("")'),
        ("flow.pattern", "Colour", '«"red"» => Name("") _ => Name("")'),
        ("flow.pattern", "Count", '«"1"» => Name("") _ => Name("")'),
        ("flow.pattern", "Count", '«some(a)» => Name("") _ => Name("")'),
        ("flow.pattern", "Name?", '«"a"» => Name("") _ => Name("")'),
        ("flow.pattern", "Flag", '«1» => Name("") _ => Name("")'),
        ("type.unknown_variant", "Colour", 'Colour.«blue» => Name("") _ => Name("")'),
        ("type.unknown_field", "Status", 'Status.paid { «to» } => Name("") _ => Name("")'),
        ("flow.arm_repeated", "Count", '1 => Name("") «1» => Name("") _ => Name("")'),
        ("flow.arm_repeated", "Flag", 'true => Name("") «true» => Name("") _ => Name("")'),
        ("flow.arm_repeated", "Money", '1.0 => Name("") «1.00» => Name("") _ => Name("")'),
        ("flow.arm_after_wildcard", "Count", '_ => Name("") «1» => Name("")'),
        ("flow.match_subject", "List<Name>", '_ => Name("")'),
    ],
)
def test_a_pattern_fits_what_is_matched(rule: str, subject: str, arms: str) -> None:
    marked = matching(subject, arms)
    if "«" not in marked:
        marked = marked.replace("match x", "match «x»")
    rejected(rule, marked)


def test_a_bare_variant_is_written_with_its_enum() -> None:
    marked = matching("Colour", '«red» => Name("") _ => Name("")')

    assert "Colour.red =>" in edited(marked, rejected("flow.pattern", marked))


def test_the_arms_widen_to_the_type_of_one() -> None:
    """[F4]"""
    checked(
        f"{WORLD}entity E {{ id: Int  name: Name  identity: id }}\n"
        "function f(c: Colour, a: E.name, b: Name) -> Name? {\n"
        "  var x = match c { Colour.red => a  Colour.green => b }\n"
        "  var y = match c { Colour.red => none  Colour.green => x }\n"
        "  return y\n}"
    )


def test_arms_of_two_types_are_refused() -> None:
    """[F4]"""
    rejected(
        "type.arms",
        f"{WORLD}function f(c: Colour, a: Name, b: Count) -> Unit {{\n"
        "  var x = match c { Colour.red => a  Colour.green => «b» }\n  if x == x { }\n}",
    )


def test_arms_that_leave_have_no_type() -> None:
    checked(
        f'{WORLD}failure Gone {{ kind: NotFound  code: "gone" }}\n'
        "function f(s: Status) fails Gone -> Name {\n"
        "  for i in [1] {\n"
        "    var x = match s {\n"
        "      Status.open => reject Gone\n"
        "      Status.paid { by } => by\n"
        "      Status.closed => { continue }\n"
        "    }\n"
        "    return x\n  }\n"
        '  return Name("")\n}'
    )


def test_an_arm_that_is_a_block_has_no_value() -> None:
    rejected("flow.arm_without_value", matching("Colour", 'Colour.red => { «}» _ => Name("")'))


def test_a_match_as_a_statement_needs_no_values() -> None:
    checked(
        f"{WORLD}action send(name: Name) -> Unit {{ }}\n"
        "action f(s: Status) -> Unit {\n"
        "  match s { Status.open => { } Status.paid { by } => send(by) Status.closed => { } }\n}"
    )


def test_a_result_that_an_arm_drops_is_refused() -> None:
    rejected(
        "flow.result_unused",
        f'{WORLD}function g() -> Name {{ return Name("") }}\n'
        "function f(c: Colour) -> Unit { match c { Colour.red => «g()» _ => { } } }",
    )


def test_a_binding_of_a_pattern_that_is_never_read_is_a_warning() -> None:
    rejected(
        "flow.unused_binding", matching("Status", 'Status.paid { «by» } => Name("") _ => Name("")')
    )


def test_what_every_arm_leaves_is_never_passed() -> None:
    rejected(
        "flow.unreachable",
        f"{WORLD}function f(c: Colour) -> Name {{\n"
        '  match c { Colour.red => { return Name("r") } Colour.green => { return Name("g") } }\n'
        '  «return Name("")»\n}',
    )


def test_cases_and_slots_in_the_ir() -> None:
    program = checked(
        matching("Status", 'Status.paid { cents } => Name(text.of(cents)) _ => Name("")')
    )
    (returned,) = program.callables["f"].body
    assert isinstance(returned, ir.Return)
    found = returned.value
    assert isinstance(found, ir.Match)

    assert not found.plain
    assert [arm.case for arm in found.arms] == [ir.VariantCase("paid", ((1, 1),)), ir.OtherCase()]
