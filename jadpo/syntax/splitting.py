"""Cutting a file's tokens into its top-level parts, so that each is parsed on its own.

A mistake in one part then never hides another, and an unchanged part is not parsed again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jadpo.syntax.nodes import Name
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokens import Token

PART_WORDS = frozenset(
    {
        "action",
        "application",
        "authentication",
        "backfill",
        "batch",
        "config",
        "connection",
        "entity",
        "event",
        "failure",
        "fixture",
        "function",
        "import",
        "module",
        "public",
        "query",
        "route",
        "schedule",
        "store",
        "subscriber",
        "test",
        "type",
    }
)
"""The words that a top-level part begins with."""


class Part(NamedTuple):
    """The indices of the first token of a part and of the one after its last."""

    begin: int
    end: int


def split(tokens: Sequence[Token], kinds: Sequence[Kind]) -> list[Part]:
    """The top-level parts: each begins with one of :data:`PART_WORDS` outside all braces.

    Such a word directly after the one that begins a part is the name of what is declared
    (`function test(…)`), as it is after `using`.
    """
    parts: list[Part] = []
    begin = 0
    depth = 0
    for index, token in enumerate(tokens):
        text = token.text
        if text == "{":
            depth += 1
        elif text == "}":
            depth = max(0, depth - 1)
        elif (
            depth == 0
            and text in PART_WORDS
            and index > begin
            and is_part_word(token, kinds[index])
            and not _is_name(tokens, begin, index)
        ):
            parts.append(Part(begin, index))
            begin = index
    if begin < len(tokens):
        parts.append(Part(begin, len(tokens)))
    return parts


def is_part_word(token: Token, kind: Kind) -> bool:
    """Whether the token can begin a part: it is such a word, and neither member nor label."""
    if not isinstance(token, Name) or token.text not in PART_WORDS:
        return False
    return kind != "MEMBER" and "LABEL" not in kind


def _is_name(tokens: Sequence[Token], begin: int, index: int) -> bool:
    """Whether the part word at ``index`` is a name in the part that begins at ``begin``."""
    names_at = begin + 2 if tokens[begin].text == "public" else begin + 1
    if index < names_at:  # `public entity`
        return True
    return index == names_at or tokens[index - 1].text == "using"
