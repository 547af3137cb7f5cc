"""Calls of the standard library, each bound to its row's implementation."""

from collections.abc import Callable
from typing import Any

from jadpo.interpret.calls import calling
from jadpo.interpret.frame import STOP, Evaluator, Frame
from jadpo.interpret.template import Fragment, build
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import placed
from jadpo.ir import nodes
from jadpo.stdlib import OPERATIONS, Operation
from jadpo_runtime.faults import Fault
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError


def row_of(node: nodes.LibraryCall) -> Operation:
    """The row of the operation that a call names."""
    try:
        return OPERATIONS[node.operation]
    except KeyError:
        raise InternalError(f"the standard library has no {node.operation!r}") from None


def translate_library_call(translator: Translator, node: nodes.LibraryCall) -> Evaluator:
    """A call of the implementation, its fault placed at the call's span."""
    row = row_of(node)
    if row.implement is None:
        raise InternalError(f"{node.operation} is an effect, with an IR node of its own")
    operands = library_operands(translator, node, "a", row)
    fragments = {f"operand{number}": operand for number, operand in enumerate(operands)}
    return build(
        f"""
        try:
            return implement({", ".join(f"{{{name}}}" for name in fragments)})
        except Fault as fault:
            raise placed(fault, span) from None
        """,
        fragments,
        implement=row.implement,
        span=node.span,
        Fault=Fault,
        placed=placed,
    )


def library_operands(
    translator: Translator, node: nodes.LibraryCall, prefix: str, row: Operation
) -> list[Fragment]:
    """What the implementation is called with: the stop byte if it takes it, then the arguments."""
    operands = [Fragment(f"frame[{STOP}]", {}, 0)] if row.takes_stop else []
    for number, argument in enumerate(node.arguments):
        name = f"{prefix}{number}"
        if isinstance(argument, nodes.FunctionReference):
            operands.append(_function(translator, argument, node.span, name))
        else:
            operands.append(translator.fragment(argument, name))
    return operands


def _function(
    translator: Translator, node: nodes.FunctionReference, span: Span, name: str
) -> Fragment:
    """A function given by name: each call of it is an authored call made at the library's."""
    call = calling(translator, node.name, span)

    def bind(frame: Frame) -> Callable[[Any], Any]:
        return lambda argument: call(frame, (argument,))

    return Fragment(f"{name}(frame)", {name: bind})
