"""The rules of one layer of a type, compiled [T2]."""

from collections.abc import Callable, Sized
from decimal import Decimal
from typing import TypeAlias, cast

from jadpo_runtime.values.formats import EMAIL_CONSTRAINT, URL_CONSTRAINT, is_email, is_url
from jadpo_runtime.values.iso8601 import duration_literal
from jadpo_runtime.values.numbers import decimal_text
from jadpo_runtime.values.patterns import compile_pattern
from jadpo_runtime.values.time import Duration
from jadpo_runtime.values.types import Constraints

Check: TypeAlias = Callable[[object], str | None]
"""From a value to the rule it breaks, or to ``None`` where it breaks none."""

Number: TypeAlias = int | Decimal | Duration


def bound_text(bound: Number) -> str:
    """A bound as it is shown in a rule: ``10``, ``0.50``, ``5m``."""
    if isinstance(bound, Decimal):
        return decimal_text(bound)
    if isinstance(bound, Duration):
        return duration_literal(bound)
    return str(bound)


def constraint_checks(constraints: Constraints) -> list[Check]:
    """A check for each rule that ``constraints`` has, in the order of [T2]."""
    checks: list[Check] = []
    if constraints.minimum is not None:
        checks.append(_at_least(constraints.minimum))
    if constraints.maximum is not None:
        checks.append(_at_most(constraints.maximum))
    if constraints.min_length is not None:
        checks.append(_at_least_long(constraints.min_length))
    if constraints.max_length is not None:
        checks.append(_at_most_long(constraints.max_length))
    if constraints.pattern is not None:
        checks.append(_matching(constraints.pattern))
    if constraints.format is not None:
        checks.append(_formatted(constraints.format))
    return checks


def all_of(checks: list[Check]) -> Check | None:
    """One check for several: the first broken rule counts. ``None`` where there is nothing."""
    if not checks:
        return None
    if len(checks) == 1:
        return checks[0]
    first, *others = checks
    if len(others) == 1:
        second = others[0]
        return lambda value: first(value) or second(value)

    def check_all(value: object) -> str | None:
        for check in checks:
            broken = check(value)
            if broken is not None:
                return broken
        return None

    return check_all


def _at_least(minimum: Number) -> Check:
    rule = f"min: {bound_text(minimum)}"
    return lambda value: None if cast(Number, value) >= minimum else rule


def _at_most(maximum: Number) -> Check:
    rule = f"max: {bound_text(maximum)}"
    return lambda value: None if cast(Number, value) <= maximum else rule


def _at_least_long(length: int) -> Check:
    rule = f"min_length: {length}"
    return lambda value: None if len(cast(Sized, value)) >= length else rule


def _at_most_long(length: int) -> Check:
    rule = f"max_length: {length}"
    return lambda value: None if len(cast(Sized, value)) <= length else rule


def _matching(pattern: str) -> Check:
    rule = f"pattern: {pattern}"
    matches = compile_pattern(pattern)
    return lambda value: None if matches(cast(str, value)) else rule


def _formatted(format_: str) -> Check:
    if format_ == "email":
        return lambda value: None if is_email(cast(str, value)) else EMAIL_CONSTRAINT
    if format_ == "url":
        return lambda value: None if is_url(cast(str, value)) else URL_CONSTRAINT
    raise ValueError(f"there is no format {format_!r}")
