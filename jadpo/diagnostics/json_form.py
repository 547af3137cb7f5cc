"""Diagnostics for programs: values that ``json.dumps`` takes."""

from collections.abc import Mapping

from jadpo.diagnostics.collection import Diagnostics
from jadpo.diagnostics.diagnostic import Diagnostic
from jadpo.source import Source
from jadpo_runtime.values.span import Span

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def diagnostics_as_json(diagnostics: Diagnostics, sources: Mapping[str, Source]) -> dict[str, Json]:
    """All of them with their counts. ``sources`` are those they speak of, by path."""
    return {
        "diagnostics": [diagnostic_as_json(each, sources) for each in diagnostics],
        "errors": diagnostics.error_count,
        "warnings": diagnostics.warning_count,
    }


def diagnostic_as_json(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> dict[str, Json]:
    """One diagnostic. Ranges are as :func:`range_as_json` gives them, or null for no place."""
    return {
        "rule": diagnostic.rule,
        "severity": diagnostic.severity.value,
        "range": range_as_json(diagnostic.span, sources) if diagnostic.span else None,
        "summary": diagnostic.summary,
        "why": diagnostic.why,
        "help": diagnostic.help,
        "edits": [
            {"range": range_as_json(edit.span, sources), "replacement": edit.replacement}
            for edit in diagnostic.edits
        ],
        "related": [
            {"range": range_as_json(related.span, sources), "text": related.text}
            for related in diagnostic.related
        ],
    }


def range_as_json(span: Span, sources: Mapping[str, Source]) -> dict[str, Json]:
    """A range: its path, and offset (from 0), line and column (from 1) of start and end.

    All count code points. The end, exclusive, has line and column only where the source is at
    hand: a file that could not be read has none.
    """
    start: dict[str, Json] = {"offset": span.start, "line": span.line, "column": span.column}
    end: dict[str, Json] = {"offset": span.end}
    source = sources.get(span.path)
    if source is not None:
        end["line"], end["column"] = source.position(span.end)
    return {"path": span.path, "start": start, "end": end}
