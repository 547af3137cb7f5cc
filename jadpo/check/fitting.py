"""Fitting a checked expression to an expected type: widening it, or saying why it does not fit.

:func:`convert` makes the widenings explicit in the IR [T3]; :func:`fit` decides and reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from jadpo.check.expected import Expected, Strictness
from jadpo.check.mismatch import report_mismatch
from jadpo.check.scope import Spanned
from jadpo.check.types import (
    ERROR,
    has_nothing,
    has_rules_of_its_own,
    is_error,
    is_optional,
    present,
    widens,
)
from jadpo.ir import nodes as ir
from jadpo_runtime.values import FieldType, ListType, Type, TypeTable

if TYPE_CHECKING:
    from jadpo.check.body import Body


def fit(body: Body, node: Spanned, expression: ir.Expression, expected: Expected) -> ir.Expression:
    """The expression as one of the expected type; reports at ``node`` where it does not fit."""
    wanted = expected.type
    if wanted is None:
        return expression
    if is_error(wanted) or is_error(expression.type):
        return ir.Constant(None, ERROR, expression.span)
    if not fits(body.types, expression.type, expected):
        report_mismatch(body, node, expression, expected)
        return ir.Constant(None, ERROR, expression.span)
    return convert(body.types, expression, wanted)


def fits(types: TypeTable, type_: Type, expected: Expected) -> bool:
    """Whether a value of ``type_`` may stand where ``expected`` says [T3] [T11]."""
    wanted = expected.type
    if wanted is None or widens(types, type_, wanted):
        return True
    return _fits_field(types, type_, expected)


def _fits_field(types: TypeTable, type_: Type, expected: Expected) -> bool:
    wanted = expected.type
    if expected.strictness is not Strictness.FIELD or not isinstance(wanted, FieldType):
        return False
    if has_rules_of_its_own(types, wanted):
        return False
    return widens(types, type_, types.field(wanted.owner, wanted.field).type)


def convert(types: TypeTable, expression: ir.Expression, wanted: Type) -> ir.Expression:
    """The expression as one of ``wanted``, to which its type is known to fit."""
    type_ = expression.type
    if type_ == wanted:
        return expression
    if isinstance(expression, ir.Constant):
        # A constant is written once, of the type it ends up with.
        return expression._replace(type=wanted)
    if has_nothing(type_):
        return _typed(types, expression, wanted)
    if not widens(types, type_, wanted) and isinstance(wanted, FieldType):
        written = types.field(wanted.owner, wanted.field).type
        return ir.Widen(convert(types, expression, written), wanted, expression.span)
    inner = present(types, wanted)
    if inner is not None and not is_optional(types, type_):
        return ir.Wrap(convert(types, expression, inner), wanted, expression.span)
    return ir.Widen(expression, wanted, expression.span)


def _typed(types: TypeTable, expression: ir.Expression, wanted: Type) -> ir.Expression:
    """What had no type of its own, such as ``[]`` or an arm that leaves, as one of ``wanted``.

    What is inside it gets its type as well.
    """
    base = types.base(wanted)
    inner = present(types, base)
    plain = base if inner is None else types.base(inner)
    match expression:
        case ir.MakeList(elements=elements) if isinstance(plain, ListType):
            converted = tuple(convert(types, each, plain.element) for each in elements)
            return expression._replace(elements=converted, type=wanted)
        case ir.Match(arms=arms):
            return expression._replace(
                arms=tuple(_arm_typed(types, arm, wanted) for arm in arms), type=wanted
            )
        case ir.MatchFailure(arms=arms, result=result):
            return expression._replace(
                arms=tuple(
                    arm if isinstance(arm, ir.Propagate) else _arm_typed(types, arm, wanted)
                    for arm in arms
                ),
                result=None if result is None else convert(types, result, wanted),
                type=wanted,
            )
    return expression._replace(type=wanted)


Arm = TypeVar("Arm", ir.Arm, ir.FailureArm)


def _arm_typed(types: TypeTable, arm: Arm, wanted: Type) -> Arm:
    if arm.result is None:
        return arm
    return arm._replace(result=convert(types, arm.result, wanted))
