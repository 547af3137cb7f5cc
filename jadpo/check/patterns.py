"""Patterns of a `match` on a value: which cases there are, and what they bind [C2]."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from jadpo.check.body import Body, check_expression
from jadpo.check.constants import report_unknown_variant
from jadpo.check.expected import hint
from jadpo.check.symbols import SymbolKind
from jadpo.check.typenames import report_unknown_field
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
from jadpo.check.words import an, shown
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import EnumDefinition, NamedType, Type

CaseKey: TypeAlias = object
"""What tells two cases of one match apart."""

_NONE = ("none",)
_SOME = ("some",)
_WITH_LITERALS = frozenset({INT, DECIMAL, TEXT, DURATION})


@attrs.frozen(eq=False)
class Subject:
    """What is matched: its type as the match sees it, and the enum it is of.

    ``some`` is the type of what is not ``none``, where it may be ``none``.
    """

    type: Type
    enum: EnumDefinition | None
    some: Type | None
    shown: str


def subject_of(body: Body, value: ir.Expression) -> Subject | None:
    """What a value is to a match, or ``None`` if there are no patterns for its type."""
    if is_error(value.type):
        return None
    written = shown(value.type)
    some = present(body.types, value.type)
    if some is not None:
        return Subject(value.type, None, some, written)
    enum = enum_of(body.types, value.type)
    if enum is not None:
        return Subject(NamedType(enum.name), enum, None, written)
    base = body.types.base(value.type)
    if base == BOOL or base in _WITH_LITERALS:
        return Subject(base, None, None, written)
    return None


def missing_cases(subject: Subject, seen: dict[CaseKey, nodes.Arm]) -> list[str] | None:
    """The cases without an arm, as they would be written; ``None`` where nothing lists them."""
    if subject.enum is not None:
        owner = subject.enum.name.rpartition(".")[2]
        return [
            f"{owner}.{variant.name}"
            + (
                f" {{ {' '.join(field.name for field in variant.fields)} }}"
                if variant.fields
                else ""
            )
            for variant in subject.enum.variants
            if variant.name not in seen
        ]
    if subject.some is not None:
        cases = {_NONE: "none", _SOME: "some(value)"}
        return [written for key, written in cases.items() if key not in seen]
    if subject.type == BOOL:
        return [written for key, written in ((True, "true"), (False, "false")) if key not in seen]
    return None


def check_pattern(
    body: Body, pattern: nodes.Pattern, subject: Subject
) -> tuple[CaseKey, ir.Case] | None:
    """The case of a pattern, its names bound in the current scope; ``None`` after a mistake."""
    match pattern:
        case nodes.VariantPattern() if subject.enum is not None:
            return _variant(body, pattern, subject.enum)
        case nodes.SomePattern(binding=name) if subject.some is not None:
            slot = None if name.text == "_" else body.declare(name, subject.some).slot
            return _SOME, ir.SomeCase(slot)
        case nodes.LiteralPattern(literal=nodes.NoneLiteral()) if subject.some is not None:
            return _NONE, ir.NoneCase()
        case nodes.LiteralPattern(literal=literal) if subject.some is None and (
            subject.enum is None
        ):
            return _literal(body, pattern, literal, subject)
        case nodes.SuccessPattern() | nodes.FailurePattern():
            return None  # reported where the match was seen to be on a value
    _report_pattern(body, pattern, subject)
    return None


def _literal(
    body: Body, pattern: nodes.LiteralPattern, literal: nodes.LiteralExpression, subject: Subject
) -> tuple[CaseKey, ir.Case] | None:
    value = check_expression(body, literal, hint(subject.type))
    if is_error(value.type):
        return None
    if not isinstance(value, ir.Constant) or value.type != subject.type:
        _report_pattern(body, pattern, subject)
        return None
    return value.value, ir.LiteralCase(value.value)


def _variant(
    body: Body, pattern: nodes.VariantPattern, enum: EnumDefinition
) -> tuple[CaseKey, ir.Case] | None:
    path = pattern.variant
    owner = enum.name.rpartition(".")[2]
    names = [variant.name for variant in enum.variants]
    if len(path.names) != 2:
        _report_unqualified(body, pattern, owner, names)
        return None
    symbol = body.place.module.find(path.names[0].text)
    if symbol is None or symbol.kind is not SymbolKind.TYPE or symbol.qualified != enum.name:
        _report_other_enum(body, pattern, owner, names)
        return None
    tag = path.names[1]
    variant = next((each for each in enum.variants if each.name == tag.text), None)
    if variant is None:
        report_unknown_variant(body.checking, body.place, tag, owner, names)
        return None
    fields = {field.name: (index, field) for index, field in enumerate(variant.fields)}
    bindings: list[tuple[int, int]] = []
    right = True
    for name in pattern.bindings:
        if name.text not in fields:
            case = f"{owner}.{variant.name}"
            report_unknown_field(body.checking, body.place, name, case, list(fields))
            right = False
            continue
        index, field = fields[name.text]
        binding = body.declare(name, field.type, is_field=True)
        bindings.append((index, binding.slot))
    return (variant.name, ir.VariantCase(variant.name, tuple(bindings))) if right else None


# ---- what can be wrong


def _report_unqualified(
    body: Body, pattern: nodes.VariantPattern, owner: str, names: list[str]
) -> None:
    word = pattern.variant.text
    known = word in names
    span = body.span(pattern.variant)
    body.checking.report(
        "flow.pattern",
        span,
        f"`{word}` is no pattern",
        why=f"a variant is written with its enum: `{owner}.{names[0] if names else 'variant'}`",
        help=f"write `{owner}.{word}`" if known else "write a variant, or `_` for every other case",
        edits=(Edit(span, f"{owner}.{word}"),) if known else (),
    )


def _report_other_enum(
    body: Body, pattern: nodes.VariantPattern, owner: str, names: list[str]
) -> None:
    path = pattern.variant
    known = path.names[-1].text in names
    right = f"{owner}.{path.names[-1].text}"
    span = body.span(path)
    body.checking.report(
        "flow.pattern",
        span,
        f"`{path.text}` is no variant of `{owner}`",
        why=f"what is matched is {an(owner)}",
        help=f"write `{right}`" if known else f"name a variant of `{owner}`",
        edits=(Edit(span, right),) if known else (),
    )


def _report_pattern(body: Body, pattern: nodes.Pattern, subject: Subject) -> None:
    if subject.some is not None:
        why = "what may be `none` is matched with `none` and `some(value)`"
        step = "write `none`, `some(value)` or `_`"
    elif subject.enum is not None:
        owner = subject.enum.name.rpartition(".")[2]
        first = subject.enum.variants[0].name if subject.enum.variants else "variant"
        why = "an enum is matched with its variants"
        step = f"write a variant such as `{owner}.{first}`, or `_`"
    elif subject.type == BOOL:
        why, step = "a `Bool` is `true` or `false`", "write `true`, `false` or `_`"
    else:
        why = f"{an(subject.type)} is matched with literals of its own"
        step = "write such a literal, or `_`"
    body.checking.report(
        "flow.pattern",
        body.span(pattern),
        f"this is no pattern for {an(subject.shown)}",
        why=why,
        help=step,
    )
