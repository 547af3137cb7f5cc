"""`Name(value)` and `Owner.field(value)`: constructing values of nominal types [T4]."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.constants import validated
from jadpo.check.containment import contains_rules
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.fitting import convert
from jadpo.check.forms import bare, is_literal
from jadpo.check.mismatch import report_mismatch
from jadpo.check.naming import PRELUDE_FAILURE
from jadpo.check.types import (
    TEXT,
    chain,
    enum_of,
    is_error,
    is_optional,
    object_of,
    present,
    widens,
)
from jadpo.check.words import an
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import NamedType, PrimitiveType, RefinedDefinition, Span, Type
from jadpo_runtime.values.formats import TEXT_PARSERS


def check_construction(body: Body, node: nodes.Call, target: Type, shown: str) -> Outcome:
    """A construction of ``target``, written as ``shown``."""
    if not _may_be_constructed(body, node, target, shown):
        for given in node.arguments:
            check_expression(body, given.value)
        return Outcome(error_expression(body.span(node)))
    argument = _only_argument(body, node, shown)
    if argument is None:
        return Outcome(error_expression(body.span(node)))
    value = check_expression(body, argument, expect.hint(target))
    if is_error(value.type) or is_error(target):
        return Outcome(error_expression(body.span(node)))
    if not is_optional(body.types, value.type):
        # What is given is no `none`, so the result is known to be there as well.
        target = present(body.types, target) or target
    if isinstance(value, ir.Constant) and is_literal(argument):
        return Outcome(_construct_literal(body, node, argument, value, target, shown))
    return _construct(body, node, argument, value, target, shown)


def _may_be_constructed(body: Body, node: nodes.Call, target: Type, shown: str) -> bool:
    """Whether call syntax makes values of that type: not of Objects, enums and entities [T8]."""
    if not isinstance(target, NamedType) or is_error(target):
        return True
    definition = body.types.definition(target.name)
    if isinstance(definition, RefinedDefinition):
        return True
    enum = enum_of(body.types, target)
    if enum is not None:
        summary = f"an enum is never built by a call: `{shown}(…)`"
        why = "a variant is named, so that an unknown one cannot arise while it runs"
        step = f"write `{shown}.{enum.variants[0].name if enum.variants else 'variant'}`"
    elif object_of(body.types, target) is not None and target.name in (
        body.checking.declarations.entities
    ):
        summary = f"an entity is never built by a call: `{shown}(…)`"
        why = "rows are made by `create`, in an operation of the entity"
        step = "call such an operation"
    else:
        summary = f"an Object is not built by a call: `{shown}(…)`"
        why = "the fields of an Object are given by name"
        step = f"write `{shown} {{ … }}`"
    body.checking.report(
        "type.not_constructed", body.span(node.callee), summary, why=why, help=step
    )
    return False


def _only_argument(body: Body, node: nodes.Call, shown: str) -> nodes.Expression | None:
    if len(node.arguments) == 1 and node.arguments[0].label is None:
        return node.arguments[0].value
    for argument in node.arguments:
        check_expression(body, argument.value)
    labelled = next((each for each in node.arguments if each.label is not None), None)
    body.checking.report(
        "type.argument_count",
        body.span(node) if labelled is None else body.span(labelled),
        f"`{shown}(…)` takes one value"
        + (f", not {len(node.arguments)}" if labelled is None else ", without a name"),
        why="a construction turns one value into a value of the type",
        help=f"write `{shown}(value)`",
    )
    return None


# ---- literals


def _construct_literal(
    body: Body,
    node: nodes.Call,
    argument: nodes.Expression,
    value: ir.Constant,
    target: Type,
    shown: str,
) -> ir.Expression:
    """A literal is validated here and becomes a constant of the type [T4]."""
    span = body.span(node)
    if _start(body, value.type, target) is None and not _is_parsed(body, value.type, target):
        _report_argument(body, argument, value, target, shown)
        return error_expression(span)
    known = validated(body.checking, body.place, argument, target, value.type, value.value)
    return error_expression(span) if known is None else ir.Constant(known.value, target, span)


# ---- other values


def _construct(
    body: Body,
    node: nodes.Call,
    argument: nodes.Expression,
    value: ir.Expression,
    target: Type,
    shown: str,
) -> Outcome:
    types, span = body.types, body.span(node)
    if widens(types, value.type, target):
        return Outcome(_at(convert(types, value, target), span))
    if _is_parsed(body, value.type, target):
        return _validate(convert(types, value, types.base(value.type)), target, span)
    start = _start(body, value.type, target)
    if start is None:
        _report_argument(body, argument, value, target, shown)
        return Outcome(error_expression(span))
    given = convert(types, value, start)
    literal = bare(argument)
    if isinstance(literal, nodes.ListLiteral):
        # The rules of a list are about its length, which is written there [T4].
        length = [None] * len(literal.items)
        known = validated(body.checking, body.place, argument, target, value.type, length)
        return Outcome(error_expression(span) if known is None else ir.Widen(given, target, span))
    if contains_rules(types, value.type, target, start):
        return Outcome(ir.Widen(given, target, span))
    return _validate(given, target, span)


def _at(expression: ir.Expression, span: Span) -> ir.Expression:
    return expression._replace(span=span)


def _validate(given: ir.Expression, target: Type, span: Span) -> Outcome:
    validation = ir.Validate(given, target, span)
    return Outcome(validation, Fallibility((PRELUDE_FAILURE,)))


def _start(body: Body, argument: Type, target: Type) -> Type | None:
    """The narrowest layer of the target that the argument is one of already."""
    for layer in chain(body.types, target):
        if widens(body.types, argument, layer):
            return layer
    return None


def _is_parsed(body: Body, argument: Type, target: Type) -> bool:
    """Whether the target is written as text, and the argument is a Text to be read."""
    base = body.types.base(target)
    return (
        isinstance(base, PrimitiveType)
        and base.kind in TEXT_PARSERS
        and body.types.base(argument) == TEXT
    )


def _report_argument(
    body: Body, argument: nodes.Expression, value: ir.Expression, target: Type, shown: str
) -> None:
    """Say that what is given has another base: the base of the target is what is wanted."""
    base = body.types.base(target)
    report_mismatch(body, argument, value, Expected(base, f"`{shown}(…)` takes {an(base)}"))
