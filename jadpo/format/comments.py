"""The comments of a file by their tokens, each taken exactly once."""

from collections.abc import Sequence
from itertools import pairwise

from jadpo.format.concrete import Node, first_token, last_token
from jadpo.source import Source
from jadpo.syntax.comments import attached
from jadpo.syntax.nodes import Comment
from jadpo.syntax.tokens import Token, Tokens


class Comments:
    """The comments that have no place in a document yet."""

    def __init__(self, source: Source, tokens: Tokens) -> None:
        self._end = len(source.text)
        self._above: dict[int, list[Comment]] = {}
        self._beside: dict[int, Comment] = {}
        for comment in attached(source, tokens):
            if comment.placement == "trailing":
                self._beside[comment.anchor] = comment
            else:
                self._above.setdefault(comment.anchor, []).append(comment)

    def take_above(self, token: Token) -> Sequence[Comment]:
        """Those on lines of their own between the token before and this one."""
        return self._above.pop(token.start, ())

    def take_beside(self, token: Token) -> Comment | None:
        """The one that ends the line of this token."""
        return self._beside.pop(token.end, None)

    def take_at_end(self) -> Sequence[Comment]:
        """Those after the last token."""
        return self._above.pop(self._end, ())

    def are_within(self, opening: Token, node: Node, comma: Token | None, closing: Token) -> bool:
        """Whether there is one between brackets and the node in them, or around its comma."""
        tokens = (last_token(node), *((comma,) if comma is not None else ()), closing)
        return self._are_between(opening, first_token(node)) or any(
            self._are_between(left, right) for left, right in pairwise(tokens)
        )

    def _are_between(self, left: Token, right: Token) -> bool:
        return left.end in self._beside or right.start in self._above

    def all_taken(self) -> bool:
        """Whether each comment has got its place."""
        return not self._above and not self._beside
