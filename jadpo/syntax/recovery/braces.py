"""Braces that are missing, or too many: found by counting, or from the indentation."""

from collections.abc import Sequence
from typing import NamedTuple

from jadpo.diagnostics import Diagnostic, Edit, Related
from jadpo.source import Source
from jadpo.syntax.layout import Layout
from jadpo.syntax.nodes import Name
from jadpo.syntax.splitting import PART_WORDS
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokens import Mark, Token

_OPENING_WORDS = PART_WORDS | {
    "each",
    "else",
    "for",
    "if",
    "internal",
    "match",
    "on",
    "operation",
    "persistence",
    "receiving",
    "while",
}


MISTAKES_AT_MOST = 25
"""Mistakes in one piece after which the rest of it is given up: it is probably no Jadpo."""


class Balanced(NamedTuple):
    """Tokens whose braces are balanced, and what was wrong with them."""

    tokens: list[Token]
    kinds: list[Kind]
    diagnostics: list[Diagnostic]


class _Open(NamedTuple):
    """An open brace: where it stands among the tokens, and the first token of its line."""

    at: int
    line_begin: Token


def as_written(source: Source, tokens: Sequence[Token], kinds: Sequence[Kind]) -> Balanced:
    """The tokens as they are."""
    return Balanced(list(tokens), list(kinds), [])


def by_count(source: Source, tokens: Sequence[Token], kinds: Sequence[Kind]) -> Balanced:
    """A `}` with nothing to close is left out; what is open at the end is closed there."""
    balancing = _Balancing(source, tokens, kinds)
    for index, token in enumerate(tokens):
        if token.text == "}" and not balancing.open:
            balancing.leave_out(index)
        else:
            balancing.keep(index)
    balancing.close_all()
    return balancing.balanced()


def by_indentation(source: Source, tokens: Sequence[Token], kinds: Sequence[Kind]) -> Balanced:
    """A block ends before a line that is not indented more than the one that opened it.

    A `}` at the begin of a line closes what was opened on a line of its column. One at the end of a
    line closes nothing if the next line is indented as a part of what it would close.
    """
    layout = Layout(source)
    balancing = _Balancing(source, tokens, kinds)
    for index, token in enumerate(tokens):
        first = layout.is_first(token)
        column = layout.column(token)
        if first and token.text not in ("{", "}"):
            while balancing.open and column <= layout.column(balancing.open[-1].line_begin):
                balancing.close_before(index)
        if token.text == "}" and first:
            while len(balancing.open) > 1 and column < layout.column(balancing.open[-1].line_begin):
                balancing.close_before(index)
            if not balancing.open or column > layout.column(balancing.open[-1].line_begin):
                balancing.leave_out(index)
                continue
        if token.text == "}" and (not balancing.open or balancing.goes_on_after(index)):
            balancing.leave_out(index)
        else:
            balancing.keep(index)
    balancing.close_all()
    return balancing.balanced()


class _Balancing:
    """Tokens on their way to be balanced."""

    def __init__(self, source: Source, tokens: Sequence[Token], kinds: Sequence[Kind]) -> None:
        self.open: list[_Open] = []
        self._source = source
        self._layout = Layout(source)
        self._written = tokens
        self._written_kinds = kinds
        self._tokens: list[Token] = []
        self._kinds: list[Kind] = []
        self._diagnostics: list[Diagnostic] = []
        self._line_begin: Token | None = None

    def keep(self, index: int) -> None:
        """Take a token over."""
        token = self._written[index]
        if self._line_begin is None or self._layout.is_first(token):
            self._line_begin = token
        if token.text == "{":
            self.open.append(_Open(index, self._line_begin))
        elif token.text == "}":
            self.open.pop()
        self._tokens.append(token)
        self._kinds.append(self._written_kinds[index])

    def goes_on_after(self, index: int) -> bool:
        """Whether the innermost block goes on after a `}` that ends a later line than it began."""
        begin = self.open[-1].line_begin
        token = self._written[index]
        if self._layout.line(begin) == self._layout.line(token) or index + 1 == len(self._written):
            return False
        following = self._written[index + 1]
        return (
            not self._layout.is_first(token)
            and self._layout.is_first(following)
            and self._layout.column(following) > self._layout.column(begin)
        )

    def leave_out(self, index: int) -> None:
        """Leave out a `}` that closes nothing."""
        self._diagnostics.append(stray_brace(self._source, self._written[index]))

    def close_before(self, index: int) -> None:
        """Close the innermost block before a token."""
        opened = self.open.pop()
        previous = self._written[index - 1]
        if len(self._diagnostics) < MISTAKES_AT_MOST:
            self._diagnostics.append(
                unclosed_brace(self._source, self._written, opened.at, previous.end)
            )
        self._tokens.append(Mark("}", previous.end, previous.end))
        self._kinds.append("RBRACE")

    def close_all(self) -> None:
        """Close what is still open at the end."""
        while self.open:
            self.close_before(len(self._written))

    def balanced(self) -> Balanced:
        """The result."""
        return Balanced(self._tokens, self._kinds, self._diagnostics)


def stray_brace(source: Source, token: Token) -> Diagnostic:
    """A `}` that closes nothing."""
    span = source.span(token.start, token.end)
    return Diagnostic(
        rule="syntax.unopened",
        span=span,
        summary="this `}` closes nothing",
        why="every block that was opened before it is closed already",
        help="delete it, or add the `{` that it should close",
        edits=(Edit(span, ""),),
    )


def unclosed_brace(source: Source, tokens: Sequence[Token], opening: int, place: int) -> Diagnostic:
    """A `{` that nothing closes, where ``place`` is the offset to close it at."""
    brace = tokens[opening]
    layout = Layout(source)
    margin = " " * layout.column(layout.first_of_line(tokens, opening))
    on_one_line = source.position(place)[0] == layout.line(brace)
    what = what_opens(source, tokens, opening)
    return Diagnostic(
        rule="syntax.unclosed",
        span=source.span(place, place),
        summary=f"expected `}}` to close {what} opened at line {layout.line(brace)}",
        why="a block ends where its `}` stands, and the lines after it are indented as if it had "
        "ended"
        if place < len(source.text.rstrip())
        else "the text ends before the block does",
        help="add `}`",
        edits=(Edit(source.span(place, place), " }" if on_one_line else f"\n{margin}}}"),),
        related=(Related(source.span(brace.start, brace.end), "it is opened here"),),
    )


def what_opens(source: Source, tokens: Sequence[Token], opening: int) -> str:
    """What a `{` belongs to, as `the entity `Order``, from the words before it."""
    layout = Layout(source)
    for index in range(opening - 1, max(-1, opening - 60), -1):
        token = tokens[index]
        if token.text in ("{", "}"):
            break
        if not isinstance(token, Name) or token.text not in _OPENING_WORDS:
            continue
        before = tokens[index - 1] if index else None
        starts = before is None or before.text in ("public", "}", "else", "=>")
        if not (starts or layout.is_first(token)):
            continue
        name = tokens[index + 1]
        if token.text in PART_WORDS and isinstance(name, Name):
            return f"the {token.text} `{name.text}`"
        return f"the `{token.text}`"
    return "the `{`"
