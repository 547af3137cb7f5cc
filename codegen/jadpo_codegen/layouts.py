"""How values look in compiled code: what a register holds, and what memory does.

The layout of a value follows from its representation, so all nominal types of one base share it.
docs/abi.md describes the same in words.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from jadpo_runtime.manifest import FailureDefinition
from jadpo_runtime.values import (
    EntityDefinition,
    EnumDefinition,
    Field,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    OptionalType,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.internal_error import InternalError

HEADER_SIZE: Final = 16
"""Bytes at the start of each cell: the count of references, the kind, the size class."""


@attrs.frozen
class Word:
    """A value that is a number: no cell, nothing to count."""

    name: str
    llvm: str
    size: int


BOOL: Final = Word("bool", "i1", 1)
UNIT: Final = Word("unit", "i1", 1)
INT: Final = Word("int", "i64", 8)
INSTANT: Final = Word("instant", "i64", 8)
DURATION: Final = Word("duration", "i64", 8)
CALENDAR_DATE: Final = Word("calendar date", "i64", 8)
DECIMAL: Final = Word("decimal", "i128", 16)
UUID: Final = Word("uuid", "i128", 16)


@attrs.frozen
class Tag:
    """A value of an enum without payloads: the position of its variant."""

    variants: tuple[str, ...]
    llvm: str = attrs.field(default="i64", init=False)
    size: int = attrs.field(default=8, init=False)


@attrs.frozen
class TextCell:
    """A text in UTF-8, or bytes where ``is_bytes``."""

    is_bytes: bool = False


@attrs.frozen
class ListCell:
    """A vector of elements."""

    element: "Layout"


@attrs.frozen
class TableCell:
    """A map, or a set where ``value`` is ``None``, in order of first insertion."""

    key: "Layout"
    value: "Layout | None"


@attrs.frozen
class RecordCell:
    """An Object or a snapshot of an entity, by the name of its definition."""

    name: str


@attrs.frozen
class VariantCell:
    """A value of an enum with payloads, by the name of its definition."""

    name: str


Cell: TypeAlias = TextCell | ListCell | TableCell | RecordCell | VariantCell
"""The layouts of values that are a pointer to a counted cell of the boundary's pool."""


@attrs.frozen
class Maybe:
    """A value or ``none``: of a cell a pointer that may be null, of a number ``{ i1, number }``."""

    inner: "Word | Tag | Cell"


Layout: TypeAlias = Word | Tag | Cell | Maybe


def is_counted(layout: Layout) -> bool:
    """Whether the value is a pointer to a cell, null included."""
    if isinstance(layout, Maybe):
        return is_counted(layout.inner)
    return not isinstance(layout, Word | Tag)


def holds_cells(layout: Layout) -> bool:
    """Whether a cell of the layout may hold references to others."""
    match layout:
        case Maybe(inner=inner):
            return holds_cells(inner)
        case Word() | Tag() | TextCell():
            return False
        case ListCell(element=element):
            return is_counted(element)
    return True


def release_function(layout: Layout) -> str:
    """The function that lets go of a reference to a cell of the layout, or to null."""
    return "@jadpo.release" if holds_cells(layout) else "@jadpo.release_leaf"


def llvm_type(layout: Layout) -> str:
    """The LLVM type of the value, in a register and in memory."""
    match layout:
        case Word(llvm=llvm) | Tag(llvm=llvm):
            return llvm
        case Maybe(inner=inner) if not is_counted(inner):
            return f"{{ i1, {llvm_type(inner)} }}"
    return "ptr"


def size_of(layout: Layout) -> int:
    """The bytes of the value in memory, as LLVM lays it out."""
    match layout:
        case Word(size=size) | Tag(size=size):
            return size
        case Maybe(inner=inner) if not is_counted(inner):
            return 2 * size_of(inner)
    return 8


def alignment_of(layout: Layout) -> int:
    """The alignment of the value in memory."""
    if isinstance(layout, Maybe) and not is_counted(layout.inner):
        return size_of(layout.inner)
    return size_of(layout)


@attrs.frozen
class Place:
    """Where a field is in its cell; ``supplied`` is where the byte is that says it was given.

    Only fields that an Object may be made without have such a byte [T7].
    """

    offset: int
    layout: Layout
    supplied: int | None = None


@attrs.frozen
class Shape:
    """The places of a cell's fields, and the cell's size in bytes."""

    places: tuple[Place, ...]
    size: int


