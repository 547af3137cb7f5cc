"""What the functions that take values of Python objects are made of."""

from typing import TYPE_CHECKING, Final

from jadpo_codegen.layouts import (
    Cell,
    Layout,
    Word,
)
from jadpo_codegen.support.pool import room_for
from jadpo_codegen.support.python_api import call_api, do_api, object_at
from jadpo_codegen.support.remembered import REMEMBERED_KINDS
from jadpo_codegen.writer import UNLIKELY, FunctionWriter
from jadpo_runtime.faults import Stopped
from jadpo_runtime.values.internal_error import InternalError

if TYPE_CHECKING:
    from jadpo_codegen.conversion.conversions import Conversions

UNTAKEN_END: Final = "ret i32 1"
NO_MEMORY_END: Final = "ret i32 2"

_KIND_BITS: Final = 16
"""Bits of the number of a layout, beside the address of an object."""


def _refuse(value: object) -> object:
    raise InternalError(f"{value!r} is no value of the type that compiled code expects here")


class TakingPieces:
    """Writes the body of one function; ``%object`` becomes a value at ``%place``."""

    def __init__(self, conversions: "Conversions", writer: FunctionWriter) -> None:
        self._conversions = conversions
        self._writer = writer
        self._is_shared = "false"
        self._key = "null"

    # ---- what is shared

    def _look_up(self, layout: Cell) -> None:
        """Give the cell that an object became already in this conversion, where it is shared.

        The first word of an object has its count of references in most builds of CPython. It is
        a hint here: where it says something else, more is looked up, or less is shared.
        """
        writer = self._writer
        hint = writer.value("load i32, ptr %object, align 8")
        self._is_shared = writer.value(f"icmp ne i32 {hint}, 1")
        address = writer.value("ptrtoint ptr %object to i64")
        moved = writer.value(f"shl i64 {address}, {_KIND_BITS}")
        # One object may be a value of several layouts: an empty list is.
        key = writer.value(f"or i64 {moved}, {self._conversions.kind(layout)}")
        self._key = writer.value(f"inttoptr i64 {key} to ptr")
        shared, new, known = (writer.new_label(word) for word in ("shared", "new", "known"))
        writer.branch(self._is_shared, shared, new)
        writer.begin(shared)
        found = writer.value(f"call ptr @jadpo.known(ptr %context, ptr {self._key})")
        writer.branch(writer.value(f"icmp eq ptr {found}, null"), new, known)
        writer.begin(known)
        cell = call_api(writer, "PyLong_AsVoidPtr", "ptr", f"ptr {found}")
        writer.do(f"call void @jadpo.retain(ptr {cell})")
        self._store("ptr", cell)
        self._done()
        writer.begin(new)

    def _note(self, cell: str) -> None:
        """Note the cell that the object becomes, where it is shared."""
        writer = self._writer
        note, put, after = (writer.new_label(word) for word in ("note", "put", "noted"))
        writer.branch(self._is_shared, note, after)
        writer.begin(note)
        number = call_api(
            writer,
            "PyLong_FromLongLong",
            "ptr",
            f"i64 {writer.value(f'ptrtoint ptr {cell} to i64')}",
        )
        writer.branch(writer.value(f"icmp eq ptr {number}, null"), after, put, UNLIKELY)
        writer.begin(put)
        writer.do(f"call void @jadpo.note(ptr %context, ptr {self._key}, ptr {number})")
        do_api(writer, "Py_DecRef", f"ptr {number}")
        writer.begin(after)

    # ---- shared pieces

    def _done(self) -> None:
        self._writer.end("ret i32 0")

    def _remember(self, layout: Word) -> None:
        """Note what object the number at ``%place`` was made of, and end."""
        writer = self._writer
        bits = writer.value(f"load {layout.llvm}, ptr %place")
        if layout.llvm != "i128":
            bits = writer.value(f"zext {layout.llvm} {bits} to i128")
        kind = REMEMBERED_KINDS[layout]
        writer.do(f"call void @jadpo.remember(ptr %context, i64 {kind}, i128 {bits}, ptr %object)")
        self._done()

    def _store(self, llvm: str, value: str) -> None:
        self._writer.do(f"store {llvm} {value}, ptr %place")

    def _end_if(self, condition: str, ending: str) -> None:
        """End the function with an instruction where an ``i1`` holds."""
        writer = self._writer
        broken, well = writer.new_label("broken"), writer.new_label("well")
        writer.branch(condition, broken, well, UNLIKELY)
        writer.begin(broken)
        writer.end(ending)
        writer.begin(well)

    def _end_unless_there(self, value: str, ending: str = UNTAKEN_END) -> str:
        self._end_if(self._writer.value(f"icmp eq ptr {value}, null"), ending)
        return value

    def _step(self) -> None:
        """Let other threads have their turn from time to time, and end where the run must."""
        stopped = object_at(self._writer, self._conversions.place_of(Stopped))
        ends = self._writer.value(f"call i1 @jadpo.step(ptr %context, ptr {stopped})")
        self._end_if(ends, UNTAKEN_END)

    def _refuse(self) -> None:
        """End the function with an error that shows the object."""
        writer = self._writer
        place = writer.place("ptr")
        writer.do(f"store ptr %object, ptr {place}, align 8")
        callee = object_at(writer, self._conversions.place_of(_refuse))
        call_api(
            writer, "PyObject_Vectorcall", "ptr", f"ptr {callee}, ptr {place}, i64 1, ptr null"
        )
        writer.end(UNTAKEN_END)

    def _refuse_unless(self, condition: str) -> None:
        writer = self._writer
        broken, well = writer.new_label("broken"), writer.new_label("well")
        writer.branch(condition, well, broken)
        writer.begin(broken)
        self._refuse()
        writer.begin(well)

    def _number(self, value: str) -> str:
        """A number of 64 bits out of an object."""
        writer = self._writer
        number = call_api(writer, "PyLong_AsLongLong", "i64", f"ptr {value}")
        look, well = writer.new_label("look"), writer.new_label("well")
        suspicious = writer.value(f"icmp eq i64 {number}, -1")
        writer.branch(suspicious, look, well, UNLIKELY)
        writer.begin(look)
        error = call_api(writer, "PyErr_Occurred", "ptr", "")
        none = writer.value(f"icmp eq ptr {error}, null")
        broken = writer.new_label("broken")
        writer.branch(none, well, broken)
        writer.begin(broken)
        writer.end(UNTAKEN_END)
        writer.begin(well)
        return number

    def _allocate(self, size: int, kind: int) -> str:
        return self._allocated(str(room_for(size)), kind)

    def _allocated(self, room: str, kind: int) -> str:
        cell = self._writer.value(f"call ptr @jadpo.allocate(ptr %context, i64 {room}, i32 {kind})")
        return self._end_unless_there(cell, NO_MEMORY_END)

    def _at(self, base: str, offset: int | str) -> str:
        return self._writer.value(f"getelementptr inbounds i8, ptr {base}, i64 {offset}")

    def _put(self, base: str, offset: int, llvm: str, value: str) -> None:
        self._writer.do(f"store {llvm} {value}, ptr {self._at(base, offset)}")

    def _take(self, layout: Layout, value: str, place: str) -> None:
        """Take an item to its place, later where there is no room on the stack for it."""
        from jadpo_codegen.conversion.conversions import nests

        writer = self._writer
        after = writer.new_label("taken")
        if nests(layout):
            now, later = writer.new_label("now"), writer.new_label("later")
            is_end = writer.value("icmp eq i64 %room, 0")
            writer.branch(is_end, later, now, UNLIKELY)
            writer.begin(later)
            do = self._conversions.take_later(layout)
            refused = writer.value(
                f"call i1 @jadpo.defer(ptr %context, ptr {do}, ptr {value}, ptr {place}, i64 0)"
            )
            none = writer.new_label("none")
            writer.branch(refused, none, after, UNLIKELY)
            writer.begin(none)
            writer.end(NO_MEMORY_END)
            writer.begin(now)
        less = writer.value("sub i64 %room, 1") if nests(layout) else "0"
        self._take_now(layout, value, place, less)
        writer.begin(after)

    def _take_now(self, layout: Layout, value: str, place: str, room: str) -> None:
        status = self._conversions.take(self._writer, layout, value, place, room)
        self._end_if(self._writer.value(f"icmp ne i32 {status}, 0"), f"ret i32 {status}")
