"""`set: { field: value }`: new values, from the outside and from the row itself [Q1]."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, check_value, error_expression
from jadpo.check.conditions import check_condition
from jadpo.check.fitting import convert
from jadpo.check.persistence.fields import entity_field, shown
from jadpo.check.scope import Binding
from jadpo.check.types import is_error, present
from jadpo.check.unchecked import pass_over
from jadpo.check.words import an
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import EntityDefinition, Field, FieldType, NamedType, Span

CURRENT = "current"
"""What the values of a ``set:`` call the row."""


@attrs.define(eq=False)
class Assignments:
    """The new values of an update, each field's once, in order of evaluation.

    ``current`` is the slot of the row, where a value reads it.
    """

    entity: EntityDefinition
    values: list[ir.Assignment] = attrs.field(factory=list)
    places: dict[str, Span] = attrs.field(factory=dict)
    current: int | None = None

    def add(
        self, field: Field, place: Span, value: ir.Expression, supplied: ir.Expression | None
    ) -> None:
        """Give the field a value, which it has none of yet."""
        self.places[field.name] = place
        self.values.append(ir.Assignment(len(self.values), value, supplied))

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields, for the plan."""
        return tuple(self.places)

    @property
    def lowered(self) -> tuple[ir.Assignment, ...]:
        """The values, for the IR node."""
        return tuple(self.values)


def check_set(body: Body, written: tuple[nodes.SetValue, ...], assignments: Assignments) -> None:
    """Add the values of a ``set:``; each field is set once, the identity never."""
    for item in written:
        field = settable_field(body, item.name, assignments)
        if field is None:
            pass_over(body, item)
            continue
        supplied, value = _conditional(body, field, item, assignments)
        assignments.add(field, body.span(item.name), value, supplied)


def settable_field(body: Body, name: nodes.Name, assignments: Assignments) -> Field | None:
    """The field that is given a value; reports one that is unknown, repeated or the identity."""
    entity = assignments.entity
    field = entity_field(body, entity, name)
    if field is None:
        return None
    if field.name == entity.identity:
        body.checking.report(
            "query.identity_set",
            body.span(name),
            f"`{shown(entity)}.{name.text}` is the identity, and cannot be changed",
            why="a row is the same row as long as it has the same identity",
            help="delete the row and create another one, or change another field",
        )
        return None
    first = assignments.places.get(field.name)
    if first is not None:
        body.checking.report(
            "query.set_repeated",
            body.span(name),
            f"`{name.text}` is given a value twice",
            why="a field has one new value",
            help="remove one of the two",
            related=(Related(first, "it is given one here first"),),
        )
        return None
    return field


def _conditional(
    body: Body, field: Field, item: nodes.SetValue, assignments: Assignments
) -> tuple[ir.Expression | None, ir.Expression]:
    """The condition and the value of one field; the value may read what the condition shows."""
    if item.condition is None:
        return None, _value(body, field, item.value, assignments)
    written: object = item.condition
    if not isinstance(written, nodes.Supplied):
        body.checking.report(
            "query.when_supplied",
            body.span(item.condition),
            "`when` asks for something else than `supplied`",
            why="a field keeps its value only where the outside left it out",
            help="write `when input.field supplied`, or choose between two updates with `if`",
        )
        check_expression(body, item.condition)
        return None, _value(body, field, item.value, assignments)
    condition, shows = check_condition(body, item.condition)
    before = body.facts
    body.learn(shows.when_true)
    value = _value(body, field, item.value, assignments)
    body.facts = before
    return condition, value


# ---- values that read the row


def _value(
    body: Body, field: Field, node: nodes.Expression, assignments: Assignments
) -> ir.Expression:
    """The value of a field: one that fits the field, or one computed from the row."""
    entity = assignments.entity
    reads = list(_reads_of_current(node))
    type_ = FieldType(entity.name, field.name)
    if not reads:
        declared = body.checking.declarations.places.get(f"{entity.name}.{field.name}")
        wanted = expect.field(type_, field.name, shown(entity), declared)
        return check_value(body, node, wanted)
    misplaced = next((path for path, placed in reads if not placed), None)
    with body.block_scope():
        _bind_current(body, assignments)
        value = check_expression(body, node, expect.hint(body.types.base(type_)))
    if misplaced is not None:
        _report_misplaced(body, misplaced)
        return error_expression(value.span)
    return _fit_computed(body, field, type_, node, value)


def _bind_current(body: Body, assignments: Assignments) -> None:
    """Bind ``current`` in the innermost scope, whatever else is visible under that name."""
    type_ = NamedType(assignments.entity.name)
    if assignments.current is None:
        assignments.current = body.new_slot(CURRENT, type_)
    body.scope.bindings[CURRENT] = Binding(
        CURRENT,
        assignments.current,
        type_,
        mutable=False,
        span=body.place.source.span(0, 0),
        warned_if_unused=False,
    )


def _reads_of_current(node: object) -> Iterator[tuple[nodes.Path, bool]]:
    """The paths that begin with ``current``, and whether only operators stand around each.

    One that names no field of the row is not placed either.
    """
    waiting = [(node, True)]
    while waiting:
        part, placed = waiting.pop()
        match part:
            case nodes.Path(names=names):
                if names[0].text == CURRENT:
                    yield part, placed and len(names) > 1
            case nodes.Binary(left=left, right=right):
                waiting += ((right, placed), (left, placed))
            case nodes.Unary(operand=inner) | nodes.Exists(operand=inner):
                waiting.append((inner, placed))
            case nodes.Parenthesised(inner=inner):
                waiting.append((inner, placed))
            case tuple():
                waiting += ((inner, False) for inner in reversed(part))


def _fit_computed(
    body: Body, field: Field, type_: FieldType, node: nodes.Expression, value: ir.Expression
) -> ir.Expression:
    """A value computed from the row: of the field's base, since the new row is checked [Q1]."""
    base = body.types.base(type_)
    if is_error(base) or is_error(value.type):
        return value
    inner = present(body.types, base)
    wanted = base if inner is None else body.types.base(inner)
    given = body.types.base(value.type)
    given_inner = present(body.types, given)
    given = given if given_inner is None else body.types.base(given_inner)
    if given == wanted and (given_inner is None or inner is not None):
        return convert(body.types, value, base)
    body.checking.report(
        "query.set_type",
        body.span(node),
        f"`{field.name}` takes {an(base)}, and this gives {an(body.types.base(value.type))}",
        why="a value computed from `current` needs no construction, but the field's base type",
        help=f"compute {an(base)}",
    )
    return error_expression(value.span)


def _report_misplaced(body: Body, path: nodes.Path) -> None:
    whole = len(path.names) == 1
    body.checking.report(
        "query.current_misplaced",
        body.span(path),
        "`current` is the row, and no value by itself"
        if whole
        else f"`{path.text}` stands under something else than operators",
        why="a new value is computed from the row by operators alone; the row that results is "
        "checked, so it needs no construction",
        help="name a field of it, as in `current.stock`"
        if whole
        else "use operators and parentheses only, or read the row with a `query` before",
    )
