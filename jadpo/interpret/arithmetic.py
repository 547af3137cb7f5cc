"""Arithmetic [C5]: Int within 64 bits, decimal128, and joining texts.

What an operation means stands in :mod:`jadpo_runtime.values.numbers`. The three common operations
on Ints are also written out here, because a call of a function costs several times as much as
they do.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final, NoReturn

from jadpo.interpret.frame import Evaluator
from jadpo.interpret.template import Fragment, build
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import placed
from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo.stdlib.limits import check_text
from jadpo_runtime.faults import Fault
from jadpo_runtime.values import INT_MAX, INT_MIN, Primitive, PrimitiveType, Span, numbers
from jadpo_runtime.values.internal_error import InternalError

CHECKED_INT: Final[Mapping[ArithmeticOperator, str]] = {
    ArithmeticOperator.INT_ADD: "+",
    ArithmeticOperator.INT_SUBTRACT: "-",
    ArithmeticOperator.INT_MULTIPLY: "*",
}
"""The operations whose only fault is a result outside of Int, by Python's operator."""

OPERATIONS: Final[Mapping[ArithmeticOperator, Callable[[Any, Any], Any]]] = {
    ArithmeticOperator.INT_DIVIDE: numbers.int_divide,
    ArithmeticOperator.INT_REMAINDER: numbers.int_remainder,
    ArithmeticOperator.DECIMAL_ADD: numbers.decimal_add,
    ArithmeticOperator.DECIMAL_SUBTRACT: numbers.decimal_subtract,
    ArithmeticOperator.DECIMAL_MULTIPLY: numbers.decimal_multiply,
    ArithmeticOperator.DECIMAL_DIVIDE: numbers.decimal_divide,
    ArithmeticOperator.DECIMAL_REMAINDER: numbers.decimal_remainder,
}
"""The operations that are calls of the shared arithmetic."""


def inline_arithmetic(
    translator: Translator, node: nodes.Arithmetic, prefix: str
) -> Fragment | None:
    """The operations that need no ``try``: checked Ints, Int ``%`` a positive constant, texts."""
    if node.operator in CHECKED_INT:
        return _checked(translator, node, prefix)
    if node.operator is ArithmeticOperator.TEXT_CONCATENATE:
        left, right, bound, weight = _operands(translator, node, prefix)
        join, span = f"{prefix}_join", f"{prefix}_span"
        text = f"{join}({left.text}, {right.text}, {span})"
        return Fragment(text, {**bound, join: concatenate, span: node.span}, weight)
    if node.operator is ArithmeticOperator.INT_REMAINDER and _is_positive(node.right):
        left, right, bound, weight = _operands(translator, node, prefix)
        dividend, slow = f"{prefix}_n", f"{prefix}_remainder"
        text = (
            f"({dividend} % {right.text} if ({dividend} := {left.text}) >= 0"
            f" else {slow}({dividend}, {right.text}))"
        )
        return Fragment(text, {**bound, slow: numbers.int_remainder}, weight)
    return None


def concatenate(left: str, right: str, span: Span) -> str:
    """The two texts as one, or the fault ``memory_exceeded`` where it would be too large."""
    if len(left) + len(right) > SMALL_TEXT:
        check_room(left, right, span)
    return left + right


def check_room(left: str, right: str, span: Span) -> None:
    """Raise the fault of two texts that are together larger than one value may be."""
    try:
        check_text(len(left) + len(right), left.isascii() and right.isascii())
    except Fault as fault:
        raise placed(fault, span) from None


SMALL_TEXT: Final = 1 << 20
"""Code points up to which a text needs no look at its size."""


def _is_positive(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Constant) and isinstance(node.value, int) and node.value > 0


def _checked(translator: Translator, node: nodes.Arithmetic, prefix: str) -> Fragment:
    left, right, bound, weight = _operands(translator, node, prefix)
    result, fail, span = f"{prefix}_n", f"{prefix}_overflow", f"{prefix}_span"
    text = (
        f"({result} if {INT_MIN} <= ({result} := {left.text} {CHECKED_INT[node.operator]}"
        f" {right.text}) <= {INT_MAX} else {fail}({span}))"
    )
    return Fragment(text, {**bound, fail: _overflow, span: node.span}, weight)


def _overflow(span: Span) -> NoReturn:
    try:
        numbers.int_add(INT_MAX, 1)
    except Fault as fault:
        raise placed(fault, span) from None
    raise InternalError("the largest Int has a successor")


def _operands(
    translator: Translator, node: nodes.Arithmetic, prefix: str
) -> tuple[Fragment, Fragment, dict[str, object], int]:
    left = translator.fragment(node.left, f"{prefix}l")
    right = translator.fragment(node.right, f"{prefix}r")
    return left, right, {**left.bound, **right.bound}, left.weight + right.weight + 1


def translate_arithmetic(translator: Translator, node: nodes.Arithmetic) -> Evaluator:
    """A call of the shared arithmetic, its fault placed at the operator's span.

    The operands are inside the ``try`` too: whatever they raise has its place already.
    """
    return _faulting(
        "operation({left}, {right})",
        {
            "left": translator.fragment(node.left, "left"),
            "right": translator.fragment(node.right, "right"),
        },
        OPERATIONS[node.operator],
        node.span,
    )


def translate_negation(translator: Translator, node: nodes.Negate) -> Evaluator:
    """The negative of an Int or a Decimal."""
    is_int = translator.types.base(node.base.type) == PrimitiveType(Primitive.INT)
    return _faulting(
        "operation({base})",
        {"base": translator.fragment(node.base, "base")},
        numbers.int_negate if is_int else numbers.decimal_negate,
        node.span,
    )


def _faulting(
    call: str, operands: Mapping[str, Fragment], operation: Callable[..., Any], span: Span
) -> Evaluator:
    return build(
        f"""
        try:
            return {call}
        except Fault as fault:
            raise placed(fault, span) from None
        """,
        operands,
        operation=operation,
        span=span,
        Fault=Fault,
        placed=placed,
    )


def inline_int_to_decimal(
    translator: Translator, node: nodes.IntToDecimal, prefix: str
) -> Fragment:
    """The Decimal of an Int, which is always exact."""
    base = translator.fragment(node.base, prefix)
    convert = f"{prefix}_decimal"
    return Fragment(f"{convert}({base.text})", {**base.bound, convert: Decimal}, base.weight + 1)
