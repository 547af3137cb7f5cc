"""Literals as values: numbers within their types, defaults, and constructions of literals [T4]."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import attrs

from jadpo.check.checking import Checking
from jadpo.check.forms import is_none
from jadpo.check.naming import is_miscased
from jadpo.check.scope import Place, Spanned
from jadpo.check.symbols import SymbolKind
from jadpo.check.typenames import member_subject
from jadpo.check.types import (
    BOOL,
    DECIMAL,
    DURATION,
    INT,
    TEXT,
    enum_of,
    is_error,
    present,
)
from jadpo.check.words import shown
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    INT_MAX,
    INT_MIN,
    Duration,
    FieldType,
    ListType,
    NamedType,
    PrimitiveType,
    Type,
)
from jadpo_runtime.values.formats import TEXT_PARSERS
from jadpo_runtime.values.numbers import NumberTooLong, parse_decimal_literal
from jadpo_runtime.values.validation import Violation, compile_construction


@attrs.frozen
class Known:
    """A value that the checker knows."""

    value: object


# ---- numbers


def int_value(checking: Checking, place: Place, node: nodes.IntLiteral) -> int | None:
    """The value of an Int literal; reports one beyond 64 bits."""
    if INT_MIN <= node.value <= INT_MAX:
        return node.value
    checking.report(
        "value.int_out_of_range",
        place.span(node),
        f"`{_cut(node.text)}` is beyond what an Int holds",
        why=f"an Int has 64 bits: it is between {INT_MIN} and {INT_MAX}",
        help="write a smaller number, or a Decimal",
    )
    return None


def decimal_value(
    checking: Checking, place: Place, node: nodes.IntLiteral | nodes.DecimalLiteral
) -> Decimal | None:
    """The value of a number literal where a Decimal is wanted; reports one that is too long."""
    try:
        return parse_decimal_literal(node.text)
    except NumberTooLong as error:
        checking.report(
            "value.decimal_too_long",
            place.span(node),
            f"`{_cut(node.text)}` is more than a Decimal holds",
            why=str(error),
            help="write a shorter number",
        )
        return None


def duration_value(
    checking: Checking, place: Place, node: nodes.DurationLiteral
) -> Duration | None:
    """The value of a duration literal; reports one beyond 64 bits of microseconds."""
    if INT_MIN <= node.microseconds <= INT_MAX:
        return Duration(node.microseconds)
    checking.report(
        "value.duration_out_of_range",
        place.span(node),
        f"`{_cut(node.text)}` is longer than a Duration can be",
        why="a Duration counts microseconds in 64 bits: about 292,000 years",
        help="write a shorter duration",
    )
    return None


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"


# ---- defaults


def constant_of(
    checking: Checking, place: Place, node: nodes.Expression, type_: Type
) -> Known | None:
    """The value of a `default` or a setting: a literal, a list of literals, or a plain variant.

    A scalar that is written as a text counts as a literal: ``Url("https://mail.test")``.
    It is one of ``type_`` and has passed its rules [T4]; ``None`` where that is not so, which is
    reported.
    """
    base = _base_of(checking, type_)
    if is_error(type_) or is_error(base):
        return None
    text = _text_of_scalar(node, base)
    if text is not None:
        return validated(checking, place, node, type_, TEXT, text)
    read = _representation(checking, place, node, type_)
    if read is None:
        return None
    return validated(checking, place, node, type_, base, read.value)


def _text_of_scalar(node: nodes.Expression, base: Type) -> str | None:
    """The text in ``Url("…")`` and its like, where ``base`` is that type."""
    if not isinstance(base, PrimitiveType) or base.kind not in TEXT_PARSERS:
        return None
    if not isinstance(node, nodes.Call) or not isinstance(node.callee, nodes.Path):
        return None
    if node.callee.text != base.kind.value or len(node.arguments) != 1:
        return None
    (argument,) = node.arguments
    written: object = argument.value
    return written.value if isinstance(written, nodes.TextLiteral) else None


def _base_of(checking: Checking, type_: Type) -> Type:
    base = checking.types.base(type_)
    inner = present(checking.types, base)
    return base if inner is None else checking.types.base(inner)


def _representation(
    checking: Checking, place: Place, node: nodes.Expression, type_: Type
) -> Known | None:
    base = checking.types.base(type_)
    inner = present(checking.types, base)
    if inner is not None:
        if is_none(node):
            return Known(None)
        return _representation(checking, place, node, inner)
    value: object = None
    match node:
        case nodes.IntLiteral() if base == INT:
            value = int_value(checking, place, node)
        case nodes.IntLiteral() | nodes.DecimalLiteral() if base == DECIMAL:
            value = decimal_value(checking, place, node)
        case nodes.DurationLiteral() if base == DURATION:
            value = duration_value(checking, place, node)
        case nodes.TextLiteral(value=text) if base == TEXT:
            value = text
        case nodes.BoolLiteral(value=truth) if base == BOOL:
            value = truth
        case nodes.ListLiteral(items=items) if isinstance(base, ListType):
            elements = [constant_of(checking, place, item, base.element) for item in items]
            if all(element is not None for element in elements):
                value = [element.value for element in elements if element is not None]
        case nodes.Path():
            return _plain_variant(checking, place, node, base)
        case _:
            _report_wrong_kind(checking, place, node, type_, base)
    return None if value is None else Known(value)


def _plain_variant(checking: Checking, place: Place, path: nodes.Path, base: Type) -> Known | None:
    enum = enum_of(checking.types, base)
    owner = place.module.find(path.names[0].text) if len(path.names) == 2 else None
    if enum is None or owner is None or owner.kind is not SymbolKind.TYPE:
        _report_wrong_kind(checking, place, path, base, base)
        return None
    if owner.qualified != enum.name:
        _report_wrong_kind(checking, place, path, base, base)
        return None
    tag = path.names[1]
    variant = next((each for each in enum.variants if each.name == tag.text), None)
    if variant is None:
        report_unknown_variant(checking, place, tag, enum.name, [v.name for v in enum.variants])
        return None
    if variant.fields:
        checking.report(
            "value.not_constant",
            place.span(path),
            f"`{path.text}` has a payload, and a default is a literal",
            why="defaults are known before the program runs",
            help="choose a variant without a payload, or make the field `optional`",
        )
        return None
    return Known(variant.name if enum.is_plain else (variant.name,))


def report_unknown_variant(
    checking: Checking, place: Place, name: nodes.Name, owner: str, variants: list[str]
) -> None:
    """Say that an enum or event has no variant of that name, with the nearest one it has."""
    near = nearest_name(name.text, variants)
    span = place.span(name)
    if not variants or is_miscased(name.text, variants, upper=False):
        return  # it is told where they are declared
    checking.report(
        "type.unknown_variant",
        span,
        f"`{owner}` has no variant `{name.text}`",
        why=f"its variants are {', '.join(f'`{each}`' for each in variants)}",
        help=f"did you mean `{near}`?" if near else "use one of its variants",
        edits=(Edit(span, near),) if near else (),
        subject=member_subject(owner, name.text, near),
    )


def _report_wrong_kind(
    checking: Checking, place: Place, node: Spanned, type_: Type, base: Type
) -> None:
    checking.report(
        "value.not_constant",
        place.span(node),
        f"this is no literal of `{shown(type_)}`",
        why=f"what stands here is known before the program runs: a literal of `{shown(base)}`",
        help=f"write {_example(base)}",
    )


def _example(base: Type) -> str:
    examples: dict[Type, str] = {
        INT: "`1`",
        DECIMAL: "`1.50`",
        TEXT: '`"text"`',
        BOOL: "`true`",
        DURATION: "`15m`",
    }
    if base in examples:
        return examples[base]
    if isinstance(base, ListType):
        return "a list of literals, such as `[]`"
    if isinstance(base, NamedType):
        return "one of its plain variants"
    if isinstance(base, PrimitiveType) and base.kind in TEXT_PARSERS:
        return f'`{base}("…")` of a text literal'
    return "no default: this type has no literals"


# ---- the rules of a type


def validated(
    checking: Checking, place: Place, node: Spanned, target: Type, argument: Type, value: object
) -> Known | None:
    """What constructing ``target`` of a known value gives; reports the rule that it breaks."""
    constructed = compile_construction(checking.types, target, argument)(value)
    if not isinstance(constructed, Violation):
        return Known(constructed)
    related = []
    declared = checking.declarations.places.get(_owner_of(target))
    if declared is not None:
        related.append(Related(declared, f"`{shown(target)}` is declared here"))
    form = _FORMS.get(constructed.constraint)
    checking.report(
        "value.breaks_constraint",
        place.span(node),
        f"this is no `{shown(target)}`"
        + ("" if form else f": it breaks `{constructed.constraint}`"),
        why="a literal is checked before the program runs",
        help=f"write {form}"
        if form
        else f"write a value that satisfies `{constructed.constraint}`",
        related=related,
    )
    return None


_FORMS: Final = {
    "zone": "the name of an IANA time zone, such as `Europe/London`",
    "uuid": "a UUID, such as `8f14e45f-ceea-467f-a0e6-2d6f8f1f9f3a`",
    "instant": "a moment in UTC, such as `2026-12-01T02:20:08Z`",
    "calendar_date": "a day of the calendar, such as `2026-12-01`",
}
"""How what is read from a text is written, by the rule that another text breaks."""


def _owner_of(type_: Type) -> str:
    match type_:
        case FieldType(owner=owner, field=name):
            return f"{owner}.{name}"
        case NamedType(name=name):
            return name
    return ""
