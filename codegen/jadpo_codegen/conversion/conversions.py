"""Which conversions a module needs, and their names; each is written once."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from jadpo_codegen.conversion.giving import Setter, write_giving, write_giving_later
from jadpo_codegen.conversion.taking import write_filling, write_taking, write_taking_later
from jadpo_codegen.layouts import (
    Cell,
    Layout,
    Layouts,
    ListCell,
    Maybe,
    RecordCell,
    TableCell,
    VariantCell,
    llvm_type,
)
from jadpo_codegen.support.python_api import DEPTH
from jadpo_codegen.writer import FunctionWriter

_Write: TypeAlias = Callable[["Conversions", Layout, str], str]


class Conversions:
    """Names the conversions of one module's layouts, and writes those that were named.

    ``@give.N(context, value, room)`` gives a new object, or null with Python's error set.
    ``@take.N(context, object, place, room)`` writes a value to a place; its status is one of
    :data:`TAKEN`, :data:`UNTAKEN`, :data:`NO_MEMORY`. ``room`` counts down the nesting: at nought
    the fields and elements that may nest further are put off (``@jadpo.catch_up``).
    """

    def __init__(
        self,
        layouts: Layouts,
        kind: Callable[[Cell], int],
        place_of: Callable[[object], int],
    ) -> None:
        """``kind`` numbers layouts of cells, ``place_of`` the Python objects of the module."""
        self.layouts = layouts
        self.kind = kind
        self.place_of = place_of
        self._names: dict[tuple[str, Layout], str] = {}
        self._waiting: list[tuple[_Write, Layout, str]] = []

    def _named(self, prefix: str, layout: Layout, write: _Write) -> str:
        key = (prefix, layout)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"@{prefix}.{len(self._names)}"
            self._waiting.append((write, layout, name))
        return name

    def give(self, writer: FunctionWriter, layout: Layout, value: str, room: str = "") -> str:
        """Write a conversion to Python; the new object or null."""
        name = self._named("give", layout, write_giving)
        return writer.value(
            f"call ptr {name}(ptr %context, {llvm_type(layout)} {value}, i64 {room or DEPTH})"
        )

    def take(
        self, writer: FunctionWriter, layout: Layout, value: str, place: str, room: str = ""
    ) -> str:
        """Write a conversion of an object, borrowed, to a value in memory; its status."""
        name = self._named("take", layout, write_taking)
        return writer.value(
            f"call i32 {name}(ptr %context, ptr {value}, ptr {place}, i64 {room or DEPTH})"
        )

    def give_later(self, layout: Layout, setter: Setter) -> str:
        """The function that gives a cell into a tuple or a list, by ``setter``."""

        def write(conversions: "Conversions", layout: Layout, name: str) -> str:
            return write_giving_later(conversions, layout, name, setter)

        return self._named(f"give.{setter.__name__}", layout, write)

    def take_later(self, layout: Layout) -> str:
        """The function that takes an object to a place when its turn comes."""
        return self._named("take.later", layout, write_taking_later)

    def filling(self, layout: RecordCell) -> str:
        """The function that takes the fields of a snapshot: ``status f(context, cell, null)``."""

        def write(conversions: "Conversions", _: Layout, name: str) -> str:
            return write_filling(conversions, layout, name)

        return self._named("fill", layout, write)

    def texts(self) -> Iterator[str]:
        """The functions that were asked for, and those that they use."""
        while self._waiting:
            write, layout, name = self._waiting.pop()
            yield write(self, layout, name)


def nests(layout: Layout) -> bool:
    """Whether a value may hold others, and those others, without a bound known from the type."""
    inner = layout.inner if isinstance(layout, Maybe) else layout
    return isinstance(inner, _NESTING)


_NESTING: Final = (RecordCell, VariantCell, ListCell, TableCell)

TAKEN: Final = 0
"""The status of a conversion that was made."""

UNTAKEN: Final = 1
"""The status of a conversion during which Python raised."""

NO_MEMORY: Final = 2
"""The status of a conversion for which the boundary has no memory left."""
