"""What holds for every program: formatting keeps its meaning, its tokens and its comments."""

import re
from pathlib import Path
from random import Random

import pytest
from scattered import scattered, with_long_names

from jadpo.check import check_project
from jadpo.format import Formatted, NotFormatted, format_source
from jadpo.ir.printer import print_program
from jadpo.source import Source
from jadpo.syntax import parse
from jadpo.syntax.tokenizer import tokenize

TREE = Path(__file__).parents[2]
PROGRAMS = sorted(
    path
    for folder in ("corpus", "examples", "scripts/programs", "tests/syntax/programs")
    for path in (TREE / folder).rglob("*.jadpo")
)
CHECKED = [path for path in PROGRAMS if not {"reject", "several", "syntax"} & set(path.parts)]


def read(path: Path) -> Source:
    """The program in a file; the test is skipped where it has mistakes in its syntax."""
    source = Source(path.name, path.read_bytes().decode("utf-8"))
    if parse(source).diagnostics:
        assert isinstance(format_source(source), NotFormatted)
        pytest.skip("the file has mistakes in its syntax")
    return source


def formatted(source: Source) -> Source:
    result = format_source(source)
    assert isinstance(result, Formatted), result
    return Source(source.path, result.text)


def words_of(source: Source) -> list[str]:
    """The tokens, without commas that end a list."""
    texts = [token.text for token in tokenize(source).tokens.tokens]
    return [
        text
        for text, following in zip(texts, [*texts[1:], ""], strict=True)
        if not (text == "," and following in (")", "]", "}"))
    ]


def comments_of(source: Source) -> list[tuple[str, str, str]]:
    """The comments with the tokens they stand between; commas aside, which separate anyway."""
    tokens = tokenize(source).tokens
    texts = [token.text for token in tokens.tokens]
    found = []
    for start, end, before in tokens.comments:
        left = next((text for text in reversed(texts[:before]) if text != ","), "")
        right = next((text for text in texts[before:] if text != ","), "")
        found.append((source.text[start:end].rstrip(), left, right))
    return found


def lines_of(source: Source) -> list[str]:
    return [line for line in source.text.splitlines() if line]


def assert_kept(before: Source, after: Source) -> None:
    """Everything that formatting promises of one file."""
    assert parse(after).diagnostics == ()
    assert words_of(after) == words_of(before)
    assert comments_of(after) == comments_of(before)
    again = format_source(after)
    assert isinstance(again, Formatted)
    assert again.text == after.text
    assert not re.search(r"[ \r]$|\n\n\n|\A\n|\n\n\Z", after.text, re.MULTILINE)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(TREE)))
def test_twice_is_once_and_nothing_is_lost(path: Path) -> None:
    source = read(path)

    assert_kept(source, formatted(source))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(TREE)))
def test_the_layout_depends_on_the_tree_alone(path: Path) -> None:
    """Empty lines aside, of which one is kept where there was one."""
    source = read(path)
    canonical = formatted(source)

    other = formatted(scattered(source, Random(path.name)))

    assert lines_of(other) == lines_of(canonical)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(TREE)))
@pytest.mark.parametrize("often", [0.02, 0.3])
def test_comments_anywhere_are_kept_where_they_are(path: Path, often: float) -> None:
    source = scattered(read(path), Random(f"{path.name} {often}"), comments=often)

    assert_kept(source, formatted(source))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(TREE)))
def test_names_that_do_not_fit_change_nothing_of_that(path: Path) -> None:
    longer = with_long_names(read(path))
    if parse(longer).diagnostics:
        pytest.skip("a name of the syntax was made longer")
    source = scattered(longer, Random(path.name), comments=0.01)

    assert_kept(source, formatted(source))


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: str(path.relative_to(TREE)))
def test_the_meaning_is_the_same(path: Path) -> None:
    sources = project_of(path)

    assert ir_of([formatted(source) for source in sources]) == ir_of(sources)


def project_of(path: Path) -> list[Source]:
    """The file as a project of its own; with a ``module`` line, that of its folder.

    Two versions of the program that is simulated are each one project with what they share.
    """
    source = read(path)
    if path.parent.name == "mixed" and path.stem != "before":
        other = "now" if path.stem == "common" else "common"
        return [source, read(path.with_stem(other))]
    if not re.search(r"^module ", source.text, re.MULTILINE):
        return [source]
    return [read(each) for each in sorted(path.parent.glob("*.jadpo"))]


def ir_of(sources: list[Source]) -> str:
    """The printed IR without positions."""
    program = check_project(sources, "program").program
    assert program is not None
    return print_program(program)
