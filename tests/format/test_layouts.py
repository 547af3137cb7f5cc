"""What each rule of layout decides, one behaviour a test."""

import textwrap

import pytest

from jadpo.format import Formatted, NotFormatted, format_source
from jadpo.source import Source


def layout(text: str) -> str:
    result = format_source(Source("a.jadpo", textwrap.dedent(text)))
    assert isinstance(result, Formatted), result
    return result.text


def body_layout(statements: str) -> str:
    """The layout of statements in an action's body, without the action around them."""
    lines = layout(f"action a() -> Unit {{ var _ = 1 {statements} }}").splitlines()
    return textwrap.dedent("\n".join(lines[2:-1]))


def dedented(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


# ---- whole files


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n"])
def test_a_file_with_nothing_in_it_is_empty(text: str) -> None:
    assert layout(text) == ""


def test_a_file_may_hold_comments_only() -> None:
    assert layout("\n\n//! one\n\n\n// two  ") == "//! one\n\n// two\n"


def test_lines_end_in_lf_and_without_spaces() -> None:
    assert layout("type A = Int {\r\n    min: 0 // a\t \r\n}\r\n") == (
        "type A = Int {\n    min: 0 // a\n}\n"
    )


def test_headers_stand_apart_and_keep_their_order() -> None:
    text = "module b import z { B, A } import a { C } type T = Int {}"

    assert layout(text) == ("module b\n\nimport z { B, A }\nimport a { C }\n\ntype T = Int {}\n")


def test_short_declarations_stay_together_and_long_ones_stand_apart() -> None:
    text = """
        type A = Int {}
        type B = Int {}


        type C = Int {}
        action d() -> Unit { var a = 1 return }
        type E = Int {}
    """

    assert (
        layout(text)
        == dedented(
            """
        type A = Int {}
        type B = Int {}

        type C = Int {}

        action d() -> Unit {
            var a = 1
            return
        }

        type E = Int {}
        """
        )
        + "\n"
    )


def test_documentation_is_not_kept_apart_from_what_is_under_it() -> None:
    text = "type A = Object { a: Int\n/// Of b.\n\n\nb: Int }\n/// Of C.\n\ntype C = Int {}"

    assert (
        layout(text)
        == dedented(
            """
        type A = Object {
            a: Int
            /// Of b.
            b: Int
        }

        /// Of C.
        type C = Int {}
        """
        )
        + "\n"
    )


@pytest.mark.parametrize("text", ["type A = Int {", "type A = ;", 'type A = Int { a: "\\q" }'])
def test_a_file_with_mistakes_in_its_syntax_is_not_laid_out(text: str) -> None:
    result = format_source(Source("a.jadpo", text))

    assert isinstance(result, NotFormatted)
    assert len(result.diagnostics) == 1


def test_a_clause_that_stands_twice_keeps_a_file_from_being_laid_out() -> None:
    text = "type A = Int { min: 1 min: 2 }"

    assert isinstance(format_source(Source("a.jadpo", text)), NotFormatted)


# ---- declarations


def test_what_fits_is_on_one_line_with_two_spaces_between_clauses() -> None:
    assert layout("type A=Text{min_length:1 max_length:20}") == (
        "type A = Text { min_length: 1  max_length: 20 }\n"
    )


def test_names_of_variants_are_on_one_line_and_payloads_on_a_line_each() -> None:
    assert layout("type A = Enum {\nopen\npaid\n}") == "type A = Enum { open paid }\n"
    assert (
        layout("type A = Enum { open paid { at: Instant } }")
        == dedented(
            """
        type A = Enum {
            open
            paid { at: Instant }
        }
        """
        )
        + "\n"
    )


def test_an_empty_line_stands_around_the_operations_of_an_entity() -> None:
    text = """
        entity E { id: Uuid { generated: identity }
        a: Int
        identity: id
        persistence { unique: a }
        function f(self: value) -> A { return A(self.a) }
        function g(self: value) -> A { return A(self.a) } }
    """

    assert (
        layout(text)
        == dedented(
            """
        entity E {
            id: Uuid { generated: identity }
            a: Int
            identity: id

            persistence { unique: a }

            function f(self: value) -> A { return A(self.a) }

            function g(self: value) -> A { return A(self.a) }
        }
        """
        )
        + "\n"
    )


def test_a_signature_that_fails_has_a_line_for_each_clause() -> None:
    assert layout("query q(a: A) freshness: authoritative fails F, G -> A { return a }") == (
        dedented(
            """
            query q(a: A)
                freshness: authoritative
                fails F, G
                -> A
            {
                return a
            }
            """
        )
        + "\n"
    )
    assert layout("query q(a: A) freshness: authoritative -> A { return a }") == (
        "query q(a: A) freshness: authoritative -> A { return a }\n"
    )


def test_the_clauses_of_a_block_keep_their_order() -> None:
    text = "schedule s { run: a() every: 15m }"

    assert layout(text) == "schedule s { run: a()  every: 15m }\n"


# ---- statements


@pytest.mark.parametrize(
    "statement",
    [
        "if a { return }",
        "if a { b = 1 } else { b = 2 }",
        "if a { attempt f(1) }",
        "if a {}",
    ],
)
def test_a_short_branch_is_on_one_line(statement: str) -> None:
    assert body_layout(statement.replace(" ", "\n")) == statement


@pytest.mark.parametrize(
    "statement",
    [
        "if a { b = 1  c = 2 }",
        "if a { reject F { a: 1 } }",
        "if a { var b = 1 }",
        "if a { if b { return } }",
        "if a { return } else if b { return }",
        "while a { break }",
        "for a in b { continue }",
        "match a { _ => 1 }",
    ],
)
def test_other_statements_have_lines_of_their_own(statement: str) -> None:
    assert "{\n    " in body_layout(statement)


def test_an_empty_line_between_statements_is_kept_once() -> None:
    assert body_layout("\n\n\n\n a = 1 \n\n\n b = 2 \n c = 3 \n\n") == "\na = 1\n\nb = 2\nc = 3"


def test_a_single_argument_with_brackets_is_held_by_its_call() -> None:
    field = "a_field_with_a_long_name: some_value_with_a_name"
    statement = f"var a = call f(attempt g(B {{ {field} {field} }}))"

    assert body_layout(statement) == dedented(
        f"""
        var a = call f(attempt g(B {{
            {field}
            {field}
        }}))
        """
    )


def test_an_argument_has_its_own_line_where_its_call_does_not_fit_before_it() -> None:
    call, inner = "a" * 60, "b" * 60

    assert body_layout(f"a = {call}({inner}([c]))") == dedented(
        f"""
        a = {call}(
            {inner}([c]),
        )
        """
    )


def test_the_last_comma_is_written_where_the_list_is_broken() -> None:
    names = ", ".join(f"argument_number_{number}" for number in range(6))

    assert body_layout("a = f(b, c,)") == "a = f(b, c)"
    assert body_layout(f"a = f({names})") == dedented(
        """
        a = f(
            argument_number_0,
            argument_number_1,
            argument_number_2,
            argument_number_3,
            argument_number_4,
            argument_number_5,
        )
        """
    )


def test_the_brace_after_a_broken_condition_has_its_own_line() -> None:
    operand = "an_operand_with_a_very_long_name"

    assert body_layout(f"while {operand} and {operand} and {operand} {{ break }}") == dedented(
        f"""
        while {operand}
            and {operand}
            and {operand}
        {{
            break
        }}
        """
    )


def test_one_conflict_follows_the_brace_and_several_stand_below() -> None:
    create = "var e = attempt create Entity { first_field: 1 second_field: 2 third_field: 3 }"
    conflict = "conflict Entity.first_field: Taken { first_field: 1 }"

    assert body_layout(f"{create} {conflict}").endswith(f"\n}} {conflict}")
    assert body_layout(f"{create} {conflict} conflict: Other").endswith(
        f"third_field: 3 }}\n    {conflict}\n    conflict: Other"
    )


# ---- expressions


@pytest.mark.parametrize(
    "expression",
    [
        "a - -b",
        "- -1",
        "-a * (-b)",
        "not not a",
        "((a))",
        "(attempt f(a)).b.c",
        "a + (b + c)",
        "(a + b) + c",
        "a exists == b.c supplied",
        "1_000 + 0_0",
        "12.50",
        '"a\\u{1F600}\\"\\n//{"',
        "[]",
        "[a, [b], []]",
        "250ms",
        "f()",
        "none",
    ],
)
def test_expressions_are_kept_as_they_are(expression: str) -> None:
    assert body_layout(f"a = {expression}") == f"a = {expression}"


def test_operators_of_one_level_are_broken_together() -> None:
    operand = "an_operand_with_a_long_name"

    assert body_layout(f"a = {operand} + {operand} * 2 - {operand} + {operand}") == dedented(
        f"""
        a = {operand}
            + {operand} * 2
            - {operand}
            + {operand}
        """
    )


def test_a_list_of_literals_is_filled_and_any_other_has_a_line_for_each() -> None:
    numbers = ", ".join(str(number) for number in range(1000, 1030))

    filled = body_layout(f"a = [{numbers}]").splitlines()
    others = body_layout(f"a = [{numbers}, b]").splitlines()

    assert (len(filled), len(others)) == (4, 33)
    assert filled[-1] == others[-1] == "]"
    assert filled[-2].endswith(" 1029,")


def test_a_text_that_does_not_fit_after_its_name_is_moved_below() -> None:
    text = '"' + "x" * 88 + '"'

    assert body_layout(f"some_name = {text}") == f"some_name =\n    {text}"


# ---- nesting


def test_the_deepest_nesting_allowed_is_laid_out() -> None:
    calls = "A(" * 95 + "1" + ")" * 95

    assert f"return {calls}".replace("(", "").replace(")", "") in (
        layout(f"function f() -> A {{ return {calls} }}")
        .replace("\n", "")
        .replace("  ", "")
        .replace("(", "")
        .replace(")", "")
        .replace(",", "")
    )


def test_a_long_dotted_name_and_a_long_sum_are_laid_out() -> None:
    path = "a" + ".b" * 2_000

    assert body_layout(f"a = {path}") == f"a =\n    {path}"
    assert body_layout("a = " + " + ".join(["b"] * 150)).count("\n") == 149
