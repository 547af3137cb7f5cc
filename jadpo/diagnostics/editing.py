"""Making the edits of diagnostics in a source: all edits of one diagnostic, or none."""

from collections.abc import Iterable

from jadpo.diagnostics.diagnostic import Diagnostic, Edit
from jadpo.source import Source


def compatible(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The first of them, and each further one whose edits touch none that is chosen already.

    Two insertions in one place touch, since their order would matter.
    """
    chosen: list[Diagnostic] = []
    taken: list[Edit] = []
    for diagnostic in diagnostics:
        if not any(_touch(edit, other) for edit in diagnostic.edits for other in taken):
            chosen.append(diagnostic)
            taken += diagnostic.edits
    return chosen


def with_edits(source: Source, edits: Iterable[Edit]) -> Source:
    """The source after those of the edits that are in it; they do not overlap."""
    text = source.text
    own = [edit for edit in edits if edit.span.path == source.path]
    for edit in sorted(own, key=lambda edit: (edit.span.start, edit.span.end), reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return source if text == source.text else Source(source.path, text)


def _touch(edit: Edit, other: Edit) -> bool:
    return (
        edit.span.path == other.span.path
        and edit.span.start <= other.span.end
        and other.span.start <= edit.span.end
    )
