"""The same program in another layout: random white space and comments between its tokens."""

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
