"""The rules of effects: where they may stand, and what they ask of the manifest."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from jadpo.ir import nodes
from jadpo.ir.verifier.representation import BOOL, INT, is_named
from jadpo.ir.verifier.scope import Scope
from jadpo_runtime.manifest import (
    AggregatePlan,
    CallableKind,
    CountPlan,
    CreatePlan,
    DeletePlan,
    ExistsPlan,
    Plan,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.values import ListType, NamedType
from jadpo_runtime.values.node import Node

AnyPlan = TypeVar("AnyPlan", bound=Plan)

EFFECTS: Final = frozenset(
    {
        nodes.ClockNow,
        nodes.RandomUuid,
        nodes.ConfigValue,
        nodes.DeliveryValue,
        nodes.DueAt,
        nodes.Create,
        nodes.Select,
        nodes.Count,
        nodes.Exists,
        nodes.Aggregate,
        nodes.Update,
        nodes.Delete,
        nodes.CallConnection,
        nodes.Emit,
        nodes.Start,
    }
)
"""What a pure callable has none of."""

PURE_KINDS: Final = frozenset({CallableKind.FUNCTION, CallableKind.BACKFILL})
"""The kinds of callables that are pure."""

DELIVERY_MEMBERS: Final = frozenset({"id", "event_id", "attempt", "emitted_at"})
"""What ``delivery`` has [V2]."""


def check_purity(scope: Scope, node: Node) -> None:
    """No effects in pure callables."""
    if type(node) in EFFECTS and scope.signature.kind in PURE_KINDS:
        scope.report(node, f"an effect in a {scope.signature.kind.value}")


def _config(scope: Scope, node: nodes.ConfigValue) -> None:
    config = scope.manifest.configs.get(node.config)
    if config is None or all(field.name != node.field for field in config.fields):
        scope.report(node, f"there is no config {node.config}.{node.field}")


def _delivery(scope: Scope, node: nodes.DeliveryValue) -> None:
    if node.member not in DELIVERY_MEMBERS:
        scope.report(node, f"a delivery has no {node.member}")
    if scope.signature.kind is not CallableKind.HANDLER:
        scope.report(node, f"a delivery in a {scope.signature.kind.value}")


def _due_at(scope: Scope, node: nodes.DueAt) -> None:
    if scope.signature.kind is not CallableKind.SCHEDULED:
        scope.report(node, f"a due time in a {scope.signature.kind.value}")


def _connection(scope: Scope, node: nodes.CallConnection) -> None:
    connection = scope.manifest.connections.get(node.connection)
    for operation in connection.operations if connection is not None else ():
        if operation.name == node.operation:
            wanted = [] if operation.input is None else [operation.input]
            given = [] if node.input is None else [node.input]
            scope.expect_each(node, given, wanted, "input")
            if set(node.failures) != {failure for _, failure in operation.statuses}:
                scope.report(node, "its failures are not those of its `on` lines")
            return
    scope.report(node, f"there is no operation {node.connection}.{node.operation}")


def _plan(scope: Scope, node: Any, kind: type[AnyPlan]) -> AnyPlan | None:
    plans = scope.manifest.plans
    if not 0 <= node.plan < len(plans):
        scope.report(node, f"there is no plan {node.plan}")
        return None
    plan = plans[node.plan]
    if not isinstance(plan, kind):
        scope.report(node, f"plan {node.plan} is a {type(plan).__name__}")
        return None
    return plan


def _create(scope: Scope, node: nodes.Create) -> None:
    plan = _plan(scope, node, CreatePlan)
    if plan is None:
        return
    _written(scope, node, plan.entity, plan.fields, node.values)
    if {index for index, _ in node.values} != set(range(len(plan.fields))):
        scope.report(node, "the values do not fill the plan's fields exactly")
    if not is_named(scope.representation(node.type), plan.entity):
        scope.report(node, f"the result is a {node.type}, not a {plan.entity}")


def _written(
    scope: Scope,
    node: Node,
    name: str,
    fields: Sequence[str],
    values: Sequence[tuple[int, nodes.Expression]],
) -> None:
    entity = scope.entity(node, name)
    if entity is None:
        return
    declared = {field.name: field for field in entity.fields}
    for index, value in values:
        if not 0 <= index < len(fields):
            scope.report(node, f"the plan has no field {index}")
        elif fields[index] not in declared:
            scope.report(node, f"{name} has no field {fields[index]}")
        else:
            field = declared[fields[index]]
            scope.expect(node, value.type, field.type, f"field {field.name}")


def _select(scope: Scope, node: nodes.Select) -> None:
    plan = _plan(scope, node, SelectPlan)
    if plan is None:
        return
    scope.expect_each(node, node.parameters, plan.parameters, "parameter")
    required = node.form is nodes.SelectForm.REQUIRED
    if required != (node.missing is not None):
        scope.report(node, "`missing` stands with `required` alone")
    if plan.at_most_one != (node.form is not nodes.SelectForm.MANY):
        scope.report(node, f"at_most_one is {plan.at_most_one} for {node.form.value}")
    row = NamedType(plan.entity)
    if node.form is nodes.SelectForm.MANY:
        scope.expect(node, node.type, ListType(row), "the result")
    elif node.form is nodes.SelectForm.OPTIONAL:
        inner = scope.present(node.type)
        if inner != row:
            scope.report(node, f"the result is a {node.type}, not a {row}?")
    else:
        scope.expect(node, node.type, row, "the result")


def _count(scope: Scope, node: nodes.Count) -> None:
    plan = _plan(scope, node, CountPlan)
    if plan is not None:
        scope.expect_each(node, node.parameters, plan.parameters, "parameter")
    scope.expect(node, node.type, INT, "the result")


def _exists(scope: Scope, node: nodes.Exists) -> None:
    plan = _plan(scope, node, ExistsPlan)
    if plan is not None:
        scope.expect_each(node, node.parameters, plan.parameters, "parameter")
    scope.expect(node, node.type, BOOL, "the result")


def _aggregate(scope: Scope, node: nodes.Aggregate) -> None:
    plan = _plan(scope, node, AggregatePlan)
    if plan is not None:
        scope.expect_each(node, node.parameters, plan.parameters, "parameter")


def _update(scope: Scope, node: nodes.Update) -> None:
    plan = _plan(scope, node, UpdatePlan)
    if plan is None:
        return
    scope.expect_each(node, node.parameters, plan.parameters, "parameter")
    values = [(each.index, each.value) for each in node.assignments]
    _written(scope, node, plan.entity, plan.fields, values)
    indexes = [index for index, _ in values]
    if sorted(indexes) != list(range(len(plan.fields))):
        scope.report(node, "the assignments do not fill the plan's fields exactly")
    scope.expect_in_slot(node, node.current, NamedType(plan.entity), "the row")
    for condition in (*node.patched, *(each.supplied for each in node.assignments)):
        if condition is not None:
            scope.expect(node, condition.type, BOOL, "a condition")
    if (node.empty is not None) != bool(node.patched):
        scope.report(node, "`empty` stands with a patch alone")
    _rows_written(scope, node, plan)


def _rows_written(
    scope: Scope, node: nodes.Update | nodes.Delete, plan: UpdatePlan | DeletePlan
) -> None:
    if plan.at_most_one != (node.missing is not None):
        scope.report(node, "`missing` stands with `required` alone")
    wanted = NamedType(plan.entity) if plan.at_most_one else INT
    scope.expect(node, node.type, wanted, "the result")


def _delete(scope: Scope, node: nodes.Delete) -> None:
    plan = _plan(scope, node, DeletePlan)
    if plan is not None:
        scope.expect_each(node, node.parameters, plan.parameters, "parameter")
        _rows_written(scope, node, plan)


EFFECT_RULES: Final[Mapping[type, Callable[[Scope, Any], None]]] = {
    nodes.ConfigValue: _config,
    nodes.DeliveryValue: _delivery,
    nodes.DueAt: _due_at,
    nodes.CallConnection: _connection,
    nodes.Create: _create,
    nodes.Select: _select,
    nodes.Count: _count,
    nodes.Exists: _exists,
    nodes.Aggregate: _aggregate,
    nodes.Update: _update,
    nodes.Delete: _delete,
}
"""The rule of each of these kinds."""
