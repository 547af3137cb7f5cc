"""`query optional | required | many | count | exists | sum | minimum | maximum` [Q1] [Q2]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.expected import Expected, hint
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.persistence.access import queried_entity
from jadpo.check.persistence.fields import entity_field, field_type, shown
from jadpo.check.persistence.parameters import PlanParameters
from jadpo.check.persistence.predicates import check_where
from jadpo.check.persistence.raising import check_missing, failures_raised
from jadpo.check.types import (
    BOOL,
    DECIMAL,
    INT,
    ORDERED,
    enum_of,
    is_error,
    is_number,
    is_scalar,
    optional,
    present,
)
from jadpo.check.unchecked import pass_over
from jadpo.check.words import an
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import AggregatePlan, CountPlan, ExistsPlan, SelectPlan
from jadpo_runtime.values import (
    EntityDefinition,
    ListType,
    NamedType,
    OptionalType,
    Type,
)


def check_query_optional(body: Body, node: nodes.QueryOptional, expected: Expected) -> Outcome:
    """``query optional E { where: … }``: the row, or ``none``."""
    entity = queried_entity(body, node, node.entity)
    if entity is None:
        return _mistaken(body, node)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    plan = SelectPlan(entity.name, predicate, parameters.types, at_most_one=True)
    return _outcome(
        ir.Select(
            ir.SelectForm.OPTIONAL,
            body.checking.add_plan(plan),
            parameters.values,
            None,
            OptionalType(NamedType(entity.name)),
            body.span(node),
        )
    )


def check_query_required(body: Body, node: nodes.QueryRequired, expected: Expected) -> Outcome:
    """``query required E { where: … missing: F }``: the row, or the failure."""
    entity = queried_entity(body, node, node.entity)
    if entity is None:
        return _mistaken(body, node)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    missing = check_missing(body, node, "query")
    plan = SelectPlan(entity.name, predicate, parameters.types, at_most_one=True)
    select = ir.Select(
        ir.SelectForm.REQUIRED,
        body.checking.add_plan(plan),
        parameters.values,
        missing,
        NamedType(entity.name),
        body.span(node),
    )
    return Outcome(select, Fallibility(failures_raised(missing)))


def check_query_many(body: Body, node: nodes.QueryMany, expected: Expected) -> Outcome:
    """``query many E { where: … order_by: … limit: n offset: m }``: all rows, in order."""
    entity = queried_entity(body, node, node.entity)
    if entity is None:
        return _mistaken(body, node)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    order = _order(body, entity, node)
    limit = check_count(body, node.limit, "limit", parameters)
    offset = check_count(body, node.offset, "offset", parameters)
    plan = SelectPlan(entity.name, predicate, parameters.types, order, limit, offset)
    return _outcome(
        ir.Select(
            ir.SelectForm.MANY,
            body.checking.add_plan(plan),
            parameters.values,
            None,
            ListType(NamedType(entity.name)),
            body.span(node),
        )
    )


def check_query_count(body: Body, node: nodes.QueryCount, expected: Expected) -> Outcome:
    """``query count E { where: … }``: how many rows there are."""
    entity = queried_entity(body, node, node.entity)
    if entity is None:
        return _mistaken(body, node)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    plan = body.checking.add_plan(CountPlan(entity.name, predicate, parameters.types))
    return _outcome(ir.Count(plan, parameters.values, INT, body.span(node)))


def check_query_exists(body: Body, node: nodes.QueryExists, expected: Expected) -> Outcome:
    """``query exists E { where: … }``: whether there is a row."""
    entity = queried_entity(body, node, node.entity)
    if entity is None:
        return _mistaken(body, node)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    plan = body.checking.add_plan(ExistsPlan(entity.name, predicate, parameters.types))
    return _outcome(ir.Exists(plan, parameters.values, BOOL, body.span(node)))


# ---- aggregates


def check_query_aggregate(body: Body, node: nodes.QueryAggregate, expected: Expected) -> Outcome:
    """``query sum E.f { where: … }``, and ``minimum`` and ``maximum``, which may be ``none``."""
    entity_path, name = _owner_and_field(node.field)
    entity = queried_entity(body, node, entity_path)
    if entity is None:
        return _mistaken(body, node)
    result = _aggregated(body, entity, name, node)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    if result is None or name is None:
        return _mistaken(body, node)
    plan = AggregatePlan(entity.name, node.operation, name.text, predicate, parameters.types)
    index = body.checking.add_plan(plan)
    return _outcome(ir.Aggregate(index, parameters.values, result, body.span(node)))


def _owner_and_field(path: nodes.Path) -> tuple[nodes.Path, nodes.Name | None]:
    if len(path.names) == 1:
        return path, None
    owner = path.names[:-1]
    return nodes.Path(owner, owner[0].start, owner[-1].end), path.names[-1]


def _aggregated(
    body: Body, entity: EntityDefinition, name: nodes.Name | None, node: nodes.QueryAggregate
) -> Type | None:
    """The type of the aggregate; a field that it does not apply to is reported."""
    word = node.operation
    if name is None:
        body.checking.report(
            "query.aggregate_field",
            body.span(node.field),
            f"`{word}` does not say of which field of `{shown(entity)}`",
            why=f"it is written `query {word} Entity.field`",
            help=f"write `{shown(entity)}.` and the field",
        )
        return None
    field = entity_field(body, entity, name)
    if field is None or is_error(field.type):
        return None
    type_ = field_type(body.types, entity, field)
    if word == "sum" and is_number(body.types, type_):
        return DECIMAL if body.types.base(type_) == DECIMAL else INT
    if word != "sum" and body.types.base(type_) in ORDERED:
        return optional(body.types, type_)
    body.checking.report(
        "query.aggregate_field",
        body.span(name),
        f"`{word}` does not apply to `{shown(entity)}.{name.text}`, which is {an(field.type)}",
        why="`sum` adds numbers" if word == "sum" else f"`{word}` needs values that have an order",
        help="name a field of numbers" if word == "sum" else "name a field whose values have one",
    )
    return None


# ---- order and counts


def _order(
    body: Body, entity: EntityDefinition, node: nodes.QueryMany
) -> tuple[tuple[str, bool], ...]:
    if not node.order_by:
        end = body.place.source.span(node.end - 1, node.end - 1)
        by_identity = f"order_by: {entity.identity} asc" if entity.identity else None
        body.checking.report(
            "query.order_by_missing",
            body.place.source.span(node.start, node.entity.end),
            "`query many` does not say in which order its rows come",
            why="without an order a store gives rows as it likes, and results would differ",
            help=f"add `{by_identity}`, or the fields you want"
            if by_identity
            else "add `order_by:` with the fields you want",
            edits=(Edit(end, f"{by_identity} "),) if by_identity else (),
        )
    keys: dict[str, bool] = {}
    for key in node.order_by:
        field = entity_field(body, entity, key.field)
        if field is None or is_error(field.type):
            continue
        if field.name in keys:
            body.checking.report(
                "query.order_by_repeated",
                body.span(key),
                f"`{field.name}` stands in `order_by` twice",
                why="rows that are equal in it once are equal in it again",
                help="remove the second one",
            )
        elif _can_order(body, entity, field_type(body.types, entity, field), key):
            keys[field.name] = key.descending
    return tuple(keys.items())


def _can_order(body: Body, entity: EntityDefinition, type_: Type, key: nodes.OrderKey) -> bool:
    if is_scalar(body.types, type_):
        return True
    base = body.types.base(type_)
    some = present(body.types, base)
    enum = enum_of(body.types, base if some is None else some)
    body.checking.report(
        "query.not_ordered",
        body.span(key.field),
        f"rows cannot be ordered by `{shown(entity)}.{key.field.text}`, {an(base)}",
        why="its values have no order"
        if enum is None
        else "the variants of an enum have an order only where none has a payload",
        help="order by a scalar: a number, a text, a time, a plain enum or another one",
    )
    return False


def check_count(
    body: Body, node: nodes.Expression | None, clause: str, parameters: PlanParameters
) -> int | None:
    """The parameter of a ``limit:`` or ``offset:``, an Int that is not negative."""
    if node is None:
        return None
    value = check_expression(body, node, hint(INT))
    if is_error(value.type):
        return None
    negative = is_negative(value)
    if body.types.base(value.type) != INT or negative:
        body.checking.report(
            "query.count",
            body.span(node),
            f"`{clause}` is negative" if negative else f"`{clause}` is {an(value.type)}",
            why=f"`{clause}` counts rows",
            help="write a number of rows, an `Int` from 0",
        )
        return None
    return parameters.add(value)


def is_negative(expression: ir.Expression) -> bool:
    """Whether an Int or Duration is known to be below zero."""
    value: object = expression
    return isinstance(value, ir.Constant) and isinstance(value.value, int) and value.value < 0


# ---- outcomes


def _outcome(expression: ir.Expression) -> Outcome:
    """What cannot fail with a failure, and needs ``attempt`` for reading the store."""
    return Outcome(expression, Fallibility(()))


def _mistaken(body: Body, node: nodes.PersistenceExpression) -> Outcome:
    pass_over(body, node)
    return Outcome(error_expression(body.span(node)), Fallibility(()))
