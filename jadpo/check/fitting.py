"""Fitting a checked expression to an expected type: widening it, or saying why it does not fit.

:func:`convert` makes the widenings explicit in the IR [T3]; :func:`fit` decides and reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from jadpo_runtime.values import FieldType, Type, TypeTable

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
    if has_nothing(type_) or isinstance(expression, ir.Constant):
        # `none`, `[]`, an arm that leaves: their type is whatever is wanted. A constant is
        # written once, of the type it ends up with.
        return expression._replace(type=wanted)
    if not widens(types, type_, wanted) and isinstance(wanted, FieldType):
        written = types.field(wanted.owner, wanted.field).type
        return ir.Widen(convert(types, expression, written), wanted, expression.span)
    inner = present(types, wanted)
    if inner is not None and not is_optional(types, type_):
        return ir.Wrap(convert(types, expression, inner), wanted, expression.span)
    return ir.Widen(expression, wanted, expression.span)
