"""`reference field: Other.field on_delete: …` of entities [E1]."""

from __future__ import annotations

from typing import Final

import attrs

from jadpo.check.checking import Checking
from jadpo.check.lookup import find_declared
from jadpo.check.scope import Place
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.typenames import report_unknown_field
from jadpo.check.types import is_error
from jadpo.check.words import an, shown
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import EntityDefinition, Field, FieldType, OptionalType, Reference

_ON_DELETE: Final = ("restrict", "cascade", "set_null")


def resolve_references(
    checking: Checking, name: str, place: Place, node: nodes.EntityDeclaration
) -> EntityDefinition:
    """The entity with its references; identities and uniques of all entities are known."""
    definition = checking.declarations.entities[name]
    clauses = node.persistence.references if node.persistence else ()
    references: list[Reference] = []
    seen: dict[str, nodes.ReferenceClause] = {}
    for clause in clauses:
        first = seen.setdefault(clause.field.text, clause)
        if first is not clause:
            checking.report(
                "entity.reference_repeated",
                place.span(clause.field),
                f"`{clause.field.text}` refers to something already",
                why="a field refers to one other entity",
                help="remove one of the two references",
                related=(Related(place.span(first), "the other one is here"),),
            )
            continue
        reference = _reference(checking, place, node, definition, clause)
        if reference is not None:
            references.append(reference)
    return attrs.evolve(definition, references=tuple(references))


def _reference(
    checking: Checking,
    place: Place,
    node: nodes.EntityDeclaration,
    definition: EntityDefinition,
    clause: nodes.ReferenceClause,
) -> Reference | None:
    field = _field(checking, place, definition, clause.field)
    target = _target(checking, place, clause)
    on_delete = _on_delete(checking, place, clause)
    if field is None or target is None or on_delete is None or is_error(field.type):
        return None
    entity, target_field = target
    wanted = FieldType(entity.name, target_field.name)
    written = field.type.inner if isinstance(field.type, OptionalType) else field.type
    if written != wanted:
        checking.report(
            "entity.reference_type",
            place.span(clause.field),
            f"`{clause.field.text}` is {an(field.type)}, and refers to `{shown(wanted)}`",
            why="a field that refers to another has exactly that field's type",
            help=f"write `{clause.field.text}: {clause.target.text}`",
            related=_declared_at(checking, f"{definition.name}.{field.name}"),
        )
        return None
    if entity.store != definition.store:
        checking.report(
            "entity.reference_store",
            place.span(clause.target),
            f"`{clause.target.text}` lives in the store `{entity.store}`, and "
            f"`{node.name.text}` in `{definition.store}`",
            why="a store keeps a reference only to rows of its own",
            help="remove the reference: the field keeps its type, and nothing watches over it",
            related=_declared_at(checking, entity.name),
        )
        return None
    if on_delete == "set_null" and not isinstance(field.type, OptionalType):
        checking.report(
            "entity.reference_set_null",
            place.span(clause.on_delete or clause),
            f"`{clause.field.text}` cannot be set to `none`",
            why=f"its type `{shown(field.type)}` does not include `none`",
            help=f"write `{clause.field.text}: {clause.target.text}?`, or choose `restrict` or "
            "`cascade`",
            related=_declared_at(checking, f"{definition.name}.{field.name}"),
        )
        return None
    return Reference(field.name, entity.name, target_field.name, on_delete)


def _field(
    checking: Checking, place: Place, definition: EntityDefinition, name: nodes.Name
) -> Field | None:
    found = next((each for each in definition.fields if each.name == name.text), None)
    if found is None:
        names = [each.name for each in definition.fields]
        shown = definition.name.rpartition(".")[2]
        report_unknown_field(checking, place, name, shown, names)
    return found


def _target(
    checking: Checking, place: Place, clause: nodes.ReferenceClause
) -> tuple[EntityDefinition, Field] | None:
    path = clause.target
    if len(path.names) != 2:
        checking.report(
            "entity.reference_target",
            place.span(path),
            f"`{path.text}` is no field of an entity",
            why="a reference names the field that its values are found in",
            help="write `Other.id`: the entity and its identity, or a unique field",
        )
        return None
    owner, name = path.names
    symbol = find_declared(
        checking,
        place,
        nodes.Path((owner,), owner.start, owner.end),
        SymbolKind.ENTITY,
        "entity.unknown",
    )
    if symbol is None:
        return None
    entity = checking.declarations.entities.get(symbol.qualified)
    if entity is None:
        return None
    field = _field(checking, place, entity, name)
    if field is None:
        return None
    if (
        name.text != entity.identity
        and entity.identity  # one that is missing may be meant to be this field
        and (name.text,) not in entity.uniques
        and not _has_unknown_unique(entity, symbol)
    ):
        checking.report(
            "entity.reference_target",
            place.span(path),
            f"`{path.text}` is neither the identity of `{owner.text}` nor unique",
            why="a reference leads to one row",
            help=f"refer to `{owner.text}.{entity.identity}`, or declare `unique: {name.text}` in "
            f"`{owner.text}`",
        )
        return None
    return entity, field


def _has_unknown_unique(entity: EntityDefinition, symbol: Symbol) -> bool:
    """Whether a `unique:` names a field that is not there: which one it means is not known."""
    node = symbol.declaration
    if not isinstance(node, nodes.EntityDeclaration) or node.persistence is None:
        return False
    names = {field.name for field in entity.fields}
    return any(
        name.text not in names for group in node.persistence.uniques for name in group.fields
    )


def _on_delete(checking: Checking, place: Place, clause: nodes.ReferenceClause) -> str | None:
    written = clause.on_delete
    if written is None:
        end = place.source.span(clause.end, clause.end)
        checking.report(
            "entity.reference_on_delete",
            place.span(clause),
            f"the reference `{clause.field.text}` does not say what a deletion does",
            why="deleting a row that others refer to has no obvious meaning",
            help="add `on_delete: restrict`, `cascade` or `set_null`",
            edits=(Edit(end, " on_delete: restrict"),),
        )
        return None
    if written.text in _ON_DELETE:
        return written.text
    near = nearest_name(written.text, _ON_DELETE)
    span = place.span(written)
    checking.report(
        "entity.reference_on_delete",
        span,
        f"a deletion cannot `{written.text}`",
        why="`on_delete` is `restrict`, `cascade` or `set_null`",
        help=f"did you mean `{near}`?" if near else "choose one of these",
        edits=(Edit(span, near),) if near else (),
    )
    return None


def _declared_at(checking: Checking, name: str) -> tuple[Related, ...]:
    span = checking.declarations.places.get(name)
    return (Related(span, f"`{name}` is declared here"),) if span else ()
