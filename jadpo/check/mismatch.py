"""Saying why a value does not fit where it stands: one rule per kind of mistake [T1]–[T5] [T11]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jadpo.check.expected import Expected
from jadpo.check.scope import Spanned
from jadpo.check.types import (
    BOOL,
    DECIMAL,
    INT,
    NONE,
    UNIT,
    is_optional,
    present,
    rigid_base,
    widens,
)
from jadpo.check.words import an, shown
from jadpo.diagnostics import Edit, Related
from jadpo.ir import nodes as ir
from jadpo_runtime.values import FieldType, NamedType, Type, TypeTable

if TYPE_CHECKING:
    from jadpo.check.body import Body


def report_mismatch(
    body: Body, node: Spanned, expression: ir.Expression, expected: Expected
) -> None:
    """Report that the expression does not fit ``expected``, under the rule that says it best."""
    wanted = expected.type
    assert wanted is not None  # where anything goes, everything fits
    rule, summary, why, next_step, edits = _explain(body, node, expression.type, wanted)
    related = []
    if expected.declared is not None:
        related.append(Related(expected.declared, "it is declared here"))
    reason = f"{expected.why}, and {why}" if expected.why else why
    body.checking.report(
        rule, body.span(node), summary, why=reason, help=next_step, edits=edits, related=related
    )


def _explain(
    body: Body, node: Spanned, found: Type, wanted: Type
) -> tuple[str, str, str, str, tuple[Edit, ...]]:
    types = body.types
    summary = f"this is {an(found)}, where {an(wanted)} is wanted"
    inner = present(types, found)
    if found == NONE and not is_optional(types, wanted):
        return (
            "type.may_be_none",
            f"this is `none`, where {an(wanted)} is wanted",
            f"{an(wanted)} does not include `none`",
            f"give {an(wanted)}, or write `?` behind the type that is wanted",
            (),
        )
    if inner is not None and not is_optional(types, wanted) and _close(types, inner, wanted):
        return (
            "type.may_be_none",
            f"this may be `none`, where {an(wanted)} is wanted",
            f"{an(found)} includes `none`",
            "ask whether it `exists` first, or `match` it",
            (),
        )
    if found == UNIT:
        return (
            "type.no_value",
            "this gives no value",
            "what gives `Unit` is called for its effect",
            "call it in a statement of its own",
            (),
        )
    target = present(types, wanted) or wanted
    source = inner or found
    if types.base(source) == INT and types.base(target) == DECIMAL:
        return (
            "type.int_for_decimal",
            summary,
            "only an Int literal is a Decimal by itself",
            "write `numeric.to_decimal(…)` around it"
            + ("" if target == DECIMAL else f", and `{shown(target)}(…)` around that"),
            _wrapped(body, node, "numeric.to_decimal") if target == DECIMAL else (),
        )
    if types.base(source) == DECIMAL and types.base(target) == INT:
        return (
            "type.mismatch",
            summary,
            "a Decimal is no Int, even if it is whole: `/` gives a Decimal, and rounding too",
            "divide Ints with `numeric.quotient(…)`, or ask `numeric.to_int(…)` for an `Int?`",
            (),
        )
    if _constructible(types, source, target):
        return _explain_construction(body, node, source, target, summary)
    if types.base(target) == BOOL:
        return (
            "type.not_bool",
            f"this is {an(found)}, and no `Bool`",
            "nothing but a `Bool` is true or false",
            "compare it with something, or ask whether it `exists`",
            (),
        )
    return (
        "type.mismatch",
        summary,
        f"{an(found)} is no `{shown(wanted)}`",
        f"give {an(wanted)}",
        (),
    )


def _explain_construction(
    body: Body, node: Spanned, found: Type, target: Type, summary: str
) -> tuple[str, str, str, str, tuple[Edit, ...]]:
    """Both have one base: the value must be put into the nominal type explicitly."""
    types = body.types
    if widens(types, target, found):
        return (
            "type.needs_construction",
            summary,
            f"{an(found)} becomes {an(target)} only where that is written",
            f"write `{shown(target)}(…)` around it",
            _wrapped(body, node, shown(target)),
        )
    if isinstance(found, FieldType) and isinstance(target, FieldType):
        return (
            "type.sibling_field",
            summary,
            f"`{shown(found)}` and `{shown(target)}` are types of their own, however alike",
            f"give {an(target)}, or write `{shown(target)}(…)` around it if that is meant",
            (),
        )
    return (
        "type.sibling",
        summary,
        f"`{shown(found)}` and `{shown(target)}` are types of their own, however alike",
        f"give {an(target)}, or write `{shown(target)}(…)` around it if that is meant",
        (),
    )


def _wrapped(body: Body, node: Spanned, name: str) -> tuple[Edit, ...]:
    source = body.place.source
    return (
        Edit(source.span(node.start, node.start), f"{name}("),
        Edit(source.span(node.end, node.end), ")"),
    )


def _constructible(types: TypeTable, found: Type, target: Type) -> bool:
    """Whether the target is nominal and the value has its base."""
    if not isinstance(target, NamedType | FieldType) or types.widened(target) is None:
        return False
    return rigid_base(types, found) == rigid_base(types, target)


def _close(types: TypeTable, found: Type, wanted: Type) -> bool:
    return widens(types, found, wanted) or rigid_base(types, found) == rigid_base(types, wanted)


def report_unknown_here(body: Body, node: Spanned) -> None:
    """Say that nothing decides the type of ``none`` or of an empty collection."""
    body.checking.report(
        "type.unknown_here",
        body.span(node),
        "nothing says what the type of this is",
        why="`none` and empty collections have a type only where one is expected",
        help="bind it with its type, as in `var items: List<Text> = collection.empty_list()`",
    )
