"""Where each comment belongs, so that a formatter can keep it there."""

from collections.abc import Iterator

from jadpo.source import Source
from jadpo.syntax.nodes import Comment, CommentKind
from jadpo.syntax.tokenizer import is_doc
from jadpo.syntax.tokens import Tokens

_CLOSERS = frozenset(")]}")


def attached(source: Source, tokens: Tokens) -> Iterator[Comment]:
    """The comments of a file, each with the token it belongs to."""
    text = source.text
    for start, end, before in tokens.comments:
        kind: CommentKind = "doc" if is_doc(text, start) else "line"
        written = text[start:end].rstrip()
        end = start + len(written)
        if before and "\n" not in text[tokens.tokens[before - 1].end : start]:
            anchor = tokens.tokens[before - 1].end
            yield Comment(written, kind, "trailing", anchor, start, end)
            continue
        following = tokens.tokens[before] if before < len(tokens.tokens) else None
        if following is None:
            yield Comment(written, kind, "inner", len(text), start, end)
        elif following.text in _CLOSERS:
            yield Comment(written, kind, "inner", following.start, start, end)
        else:
            yield Comment(written, kind, "leading", following.start, start, end)
