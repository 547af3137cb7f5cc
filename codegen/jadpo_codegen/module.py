"""What one module of compiled code gathers: constants, kinds of cells, spans, calls of Python."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from jadpo_codegen.conversion.conversions import Conversions
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.layouts import Cell, Layout, Layouts, TextCell
from jadpo_codegen.native_faults import NATIVE_FAULTS, NativeFault
from jadpo_codegen.support.pool import IMMORTAL
from jadpo_codegen.support.texts import ROOM_AFTER
from jadpo_runtime.values import Span

if TYPE_CHECKING:
    from jadpo_codegen.bridge.run import Run

RAW_KIND: Final = 0
"""The kind of a cell without references, such as the index of a table."""

Perform = Callable[["Run", list[object]], object]
"""What a site does: from the run and its operands to its value; it raises to end otherwise."""


@attrs.frozen
class Site:
    """A place of the program where compiled code asks Python to do something.

    ``perform``, unless it is a method, gets its operands as Python objects, and its value is taken
    as one of ``result``.
    ``span`` is where its faults are placed; ``may_fail`` says that it may end with a failure.
    """

    perform: Perform | Method
    operands: tuple[Layout, ...]
    result: Layout
    span: Span
    may_fail: bool


class ModuleText:
    """Gathers what functions share while they are written."""

    def __init__(self, layouts: Layouts) -> None:
        """Begin an empty module."""
        self.layouts = layouts
        self.spans: list[Span] = []
        self.sites: list[Site] = []
        self.failures: dict[str, int] = {}
        self.kinds: dict[Cell, int] = {}
        self._functions: dict[str, str] = {}
        self.objects: list[object] = []
        """Python objects that the code uses, by their places."""
        self.conversions = Conversions(layouts, self.kind, self.object)
        self._object_places: dict[object, int] = {}
        self._span_numbers: dict[Span, int] = {}
        self._globals: list[str] = []
        self._texts: dict[tuple[bytes, bool], str] = {}

    def kind(self, cell: Cell) -> int:
        """The number of a layout of cells; nought is :data:`RAW_KIND`."""
        return self.kinds.setdefault(cell, len(self.kinds) + 1)

    def failure(self, name: str) -> int:
        """The number of a failure."""
        return self.failures.setdefault(name, len(self.failures) + 1)

    def span(self, span: Span) -> int:
        """The number of a span."""
        number = self._span_numbers.get(span)
        if number is None:
            number = self._span_numbers[span] = len(self.spans)
            self.spans.append(span)
        return number

    def fault(self, fault: NativeFault, span: Span) -> int:
        """The word that says which fault arose where."""
        return NATIVE_FAULTS.index(fault) << 32 | self.span(span)

    def object(self, value: object) -> int:
        """The place of a Python object among those that the code uses."""
        key: object = (type(value), value)
        if isinstance(value, dict):
            key = (dict, tuple(value.items()))
        place = self._object_places.get(key)
        if place is None:
            place = self._object_places[key] = len(self.objects)
            self.objects.append(value)
        return place

    def site(self, site: Site) -> int:
        """The number of a new site."""
        self.sites.append(site)
        return len(self.sites) - 1

    def text_constant(self, encoded: bytes, points: int, layout: TextCell) -> str:
        """The address of the constant cell of a text or of bytes."""
        key = (encoded, layout.is_bytes)
        name = self._texts.get(key)
        if name is None:
            name = self._texts[key] = f"@text.{len(self._texts)}"
            padded = encoded + bytes(ROOM_AFTER)
            body = "".join(f"\\{byte:02x}" for byte in padded)
            self._globals.append(
                f"{name} = internal global {{ i64, i32, i32, i64, i64, i64, [{len(padded)} x i8] }}"
                f" {{ i64 {IMMORTAL}, i32 {self.kind(layout)}, i32 0, i64 {len(encoded)},"
                f' i64 {points}, i64 0, [{len(padded)} x i8] c"{body}" }}, align 16'
            )
        return name

    def define(self, name: str, write: Callable[[], str]) -> str:
        """The name of a function of the module, which is written once."""
        if name not in self._functions:
            self._functions[name] = write()
        return name

    def globals_text(self) -> str:
        """The constants, and the functions that were asked for."""
        return "\n".join([*self._globals, *self._functions.values(), ""])
