"""Diagnostics as rows of texts, to be kept and read again; JSON can hold them.

How a place is written is up to who keeps them: absolute, or from the beginning of something.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from jadpo.diagnostics.diagnostic import Diagnostic, Edit, Related, Severity
from jadpo.diagnostics.rules import find_rule
from jadpo_runtime.values.span import Span

Row: TypeAlias = list[Any]
"""Rule, severity, place or null, summary, why, help, then the edits and the related places."""


def row_of(diagnostic: Diagnostic, place: Callable[[Span], object]) -> Row:
    """A diagnostic as a row; ``place`` writes a range as a value of JSON."""
    return [
        diagnostic.rule,
        diagnostic.severity.value,
        None if diagnostic.span is None else place(diagnostic.span),
        diagnostic.summary,
        diagnostic.why,
        diagnostic.help,
        [[place(edit.span), edit.replacement] for edit in diagnostic.edits],
        [[place(related.span), related.text] for related in diagnostic.related],
    ]


def diagnostic_from(row: object, span: Callable[[object], Span]) -> Diagnostic:
    """The diagnostic that a row of :func:`row_of` is; ``span`` reads a place.

    Raises :class:`ValueError` for whatever is no such row; ``span`` should do the same.
    """
    match row:
        case [
            str(rule),
            ("error" | "warning") as severity,
            place,
            str(summary),
            str(why),
            str(help_text),
            list(edits),
            list(related),
        ] if find_rule(rule) is not None:
            return Diagnostic(
                rule=rule,
                span=None if place is None else span(place),
                summary=summary,
                why=why,
                help=help_text,
                severity=Severity(severity),
                edits=tuple(Edit(span(at), text) for at, text in map(_placed_text, edits)),
                related=tuple(Related(span(at), text) for at, text in map(_placed_text, related)),
            )
    raise ValueError("this is no row of a diagnostic")


def _placed_text(row: object) -> tuple[object, str]:
    match row:
        case [place, str(text)]:
            return place, text
    raise ValueError("this is no place with a text")
