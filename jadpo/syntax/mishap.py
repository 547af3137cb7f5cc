"""What is no token: where it ends, what is read in its place, and what is said of it."""

from typing import NamedTuple

from jadpo.diagnostics import Diagnostic
from jadpo.syntax.tokens import Token


class Substitute(NamedTuple):
    """A token to read in place of what stands there, with its terminal."""

    token: Token
    terminal: str


class Mishap(NamedTuple):
    """Where the mishap ends, what is read in its place, and what to say of it."""

    end: int
    substitutes: tuple[Substitute, ...]
    diagnostic: Diagnostic
