"""The layers of a nominal type: what it widens to, step by step [T3]."""

from collections.abc import Collection

from jadpo_runtime.values.constraints import Check, constraint_checks
from jadpo_runtime.values.types import (
    Constraints,
    FieldType,
    NamedType,
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    Type,
    TypeTable,
)


def widening_chain(types: TypeTable, type_: Type) -> list[Type]:
    """The type and all that it widens to, the narrowest first, each without ``none``.

    However a value was narrowed, its layers stand here in one form, so chains can be compared.
    """
    chain = []
    current: Type | None = type_
    while current is not None:
        current = _without_none(current)
        chain.append(current)
        current = types.widened(current)
    return chain


def base_without_none(types: TypeTable, type_: Type) -> Type:
    """The widest type of ``type_``, without ``none``."""
    return widening_chain(types, type_)[-1]


def base_primitive(types: TypeTable, type_: Type) -> Primitive | None:
    """The primitive that ``type_`` is built on, or ``None`` where that is none."""
    base = base_without_none(types, type_)
    return base.kind if isinstance(base, PrimitiveType) else None


def holds_none(types: TypeTable, type_: Type) -> bool:
    """Whether ``none`` is a value of ``type_``."""
    current: Type | None = type_
    while current is not None:
        if isinstance(current, OptionalType):
            return True
        current = types.widened(current)
    return False


def layer_checks(types: TypeTable, type_: Type, known: Collection[Type] = ()) -> list[Check]:
    """The checks of the layers of ``type_`` that are not in ``known``, the widest first.

    ``known`` is made of types as :func:`widening_chain` gives them. ``none`` is not to be checked.
    """
    return [
        check
        for constraints in layer_constraints(types, type_, known)
        for check in constraint_checks(constraints)
    ]


def layer_constraints(
    types: TypeTable, type_: Type, known: Collection[Type] = ()
) -> list[Constraints]:
    """The rules of the layers of ``type_`` that are not in ``known``, as above."""
    found = []
    for layer in reversed(widening_chain(types, type_)):
        if layer in known:
            continue
        if isinstance(layer, FieldType):
            found.append(types.field(layer.owner, layer.field).constraints)
        elif isinstance(layer, NamedType):
            definition = types.definition(layer.name)
            if isinstance(definition, RefinedDefinition):
                found.append(definition.constraints)
    return found


def _without_none(type_: Type) -> Type:
    if isinstance(type_, OptionalType):
        type_ = type_.inner
    if isinstance(type_, FieldType) and not type_.present:
        return FieldType(type_.owner, type_.field, present=True)
    return type_
