"""Where in the source an effect comes from."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from jadpo.compare.effects import Act, Line
from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo.ir.walk import descendants
from jadpo_runtime.values import Span


def place_of(program: Program, line: Line) -> Span | None:
    """The place of a line: where it ended, where its effect is written, or else what ran.

    An effect that stands in several places is shown at the first of them.
    """
    if line.span is not None:
        return line.span
    root = program.callables.get(line.callable)
    if root is None:
        return None
    if line.act is not None:
        is_it = _IS_IT[line.act.kind]
        for callable_ in _with_callees(program, root):
            for node in descendants(callable_):
                if is_it(node, line.act):
                    return _span_of(node)
    return root.span


def _with_callees(program: Program, root: nodes.Callable) -> Iterator[nodes.Callable]:
    """A callable, then those that it calls in its own boundary."""
    waiting, met = [root], {root.name}
    while waiting:
        current = waiting.pop(0)
        yield current
        for node in descendants(current):
            if isinstance(node, nodes.Call | nodes.FunctionReference) and node.name not in met:
                met.add(node.name)
                waiting.append(program.callables[node.name])


def _span_of(node: Any) -> Span:
    span: Span = node.span
    return span


def _is_emit(node: Any, act: Act) -> bool:
    return isinstance(node, nodes.Emit) and (node.event, node.variant) == act.of


def _is_start(node: Any, act: Act) -> bool:
    return isinstance(node, nodes.Start) and (node.batch,) == act.of


def _is_connection(node: Any, act: Act) -> bool:
    return isinstance(node, nodes.CallConnection) and (node.connection, node.operation) == act.of


_IS_IT: Final[Mapping[str, Callable[[Any, Act], bool]]] = {
    "plan": lambda node, act: (getattr(node, "plan", None),) == act.of,
    "emit": _is_emit,
    "start": _is_start,
    "connection": _is_connection,
    "random": lambda node, act: isinstance(node, nodes.RandomUuid),
    "call": lambda node, act: isinstance(node, nodes.TestCall) and (node.name,) == act.of,
}
"""Whether a node is what an act of each kind is done by."""
