"""The rules of failures: where they may arise, who catches them, and which leave [F3] [F4]."""

from jadpo.ir import nodes
from jadpo.ir.verifier.scope import Scope
from jadpo.ir.walk import children, descendants
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values.node import Node

INVALID_VALUE = "InvalidValue"
"""The failure of constructions."""

DECLARING = frozenset({CallableKind.FUNCTION, CallableKind.ACTION, CallableKind.QUERY})
"""The kinds of callables whose ``fails`` is complete; from others failures leave undeclared."""


def failures_of(node: Node) -> frozenset[str]:
    """The failures that a node itself raises."""
    match node:
        case nodes.Call() | nodes.CallConnection() | nodes.TestCall():
            return frozenset(node.failures)
        case nodes.Validate():
            return frozenset({INVALID_VALUE})
        case nodes.Create():
            return _raised(node.conflicts, ())
        case nodes.Select():
            return _raised((), (node.missing,))
        case nodes.Update():
            return _raised(node.conflicts, (node.missing, node.empty))
        case nodes.Delete():
            return _raised(node.conflicts, (node.missing,))
    return frozenset()


def _raised(
    conflicts: tuple[nodes.ConflictClause, ...], others: tuple[nodes.RaiseFailure | None, ...]
) -> frozenset[str]:
    raised = [clause.failure for clause in conflicts]
    raised += [other for other in others if other is not None]
    return frozenset(failure.failure for failure in raised)


def check_failures(scope: Scope) -> None:
    """Every rule of failures, for the whole callable."""
    leaving: set[str] = set()
    for node in descendants(scope.callable):
        _check_placing(scope, node)
        match node:
            case nodes.Attempt():
                _check_attempt(scope, node)
                leaving |= set(node.failures)
            case nodes.MatchFailure():
                _check_match(scope, node)
                leaving |= {arm.failure for arm in node.arms if isinstance(arm, nodes.Propagate)}
            case nodes.Reject():
                leaving.add(node.failure.failure)
            case nodes.RaiseFailure():
                _check_raise(scope, node)
    declared = set(scope.signature.fails)
    if scope.signature.kind in DECLARING and leaving != declared:
        scope.report(
            scope.callable,
            f"{sorted(leaving)} leave it, and its signature has {sorted(declared)}",
        )


def _check_placing(scope: Scope, parent: Node) -> None:
    """A fallible node stands directly in what catches its failures."""
    for node in children(parent):
        if not failures_of(node) or isinstance(node, nodes.TestCall):
            continue
        caught = (isinstance(parent, nodes.Attempt) and node is parent.base) or (
            isinstance(parent, nodes.MatchFailure | nodes.AssertRejects) and node is parent.subject
        )
        if not caught:
            scope.report(node, "a failure that nothing catches")


def _check_attempt(scope: Scope, node: nodes.Attempt) -> None:
    raised = failures_of(node.base)
    if raised != set(node.failures):
        scope.report(node, f"attempts {sorted(node.failures)}, and {sorted(raised)} are raised")


def _check_match(scope: Scope, node: nodes.MatchFailure) -> None:
    arms = [arm.failure for arm in node.arms]
    raised = failures_of(node.subject)
    if sorted(arms) != sorted(raised):
        scope.report(node, f"arms for {sorted(arms)}, and {sorted(raised)} are raised")
    scope.expect_in_slot(node, node.success, node.subject.type, "the value")
    if node.result is not None:
        scope.expect(node, node.result.type, node.type, "the result of success")
    for arm in node.arms:
        if not isinstance(arm, nodes.FailureArm):
            continue
        if arm.result is not None:
            scope.expect(node, arm.result.type, node.type, f"the result of {arm.failure}")
        failure = scope.manifest.failures.get(arm.failure)
        if failure is None:
            scope.report(arm, f"there is no failure {arm.failure}")
            continue
        fields = (*failure.public, *failure.internal)
        for position, slot in arm.bindings:
            if 0 <= position < len(fields):
                scope.expect_in_slot(arm, slot, fields[position].type, "a field of the context")
            else:
                scope.report(arm, f"{arm.failure} has no field {position}")


def _check_raise(scope: Scope, node: nodes.RaiseFailure) -> None:
    failure = scope.manifest.failures.get(node.failure)
    if failure is None:
        scope.report(node, f"there is no failure {node.failure}")
        return
    fields = (*failure.public, *failure.internal)
    if node.size != len(fields):
        scope.report(node, f"size {node.size} of a context of {len(fields)} fields")
    scope.expect_fields(node, node.context, fields, node.failure)
