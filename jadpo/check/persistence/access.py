"""Which entity a persistence expression is about, and whether it may stand where it does [E3]."""

from __future__ import annotations

from jadpo.check.body import Body
from jadpo.check.effects import Effect
from jadpo.check.lookup import find_declared
from jadpo.check.symbols import SymbolKind
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import EntityDefinition, Span


def queried_entity(
    body: Body, node: nodes.PersistenceExpression, path: nodes.Path
) -> EntityDefinition | None:
    """The entity of a ``query``, or ``None`` where there is none, which is reported.

    Queries stand in named queries and in operations of entities, of any of them; elsewhere they
    are reported as well.
    """
    entity = _entity(body, path)
    if (
        body.require(Effect.READ, _keyword(body, node), "`query`")
        and body.kind is not CallableKind.QUERY
        and body.entity is None
    ):
        body.checking.report(
            "query.outside_query",
            _keyword(body, node),
            f"`{body.shown}` reads rows of `{path.text}` itself",
            why="`query` stands only in named queries and in operations of entities, so that "
            "each way to read rows has a name",
            help=f"move it into a `query` of `{path.text}`, and call that",
        )
    return entity


def written_entity(
    body: Body, node: nodes.PersistenceExpression, path: nodes.Path
) -> EntityDefinition | None:
    """The entity of a ``create``, ``update`` or ``delete``; ``None`` as in a query.

    An entity is written by its own operations alone; elsewhere this is reported.
    """
    entity = _entity(body, path)
    word = _word(node)
    if (
        body.require(Effect.WRITE, _keyword(body, node), f"`{word}`")
        and entity is not None
        and body.entity != entity.name
    ):
        body.checking.report(
            "entity.written_outside",
            _keyword(body, node),
            f"`{body.shown}` would {word} rows of `{path.text}` from outside",
            why="only operations declared inside an entity write it, so that its rules are in "
            "one place",
            help=f"move this into an `action` of `{path.text}`, and call that",
        )
    return entity


def _entity(body: Body, path: nodes.Path) -> EntityDefinition | None:
    symbol = find_declared(body.checking, body.place, path, SymbolKind.ENTITY, "entity.unknown")
    return None if symbol is None else body.checking.declarations.entities.get(symbol.qualified)


def _word(node: nodes.PersistenceExpression) -> str:
    match node:
        case nodes.Create():
            return "create"
        case nodes.UpdateRequired() | nodes.UpdateMany():
            return "update"
        case nodes.DeleteRequired() | nodes.DeleteMany():
            return "delete"
    return "query"


def _keyword(body: Body, node: nodes.PersistenceExpression) -> Span:
    """The range of the word that a persistence expression begins with."""
    return body.place.source.span(node.start, node.start + len(_word(node)))
