"""From values of Python to those of compiled code: one function per layout, made once.

Each cell that is made has the one reference that is written.
"""

import datetime
import struct
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final, TypeAlias, cast

from jadpo_codegen.bridge.memory import Memory
from jadpo_codegen.layouts import (
    BOOL,
    CALENDAR_DATE,
    DECIMAL,
    DURATION,
    HEADER_SIZE,
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
from jadpo_codegen.support.decimals import encoded
from jadpo_codegen.support.tables import TABLE_SIZE, entry_shape
from jadpo_runtime.values import OMITTED, Entity

Write: TypeAlias = Callable[[bytearray, int, object], None]
"""Writes a Python value into memory at an offset, which holds noughts so far."""

_INT: Final = struct.Struct("<q").pack_into
_ADDRESS: Final = struct.Struct("<Q").pack_into


def _write_int(memory: bytearray, offset: int, value: object) -> None:
    _INT(memory, offset, cast(int, value))


def _write_wide(memory: bytearray, offset: int, number: int) -> None:
    memory[offset : offset + 16] = number.to_bytes(16, "little")


def _write_bool(memory: bytearray, offset: int, value: object) -> None:
    memory[offset] = 1 if value else 0


_WORDS: Final[Mapping[Word, Write]] = {
    BOOL: _write_bool,
    UNIT: lambda memory, offset, value: None,
    INT: _write_int,
    INSTANT: _write_int,
    DURATION: _write_int,
    CALENDAR_DATE: lambda memory, offset, value: _INT(
        memory, offset, cast(datetime.date, value).toordinal()
    ),
    DECIMAL: lambda memory, offset, value: _write_wide(
        memory, offset, encoded(cast(Decimal, value))
    ),
    UUID: lambda memory, offset, value: _write_wide(
        memory, offset, int(cast(str, value).replace("-", ""), 16)
    ),
}


class Writing:
    """The functions that write values of one program's layouts into the pool of ``memory``."""

    def __init__(
        self,
        layouts: Layouts,
        kinds: Mapping[Cell, int],
        memory: Memory,
        insert: Callable[[TableCell], Callable[[int, bytes], int]],
    ) -> None:
        """``insert`` gives the function that puts an entry's bytes into a table's cell."""
        self._layouts = layouts
        self._kinds = kinds
        self._memory = memory
        self._insert = insert
        self._writes: dict[Layout, Write] = {}

    def of(self, layout: Layout) -> Write:
        """The function that writes a value of a layout."""
        found = self._writes.get(layout)
        if found is None:
            # Stands in while the layout is worked out, which may hold itself.
            self._writes[layout] = lambda memory, offset, value: self._writes[layout](
                memory, offset, value
            )
            found = self._writes[layout] = self._made(layout)
        return found

    def _made(self, layout: Layout) -> Write:
        match layout:
            case Word():
                return _WORDS[layout]
            case Tag(variants=variants):
                numbers = {variant: number for number, variant in enumerate(variants)}
                return lambda memory, offset, value: _INT(memory, offset, numbers[cast(str, value)])
            case Maybe(inner=inner):
                return self._maybe(inner)
        cell = self._cell(layout)
        return lambda memory, offset, value: _ADDRESS(memory, offset, cell(value))

    def _maybe(self, inner: Word | Tag | Cell) -> Write:
        write = self.of(inner)
        flag, start = (0, 0) if is_counted(inner) else (1, size_of(inner))

        def write_maybe(memory: bytearray, offset: int, value: object) -> None:
            if value is not None:
                memory[offset] = flag
                write(memory, offset + start, value)

        return write_maybe

    def _cell(self, layout: Cell) -> Callable[[object], int]:
        kind = self._kinds[layout]
        match layout:
            case TextCell(is_bytes=is_bytes):
                return self._bytes(kind) if is_bytes else self._text(kind)
            case ListCell(element=element):
                return self._list(kind, element)
            case TableCell():
                return self._table(kind, layout)
            case RecordCell(name=name):
                return self._record(kind, self._layouts.record(name))
            case VariantCell(name=name):
                return self._variant(kind, name)

    def _text(self, kind: int) -> Callable[[object], int]:
        def write_text(value: object) -> int:
            text = cast(str, value)
            encoded_text = text.encode()
            return self._memory.text(kind, encoded_text, len(text))

        return write_text

    def _bytes(self, kind: int) -> Callable[[object], int]:
        return lambda value: self._memory.text(kind, cast(bytes, value), len(cast(bytes, value)))

    def _list(self, kind: int, element: Layout) -> Callable[[object], int]:
        write, stride = self.of(element), size_of(element)

        def write_list(value: object) -> int:
            items = cast(Sequence[object], value)
            content = bytearray(16 + len(items) * stride)
            _INT(content, 0, len(items))
            for place, item in enumerate(items):
                write(content, 16 + place * stride, item)
            return self._memory.cell(kind, content)

        return write_list

    def _table(self, kind: int, layout: TableCell) -> Callable[[object], int]:
        entry = entry_shape(layout)
        write_key = self.of(layout.key)
        write_value = None if layout.value is None else self.of(layout.value)
        insert = self._insert(layout)

        def write_table(value: object) -> int:
            table = self._memory.cell(kind, bytes(TABLE_SIZE - HEADER_SIZE))
            for key, item in cast(Mapping[object, object], value).items():
                memory = bytearray(entry.stride)
                write_key(memory, entry.key, key)
                if write_value is not None:
                    write_value(memory, entry.value, item)
                table = insert(table, bytes(memory))
            return table

        return write_table

    def _fields(self, shape: Shape) -> Callable[[bytearray, Sequence[object]], None]:
        writes = [(self.of(each.layout), each.offset, each.supplied) for each in shape.places]

        def write_fields(memory: bytearray, values: Sequence[object]) -> None:
            for (write, offset, supplied), value in zip(writes, values, strict=True):
                if value is OMITTED:
                    continue
                if supplied is not None:
                    memory[supplied - HEADER_SIZE] = 1
                write(memory, offset - HEADER_SIZE, value)

        return write_fields

    def _record(self, kind: int, shape: Shape) -> Callable[[object], int]:
        fields, size = self._fields(shape), shape.size - HEADER_SIZE

        def write_record(value: object) -> int:
            memory = bytearray(size)
            values = value.values if isinstance(value, Entity) else cast(tuple[object, ...], value)
            fields(memory, values)
            return self._memory.cell(kind, memory)

        return write_record

    def _variant(self, kind: int, name: str) -> Callable[[object], int]:
        variants = {
            tag: (number, self._fields(shape), shape.size - HEADER_SIZE)
            for number, (tag, shape) in enumerate(self._layouts.variants(name))
        }

        def write_variant(value: object) -> int:
            tag, *payload = cast(tuple[object, ...], value)
            number, fields, size = variants[cast(str, tag)]
            memory = bytearray(size)
            _INT(memory, 0, number)
            fields(memory, payload)
            return self._memory.cell(kind, memory)

        return write_variant
