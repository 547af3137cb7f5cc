"""Arithmetic, comparisons and logic."""

import enum
from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression


class ArithmeticOperator(enum.Enum):
    """Arithmetic on representations [C5]; the value is the printed name.

    The Int ones fault with ``integer_overflow``, Decimal ones with ``decimal_overflow``; division
    and remainder with ``division_by_zero``. ``INT_DIVIDE`` takes two Ints and gives a Decimal.
    """

    INT_ADD = "int.add"
    INT_SUBTRACT = "int.sub"
    INT_MULTIPLY = "int.mul"
    INT_DIVIDE = "int.div"
    INT_REMAINDER = "int.rem"
    DECIMAL_ADD = "dec.add"
    DECIMAL_SUBTRACT = "dec.sub"
    DECIMAL_MULTIPLY = "dec.mul"
    DECIMAL_DIVIDE = "dec.div"
    DECIMAL_REMAINDER = "dec.rem"
    TEXT_CONCATENATE = "text.concat"


class Arithmetic(Node):
    """``left operator right``."""

    operator: ArithmeticOperator
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Negate(Node):
    """``- base`` of an Int (may overflow) or a Decimal."""

    base: "Expression"
    type: Type
    span: Span


class IntToDecimal(Node):
    """An Int operand where the other one is a Decimal."""

    base: "Expression"
    type: Type
    span: Span


class ComparisonOperator(enum.Enum):
    """Comparisons; the value is the operator as written."""

    EQUAL = "=="
    NOT_EQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


class Compare(Node):
    """``left operator right``; both sides have the representation of ``operand``.

    Equality is structural as [T9] says, Decimals numeric, either side possibly ``none`` where
    ``operand`` is optional. Order is of Int, Decimal, Text (by code point), Bytes, Uuid, Instant,
    CalendarDate, Duration.
    """

    operator: ComparisonOperator
    operand: Type
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Contains(Node):
    """``item in collection`` of a list or set."""

    item: "Expression"
    collection: "Expression"
    type: Type
    span: Span


class Not(Node):
    """``not base``."""

    base: "Expression"
    type: Type
    span: Span


class And(Node):
    """``left and right``: right only if left holds."""

    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Or(Node):
    """``left or right``: right only if left does not hold."""

    left: "Expression"
    right: "Expression"
    type: Type
    span: Span
