"""Repairs of patterns: signs before literals, and other names for fields [C2]."""

from jadpo.diagnostics import Diagnostic, Edit
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.recovery.repairs import matching
from jadpo.syntax.recovery.stack import cells_of, open_brackets
from jadpo.syntax.recovery.stops import Change, Repair, Stop


def negative_pattern(stop: Stop) -> Repair | None:
    """`match n { -1 => … }`: the literals of patterns have no sign [C2].

    After another arm the sign reads as an operator, and parsing stops at the `=>`.
    """
    sign = stop.at - 2 if stop.token is not None and stop.token.text == "=>" else stop.at
    if sign < 1 or sign + 1 >= len(stop.tokens) or stop.tokens[sign].text != "-":
        return None
    change = Change(sign, sign + 1)
    if stop.kinds[sign + 1] not in ("INT", "DECIMAL", "DURATION") or not stop.holds(change):
        return None
    if not any(cell.terminal == "MATCH" for cell in cells_of(stop.cell)):
        return None
    token, literal = stop.tokens[sign : sign + 2]
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=stop.source.span(token.start, literal.end),
        summary=f"`-{literal.text}` cannot be a pattern",
        why="the literals that a `match` compares with are not negative",
        help="compare with it in an `if` before the `match`",
    )
    return Repair((change,), diagnostic)


def renamed_field(stop: Stop) -> Repair | None:
    """`Status.paid { receipt: r } => …`: a pattern binds a field under its own name [C2]."""
    opening = next(open_brackets(stop.cell), None)
    if stop.token is None or stop.token.text != ":" or opening is None:
        return None
    closing = matching(stop, opening.begin)
    if closing is None or [token.text for token in stop.tokens[closing + 1 : closing + 2]] != [
        "=>"
    ]:
        return None
    inside = range(stop.at, closing)
    colons = [at for at in inside if stop.tokens[at].text == ":" and at + 1 < closing]
    # A word before a colon is a label: it is read as the name that it is in a pattern.
    changes = []
    for at in colons:
        if at > stop.at:
            changes.append(Change(at - 1, at, (Substitute(stop.tokens[at - 1], "IDENT"),)))
        changes.append(Change(at, at + 2))
    if not stop.holds(*changes):
        return None
    spans = [stop.source.span(stop.tokens[at].start, stop.tokens[at + 1].end) for at in colons]
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=spans[0],
        summary="a pattern binds a field under its own name",
        why="so the name of a field means the same wherever it is read",
        help="write the field's name alone, and `var` for another one",
        edits=tuple(Edit(span, "") for span in spans),
    )
    return Repair(tuple(changes), diagnostic)
