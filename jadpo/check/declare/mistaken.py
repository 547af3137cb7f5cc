"""Types that cannot be known because of a mistake: nothing more is said where they are used.

A type or field with a mistake has the error type. What is built on it is not known either, so it
becomes the error type as well, everywhere: one mistake is one diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from jadpo.check.checking import Checking
from jadpo.check.types import ERROR, is_error
from jadpo_runtime.values import (
    Definition,
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    RefinedDefinition,
    SetType,
    Type,
    Variant,
)


def silence_mistaken(checking: Checking) -> None:
    """Find what is built on mistakes, once all types are resolved, and make it the error type.

    The names of these refinements and fields stay in ``mistaken``, for types that are looked up
    later.
    """
    definitions = checking.declarations.definitions
    mistaken = checking.declarations.mistaken
    mistaken |= _mistaken_names(definitions)
    if not mistaken:
        return
    for name, definition in list(definitions.items()):
        match definition:
            case ObjectDefinition() | EntityDefinition():
                definitions[name] = attrs.evolve(
                    definition, fields=_silenced(definition.fields, mistaken)
                )
            case EnumDefinition(variants=variants):
                definitions[name] = attrs.evolve(
                    definition,
                    variants=tuple(
                        Variant(each.name, _silenced(each.fields, mistaken), each.doc)
                        for each in variants
                    ),
                )


def is_mistaken(mistaken: set[str], type_: Type) -> bool:
    """Whether a type holds, at any depth, one that is not known because of a mistake."""
    return is_error(type_) or any(name in mistaken for name in _names_in(type_))


def _silenced(fields: tuple[Field, ...], mistaken: set[str]) -> tuple[Field, ...]:
    return tuple(
        attrs.evolve(field, type=ERROR) if is_mistaken(mistaken, field.type) else field
        for field in fields
    )


def _mistaken_names(definitions: Mapping[str, Definition]) -> set[str]:
    built_on = dict(_built_on(definitions))
    waiting = [name for name, type_ in built_on.items() if is_error(type_)]
    if not waiting:
        return set()
    users: dict[str, list[str]] = {}
    for name, type_ in built_on.items():
        for used in _names_in(type_):
            users.setdefault(used, []).append(name)
    found = set(waiting)
    while waiting:
        more = [name for name in users.get(waiting.pop(), ()) if name not in found]
        found.update(more)
        waiting += more
    return found


def _built_on(definitions: Mapping[str, Definition]) -> Iterator[tuple[str, Type]]:
    for name, definition in definitions.items():
        match definition:
            case RefinedDefinition(base=base):
                yield name, base
            case ObjectDefinition(fields=fields) | EntityDefinition(fields=fields):
                for field in fields:
                    yield f"{name}.{field.name}", field.type


def _names_in(type_: Type) -> Iterator[str]:
    match type_:
        case NamedType(name=name):
            yield name
        case FieldType(owner=owner, field=field):
            yield f"{owner}.{field}"
        case ListType(element=inner) | SetType(element=inner) | OptionalType(inner=inner):
            yield from _names_in(inner)
        case MapType(key=key, value=value):
            yield from _names_in(key)
            yield from _names_in(value)
