"""Repairs of a part that belongs to another construct, or is left out where it has to stand."""

from jadpo.diagnostics import Diagnostic, Edit
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.recovery.forms import construct, reason
from jadpo.syntax.recovery.repairs import matching
from jadpo.syntax.recovery.stack import cells_of
from jadpo.syntax.recovery.stops import Change, Repair, Stop
from jadpo.syntax.tokens import Mark

_WITH_PARAMETERS = frozenset({"ACTION", "BATCH", "FUNCTION", "QUERY"})


def context_of_rejection(stop: Stop) -> Repair | None:
    """`assert rejects F { key: x } { call … }`: a rejection is told by its failure alone [X1]."""
    began = next((cell for cell in cells_of(stop.cell) if cell.terminal == "REJECTS"), None)
    if began is None:
        return None
    opening = next((at for at in range(began.begin, stop.at) if stop.tokens[at].text == "{"), None)
    closing = None if opening is None else matching(stop, opening)
    if opening is None or closing is None or closing + 1 >= len(stop.tokens):
        return None
    change = Change(opening, closing + 1)
    if stop.tokens[closing + 1].text != "{" or not stop.holds(change):
        return None
    span = stop.source.span(stop.tokens[opening].start, stop.tokens[closing].end)
    failure = stop.source.text[stop.tokens[began.begin].end : stop.tokens[opening - 1].end].strip()
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=span,
        summary="no fields stand behind the failure of `assert rejects`",
        why="it asserts which failure comes, not what the failure holds; that is asserted in a "
        "`match` on the `call`",
        help=f"write `assert rejects {failure} {{ call … }}`",
        edits=(Edit(stop.source.span(stop.tokens[opening - 1].end, span.end), ""),),
    )
    return Repair((change,), diagnostic)


def missing_parameters(stop: Stop) -> Repair | None:
    """`batch b { … }`, `function f -> T { … }`: a list of parameters stands there, if empty."""
    began = construct(stop.cell)
    if stop.token is None or stop.token.text == "(" or "LPAR" not in stop.expected:
        return None
    if began is None or began.begin != stop.at - 2 or began.terminal not in _WITH_PARAMETERS:
        return None
    place = stop.gap
    parameters = (
        Substitute(Mark("(", place, place), "LPAR"),
        Substitute(Mark(")", place, place), "RPAR"),
    )
    change = Change(stop.at, stop.at, parameters)
    if not stop.holds(change):
        return None
    assert stop.previous is not None  # the word that began the construct stands before
    diagnostic = Diagnostic(
        rule="syntax.missing",
        span=stop.source.span(*stop.place),
        summary=f"expected the parameters of `{stop.previous.text}`",
        why=reason(stop.cell, stop.tokens),
        help="add `()` if it has none",
        edits=(Edit(stop.source.span(place, place), "()"),),
    )
    return Repair((change,), diagnostic)
