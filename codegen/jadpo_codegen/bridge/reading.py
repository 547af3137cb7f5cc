"""From values of compiled code to those of Python: one function per layout, made once."""

import ctypes
import datetime
import struct
from collections.abc import Callable
from typing import Final, TypeAlias

from jadpo_codegen.layouts import (
    BOOL,
    CALENDAR_DATE,
    DECIMAL,
    DURATION,
    INSTANT,
    INT,
    UNIT,
    UUID,
    Cell,
    Layout,
    Layouts,
    ListCell,
    Maybe,
    RecordCell,
    Shape,
    TableCell,
    Tag,
    TextCell,
    VariantCell,
    Word,
    is_counted,
    size_of,
)
from jadpo_codegen.support import lists, texts
from jadpo_codegen.support.decimals import decoded
from jadpo_codegen.support.tables import ENTRIES_START, entry_shape
from jadpo_runtime.values import OMITTED, Duration, Entity, EntityDefinition, Instant

Read: TypeAlias = Callable[[bytes, int], object]
"""From memory and an offset in it to the Python value of the layout there."""

_INT: Final = struct.Struct("<q").unpack_from
_ADDRESS: Final = struct.Struct("<Q").unpack_from
_string_at: Final = ctypes.string_at


def _read_wide(memory: bytes, offset: int) -> int:
    return int.from_bytes(memory[offset : offset + 16], "little")


def _read_int(memory: bytes, offset: int) -> int:
    number: int = _INT(memory, offset)[0]
    return number


def uuid_text(number: int) -> str:
    """The canonical text of a Uuid of 128 bits."""
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


_WORDS: Final[dict[Word, Read]] = {
    BOOL: lambda memory, offset: memory[offset] & 1 == 1,
    UNIT: lambda memory, offset: None,
    INT: _read_int,
    INSTANT: lambda memory, offset: Instant(_read_int(memory, offset)),
    DURATION: lambda memory, offset: Duration(_read_int(memory, offset)),
    CALENDAR_DATE: lambda memory, offset: datetime.date.fromordinal(_read_int(memory, offset)),
    DECIMAL: lambda memory, offset: decoded(_read_wide(memory, offset)),
    UUID: lambda memory, offset: uuid_text(_read_wide(memory, offset)),
}


class Reading:
    """The functions that read values of one program's layouts."""

    def __init__(self, layouts: Layouts) -> None:
        """Read values of the layouts of ``layouts``."""
        self._layouts = layouts
        self._reads: dict[Layout, Read] = {}

    def of(self, layout: Layout) -> Read:
        """The function that reads a value of a layout."""
        found = self._reads.get(layout)
        if found is None:
            # Stands in while the layout is worked out, which may hold itself.
            self._reads[layout] = lambda memory, offset: self._reads[layout](memory, offset)
            found = self._reads[layout] = self._made(layout)
        return found

    def _made(self, layout: Layout) -> Read:
        match layout:
            case Word():
                return _WORDS[layout]
            case Tag(variants=variants):
                return lambda memory, offset: variants[_read_int(memory, offset)]
            case Maybe(inner=inner):
                return self._maybe(inner)
        cell = self._cell(layout)
        return lambda memory, offset: cell(_ADDRESS(memory, offset)[0])

    def _maybe(self, inner: Word | Tag | Cell) -> Read:
        read = self.of(inner)
        if not is_counted(inner):
            start = size_of(inner)
            return lambda memory, offset: (
                read(memory, offset + start) if memory[offset] & 1 else None
            )
        return lambda memory, offset: read(memory, offset) if _ADDRESS(memory, offset)[0] else None

    def _cell(self, layout: Cell) -> Callable[[int], object]:
        match layout:
            case TextCell(is_bytes=is_bytes):
                return read_bytes if is_bytes else read_text
            case ListCell(element=element):
                return self._list(element)
            case TableCell(key=key, value=value):
                return self._table(layout, key, value)
            case RecordCell(name=name):
                return self._record(name)
            case VariantCell(name=name):
                return self._variant(name)

    def _list(self, element: Layout) -> Callable[[int], object]:
        read, stride = self.of(element), size_of(element)

        def read_list(address: int) -> object:
            length = _INT(_string_at(address + lists.LENGTH, 8))[0]
            memory = _string_at(address + lists.START, length * stride)
            return [read(memory, place * stride) for place in range(length)]

        return read_list

    def _table(
        self, layout: TableCell, key: Layout, value: Layout | None
    ) -> Callable[[int], object]:
        entry = entry_shape(layout)
        read_key = self.of(key)
        read_value: Read = (lambda memory, offset: None) if value is None else self.of(value)
        key_start, value_start, stride = entry.key, entry.value, entry.stride

        def read_table(address: int) -> object:
            _, used, _, entries, _ = struct.unpack("<qqQQq", _string_at(address + 16, 40))
            memory = _string_at(entries + ENTRIES_START, used * stride) if used else b""
            return {
                read_key(memory, place + key_start): read_value(memory, place + value_start)
                for place in range(0, used * stride, stride)
                if _INT(memory, place)[0]
            }

        return read_table

    def _fields(self, shape: Shape) -> Callable[[bytes], list[object]]:
        reads = [(self.of(each.layout), each.offset, each.supplied) for each in shape.places]

        def read_fields(memory: bytes) -> list[object]:
            return [
                read(memory, offset) if supplied is None or memory[supplied] else OMITTED
                for read, offset, supplied in reads
            ]

        return read_fields

    def _record(self, name: str) -> Callable[[int], object]:
        shape = self._layouts.record(name)
        fields, size = self._fields(shape), shape.size
        definition = self._layouts.types.definition(name)
        if not isinstance(definition, EntityDefinition):
            return lambda address: tuple(fields(_string_at(address, size)))
        identity = shape.places[
            [field.name for field in definition.fields].index(definition.identity)
        ]
        read = self.of(identity.layout)

        def read_entity(address: int) -> object:
            # Its other fields may not be there yet, and none of them matters to its equality.
            return Entity(name, read(_string_at(address, size), identity.offset), ())

        return read_entity

    def _variant(self, name: str) -> Callable[[int], object]:
        variants = [
            (tag, self._fields(shape), shape.size) for tag, shape in self._layouts.variants(name)
        ]

        def read_variant(address: int) -> object:
            tag, fields, size = variants[_INT(_string_at(address + 16, 8))[0]]
            return (tag, *fields(_string_at(address, size)))

        return read_variant


def read_bytes(address: int) -> bytes:
    """The bytes of a cell of bytes or of a text."""
    return _string_at(address + texts.BYTES_START, _INT(_string_at(address + 16, 8))[0])


def read_text(address: int) -> str:
    """The text of a cell."""
    return read_bytes(address).decode()
