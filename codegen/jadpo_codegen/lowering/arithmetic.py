"""Arithmetic [C5]: Ints checked natively, Decimals natively where the result is exact and short.

A Decimal operation that is not done natively asks Python for the same operation.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.layouts import DECIMAL, INT, Layout
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.divisions import quotient_by_constant, remainder_by_constant
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.native_faults import DIVISION_BY_ZERO, INTEGER_OVERFLOW
from jadpo_codegen.signs import is_never_negative
from jadpo_codegen.support.decimals import COEFFICIENT_MASK
from jadpo_codegen.writer import LIKELY
from jadpo_runtime.values import INT_MIN, Span, numbers

CHECKED_INT: Final = {
    ArithmeticOperator.INT_ADD: "sadd",
    ArithmeticOperator.INT_SUBTRACT: "ssub",
    ArithmeticOperator.INT_MULTIPLY: "smul",
}
"""The operations with an overflow of their own in LLVM."""

_BY_PYTHON: Final[dict[ArithmeticOperator, Callable[[Any, Any], object]]] = {
    ArithmeticOperator.DECIMAL_ADD: numbers.decimal_add,
    ArithmeticOperator.DECIMAL_SUBTRACT: numbers.decimal_subtract,
    ArithmeticOperator.DECIMAL_MULTIPLY: numbers.decimal_multiply,
    ArithmeticOperator.DECIMAL_DIVIDE: numbers.decimal_divide,
    ArithmeticOperator.DECIMAL_REMAINDER: numbers.decimal_remainder,
}


def lower_arithmetic(body: Body, node: nodes.Arithmetic) -> Operand:
    """An operator of two operands."""
    operator = node.operator
    if operator is ArithmeticOperator.TEXT_CONCATENATE:
        return _concatenated(body, node)
    left, right = body.operands((node.left, node.right))
    if operator is ArithmeticOperator.INT_DIVIDE:
        left, right = decimal_of_int(body, left), decimal_of_int(body, right)
        operator = ArithmeticOperator.DECIMAL_DIVIDE
    if operator in CHECKED_INT:
        return checked(body, CHECKED_INT[operator], left.text, right.text, node.span)
    if operator is ArithmeticOperator.INT_REMAINDER:
        return _remainder(body, node, left.text, right.text)
    native = None
    if operator is ArithmeticOperator.DECIMAL_ADD:
        native = f"call {{ i1, i128 }} @jadpo.decimal_add(i128 {left.text}, i128 {right.text})"
    elif operator is ArithmeticOperator.DECIMAL_SUBTRACT:
        negative = body.writer.value(f"call i128 @jadpo.decimal_negate(i128 {right.text})")
        native = f"call {{ i1, i128 }} @jadpo.decimal_add(i128 {left.text}, i128 {negative})"
    elif operator is ArithmeticOperator.DECIMAL_MULTIPLY:
        native = f"call {{ i1, i128 }} @jadpo.decimal_multiply(i128 {left.text}, i128 {right.text})"
    elif operator is ArithmeticOperator.DECIMAL_DIVIDE:
        check_divisor(body, right, node.span)
        native = f"call {{ i1, i128 }} @jadpo.decimal_divide(i128 {left.text}, i128 {right.text})"
    operation = _BY_PYTHON[operator]

    def perform(run: Run, operands: Sequence[object]) -> object:
        return operation(*operands)

    if native is None:
        return body.call_python(perform, (left, right), DECIMAL, node.span)
    return native_or_python(body, native, perform, (left, right), DECIMAL, node.span)


def native_or_python(
    body: Body,
    native: str,
    perform: Callable[[Run, list[object]], object],
    operands: Sequence[Operand],
    result: Layout,
    span: Span,
) -> Operand:
    """What the native call gives, or Python where it says that it is not done."""
    llvm = "i128" if result == DECIMAL else "i64"
    answer = body.writer.value(native)
    is_done = body.writer.value(f"extractvalue {{ i1, {llvm} }} {answer}, 0")
    done = body.writer.new_label("done")
    asking = body.writer.new_label("asking")
    after = body.writer.new_label("after")
    body.writer.branch(is_done, done, asking, LIKELY)
    body.writer.begin(asking)
    asked = body.call_python(perform, operands, result, span)
    asked_label = body.writer.label
    body.writer.jump(after)
    body.writer.begin(done)
    value = body.writer.value(f"extractvalue {{ i1, {llvm} }} {answer}, 1")
    body.writer.jump(after)
    body.writer.begin(after)
    joined = body.writer.phi(llvm, [(asked.text, asked_label), (value, done)])
    return Operand(joined, result)


def checked(body: Body, intrinsic: str, left: str, right: str, span: Span) -> Operand:
    """``sadd``, ``ssub`` or ``smul`` of Ints, or the fault ``integer_overflow``."""
    pair = body.writer.value(
        f"call {{ i64, i1 }} @llvm.{intrinsic}.with.overflow.i64(i64 {left}, i64 {right})"
    )
    overflows = body.writer.value(f"extractvalue {{ i64, i1 }} {pair}, 1")
    body.fault_if(overflows, INTEGER_OVERFLOW, span)
    return Operand(body.writer.value(f"extractvalue {{ i64, i1 }} {pair}, 0"), INT)


def _remainder(body: Body, node: nodes.Arithmetic, left: str, right: str) -> Operand:
    """The remainder with the sign of the dividend; of -1 nought, which the processor traps on."""
    span = node.span
    if is_literal(right) and int(right) > 0:
        if is_never_negative(node.left, body.never_negative):
            return Operand(remainder_by_constant(body, left, int(right)), INT)
        return Operand(body.writer.value(f"srem i64 {left}, {right}"), INT)
    is_zero = body.writer.value(f"icmp eq i64 {right}, 0")
    body.fault_if(is_zero, DIVISION_BY_ZERO, span)
    is_minus_one = body.writer.value(f"icmp eq i64 {right}, -1")
    divisor = body.writer.value(f"select i1 {is_minus_one}, i64 1, i64 {right}")
    return Operand(body.writer.value(f"srem i64 {left}, {divisor}"), INT)


def quotient(body: Body, node: nodes.LibraryCall, left: str, right: str) -> Operand:
    """The quotient without its fraction."""
    span, divided = node.span, node.arguments[0]
    if is_literal(right) and int(right) > 0:
        if not isinstance(divided, nodes.FunctionReference) and is_never_negative(
            divided, body.never_negative
        ):
            return Operand(quotient_by_constant(body, left, int(right)), INT)
    else:
        is_zero = body.writer.value(f"icmp eq i64 {right}, 0")
        body.fault_if(is_zero, DIVISION_BY_ZERO, span)
        is_minus_one = body.writer.value(f"icmp eq i64 {right}, -1")
        is_least = body.writer.value(f"icmp eq i64 {left}, {INT_MIN}")
        overflows = body.writer.value(f"and i1 {is_minus_one}, {is_least}")
        body.fault_if(overflows, INTEGER_OVERFLOW, span)
    return Operand(body.writer.value(f"sdiv i64 {left}, {right}"), INT)


def is_literal(text: str) -> bool:
    """Whether an operand's text is a number."""
    return not text.startswith(("%", "@"))


