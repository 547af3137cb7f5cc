"""Builds declarations of types, entities, stores, settings, failures and events."""

from typing import NamedTuple

from jadpo.syntax.building import Braced, Building, Reductions
from jadpo.syntax.nodes import (
    ActionDeclaration,
    ApplicationDeclaration,
    AuthenticationDeclaration,
    Clause,
    ConfigDeclaration,
    Declaration,
    EntityDeclaration,
    EnumDeclaration,
    EventDeclaration,
    FailureDeclaration,
    Field,
    FunctionDeclaration,
    IdentityClause,
    IndexClause,
    Name,
    ObjectDeclaration,
    Path,
    Persistence,
    QueryDeclaration,
    ReferenceClause,
    RefinementDeclaration,
    StoreClause,
    StoreDeclaration,
    TypeExpression,
    UniqueClause,
    Variant,
)
from jadpo.syntax.tokens import Mark


def _public(building: Building, word: Name, declaration: Declaration) -> Declaration:
    doc = building.docs.get(word.start, declaration.doc)
    return declaration._replace(public=True, doc=doc, start=word.start)


# ---- types


def _refinement(
    building: Building,
    word: Name,
    name: Name,
    equals: Mark,
    base: TypeExpression,
    constraints: Braced[Clause] | None,
) -> RefinementDeclaration:
    return RefinementDeclaration(
        name,
        base,
        building.once_each(constraints.items) if constraints else (),
        False,
        building.docs.get(word.start),
        word.start,
        (constraints or base).end,
    )


def _object_type(
    building: Building,
    word: Name,
    name: Name,
    equals: Mark,
    object_word: Name,
    opening: Mark,
    fields: list[Field],
    closing: Mark,
) -> ObjectDeclaration:
    doc = building.docs.get(word.start)
    return ObjectDeclaration(name, tuple(fields), False, doc, word.start, closing.end)


def _enum_type(
    building: Building,
    word: Name,
    name: Name,
    equals: Mark,
    enum_word: Name,
    opening: Mark,
    variants: list[Variant],
    closing: Mark,
) -> EnumDeclaration:
    doc = building.docs.get(word.start)
    return EnumDeclaration(name, tuple(variants), False, doc, word.start, closing.end)


# ---- entities


_Callable = FunctionDeclaration | ActionDeclaration | QueryDeclaration


