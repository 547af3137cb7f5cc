"""Cutting what does not parse into pieces, by where words stand on their lines."""

from collections.abc import Sequence

from jadpo.syntax.layout import Layout
from jadpo.syntax.nodes import Name
from jadpo.syntax.splitting import Part, is_part_word
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokens import Token

CONTINUATIONS = frozenset(["fails", "freshness", "conflict", "else", "when", "and", "or", "using"])
"""Words that go on with a declaration on a line of their own."""


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
            and tokens[index].text not in CONTINUATIONS
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
