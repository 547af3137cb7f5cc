"""Backfills: a field's value computed from its row [V6]."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check.bodies import BodyParameter, check_body, open_body
from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking
from jadpo.check.lookup import find_declared
from jadpo.check.scope import Place
from jadpo.check.symbols import SymbolKind
from jadpo.check.typenames import report_unknown_field
from jadpo.diagnostics import Related
from jadpo.syntax import nodes
from jadpo_runtime.manifest import BackfillDefinition, CallableKind
from jadpo_runtime.values import EntityDefinition, Field, NamedType, Span


def check_backfills(checking: Checking) -> Iterator[CheckedBody]:
    """Check every backfill; its body takes the row and gives the type written on the field."""
    seen: dict[tuple[str, str], Span] = {}
    for tree, place in checking.trees:
        for node in tree.declarations:
            if isinstance(node, nodes.BackfillDeclaration):
                yield from _check(checking, place, node, seen)


def _check(
    checking: Checking,
    place: Place,
    node: nodes.BackfillDeclaration,
    seen: dict[tuple[str, str], Span],
) -> Iterator[CheckedBody]:
    found = _field(checking, place, node)
    if found is None:
        return
    entity, field = found
    key = (entity.name, field.name)
    first = seen.setdefault(key, place.span(node.field))
    if first != place.span(node.field):
        checking.report(
            "backfill.repeated",
            place.span(node.field),
            f"`{node.field.text}` has a backfill already",
            why="a row's missing value is computed in one way",
            help="keep one of the two",
            related=(Related(first, "the other one is here"),),
        )
        return
    name = f"backfill {entity.name}.{field.name}"
    row = BodyParameter(node.binding.text, NamedType(entity.name), node.binding)
    body = open_body(
        checking,
        place,
        name,
        f"backfill {node.field.text}",
        CallableKind.BACKFILL,
        [row],
        field.type,
    )
    checking.declarations.backfills.append(BackfillDefinition(*key, name))
    yield check_body(body, node.body)


def _field(
    checking: Checking, place: Place, node: nodes.BackfillDeclaration
) -> tuple[EntityDefinition, Field] | None:
    path = node.field
    owner = nodes.Path(path.names[:1], path.names[0].start, path.names[0].end)
    symbol = find_declared(checking, place, owner, SymbolKind.ENTITY, "entity.unknown")
    entity = None if symbol is None else checking.declarations.entities.get(symbol.qualified)
    if entity is None:
        return None
    if len(path.names) != 2:
        checking.report(
            "backfill.field_invalid",
            place.span(path),
            f"`{path.text}` is no field of an entity",
            why="a backfill computes one field of one entity",
            help=f"write `{owner.text}.` and the field",
        )
        return None
    name = path.names[1]
    field = next((each for each in entity.fields if each.name == name.text), None)
    if field is None:
        names = [each.name for each in entity.fields]
        report_unknown_field(checking, place, name, owner.text, names)
        return None
    if field.name == entity.identity:
        checking.report(
            "backfill.field_invalid",
            place.span(name),
            f"`{path.text}` is the identity, which every stored row has",
            why="a backfill computes what rows lack that were stored before the field was added",
            help="name another field",
        )
        return None
    return entity, field
