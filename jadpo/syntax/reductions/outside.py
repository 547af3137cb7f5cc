"""Builds connections and routes."""

import re
from typing import NamedTuple

from jadpo.syntax.building import Building, Reductions
from jadpo.syntax.literals import int_value, text_value
from jadpo.syntax.nodes import (
    Block,
    Clause,
    ConnectionDeclaration,
    Fails,
    FailureReference,
    Field,
    FieldsClause,
    InlineAction,
    IntLiteral,
    Name,
    Operation,
    Path,
    Publish,
    Receiving,
    RequestLine,
    RouteDeclaration,
    RoutePath,
    StatusFailure,
    TextLiteral,
    TypeClause,
    TypeExpression,
)
from jadpo.syntax.tokens import Mark


class _LabelledClause(NamedTuple):
    """`input: T`, `path: { … }` and such, with the label that says which clause it is."""

    name: Name
    clause: TypeClause | FieldsClause
    start: int
    end: int


# ---- connections


def _connection(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    items: list[Clause | Publish | Operation | Receiving],
    closing: Mark,
) -> ConnectionDeclaration:
    publishes = [each for each in items if isinstance(each, Publish)]
    return ConnectionDeclaration(
        name,
        building.once_each([each for each in items if isinstance(each, Clause)]),
        building.at_most_one("`publish:`", publishes),
        tuple(each for each in items if isinstance(each, Operation)),
        tuple(each for each in items if isinstance(each, Receiving)),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _publish(_: Building, label: Name, colon: Mark, variants: list[Path]) -> Publish:
    return Publish(tuple(variants), label.start, variants[-1].end)


def _receiving(
    building: Building,
    word: Name,
    message: Path,
    opening: Mark,
    binding: Name,
    closing: Mark,
    body: Block,
) -> Receiving:
    doc = building.docs.get(word.start)
    return Receiving(message, binding, body, doc, word.start, body.end)


def _operation(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    items: list[Clause | RequestLine | _LabelledClause | StatusFailure],
    closing: Mark,
) -> Operation:
    requests = [each for each in items if isinstance(each, RequestLine)]
    labelled = _by_label(building, [each for each in items if isinstance(each, _LabelledClause)])
    return Operation(
        name,
        building.at_most_one("`request:`", requests),
        _type_clause_of(labelled, "input"),
        _type_clause_of(labelled, "output"),
        building.once_each([each for each in items if isinstance(each, Clause)]),
        tuple(each for each in items if isinstance(each, StatusFailure)),
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _request(_: Building, label: Name, colon: Mark, method: Name, path: Mark) -> RequestLine:
    text = TextLiteral(text_value(path.text), path.text, path.start, path.end)
    return RequestLine(method, text, label.start, path.end)


def _status_failure(
    _: Building, word: Name, status: Mark, colon: Mark, failure: FailureReference
) -> StatusFailure:
    literal = IntLiteral(int_value(status.text), status.text, status.start, status.end)
    return StatusFailure(literal, failure, word.start, failure.end)


# ---- routes


def _route(
    building: Building,
    word: Name,
    method: Name,
    path: Mark,
    opening: Mark,
    items: list[Clause | _LabelledClause | InlineAction],
    closing: Mark,
) -> RouteDeclaration:
    labelled = _by_label(building, [each for each in items if isinstance(each, _LabelledClause)])
    actions = [each for each in items if isinstance(each, InlineAction)]
    return RouteDeclaration(
        method,
        _route_path(path),
        building.once_each([each for each in items if isinstance(each, Clause)]),
        _type_clause_of(labelled, "input"),
        _type_clause_of(labelled, "output"),
        _fields_clause_of(labelled, "path"),
        labelled.get("query"),
        _fields_clause_of(labelled, "headers"),
        building.at_most_one("`action:`", actions),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _route_path(path: Mark) -> RoutePath:
    segments = tuple(
        Name(found[1], path.start + found.start(1), path.start + found.end(1))
        if found[1]
        else found[0]
        for found in re.finditer(r"\{(\w*)\}|[^/]+", path.text)
    )
    return RoutePath(segments, path.text, path.start, path.end)


def _type_clause(
    _: Building, label: Name, colon: Mark, written_type: TypeExpression
) -> _LabelledClause:
    clause = TypeClause(written_type, label.start, written_type.end)
    return _LabelledClause(label, clause, label.start, written_type.end)


def _fields_clause(
    _: Building, label: Name, colon: Mark, opening: Mark, fields: list[Field], closing: Mark
) -> _LabelledClause:
    clause = FieldsClause(tuple(fields), label.start, closing.end)
    return _LabelledClause(label, clause, label.start, closing.end)


def _inline_action(_: Building, label: Name, colon: Mark, body: Block) -> InlineAction:
    return InlineAction(None, body, label.start, body.end)


def _inline_failing_action(
    _: Building, label: Name, colon: Mark, fails: Fails, body: Block
) -> InlineAction:
    return InlineAction(fails, body, label.start, body.end)


# ---- labelled clauses


def _by_label(
    building: Building, clauses: list[_LabelledClause]
) -> dict[str, TypeClause | FieldsClause]:
    return {each.name.text: each.clause for each in building.once_each(clauses)}


def _type_clause_of(labelled: dict[str, TypeClause | FieldsClause], name: str) -> TypeClause | None:
    clause = labelled.get(name)
    return clause if isinstance(clause, TypeClause) else None


def _fields_clause_of(
    labelled: dict[str, TypeClause | FieldsClause], name: str
) -> FieldsClause | None:
    clause = labelled.get(name)
    return clause if isinstance(clause, FieldsClause) else None


REDUCTIONS: Reductions = {
    "connection": _connection,
    "fields_clause": _fields_clause,
    "inline_action": _inline_action,
    "inline_failing_action": _inline_failing_action,
    "operation": _operation,
    "publish": _publish,
    "receiving": _receiving,
    "request": _request,
    "route": _route,
    "status_failure": _status_failure,
    "type_clause": _type_clause,
}
