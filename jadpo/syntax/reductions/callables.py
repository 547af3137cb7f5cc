"""Builds functions, actions and queries."""

from typing import NamedTuple

from jadpo.syntax.building import Building, Reductions
from jadpo.syntax.nodes import (
    ActionDeclaration,
    Block,
    Fails,
    FunctionDeclaration,
    Name,
    Parameter,
    Path,
    QueryDeclaration,
    Receiver,
    TypeExpression,
)
from jadpo.syntax.reductions.reserved import refuse_reserved
from jadpo.syntax.tokens import Mark


class _Signature(NamedTuple):
    """What stands between a callable's parameters and its `->`."""

    freshness: Name | None
    fails: Fails | None


class _SignatureClause(NamedTuple):
    """`freshness: authoritative`, or a clause that a signature does not have."""

    name: Name
    value: Name
    start: int
    end: int


_Parameter = Parameter | Receiver


def _function(
    building: Building,
    word: Name,
    name: Name,
    parameters: list[_Parameter],
    items: list[_SignatureClause | Fails],
    arrow: Mark,
    result: TypeExpression,
    body: Block,
) -> FunctionDeclaration:
    return FunctionDeclaration(
        name,
        _receiver(parameters),
        _without_receiver(building, parameters),
        _signature(building, "function", items).fails,
        result,
        body,
        False,
        building.docs.get(word.start),
        word.start,
        body.end,
    )


def _action(
    building: Building,
    word: Name,
    name: Name,
    parameters: list[_Parameter],
    items: list[_SignatureClause | Fails],
    arrow: Mark,
    result: TypeExpression,
    body: Block,
) -> ActionDeclaration:
    return ActionDeclaration(
        name,
        _receiver(parameters),
        _without_receiver(building, parameters),
        _signature(building, "action", items).fails,
        result,
        body,
        False,
        building.docs.get(word.start),
        word.start,
        body.end,
    )


def _query(
    building: Building,
    word: Name,
    name: Name,
    parameters: list[_Parameter],
    items: list[_SignatureClause | Fails],
    arrow: Mark,
    result: TypeExpression,
    body: Block,
) -> QueryDeclaration:
    signature = _signature(building, "query", items)
    return QueryDeclaration(
        name,
        _receiver(parameters),
        _without_receiver(building, parameters),
        signature.freshness,
        signature.fails,
        result,
        body,
        False,
        building.docs.get(word.start),
        word.start,
        body.end,
    )


# ---- parameters


def _no_parameters(_: Building, opening: Mark, closing: Mark) -> list[_Parameter]:
    return []


def _parameters(
    _: Building, opening: Mark, items: list[_Parameter], comma: Mark | None, closing: Mark
) -> list[_Parameter]:
    return items


def _parameter(
    building: Building, name: Name, colon: Mark, written_type: TypeExpression
) -> _Parameter:
    if name.text != "self":
        refuse_reserved(building, name)
        return Parameter(name, written_type, name.start, written_type.end)
    match written_type:
        case Path((Name("value"),)):
            return Receiver("value", name.start, written_type.end)
        case Path((Name("ref"),)):
            return Receiver("ref", name.start, written_type.end)
    building.report(
        "syntax.self_parameter",
        written_type,
        "`self` is not declared with a type",
        "its type is the entity's, or that of its identity",
        "write `self: value` for the whole entity, `self: ref` for its identity",
    )
    return Receiver("value", name.start, written_type.end)


def _receiver(parameters: list[_Parameter]) -> Receiver | None:
    first = parameters[0] if parameters else None
    return first if isinstance(first, Receiver) else None


def _without_receiver(building: Building, parameters: list[_Parameter]) -> tuple[Parameter, ...]:
    for late in parameters[1:]:
        if isinstance(late, Receiver):
            building.report(
                "syntax.self_parameter",
                late,
                "`self` is not the first parameter",
                "in `order.cancel(reason)` what stands before the dot is the first argument",
                "move it to the front of the parameters",
            )
    return tuple(each for each in parameters if isinstance(each, Parameter))


# ---- the rest of a signature


def _signature_clause(_: Building, name: Name, colon: Mark, value: Name) -> _SignatureClause:
    return _SignatureClause(name, value, name.start, value.end)


def _fails(_: Building, word: Name, failures: list[Path]) -> Fails:
    return Fails(tuple(failures), word.start, failures[-1].end)


def _signature(building: Building, what: str, items: list[_SignatureClause | Fails]) -> _Signature:
    if not items:
        return _Signature(None, None)
    clauses = [each for each in items if isinstance(each, _SignatureClause)]
    known = [each for each in clauses if what == "query" and each.name.text == "freshness"]
    for clause in clauses:
        if clause.name.text == "fails":
            building.report(
                "syntax.unexpected",
                clause.name,
                "no `:` stands after `fails`",
                "a list of failures is written `fails Failure, OtherFailure`",
                "delete the `:`",
            )
        elif clause not in known:
            allowed = "only `freshness` and `fails`" if what == "query" else "only `fails`"
            building.report(
                "syntax.clause_not_allowed",
                clause,
                f"the signature of the {what} has no clause `{clause.name.text}`",
                f"between its parameters and its `->` there is {allowed}",
                "delete it",
            )
    freshness = building.at_most_one("`freshness:`", known)
    fails = building.at_most_one("`fails`", [each for each in items if isinstance(each, Fails)])
    return _Signature(freshness.value if freshness else None, fails)


REDUCTIONS: Reductions = {
    "action": _action,
    "fails": _fails,
    "function": _function,
    "no_parameters": _no_parameters,
    "parameter": _parameter,
    "parameters": _parameters,
    "query": _query,
    "signature_clause": _signature_clause,
}
