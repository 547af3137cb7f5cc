"""Programs in other layouts: random white space and comments between the tokens, longer names."""

from random import Random

from jadpo.source import Source
from jadpo.syntax.tokenizer import tokenize

_SPACES = ("\n", " ", "  ", "\t", "\n\n", "\n    ", " \r\n", "\n\n\n\n")
_COMMENTS = (
    " // beside\n",
    "\n// above\n",
    "\n\n    // one\n    // two\n",
    " //x\n",
    "\n/// doc\n\n",
)


def scattered(source: Source, random: Random, comments: float = 0.0) -> Source:
    """The program with its own comments kept; ``comments`` is how often one is added."""
    tokens = tokenize(source).tokens
    own: dict[int, list[str]] = {}
    for start, end, before in tokens.comments:
        line_start = source.text.rfind("\n", 0, start) + 1
        alone = not source.text[line_start:start].strip()
        comment = source.text[start:end].rstrip()
        own.setdefault(before, []).append(f"\n{comment}\n" if alone else f" {comment}\n")
    parts = []
    for index, token in enumerate(tokens.tokens):
        parts += _between(own.get(index, []), random, comments)
        parts.append(token.text)
    parts += _between(own.get(len(tokens.tokens), []), random, comments)
    return Source(source.path, "".join(parts))


def _between(own: list[str], random: Random, comments: float) -> list[str]:
    parts = list(own)
    if random.random() < comments:
        parts.append(random.choice(_COMMENTS))
    return [*parts, random.choice(_SPACES)]


def with_long_names(source: Source) -> Source:
    """The program with up to 24 more letters in each name of a value, so that little fits."""
    tokens = tokenize(source).tokens
    parts = []
    position = 0
    for token, kind in zip(tokens.tokens, tokens.kinds, strict=True):
        parts.append(source.text[position : token.end])
        position = token.end
        if kind in ("IDENT", "MEMBER") and token.text[0].islower() and token.text != "identity":
            parts.append("_" + "x" * (sum(map(ord, token.text)) % 25))
    return Source(source.path, "".join(parts) + source.text[position:])
