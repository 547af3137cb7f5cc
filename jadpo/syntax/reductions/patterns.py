"""Builds `match`, its arms and their patterns."""

from jadpo.syntax.building import Binder, Building, Reductions
from jadpo.syntax.nodes import (
    Arm,
    ArmBody,
    Expression,
    FailurePattern,
    LiteralExpression,
    LiteralPattern,
    Match,
    Name,
    Path,
    Pattern,
    Propagate,
    SomePattern,
    SuccessPattern,
    VariantPattern,
    WildcardPattern,
)
from jadpo.syntax.tokens import Mark


def _match(
    _: Building, word: Name, subject: Expression, opening: Mark, arms: list[Arm], closing: Mark
) -> Match:
    return Match(subject, tuple(arms), word.start, closing.end)


def _arm(_: Building, pattern: Pattern, arrow: Mark, body: ArmBody) -> Arm:
    return Arm(pattern, body, pattern.start, body.end)


def _propagating_arm(_: Building, pattern: Pattern, arrow: Mark, word: Name) -> Arm:
    return Arm(pattern, Propagate(word.start, word.end), pattern.start, word.end)


def _literal_pattern(_: Building, literal: LiteralExpression) -> LiteralPattern:
    return LiteralPattern(literal, literal.start, literal.end)


def _word_pattern(building: Building, word: Name, binder: Binder | None) -> Pattern:
    if binder is None:
        if word.text == "_":
            return WildcardPattern(word.start, word.end)
        if word.text == "success":
            return SuccessPattern(None, word.start, word.end)
        return VariantPattern(Path((word,), word.start, word.end), (), word.start, word.end)
    if word.text == "some":
        return SomePattern(binder.name, word.start, binder.end)
    if word.text != "success":
        building.report(
            "syntax.pattern_unknown",
            word,
            f"`{word.text}({binder.name.text})` is not a pattern",
            "only `some`, `success` and `failure Name` take a binding in parentheses",
            "write `Enum.variant { field }` for a variant with a payload",
        )
    return SuccessPattern(binder.name, word.start, binder.end)


def _variant_pattern(_: Building, path: Path) -> VariantPattern:
    return VariantPattern(path, (), path.start, path.end)


def _variant_pattern_with_fields(
    _: Building, path: Path, opening: Mark, bindings: list[Name], closing: Mark
) -> VariantPattern:
    return VariantPattern(path, tuple(bindings), path.start, closing.end)


def _failure_pattern(
    _: Building, word: Name, failure: Path, binder: Binder | None
) -> FailurePattern:
    if binder is None:
        return FailurePattern(failure, None, word.start, failure.end)
    return FailurePattern(failure, binder.name, word.start, binder.end)


REDUCTIONS: Reductions = {
    "arm": _arm,
    "failure_pattern": _failure_pattern,
    "literal_pattern": _literal_pattern,
    "match": _match,
    "propagating_arm": _propagating_arm,
    "variant_pattern": _variant_pattern,
    "variant_pattern_with_fields": _variant_pattern_with_fields,
    "word_pattern": _word_pattern,
}
