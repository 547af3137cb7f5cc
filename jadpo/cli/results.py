"""The value that a run gave, as a person reads it."""

from collections.abc import Iterator, Sequence
from typing import Final, cast

from jadpo_runtime.values import (
    OMITTED,
    Entity,
    EntityDefinition,
    Field,
    FieldType,
    ListType,
    NamedType,
    ObjectDefinition,
    Type,
    TypeTable,
)
from jadpo_runtime.values.layers import base_without_none
from jadpo_runtime.values.show import show

_MOST_ELEMENTS: Final = 1_000
"""Elements of a list that are shown; ``--json`` gives all."""


def result_lines(types: TypeTable, type_: Type, value: object) -> Iterator[str]:
    """The lines of a value: a field or element a line, what is inside them on that line."""
    base = base_without_none(types, type_)
    if value is not None and isinstance(base, ListType):
        yield from _list_lines(types, base.element, cast(Sequence[object], value))
        return
    fields = _fields(types, base)
    if value is None or fields is None:
        yield show(types, type_, value)
        return
    name, owned = fields
    yield name.rpartition(".")[2]
    values = value.values if isinstance(value, Entity) else cast(Sequence[object], value)
    for field, item in zip(owned, values, strict=True):
        if item is not OMITTED:
            yield f"  {field.name}: {show(types, FieldType(name, field.name), item)}"


def _list_lines(types: TypeTable, element: Type, values: Sequence[object]) -> Iterator[str]:
    yield "1 element" if len(values) == 1 else f"{len(values)} elements"
    for value in values[:_MOST_ELEMENTS]:
        yield f"  {show(types, element, value)}"
    if len(values) > _MOST_ELEMENTS:
        yield f"  … {len(values) - _MOST_ELEMENTS} more"


def _fields(types: TypeTable, base: Type) -> tuple[str, tuple[Field, ...]] | None:
    """The name and fields of an Object or entity."""
    if isinstance(base, NamedType):
        definition = types.definition(base.name)
        if isinstance(definition, ObjectDefinition | EntityDefinition):
            return definition.name, definition.fields
    return None
