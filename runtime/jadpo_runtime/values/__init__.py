"""Values, types and positions: the vocabulary that every part of Jadpo shares.

How a value of each type looks in Python, at every door between an engine and the runtime:

=====================  =====================================================================
Jadpo type             Python value
=====================  =====================================================================
Bool                   ``bool``
Int                    ``int`` within 64 bits signed
Decimal                ``decimal.Decimal``, within :data:`DECIMAL128`, zero without a sign
Text, Email, Url, Zone ``str``
Uuid                   ``str``, canonical lower-case with hyphens
Bytes                  ``bytes``
Instant                :class:`Instant` (µs since 1970-01-01T00:00:00Z)
Duration               :class:`Duration` (µs)
CalendarDate           ``datetime.date``
Unit, ``none``         ``None``
``T?``                 the value of ``T``, or ``None``
List                   ``list``
Set                    ``dict`` from member to ``None``, in order of first insertion
Map                    ``dict``, in order of first insertion
Object                 ``tuple`` of its fields in order of declaration (or :data:`OMITTED`)
Enum without payloads  the variant's name, a ``str``
Enum with a payload    ``tuple`` of the variant's name and its payload fields (all variants)
Entity                 :class:`Entity`
=====================  =====================================================================

Lists, sets and maps are immutable by convention: only an engine that holds the one reference
to a value may change it in place. Nothing here says of what Jadpo type a value is: programs are
statically typed, so whoever reads a value knows its :data:`Type`.
"""

from jadpo_runtime.values.entity import Entity
from jadpo_runtime.values.numbers import DECIMAL128, INT_MAX, INT_MIN
from jadpo_runtime.values.omitted import OMITTED, Omitted
from jadpo_runtime.values.span import Span
from jadpo_runtime.values.time import Duration, Instant
from jadpo_runtime.values.types import (
    Constraints,
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
    Primitive,
    PrimitiveType,
    Reference,
    RefinedDefinition,
    SetType,
    Type,
    TypeTable,
    Variant,
)

__all__ = [
    "DECIMAL128",
    "INT_MAX",
    "INT_MIN",
    "OMITTED",
    "Constraints",
    "Definition",
    "Duration",
    "Entity",
    "EntityDefinition",
    "EnumDefinition",
    "Field",
    "FieldType",
    "Instant",
    "ListType",
    "MapType",
    "NamedType",
    "ObjectDefinition",
    "Omitted",
    "OptionalType",
    "Primitive",
    "PrimitiveType",
    "Reference",
    "RefinedDefinition",
    "SetType",
    "Span",
    "Type",
    "TypeTable",
    "Variant",
]
