"""Paths through a body: slots assigned before they are read, ends that leave [C7]."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from jadpo.ir import nodes
from jadpo.ir.verifier.problem import Problem
from jadpo.ir.verifier.representation import UNIT
from jadpo.ir.walk import children
from jadpo_runtime.values.node import Node

UNREACHABLE: Final = -1
"""The state after what leaves: every slot counts as assigned there."""


def problems_of_flow(callable_: nodes.Callable, *, has_result: bool) -> list[Problem]:
    """Reads of slots that may be unassigned, jumps outside of loops, a body that may fall off."""
    flow = _Flow(callable_)
    state = flow.block(callable_.body, (1 << callable_.parameters) - 1)
    if has_result and state != UNREACHABLE:
        flow.report(callable_, "a path falls off the end of a body that has a result")
    return flow.found


class _Flow:
    """Follows a body in order of evaluation; a state has a bit for each assigned slot."""

    def __init__(self, callable_: nodes.Callable) -> None:
        self.found: list[Problem] = []
        self._callable = callable_
        self._breaks: list[int] = []  # for each loop around: the states at its breaks, joined

    def report(self, node: Node, message: str) -> None:
        self.found.append(Problem(self._callable.name, node, message))

    def block(self, statements: Iterable[nodes.Statement], state: int) -> int:
        """The state after a block."""
        for statement in statements:
            state = self.visit(statement, state)
        return state

    def visit(self, node: Any, state: int) -> int:
        """The state after a node."""
        follow = _FOLLOW.get(type(node))
        if follow is not None:
            return follow(self, node, state)
        for child in children(node):
            state = self.visit(child, state)
        return state

    def bind(self, node: Node, slot: int | None, state: int) -> int:
        """The state once a slot is assigned."""
        if slot is None:
            return state
        if not 0 <= slot < len(self._callable.slots):
            self.report(node, f"there is no slot %{slot}")
            return state
        return state | 1 << slot

    def local(self, node: nodes.Local, state: int) -> int:
        if not 0 <= node.slot < len(self._callable.slots):
            self.report(node, f"there is no slot %{node.slot}")
        elif not state >> node.slot & 1:
            self.report(node, f"%{node.slot} may be read before it is assigned")
        return state

    def store(self, node: nodes.Store, state: int) -> int:
        after = self.visit(node.value, state)
        if 0 <= node.slot < self._callable.parameters:
            self.report(node, "a parameter is assigned to")
        return self.bind(node, node.slot, after)

    def leaving(self, node: nodes.Return | nodes.Reject, state: int) -> int:
        for child in children(node):
            state = self.visit(child, state)
        return UNREACHABLE

    def short_circuit(self, node: nodes.And | nodes.Or, state: int) -> int:
        after_left = self.visit(node.left, state)
        self.visit(node.right, after_left)
        return after_left

    def if_(self, node: nodes.If, state: int) -> int:
        state = self.visit(node.condition, state)
        return self.block(node.then, state) & self.block(node.otherwise, state)

    def while_(self, node: nodes.While, state: int) -> int:
        state = self.visit(node.condition, state)
        is_endless = isinstance(node.condition, nodes.Constant) and node.condition.value is True
        broken = self._loop(node.body, state)
        return broken if is_endless else state & broken

    def for_each(self, node: nodes.ForEach, state: int) -> int:
        state = self.visit(node.collection, state)
        return state & self._loop(node.body, self.bind(node, node.slot, state))

    def for_entries(self, node: nodes.ForEntries, state: int) -> int:
        state = self.visit(node.collection, state)
        inside = self.bind(node, node.value, self.bind(node, node.key, state))
        return state & self._loop(node.body, inside)

    def for_range(self, node: nodes.ForRange, state: int) -> int:
        state = self.visit(node.end, self.visit(node.start, state))
        return state & self._loop(node.body, self.bind(node, node.slot, state))

    def _loop(self, body: Sequence[nodes.Statement], state: int) -> int:
        """The state after the ``break``s of a loop."""
        self._breaks.append(UNREACHABLE)
        self.block(body, state)
        return self._breaks.pop()

    def break_(self, node: nodes.Break, state: int) -> int:
        if self._breaks:
            self._breaks[-1] &= state
        else:
            self.report(node, "a break outside of a loop")
        return UNREACHABLE

    def continue_(self, node: nodes.Continue, state: int) -> int:
        if not self._breaks:
            self.report(node, "a continue outside of a loop")
        return UNREACHABLE

    def match(self, node: nodes.Match, state: int) -> int:
        """The arms' states joined; an arm without a result falls through only as a statement."""
        state = self.visit(node.subject, state)
        after = UNREACHABLE
        for arm in node.arms:
            inside = state
            if isinstance(arm.case, nodes.VariantCase):
                for _, slot in arm.case.bindings:
                    inside = self.bind(node, slot, inside)
            elif isinstance(arm.case, nodes.SomeCase):
                inside = self.bind(node, arm.case.slot, inside)
            after &= self._arm(node, arm.block, arm.result, inside)
        return after

    def match_failure(self, node: nodes.MatchFailure, state: int) -> int:
        state = self.visit(node.subject, state)
        after = self._arm(node, node.block, node.result, self.bind(node, node.success, state))
        for arm in node.arms:
            if isinstance(arm, nodes.FailureArm):
                inside = state
                for _, slot in arm.bindings:
                    inside = self.bind(node, slot, inside)
                after &= self._arm(node, arm.block, arm.result, inside)
        return after

    def _arm(
        self,
        node: nodes.Match | nodes.MatchFailure,
        block: Sequence[nodes.Statement],
        result: nodes.Expression | None,
        state: int,
    ) -> int:
        state = self.block(block, state)
        if result is not None:
            return self.visit(result, state)
        if state != UNREACHABLE and node.type != UNIT:
            self.report(node, "an arm gives no value and does not leave")
        return state

    def update(self, node: nodes.Update, state: int) -> int:
        for operand in (*node.parameters, *node.patched):
            state = self.visit(operand, state)
        inside = self.bind(node, node.current, state)
        for assignment in node.assignments:
            given = inside
            if assignment.supplied is not None:
                given = self.visit(assignment.supplied, given)
            self.visit(assignment.value, given)
        for failure in (node.empty, node.missing, *(each.failure for each in node.conflicts)):
            if failure is not None:
                self.visit(failure, state)
        return state

    def raising(self, node: nodes.RaiseFailure | nodes.ConflictClause, state: int) -> int:
        """What is evaluated on the way to a failure assigns nothing for what comes after."""
        for child in children(node):
            self.visit(child, state)
        return state


_FOLLOW: Final[dict[type, Callable[[_Flow, Any, int], int]]] = {
    nodes.Local: _Flow.local,
    nodes.Store: _Flow.store,
    nodes.Return: _Flow.leaving,
    nodes.Reject: _Flow.leaving,
    nodes.And: _Flow.short_circuit,
    nodes.Or: _Flow.short_circuit,
    nodes.If: _Flow.if_,
    nodes.While: _Flow.while_,
    nodes.ForEach: _Flow.for_each,
    nodes.ForEntries: _Flow.for_entries,
    nodes.ForRange: _Flow.for_range,
    nodes.Break: _Flow.break_,
    nodes.Continue: _Flow.continue_,
    nodes.Match: _Flow.match,
    nodes.MatchFailure: _Flow.match_failure,
    nodes.Update: _Flow.update,
    nodes.RaiseFailure: _Flow.raising,
    nodes.ConflictClause: _Flow.raising,
}
"""The nodes that do more than have their parts evaluated one after the other."""
