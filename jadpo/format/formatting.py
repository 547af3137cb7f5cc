"""Source -> the same program in the canonical layout."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import NamedTuple

from jadpo.diagnostics import Diagnostic
from jadpo.format.comments import Comments
from jadpo.format.concrete import Tree, first_token, last_token, top_level_trees
from jadpo.format.page import Page
from jadpo.format.rendering import render
from jadpo.format.rules import RULES
from jadpo.source import Source
from jadpo.syntax import parse
from jadpo.syntax.tokenizer import tokenize
from jadpo.syntax.tokens import Tokens
from jadpo_runtime.values.internal_error import InternalError

_CALLS_AT_MOST = 3_000
"""Calls active at once: laying out a declaration of the deepest nesting that is allowed takes up
to 1,200 (measured with calls in calls)."""

_CLOSERS = frozenset(")]}")

_HEADERS = frozenset({"import", "module"})


class Formatted(NamedTuple):
    """The canonical layout of a source that has no mistakes in its syntax."""

    text: str


class NotFormatted(NamedTuple):
    """The mistakes in a source that keep it from being laid out."""

    diagnostics: tuple[Diagnostic, ...]


def format_source(source: Source) -> Formatted | NotFormatted:
    """Lay a file out. Only white space and commas at the ends of lists change.

    That is verified of each result, since it takes the place of what a person has written: raises
    InternalError if something else had changed.
    """
    parsed = parse(source)
    if parsed.diagnostics:
        return NotFormatted(parsed.diagnostics)
    tokens = tokenize(source).tokens
    comments = Comments(source, tokens)
    page = Page(source, comments, RULES)
    with _calls_at_most(_CALLS_AT_MOST):
        text = _file(page, top_level_trees(source, tokens))
    written = tokenize(Source(source.path, text)).tokens
    if not comments.all_taken() or _words(written) != _words(tokens):
        raise InternalError(f"the layout of {source.path} would not keep its tokens and comments")
    return Formatted(text)


def _words(tokens: Tokens) -> list[str]:
    """The tokens without the commas that end a list."""
    texts = [token.text for token in tokens.tokens]
    return [
        text
        for text, following in zip_longest(texts, texts[1:], fillvalue="")
        if text != "," or following not in _CLOSERS
    ]


def _file(page: Page, trees: list[Tree]) -> str:
    """The parts of a file with one empty line between them.

    Between two that take one line each, the empty line is there if it was there before.
    """
    lines: list[str] = []
    previous: _Part | None = None
    for tree in trees:
        start = first_token(tree)
        above = page.comments.take_above(start)
        beside = page.comments.take_beside(last_token(tree))
        gaps = page.gaps(above, start)
        laid_out = render(page.of(tree))
        part = _Part(tree.alias, "\n" in laid_out)
        if previous is not None and _are_apart(previous, part) and not any(gaps):
            gaps[0] = True
        previous = part
        if beside is not None:
            laid_out += f" {beside.text}"
        for text, gap in zip((*(each.text for each in above), laid_out), gaps, strict=True):
            lines += ("", text) if gap and lines else (text,)
    for comment in page.comments.take_at_end():
        gap = page.is_after_empty_line(comment.start)
        lines += ("", comment.text) if gap and lines else (comment.text,)
    return "".join(f"{line}\n" for line in lines)


class _Part(NamedTuple):
    """What kind of part it is, and whether it takes several lines."""

    alias: str
    is_long: bool


def _are_apart(one: _Part, next_one: _Part) -> bool:
    """Whether an empty line must stand between two parts."""
    if one.alias in _HEADERS:
        return next_one.alias != one.alias
    return one.is_long or next_one.is_long


@contextmanager
def _calls_at_most(number: int) -> Iterator[None]:
    """Let at least that many calls be active at once. They are calls of Python only, no C."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, number))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
