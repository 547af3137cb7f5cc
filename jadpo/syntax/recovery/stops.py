"""The place where parsing stopped, and changes of tokens that may let it go on."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from jadpo.diagnostics import Diagnostic
from jadpo.source import Source
from jadpo.syntax.layout import Layout
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.nodes import Name
from jadpo.syntax.recovery.stack import expected_terminals, shifted, stack_before
from jadpo.syntax.tables import END, Kind
from jadpo.syntax.tokens import Mark, Token
from jadpo_grammar import tables as generated

LOOK_AHEAD = 8
"""Tokens that must parse after a change for it to be believed."""

Item = TypeVar("Item")


class Change(NamedTuple):
    """The tokens from index ``begin`` up to ``end`` are replaced."""

    begin: int
    end: int
    substitutes: tuple[Substitute, ...] = ()


class Repair(NamedTuple):
    """Changes in order of their places, and what to say of the mistake that they undo."""

    changes: tuple[Change, ...]
    diagnostic: Diagnostic


class Stop:
    """Where parsing stopped: everything that a repair may look at."""

    def __init__(
        self,
        source: Source,
        tokens: Sequence[Token],
        kinds: Sequence[Kind],
        at: int,
        lenient: bool = False,
    ) -> None:
        self.source = source
        self.lenient = lenient
        self.layout = Layout(source)
        self.tokens = tokens
        self.kinds = kinds
        self.at = at
        self.cell = stack_before(kinds, at)
        self.expected = expected_terminals(self.cell)

    def earlier(self, at: int) -> "Stop":
        """The same at an earlier token, which could stand there."""
        return Stop(self.source, self.tokens, self.kinds, at, self.lenient)

    @property
    def token(self) -> Token | None:
        """The token that cannot stand there; ``None`` is the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    @property
    def previous(self) -> Token | None:
        """The token before it."""
        return self.tokens[self.at - 1] if self.at else None

    @property
    def starts_line(self) -> bool:
        """Whether the token is the first one on its line, or the end."""
        return self.token is None or self.layout.is_first(self.token)

    @property
    def surplus_of_opening(self) -> int:
        """How many more `{` than `}` there are, less than 0 for fewer."""
        return self.kinds.count("LBRACE") - self.kinds.count("RBRACE")

    @property
    def before_colon(self) -> bool:
        """Whether the token is a `:`."""
        return self.token is not None and self.token.text == ":"

    @property
    def gap(self) -> int:
        """The offset where something is missing: directly after the token before."""
        return self.previous.end if self.previous else self.tokens[0].start

    @property
    def place(self) -> tuple[int, int]:
        """The range to show for something missing: what stands there instead, on its line."""
        if self.token is not None and (self.previous is None or not self.starts_line):
            return self.token.start, self.token.end
        return self.gap, self.gap

    def leniently(self) -> "Stop":
        """The same, with changes believed sooner: the next mistake may be near."""
        return Stop(self.source, self.tokens, self.kinds, self.at, lenient=True)

    def holds(self, *changes: Change) -> bool:
        """Whether enough parses after the changes for them to be believed.

        That is :data:`LOOK_AHEAD` tokens and the rest of the line with the first token of the next;
        if the stop is ``lenient``, one of the two. What is left of the text is always enough.
        """
        begin, end = changes[0].begin, self._enough_from(changes[-1].end)
        kinds: list[Kind] = spliced(self.kinds, changes, begin, end)
        cell = self.cell if begin == self.at else stack_before(self.kinds, begin)
        for kind in kinds:
            following = shifted(cell, kind, begin)
            if following is None:
                return False
            cell = following
        return end <= len(self.kinds) or shifted(cell, END, begin) is not None

    def _enough_from(self, index: int) -> int:
        """The index up to which tokens must parse, of those from ``index`` on."""
        if index >= len(self.tokens):
            return index + LOOK_AHEAD
        line = self.layout.line(self.tokens[index])
        end = index + 1
        while end < len(self.tokens) and self.layout.line(self.tokens[end]) == line:
            end += 1
        choose = min if self.lenient else max
        return choose(end + 1, index + LOOK_AHEAD)


def written_as(text: str, token: Token) -> Substitute:
    """A word or mark of the language, to read in place of a token."""
    terminal = generated.WORDS.get(text) or generated.OPERATORS[text]
    kind = Name if text.isalpha() else Mark
    return Substitute(kind(text, token.start, token.end), terminal)


def spliced(kinds: Sequence[Kind], changes: Iterable[Change], begin: int, end: int) -> list[Kind]:
    """The kinds from ``begin`` up to ``end`` with the changes made."""
    result: list[Kind] = []
    for change in changes:
        result += kinds[begin : change.begin]
        result += [substitute.terminal for substitute in change.substitutes]
        begin = change.end
    return result + list(kinds[begin:end])


def spliced_tokens(tokens: Sequence[Token], changes: Iterable[Change]) -> list[Token]:
    """All tokens with the changes made."""
    result: list[Token] = []
    begin = 0
    for change in changes:
        result += tokens[begin : change.begin]
        result += [substitute.token for substitute in change.substitutes]
        begin = change.end
    return result + list(tokens[begin:])
