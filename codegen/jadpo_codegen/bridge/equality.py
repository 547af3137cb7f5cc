"""Equality of values of compiled code, by their cells [T9].

Works off a list of pairs instead of recursing: values may be nested without bound.
"""

import ctypes
import struct
from typing import Final

from jadpo_codegen.bridge.reading import Reading, read_bytes
from jadpo_codegen.layouts import (
    Cell,
    Layout,
    Layouts,
    ListCell,
    Maybe,
    Place,
    RecordCell,
    TableCell,
    Tag,
    TextCell,
    VariantCell,
    Word,
    size_of,
)
from jadpo_codegen.support import lists
from jadpo_codegen.support.tables import ENTRIES_START, entry_shape
from jadpo_runtime.values import EntityDefinition

_INT: Final = struct.Struct("<q").unpack
_string_at: Final = ctypes.string_at

Pair = tuple[Layout, int, int]
"""Two places in memory that hold values of a layout."""


class Equality:
    """Compares values of one program's layouts."""

    def __init__(self, layouts: Layouts, reading: Reading) -> None:
        """Compare values of the layouts of ``layouts``."""
        self._layouts = layouts
        self._reading = reading

    def same(self, layout: Cell, left: int, right: int) -> bool:
        """Whether the cells at two addresses hold equal values."""
        waiting: list[tuple[Cell, int, int]] = [(layout, left, right)]
        while waiting:
            cell, one, other = waiting.pop()
            if one == other:
                continue
            pairs = self._parts(cell, one, other)
            if pairs is None:
                return False
            for part, its, others in pairs:
                inner = part.inner if isinstance(part, Maybe) else part
                if isinstance(inner, Word | Tag):
                    if not self._same_number(part, its, others):
                        return False
                    continue
                its_cell, others_cell = _word(its), _word(others)
                if its_cell and others_cell:
                    waiting.append((inner, its_cell, others_cell))
                elif its_cell or others_cell:
                    return False
        return True

    def within(self, element: Layout, item: int, collection: int) -> bool:
        """Whether the value at a place equals an element of the list at an address."""
        length = _word(collection + lists.LENGTH)
        stride = size_of(element)
        start = collection + lists.START
        inner = element.inner if isinstance(element, Maybe) else element
        for place in range(start, start + length * stride, stride):
            if isinstance(inner, Word | Tag):
                if self._same_number(element, item, place):
                    return True
                continue
            wanted, found = _word(item), _word(place)
            if wanted == found or (wanted and found and self.same(inner, wanted, found)):
                return True
        return False

    def _same_number(self, layout: Layout, one: int, other: int) -> bool:
        read, size = self._reading.of(layout), size_of(layout)
        return read(_string_at(one, size), 0) == read(_string_at(other, size), 0)

    def _parts(self, cell: Cell, one: int, other: int) -> list[Pair] | None:
        """The pairs that must be equal; ``None`` where the cells differ whatever they hold."""
        match cell:
            case TextCell():
                return [] if read_bytes(one) == read_bytes(other) else None
            case ListCell(element=element):
                length = _word(one + lists.LENGTH)
                if length != _word(other + lists.LENGTH):
                    return None
                stride = size_of(element)
                starts = (lists.START + place * stride for place in range(length))
                return [(element, one + start, other + start) for start in starts]
            case RecordCell(name=name):
                return self._record_parts(name, one, other)
            case VariantCell(name=name):
                tag = _word(one + 16)
                if tag != _word(other + 16):
                    return None
                return _places(self._layouts.variants(name)[tag][1].places, one, other)
            case TableCell(key=key, value=value):
                return self._table_parts(cell, key, value, one, other)

    def _record_parts(self, name: str, one: int, other: int) -> list[Pair] | None:
        definition = self._layouts.types.definition(name)
        places = self._layouts.record(name).places
        if isinstance(definition, EntityDefinition):
            identity = [field.name for field in definition.fields].index(definition.identity)
            return _places(places[identity : identity + 1], one, other)
        given = []
        for place in places:
            if place.supplied is not None:
                its, others = _byte(one + place.supplied), _byte(other + place.supplied)
                if its != others:
                    return None
                if not its:
                    continue
            given.append(place)
        return _places(tuple(given), one, other)

    def _table_parts(
        self, table: TableCell, key: Layout, value: Layout | None, one: int, other: int
    ) -> list[Pair] | None:
        if _word(one + 16) != _word(other + 16):
            return None
        its, others = self._entries(table, key, one), self._entries(table, key, other)
        pairs: list[Pair] = []
        for each, entry in its.items():
            if each not in others:
                return None
            if value is not None:
                offset = entry_shape(table).value
                pairs.append((value, entry + offset, others[each] + offset))
        return pairs

    def _entries(self, table: TableCell, key: Layout, address: int) -> dict[object, int]:
        """The addresses of the entries by their keys."""
        entry = entry_shape(table)
        used, start = _word(address + 24), _word(address + 40) + ENTRIES_START
        read, size = self._reading.of(key), size_of(key)
        return {
            read(_string_at(place + entry.key, size), 0): place
            for place in range(start, start + used * entry.stride, entry.stride)
            if _word(place)
        }


def _places(places: tuple[Place, ...], one: int, other: int) -> list[Pair]:
    return [(place.layout, one + place.offset, other + place.offset) for place in places]


def _word(address: int) -> int:
    number: int = _INT(_string_at(address, 8))[0]
    return number


def _byte(address: int) -> int:
    return _string_at(address, 1)[0]
