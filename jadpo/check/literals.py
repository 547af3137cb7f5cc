"""Literals, and the lists that are written out (language.md §1)."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression
from jadpo.check.constants import decimal_value, duration_value, int_value
from jadpo.check.expected import Expected
from jadpo.check.fitting import convert, fits
from jadpo.check.types import (
    BOOL,
    DECIMAL,
    DURATION,
    ERROR,
    INT,
    NONE,
    NOTHING,
    TEXT,
    common,
    is_error,
    present,
)
from jadpo.check.words import an
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import ListType, Type


def check_int(body: Body, node: nodes.IntLiteral, expected: Expected) -> ir.Expression:
    """An Int literal; where a Decimal is wanted it is a Decimal literal [T4]."""
    span = body.span(node)
    if _wants_decimal(body, expected.type):
        decimal = decimal_value(body.checking, body.place, node)
        return ir.Constant(decimal, ERROR if decimal is None else DECIMAL, span)
    if expected.type is not None and is_error(expected.type):
        return ir.Constant(None, ERROR, span)  # it may be meant for a Decimal
    value = int_value(body.checking, body.place, node)
    return ir.Constant(value, ERROR if value is None else INT, span)


def _wants_decimal(body: Body, wanted: Type | None) -> bool:
    return wanted is not None and _present_base(body, wanted) == DECIMAL


def _present_base(body: Body, type_: Type) -> Type:
    base = body.types.base(type_)
    inner = present(body.types, base)
    return base if inner is None else body.types.base(inner)


def check_decimal(body: Body, node: nodes.DecimalLiteral, expected: Expected) -> ir.Expression:
    """A Decimal literal, of at most 34 digits."""
    value = decimal_value(body.checking, body.place, node)
    return ir.Constant(value, ERROR if value is None else DECIMAL, body.span(node))


def check_duration(body: Body, node: nodes.DurationLiteral, expected: Expected) -> ir.Expression:
    """A duration literal such as ``15m``."""
    value = duration_value(body.checking, body.place, node)
    return ir.Constant(value, ERROR if value is None else DURATION, body.span(node))


def check_text(body: Body, node: nodes.TextLiteral, expected: Expected) -> ir.Expression:
    """A text literal."""
    return ir.Constant(node.value, TEXT, body.span(node))


def check_bool(body: Body, node: nodes.BoolLiteral, expected: Expected) -> ir.Expression:
    """``true`` or ``false``."""
    return ir.Constant(node.value, BOOL, body.span(node))


def check_none(body: Body, node: nodes.NoneLiteral, expected: Expected) -> ir.Expression:
    """``none``, whose type is what is expected where that includes it."""
    wanted = expected.type
    if wanted is not None and present(body.types, wanted) is not None:
        return ir.Constant(None, wanted, body.span(node))
    return ir.Constant(None, NONE, body.span(node))


def check_list(body: Body, node: nodes.ListLiteral, expected: Expected) -> ir.Expression:
    """``[a, b]``: its elements widen to what is expected of them, or to one element's type."""
    wanted = _wanted_element(body, expected.type)
    elements = [check_expression(body, item, expect.hint(wanted)) for item in node.items]
    if expected.type is not None and is_error(expected.type):
        return ir.Constant(None, ERROR, body.span(node))
    if wanted is not None and all(
        fits(body.types, element.type, expect.hint(wanted)) for element in elements
    ):
        type_: Type = wanted
    else:
        type_ = _common_element(body, node, elements)
    if type_ == ERROR:
        return ir.Constant(None, ERROR, body.span(node))
    converted = tuple(convert(body.types, element, type_) for element in elements)
    return ir.MakeList(converted, ListType(type_), body.span(node))


def _wanted_element(body: Body, wanted: Type | None) -> Type | None:
    base = None if wanted is None else _present_base(body, wanted)
    return base.element if isinstance(base, ListType) else None


def _common_element(body: Body, node: nodes.ListLiteral, elements: list[ir.Expression]) -> Type:
    type_: Type = NOTHING
    for item, element in zip(node.items, elements, strict=True):
        wider = common(body.types, type_, element.type)
        if wider is None:
            body.checking.report(
                "type.list_elements",
                body.span(item),
                f"this element is {an(element.type)}, and one before it is {an(type_)}",
                why="the elements of a list have one type, to which the others widen",
                help="make them of one type",
                related=(Related(body.span(node.items[0]), f"this is {an(type_)}"),),
            )
            return ERROR
        type_ = wider
    return type_
