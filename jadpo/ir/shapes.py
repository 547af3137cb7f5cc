"""Which classes a serialised program is made of, and what each of their fields may hold."""

import enum
import functools
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, Union

import attrs

from jadpo.ir import nodes, program
from jadpo_runtime.manifest import declarations, plans
from jadpo_runtime.values import omitted, span
from jadpo_runtime.values import types as value_types

Accepts: TypeAlias = Callable[[object], bool]
"""Whether a value may stand in a field."""


@attrs.frozen
class Shape:
    """A class with its fields in order of construction."""

    name: str
    make: type
    fields: tuple[str, ...]


def shape_of(name: str) -> Shape | None:
    """The shape with that serialised name."""
    return _SHAPES.get(name)


def name_of(class_: type) -> str | None:
    """The serialised name of a class of records."""
    return _NAMES.get(class_)


def enumeration(name: str) -> type[enum.Enum] | None:
    """The enumeration with that serialised name."""
    return _ENUMERATIONS.get(name)


@functools.cache
def accepted_by(class_: type) -> tuple[Accepts, ...]:
    """For each field of a class, what it accepts, from the class's annotations."""
    # The modules of nodes name each other's classes only to the type checker.
    known = vars(nodes) if _is_within(class_, nodes.__name__) else None
    hints = typing.get_type_hints(class_, localns=known)
    return tuple(_accepts(hints[field]) for field in _fields(class_))


def _fields(class_: type) -> tuple[str, ...]:
    if attrs.has(class_):
        return tuple(field.name for field in attrs.fields(class_))
    names: tuple[str, ...] = class_._fields  # type: ignore[attr-defined]  # a NamedTuple
    return names


def _accepts(annotation: Any) -> Accepts:
    """What an annotation stands for; mappings are dicts, and a bool is no int."""
    if annotation is object:
        return lambda _: True
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (Union, types.UnionType):
        return _any_of(tuple(map(_accepts, arguments)))
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _tuple_of(_accepts(arguments[0]))
    if origin is tuple:
        return _exactly(tuple(map(_accepts, arguments)))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_accepts(arguments[0]), _accepts(arguments[1]))
    class_ = annotation
    return lambda value: type(value) is class_


def _any_of(several: tuple[Accepts, ...]) -> Accepts:
    return lambda value: any(accepts(value) for accepts in several)


def _tuple_of(element: Accepts) -> Accepts:
    return lambda value: type(value) is tuple and all(map(element, value))


def _exactly(elements: tuple[Accepts, ...]) -> Accepts:
    return lambda value: (
        type(value) is tuple
        and len(value) == len(elements)
        and all(accepts(part) for accepts, part in zip(elements, value, strict=True))
    )


def _mapping(key: Accepts, value: Accepts) -> Accepts:
    return lambda given: (
        type(given) is dict and all(map(key, given)) and all(map(value, given.values()))
    )


_MODULES: Final = {
    "ir": (nodes, program),
    "manifest": (declarations, plans),
    "values": (value_types, span),
}


def _classes() -> dict[str, type]:
    return {
        f"{prefix}.{class_.__name__}": class_
        for prefix, modules in _MODULES.items()
        for module in modules
        for class_ in vars(module).values()
        if isinstance(class_, type) and _is_within(class_, module.__name__)
    }


def _is_within(class_: type, module: str) -> bool:
    """Whether a class is defined in a module, or in one of its modules."""
    return class_.__module__ == module or class_.__module__.startswith(f"{module}.")


_SHAPES: Final = {
    name: Shape(name, class_, _fields(class_))
    for name, class_ in _classes().items()
    if attrs.has(class_) or hasattr(class_, "_fields")
}

_NAMES: Final = {shape.make: name for name, shape in _SHAPES.items()}

_ENUMERATIONS: Final[dict[str, type[enum.Enum]]] = {
    class_.__name__: class_
    for class_ in (*_classes().values(), omitted.Omitted)
    if issubclass(class_, enum.Enum)
}
