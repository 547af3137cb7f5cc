"""Types that lead back to themselves: through widening, or without an end to their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from jadpo.check.checking import Checking
from jadpo.check.graphs import circles, way_round
from jadpo.check.types import ERROR
from jadpo.diagnostics import Related
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
)

_WIDENING: Final = (
    "type.cycle",
    "goes round in a circle",
    "a type is built on another one, and in the end on one of the prelude, an Object or an enum",
    "build one of them on a type outside the circle",
)
_ENDLESS: Final = (
    "type.endless",
    "has no value that ends",
    "a value of it would have to hold another one, and that one another, without end",
    "make a field on the way a `?`, `optional`, or a `List`",
)


def break_cycles(checking: Checking) -> None:
    """Report types and fields that widen to themselves, and cut them there.

    Afterwards every chain of widenings ends.
    """
    definitions = checking.declarations.definitions
    graph = dict(_widenings(definitions))
    for circle in circles(graph):
        _report(checking, circle, _WIDENING)
        for name in circle:
            _cut(definitions, name)


def report_endless(checking: Checking) -> None:
    """Report Objects and enums whose values would have to hold themselves."""
    definitions = checking.declarations.definitions
    without_value = _uninhabited(definitions)
    graph = {
        name: [inner for inner in _needed(definitions, name) if inner in without_value]
        for name in without_value
    }
    for circle in circles(graph):
        _report(checking, circle, _ENDLESS)


# ---- widening


def _widenings(definitions: Mapping[str, Definition]) -> Iterator[tuple[str, list[str]]]:
    """What each refinement and each field is built on, by name."""
    for name, definition in definitions.items():
        match definition:
            case RefinedDefinition(base=base):
                yield name, list(_names_in(base))
            case ObjectDefinition(fields=fields) | EntityDefinition(fields=fields):
                for field in fields:
                    yield f"{name}.{field.name}", list(_names_in(field.type))


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


def _cut(definitions: dict[str, Definition], name: str) -> None:
    definition = definitions.get(name)
    if isinstance(definition, RefinedDefinition):
        definitions[name] = attrs.evolve(definition, base=ERROR)
        return
    owner, _, cut = name.rpartition(".")
    definition = definitions[owner]
    if isinstance(definition, ObjectDefinition | EntityDefinition):
        fields = tuple(
            attrs.evolve(field, type=ERROR) if field.name == cut else field
            for field in definition.fields
        )
        definitions[owner] = attrs.evolve(definition, fields=fields)


# ---- values without end


def _uninhabited(definitions: Mapping[str, Definition]) -> dict[str, None]:
    """The Objects and enums of which no value can be built, in order of declaration."""
    pending = {
        name: None
        for name, definition in definitions.items()
        if isinstance(definition, ObjectDefinition | EnumDefinition)
    }
    shrinking = True
    while shrinking:
        built = [name for name in pending if _can_be_built(definitions, name, pending)]
        for name in built:
            del pending[name]
        shrinking = bool(built)
    return pending


def _can_be_built(
    definitions: Mapping[str, Definition], name: str, pending: Mapping[str, None]
) -> bool:
    match definitions[name]:
        case ObjectDefinition(fields=fields):
            return not any(inner in pending for inner in _required(definitions, fields))
        case EnumDefinition(variants=variants):
            return not variants or any(
                not any(inner in pending for inner in _required(definitions, variant.fields))
                for variant in variants
            )
    return True


def _needed(definitions: Mapping[str, Definition], name: str) -> Iterator[str]:
    match definitions[name]:
        case ObjectDefinition(fields=fields):
            yield from _required(definitions, fields)
        case EnumDefinition(variants=variants):
            for variant in variants:
                yield from _required(definitions, variant.fields)


def _required(definitions: Mapping[str, Definition], fields: tuple[Field, ...]) -> Iterator[str]:
    """The Objects and enums of which each of these fields must hold a value."""
    for field in fields:
        if not field.optional:
            inner = _held(definitions, field.type)
            if inner is not None:
                yield inner


def _held(definitions: Mapping[str, Definition], type_: Type) -> str | None:
    while True:
        match type_:
            case NamedType(name=name):
                definition = definitions[name]
                if not isinstance(definition, RefinedDefinition):
                    return name
                type_ = definition.base
            case FieldType(owner=owner, field=field_name):
                holder = definitions[owner]
                if not isinstance(holder, ObjectDefinition | EntityDefinition):
                    return None
                type_ = next(each.type for each in holder.fields if each.name == field_name)
            case _:
                return None


def _report(checking: Checking, circle: list[str], words: tuple[str, str, str, str]) -> None:
    rule, what, why, next_step = words
    places = checking.declarations.places
    checking.report(
        rule,
        places[circle[0]],
        f"`{circle[0]}` {what}" + (f": {way_round(circle)}" if len(circle) > 1 else ""),
        why=why,
        help=next_step,
        related=[Related(places[name], f"`{name}` is declared here") for name in circle[1:6]],
    )
