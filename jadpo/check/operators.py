"""Operators: arithmetic on representations, and what stands in parentheses [T5] [C5]."""

from __future__ import annotations

from typing import Final

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.chains import Pieces, along
from jadpo.check.comparing import check_comparison, check_membership
from jadpo.check.conditions import check_as_value
from jadpo.check.expected import Expected
from jadpo.check.fitting import convert
from jadpo.check.forms import is_int_literal, is_none
from jadpo.check.types import (
    CALENDAR_DATE,
    DECIMAL,
    DURATION,
    INSTANT,
    INT,
    TEXT,
    is_error,
    is_optional,
)
from jadpo.check.words import an
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import PrimitiveType, Type

_ARITHMETIC: Final = frozenset({"+", "-", "*", "/", "%"})
_EQUALITY: Final = frozenset({"==", "!="})
_ORDER: Final = frozenset({"<", "<=", ">", ">="})

_OF_INTS: Final = {
    "+": ir.ArithmeticOperator.INT_ADD,
    "-": ir.ArithmeticOperator.INT_SUBTRACT,
    "*": ir.ArithmeticOperator.INT_MULTIPLY,
    "/": ir.ArithmeticOperator.INT_DIVIDE,
    "%": ir.ArithmeticOperator.INT_REMAINDER,
}
_OF_DECIMALS: Final = {
    "+": ir.ArithmeticOperator.DECIMAL_ADD,
    "-": ir.ArithmeticOperator.DECIMAL_SUBTRACT,
    "*": ir.ArithmeticOperator.DECIMAL_MULTIPLY,
    "/": ir.ArithmeticOperator.DECIMAL_DIVIDE,
    "%": ir.ArithmeticOperator.DECIMAL_REMAINDER,
}

_TEMPORAL: Final = frozenset({INSTANT, CALENDAR_DATE, DURATION})


def check_parenthesised(body: Body, node: nodes.Parenthesised, expected: Expected) -> ir.Expression:
    """``(e)`` is ``e``."""
    return check_expression(body, node.inner, expected)


def check_binary(body: Body, node: nodes.Binary, expected: Expected) -> ir.Expression:
    """``left operator right``."""
    if node.operator in _ARITHMETIC:
        return _check_arithmetic(body, node)
    if node.operator in _EQUALITY and not is_none(node.left) and not is_none(node.right):
        return check_comparison(body, node)
    if node.operator in _ORDER:
        return check_comparison(body, node)
    if node.operator == "in":
        return check_membership(body, node)
    return check_as_value(body, node, expected)


def check_unary(body: Body, node: nodes.Unary, expected: Expected) -> ir.Expression:
    """``-x``, or ``not x``."""
    if node.operator == "not":
        return check_as_value(body, node, expected)
    operand = check_expression(body, node.operand)
    if is_error(operand.type):
        return error_expression(body.span(node))
    base = body.types.base(operand.type)
    if base not in (INT, DECIMAL):
        body.checking.report(
            "type.operator",
            body.span(node.operand),
            f"`-` takes a number, and this is {an(operand.type)}",
            why="only an Int or a Decimal has a negative",
            help="negate a number",
        )
        return error_expression(body.span(node))
    return ir.Negate(convert(body.types, operand, base), base, body.span(node))


# ---- arithmetic


def _check_arithmetic(body: Body, node: nodes.Binary) -> ir.Expression:
    chain = along(node)
    pieces = Pieces(body, node)
    left: ir.Expression | None = None
    for link in chain:
        left, right = check_operands(body, link, left)
        left = _arithmetic(body, link, left, right)
        if is_error(left.type):
            body.has_mistakes = True
        elif link is not node:
            left = pieces.shallow(left)
    assert left is not None  # a chain has a link
    return left if is_error(left.type) else pieces.whole(left)


def _arithmetic(
    body: Body, node: nodes.Binary, left: ir.Expression, right: ir.Expression
) -> ir.Expression:
    span = body.span(node)
    if is_error(left.type) or is_error(right.type):
        return error_expression(span)
    left_base, right_base = body.types.base(left.type), body.types.base(right.type)
    bases = {left_base, right_base}
    if bases == {INT}:
        operator = _OF_INTS[node.operator]
        type_: Type = DECIMAL if node.operator == "/" else INT
        wanted: PrimitiveType = INT
    elif bases <= {INT, DECIMAL}:
        operator, type_, wanted = _OF_DECIMALS[node.operator], DECIMAL, DECIMAL
    elif bases == {TEXT} and node.operator == "+":
        operator, type_, wanted = ir.ArithmeticOperator.TEXT_CONCATENATE, TEXT, TEXT
    else:
        _report_operands(body, node, left.type, right.type)
        return error_expression(span)
    return ir.Arithmetic(
        operator, as_number(body, left, wanted), as_number(body, right, wanted), type_, span
    )


def check_operands(
    body: Body, node: nodes.Binary, left: ir.Expression | None
) -> tuple[ir.Expression, ir.Expression]:
    """Both operands, left to right; an Int literal beside a Decimal is a Decimal literal.

    ``left`` is the left operand where it is checked already, the chain before the operator.
    """
    if left is not None:
        return left, check_expression(body, node.right, expect.hint(left.type))
    left = check_expression(body, node.left)
    right = check_expression(body, node.right, expect.hint(left.type))
    if isinstance(left, ir.Constant) and is_int_literal(node.left):
        # The other side was not known yet: `3 * price` is read once more as `3.0` would be. The
        # literal has no mistakes, so nothing is reported twice.
        left = check_expression(body, node.left, expect.hint(right.type))
    return left, right


def as_number(body: Body, operand: ir.Expression, wanted: PrimitiveType) -> ir.Expression:
    """The operand on its base; an Int becomes a Decimal where the other one is one [C5]."""
    base = body.types.base(operand.type)
    plain = convert(body.types, operand, base)
    if base == INT and wanted == DECIMAL:
        return ir.IntToDecimal(plain, DECIMAL, operand.span)
    return plain


def _report_operands(body: Body, node: nodes.Binary, left: Type, right: Type) -> None:
    operator = node.operator
    span = body.place.source.span(node.operator_start, node.operator_start + len(operator))
    for type_, operand in ((left, node.left), (right, node.right)):
        if is_optional(body.types, type_):
            body.checking.report(
                "type.may_be_none",
                body.span(operand),
                f"this may be `none`, and `{operator}` takes a value",
                why=f"{an(type_)} includes `none`",
                help="ask whether it `exists` first, or `match` it",
            )
            return
    bases = {body.types.base(left), body.types.base(right)}
    if bases & _TEMPORAL:
        step = "use an operation of `temporal`, such as `temporal.add_elapsed(instant, duration)`"
        why = "dates and durations compare with operators, and are computed with `temporal`"
    elif TEXT in bases and operator == "+":
        step, why = "make a Text of the other side: `text.of(…)`", "`+` joins two Texts"
    elif TEXT in bases:
        step, why = "use an operation of `text`", "`+` is the one operator of Texts"
    else:
        step, why = "use numbers", f"`{operator}` takes two numbers"
        if operator == "+":
            why = "`+` takes two numbers or two Texts"
    body.checking.report(
        "type.operator",
        span,
        f"`{operator}` cannot take {an(left)} and {an(right)}",
        why=why,
        help=step,
    )
