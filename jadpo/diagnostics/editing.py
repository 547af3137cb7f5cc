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
    """The source after those of the edits that are in it; they do not overlap.

    Words that a sign stood between stay apart: ``a;b`` without its semicolon is ``a b``.
    """
    text = source.text
    own = [edit for edit in edits if edit.span.path == source.path]
    for edit in sorted(own, key=lambda edit: (edit.span.start, edit.span.end), reverse=True):
        before, after = text[: edit.span.start], text[edit.span.end :]
        if _is_sign(text[edit.span.start : edit.span.end]):
            text = _apart(before, _apart(edit.replacement, after) if edit.replacement else after)
        else:
            text = before + edit.replacement + after
    return source if text == source.text else Source(source.path, text)


def _is_sign(replaced: str) -> bool:
    """Whether what is replaced kept words apart; an invisible character in a word does not."""
    return replaced.isascii() and not any(map(_in_word, replaced)) and replaced != ""


def _apart(left: str, right: str) -> str:
    joined = _in_word(left[-1:]) and _in_word(right[:1])
    return f"{left} {right}" if joined else left + right


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _touch(edit: Edit, other: Edit) -> bool:
    return (
        edit.span.path == other.span.path
        and edit.span.start <= other.span.end
        and other.span.start <= edit.span.end
    )
