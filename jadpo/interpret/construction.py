"""Constructions that are validated when they run [T4]."""

from typing import Any

from jadpo.interpret.frame import Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import Raised
from jadpo.interpret.values import list_of
from jadpo.ir import nodes
from jadpo_runtime.values import Span
from jadpo_runtime.values.validation import Violation, compile_construction

INVALID_VALUE = "InvalidValue"
"""The failure of the prelude that a construction raises [F3]."""


def construct_operation(translator: Translator, node: nodes.Validate) -> Operation:
    """The value where it keeps the rules of its new type, else the failure ``InvalidValue``."""
    construct = compile_construction(translator.types, node.type, node.base.type)
    span: Span = node.span

    def perform(frame: Frame, operands: list[Any]) -> Any:
        value = construct(operands[0])
        if isinstance(value, Violation):
            raise Raised(INVALID_VALUE, (value.constraint,), [span])
        return value

    return Operation(list_of(translator, (node.base,)), perform)
