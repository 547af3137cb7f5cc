"""`update required | many`: `set:`, `current`, `patch:` and `when … supplied` [Q1] [Q4]."""

from __future__ import annotations

from jadpo.check.body import Body, error_expression
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.persistence.access import written_entity
from jadpo.check.persistence.assignments import Assignments, check_set
from jadpo.check.persistence.constraints import check_conflicts, own_constraints, references_to
from jadpo.check.persistence.fields import shown
from jadpo.check.persistence.parameters import PlanParameters
from jadpo.check.persistence.patches import check_patch
from jadpo.check.persistence.predicates import check_where, require_where
from jadpo.check.persistence.queries import check_count
from jadpo.check.persistence.raising import (
    check_clause_failure,
    check_missing,
    failures_raised,
)
from jadpo.check.types import INT
from jadpo.check.unchecked import pass_over
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import UpdatePlan
from jadpo_runtime.values import EntityDefinition, NamedType


def check_update_required(body: Body, node: nodes.UpdateRequired, expected: Expected) -> Outcome:
    """``update required E { where: … patch: … set: { … } missing: F … }``: the new row."""
    entity = written_entity(body, node, node.entity)
    if entity is None:
        pass_over(body, node)
        return Outcome(error_expression(body.span(node)), Fallibility((), savepoint=True))
    parameters = PlanParameters()
    require_where(body, node, "update")
    predicate = check_where(body, entity, node.where, parameters)
    assignments = Assignments(entity)
    patched: tuple[ir.Expression, ...] = ()
    if node.patch is not None:
        patched = check_patch(body, node.patch, assignments)
    empty = _empty(body, node)
    check_set(body, node.set, assignments)
    if node.patch is None and not node.set:
        _report_nothing_set(body, node, with_patch=True)
    missing = check_missing(body, node, "update")
    conflicts = _conflicts(body, entity, assignments, node.conflicts)
    plan = UpdatePlan(
        entity.name, predicate, parameters.types, assignments.fields, at_most_one=True
    )
    update = ir.Update(
        body.checking.add_plan(plan),
        parameters.values,
        assignments.lowered,
        assignments.current,
        missing,
        empty,
        patched,
        conflicts,
        NamedType(entity.name),
        body.span(node),
    )
    failures = failures_raised(empty, missing, conflicts=conflicts)
    return Outcome(update, Fallibility(failures, savepoint=True))


def check_update_many(body: Body, node: nodes.UpdateMany, expected: Expected) -> Outcome:
    """``update many E { where: … set: { … } limit: n conflict …: F }``: how many rows."""
    entity = written_entity(body, node, node.entity)
    if entity is None:
        pass_over(body, node)
        return Outcome(error_expression(body.span(node)), Fallibility((), savepoint=True))
    parameters = PlanParameters()
    require_where(body, node, "update")
    predicate = check_where(body, entity, node.where, parameters)
    limit = check_count(body, node.limit, "limit", parameters)
    assignments = Assignments(entity)
    check_set(body, node.set, assignments)
    if not node.set:
        _report_nothing_set(body, node, with_patch=False)
    conflicts = _conflicts(body, entity, assignments, node.conflicts)
    plan = UpdatePlan(
        entity.name,
        predicate,
        parameters.types,
        assignments.fields,
        at_most_one=False,
        limit=limit,
    )
    update = ir.Update(
        body.checking.add_plan(plan),
        parameters.values,
        assignments.lowered,
        assignments.current,
        None,
        None,
        (),
        conflicts,
        INT,
        body.span(node),
    )
    failures = failures_raised(conflicts=conflicts)
    return Outcome(update, Fallibility(failures, savepoint=True))


def _empty(body: Body, node: nodes.UpdateRequired) -> ir.RaiseFailure | None:
    """``empty:``, which stands beside ``patch:`` and only there [Q4]."""
    if node.patch is not None and node.empty is None:
        body.checking.report(
            "query.empty_absent",
            body.span(node.patch),
            f"nothing says what happens where `{node.patch.text}` supplies no field",
            why="a patch may be empty, and an update that changes nothing is no update",
            help="add `empty:` with a failure of the kind `InvalidValue`",
        )
    if node.empty is None:
        return None
    if node.patch is None:
        body.checking.report(
            "query.empty_without_patch",
            body.span(node.empty),
            "`empty` stands without `patch`",
            why="it names the failure of a patch that supplies nothing",
            help="remove `empty`",
        )
    return check_clause_failure(body, "empty", node.empty)


def _conflicts(
    body: Body,
    entity: EntityDefinition,
    assignments: Assignments,
    conflicts: tuple[nodes.Conflict, ...],
) -> tuple[ir.ConflictClause, ...]:
    return check_conflicts(
        body,
        conflicts,
        own_constraints(entity) + references_to(body.checking, entity, assignments.fields),
        f"an update can break a `unique` or a reference of `{shown(entity)}`, or a reference to "
        "a field that it sets",
    )


def _report_nothing_set(
    body: Body, node: nodes.UpdateRequired | nodes.UpdateMany, *, with_patch: bool
) -> None:
    body.checking.report(
        "query.nothing_set",
        body.place.source.span(node.start, node.entity.end),
        "this update sets nothing",
        why="an update gives fields new values",
        help="add `set: { … }`" + (", or `patch:`" if with_patch else ""),
    )
