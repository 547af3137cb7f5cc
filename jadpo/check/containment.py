"""Whether a type's own rules imply those of a construction's target [T4]."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check.types import chain, present
from jadpo_runtime.values import (
    Constraints,
    FieldType,
    NamedType,
    RefinedDefinition,
    Type,
    TypeTable,
)


def contains_rules(types: TypeTable, argument: Type, target: Type, start: Type) -> bool:
    """Whether no value of ``argument`` can break a rule of ``target`` above its layer ``start``.

    Its bounds lie within the target's, and it has the same patterns and formats.
    """
    known = tuple(types.layers(argument))
    return all(_implied(rule, known) for rule in _rules_above(types, target, start))


def _rules_above(types: TypeTable, target: Type, start: Type) -> Iterator[Constraints]:
    for layer in chain(types, target):
        if layer == start:
            return
        plain = present(types, layer) or layer
        match plain:
            case FieldType(owner=owner, field=name):
                yield types.field(owner, name).constraints
            case NamedType(name=name):
                definition = types.definition(name)
                if isinstance(definition, RefinedDefinition):
                    yield definition.constraints


def _implied(rule: Constraints, known: tuple[Constraints, ...]) -> bool:
    """Whether a value that satisfies all of ``known`` satisfies ``rule``."""
    lows = [each.minimum for each in known if each.minimum is not None]
    highs = [each.maximum for each in known if each.maximum is not None]
    shortest = [each.min_length for each in known if each.min_length is not None]
    longest = [each.max_length for each in known if each.max_length is not None]
    return (
        (rule.minimum is None or any(low >= rule.minimum for low in lows))
        and (rule.maximum is None or any(high <= rule.maximum for high in highs))
        and (
            rule.min_length is None
            or rule.min_length == 0
            or any(length >= rule.min_length for length in shortest)
        )
        and (rule.max_length is None or any(length <= rule.max_length for length in longest))
        and (rule.pattern is None or any(each.pattern == rule.pattern for each in known))
        and (rule.format is None or any(each.format == rule.format for each in known))
    )
