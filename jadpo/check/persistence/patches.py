"""`patch: input`: the fields of a row that an Object supplies [Q4]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression
from jadpo.check.fitting import convert
from jadpo.check.persistence.assignments import Assignments, settable_field
from jadpo.check.persistence.fields import shown
from jadpo.check.types import BOOL, is_error, object_of
from jadpo.check.words import an
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Field as DefinedField
from jadpo_runtime.values import FieldType, NamedType, ObjectDefinition


def check_patch(
    body: Body, path: nodes.Path, assignments: Assignments
) -> tuple[ir.Expression, ...]:
    """Add the fields of the patch, each set where it is supplied; gives these conditions.

    An ``optional`` field of the Object is written as a field's type of the entity, and sets that
    field.
    """
    value = check_expression(body, path)
    if is_error(value.type):
        return ()
    definition = object_of(body.types, value.type)
    if not isinstance(definition, ObjectDefinition):
        body.checking.report(
            "query.patch_type",
            body.span(path),
            f"`{path.text}` is {an(value.type)}, which is no Object",
            why="every field of a patch is `optional`, and its type is a field type of "
            f"`{shown(assignments.entity)}`",
            help="name a binding of such an Object",
        )
        return ()
    if not definition.fields:
        _report_empty(body, path, definition)
        return ()
    whole = convert(body.types, value, NamedType(definition.name))
    conditions: list[ir.Expression] = []
    for index, field in enumerate(definition.fields):
        conditions += _add(body, path, assignments, whole, definition, index, field)
    return tuple(conditions)


def _add(
    body: Body,
    path: nodes.Path,
    assignments: Assignments,
    whole: ir.Expression,
    definition: ObjectDefinition,
    index: int,
    field: DefinedField,
) -> tuple[ir.Expression, ...]:
    """Add one field of the patch, if it is right; gives the condition that it is supplied."""
    entity = assignments.entity
    if is_error(field.type):
        return ()
    written = field.type
    if not isinstance(written, FieldType) or written.owner != entity.name:
        _report_field(
            body, path, definition, field, f"is {an(written)}, no field type of `{shown(entity)}`"
        )
        return ()
    if not field.optional:
        _report_field(body, path, definition, field, "is not `optional`")
        return ()
    name = nodes.Name(written.field, path.start, path.end)
    target = settable_field(body, name, assignments)
    if target is None:
        return ()
    span = body.span(path)
    read = ir.FieldOf(whole, index, FieldType(definition.name, field.name), span)
    supplied = ir.IsSupplied(whole, index, BOOL, span)
    assignments.add(target, span, convert(body.types, read, written), supplied)
    return (supplied,)


def _report_empty(body: Body, path: nodes.Path, definition: ObjectDefinition) -> None:
    body.checking.report(
        "query.patch_type",
        body.span(path),
        f"`{path.text}` is {an(definition.name)}, which has no fields",
        why="a patch without fields would never change anything",
        help="declare a field of the entity in it, with `optional`",
    )


def _report_field(
    body: Body, path: nodes.Path, definition: ObjectDefinition, field: DefinedField, what: str
) -> None:
    declared = body.checking.declarations.places.get(f"{definition.name}.{field.name}")
    body.checking.report(
        "query.patch_type",
        body.span(path),
        f"`{path.text}` cannot patch: its field `{field.name}` {what}",
        why="what is left out of a patch stays, so each of its fields may be left out, and "
        "stands for one field of the entity",
        help=f"declare `{field.name}` as a field type of the entity with `optional`",
        related=() if declared is None else (Related(declared, f"`{field.name}` is here"),),
        subject=f"patch {definition.name}",  # said of the first field: the rest is no news
    )
