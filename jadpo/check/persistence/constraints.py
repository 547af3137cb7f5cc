"""The constraints that a write can break, and `conflict` clauses that name them [Q3]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from jadpo.check.body import Body
from jadpo.check.checking import Checking
from jadpo.check.persistence.fields import entity_field, shown
from jadpo.check.persistence.raising import check_clause_failure
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import EntityDefinition, Span

Constraint: TypeAlias = tuple[str, tuple[str, ...]]
"""The qualified name of an entity, and the fields of its identity, a `unique` or a reference."""


def own_constraints(entity: EntityDefinition) -> tuple[Constraint, ...]:
    """What a new or changed row of the entity can break itself."""
    groups = [
        *([(entity.identity,)] if entity.identity else []),
        *entity.uniques,
        *((reference.field,) for reference in entity.references),
    ]
    return tuple(dict.fromkeys((entity.name, group) for group in groups))


def restricting_references(checking: Checking, entity: EntityDefinition) -> tuple[Constraint, ...]:
    """The references that can forbid to delete a row: of it, and of rows deleted with it."""
    deleted = {entity.name}
    found: dict[Constraint, None] = {}
    growing = True
    while growing:
        growing = False
        for other in checking.declarations.entities.values():
            for reference in other.references:
                if reference.target_entity not in deleted:
                    continue
                if reference.on_delete == "restrict":
                    found[other.name, (reference.field,)] = None
                elif reference.on_delete == "cascade" and other.name not in deleted:
                    deleted.add(other.name)
                    growing = True
    return tuple(found)


def references_to(
    checking: Checking, entity: EntityDefinition, fields: Iterable[str]
) -> tuple[Constraint, ...]:
    """The references of other rows to these fields of the entity."""
    targets = set(fields)
    return tuple(
        (other.name, (reference.field,))
        for other in checking.declarations.entities.values()
        for reference in other.references
        if reference.target_entity == entity.name and reference.target_field in targets
    )


def check_conflicts(
    body: Body,
    conflicts: Iterable[nodes.Conflict],
    allowed: tuple[Constraint, ...],
    why: str,
) -> tuple[ir.ConflictClause, ...]:
    """The ``conflict`` clauses of a write; each constraint is mapped once.

    ``allowed`` are the constraints that this write can break, ``why`` says of them what they are.
    """
    seen: dict[Constraint | None, Span] = {}
    clauses = []
    for conflict in conflicts:
        failure = check_clause_failure(body, "conflict", conflict.failure)
        place = _constraint_span(body, conflict)
        constraint = None
        if conflict.entity is not None or conflict.fields:
            constraint = _constraint(body, conflict, place, allowed, why)
        is_mistaken = constraint is None and bool(conflict.fields)
        if constraint in seen and not is_mistaken:
            _report_repeated(body, constraint, place, seen[constraint])
        elif not is_mistaken:
            seen[constraint] = place
        if failure is not None:
            clauses.append(ir.ConflictClause(constraint, failure))
    return tuple(clauses)


def _constraint_span(body: Body, conflict: nodes.Conflict) -> Span:
    """The constraint as written, with its parenthesis; of ``conflict: F`` the word."""
    source = body.place.source
    if not conflict.fields:
        return source.span(conflict.start, conflict.start + len("conflict"))
    end = conflict.fields[-1].end
    if len(conflict.fields) > 1:
        end = source.text.find(")", end) + 1
    first = conflict.fields[0] if conflict.entity is None else conflict.entity
    return source.span(first.start, end)


def _constraint(
    body: Body,
    conflict: nodes.Conflict,
    place: Span,
    allowed: tuple[Constraint, ...],
    why: str,
) -> Constraint | None:
    names = tuple(name.text for name in conflict.fields)
    if conflict.entity is None:
        _report_bare(body, place, names, allowed)
        return None
    symbol = body.place.module.find(conflict.entity.text)
    entity = None
    if symbol is not None and symbol.kind is SymbolKind.ENTITY:
        entity = body.checking.declarations.entities.get(symbol.qualified)
    if entity is None:
        _report_no_entity(body, conflict.entity)
        return None
    if any(entity_field(body, entity, name) is None for name in conflict.fields):
        return None
    for constraint in allowed:
        if constraint[0] == entity.name and sorted(constraint[1]) == sorted(names):
            return constraint
    if symbol is not None and _has_mistakes(symbol, entity):
        return None
    body.checking.report(
        "query.conflict_unknown",
        place,
        f"`{_words(shown(entity), names)}` is no constraint that this can break",
        why=why,
        help=f"name one of {_listed(allowed)}" if allowed else "remove it",
    )
    return None


def _has_mistakes(symbol: Symbol, entity: EntityDefinition) -> bool:
    """Whether a `unique` or reference of the entity is left out because of a mistake in it."""
    declaration: object = symbol.declaration
    if not isinstance(declaration, nodes.EntityDeclaration) or declaration.persistence is None:
        return False
    written = declaration.persistence
    return len(written.uniques) + len(written.references) > len(entity.uniques) + len(
        entity.references
    )


def _report_bare(
    body: Body,
    place: Span,
    names: tuple[str, ...],
    allowed: tuple[Constraint, ...],
) -> None:
    """`conflict number: F`: the entity is not written."""
    match = next((owner for owner, fields in allowed if sorted(fields) == sorted(names)), None)
    wanted = None if match is None else _words(match.rpartition(".")[2], names)
    body.checking.report(
        "query.conflict_unknown",
        place,
        f"`{', '.join(names)}` does not say of which entity it is a constraint",
        why="a constraint is named `Entity.field`, since those of other entities can be broken too",
        help=f"write `{wanted}`" if wanted else "write the entity before it",
        edits=(Edit(place, wanted),) if wanted and len(names) == 1 else (),
    )


def _report_no_entity(body: Body, path: nodes.Path) -> None:
    near = nearest_name(path.text, body.place.module.of_kind(SymbolKind.ENTITY))
    span = body.span(path)
    body.checking.report(
        "entity.unknown",
        span,
        f"there is no entity `{path.text}`",
        why="a constraint is named by its entity and its fields",
        help=f"did you mean `{near}`?" if near else "name an entity",
        edits=(Edit(span, near),) if near else (),
        subject=path.text,
    )


def _report_repeated(body: Body, constraint: Constraint | None, place: Span, first: Span) -> None:
    what = "every other constraint" if constraint is None else f"`{_qualified(constraint)}`"
    body.checking.report(
        "query.conflict_repeated",
        place,
        f"{what} is mapped twice",
        why="a broken constraint becomes one failure",
        help="remove one of the two",
        related=(Related(first, "it is mapped here first"),),
    )


def _words(entity: str, fields: tuple[str, ...]) -> str:
    return f"{entity}.{fields[0]}" if len(fields) == 1 else f"{entity}.({', '.join(fields)})"


def _qualified(constraint: Constraint) -> str:
    return _words(constraint[0].rpartition(".")[2], constraint[1])


def _listed(constraints: tuple[Constraint, ...]) -> str:
    return ", ".join(f"`{_qualified(each)}`" for each in constraints)
