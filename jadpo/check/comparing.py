"""Comparisons: which values may be compared, and as what [T9] [T10]."""

from __future__ import annotations

from typing import Final

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.fitting import convert
from jadpo.check.forms import bare, is_int_literal, is_literal
from jadpo.check.mismatch import report_unknown_here
from jadpo.check.types import (
    BOOL,
    DECIMAL,
    INT,
    ORDERED,
    REPRESENTATION_PRIMITIVES,
    UNIT,
    chain,
    has_nothing,
    is_error,
    is_optional,
    optional,
    present,
    widens,
)
from jadpo.check.words import an
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    ListType,
    MapType,
    OptionalType,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)

_OPERATORS: Final = {operator.value: operator for operator in ir.ComparisonOperator}
_EQUALITY: Final = frozenset({"==", "!=", "in"})


def check_comparison(body: Body, node: nodes.Binary) -> ir.Expression:
    """``== != < <= > >=``: equality by [T10], order by the same base type."""
    left = check_expression(body, node.left)
    right = check_expression(body, node.right, expect.hint(left.type))
    if is_literal(node.left) or _is_list(node.left):
        # A literal takes the other side's base, which was not known at first.
        left = check_expression(body, node.left, expect.hint(right.type))
    span = body.span(node)
    if is_error(left.type) or is_error(right.type):
        return error_expression(span)
    if node.operator in _EQUALITY:
        operand = comparable_as(body.types, left, right)
    else:
        operand = _ordered_as(body.types, left.type, right.type)
    if operand is None:
        _report_not_comparable(body, node, left, right)
        return error_expression(span)
    if has_nothing(operand):
        report_unknown_here(body, node)
        return error_expression(span)
    return ir.Compare(
        _OPERATORS[node.operator],
        operand,
        _as_operand(body.types, left, operand),
        _as_operand(body.types, right, operand),
        BOOL,
        span,
    )


def _is_list(node: nodes.Expression) -> bool:
    return isinstance(bare(node), nodes.ListLiteral)


def check_membership(body: Body, node: nodes.Binary) -> ir.Expression:
    """``x in xs`` of a list or a set: whether one of its elements equals ``x``."""
    item = check_expression(body, node.left)
    collection = check_expression(body, node.right, _list_of(item.type))
    span = body.span(node)
    if is_error(item.type) or is_error(collection.type):
        return error_expression(span)
    base = body.types.base(collection.type)
    if not isinstance(base, ListType | SetType):
        body.checking.report(
            "type.not_a_collection",
            body.span(node.right),
            f"`in` looks into a list or a set, and this is {an(collection.type)}",
            why="only these have elements to compare with",
            help="use a list or a set; the keys of a map are `collection.keys(…)`",
        )
        return error_expression(span)
    if is_int_literal(node.left):
        item = check_expression(body, node.left, expect.hint(base.element))
    wanted = comparable_as(body.types, item, ir.Local(-1, base.element, span))
    if wanted is None or not widens(body.types, base.element, wanted):
        _report_not_comparable(body, node, item, ir.Local(-1, base.element, span))
        return error_expression(span)
    if has_nothing(wanted):
        report_unknown_here(body, node)
        return error_expression(span)
    kind = ListType if isinstance(base, ListType) else SetType
    return ir.Contains(
        convert(body.types, item, wanted),
        convert(body.types, collection, kind(wanted)),
        BOOL,
        span,
    )


def _list_of(element: Type) -> expect.Expected:
    return expect.ANYTHING if has_nothing(element) else expect.hint(ListType(element))


# ---- what compares


def comparable_as(types: TypeTable, left: ir.Expression, right: ir.Expression) -> Type | None:
    """The type as which two values are compared with ``==``, or ``None`` where they are not.

    Numbers compare with numbers. Otherwise one side's own type widens to the other's, or both
    widen to one type that is no representation primitive; a literal takes the other's base.
    """
    numbers = _numbers(types, left.type, right.type)
    if numbers is not None:
        return numbers
    if UNIT in (left.type, right.type):
        return None
    for one, other in ((left, right), (right, left)):
        if widens(types, one.type, other.type) and not has_nothing(other.type):
            return other.type
    if isinstance(left, ir.Constant) or isinstance(right, ir.Constant):
        return _with_literal(types, left, right)
    return _meeting(types, left.type, right.type)


