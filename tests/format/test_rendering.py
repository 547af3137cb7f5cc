"""Documents: what is put on one line, and what follows a comment."""

from jadpo.format.documents import (
    HARD_LINE,
    NOTHING_OR_LINE,
    SPACE_OR_LINE,
    Above,
    Beside,
    Document,
    IfBroken,
    Line,
    group,
    nest,
)
from jadpo.format.rendering import WIDTH, render


def listed(*items: Document) -> Document:
    parts = [part for item in items for part in (SPACE_OR_LINE, item, ",")]
    return group("[", nest(NOTHING_OR_LINE, *parts[1:-1], IfBroken(",")), NOTHING_OR_LINE, "]")


def test_a_group_that_fits_exactly_is_on_one_line() -> None:
    word = "x" * (WIDTH - len("[, y]"))

    assert render(listed(word, "y")) == f"[{word}, y]"
    assert render(listed(f"{word}x", "y")) == f"[\n    {word}x,\n    y,\n]"


def test_what_follows_a_group_in_its_line_counts() -> None:
    word = "x" * (WIDTH - len("[, y]"))

    assert render((listed(word, "y"), ".z")) == f"[\n    {word},\n    y,\n].z"


def test_the_outer_group_is_broken_first() -> None:
    word = "x" * 40

    assert render(listed(listed(word, word), word)) == f"[\n    [{word}, {word}],\n    {word},\n]"


def test_a_hard_line_breaks_every_group_around_it() -> None:
    assert render(listed("a", listed(("b", HARD_LINE, "c")))) == (
        "[\n    a,\n    [\n        b\n        c,\n    ],\n]"
    )


def test_a_comment_beside_ends_its_line_and_does_not_count() -> None:
    word = "x" * (WIDTH - len("[, y]"))

    assert render((listed(word, "y"), Beside("// c"), HARD_LINE, "z")) == (f"[{word}, y] // c\nz")


def test_what_follows_a_comment_hangs_unless_it_closes() -> None:
    assert render(("a", Beside("// c"), " ", "b")) == "a // c\n    b"
    assert render(("a", Beside("// c"), " ", "{")) == "a // c\n{"
    assert render(("a", " ", Above("// c", hangs=True), " ", "b")) == "a\n    // c\n    b"


def test_an_empty_line_has_no_spaces() -> None:
    assert render(nest("a", Line("", hard=True, blank=True), "b")) == "a\n\n    b"
