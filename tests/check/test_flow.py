"""Statements: bindings, assignment, `return`, loops, what is never reached [C7]."""

import pytest

from jadpo.ir import nodes as ir
from tests.support.marked_source import checked, edited, rejected

WORLD = """\
type Count = Int {}
type Name = Text {}
type Line = Object { count: Int }
failure Gone { kind: NotFound  code: "gone" }
"""


def flowing(statements: str, result: str = "Count", fails: str = "") -> str:
    return f"{WORLD}function f(n: Count, line: Line) {fails}-> {result} {{ {statements} }}"


@pytest.mark.parametrize(
    ("statements", "fails"),
    [
        ("if n > 0 { return n } return Count(0)", ""),
        ("if n > 0 { return n } else { return Count(0) }", ""),
        ("if n > 0 { return n } else if n < 0 { return n } else { return Count(0) }", ""),
        ("if n > 0 { return n } reject Gone", "fails Gone "),
        ("while true { if n > 0 { return n } }", ""),
        ("while true { if n > 0 { break } } return n", ""),
        ("match n { 1 => { return n } _ => { return Count(0) } }", ""),
        ("match n { 1 => reject Gone _ => { return Count(0) } }", "fails Gone "),
        ("for i in [1] { if i > n { return n } } return n", ""),
    ],
)
def test_every_path_gives_the_result(statements: str, fails: str) -> None:
    checked(flowing(statements, fails=fails))


@pytest.mark.parametrize(
    "statements",
    [
        "«}",
        "if n > 0 { return n } «}",
        "if n > 0 { return n } else if n < 0 { return n } «}",
        "while n > 0 { return n } «}",
        "while true { break } «}",
        "for i in [1] { return n } «}",
        "match n { 1 => { return n } _ => { } } «}",
    ],
)
def test_a_path_that_falls_off_the_end_is_refused(statements: str) -> None:
    rejected("flow.falls_off", flowing(statements).replace("«} }", "«}»"))


@pytest.mark.parametrize(
    "statements",
    [
        "return n «return Count(1)»",
        "if n > 0 { return n } else { return n } «return Count(1)»",
        "while true { if n > 0 { return n } } «return n»",
        "for i in [1] { break «n_used()» } return n",
        "for i in [1] { continue «n_used() n_used()» } return n",
        "reject Gone «return n»",
    ],
)
def test_what_is_never_reached_is_a_warning(statements: str) -> None:
    fails = "fails Gone " if "Gone" in statements else ""
    marked = "function n_used() -> Unit { }\n" + flowing(statements, fails=fails)

    assert not rejected("flow.unreachable", marked).is_error


def test_mistakes_in_what_is_never_reached_are_told_and_warnings_wait_for_their_end() -> None:
    from tests.support.marked_source import diagnostics_of

    found = diagnostics_of(flowing("return n  return missing"))

    assert [each.rule for each in found] == ["name.unknown"]


@pytest.mark.parametrize(
    "statements",
    [
        "var «unused» = 1 return n",
        "var mut «unused» = 1 unused = 2 return n",
        "if n > 0 { var «unused» = 1 } return n",
    ],
)
def test_a_binding_that_is_never_read_is_a_warning(statements: str) -> None:
    marked = flowing(statements)

    diagnostic = rejected("flow.unused_binding", marked)

    assert not diagnostic.is_error


def test_a_payload_that_is_never_read_is_left_out_of_its_pattern() -> None:
    """`_` is no field of the variant, so it could not stand there."""
    marked = f"""{WORLD}type Status = Enum {{ open paid {{ by: Name  at: Count }} }}
        function f(status: Status) -> Name {{
            return match status {{ Status.open => Name("")  Status.paid {{ by  «at» }} => by }}
        }}"""

    diagnostic = rejected("flow.unused_binding", marked)

    assert "leave it out of the pattern" in diagnostic.help
    assert diagnostic.edits == ()


def test_parameters_and_loop_variables_may_go_unread() -> None:
    checked(flowing("for i in collection.range(0, 3) { } return Count(0)"))


@pytest.mark.parametrize(
    ("rule", "statements", "result"),
    [
        ("flow.return_value", "return «1»", "Unit"),
        ("flow.return_value", "if n > 0 { «return» } return n", "Count"),
        ("type.mismatch", 'return «"x"»', "Line"),
        ("type.needs_construction", "return «1»", "Count"),
        ("flow.not_assignable", "«n» = n return n", "Count"),
        ("flow.not_assignable", "var x = 1 if x > 0 { } «x» = 2 return n", "Count"),
        ("flow.not_assignable", "«line.count» = 2 return n", "Count"),
        ("flow.not_assignable", "«missing» = 2 return n", "Count"),
        ("flow.not_assignable", "for i in [1] { «i» = 2 } return n", "Count"),
        ("type.mismatch", 'var mut x = 1 if x > 0 { } x = «"a"» return n', "Count"),
        ("type.mismatch", 'var x: Int = «"a"» if x > 0 { } return n', "Count"),
        ("flow.outside_loop", "«break» return n", "Count"),
        ("flow.outside_loop", "if n > 0 { «continue» } return n", "Count"),
        ("type.not_a_collection", "for i in «n» { } return n", "Count"),
        ("type.not_a_collection", "for i in «line» { } return n", "Count"),
        ("type.not_a_collection", "for k, v in «[1]» { } return n", "Count"),
        (
            "type.not_a_collection",
            "var m: Map<Text, Int> = collection.empty_map() for k in «m» { } return n",
            "Count",
        ),
        ("flow.result_unused", "«f(n, line)» return n", "Count"),
        ("type.no_value", "var x = «g()» return n", "Count"),
        ("type.no_value", "return «g()»", "Count"),
    ],
)
def test_a_statement_does_what_it_can(rule: str, statements: str, result: str) -> None:
    rejected(rule, "function g() -> Unit { }\n" + flowing(statements, result))


def test_the_edit_of_an_assignment_makes_the_binding_mutable() -> None:
    marked = flowing("var x = 1 if x > 0 { } «x» = 2 return n")

    mended = edited(marked, rejected("flow.not_assignable", marked))

    checked(mended)


def test_the_edit_of_an_unused_result_drops_it() -> None:
    marked = flowing("«f(n, line)» return n")

    checked(edited(marked, rejected("flow.result_unused", marked)))


def test_loops_are_lowered_by_what_they_go_over() -> None:
    program = checked(
        flowing(
            "var m: Map<Text, Int> = collection.empty_map()\n"
            "  for i in collection.range(0, n) { }\n"
            "  for i in [1] { }\n"
            "  for i in collection.set_of([1]) { }\n"
            "  for key, value in m { }\n"
            "  while n > 3 { }",
            "Unit",
        )
    )

    kinds = [type(statement) for statement in program.callables["f"].body]
    assert kinds == [ir.Store, ir.ForRange, ir.ForEach, ir.ForEach, ir.ForEntries, ir.While]


def test_a_value_that_is_dropped_is_evaluated() -> None:
    program = checked(
        flowing("var _ = f(n, line)", "Unit")
        .replace("-> Unit", "-> Unit", 1)
        .replace("var _ = f(n, line)", "var _ = n + 1")
    )

    (statement,) = program.callables["f"].body
    assert isinstance(statement, ir.Evaluate)
