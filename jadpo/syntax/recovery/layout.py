"""How a text is laid out: what white space tells of its structure when the tokens do not."""

from collections.abc import Sequence

from jadpo.source import Source
from jadpo.syntax.nodes import Name
from jadpo.syntax.splitting import Part, is_part_word
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokens import Token

# Words and marks that go on with a declaration on a line of their own.
_CONTINUATIONS = frozenset(["fails", "freshness", "conflict", "else", "when", "and", "or", "using"])


class Layout:
    """Columns of tokens, counted in code points from 0."""

    __slots__ = ("_source",)

    def __init__(self, source: Source) -> None:
        self._source = source

    def line(self, token: Token) -> int:
        """The token's line, counted from 1."""
        return self._source.position(token.start)[0]

    def column(self, token: Token) -> int:
        """The token's column."""
        return self._source.position(token.start)[1] - 1

    def is_first(self, token: Token) -> bool:
        """Whether only white space stands before it on its line."""
        text, index = self._source.text, token.start - 1
        while index >= 0 and text[index] in " \t\r":
            index -= 1
        return index < 0 or text[index] == "\n"

    def first_of_line(self, tokens: Sequence[Token], index: int) -> Token:
        """The first token on the line of the token at ``index``."""
        line = self.line(tokens[index])
        while index > 0 and self.line(tokens[index - 1]) == line:
            index -= 1
        return tokens[index]


def pieces_at_margin(
    layout: Layout, tokens: Sequence[Token], kinds: Sequence[Kind], part: Part
) -> list[Part]:
    """The part cut at each word that stands where its first token stands: first on a line,
    and no further to the right. Braces do not count, for they may be the mistake."""
    margin = layout.column(tokens[part.begin])
    return _cut(
        part,
        [
            index
            for index in range(part.begin + 1, part.end)
            if isinstance(tokens[index], Name)
            and tokens[index].text not in _CONTINUATIONS
            and "LABEL" not in kinds[index]
            and kinds[index] != "MEMBER"
            and layout.is_first(tokens[index])
            and layout.column(tokens[index]) <= margin
        ],
    )


def pieces_at_part_words(
    layout: Layout, tokens: Sequence[Token], kinds: Sequence[Kind], part: Part
) -> list[Part]:
    """The part cut likewise, but only at words that declarations begin with."""
    return _cut(
        part,
        [
            begin
            for begin, _ in pieces_at_margin(layout, tokens, kinds, part)[1:]
            if is_part_word(tokens[begin], kinds[begin])
        ],
    )


def _cut(part: Part, places: list[int]) -> list[Part]:
    begins = [part.begin, *places]
    return [Part(begin, end) for begin, end in zip(begins, [*places, part.end], strict=True)]
