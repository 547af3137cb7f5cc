"""Questions about types, answered from the definitions alone: widening, comparing, containing.

Pure functions over a :class:`TypeTable`. Two types exist in the checker only: :data:`ERROR`, of an
expression with a mistake, which fits everywhere and to which everything fits, and
:data:`NOTHING`, of what has no value (``[]``'s elements, ``none``'s inside, an arm that leaves).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from jadpo.check.checking import ERROR_NAME, NOTHING_NAME
from jadpo_runtime.values import (
    EntityDefinition,
    EnumDefinition,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.types import NO_CONSTRAINTS

ERROR: Final = NamedType(ERROR_NAME)
"""The type of an expression with a mistake in it."""

NOTHING: Final = NamedType(NOTHING_NAME)
"""The type without values; it widens to every type."""

NONE: Final = OptionalType(NOTHING)
"""The type of ``none`` where nothing says more."""

BOOL: Final = PrimitiveType(Primitive.BOOL)
INT: Final = PrimitiveType(Primitive.INT)
DECIMAL: Final = PrimitiveType(Primitive.DECIMAL)
TEXT: Final = PrimitiveType(Primitive.TEXT)
BYTES: Final = PrimitiveType(Primitive.BYTES)
UUID: Final = PrimitiveType(Primitive.UUID)
INSTANT: Final = PrimitiveType(Primitive.INSTANT)
CALENDAR_DATE: Final = PrimitiveType(Primitive.CALENDAR_DATE)
DURATION: Final = PrimitiveType(Primitive.DURATION)
URL: Final = PrimitiveType(Primitive.URL)
ZONE: Final = PrimitiveType(Primitive.ZONE)
UNIT: Final = PrimitiveType(Primitive.UNIT)

REPRESENTATION_PRIMITIVES: Final = frozenset({BOOL, INT, DECIMAL, TEXT, BYTES, UUID})
"""The primitives that may not stand in authored signatures [T6]."""

ORDERED: Final = frozenset({INT, DECIMAL, TEXT, BYTES, UUID, INSTANT, CALENDAR_DATE, DURATION})
"""The base types whose values have an order."""


def is_error(type_: Type) -> bool:
    """Whether a type is that of a mistake, alone or inside a collection or ``?``."""
    match type_:
        case NamedType(name=name):
            return name == ERROR_NAME
        case ListType(element=inner) | SetType(element=inner) | OptionalType(inner=inner):
            return is_error(inner)
        case MapType(key=key, value=value):
            return is_error(key) or is_error(value)
    return False


def has_nothing(type_: Type) -> bool:
    """Whether a type is not known yet, such as that of ``[]`` or ``none`` alone."""
    match type_:
        case NamedType(name=name):
            return name == NOTHING_NAME
        case ListType(element=inner) | SetType(element=inner) | OptionalType(inner=inner):
            return has_nothing(inner)
        case MapType(key=key, value=value):
            return has_nothing(key) or has_nothing(value)
    return False


# ---- none


def present(types: TypeTable, type_: Type) -> Type | None:
    """The type without ``none``, or ``None`` where it does not include ``none``.

    The narrowed form of a nullable field type stays nominal [T3].
    """
    match type_:
        case OptionalType(inner=inner):
            return inner
        case FieldType(owner=owner, field=name, present=False):
            if is_optional(types, types.field(owner, name).type):
                return FieldType(owner, name, present=True)
    return None


def is_optional(types: TypeTable, type_: Type) -> bool:
    """Whether a type includes ``none``."""
    return present(types, type_) is not None


def optional(types: TypeTable, type_: Type) -> Type:
    """``T?``, or the type itself where it includes ``none`` already."""
    if is_optional(types, type_):
        return type_
    if isinstance(type_, FieldType) and type_.present:
        return FieldType(type_.owner, type_.field)
    return OptionalType(type_)


# ---- widening [T3]


def chain(types: TypeTable, type_: Type) -> Iterator[Type]:
    """The type, then each wider one by name, out to its base."""
    current: Type | None = type_
    while current is not None:
        yield current
        current = types.widened(current)


def widens(types: TypeTable, narrow: Type, wide: Type) -> bool:
    """Whether a value of ``narrow`` is one of ``wide`` without a construction [T3]."""
    if narrow == wide or narrow in (NOTHING, ERROR) or wide == ERROR:
        return True
    return any(_same_or_inside(types, each, wide) for each in chain(types, narrow))


def _same_or_inside(types: TypeTable, narrow: Type, wide: Type) -> bool:
    """Widening without another step outwards: equal, into ``?``, or element by element."""
    if narrow == wide:
        return True
    if isinstance(wide, FieldType) and not wide.present:
        # `none` and the narrowed form are the values of a nullable field.
        inner = present(types, wide)
        return inner is not None and narrow in (inner, NONE)
    match narrow, wide:
        case OptionalType(inner=narrow_inner), OptionalType(inner=wide_inner):
            return widens(types, narrow_inner, wide_inner)
        case _, OptionalType(inner=wide_inner):
            # A nullable field type reaches here only before its step out to `T?`.
            return not is_optional(types, narrow) and widens(types, narrow, wide_inner)
        case ListType(element=narrow_inner), ListType(element=wide_inner):
            return widens(types, narrow_inner, wide_inner)
        case SetType(element=narrow_inner), SetType(element=wide_inner):
            return widens(types, narrow_inner, wide_inner)
        case MapType(), MapType():
            return widens(types, narrow.key, wide.key) and widens(types, narrow.value, wide.value)
    return False


def common(types: TypeTable, left: Type, right: Type) -> Type | None:
    """The one of two types that the other widens to, if either does.

    ``none`` and a value of ``T`` meet in ``T?``.
    """
    if is_error(left) or is_error(right):
        return ERROR
    if left == NOTHING or right == NOTHING:
        return right if left == NOTHING else left
    if widens(types, left, right):
        return right
    if widens(types, right, left):
        return left
    if left == NONE or right == NONE:
        return optional(types, right if left == NONE else left)
    return None


def rigid_base(types: TypeTable, type_: Type) -> Type:
    """The base of a type, where ``T?`` and collections have bases inside."""
    base = types.base(type_)
    match base:
        case OptionalType(inner=inner):
            return OptionalType(rigid_base(types, inner))
        case ListType(element=element):
            return ListType(rigid_base(types, element))
        case SetType(element=element):
            return SetType(rigid_base(types, element))
        case MapType(key=key, value=value):
            return MapType(rigid_base(types, key), rigid_base(types, value))
    return base


# ---- what a type is


def is_number(types: TypeTable, type_: Type) -> bool:
    """Whether operators treat it as an Int or a Decimal."""
    return types.base(type_) in (INT, DECIMAL)


def is_scalar(types: TypeTable, type_: Type) -> bool:
    """Whether values may be keys of maps and members of sets [T9]."""
    base = types.base(type_)
    match base:
        case PrimitiveType():
            return base != UNIT
        case NamedType(name=name):
            if base in (ERROR, NOTHING):
                return True
            definition = types.definition(name)
            return isinstance(definition, EnumDefinition) and definition.is_plain
    return False


def enum_of(types: TypeTable, type_: Type) -> EnumDefinition | None:
    """The enum that a type is built on, if it is built on one."""
    definition = _definition_of(types, type_)
    return definition if isinstance(definition, EnumDefinition) else None


def object_of(types: TypeTable, type_: Type) -> ObjectDefinition | EntityDefinition | None:
    """The Object or entity that a type is built on: what has fields."""
    if is_error(type_) or type_ == NOTHING:
        return None
    definition = _definition_of(types, type_)
    return definition if isinstance(definition, ObjectDefinition | EntityDefinition) else None


def entity_of(types: TypeTable, type_: Type) -> EntityDefinition | None:
    """The entity that a type is, if it is one."""
    definition = _definition_of(types, type_)
    return definition if isinstance(definition, EntityDefinition) else None


def _definition_of(
    types: TypeTable, type_: Type
) -> RefinedDefinition | ObjectDefinition | EnumDefinition | EntityDefinition | None:
    base = types.base(type_)
    return types.definition(base.name) if isinstance(base, NamedType) else None


def first_primitive(type_: Type) -> PrimitiveType | None:
    """The first representation primitive in a type as written, alone or inside [T6]."""
    match type_:
        case PrimitiveType():
            return type_ if type_ in REPRESENTATION_PRIMITIVES else None
        case ListType(element=inner) | SetType(element=inner) | OptionalType(inner=inner):
            return first_primitive(inner)
        case MapType(key=key, value=value):
            return first_primitive(key) or first_primitive(value)
    return None


def has_rules_of_its_own(types: TypeTable, type_: FieldType) -> bool:
    """Whether a field adds constraints to the type written on it [T11]."""
    return types.field(type_.owner, type_.field).constraints != NO_CONSTRAINTS