def _entity(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    members: list[Field | Persistence | _Callable],
    closing: Mark,
) -> EntityDeclaration:
    fields: list[Field] = []
    identities: list[IdentityClause] = []
    for member in members:
        if isinstance(member, Field):
            identity = _identity(member)
            if identity is None:
                fields.append(member)
            else:
                identities.append(identity)
    persistences = [each for each in members if isinstance(each, Persistence)]
    return EntityDeclaration(
        name,
        tuple(fields),
        building.at_most_one("`identity:`", identities),
        building.at_most_one("`persistence`", persistences),
        tuple(each for each in members if isinstance(each, _Callable)),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _identity(member: Field) -> IdentityClause | None:
    """The clause `identity: id`, which is written as a field of that name and of type `id` is.

    A field may be named `identity`; but no type begins with a small letter.
    """
    match member:
        case Field(Name("identity"), Path((field,)), (), ()) if not field.text[0].isupper():
            return IdentityClause(field, member.start, member.end)
    return None


class _Unknown(NamedTuple):
    """A clause that `persistence` does not have."""

    start: int
    end: int


_PersistenceItem = StoreClause | UniqueClause | IndexClause | ReferenceClause | _Unknown


def _persistence(
    building: Building, word: Name, opening: Mark, items: list[_PersistenceItem], closing: Mark
) -> Persistence:
    stores = [each for each in items if isinstance(each, StoreClause)]
    return Persistence(
        building.at_most_one("`store:`", stores),
        tuple(each for each in items if isinstance(each, UniqueClause)),
        tuple(each for each in items if isinstance(each, IndexClause)),
        tuple(each for each in items if isinstance(each, ReferenceClause)),
        word.start,
        closing.end,
    )


def _persistence_clause(
    building: Building, name: Name, colon: Mark, value: Name
) -> _PersistenceItem:
    if name.text == "store":
        return StoreClause(value, name.start, value.end)
    return _clause_of_fields(building, name, (value,), value.end)


def _persistence_clause_of_several(
    building: Building,
    name: Name,
    colon: Mark,
    opening: Mark,
    fields: list[Name],
    comma: Mark | None,
    closing: Mark,
) -> _PersistenceItem:
    return _clause_of_fields(building, name, tuple(fields), closing.end)


def _clause_of_fields(
    building: Building, name: Name, fields: tuple[Name, ...], end: int
) -> _PersistenceItem:
    match name.text:
        case "unique":
            return UniqueClause(fields, name.start, end)
        case "index":
            return IndexClause(fields, name.start, end)
    building.report(
        "syntax.clause_not_allowed",
        name,
        f"`persistence` has no clause `{name.text}`"
        if name.text != "store"
        else "`store` names one store",
        "its clauses are `store`, `unique`, `index` and `reference`",
        "delete it, or write one of these",
    )
    return _Unknown(name.start, end)


def _reference(
    _: Building,
    word: Name,
    field: Name,
    colon: Mark,
    target: Path,
    label: Name | None = None,
    second_colon: Mark | None = None,
    on_delete: Name | None = None,
) -> ReferenceClause:
    end = on_delete.end if on_delete else target.end
    return ReferenceClause(field, target, on_delete, word.start, end)


# ---- stores and settings


def _store(
    building: Building, word: Name, name: Name, opening: Mark, clauses: list[Clause], closing: Mark
) -> StoreDeclaration:
    doc = building.docs.get(word.start)
    return StoreDeclaration(name, building.once_each(clauses), False, doc, word.start, closing.end)


def _config(
    building: Building, word: Name, name: Name, opening: Mark, fields: list[Field], closing: Mark
) -> ConfigDeclaration:
    doc = building.docs.get(word.start)
    return ConfigDeclaration(name, tuple(fields), False, doc, word.start, closing.end)


def _application(
    building: Building, word: Name, name: Name, opening: Mark, clauses: list[Clause], closing: Mark
) -> ApplicationDeclaration:
    doc = building.docs.get(word.start)
    return ApplicationDeclaration(
        name, building.once_each(clauses), False, doc, word.start, closing.end
    )


def _authentication(
    building: Building,
    word: Name,
    name: Name | None,
    opening: Mark,
    clauses: list[Clause],
    closing: Mark,
) -> AuthenticationDeclaration:
    doc = building.docs.get(word.start)
    return AuthenticationDeclaration(
        name, building.once_each(clauses), False, doc, word.start, closing.end
    )


def _nameless_authentication(
    building: Building, word: Name, opening: Mark, clauses: list[Clause], closing: Mark
) -> AuthenticationDeclaration:
    return _authentication(building, word, None, opening, clauses, closing)


# ---- failures and events


class _ContextFields(NamedTuple):
    """`public { … }` or `internal { … }`."""

    public: bool
    fields: list[Field]


def _failure(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    items: list[Clause | _ContextFields],
    closing: Mark,
) -> FailureDeclaration:
    blocks = [each for each in items if isinstance(each, _ContextFields)]
    return FailureDeclaration(
        name,
        building.once_each([each for each in items if isinstance(each, Clause)]),
        tuple(field for block in blocks if block.public for field in block.fields),
        tuple(field for block in blocks if not block.public for field in block.fields),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _context_fields(
    _: Building, word: Name, opening: Mark, fields: list[Field], closing: Mark
) -> _ContextFields:
    return _ContextFields(word.text == "public", fields)


def _event(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    variants: list[Variant],
    closing: Mark,
) -> EventDeclaration:
    doc = building.docs.get(word.start)
    return EventDeclaration(name, tuple(variants), False, doc, word.start, closing.end)


REDUCTIONS: Reductions = {
    "application": _application,
    "authentication": _authentication,
    "config": _config,
    "context_fields": _context_fields,
    "entity": _entity,
    "enum_type": _enum_type,
    "event": _event,
    "failure": _failure,
    "nameless_authentication": _nameless_authentication,
    "object_type": _object_type,
    "persistence": _persistence,
    "persistence_clause": _persistence_clause,
    "persistence_clause_of_several": _persistence_clause_of_several,
    "public": _public,
    "reference": _reference,
    "refinement": _refinement,
    "store": _store,
}
