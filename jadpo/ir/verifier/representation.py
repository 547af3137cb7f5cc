"""Types without their names: what engines know of a value when they run a node."""

from jadpo_runtime.values import (
    ListType,
    MapType,
    NamedType,
    OptionalType,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)

TEXT = PrimitiveType(Primitive.TEXT)
INT = PrimitiveType(Primitive.INT)
BOOL = PrimitiveType(Primitive.BOOL)
DECIMAL = PrimitiveType(Primitive.DECIMAL)
UNIT = PrimitiveType(Primitive.UNIT)

PARSED_FROM_TEXT = frozenset(
    PrimitiveType(kind)
    for kind in (
        Primitive.EMAIL,
        Primitive.URL,
        Primitive.ZONE,
        Primitive.UUID,
        Primitive.INSTANT,
        Primitive.CALENDAR_DATE,
    )
)
"""The types that a Text is parsed to by a construction [T4]."""

ORDERED = frozenset(
    PrimitiveType(kind)
    for kind in (
        Primitive.INT,
        Primitive.DECIMAL,
        Primitive.TEXT,
        Primitive.BYTES,
        Primitive.UUID,
        Primitive.INSTANT,
        Primitive.CALENDAR_DATE,
        Primitive.DURATION,
    )
)
"""The representations that ``<`` compares."""


def representation(types: TypeTable, type_: Type) -> Type:
    """The type with every name of a refinement replaced by what it refines, also inside."""
    match types.base(type_):
        case ListType(element=element):
            return ListType(representation(types, element))
        case SetType(element=element):
            return SetType(representation(types, element))
        case MapType(key=key, value=value):
            return MapType(representation(types, key), representation(types, value))
        case OptionalType(inner=inner):
            present = representation(types, inner)
            return present if isinstance(present, OptionalType) else OptionalType(present)
        case base:
            return base


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one representation serves as another without a change [T3].

    They are the same but for ``T`` inside a collection, which serves as ``T?``.
    """
    if given == wanted:
        return True
    match given, wanted:
        case ListType(element=one), ListType(element=other):
            return _fits_inside(one, other)
        case SetType(element=one), SetType(element=other):
            return _fits_inside(one, other)
        case MapType(key=key, value=one), MapType(key=other_key, value=other):
            return key == other_key and _fits_inside(one, other)
        case OptionalType(inner=one), OptionalType(inner=other):
            return fits(one, other)
    return False


def _fits_inside(given: Type, wanted: Type) -> bool:
    if isinstance(wanted, OptionalType) and not isinstance(given, OptionalType):
        return fits(given, wanted.inner)
    return fits(given, wanted)


def is_named(type_: Type, name: str) -> bool:
    """Whether a representation is the Object, enum or entity of that name."""
    return type_ == NamedType(name)