def lower_negation(body: Body, node: nodes.Negate) -> Operand:
    """The negative of an Int, which may overflow, or of a Decimal."""
    base = body.expression(node.base)
    if base.layout == DECIMAL:
        negative = body.writer.value(f"call i128 @jadpo.decimal_negate(i128 {base.text})")
        return Operand(negative, DECIMAL)
    return checked(body, "ssub", "0", base.text, node.span)


def lower_int_to_decimal(body: Body, node: nodes.IntToDecimal) -> Operand:
    """The Decimal of an Int."""
    return decimal_of_int(body, body.expression(node.base))


def decimal_of_int(body: Body, base: Operand) -> Operand:
    """The Decimal of an Int operand."""
    value = body.writer.value(f"call i128 @jadpo.decimal_of_int(i64 {base.text})")
    return Operand(value, DECIMAL)


def check_divisor(body: Body, divisor: Operand, span: Span) -> None:
    """Fault where a Decimal to divide by is nought."""
    coefficient = body.writer.value(f"and i128 {divisor.text}, {COEFFICIENT_MASK}")
    is_zero = body.writer.value(f"icmp eq i128 {coefficient}, 0")
    body.fault_if(is_zero, DIVISION_BY_ZERO, span)


def _concatenated(body: Body, node: nodes.Arithmetic) -> Operand:
    """The two texts as one; the left one is lengthened where nobody else holds it."""
    left, right = body.operands((node.left, node.right))
    whole = body.owned(left)
    text = body.writer.value(
        f"call ptr @jadpo.text_append(ptr %context, ptr {whole}, ptr {right.text})"
    )
    body.checked_cell(text, node.span)
    body.drop(right)
    return Operand(text, left.layout, is_owned=True)