def packed(layouts: Iterable[Layout], start: int = 0) -> Shape:
    """Values one after the other, each aligned, as in an LLVM struct that begins at ``start``."""
    places = []
    offset = start
    for layout in layouts:
        alignment = alignment_of(layout)
        offset = -(-offset // alignment) * alignment
        places.append(Place(offset, layout))
        offset += size_of(layout)
    return Shape(tuple(places), max(offset, start + 1))


_WORDS: Final = {
    Primitive.BOOL: BOOL,
    Primitive.INT: INT,
    Primitive.DECIMAL: DECIMAL,
    Primitive.UUID: UUID,
    Primitive.INSTANT: INSTANT,
    Primitive.DURATION: DURATION,
    Primitive.CALENDAR_DATE: CALENDAR_DATE,
    Primitive.UNIT: UNIT,
}

TEXT: Final = TextCell()
BYTES: Final = TextCell(is_bytes=True)

PAYLOAD_START: Final = HEADER_SIZE + 16
"""Where the payload of a variant begins; the tag stands right after the header."""


SNAPSHOT_ORIGIN: Final = HEADER_SIZE
"""Where the cell of a snapshot has the holder of the Python object that it was made of."""

SNAPSHOT_FILLED: Final = HEADER_SIZE + 8
"""Where the cell of a snapshot says whether it has its fields yet; its identity it always has."""

SNAPSHOT_START: Final = HEADER_SIZE + 16
"""Where the fields of a snapshot begin."""

FAILURE_PREFIX: Final = "failure "
"""Before the name of a failure this names the record of its context."""


class Layouts:
    """The layouts of one program's types."""

    def __init__(
        self, types: TypeTable, failures: Mapping[str, FailureDefinition] = MappingProxyType({})
    ) -> None:
        """Lay out the types of ``types``, and the contexts of ``failures``."""
        self.types = types
        self._failures = failures
        self._of: dict[Type, Layout] = {}
        self._records: dict[str, Shape] = {}

    def of(self, type_: Type) -> Layout:
        """The layout of values of a type."""
        found = self._of.get(type_)
        if found is None:
            found = self._of[type_] = self._laid_out(self.types.base(type_))
        return found

    def _laid_out(self, base: Type) -> Layout:
        match base:
            case PrimitiveType(kind=kind) if kind in _WORDS:
                return _WORDS[kind]
            case PrimitiveType(kind=kind):
                return BYTES if kind is Primitive.BYTES else TEXT
            case OptionalType(inner=inner):
                layout = self.of(inner)
                return layout if isinstance(layout, Maybe) else Maybe(layout)
            case ListType(element=element):
                return ListCell(self.of(element))
            case SetType(element=element):
                return TableCell(self.of(element), None)
            case MapType(key=key, value=value):
                return TableCell(self.of(key), self.of(value))
            case NamedType(name=name):
                return self._of_definition(name)
        raise InternalError(f"the type {base} has no layout")

    def _of_definition(self, name: str) -> Layout:
        definition = self.types.definition(name)
        if isinstance(definition, EnumDefinition):
            if definition.is_plain:
                return Tag(tuple(variant.name for variant in definition.variants))
            return VariantCell(name)
        return RecordCell(name)

    def entity(self, name: str) -> EntityDefinition | None:
        """The definition of an entity, ``None`` where the name is that of other fields."""
        if name not in self.types.definitions:
            return None
        definition = self.types.definition(name)
        return definition if isinstance(definition, EntityDefinition) else None

    def identity(self, name: str) -> int | None:
        """The index of an entity's identity among its fields, ``None`` as above."""
        definition = self.entity(name)
        if definition is None:
            return None
        return [field.name for field in definition.fields].index(definition.identity)

    def record(self, name: str) -> Shape:
        """Where the fields of an Object, an entity or a failure's context are in its cell."""
        shape = self._records.get(name)
        if shape is None and name.startswith(FAILURE_PREFIX):
            failure = self._failures[name.removeprefix(FAILURE_PREFIX)]
            fields = (*failure.public, *failure.internal)
            shape = self._records[name] = self._fields(fields, HEADER_SIZE)
        if shape is None:
            definition = self.types.definition(name)
            if not isinstance(definition, ObjectDefinition | EntityDefinition):
                raise InternalError(f"{name} has no fields")
            is_entity = isinstance(definition, EntityDefinition)
            start = SNAPSHOT_START if is_entity else HEADER_SIZE
            shape = self._records[name] = self._fields(definition.fields, start)
        return shape

    def _fields(self, fields: Iterable[Field], start: int) -> Shape:
        declared = list(fields)
        flat = packed((self.of(field.type) for field in declared), start)
        places = []
        end = flat.size
        for field, place in zip(declared, flat.places, strict=True):
            if field.optional:
                places.append(attrs.evolve(place, supplied=end))
                end += 1
            else:
                places.append(place)
        return Shape(tuple(places), end)

    def variants(self, name: str) -> tuple[tuple[str, Shape], ...]:
        """The variants of an enum in order of declaration, each with its payload's places."""
        definition = self.types.definition(name)
        if not isinstance(definition, EnumDefinition):
            raise InternalError(f"{name} is no enum")
        return tuple(
            (
                variant.name,
                packed((self.of(field.type) for field in variant.fields), PAYLOAD_START),
            )
            for variant in definition.variants
        )
