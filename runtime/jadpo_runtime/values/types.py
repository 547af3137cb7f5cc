"""Types as data: what the checker resolves them to, and what the runtime decodes by.

Types name their definitions, so that a definition may refer to itself; :class:`TypeTable` finds
the definition of a name. A *qualified name* is the declared name, prefixed by its module and a
dot where the project has modules (``shop.orders.Order``).
"""

import enum
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TypeAlias

import attrs

from jadpo_runtime.values.omitted import OMITTED, Omitted
from jadpo_runtime.values.time import Duration


class Primitive(enum.Enum):
    """The prelude's types that hold no others; the value is the name in the language."""

    BOOL = "Bool"
    INT = "Int"
    DECIMAL = "Decimal"
    TEXT = "Text"
    BYTES = "Bytes"
    UUID = "Uuid"
    INSTANT = "Instant"
    CALENDAR_DATE = "CalendarDate"
    DURATION = "Duration"
    EMAIL = "Email"
    URL = "Url"
    ZONE = "Zone"
    UNIT = "Unit"


@attrs.frozen
class PrimitiveType:
    """A prelude type such as ``Int``."""

    kind: Primitive

    def __str__(self) -> str:
        """The type as written."""
        return self.kind.value


@attrs.frozen
class ListType:
    """``List<element>``."""

    element: "Type"

    def __str__(self) -> str:
        """The type as written."""
        return f"List<{self.element}>"


@attrs.frozen
class SetType:
    """``Set<element>``."""

    element: "Type"

    def __str__(self) -> str:
        """The type as written."""
        return f"Set<{self.element}>"


@attrs.frozen
class MapType:
    """``Map<key, value>``."""

    key: "Type"
    value: "Type"

    def __str__(self) -> str:
        """The type as written."""
        return f"Map<{self.key}, {self.value}>"


@attrs.frozen
class OptionalType:
    """``inner?``; ``inner`` is never optional itself."""

    inner: "Type"

    def __str__(self) -> str:
        """The type as written."""
        return f"{self.inner}?"


@attrs.frozen
class NamedType:
    """A declared type or entity, by its qualified name [T1]."""

    name: str

    def __str__(self) -> str:
        """The type as written."""
        return self.name


@attrs.frozen
class FieldType:
    """The nominal type ``Owner.field`` of a field of an entity or Object [T3].

    For a field written with ``?`` it includes ``none``; its narrowed form, without ``none``, is
    ``present=True``.
    """

    owner: str
    field: str
    present: bool = False

    def __str__(self) -> str:
        """The type as written."""
        return f"{self.owner}.{self.field}"


Type: TypeAlias = (
    PrimitiveType | ListType | SetType | MapType | OptionalType | NamedType | FieldType
)


@attrs.frozen
class Constraints:
    """What a value must satisfy beyond its base type [T2]; ``None`` stands for no such rule.

    Lengths count code points (Text), bytes (Bytes) or members. ``format`` is ``email`` or ``url``.
    """

    minimum: int | Decimal | Duration | None = None
    maximum: int | Decimal | Duration | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None


NO_CONSTRAINTS = Constraints()


@attrs.frozen
class Field:
    """A field of an entity, an Object or a variant's payload.

    ``type`` is the type written on it. ``default`` is :data:`OMITTED` where there is none.
    ``generated`` marks a generated identity [E1]; ``header`` the HTTP header a route reads it
    from; ``binding`` and ``secret`` belong to fields of a config [G1] [G2].
    """

    name: str
    type: Type
    constraints: Constraints = NO_CONSTRAINTS
    optional: bool = False
    default: object | Omitted = OMITTED
    generated: bool = False
    header: str | None = None
    binding: str | None = None
    secret: bool = False
    doc: str = ""


@attrs.frozen
class RefinedDefinition:
    """``type Name = base { constraints }``."""

    name: str
    base: Type
    constraints: Constraints
    doc: str = ""


@attrs.frozen
class ObjectDefinition:
    """``type Name = Object { fields }``; also stands for the inputs that routes declare inline."""

    name: str
    fields: tuple[Field, ...]
    doc: str = ""


@attrs.frozen
class Variant:
    """One variant of an enum or of an event; its payload fields have just the type written."""

    name: str
    fields: tuple[Field, ...]
    doc: str = ""


@attrs.frozen
class EnumDefinition:
    """``type Name = Enum { variants }``."""

    name: str
    variants: tuple[Variant, ...]
    doc: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether no variant has a payload, so that values are scalars."""
        return all(not variant.fields for variant in self.variants)


@attrs.frozen
class Reference:
    """``reference field: target_entity.target_field on_delete: …`` [E1]."""

    field: str
    target_entity: str
    target_field: str
    on_delete: str


@attrs.frozen
class EntityDefinition:
    """A stored entity [E1]; ``store`` is the name of the store it lives in.

    ``uniques`` and ``indexes`` are groups of field names in order of declaration.
    """

    name: str
    fields: tuple[Field, ...]
    identity: str
    uniques: tuple[tuple[str, ...], ...]
    indexes: tuple[tuple[str, ...], ...]
    references: tuple[Reference, ...]
    store: str
    doc: str = ""


Definition: TypeAlias = RefinedDefinition | ObjectDefinition | EnumDefinition | EntityDefinition


@attrs.frozen
class TypeTable:
    """The definitions of a program by qualified name, and the questions that types answer."""

    definitions: Mapping[str, Definition]

    def definition(self, name: str) -> Definition:
        """The definition of a qualified name; raises ``KeyError`` where there is none."""
        return self.definitions[name]

    def field(self, owner: str, name: str) -> Field:
        """The field ``owner.name``; raises ``KeyError`` where there is none."""
        definition = self.definitions[owner]
        if isinstance(definition, EntityDefinition | ObjectDefinition):
            for field in definition.fields:
                if field.name == name:
                    return field
        raise KeyError(f"{owner}.{name}")

    def widened(self, type_: Type) -> Type | None:
        """The next wider type of ``type_`` by [T3], or ``None`` where it is its own base.

        A field type widens to the type written on the field, a refined type to its base.
        """
        match type_:
            case FieldType(owner=owner, field=name, present=present):
                written = self.field(owner, name).type
                if present and isinstance(written, OptionalType):
                    return written.inner
                if present and isinstance(written, FieldType):
                    return FieldType(written.owner, written.field, present=True)
                return written
            case NamedType(name=name):
                definition = self.definitions[name]
                if isinstance(definition, RefinedDefinition):
                    return definition.base
        return None

    def base(self, type_: Type) -> Type:
        """The widest type of ``type_``: a prelude type, an Object, an enum or an entity.

        Only the outermost layers are removed: the base of ``List<Quantity>`` is itself.
        """
        while (wider := self.widened(type_)) is not None:
            type_ = wider
        return type_

    def layers(self, type_: Type) -> Iterator[Constraints]:
        """The constraints that a value of ``type_`` satisfies, from the narrowest layer out."""
        current: Type | None = type_
        while current is not None:
            match current:
                case FieldType(owner=owner, field=name):
                    yield self.field(owner, name).constraints
                case NamedType(name=name):
                    definition = self.definitions[name]
                    if isinstance(definition, RefinedDefinition):
                        yield definition.constraints
                case OptionalType(inner=inner):
                    current = inner
                    continue
            current = self.widened(current)
