"""What can be checked of a project whose syntax has mistakes.

Declarations with a mistake in their syntax are left out, and nothing is said of the names that they
would have declared. So the mistakes of all others are told together with those of the syntax.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from jadpo.check.checking import ANY_NAME, Checking
from jadpo.syntax import Parsed, nodes
from jadpo.syntax.layout import Layout
from jadpo.syntax.recovery.pieces import CONTINUATIONS
from jadpo.syntax.splitting import PART_WORDS
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokenizer import tokenize
from jadpo.syntax.tokens import Token

_WITHOUT_NAME: Final = frozenset(["backfill", "import", "route", "test"])
_AFTER_NAMES: Final = frozenset(["{", "(", "="])
_BRACES: Final = {"{": 1, "}": -1}


def sound_trees(checking: Checking, parsed: Sequence[Parsed]) -> list[nodes.SyntaxTree]:
    """The trees without what is doubtful; none if it is not even clear what modules there are."""
    lost: set[str] = set()
    for each in parsed:
        layout = Layout(each.tree.source)
        for piece in _doubtful_pieces(each):
            if "module" in (token.text for token in piece.tokens[:2]):
                return []
            lost.update(_lost_names(piece.tokens))
            if not _is_one_that_is_named(piece, layout):
                lost.add(ANY_NAME)
    for each in parsed:
        checking.excuse(each.tree.source, lost)
    return [_without_doubts(each) for each in parsed]


def _without_doubts(parsed: Parsed) -> nodes.SyntaxTree:
    tree = parsed.tree
    return tree._replace(
        imports=tuple(each for each in tree.imports if not _is_doubtful(parsed, each)),
        declarations=tuple(each for each in tree.declarations if not _is_doubtful(parsed, each)),
    )


def _is_doubtful(parsed: Parsed, node: nodes.Declaration | nodes.Import) -> bool:
    return any(start < node.end and node.start < end for start, end in parsed.doubtful)


class _Piece(NamedTuple):
    """The tokens of a doubtful range, and what kinds they are of."""

    tokens: list[Token]
    kinds: list[Kind]


def _doubtful_pieces(parsed: Parsed) -> Iterator[_Piece]:
    if parsed.doubtful:
        tokens, kinds, *_ = tokenize(parsed.tree.source).tokens
        for start, end in parsed.doubtful:
            indices = [i for i, token in enumerate(tokens) if start <= token.start < end]
            yield _Piece([tokens[i] for i in indices], [kinds[i] for i in indices])


def _lost_names(tokens: Sequence[Token]) -> Iterator[str]:
    """The names that a doubtful piece may declare or import.

    They stand after the word that a declaration begins with, which may be misspelt itself. A
    config declares its fields, an import all that it names.
    """
    beginning = {token.text for token in tokens[:3]}
    yield from (token.text for token in tokens[:2])
    for before, token in pairwise(tokens):
        if "import" in beginning or before.text in PART_WORDS:
            yield token.text
        elif "config" in beginning:
            yield f"config.{token.text}"


def _is_one_that_is_named(piece: _Piece, layout: Layout) -> bool:
    """Whether the piece looks like one declaration, whose name can be told."""
    tokens, kinds = piece
    if _begins_anew(tokens, layout):
        return False
    begin = 1 if tokens[0].text == "public" else 0
    words = [token.text for token in tokens[begin : begin + 3]]
    if words[0] in _WITHOUT_NAME:
        return True
    is_named = words[0] in PART_WORDS and kinds[begin + 1 : begin + 2] == ["IDENT"]
    return is_named and len(words) > 2 and words[2] in _AFTER_NAMES


def _begins_anew(tokens: Sequence[Token], layout: Layout) -> bool:
    """Whether something follows the braces, or begins a line before them: another declaration."""
    depth = 0
    for before, token in pairwise(tokens):
        depth += _BRACES.get(before.text, 0)
        begins_line = isinstance(token, nodes.Name) and layout.is_first(token)
        if depth <= 0 and (before.text == "}" or (begins_line and token.text not in CONTINUATIONS)):
            return True
    return False
