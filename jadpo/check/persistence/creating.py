"""`create E { field: value … } conflict …: F` [E1] [Q3]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.fields_given import check_given_fields, field_of_owner, report_missing_fields
from jadpo.check.persistence.access import written_entity
from jadpo.check.persistence.constraints import check_conflicts, own_constraints
from jadpo.check.persistence.fields import shown
from jadpo.check.persistence.raising import failures_raised
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CreatePlan
from jadpo_runtime.values import EntityDefinition, NamedType


def check_create(body: Body, node: nodes.Create, expected: Expected) -> Outcome:
    """``create``: a new row; every field is given but a generated identity."""
    entity = written_entity(body, node, node.entity)
    if entity is None:
        for value in node.fields:
            check_expression(body, value.value)
        return Outcome(error_expression(body.span(node)), Fallibility((), savepoint=True))
    values = _values(body, entity, node)
    conflicts = check_conflicts(
        body,
        node.conflicts,
        own_constraints(entity),
        f"a create can break the identity, a `unique` or a reference of `{shown(entity)}`",
    )
    fallibility = Fallibility(failures_raised(conflicts=conflicts), savepoint=True)
    if values is None:
        return Outcome(error_expression(body.span(node)), fallibility)
    fields = tuple(name for name in _writable(entity) if name in values)
    positions = {name: index for index, name in enumerate(fields)}
    create = ir.Create(
        body.checking.add_plan(CreatePlan(entity.name, fields)),
        tuple((positions[name], value) for name, value in values.items()),
        conflicts,
        NamedType(entity.name),
        body.span(node),
    )
    return Outcome(create, fallibility)


def _writable(entity: EntityDefinition) -> list[str]:
    """The fields that a create gives: the runtime fills in a generated identity."""
    return [field.name for field in entity.fields if not field.generated]


def _values(
    body: Body, entity: EntityDefinition, node: nodes.Create
) -> dict[str, ir.Expression] | None:
    """The values by field, in the order written; ``None`` where something is wrong."""
    generated = {field.name for field in entity.fields if field.generated}
    written = []
    right = True
    for value in node.fields:
        if value.name.text in generated:
            _report_generated(body, entity, value)
            check_expression(body, value.value)
            right = False
        else:
            written.append(value)
    given, given_right = check_given_fields(
        body,
        tuple(written),
        entity.fields,
        shown(entity),
        field_of_owner(entity.name),
        entity.name,
    )
    missing = [
        field
        for index, field in enumerate(entity.fields)
        if index not in given and not field.generated
    ]
    if missing and given_right:
        report_missing_fields(body, node.entity, shown(entity), missing, braces=True)
    if missing or not (right and given_right):
        return None
    return {entity.fields[index].name: value for index, value in given.items()}


def _report_generated(body: Body, entity: EntityDefinition, value: nodes.FieldValue) -> None:
    body.checking.report(
        "query.generated_given",
        body.span(value.name),
        f"`{shown(entity)}.{value.name.text}` is generated, and cannot be given",
        why="the runtime fills it in, so that identities increase in order of creation",
        help=f"remove `{value.name.text}`",
        edits=(Edit(body.span(value), ""),),
    )
