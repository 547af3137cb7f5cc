"""Canonical texts of composite values: equal exactly where the language's ``==`` holds [T9].

Sets and maps compare in any order, Decimals numerically, so the JSON that is stored does not
compare rightly as text. Nor would it where an Object's fields were declared in another order when
a row was written.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, TypeAlias, cast

from jadpo_runtime.store.sqlite.decimal_order import order_key
from jadpo_runtime.values import (
    OMITTED,
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.layers import base_without_none

_Canonical: TypeAlias = Callable[[object], object]


def compile_canonical(types: TypeTable, type_: Type) -> Callable[[object], str]:
    """The function from values of ``type_``, but ``none``, to their canonical text."""
    canonical = _Compiler(types).canonical(type_)
    return lambda value: _text(canonical(value))


def _text(canonical: object) -> str:
    return json.dumps(canonical, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


class _Compiler:
    """Compiles each type once, so that a type may hold itself."""

    def __init__(self, types: TypeTable) -> None:
        self._types = types
        self._compiled: dict[Type, _Canonical] = {}

    def canonical(self, type_: Type) -> _Canonical:
        """The function from a value of ``type_`` to JSON that is the same for equal values."""
        if type_ not in self._compiled:
            self._compiled[type_] = lambda value: self._compiled[type_](value)
            self._compiled[type_] = _or_none(self._of(base_without_none(self._types, type_)))
        return self._compiled[type_]

    def _of(self, base: Type) -> _Canonical:
        match base:
            case PrimitiveType(kind=kind):
                return _PRIMITIVES.get(kind, _same)
            case ListType(element=element):
                member = self.canonical(element)
                return lambda value: [member(item) for item in cast(Iterable[object], value)]
            case SetType(element=element):
                return _in_any_order(self.canonical(element))
            case MapType(key=key, value=item):
                return _entries(self.canonical(key), self.canonical(item))
            case NamedType(name=name):
                return self._of_definition(name)
        raise TypeError(f"{base} is no type of stored values")

    def _of_definition(self, name: str) -> _Canonical:
        definition = self._types.definition(name)
        match definition:
            case ObjectDefinition(fields=fields) | EntityDefinition(fields=fields):
                return _object(
                    [(field.name, self.canonical(FieldType(name, field.name))) for field in fields]
                )
            case EnumDefinition(variants=variants) if not definition.is_plain:
                return _variant(
                    {variant.name: self._written(variant.fields) for variant in variants}
                )
        return _same

    def _written(self, fields: Sequence[Field]) -> "_Fields":
        return [(field.name, self.canonical(field.type)) for field in fields]


_Fields: TypeAlias = list[tuple[str, _Canonical]]

_PRIMITIVES: Final[Mapping[Primitive, _Canonical]] = {
    Primitive.DECIMAL: lambda value: order_key(cast(Decimal, value)),
    Primitive.BYTES: lambda value: cast(bytes, value).hex(),
    Primitive.INSTANT: lambda value: int(cast(int, value)),
    Primitive.DURATION: lambda value: int(cast(int, value)),
    Primitive.CALENDAR_DATE: str,
}


def _same(value: object) -> object:
    return value


def _or_none(canonical: _Canonical) -> _Canonical:
    return lambda value: None if value is None else canonical(value)


def _in_any_order(member: _Canonical) -> _Canonical:
    return lambda value: sorted(_text(member(item)) for item in cast(Iterable[object], value))


def _entries(key: _Canonical, item: _Canonical) -> _Canonical:
    return lambda value: {
        _text(key(name)): item(entry)
        for name, entry in cast(Mapping[object, object], value).items()
    }


def _object(fields: _Fields) -> _Canonical:
    return lambda value: {
        name: canonical(item)
        for (name, canonical), item in zip(fields, cast(Sequence[object], value), strict=True)
        if item is not OMITTED
    }


def _variant(payloads: Mapping[str, _Fields]) -> _Canonical:
    objects = {name: _object(fields) for name, fields in payloads.items()}

    def canonical(value: object) -> object:
        name, *payload = cast(tuple[str, ...], value)
        return [name, objects[name](payload)]

    return canonical
