"""How diagnostics look: at a terminal of any width, in a pipe, as JSON."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from jadpo.diagnostics import Diagnostic, Diagnostics, Edit, Related
from jadpo.diagnostics.excerpt import excerpt
from jadpo.diagnostics.json_form import diagnostics_as_json
from jadpo.diagnostics.plain import plain_line
from jadpo.diagnostics.terminal import print_diagnostics
from jadpo.diagnostics.visible import visible
from jadpo.source import Source

SOURCE = Source(
    "shop/order.jadpo",
    "action place(input: PlaceOrder) -> Order {\n"
    '    return input.ordr_id + "漢字" + other // a comment that makes the line long\n'
    "\tbroken \x1b[31mred\n"
    "}\n",
)


def diagnostic(wanted: str, length: int | None = None, **more: object) -> Diagnostic:
    start = SOURCE.text.index(wanted)
    end = start + (len(wanted) if length is None else length)
    return Diagnostic(
        rule="syntax.nul_character",
        span=SOURCE.span(start, end),
        summary=f"`{wanted}` is no field of `PlaceOrder`",
        why="`PlaceOrder` has the fields `order_id` and `quantity`",
        help="did you mean `order_id`?",
        **more,  # type: ignore[arg-type]  # edits and related, as the tests give them
    )


def shown(one: Diagnostic, width: int = 80, *, colour: bool = False) -> str:
    stream = io.StringIO()
    console = Console(
        file=stream, width=width, force_terminal=colour, color_system="standard" if colour else None
    )
    print_diagnostics(console, Diagnostics([one]), {SOURCE.path: SOURCE})
    return stream.getvalue()


def underlined(rendered: str) -> str:
    """What stands above the carets."""
    lines = rendered.splitlines()
    at = next(i for i, line in enumerate(lines) if "^" in line)
    carets = lines[at]
    cells = ""
    for character in lines[at - 1]:
        cells += character.ljust(cell_len(character), "\0")
    return cells[carets.index("^") : carets.rindex("^") + 1].replace("\0", "")


def test_a_terminal_shows_the_line_underlined_with_why_and_help() -> None:
    assert [line.rstrip() for line in shown(diagnostic("ordr_id"), 90).splitlines()] == [
        "error[syntax.nul_character]: `ordr_id` is no field of `PlaceOrder`",
        "  ─ shop/order.jadpo:2:18",
        ' 2 │     return input.ordr_id + "漢字" + other // a comment that makes the line long',
        "   │                  ^^^^^^^",
        "  why   `PlaceOrder` has the fields `order_id` and `quantity`.",
        "  help  Did you mean `order_id`?",
        "",
    ]


def test_edits_and_related_places_are_shown() -> None:
    place = SOURCE.text.index("ordr_id")
    one = diagnostic(
        "ordr_id",
        edits=(Edit(SOURCE.span(place, place + 7), "order_id"),),
        related=(Related(SOURCE.span(20, 30), "`PlaceOrder` is named here"),),
    )

    rendered = shown(one)

    assert "edit  replace `ordr_id` with `order_id` at line 2, column 18" in rendered
    assert "see   `PlaceOrder` is named here." in rendered
    assert "shop/order.jadpo:1:21" in rendered
    assert "----------" in rendered


@pytest.mark.parametrize(
    ("end", "replacement", "words"),
    [(0, "x", "insert `x` at"), (7, "", "delete `ordr_id` at"), (7, "y", "replace `ordr_id` with")],
)
def test_an_edit_is_said_in_words(end: int, replacement: str, words: str) -> None:
    place = SOURCE.text.index("ordr_id")
    edit = Edit(SOURCE.span(place, place + end), replacement)

    assert words in shown(diagnostic("ordr_id", edits=(edit,)))


@pytest.mark.parametrize("width", [200, 80, 60, 40, 30, 24])
@pytest.mark.parametrize("wanted", ["return", "ordr_id", "other", "long"])
def test_the_underline_stands_under_the_name_at_any_width(wanted: str, width: int) -> None:
    assert underlined(shown(diagnostic(wanted), width)) == wanted


@pytest.mark.parametrize("width", [1, 2, 5, 10, 20])
def test_the_narrowest_terminal_does_not_fail(width: int) -> None:
    assert "^" in shown(diagnostic("ordr_id"), max(width, 14))
    assert shown(diagnostic("ordr_id"), width)


def test_no_source_line_is_wider_than_the_terminal() -> None:
    lines = shown(diagnostic("other"), 40).splitlines()

    assert max(cell_len(line) for line in lines) <= 40


def test_a_span_of_several_lines_is_underlined_to_the_end_of_its_first() -> None:
    assert underlined(shown(diagnostic("PlaceOrder)", 60))) == "PlaceOrder) -> Order {"


def test_an_empty_span_at_the_end_of_a_line_has_one_caret_after_it() -> None:
    rendered = shown(diagnostic("\n", 0))

    assert rendered.splitlines()[3].endswith(f"{' ' * 42}^")


def test_an_empty_span_at_the_end_of_the_file_is_shown() -> None:
    end = len(SOURCE.text)
    one = Diagnostic("syntax.nul_character", SOURCE.span(end, end), "s", "w", "h")

    assert "shop/order.jadpo:5:1" in shown(one)


def test_colour_only_where_the_terminal_has_it() -> None:
    assert "\x1b[" not in shown(diagnostic("ordr_id"))
    assert "\x1b[1;31merror" in shown(diagnostic("ordr_id"), colour=True)


def test_no_character_of_a_program_reaches_the_terminal_as_a_command() -> None:
    one = diagnostic("broken")

    assert "\x1b" not in shown(one)
    assert "broken \\u{1b}[31mred" in shown(one)


def test_markup_of_the_terminal_library_has_no_meaning() -> None:
    one = Diagnostic("syntax.nul_character", None, "[red]x[/red] :smile:", "[b]w", "h")

    assert "[red]x[/red] :smile:" in shown(one)
    assert "[b]w" in shown(one)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain", "plain"),
        ("é 漢 😀", "é 漢 😀"),
        ("a\tb", "a b"),
        ("a\nb", "a\\u{a}b"),
        ("\x1b[2J", "\\u{1b}[2J"),
        ("\u202eabc", "\\u{202e}abc"),
        ("\u2028", "\\u{2028}"),
        ("\ud800", "\\u{d800}"),
    ],
)
def test_hidden_characters_are_made_visible(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60), st.integers(8, 40))
def test_an_excerpt_always_fits_and_holds_its_start(
    text: str, start: int, length: int, width: int
) -> None:
    source = Source("a.jadpo", text)
    start = min(start, len(text))
    # A character wider than the window (a long escape) cannot be shown whole.
    if any(len(visible(character)) > 4 for character in text):
        return

    shown_line = excerpt(source, source.span(start, min(start + length, len(text))), width)

    assert cell_len(shown_line.text) <= width
    assert 0 <= shown_line.start < shown_line.end <= width


def test_the_plain_form_is_one_line() -> None:
    assert plain_line(diagnostic("ordr_id")) == (
        "shop/order.jadpo:2:18: error[syntax.nul_character]: `ordr_id` is no field of "
        "`PlaceOrder`. `PlaceOrder` has the fields `order_id` and `quantity`. "
        "Did you mean `order_id`?"
    )
    assert "\n" not in plain_line(Diagnostic("cli.path_missing", None, "a\nb", "w", "h"))


def test_the_json_form_has_every_field_with_both_ends_of_ranges() -> None:
    place = SOURCE.text.index("ordr_id")
    one = diagnostic("ordr_id", edits=(Edit(SOURCE.span(place, place + 7), "order_id"),))

    document = diagnostics_as_json(Diagnostics([one]), {SOURCE.path: SOURCE})

    where = {
        "path": "shop/order.jadpo",
        "start": {"offset": 60, "line": 2, "column": 18},
        "end": {"offset": 67, "line": 2, "column": 25},
    }
    assert document == {
        "diagnostics": [
            {
                "rule": "syntax.nul_character",
                "severity": "error",
                "range": where,
                "summary": "`ordr_id` is no field of `PlaceOrder`",
                "why": "`PlaceOrder` has the fields `order_id` and `quantity`",
                "help": "did you mean `order_id`?",
                "edits": [{"range": where, "replacement": "order_id"}],
                "related": [],
            }
        ],
        "errors": 1,
        "warnings": 0,
    }
    assert json.loads(json.dumps(document)) == document


def test_a_place_in_a_file_not_at_hand_is_named_without_its_line() -> None:
    one = diagnostic("ordr_id")
    stream = io.StringIO()

    print_diagnostics(Console(file=stream, width=80), Diagnostics([one]), {})
    document = diagnostics_as_json(Diagnostics([one]), {})

    assert "shop/order.jadpo:2:18" in stream.getvalue()
    assert "│" not in stream.getvalue()
    assert '"end": {"offset": 67}' in json.dumps(document)


def test_rich_is_not_imported_for_the_plain_and_json_forms() -> None:
    folder = Path(__file__).parents[2] / "jadpo" / "diagnostics"
    users = {path.stem for path in folder.rglob("*.py") if "from rich" in path.read_text("utf-8")}

    assert users == {"excerpt", "terminal"}


def test_where_a_terminal_shows_ascii_alone_the_underline_stands_under_the_escape() -> None:
    source = Source("a.jadpo", 'var x = "é" + size\n')

    shown_line = excerpt(source, source.span(14, 18), 80, ascii_only=True)

    assert shown_line.text[shown_line.start : shown_line.end] == "size"
    assert "\\u{e9}" in shown_line.text
