"""Where tokens stand on their lines: what white space tells of structure when tokens do not."""

from collections.abc import Sequence

from jadpo.source import Source
from jadpo.syntax.tokens import Token


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
