"""Outlines of declarations: where their bodies stand, and a digest of the rest."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jadpo.digest import digest
from jadpo.syntax.nodes import Block
from jadpo.syntax.parser import Cut, Emptied
from jadpo.syntax.splitting import Part


class Outline(NamedTuple):
    """The blocks of the bodies of one top-level part, in order, and the digest of its other tokens.

    The layout of these tokens, and comments, are no part of the digest.
    """

    head: str
    blocks: tuple[Emptied, ...]


def outline_of(cut: Cut, part: Part, node: object) -> Outline:
    """The outline of a part that was parsed without mistakes to ``node``."""
    tokens = cut.tokens.tokens[part.begin : part.end]
    starts = [token.start for token in tokens]
    ends = [token.end for token in tokens]
    blocks = tuple(
        Emptied(bisect_left(starts, block.start), bisect_left(ends, block.end))
        for block in sorted(_outermost_blocks(node), key=lambda block: block.start)
    )
    texts = [token.text for token in tokens]
    for opening, closing in reversed(blocks):
        del texts[opening + 1 : closing]
    return Outline(digest("\n".join(texts)), blocks)


def fits(outline: Outline, texts: Sequence[str]) -> bool:
    """Whether the outline can be that of a part with these tokens: its blocks are in braces."""
    before = -1
    for opening, closing in outline.blocks:
        if not before < opening < closing < len(texts):
            return False
        if texts[opening] != "{" or texts[closing] != "}":
            return False
        before = closing
    return True


def _outermost_blocks(node: object) -> Iterator[Block]:
    """The blocks of a declaration's bodies; those inside of them are not looked for."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Block):
            yield current
        elif isinstance(current, tuple):
            pending.extend(current)
