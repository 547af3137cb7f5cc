"""Comparisons of values, also of those that may be nested without bound [T9] [T10]."""

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from jadpo.ir.nodes import ComparisonOperator
from jadpo_runtime.values import (
    EnumDefinition,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.equality import same_value


def is_recursive(type_: Type, types: TypeTable) -> bool:
    """Whether a value of ``type_`` may hold values of a type that may hold themselves.

    All other values are nested no deeper than their types, so that Python compares them safely.
    """
    return _reaches_itself(type_, types, (), set())


def _reaches_itself(
    type_: Type, types: TypeTable, inside: tuple[str, ...], finished: set[str]
) -> bool:
    match types.base(type_):
        case ListType(element=element) | SetType(element=element):
            return _reaches_itself(element, types, inside, finished)
        case MapType(value=value):
            return _reaches_itself(value, types, inside, finished)
        case OptionalType(inner=inner):
            return _reaches_itself(inner, types, inside, finished)
        case NamedType(name=name):
            if name in inside:
                return True
            if name in finished:
                return False
            match types.definition(name):
                case ObjectDefinition(fields=fields):
                    parts = [field.type for field in fields]
                case EnumDefinition(variants=variants):
                    parts = [field.type for variant in variants for field in variant.fields]
                case _:
                    parts = []
            around = (*inside, name)
            if any(_reaches_itself(part, types, around, finished) for part in parts):
                return True
            finished.add(name)
    return False


def comparison(
    written: ComparisonOperator, operand: Type, types: TypeTable
) -> Callable[[Any, Any], bool]:
    """The comparison of two values with the representation of ``operand``."""
    if is_recursive(operand, types):
        return _COMPARISONS_OF_RECURSIVE[written]
    return _COMPARISONS[written]


def _different_value(left: object, right: object) -> bool:
    return not same_value(left, right)


_COMPARISONS: Final[Mapping[ComparisonOperator, Callable[[Any, Any], bool]]] = {
    ComparisonOperator.EQUAL: operator.eq,
    ComparisonOperator.NOT_EQUAL: operator.ne,
    ComparisonOperator.LESS: operator.lt,
    ComparisonOperator.LESS_OR_EQUAL: operator.le,
    ComparisonOperator.GREATER: operator.gt,
    ComparisonOperator.GREATER_OR_EQUAL: operator.ge,
}

_COMPARISONS_OF_RECURSIVE: Final[Mapping[ComparisonOperator, Callable[[Any, Any], bool]]] = {
    ComparisonOperator.EQUAL: same_value,
    ComparisonOperator.NOT_EQUAL: _different_value,
}
