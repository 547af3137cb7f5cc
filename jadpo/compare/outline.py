"""A syntax tree as text: every node with its place and its parts, a line each."""

import enum
from collections.abc import Iterator

from jadpo.source import Source
from jadpo.syntax.nodes.tree import SyntaxTree

_PLACES = ("start", "end")


def outline_of(tree: SyntaxTree) -> str:
    """The outline of a file, without its text; places are ``line:column`` of start and end."""
    parts: dict[str, object] = {
        "module": tree.module,
        "import": tree.imports,
        "declaration": tree.declarations,
        "comment": tree.comments,
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
    elif part is not None and part != "" and part is not False:
        yield f"{label}: {part!r}" if isinstance(part, str) else f"{label}: {part}"


def _place(source: Source, node: object) -> str:
    start, end = (getattr(node, name, None) for name in _PLACES)
    if start is None or end is None:
        return ""
    line, column = source.position(start)
    last_line, last_column = source.position(end)
    return f" {line}:{column}-{last_line}:{last_column}"
