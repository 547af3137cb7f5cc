"""Documents: text with the places where it may be broken into lines.

A document is a text without line ends, a tuple of documents one after the other, or one of the
classes here. A group is laid out on one line if it fits there; if not, all lines directly in it
are broken. What must be broken says so when it is built, so a group with a comment in its middle
never tries to fit.
"""

from typing import TypeAlias

import attrs


@attrs.frozen
class Line:
    """A place to break: ``flat`` where its group is on one line, else a line end.

    A ``hard`` one is always broken. A ``blank`` one leaves an empty line where it is broken.
    """

    flat: str
    hard: bool = False
    blank: bool = False


@attrs.frozen
class Group:
    """Broken as a whole or not at all; ``breaks`` if something in it must be broken."""

    content: "Document"
    breaks: bool


@attrs.frozen
class Nest:
    """The lines in it begin one step further right; ``breaks`` as in a group."""

    content: "Document"
    breaks: bool


@attrs.frozen
class Choice:
    """One of two layouts: ``first`` if its line fits up to where it can be broken."""

    first: "Document"
    otherwise: "Document"


@attrs.frozen
class IfBroken:
    """A text that stands there only if the group around it is broken."""

    text: str


@attrs.frozen
class Beside:
    """A comment that ends the line of the text before it."""

    text: str


@attrs.frozen
class Above:
    """A comment that has its line for itself.

    Where text stands before it, it is moved to a new line, and further right if it ``hangs``.
    """

    text: str
    hangs: bool = False


Document: TypeAlias = (
    str | tuple["Document", ...] | Line | Group | Nest | Choice | IfBroken | Beside | Above
)

NOT_HANGING = frozenset({"{", "}", ")", "]", "else"})
"""Tokens that go on with a construct at its own margin where a comment has ended the line."""

SPACE_OR_LINE = Line(" ")
WIDE_OR_LINE = Line("  ")
"""Between clauses and fields, which have no separator: two spaces show where one ends."""

NOTHING_OR_LINE = Line("")
HARD_LINE = Line("", hard=True)


def group(*content: Document) -> Group:
    """A group of documents one after the other."""
    return Group(content, must_break(content))


def nest(*content: Document) -> Nest:
    """Documents one after the other, whose lines begin one step further right."""
    return Nest(content, must_break(content))


def must_break(document: Document) -> bool:
    """Whether a document cannot stand on one line."""
    kind = type(document)
    if kind is str:
        return False
    if isinstance(document, tuple):
        return any(map(must_break, document))
    if isinstance(document, Line):
        return document.hard
    if isinstance(document, Group | Nest):
        return document.breaks
    if isinstance(document, Choice):
        return must_break(document.first)
    return isinstance(document, Beside | Above)