def _numbers(types: TypeTable, left: Type, right: Type) -> Type | None:
    """Int or Decimal, nullable where a side is, if both are numbers."""
    plain_left, plain_right = present(types, left) or left, present(types, right) or right
    bases = {types.base(plain_left), types.base(plain_right)}
    if not bases <= {INT, DECIMAL}:
        return None
    nullable = is_optional(types, left) or is_optional(types, right)
    if len(bases) > 1:
        # An Int is turned into a Decimal, which `none` cannot be.
        return None if nullable else DECIMAL
    base = bases.pop()
    return OptionalType(base) if nullable else base


def _with_literal(types: TypeTable, left: ir.Expression, right: ir.Expression) -> Type | None:
    """The base of what a literal is compared with, where that is the literal's type."""
    literal, other = (left, right) if isinstance(left, ir.Constant) else (right, left)
    if not isinstance(literal.type, PrimitiveType):
        return _meeting(types, left.type, right.type)
    inner = present(types, other.type)
    base = types.base(other.type if inner is None else inner)
    if base != literal.type:
        return None
    return base if inner is None else OptionalType(base)


def _meeting(types: TypeTable, left: Type, right: Type) -> Type | None:
    """The narrowest type that both widen to, if no part of it is a representation primitive."""
    nullable = is_optional(types, left) or is_optional(types, right)
    plain_left, plain_right = present(types, left) or left, present(types, right) or right
    for wider in chain(types, plain_left):
        if wider in REPRESENTATION_PRIMITIVES:
            return None
        if widens(types, plain_right, wider):
            return optional(types, wider) if nullable else wider
    inside = _meeting_inside(types, types.base(plain_left), types.base(plain_right))
    return optional(types, inside) if inside is not None and nullable else inside


def _meeting_inside(types: TypeTable, left: Type, right: Type) -> Type | None:
    """Where the elements of two collections meet: they widen element by element [T3]."""
    match left, right:
        case ListType(element=one), ListType(element=other):
            element = _meeting(types, one, other)
            return None if element is None else ListType(element)
        case SetType(element=one), SetType(element=other):
            element = _meeting(types, one, other)
            return None if element is None else SetType(element)
        case MapType(), MapType():
            key = _meeting(types, left.key, right.key)
            value = _meeting(types, left.value, right.value)
            return None if key is None or value is None else MapType(key, value)
    return None


def _ordered_as(types: TypeTable, left: Type, right: Type) -> Type | None:
    """The base type of both sides, if its values have an order."""
    bases = {types.base(left), types.base(right)}
    if bases == {INT, DECIMAL}:
        return DECIMAL
    base = bases.pop()
    return None if bases or base not in ORDERED else base


def _as_operand(types: TypeTable, value: ir.Expression, operand: Type) -> ir.Expression:
    if operand == DECIMAL and types.base(value.type) == INT:
        return ir.IntToDecimal(convert(types, value, INT), DECIMAL, value.span)
    return convert(types, value, operand)


# ---- what can be wrong


def _report_not_comparable(
    body: Body, node: nodes.Binary, left: ir.Expression, right: ir.Expression
) -> None:
    types, operator = body.types, node.operator
    span = body.place.source.span(node.operator_start, node.operator_start + len(operator))
    if operator not in _EQUALITY:
        for value, operand in ((left, node.left), (right, node.right)):
            inner = present(types, value.type)
            if inner is not None and types.base(inner) in ORDERED:
                body.checking.report(
                    "type.may_be_none",
                    body.span(operand),
                    f"this may be `none`, and `{operator}` takes a value",
                    why=f"{an(value.type)} includes `none`, which has no order",
                    help="ask whether it `exists` first, or `match` it",
                )
                return
    rule, why, step = _why_not_comparable(types, operator, left.type, right.type)
    body.checking.report(
        rule,
        span,
        f"{an(left.type)} and {an(right.type)} cannot be compared with `{operator}`",
        why=why,
        help=step,
    )


def _why_not_comparable(
    types: TypeTable, operator: str, left: Type, right: Type
) -> tuple[str, str, str]:
    plain_left, plain_right = present(types, left) or left, present(types, right) or right
    same_base = types.base(plain_left) == types.base(plain_right)
    if operator in _EQUALITY:
        if same_base:
            return (
                "type.incomparable",
                "each is a type of its own, so a value of one is never one of the other",
                "compare with a value of the same type, or construct one side's type first",
            )
        return (
            "type.incomparable",
            f"`{operator}` needs the type of one side to widen to that of the other",
            "compare values of one type",
        )
    if same_base:
        return (
            "type.no_order",
            f"values of `{types.base(plain_left)}` have no order",
            "compare with `==`, or compare something that has an order",
        )
    return (
        "type.incomparable",
        f"`{operator}` needs the same base type on both sides",
        "compare values of one base type",
    )
