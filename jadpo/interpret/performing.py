"""Operations that stand in no match."""

from typing import Any

from jadpo.interpret.frame import Evaluator, Frame
from jadpo.interpret.translator import Translator
from jadpo.ir import nodes


def performed(translator: Translator, node: nodes.Expression) -> Evaluator:
    """The translation of an operation that stands in no match."""
    prepare, perform = translator.operation(node)

    def evaluate(frame: Frame) -> Any:
        return perform(frame, prepare(frame))

    return evaluate
