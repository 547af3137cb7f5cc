"""Failures: raising them, letting them leave, and matching on them [F1] [F4] [F5]."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from jadpo.interpret.frame import CONTEXT, FIRST_SLOT, Evaluator, Frame
from jadpo.interpret.template import build
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import Leaving, Raised, placed
from jadpo.interpret.values import tuple_of
from jadpo.ir import nodes
from jadpo_runtime.faults import Fault
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError

ArmTranslation: TypeAlias = Callable[
    [tuple[nodes.Statement, ...], nodes.Expression | None], Evaluator
]
"""Translates an arm's block and result for where the match stands."""

_Recovery: TypeAlias = Callable[[Frame, Raised], Any]


def raised_failure(translator: Translator, node: nodes.RaiseFailure) -> Callable[[Frame], Raised]:
    """A function that evaluates the context and gives the failure, its trail at its start."""
    context = tuple_of(translator, (), node.context, node.size)
    failure, span = node.failure, node.span

    def make(frame: Frame) -> Raised:
        return Raised(failure, context(frame), [span])

    return make


def translate_reject(translator: Translator, node: nodes.Reject) -> Evaluator:
    """The failure leaves the callable."""
    failure = raised_failure(translator, node.failure)

    def reject(frame: Frame) -> NoReturn:
        raise Leaving(failure(frame))

    return reject


def translate_attempt(translator: Translator, node: nodes.Attempt) -> Evaluator:
    """A failure of the base leaves the callable, this span in its trail."""
    return build(
        """
        try:
            return {base}
        except Raised as raised:
            raised.trail.append(span)
            raise Leaving(raised) from None
        """,
        {"base": translator.fragment(node.base, "base")},
        Raised=Raised,
        Leaving=Leaving,
        span=node.span,
    )


def match_failure(
    translator: Translator, node: nodes.MatchFailure, arm: ArmTranslation
) -> Evaluator:
    """A match on a fallible expression: its operands, its savepoint, the expression, an arm.

    A fault is caught by no arm and ends the boundary, so its savepoint is left as it is.
    """
    prepare, perform = translator.operation(node.subject)
    savepoint = _Savepoint(node.span) if node.savepoint else _NoSavepoint()
    succeed = _with_success(node.success, arm(node.block, node.result))
    recoveries: dict[str, _Recovery] = {}
    for each in node.arms:
        if isinstance(each, nodes.FailureArm):
            recoveries[each.failure] = _with_context(each.bindings, arm(each.block, each.result))
    failures = recoveries.keys() | {each.failure for each in node.arms}

    def evaluate(frame: Frame) -> Any:
        values = prepare(frame)
        mark = savepoint.begin(frame)
        try:
            value = perform(frame, values)
        except Raised as caught:
            raised = caught
        except Leaving:
            savepoint.keep(frame, mark)
            raise
        else:
            savepoint.keep(frame, mark)
            return succeed(frame, value)
        recover = recoveries.get(raised.failure)
        if recover is not None:
            savepoint.undo(frame, mark)
            return recover(frame, raised)
        if raised.failure not in failures:
            raise InternalError(f"no arm for the failure {raised.failure!r} at {node.span}")
        savepoint.keep(frame, mark)
        raised.trail.append(node.span)
        raise Leaving(raised)

    return evaluate


def _with_success(slot: int | None, then: Evaluator) -> Callable[[Frame, Any], Any]:
    if slot is None:
        return lambda frame, _: then(frame)
    place = FIRST_SLOT + slot

    def succeed(frame: Frame, value: Any) -> Any:
        frame[place] = value
        return then(frame)

    return succeed


def _with_context(bindings: tuple[tuple[int, int], ...], then: Evaluator) -> _Recovery:
    places = tuple((position, FIRST_SLOT + slot) for position, slot in bindings)

    def recover(frame: Frame, raised: Raised) -> Any:
        for position, place in places:
            frame[place] = raised.context[position]
        return then(frame)

    return recover


class _Savepoint:
    """The savepoint of a match; a fault of its own is placed at the match."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def begin(self, frame: Frame) -> int:
        try:
            mark: int = frame[CONTEXT].savepoint()
        except Fault as fault:
            raise placed(fault, self._span) from None
        return mark

    def keep(self, frame: Frame, mark: int) -> None:
        try:
            frame[CONTEXT].release(mark)
        except Fault as fault:
            raise placed(fault, self._span) from None

    def undo(self, frame: Frame, mark: int) -> None:
        try:
            frame[CONTEXT].roll_back(mark)
        except Fault as fault:
            raise placed(fault, self._span) from None


class _NoSavepoint:
    """Stands where the matched expression has no effects to undo."""

    def begin(self, frame: Frame) -> int:
        return 0

    def keep(self, frame: Frame, mark: int) -> None:
        pass

    def undo(self, frame: Frame, mark: int) -> None:
        pass
