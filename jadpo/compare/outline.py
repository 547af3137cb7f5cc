"""A syntax tree as text: every node with its place and its parts, a line each."""

import enum
from collections.abc import Iterator

from jadpo.source import Source
from jadpo.syntax.nodes.tree import SyntaxTree

_PLACES = ("start", "end")
_ANCHOR = "anchor"
"""The field of a comment that says by an offset where it belongs."""


def outline_of(tree: SyntaxTree) -> str:
    """The outline of a file, without its text and the header of a case.

    Places are ``line:column`` of start and end.
    """
    parts: dict[str, object] = {
        "module": tree.module,
        "import": tree.imports,
        "declaration": tree.declarations,
        "comment": tuple(each for each in tree.comments if not each.text.startswith("//!")),
    }
    lines = [line for name, part in parts.items() for line in _lines(tree.source, name, part)]
    return "".join(f"{line}\n" for line in lines)


def _lines(source: Source, label: str, part: object) -> Iterator[str]:
    """The lines of a part; nothing for one that is not there."""
    names = getattr(part, "_fields", None)
    if names is not None:
        yield f"{label}: {type(part).__name__}{_place(source, part)}"
        for name in names:
            if name not in _PLACES:
                for line in _lines(source, name, getattr(part, name)):
                    yield f"  {line}"
    elif isinstance(part, tuple):
        for element in part:
            yield from _lines(source, label, element)
    elif isinstance(part, enum.Enum):
        yield f"{label}: {part.name}"
    elif label == _ANCHOR and isinstance(part, int):
        yield f"{label}: {_position(source, part)}"
    elif part is not None and part != "" and part is not False:
        yield f"{label}: {part!r}" if isinstance(part, str) else f"{label}: {part}"


def _place(source: Source, node: object) -> str:
    start, end = (getattr(node, name, None) for name in _PLACES)
    if start is None or end is None:
        return ""
    return f" {_position(source, start)}-{_position(source, end)}"


def _position(source: Source, offset: int) -> str:
    line, column = source.position(offset)
    return f"{line}:{column}"
