"""Resolving entities: identity, constraints of rows, references, and the store [E1] [E5]."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from jadpo.check.checking import Checking
from jadpo.check.declare.references import resolve_references
from jadpo.check.scope import Place
from jadpo.check.symbols import SymbolKind
from jadpo.check.typenames import import_of, not_visible_because, report_unknown_field
from jadpo.check.types import (
    UUID,
    entity_of,
    is_error,
    is_optional,
    is_scalar,
    present,
)
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    EntityDefinition,
    ListType,
    MapType,
    SetType,
    Type,
)

_IDENTITIES = frozenset({"primary_key", "primary"})
"""What other systems write on the field that is the identity."""

DEFAULT_STORE = "primary"
"""The store of a project that declares none [E5]."""


def resolve_entities(checking: Checking) -> None:
    """Complete every entity, whose fields are resolved already."""
    entities = list(_declared(checking))
    for name, place, node in entities:
        definition = _complete(checking, name, place, node)
        checking.declarations.definitions[name] = definition
        checking.declarations.entities[name] = definition
    for name, place, node in entities:
        definition = resolve_references(checking, name, place, node)
        checking.declarations.definitions[name] = definition
        checking.declarations.entities[name] = definition

    _check_case_of_names(checking, entities)


def _check_case_of_names(
    checking: Checking, entities: Iterable[tuple[str, Place, nodes.EntityDeclaration]]
) -> None:
    """No two entities of a store have names that differ only in case: they are names of tables."""
    first: dict[tuple[str, str], tuple[Place, nodes.Name]] = {}
    for name, place, node in entities:
        key = checking.declarations.entities[name].store, name.lower()
        if key not in first:
            first[key] = place, node.name
            continue
        other_place, other = first[key]
        checking.report(
            "name.duplicate",
            place.span(node.name),
            f"the entities `{other.text}` and `{node.name.text}` differ only in case",
            why="an entity is a table of its store, and databases do not tell them apart by case",
            help="rename one of the two",
            related=(Related(other_place.span(other), f"`{other.text}` is declared here"),),
        )


def _declared(checking: Checking) -> Iterable[tuple[str, Place, nodes.EntityDeclaration]]:
    for tree, place in checking.trees:
        for node in tree.declarations:
            if isinstance(node, nodes.EntityDeclaration):
                symbol = place.module.symbol_of(node)
                if symbol is not None:
                    yield symbol.qualified, place, node


def _complete(
    checking: Checking, name: str, place: Place, node: nodes.EntityDeclaration
) -> EntityDefinition:
    definition = checking.declarations.definitions[name]
    assert isinstance(definition, EntityDefinition)  # the stage of types made it
    _check_storable(checking, place, node, definition)
    identity = _identity(checking, place, node, definition)
    _check_generated(checking, place, node, definition, identity)
    persistence = node.persistence
    uniques = _groups(checking, place, definition, persistence.uniques if persistence else ())
    indexes = _groups(checking, place, definition, persistence.indexes if persistence else ())
    return attrs.evolve(
        definition,
        identity=identity,
        uniques=uniques,
        indexes=indexes,
        store=_store(checking, place, node),
    )


# ---- fields


def _check_storable(
    checking: Checking, place: Place, node: nodes.EntityDeclaration, definition: EntityDefinition
) -> None:
    types = {field.name: field.type for field in definition.fields}
    for field in node.fields:
        held = _entity_in(checking, types[field.name.text])
        if held is not None:
            checking.report(
                "entity.field_type",
                place.span(field.type),
                f"`{node.name.text}.{field.name.text}` would store a whole `{held}` in each row",
                why="an entity is stored once, in rows of its own",
                help=f"store its identity: `{held}.{_identity_of(checking, held)}`",
            )


def _entity_in(checking: Checking, type_: Type) -> str | None:
    base = checking.types.base(type_)
    inner = present(checking.types, base)
    if inner is not None:
        return _entity_in(checking, inner)
    match base:
        case ListType(element=element) | SetType(element=element):
            return _entity_in(checking, element)
        case MapType(value=value):
            return _entity_in(checking, value)
    entity = None if is_error(base) else entity_of(checking.types, base)
    return None if entity is None else entity.name


def _identity_of(checking: Checking, entity: str) -> str:
    definition = checking.declarations.definitions[entity]
    assert isinstance(definition, EntityDefinition)
    return definition.identity or "id"


def _identity(
    checking: Checking, place: Place, node: nodes.EntityDeclaration, definition: EntityDefinition
) -> str:
    """The name of the identity field; empty where a mistake leaves open which it is."""
    names = [field.name for field in definition.fields]
    if node.identity is None:
        if any(
            clause.name.text in _IDENTITIES for each in node.fields for clause in each.constraints
        ):
            return ""  # it is told of the clause, and what to write instead
        meant = next((each.name.text for each in node.fields if _is_generated(each)), "id")
        checking.report(
            "entity.identity_missing",
            place.span(node.name),
            f"the entity `{node.name.text}` has no identity",
            why="rows are told apart by one field that is never `none`",
            help=f"add `identity: {meant}`"
            if meant in names
            else "add a field `id: Uuid { generated: identity }` and `identity: id`",
        )
        return ""
    written = node.identity.field
    if written.text not in names:
        report_unknown_field(checking, place, written, node.name.text, names)
        return ""
    field = next(each for each in definition.fields if each.name == written.text)
    if is_error(field.type):
        return field.name
    if is_optional(checking.types, checking.types.base(field.type)) or is_optional(
        checking.types, field.type
    ):
        checking.report(
            "entity.identity_nullable",
            place.span(written),
            f"the identity `{written.text}` may be `none`",
            why="rows are told apart by their identity, so each has one",
            help=f"remove the `?` from the type of `{written.text}`",
        )
    elif not is_scalar(checking.types, field.type):
        checking.report(
            "entity.identity_type",
            place.span(written),
            f"the identity `{written.text}` is {an(field.type)}, which is no scalar",
            why="rows are found by their identity, which a store can compare",
            help="choose a field whose type is a scalar or built on one",
        )
    return field.name


def _is_generated(field: nodes.Field) -> bool:
    return any(clause.name.text == "generated" for clause in field.constraints)


def _check_generated(
    checking: Checking,
    place: Place,
    node: nodes.EntityDeclaration,
    definition: EntityDefinition,
    identity: str,
) -> None:
    """`generated: identity` stands on the identity, which is then a Uuid [E1]."""
    types = {field.name: field.type for field in definition.fields}
    for field in node.fields:
        clause = next((each for each in field.constraints if each.name.text == "generated"), None)
        if clause is None:
            continue
        value = clause.value
        if not isinstance(value, nodes.Path) or value.text != "identity":
            checking.report(
                "entity.generated",
                place.span(value),
                "only `generated: identity` can be written here",
                why="a generated identity is the one value that the runtime fills in",
                help="write `generated: identity`",
                edits=(Edit(place.span(value), "identity"),),
            )
        elif identity and field.name.text != identity:
            checking.report(
                "entity.generated",
                place.span(clause),
                f"`{field.name.text}` is generated, and is not the identity",
                why="a generated identity is the one value that the runtime fills in",
                help=f"remove it, or write `identity: {field.name.text}`",
            )
        elif not is_error(types[field.name.text]) and types[field.name.text] != UUID:
            checking.report(
                "entity.generated",
                place.span(field.type),
                f"the generated identity `{field.name.text}` is no plain `Uuid`",
                why="what is generated is a version 7 UUID",
                help="make its type `Uuid`",
                edits=(Edit(place.span(field.type), "Uuid"),),
            )


# ---- groups of fields


def _groups(
    checking: Checking,
    place: Place,
    definition: EntityDefinition,
    clauses: Iterable[nodes.UniqueClause | nodes.IndexClause],
) -> tuple[tuple[str, ...], ...]:
    groups = []
    for clause in clauses:
        names = [
            name.text for name in clause.fields if _check_key(checking, place, name, definition)
        ]
        written = [name.text for name in clause.fields]
        repeated = next((n for i, n in enumerate(clause.fields) if n.text in written[:i]), None)
        if repeated is not None:
            checking.report(
                "entity.field_repeated",
                place.span(repeated),
                f"`{repeated.text}` stands here twice",
                why="a field counts once in a key",
                help="remove one of the two",
            )
        elif len(names) == len(clause.fields):
            if tuple(names) in groups:
                checking.report(
                    "entity.key_repeated",
                    place.span(clause),
                    f"this says of ({', '.join(names)}) what an earlier clause says",
                    why="a second one has no effect",
                    help="remove one of the two",
                )
            else:
                groups.append(tuple(names))
    return tuple(groups)


def _check_key(
    checking: Checking, place: Place, name: nodes.Name, definition: EntityDefinition
) -> bool:
    field = next((each for each in definition.fields if each.name == name.text), None)
    if field is None:
        names = [each.name for each in definition.fields]
        report_unknown_field(checking, place, name, _last(definition.name), names)
        return False
    type_ = present(checking.types, checking.types.base(field.type)) or field.type
    if is_error(type_) or is_scalar(checking.types, type_):
        return True
    checking.report(
        "entity.key_type",
        place.span(name),
        f"`{name.text}` is {an(field.type)}, which a key cannot hold",
        why="`unique` and `index` need fields that a store can compare: scalars",
        help="choose other fields",
    )
    return False


def _last(qualified: str) -> str:
    return qualified.rpartition(".")[2]


# ---- store


def _store(checking: Checking, place: Place, node: nodes.EntityDeclaration) -> str:
    stores = checking.declarations.stores
    clause = node.persistence.store if node.persistence else None
    if clause is None:
        if len(stores) > 1:
            checking.report(
                "entity.store_missing",
                place.span(node.name),
                f"the entity `{node.name.text}` does not say which store it lives in",
                why="the project has several stores, and an entity lives in one",
                help="add `persistence { store: … }`",
            )
        return next(iter(stores), DEFAULT_STORE)
    written = clause.store
    symbol = place.module.find(written.text)
    if symbol is not None and symbol.kind is SymbolKind.STORE:
        return symbol.qualified
    if written.text in stores:
        return written.text
    wanted = import_of(checking, place, written.text)
    visible = [
        *place.module.of_kind(SymbolKind.STORE),
        *(each for each in stores if "." not in each),
    ]
    near = None if wanted else nearest_name(written.text, visible)
    span = place.span(written)
    checking.report(
        "entity.store_unknown",
        span,
        f"there is no store `{written.text}`",
        why=not_visible_because(
            checking, place, written.text, "an entity lives in a store that the project declares"
        ),
        help=f"did you mean `{near}`?"
        if near
        else f"write `{wanted}`"
        if wanted
        else f"declare `public store {written.text} {{ … }}`, and import it"
        if place.module.name
        else f"declare `store {written.text} {{ … }}`",
        edits=(Edit(span, near),) if near else (),
        subject=written.text,
    )
    return next(iter(stores), DEFAULT_STORE)
