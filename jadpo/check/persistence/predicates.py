"""`where:`: comparisons of fields with values, as the predicate of a plan [Q1].

What stands on the left of a comparison is the bare name of a field, also where a binding has the
same name. The right sides are parameters, evaluated once, in order, before the statement; so
unlike in a condition, `and` and `or` skip none of them.
"""

from __future__ import annotations

from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.chains import along, balanced
from jadpo.check.comparing import comparable_as
from jadpo.check.expected import Expected, hint
from jadpo.check.fitting import convert
from jadpo.check.forms import bare, is_none
from jadpo.check.persistence.fields import comparable_field, entity_field, field_type, shown
from jadpo.check.persistence.parameters import PlanParameters
from jadpo.check.types import BOOL, DECIMAL, INT, ORDERED, has_nothing, is_error, present
from jadpo.check.unchecked import pass_over
from jadpo.check.words import an
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import (
    All,
    And,
    FieldComparison,
    FieldIn,
    FieldIsNone,
    Not,
    Or,
    Predicate,
)
from jadpo_runtime.values import EntityDefinition, Field, ListType, OptionalType, Type

_CURRENT = "current"
"""What `set:` calls the row; `where:` has no name for it."""

_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The operators, and what they are when their sides are exchanged."""


def check_where(
    body: Body,
    entity: EntityDefinition,
    where: nodes.Expression | None,
    parameters: PlanParameters,
) -> Predicate:
    """The predicate of a ``where:``; without one, of all rows.

    Its right sides are added to ``parameters``. What is no comparison is reported, and counts
    as all rows.
    """
    if where is None:
        return All()
    written: object = where  # mypy narrows this union of recursive tuples for minutes
    match written:
        case nodes.Parenthesised(inner=inner):
            return check_where(body, entity, inner, parameters)
        case nodes.Unary(operator="not", operand=operand):
            return Not(check_where(body, entity, operand, parameters))
        case nodes.Binary(operator="and" | "or"):
            return _chain(body, entity, along(written), parameters)
        case nodes.Binary(operator="in"):
            return _membership(body, entity, written, parameters)
        case nodes.Binary() if written.operator in _MIRRORED:
            return _comparison(body, entity, written, parameters)
        case nodes.Exists(operand=operand):
            return Not(_asked_for_none(body, entity, where, operand))
    _report_no_comparison(body, entity, where)
    return All()


def _chain(
    body: Body, entity: EntityDefinition, chain: list[nodes.Binary], parameters: PlanParameters
) -> Predicate:
    word = chain[0].operator
    terms = [check_where(body, entity, chain[0].left, parameters)]
    for link in chain:
        if link.operator != word:
            terms = [_joined(word, terms)]
            word = link.operator
        terms.append(check_where(body, entity, link.right, parameters))
    return _joined(word, terms)


def _joined(word: str, terms: list[Predicate]) -> Predicate:
    return balanced(terms, And if word == "and" else Or)


# ---- comparisons


def _comparison(
    body: Body, entity: EntityDefinition, node: nodes.Binary, parameters: PlanParameters
) -> Predicate:
    if is_none(node.right) and node.operator in ("==", "!="):
        asked = _asked_for_none(body, entity, node, node.left)
        return asked if node.operator == "==" else Not(asked)
    field = _left_field(body, entity, node)
    if field is None:
        return All()
    type_ = field_type(body.types, entity, field)
    if not comparable_field(body, entity, field, node.left):
        check_expression(body, node.right)
        return All()
    value = _check_right(body, entity, node, hint(body.types.base(type_)))
    if not _fits(body, field, type_, node, value):
        return All()
    parameter = parameters.add(_as_parameter(body, type_, value))
    return FieldComparison(field.name, node.operator, parameter)


def _fits(body: Body, field: Field, type_: Type, node: nodes.Binary, value: ir.Expression) -> bool:
    """Whether the value can be compared with the field [T10]; reports why not."""
    if is_error(type_) or is_error(value.type):
        return not is_error(type_) and not is_error(value.type)
    comparable = comparable_as(body.types, ir.Local(-1, type_, value.span), value)
    if comparable is None or has_nothing(value.type):  # no field is less than `none`
        _report_incomparable(body, field, type_, node.right, value.type)
        return False
    if node.operator in ("==", "!=") or body.types.base(type_) in ORDERED:
        return True
    body.checking.report(
        "query.not_ordered",
        body.place.source.span(node.operator_start, node.operator_start + len(node.operator)),
        f"`{field.name}` is {an(type_)}, whose values have no order",
        why="numbers, texts, bytes, ids, times and durations have an order, and nothing else",
        help="compare it with `==`, `!=` or `in`",
    )
    return False


def _as_parameter(body: Body, field: Type, value: ir.Expression) -> ir.Expression:
    """The value as a parameter: an Int is a Decimal where the field is one [C5]."""
    if body.types.base(field) == DECIMAL and body.types.base(value.type) == INT:
        return ir.IntToDecimal(value, DECIMAL, value.span)
    return value


def _check_right(
    body: Body, entity: EntityDefinition, node: nodes.Binary, expected: Expected
) -> ir.Expression:
    """The right side; a field there, which a reader of other languages expects, is reported."""
    names = {field.name for field in entity.fields}
    waiting: list[object] = [node.right]
    while waiting:
        part = waiting.pop()
        if isinstance(part, nodes.Path):
            first = part.names[0].text
            if first not in names | {_CURRENT} or first in set(body.value_names()):
                continue
            _report_field_on_the_right(body, entity, node, part)
            pass_over(body, node.right)
            return error_expression(body.span(node.right))
        if isinstance(part, nodes.Call):
            waiting += part.arguments
        elif isinstance(part, tuple):
            waiting += part
    return check_expression(body, node.right, expected)


def _report_field_on_the_right(
    body: Body, entity: EntityDefinition, node: nodes.Binary, path: nodes.Path
) -> None:
    body.checking.report(
        "name.unknown",
        body.span(path),
        f"`{path.text}` cannot be read on the right side of a comparison in `where:`",
        why=f"on the left stands a field of `{shown(entity)}`, and on the right a value, which is "
        "worked out once before any row is looked at",
        help="compare the field with a value that is known before, or read the rows and compare "
        "their fields with `if`",
    )


def _left_field(body: Body, entity: EntityDefinition, node: nodes.Binary) -> Field | None:
    """The field on the left, or ``None``, which is reported; the right side is then checked."""
    left: object = bare(node.left)
    right: object = bare(node.right)
    names = {field.name for field in entity.fields}
    if isinstance(left, nodes.Path) and len(left.names) == 1:
        is_bound = left.text not in names and body.scope.find(left.text) is not None
        if not (is_bound and isinstance(right, nodes.Path) and right.text in names):
            field = entity_field(body, entity, left.names[0])
            if field is None:
                check_expression(body, node.right)
            return field
    swapped: str | None
    if isinstance(right, nodes.Path) and right.text in names and node.operator in _MIRRORED:
        swapped = f"{right.text} {_MIRRORED[node.operator]} {_written(body, node.left)}"
        check_expression(body, node.left)
    else:
        swapped = _with_bare_name(body, entity, node, names)
        check_expression(body, node.right)
    body.checking.report(
        "query.where_left",
        body.span(node.left),
        f"the left side of a comparison in `where:` names a field of `{shown(entity)}`",
        why="the store finds rows by their fields; values to compare them with stand on the right",
        help=f"write `{swapped}`" if swapped else "write the field's bare name on the left",
        edits=(Edit(body.span(node), swapped),) if swapped else (),
    )
    return None


def _with_bare_name(
    body: Body, entity: EntityDefinition, node: nodes.Binary, names: set[str]
) -> str | None:
    """The comparison with `size` for `current.size` or `Box.size` on its left."""
    left: object = bare(node.left)
    if isinstance(left, nodes.Path) and len(left.names) == 2:
        owner, field = left.names
        is_row = owner.text in (_CURRENT, "self", shown(entity))
        if is_row and field.text in names and body.scope.find(owner.text) is None:
            return field.text + body.place.source.text[left.end : node.end]
    return None


def _written(body: Body, node: nodes.Expression) -> str:
    return body.place.source.text[node.start : node.end]


# ---- lists


def _membership(
    body: Body, entity: EntityDefinition, node: nodes.Binary, parameters: PlanParameters
) -> Predicate:
    field = _left_field(body, entity, node)
    if field is None:
        return All()
    if not comparable_field(body, entity, field, node.left):
        check_expression(body, node.right)
        return All()
    type_ = field_type(body.types, entity, field)
    wanted = ListType(body.types.base(type_))
    value = _check_right(body, entity, node, hint(wanted))
    if is_error(value.type) or is_error(type_):
        return All()
    base = body.types.base(value.type)
    if not isinstance(base, ListType):
        body.checking.report(
            "query.in_needs_list",
            body.span(node.right),
            f"the right side of `in` is {an(value.type)}, which is no list",
            why="`in` asks whether the field's value is one of a list's",
            help="write a list, or compare with `==`",
        )
        return All()
    element = ir.Local(-1, base.element, value.span)
    if comparable_as(body.types, ir.Local(-1, type_, value.span), element) is None:
        _report_incomparable(body, field, type_, node.right, value.type)
        return All()
    if has_nothing(value.type):  # `[none]`
        value = convert(body.types, value, ListType(OptionalType(wanted.element)))
    return FieldIn(field.name, parameters.add(value))


# ---- none


def _asked_for_none(
    body: Body, entity: EntityDefinition, node: nodes.Expression, operand: nodes.Expression
) -> Predicate:
    name: object = bare(operand)
    if not isinstance(name, nodes.Path) or len(name.names) != 1:
        body.checking.report(
            "query.where_left",
            body.span(operand),
            f"only a field of `{shown(entity)}` can be asked for `none` in `where:`",
            why="the store finds rows by their fields",
            help="write the field's bare name here, and test anything else with `if` before",
        )
        return All()
    field = entity_field(body, entity, name.names[0])
    if field is None or is_error(field.type):
        return All()
    if present(body.types, body.types.base(field.type)) is None:
        body.checking.report(
            "query.never_none",
            body.span(node),
            f"`{shown(entity)}.{field.name}` is never `none`",
            why="its type is written without `?`",
            help="remove the comparison, or make the field's type one with `?`",
        )
        return All()
    return FieldIsNone(field.name)


# ---- what can be wrong


def _report_incomparable(
    body: Body, field: Field, type_: Type, node: nodes.Expression, other: Type
) -> None:
    body.checking.report(
        "query.incomparable",
        body.span(node),
        f"`{field.name}` is {an(type_)} and cannot be compared with {an(other)}",
        why="one of two types that are compared widens to the other, or both to a type that "
        "says what they are",
        help=f"compare it with a value of `{type_}`",
    )


def _report_no_comparison(body: Body, entity: EntityDefinition, node: nodes.Expression) -> None:
    inner: object = bare(node)
    field = None
    if isinstance(inner, nodes.Path) and len(inner.names) == 1:
        field = next((each for each in entity.fields if each.name == inner.text), None)
    is_bool = field is not None and body.types.base(field.type) == BOOL
    body.checking.report(
        "query.where_no_comparison",
        body.span(node),
        f"`{field.name}` alone is no comparison" if field else "this is no comparison of a field",
        why="`where:` is made of comparisons of a field with a value, `in`, `exists`, `and`, "
        "`or` and `not`",
        help=_next_step(field, is_bool),
        edits=(Edit(body.span(node), f"{field.name} == true"),) if field and is_bool else (),
    )


def _next_step(field: Field | None, is_bool: bool) -> str:
    if field is None:
        return "write a comparison with a field on its left, such as `name == value`"
    if is_bool:
        return f"write `{field.name} == true`"
    return f"compare it with a value, as in `{field.name} == value`"


def require_where(
    body: Body,
    node: nodes.UpdateRequired | nodes.UpdateMany | nodes.DeleteRequired | nodes.DeleteMany,
    word: str,
) -> None:
    """Report where an update or delete has no ``where:``: it would change every row."""
    if node.where is None:
        body.checking.report(
            "query.where_missing",
            body.place.source.span(node.start, node.entity.end),
            f"this {word} does not say which rows",
            why=f"without `where:` it would reach every row of `{node.entity.text}`",
            help="add `where:` with a comparison that these rows satisfy",
        )
