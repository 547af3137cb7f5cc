"""Resolving the signatures of functions, actions and queries [T6] [E4] [F3]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from jadpo.check.checking import Checking, DeclaredFailure, Signature
from jadpo.check.lookup import find_failure
from jadpo.check.naming import check_case
from jadpo.check.scope import Place
from jadpo.check.symbols import REPEATED
from jadpo.check.typenames import check_authored_signature, report_unit, resolved_type
from jadpo.check.types import ERROR, UNIT
from jadpo.diagnostics import Edit, Related
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind, Parameter
from jadpo_runtime.values import FieldType, NamedType, Type

_KINDS: dict[type, CallableKind] = {
    nodes.FunctionDeclaration: CallableKind.FUNCTION,
    nodes.ActionDeclaration: CallableKind.ACTION,
    nodes.QueryDeclaration: CallableKind.QUERY,
}


@attrs.frozen(eq=False)
class Written:
    """A callable's declaration; ``entity`` is the one it is an operation of."""

    name: str
    shown: str
    place: Place
    node: nodes.CallableDeclaration
    entity: str | None


def resolve_signatures(checking: Checking) -> None:
    """Give every declared function, action and query its signature."""
    for written in written_callables(checking):
        signatures = checking.declarations.signatures
        signatures[written.name] = _signature(checking, written)
        place = written.place.span(written.node.name)
        checking.declarations.places.setdefault(written.name, place)


def written_callables(checking: Checking) -> Iterator[Written]:
    """Every callable. One that is declared again has a name that nobody can write."""
    for tree, place in checking.trees:
        for node in tree.declarations:
            match node:
                case (
                    nodes.FunctionDeclaration()
                    | nodes.ActionDeclaration()
                    | nodes.QueryDeclaration()
                ):
                    symbol = place.module.symbol_of(node)
                    if symbol is not None:
                        yield Written(symbol.qualified, node.name.text, place, node, None)
                case nodes.EntityDeclaration():
                    symbol = place.module.symbol_of(node)
                    if symbol is not None:
                        yield from _operations(checking, place, node, symbol.qualified)


def _operations(
    checking: Checking, place: Place, entity: nodes.EntityDeclaration, qualified: str
) -> Iterator[Written]:
    taken: dict[str, tuple[str, nodes.Name]] = {}
    for field in entity.fields:
        taken.setdefault(field.name.text, ("field", field.name))
    times = Counter(node.name.text for node in entity.operations)
    for at, node in enumerate(entity.operations):
        name = node.name
        word = _KINDS[type(node)].value
        if name.text in taken:
            what, first = taken[name.text]
            checking.report(
                "name.duplicate",
                place.span(name),
                f"the {word} `{name.text}` takes the name of the {what} `{name.text}`",
                why=f"`{entity.name.text}.{name.text}` means one thing",
                help="rename one of the two",
                related=(Related(place.span(first), f"the {what} is declared here"),),
            )
        else:
            taken[name.text] = (word, name)
            check_case(checking, place, name, word, upper=False)
        shown = f"{entity.name.text}.{name.text}"
        own = f"{qualified}.{name.text}"
        if times[name.text] > 1 or taken[name.text] != (word, name):
            # Which one is meant where the name is used nobody knows.
            for tree, _ in checking.trees:
                checking.excuse(tree.source, (shown,))
            own += f"{REPEATED}{at}"
        yield Written(own, shown, place, node, qualified)


def _signature(checking: Checking, written: Written) -> Signature:
    node, place = written.node, written.place
    parameters = []
    if node.receiver is not None:
        parameters.append(Parameter("self", _receiver_type(checking, written, node.receiver)))
    for parameter in node.parameters:
        type_ = _authored(checking, place, parameter.type, f"the parameter `{parameter.name.text}`")
        if type_ == UNIT:
            report_unit(checking, place, parameter.type)
            type_ = ERROR
        parameters.append(Parameter(parameter.name.text, type_))
    if isinstance(node, nodes.QueryDeclaration):
        _check_freshness(checking, place, node)
    return Signature(
        name=written.name,
        shown=written.shown,
        kind=_KINDS[type(node)],
        parameters=tuple(parameters),
        result=_authored(checking, place, node.result, f"the result of `{written.shown}`"),
        fails=declared_failures(checking, place, node.fails),
        receiver=node.receiver.kind if node.receiver else None,
        entity=written.entity,
        place=place,
        declaration=node,
    )


def _authored(checking: Checking, place: Place, node: nodes.TypeExpression, what: str) -> Type:
    type_ = resolved_type(checking, place, node)
    return type_ if check_authored_signature(checking, place, node, type_, what) else ERROR


def _receiver_type(checking: Checking, written: Written, receiver: nodes.Receiver) -> Type:
    """The entity itself for `self: value`, its identity's type for `self: ref` [E4]."""
    if written.entity is None:
        checking.report(
            "entity.receiver_outside",
            written.place.span(receiver),
            f"`{written.shown}` is no operation of an entity",
            why="`self` is the row of the entity that an operation is declared in",
            help="move it into an entity, or give it an ordinary parameter",
        )
        return ERROR
    if receiver.kind == "value":
        return NamedType(written.entity)
    entity = checking.declarations.entities.get(written.entity)
    return FieldType(written.entity, entity.identity) if entity and entity.identity else ERROR


def _check_freshness(checking: Checking, place: Place, node: nodes.QueryDeclaration) -> None:
    written = node.freshness
    if written is None:
        before = (node.fails or node.result).start
        checking.report(
            "query.freshness",
            place.span(node.name),
            f"the query `{node.name.text}` does not say how fresh its result is",
            why="a query says what it may miss, and `authoritative` misses nothing",
            help="write `freshness: authoritative` after its parameters",
            edits=_freshness_edit(place, node, before),
        )
    elif written.text != "authoritative":
        checking.report(
            "query.freshness",
            place.span(written),
            f"there is no freshness `{written.text}`",
            why="`authoritative` is the only one that is implemented",
            help="write `authoritative`",
            edits=(Edit(place.span(written), "authoritative"),),
        )


def _freshness_edit(place: Place, node: nodes.QueryDeclaration, before: int) -> tuple[Edit, ...]:
    """Insert the clause behind the closing parenthesis, where nothing else stands before it."""
    at = place.source.text.rfind(")", node.name.end, before)
    if at < 0:
        return ()
    return (Edit(place.source.span(at + 1, at + 1), " freshness: authoritative"),)


def declared_failures(
    checking: Checking, place: Place, fails: nodes.Fails | None
) -> tuple[DeclaredFailure, ...]:
    """The failures of a `fails` list; unknown and repeated ones are reported and left out."""
    found: dict[str, DeclaredFailure] = {}
    for path in fails.failures if fails else ():
        name = find_failure(checking, place, path)
        if name is None:
            continue
        span = place.span(path)
        if name in found:
            checking.report(
                "failure.repeated",
                span,
                f"`{path.text}` stands in `fails` twice",
                why="a failure can leave or not, and once says so",
                help="remove one of the two",
                related=(Related(found[name].span, "it is here already"),),
            )
        else:
            found[name] = DeclaredFailure(name, span)
    return tuple(found.values())
