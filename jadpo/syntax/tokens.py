"""Tokens: what the tokenizer gives and the driver reads."""

from typing import NamedTuple, TypeAlias

from jadpo.syntax.nodes import Name
from jadpo.syntax.tables import Kind


class Mark(NamedTuple):
    """A token that is no word: an operator, a bracket, or a literal as it is written."""

    text: str
    start: int
    end: int


Token: TypeAlias = Name | Mark
"""A word is a `Name` from the start, so that nothing is made twice."""


class RawComment(NamedTuple):
    """A comment, and how many tokens stand before it."""

    start: int
    end: int
    tokens_before: int


class Tokens(NamedTuple):
    """A file's tokens, their kinds (at the same indices), and what stands between them.

    ``docs`` has the text of doc comments by the start of the token they stand before.
    """

    tokens: list[Token]
    kinds: list[Kind]
    comments: list[RawComment]
    docs: dict[int, str]
