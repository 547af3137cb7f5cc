"""Fields of an entity in the clauses of a persistence expression."""

from __future__ import annotations

from jadpo.check.body import Body
from jadpo.check.scope import Spanned
from jadpo.check.typenames import report_unknown_field
from jadpo.check.types import enum_of, is_error, is_scalar, present
from jadpo.check.words import an
from jadpo.syntax import nodes
from jadpo_runtime.values import EntityDefinition, Field, FieldType, Type, TypeTable


def entity_field(body: Body, entity: EntityDefinition, name: nodes.Name) -> Field | None:
    """The field of that name; one that the entity does not have is reported."""
    for field in entity.fields:
        if field.name == name.text:
            return field
    names = [field.name for field in entity.fields]
    report_unknown_field(body.checking, body.place, name, shown(entity), names)
    return None


def field_type(types: TypeTable, entity: EntityDefinition, field: Field) -> Type:
    """The type of the field's values that are not ``none`` [T3]."""
    whole = FieldType(entity.name, field.name)
    if is_error(field.type):
        return field.type
    return present(types, whole) or whole


def comparable_field(body: Body, entity: EntityDefinition, field: Field, node: Spanned) -> bool:
    """Whether a store can compare the field: a scalar or an enum; reports where it cannot."""
    type_ = field_type(body.types, entity, field)
    if is_error(type_) or is_scalar(body.types, type_) or enum_of(body.types, type_) is not None:
        return True
    body.checking.report(
        "query.field_not_comparable",
        body.span(node),
        f"`{field.name}` is {an(field.type)}, which no store compares",
        why="rows are found by fields that are scalars or enums",
        help="keep what rows are found by in a field of its own",
    )
    return False


def shown(entity: EntityDefinition) -> str:
    """The entity's name as its author writes it."""
    return entity.name.rpartition(".")[2]
