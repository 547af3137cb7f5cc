"""Fitting types to the signatures of the standard library, whose variables they decide."""

from __future__ import annotations

from typing import TypeAlias

from jadpo.check.types import (
    NOTHING,
    ORDERED,
    common,
    is_error,
    is_optional,
    is_scalar,
    present,
)
from jadpo.stdlib import (
    Bound,
    Choice,
    Exactly,
    FunctionOf,
    ListOf,
    LiteralPattern,
    MapOf,
    OptionalOf,
    SetOf,
    SignatureType,
    Variable,
)
from jadpo_runtime.values import (
    ListType,
    MapType,
    OptionalType,
    SetType,
    Type,
    TypeTable,
)

Bindings: TypeAlias = dict[str, Type]
"""What each variable of a signature stands for, as far as the arguments say."""


def match(types: TypeTable, wanted: SignatureType, given: Type, bindings: Bindings) -> bool:
    """Whether a value of ``given`` fits; decides variables, or widens what they stand for."""
    if is_error(given):
        return True
    match wanted:
        case Variable():
            return _bind(types, wanted, given, bindings)
        case Exactly(type=type_):
            return given == NOTHING or types.base(given) == type_
        case ListOf(element=element):
            base = types.base(given)
            return isinstance(base, ListType) and match(types, element, base.element, bindings)
        case SetOf(element=element):
            base = types.base(given)
            return isinstance(base, SetType) and match(types, element, base.element, bindings)
        case MapOf(key=key, value=value):
            base = types.base(given)
            return (
                isinstance(base, MapType)
                and match(types, key, base.key, bindings)
                and match(types, value, base.value, bindings)
            )
        case OptionalOf(inner=inner):
            return match(types, inner, present(types, given) or given, bindings)
        case LiteralPattern() | Choice() | FunctionOf():
            return False


def _bind(types: TypeTable, variable: Variable, given: Type, bindings: Bindings) -> bool:
    before = bindings.get(variable.name)
    type_ = given if before is None else common(types, before, given)
    if type_ is None or not _within(types, variable.bound, type_):
        return False
    bindings[variable.name] = type_
    return True


def _within(types: TypeTable, bound: Bound, type_: Type) -> bool:
    if type_ == NOTHING:
        return True
    match bound:
        case Bound.ANY:
            return True
        case Bound.PRESENT:
            return not is_optional(types, type_)
        case Bound.SCALAR:
            return is_scalar(types, type_)
        case Bound.ORDERED:
            return types.base(type_) in ORDERED


def substitute(wanted: SignatureType, bindings: Bindings) -> Type | None:
    """The type that a signature's type stands for; ``None`` where a variable is not decided."""
    match wanted:
        case Variable(name=name):
            return bindings.get(name)
        case Exactly(type=type_):
            return type_
        case ListOf(element=element):
            inner = substitute(element, bindings)
            return None if inner is None else ListType(inner)
        case SetOf(element=element):
            inner = substitute(element, bindings)
            return None if inner is None else SetType(inner)
        case MapOf(key=key, value=value):
            key_type, value_type = substitute(key, bindings), substitute(value, bindings)
            if key_type is None or value_type is None:
                return None
            return MapType(key_type, value_type)
        case OptionalOf(inner=inner_wanted):
            inner = substitute(inner_wanted, bindings)
            return None if inner is None else OptionalType(inner)
        case LiteralPattern() | Choice() | FunctionOf():
            return None
