"""From Python objects to values of compiled code, each cell with the one reference that is taken.

A place is written once. After a status other than ``TAKEN`` it holds nothing that may be read: the
boundary ends, and its pool is dropped.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from jadpo_codegen.conversion.taking_pieces import NO_MEMORY_END, TakingPieces
from jadpo_codegen.layouts import (
    BOOL,
    CALENDAR_DATE,
    DECIMAL,
    DURATION,
    INSTANT,
    INT,
    PAYLOAD_START,
    SNAPSHOT_FILLED,
    SNAPSHOT_ORIGIN,
    UNIT,
    UUID,
    Layout,
    ListCell,
    Maybe,
    Place,
    RecordCell,
    TableCell,
    Tag,
    TextCell,
    VariantCell,
    Word,
    is_counted,
    llvm_type,
    size_of,
)
from jadpo_codegen.support import lists
from jadpo_codegen.support.context import KEPT, field
from jadpo_codegen.support.python_api import DEPTH, call_api, do_api, object_at
from jadpo_codegen.support.remembered import REMEMBERED_KINDS
from jadpo_codegen.support.tables import TABLE_SIZE, entry_shape
from jadpo_codegen.support.texts import BYTES_START
from jadpo_codegen.writer import FunctionWriter
from jadpo_runtime.values import OMITTED

if TYPE_CHECKING:
    from jadpo_codegen.conversion.conversions import Conversions


def write_taking(conversions: "Conversions", layout: Layout, name: str) -> str:
    """The text of the function that takes values of a layout."""
    writer = FunctionWriter(
        f"define internal i32 {name}(ptr %context, ptr %object, ptr %place, i64 %room)"
    )
    _Taking(conversions, writer).write(layout)
    return writer.text()


def write_taking_later(conversions: "Conversions", layout: Layout, name: str) -> str:
    """The text of the function that takes an object when its turn comes."""
    writer = FunctionWriter(
        f"define internal i32 {name}(ptr %context, ptr %object, ptr %place, i64 %unused)"
    )
    writer.end(f"ret i32 {conversions.take(writer, layout, '%object', '%place')}")
    return writer.text()


def write_filling(conversions: "Conversions", layout: RecordCell, name: str) -> str:
    """``status fill(context, cell, unused)``: takes the fields of a snapshot that lacks them."""
    writer = FunctionWriter(
        f"define internal i32 {name}.fields(ptr %context, ptr %object, ptr %place, i64 %room)"
    )
    _Taking(conversions, writer).fill(layout)
    fill = FunctionWriter(f"define internal i32 {name}(ptr %context, ptr %cell, ptr %unused)")
    taken = fill.value("call i1 @jadpo.enter_python(ptr %context)")
    place = fill.value(f"getelementptr inbounds i8, ptr %cell, i64 {SNAPSHOT_ORIGIN}")
    holder = fill.value(f"load ptr, ptr {place}, align 8")
    origin = fill.value(f"getelementptr inbounds i8, ptr {holder}, i64 16")
    object_ = fill.value(f"load ptr, ptr {origin}, align 8")
    status = fill.value(
        f"call i32 {name}.fields(ptr %context, ptr {object_}, ptr %cell, i64 {DEPTH})"
    )
    late, done = fill.new_label("late"), fill.new_label("done")
    before = fill.label
    fill.branch(fill.value(f"icmp eq i32 {status}, 0"), late, done)
    fill.begin(late)
    caught = fill.value("call i32 @jadpo.catch_up(ptr %context)")
    fill.begin(done)
    how = fill.phi("i32", [(status, before), (caught, late)])
    fill.do("call void @jadpo.end_conversion(ptr %context)")
    fill.do(f"call void @jadpo.leave_python(ptr %context, i1 {taken})")
    fill.end(f"ret i32 {how}")
    return f"{writer.text()}\n{fill.text()}"


class _Taking(TakingPieces):
    """Writes the body of one function; ``%object`` becomes a value at ``%place``."""

    def write(self, layout: Layout) -> None:
        match layout:
            case Word():
                _WORDS[layout](self)
                if layout in REMEMBERED_KINDS:
                    self._remember(layout)
                else:
                    self._done()
            case Tag(variants=variants):
                self._store("i64", self._numbered(variants, "%object"))
                self._done()
            case Maybe(inner=inner):
                self._maybe(layout, inner)
            case TextCell(is_bytes=is_bytes):
                self._text(layout, is_bytes=is_bytes)
            case ListCell(element=element):
                self._look_up(layout)
                self._list(layout, element)
            case TableCell():
                self._look_up(layout)
                self._table(layout)
            case RecordCell():
                self._look_up(layout)
                self._record(layout)
            case VariantCell():
                self._look_up(layout)
                self._variant(layout)

    # ---- numbers

    def integer(self) -> None:
        self._store("i64", self._number("%object"))

    def truth(self) -> None:
        truth = call_api(self._writer, "PyObject_IsTrue", "i32", "ptr %object")
        self._store("i1", self._writer.value(f"icmp sgt i32 {truth}, 0"))

    def unit(self) -> None:
        self._store("i1", "false")

    def date(self) -> None:
        writer = self._writer
        place = writer.place("ptr")
        writer.do(f"store ptr %object, ptr {place}, align 8")
        callee = object_at(writer, self._conversions.place_of(datetime.date.toordinal))
        ordinal = call_api(
            writer, "PyObject_Vectorcall", "ptr", f"ptr {callee}, ptr {place}, i64 1, ptr null"
        )
        self._end_unless_there(ordinal)
        number = self._number(ordinal)
        do_api(writer, "Py_DecRef", f"ptr {ordinal}")
        self._store("i64", number)

    def decimal(self) -> None:
        writer = self._writer
        text = self._end_unless_there(call_api(writer, "PyObject_Str", "ptr", "ptr %object"))
        start, size = self._bytes_of_text(text)
        well = writer.value(f"call i1 @jadpo.decimal_of(ptr {start}, i64 {size}, ptr %place)")
        do_api(writer, "Py_DecRef", f"ptr {text}")
        self._refuse_unless(well)

    def uuid(self) -> None:
        start, size = self._bytes_of_text("%object")
        well = self._writer.value(f"call i1 @jadpo.uuid_of(ptr {start}, i64 {size}, ptr %place)")
        self._refuse_unless(well)

    def _bytes_of_text(self, text: str) -> tuple[str, str]:
        """Where the UTF-8 of a text is, which the text holds, and how many bytes it has."""
        writer = self._writer
        place = writer.place("i64")
        start = call_api(writer, "PyUnicode_AsUTF8AndSize", "ptr", f"ptr {text}, ptr {place}")
        self._end_unless_there(start)
        return start, writer.value(f"load i64, ptr {place}")

    def _numbered(self, names: Sequence[str], name: str) -> str:
        """The position of a variant by its name."""
        writer = self._writer
        numbers = {each: number for number, each in enumerate(names)}
        table = object_at(writer, self._conversions.place_of(numbers))
        found = call_api(writer, "PyDict_GetItemWithError", "ptr", f"ptr {table}, ptr {name}")
        self._refuse_unless(writer.value(f"icmp ne ptr {found}, null"))
        return self._number(found)

    def _maybe(self, layout: Maybe, inner: Layout) -> None:
        writer = self._writer
        none = object_at(writer, self._conversions.place_of(None))
        absent, there = writer.new_label("absent"), writer.new_label("there")
        writer.branch(writer.value(f"icmp eq ptr %object, {none}"), absent, there)
        writer.begin(absent)
        if is_counted(layout):
            self._store("ptr", "null")
        else:
            self._store(llvm_type(layout), "zeroinitializer")
        self._done()
        writer.begin(there)
        place = "%place"
        if not is_counted(layout):
            self._store("i1", "true")
            place = self._at("%place", size_of(inner))
        writer.end(f"ret i32 {self._conversions.take(writer, inner, '%object', place, '%room')}")

    # ---- cells

    def _text(self, layout: TextCell, *, is_bytes: bool) -> None:
        writer = self._writer
        if is_bytes:
            start = call_api(writer, "PyBytes_AsString", "ptr", "ptr %object")
            self._end_unless_there(start)
            size = call_api(writer, "PyBytes_Size", "i64", "ptr %object")
            points = size
        else:
            start, size = self._bytes_of_text("%object")
            points = call_api(writer, "PyUnicode_GetLength", "i64", "ptr %object")
        cell = writer.value(
            f"call ptr @jadpo.text_allocate(ptr %context, i64 {size}, i64 {points},"
            f" i32 {self._conversions.kind(layout)})"
        )
        self._end_unless_there(cell, NO_MEMORY_END)
        writer.do(f"call ptr @memcpy(ptr {self._at(cell, BYTES_START)}, ptr {start}, i64 {size})")
        self._store("ptr", cell)
        self._done()

    def _as_list(self) -> str:
        """The object where it is a list, else a list of its items, which the run keeps."""
        writer = self._writer
        class_ = object_at(writer, self._conversions.place_of(list))
        is_list = call_api(writer, "PyObject_IsInstance", "i32", f"ptr %object, ptr {class_}")
        before = writer.label
        other, after = writer.new_label("other"), writer.new_label("after")
        writer.branch(writer.value(f"icmp sgt i32 {is_list}, 0"), after, other)
        writer.begin(other)
        made = self._end_unless_there(call_api(writer, "PySequence_List", "ptr", "ptr %object"))
        place = writer.new_label("%kept")
        writer.do(field(place, KEPT))
        kept = writer.value(f"load ptr, ptr {place}, align 8")
        call_api(writer, "PyList_Append", "i32", f"ptr {kept}, ptr {made}")
        do_api(writer, "Py_DecRef", f"ptr {made}")
        end = writer.label
        writer.jump(after)
        writer.begin(after)
        return writer.phi("ptr", [("%object", before), (made, end)])

    def _list(self, layout: ListCell, element: Layout) -> None:
        writer = self._writer
        items = self._as_list()
        length = call_api(writer, "PyList_Size", "i64", f"ptr {items}")
        size = writer.value(f"mul i64 {length}, {size_of(element)}")
        whole = writer.value(f"add i64 {size}, {lists.START}")
        room = writer.value(f"call i64 @jadpo.room(i64 {whole})")
        cell = self._allocated(room, self._conversions.kind(layout))
        self._put(cell, lists.LENGTH, "i64", length)
        self._note(cell)
        place = writer.place("i64")
        writer.do(f"store i64 0, ptr {place}")
        head, turn, after = (writer.new_label(word) for word in ("head", "turn", "after"))
        writer.begin(head)
        number = writer.value(f"load i64, ptr {place}")
        writer.branch(writer.value(f"icmp ult i64 {number}, {length}"), turn, after)
        writer.begin(turn)
        self._step()
        item = call_api(writer, "PyList_GetItem", "ptr", f"ptr {items}, i64 {number}")
        self._end_unless_there(item)
        offset = writer.value(f"mul i64 {number}, {size_of(element)}")
        self._take(element, item, self._at(self._at(cell, lists.START), offset))
        writer.do(f"store i64 {writer.value(f'add i64 {number}, 1')}, ptr {place}")
        writer.jump(head)
        writer.begin(after)
        self._store("ptr", cell)
        self._done()

    def _table(self, layout: TableCell) -> None:
        writer = self._writer
        entry = entry_shape(layout)
        kind = self._conversions.kind(layout)
        cell = self._allocate(TABLE_SIZE, kind)
        for offset in range(16, TABLE_SIZE, 8):
            self._put(cell, offset, "i64", "0")
        self._store("ptr", cell)
        position, key, value = writer.place("i64"), writer.place("ptr"), writer.place("ptr")
        memory = writer.place(f"[{entry.stride} x i8], align 16")
        writer.do(f"store i64 0, ptr {position}")
        head, turn, after = (writer.new_label(word) for word in ("head", "turn", "after"))
        writer.begin(head)
        more = call_api(
            writer,
            "PyDict_Next",
            "i32",
            f"ptr %object, ptr {position}, ptr {key}, ptr {value}",
        )
        writer.branch(writer.value(f"icmp ne i32 {more}, 0"), turn, after)
        writer.begin(turn)
        pairs = [(layout.key, key, entry.key)]
        if layout.value is not None:
            pairs.append((layout.value, value, entry.value))
        for part, holder, offset in pairs:
            item = writer.value(f"load ptr, ptr {holder}")
            self._take_now(part, item, self._at(memory, offset), "%room")
        table = writer.value("load ptr, ptr %place")
        changed = writer.value(f"call ptr @insert.{kind}(ptr %context, ptr {table}, ptr {memory})")
        self._end_unless_there(changed, NO_MEMORY_END)
        self._store("ptr", changed)
        writer.jump(head)
        writer.begin(after)
        self._note(writer.value("load ptr, ptr %place"))
        self._done()

    def _fields(self, places: Sequence[Place], values: str, first: int, cell: str) -> None:
        """Take the items of a tuple, from an index on, to a cell's fields."""
        writer = self._writer
        for number, place in enumerate(places, first):
            item = call_api(writer, "PyTuple_GetItem", "ptr", f"ptr {values}, i64 {number}")
            self._end_unless_there(item)
            after = writer.new_label("after")
            if place.supplied is not None:
                mark = object_at(writer, self._conversions.place_of(OMITTED))
                omitted, given = writer.new_label("omitted"), writer.new_label("given")
                writer.branch(writer.value(f"icmp eq ptr {item}, {mark}"), omitted, given)
                writer.begin(omitted)
                self._put(cell, place.supplied, "i1", "false")
                if is_counted(place.layout):
                    self._put(cell, place.offset, "ptr", "null")
                writer.jump(after)
                writer.begin(given)
                self._put(cell, place.supplied, "i1", "true")
            self._take(place.layout, item, self._at(cell, place.offset))
            writer.begin(after)

    def _record(self, layout: RecordCell) -> None:
        conversions = self._conversions
        identity = conversions.layouts.identity(layout.name)
        shape = conversions.layouts.record(layout.name)
        cell = self._allocate(shape.size, conversions.kind(layout))
        self._step()
        if identity is None:
            self._note(cell)
            self._fields(shape.places, "%object", 0, cell)
        else:
            self._snapshot(shape.places, identity, cell)
        self._store("ptr", cell)
        self._done()

    def _snapshot(self, places: Sequence[Place], identity: int, cell: str) -> None:
        """The identity of a row's snapshot; the other fields are taken when one is read."""
        writer = self._writer
        holder = writer.value("call ptr @jadpo.hold_origin(ptr %context, ptr %object)")
        self._end_unless_there(holder, NO_MEMORY_END)
        self._put(cell, SNAPSHOT_ORIGIN, "ptr", holder)
        self._put(cell, SNAPSHOT_FILLED, "i64", "0")
        for number, place in enumerate(places):
            if is_counted(place.layout) and number != identity:
                self._put(cell, place.offset, "ptr", "null")
        item = self._attribute("%object", "identity")
        place = places[identity]
        self._take_now(place.layout, item, self._at(cell, place.offset), "%room")

    def _attribute(self, value: str, name: str) -> str:
        """What an attribute of a snapshot holds, which it goes on holding."""
        writer = self._writer
        word = object_at(writer, self._conversions.place_of(name))
        found = call_api(writer, "PyObject_GetAttr", "ptr", f"ptr {value}, ptr {word}")
        self._end_unless_there(found)
        do_api(writer, "Py_DecRef", f"ptr {found}")
        return found

    def fill(self, layout: RecordCell) -> None:
        """Take the fields of a snapshot, but its identity, from ``%object`` to its cell."""
        layouts = self._conversions.layouts
        identity = layouts.identity(layout.name)
        places = layouts.record(layout.name).places
        values = self._attribute("%object", "values")
        for number, place in enumerate(places):
            if number != identity:
                self._filled_field(place, values, number)
        self._put("%place", SNAPSHOT_FILLED, "i64", "1")
        self._done()

    def _filled_field(self, place: Place, values: str, number: int) -> None:
        """Take a field of a snapshot; one that a backfill is yet to fill holds nothing [V6]."""
        writer = self._writer
        if isinstance(place.layout, Maybe):
            self._fields((place,), values, number, "%place")
            return
        item = call_api(writer, "PyTuple_GetItem", "ptr", f"ptr {values}, i64 {number}")
        none = object_at(writer, self._conversions.place_of(None))
        there, after = writer.new_label("there"), writer.new_label("after")
        writer.branch(writer.value(f"icmp eq ptr {item}, {none}"), after, there)
        writer.begin(there)
        self._fields((place,), values, number, "%place")
        writer.jump(after)
        writer.begin(after)

    def _variant(self, layout: VariantCell) -> None:
        writer, conversions = self._writer, self._conversions
        variants = conversions.layouts.variants(layout.name)
        tag = self._end_unless_there(
            call_api(writer, "PyTuple_GetItem", "ptr", "ptr %object, i64 0")
        )
        number = self._numbered([name for name, _ in variants], tag)
        labels = [writer.new_label("variant") for _ in variants]
        impossible = writer.new_label("impossible")
        listed = " ".join(f"i64 {place}, label %{each}" for place, each in enumerate(labels))
        writer.end(f"switch i64 {number}, label %{impossible} [ {listed} ]")
        for label, (_, shape) in zip(labels, variants, strict=True):
            writer.begin(label)
            cell = self._allocate(max(shape.size, PAYLOAD_START), conversions.kind(layout))
            self._put(cell, 16, "i64", number)
            self._note(cell)
            self._fields(shape.places, "%object", 1, cell)
            self._store("ptr", cell)
            self._done()
        writer.begin(impossible)
        writer.end("unreachable")


_WORDS: Final[Mapping[Word, Callable[[_Taking], None]]] = {
    BOOL: _Taking.truth,
    UNIT: _Taking.unit,
    INT: _Taking.integer,
    INSTANT: _Taking.integer,
    DURATION: _Taking.integer,
    CALENDAR_DATE: _Taking.date,
    DECIMAL: _Taking.decimal,
    UUID: _Taking.uuid,
}
