"""What is remembered of a body without mistakes, as values of JSON.

Places are pairs of offsets from the beginning of the top-level part that the body stands in, so
they hold wherever the part has moved to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from jadpo.check.body import CheckedBody
from jadpo.check.fallibility import AttemptedCall, Leaving
from jadpo.check.store_effects import DirectEffects
from jadpo.diagnostics import Diagnostic
from jadpo.diagnostics.rows import diagnostic_from, row_of
from jadpo.source import Source
from jadpo_runtime.values import Span

Rows: TypeAlias = list[Any]
"""Rows of one column of :class:`BodyFacts`: lists and texts, as JSON has them."""


class BodyFacts(NamedTuple):
    """The facts of one body; :data:`_SHAPES` says how the rows of each look."""

    warnings: Rows
    needless_attempts: Rows
    failures: Rows
    attempts: Rows
    called: Rows
    writes: Rows
    reads: Rows
    emits: Rows
    starts: Rows
    calls: Rows


class StandsElsewhereError(Exception):
    """A place is not in the part that the body stands in, so that nothing says where it moves."""


# ---- remembering


class Places(NamedTuple):
    """The part that a body stands in: its file, where it begins, and its length."""

    source: Source
    start: int
    length: int

    def pair(self, span: Span) -> list[int]:
        """A range as it is remembered. Raises :class:`StandsElsewhereError`."""
        if span.path != self.source.path:
            raise StandsElsewhereError
        start, end = span.start - self.start, span.end - self.start
        if not 0 <= start <= end <= self.length:
            raise StandsElsewhereError
        return [start, end]

    def span(self, pair: list[int]) -> Span:
        """Where a remembered range stands now."""
        return self.source.span(self.start + pair[0], self.start + pair[1])

    def read(self, pair: object) -> Span:
        """The same for what may be no range of the part. Raises :class:`ValueError`."""
        match pair:
            case [int(start), int(end)] if 0 <= start <= end <= self.length:
                return self.span([start, end])
        raise ValueError("this is no range of the part")


def facts_of(
    places: Places,
    checked: CheckedBody,
    effects: DirectEffects,
    warnings: Iterable[Diagnostic],
    needless_attempts: Iterable[tuple[str, Diagnostic]],
) -> BodyFacts:
    """The facts of a body that is right. Raises :class:`StandsElsewhereError`."""
    pair = places.pair
    leaving = checked.leaving
    return BodyFacts(
        warnings=[row_of(each, pair) for each in warnings],
        needless_attempts=[[callee, row_of(each, pair)] for callee, each in needless_attempts],
        failures=[[name, pair(at)] for name, spans in leaving.failures.items() for at in spans],
        attempts=[[each.callee, pair(each.span), sorted(each.caught)] for each in leaving.attempts],
        called=[[callee, pair(span)] for callee, span in leaving.called],
        writes=[[store, pair(span)] for store, span in effects.writes],
        reads=sorted(effects.reads),
        emits=[[*variant, pair(span)] for variant, span in effects.emits],
        starts=[[batch, pair(span)] for batch, span in effects.starts],
        calls=[[name, pair(span)] for name, span in effects.calls],
    )


# ---- recalling


def leaving_of(places: Places, facts: BodyFacts) -> Leaving:
    """What can leave the body."""
    span = places.span
    failures: dict[str, list[Span]] = {}
    for name, at in facts.failures:
        failures.setdefault(name, []).append(span(at))
    return Leaving(
        failures,
        [
            AttemptedCall(callee, span(at), frozenset(caught))
            for callee, at, caught in facts.attempts
        ],
        [(callee, span(at)) for callee, at in facts.called],
    )


def effects_of(places: Places, facts: BodyFacts) -> DirectEffects:
    """What the body does to stores and sets off."""
    span = places.span
    return DirectEffects(
        writes=tuple((store, span(at)) for store, at in facts.writes),
        reads=frozenset(facts.reads),
        emits=tuple(((event, variant), span(at)) for event, variant, at in facts.emits),
        starts=tuple((batch, span(at)) for batch, at in facts.starts),
        calls=tuple((name, span(at)) for name, at in facts.calls),
    )


def warnings_of(places: Places, facts: BodyFacts) -> list[Diagnostic]:
    """The warnings of the body."""
    return [diagnostic_from(row, places.read) for row in facts.warnings]


def needless_attempts_of(places: Places, facts: BodyFacts) -> list[tuple[str, Diagnostic]]:
    """The calls that an ``attempt`` is needless for, by what they call."""
    return [(callee, diagnostic_from(row, places.read)) for callee, row in facts.needless_attempts]


# ---- reading what was kept on a disk

_TEXT, _AT, _TOLD = "a text", "a range", "a diagnostic"

_SHAPES = BodyFacts(
    warnings=[_TOLD],
    needless_attempts=[(_TEXT, _TOLD)],
    failures=[(_TEXT, _AT)],
    attempts=[(_TEXT, _AT, [_TEXT])],
    called=[(_TEXT, _AT)],
    writes=[(_TEXT, _AT)],
    reads=[_TEXT],
    emits=[(_TEXT, _TEXT, _AT)],
    starts=[(_TEXT, _AT)],
    calls=[(_TEXT, _AT)],
)
"""How facts look: a list has any number of rows of one shape, a tuple is a row of these columns."""


def read_facts(value: object, places: Places) -> BodyFacts | None:
    """The facts that a value of JSON is, or ``None`` if it is none of a body of that part."""
    if type(value) is not list or len(value) != len(_SHAPES):
        return None
    for rows, shape in zip(value, _SHAPES, strict=True):
        # Most columns of most bodies are empty.
        if rows != [] and not _has_shape(rows, shape, places):
            return None
    return BodyFacts(*value)


def _has_shape(value: object, shape: object, places: Places) -> bool:
    if isinstance(shape, list):
        return type(value) is list and all(_has_shape(each, shape[0], places) for each in value)
    if isinstance(shape, tuple):
        return (
            type(value) is list
            and len(value) == len(shape)
            and all(map(_has_shape, value, shape, (places,) * len(shape)))
        )
    if shape == _TEXT:
        return type(value) is str
    try:
        if shape == _AT:
            places.read(value)
        else:
            diagnostic_from(value, places.read)
    except ValueError:
        return False
    return True
