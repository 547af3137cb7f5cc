"""Names, dotted names and comments: the smallest pieces the other nodes are made of."""

from __future__ import annotations

from typing import Literal

from jadpo_runtime.values.node import Node

CommentKind = Literal["line", "doc"]
CommentPlacement = Literal["leading", "trailing", "inner"]


class Name(Node):
    """One word: `Order`, `customer_id`."""

    text: str
    start: int
    end: int


class Path(Node):
    """A word or words joined by dots: `order`, `Order.id`, `config.mail_key`, `a.b.c`.

    It stands for types, for things declared elsewhere, and, as an expression, for bindings and
    their fields: which of these `a.b` means is decided by the checker.
    """

    names: tuple[Name, ...]
    start: int
    end: int

    @property
    def text(self) -> str:
        """The dotted name as one text, without the white space that may stand in it."""
        return ".".join(name.text for name in self.names)


class Comment(Node):
    """`// text` or `/// text`, with its slashes and without the end of its line.

    `placement` tells a formatter where it goes: a `leading` comment stands on lines of its own
    before the token at `anchor`; a `trailing` one ends the line of the token that ends at
    `anchor`; an `inner` one stands on a line of its own with no token after it but a closing
    bracket, whose start is `anchor` (the end of the file counts as one).
    """

    text: str
    kind: CommentKind
    placement: CommentPlacement
    anchor: int
    start: int
    end: int
