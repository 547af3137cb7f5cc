"""`delete required | many` [Q1]–[Q3]."""

from __future__ import annotations

from jadpo.check.body import Body, error_expression
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.persistence.access import written_entity
from jadpo.check.persistence.constraints import check_conflicts, restricting_references
from jadpo.check.persistence.fields import shown
from jadpo.check.persistence.parameters import PlanParameters
from jadpo.check.persistence.predicates import check_where, require_where
from jadpo.check.persistence.queries import check_count
from jadpo.check.persistence.raising import check_missing, failures_raised
from jadpo.check.types import INT
from jadpo.check.unchecked import pass_over
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import DeletePlan
from jadpo_runtime.values import EntityDefinition, NamedType


def check_delete_required(body: Body, node: nodes.DeleteRequired, expected: Expected) -> Outcome:
    """``delete required E { where: … missing: F conflict …: F }``: the row that was deleted."""
    entity = written_entity(body, node, node.entity)
    if entity is None:
        pass_over(body, node)
        return Outcome(error_expression(body.span(node)), Fallibility((), savepoint=True))
    parameters = PlanParameters()
    require_where(body, node, "delete")
    predicate = check_where(body, entity, node.where, parameters)
    missing = check_missing(body, node, "delete")
    conflicts = _conflicts(body, entity, node.conflicts)
    plan = DeletePlan(entity.name, predicate, parameters.types, at_most_one=True)
    delete = ir.Delete(
        body.checking.add_plan(plan),
        parameters.values,
        missing,
        conflicts,
        NamedType(entity.name),
        body.span(node),
    )
    failures = failures_raised(missing, conflicts=conflicts)
    return Outcome(delete, Fallibility(failures, savepoint=True))


def check_delete_many(body: Body, node: nodes.DeleteMany, expected: Expected) -> Outcome:
    """``delete many E { where: … limit: n conflict …: F }``: how many rows were deleted."""
    entity = written_entity(body, node, node.entity)
    if entity is None:
        pass_over(body, node)
        return Outcome(error_expression(body.span(node)), Fallibility((), savepoint=True))
    parameters = PlanParameters()
    require_where(body, node, "delete")
    predicate = check_where(body, entity, node.where, parameters)
    limit = check_count(body, node.limit, "limit", parameters)
    conflicts = _conflicts(body, entity, node.conflicts)
    plan = DeletePlan(entity.name, predicate, parameters.types, at_most_one=False, limit=limit)
    delete = ir.Delete(
        body.checking.add_plan(plan), parameters.values, None, conflicts, INT, body.span(node)
    )
    failures = failures_raised(conflicts=conflicts)
    return Outcome(delete, Fallibility(failures, savepoint=True))


def _conflicts(
    body: Body, entity: EntityDefinition, conflicts: tuple[nodes.Conflict, ...]
) -> tuple[ir.ConflictClause, ...]:
    return check_conflicts(
        body,
        conflicts,
        restricting_references(body.checking, entity),
        f"a delete can break only a reference to `{shown(entity)}` that is "
        "`on_delete: restrict`, and names the referring field",
    )
