"""From values of compiled code to Python objects."""

import datetime
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

from jadpo_codegen.layouts import (
    BOOL,
    CALENDAR_DATE,
    DECIMAL,
    DURATION,
    INSTANT,
    INT,
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
from jadpo_codegen.support.python_api import call_api, do_api, object_at, set_tuple_item
from jadpo_codegen.support.remembered import REMEMBERED_KINDS
from jadpo_codegen.support.tables import ENTRIES_START, entry_shape
from jadpo_codegen.support.texts import BYTES_START
from jadpo_codegen.writer import UNLIKELY, FunctionWriter
from jadpo_runtime.faults import Stopped
from jadpo_runtime.values import OMITTED, Duration, Instant

Setter: TypeAlias = Callable[[FunctionWriter, str, str, str], None]
"""Writes the store of an item into a container, at an index."""

if TYPE_CHECKING:
    from jadpo_codegen.conversion.conversions import Conversions


def write_giving(conversions: "Conversions", layout: Layout, name: str) -> str:
    """The text of the function that gives values of a layout."""
    writer = FunctionWriter(
        f"define internal ptr {name}(ptr %context, {llvm_type(layout)} %value, i64 %room)"
    )
    _Giving(conversions, writer).write(layout)
    return writer.text()


def write_giving_later(
    conversions: "Conversions", layout: Layout, name: str, setter: Setter
) -> str:
    """The text of the function that gives a cell into a container that is being filled."""
    writer = FunctionWriter(
        f"define internal i32 {name}(ptr %context, ptr %container, ptr %cell, i64 %index)"
    )
    given = conversions.give(writer, layout, "%cell")
    _leave_if_null(writer, given, "ret i32 1")
    setter(writer, "%container", "%index", given)
    writer.end("ret i32 0")
    return writer.text()


def set_list_item(writer: FunctionWriter, container: str, index: str, item: str) -> None:
    """Write the store of an item into a list that is new, which takes the reference."""
    call_api(writer, "PyList_SetItem", "i32", f"ptr {container}, i64 {index}, ptr {item}")


def _leave_if_null(
    writer: FunctionWriter, value: str, leave: str, before: Sequence[str] = ()
) -> None:
    """End the function where an object could not be made, after letting go of others."""
    gone, there = writer.new_label("gone"), writer.new_label("there")
    writer.branch(writer.value(f"icmp eq ptr {value}, null"), gone, there, UNLIKELY)
    writer.begin(gone)
    for each in before:
        do_api(writer, "Py_DecRef", f"ptr {each}")
    writer.end(leave)
    writer.begin(there)


class _Giving:
    """Writes the body of one function; ``%value`` becomes an object."""

    def __init__(self, conversions: "Conversions", writer: FunctionWriter) -> None:
        self._conversions = conversions
        self._writer = writer
        self._is_shared = "false"

    def write(self, layout: Layout) -> None:
        match layout:
            case Word():
                if layout in REMEMBERED_KINDS:
                    self._recall(layout)
                _WORDS[layout](self)
            case Tag(variants=variants):
                self._tag(variants)
            case Maybe(inner=inner):
                self._maybe(layout, inner)
            case TextCell(is_bytes=is_bytes):
                self._text(is_bytes=is_bytes)
            case ListCell(element=element):
                self._look_up()
                self._list(element)
            case TableCell():
                self._look_up()
                self._table(layout)
            case RecordCell(name=name):
                # A failure without fields has no cell.
                if self._conversions.layouts.record(name).places:
                    self._look_up()
                self._record(name)
            case VariantCell(name=name):
                self._look_up()
                self._variant(name)

    # ---- what is shared

    def _look_up(self) -> None:
        """Give the object that a shared cell became already in this conversion."""
        writer = self._writer
        count = writer.value("load i64, ptr %value, align 8")
        self._is_shared = writer.value(f"icmp sgt i64 {count}, 1")
        shared, new, known = (writer.new_label(word) for word in ("shared", "new", "known"))
        writer.branch(self._is_shared, shared, new)
        writer.begin(shared)
        found = writer.value("call ptr @jadpo.known(ptr %context, ptr %value)")
        writer.branch(writer.value(f"icmp eq ptr {found}, null"), new, known)
        writer.begin(known)
        self._give_more(found)
        writer.begin(new)

    def _note(self, made: str) -> None:
        """Note what the cell becomes, where it is shared."""
        writer = self._writer
        note, after = writer.new_label("note"), writer.new_label("after")
        writer.branch(self._is_shared, note, after)
        writer.begin(note)
        writer.do(f"call void @jadpo.note(ptr %context, ptr %value, ptr {made})")
        writer.begin(after)

    def _step(self, container: str) -> None:
        """Let other threads have their turn from time to time, and end where the run must."""
        writer = self._writer
        stopped = object_at(writer, self._conversions.place_of(Stopped))
        ends = writer.value(f"call i1 @jadpo.step(ptr %context, ptr {stopped})")
        end, on = writer.new_label("end"), writer.new_label("on")
        writer.branch(ends, end, on, UNLIKELY)
        writer.begin(end)
        do_api(writer, "Py_DecRef", f"ptr {container}")
        writer.end("ret ptr null")
        writer.begin(on)

    # ---- numbers

    def _give_held(self, value: object) -> None:
        """Give an object that the module holds."""
        held = object_at(self._writer, self._conversions.place_of(value))
        self._give_more(held)

    def _give_more(self, held: str) -> None:
        do_api(self._writer, "Py_IncRef", f"ptr {held}")
        self._writer.end(f"ret ptr {held}")

    def _called(self, function: object, argument: str) -> str:
        """What a function of Python makes of a new object; ends the function where it raises."""
        writer = self._writer
        _leave_if_null(writer, argument, "ret ptr null")
        place = writer.place("ptr")
        writer.do(f"store ptr {argument}, ptr {place}, align 8")
        callee = object_at(writer, self._conversions.place_of(function))
        result = call_api(
            writer, "PyObject_Vectorcall", "ptr", f"ptr {callee}, ptr {place}, i64 1, ptr null"
        )
        do_api(writer, "Py_DecRef", f"ptr {argument}")
        return result

    def _recall(self, layout: Word) -> None:
        """Give the object that a number was made of, where the run remembers it."""
        writer = self._writer
        bits = "%value"
        if layout.llvm != "i128":
            bits = writer.value(f"zext {layout.llvm} %value to i128")
        kind = REMEMBERED_KINDS[layout]
        known = writer.value(f"call ptr @jadpo.recall(ptr %context, i64 {kind}, i128 {bits})")
        give, make = writer.new_label("give"), writer.new_label("make")
        writer.branch(writer.value(f"icmp eq ptr {known}, null"), make, give)
        writer.begin(give)
        writer.end(f"ret ptr {known}")
        writer.begin(make)

    def integer(self) -> None:
        made = call_api(self._writer, "PyLong_FromLongLong", "ptr", "i64 %value")
        self._writer.end(f"ret ptr {made}")

    def truth(self) -> None:
        writer = self._writer
        yes = object_at(writer, self._conversions.place_of(True))
        no = object_at(writer, self._conversions.place_of(False))
        self._give_more(writer.value(f"select i1 %value, ptr {yes}, ptr {no}"))

    def unit(self) -> None:
        self._give_held(None)

    def instant(self) -> None:
        self._number_by(Instant)

    def duration(self) -> None:
        self._number_by(Duration)

    def date(self) -> None:
        self._number_by(datetime.date.fromordinal)

    def _number_by(self, function: object) -> None:
        number = call_api(self._writer, "PyLong_FromLongLong", "ptr", "i64 %value")
        self._writer.end(f"ret ptr {self._called(function, number)}")

    def decimal(self) -> None:
        self._by_text("@jadpo.decimal_text", 64, Decimal)

    def uuid(self) -> None:
        self._by_text("@jadpo.uuid_text", 40, None)

    def _by_text(self, write: str, room: int, function: object) -> None:
        """A number by way of its text, which a native function writes."""
        writer = self._writer
        buffer = writer.place(f"[{room} x i8]")
        size = writer.value(f"call i64 {write}(i128 %value, ptr {buffer})")
        text = call_api(writer, "PyUnicode_FromStringAndSize", "ptr", f"ptr {buffer}, i64 {size}")
        made = text if function is None else self._called(function, text)
        writer.end(f"ret ptr {made}")

    def _tag(self, variants: Sequence[str]) -> None:
        writer = self._writer
        names = object_at(writer, self._conversions.place_of(tuple(variants)))
        # A borrowed reference, which the tuple of the names goes on holding.
        self._give_more(call_api(writer, "PyTuple_GetItem", "ptr", f"ptr {names}, i64 %value"))

    def _maybe(self, layout: Maybe, inner: Layout) -> None:
        writer = self._writer
        if is_counted(layout):
            is_there, value = writer.value("icmp ne ptr %value, null"), "%value"
        else:
            pair = llvm_type(layout)
            is_there = writer.value(f"extractvalue {pair} %value, 0")
            value = writer.value(f"extractvalue {pair} %value, 1")
        there, absent = writer.new_label("there"), writer.new_label("absent")
        writer.branch(is_there, there, absent)
        writer.begin(there)
        writer.end(f"ret ptr {self._conversions.give(writer, inner, value, '%room')}")
        writer.begin(absent)
        self._give_held(None)

    # ---- cells

    def _word(self, offset: int, base: str = "%value") -> str:
        return self._loaded("i64", base, offset)

    def _loaded(self, llvm: str, base: str, offset: int) -> str:
        place = self._writer.value(f"getelementptr inbounds i8, ptr {base}, i64 {offset}")
        return self._writer.value(f"load {llvm}, ptr {place}")

    def _text(self, *, is_bytes: bool) -> None:
        writer = self._writer
        size = self._word(16)
        start = writer.value(f"getelementptr inbounds i8, ptr %value, i64 {BYTES_START}")
        make = "PyBytes_FromStringAndSize" if is_bytes else "PyUnicode_FromStringAndSize"
        writer.end(f"ret ptr {call_api(writer, make, 'ptr', f'ptr {start}, i64 {size}')}")

    def _put(self, layout: Layout, value: str, container: str, index: str, setter: Setter) -> None:
        """Give an item into a container, later where there is no room on the stack for it."""
        from jadpo_codegen.conversion.conversions import nests

        writer = self._writer
        inner = layout.inner if isinstance(layout, Maybe) else layout
        after = writer.new_label("put")
        if nests(layout):
            now, later = writer.new_label("now"), writer.new_label("later")
            is_end = writer.value("icmp eq i64 %room, 0")
            if isinstance(layout, Maybe):
                is_there = writer.value(f"icmp ne ptr {value}, null")
                is_end = writer.value(f"and i1 {is_end}, {is_there}")
            writer.branch(is_end, later, now, UNLIKELY)
            writer.begin(later)
            do = self._conversions.give_later(inner, setter)
            refused = writer.value(
                f"call i1 @jadpo.defer(ptr %context, ptr {do}, ptr {container}, ptr {value},"
                f" i64 {index})"
            )
            none = writer.new_label("none")
            writer.branch(refused, none, after, UNLIKELY)
            writer.begin(none)
            do_api(writer, "Py_DecRef", f"ptr {container}")
            writer.end(f"ret ptr {call_api(writer, 'PyErr_NoMemory', 'ptr', '')}")
            writer.begin(now)
        less = writer.value("sub i64 %room, 1") if nests(layout) else "0"
        given = self._conversions.give(writer, layout, value, less)
        _leave_if_null(writer, given, "ret ptr null", [container])
        setter(writer, container, index, given)
        writer.begin(after)

    def _list(self, element: Layout) -> None:
        writer = self._writer
        length = self._word(lists.LENGTH)
        made = call_api(writer, "PyList_New", "ptr", f"i64 {length}")
        _leave_if_null(writer, made, "ret ptr null")
        self._note(made)
        start = writer.value(f"getelementptr inbounds i8, ptr %value, i64 {lists.START}")

        def item(number: str) -> None:
            self._step(made)
            offset = writer.value(f"mul i64 {number}, {size_of(element)}")
            value = self._item(element, start, offset)
            self._put(element, value, made, number, set_list_item)

        self._each(length, item)
        writer.end(f"ret ptr {made}")

    def _item(self, layout: Layout, base: str, offset: str) -> str:
        place = self._writer.value(f"getelementptr inbounds i8, ptr {base}, i64 {offset}")
        return self._writer.value(f"load {llvm_type(layout)}, ptr {place}")

    def _each(self, length: str, write: Callable[[str], None]) -> None:
        """A loop over the numbers below ``length``."""
        writer = self._writer
        place = writer.place("i64")
        writer.do(f"store i64 0, ptr {place}")
        head, turn, after = (writer.new_label(word) for word in ("head", "turn", "after"))
        writer.begin(head)
        number = writer.value(f"load i64, ptr {place}")
        writer.branch(writer.value(f"icmp ult i64 {number}, {length}"), turn, after)
        writer.begin(turn)
        following = writer.value(f"add i64 {number}, 1")
        writer.do(f"store i64 {following}, ptr {place}")
        write(number)
        writer.jump(head)
        writer.begin(after)

    def _table(self, layout: TableCell) -> None:
        writer, conversions = self._writer, self._conversions
        entry = entry_shape(layout)
        made = call_api(writer, "PyDict_New", "ptr", "")
        _leave_if_null(writer, made, "ret ptr null")
        self._note(made)
        used = self._word(24)
        entries = self._loaded("ptr", "%value", 40)

        def item(number: str) -> None:
            self._step(made)
            offset = writer.value(f"mul i64 {number}, {entry.stride}")
            skipped = writer.value(f"add i64 {offset}, {ENTRIES_START}")
            base = writer.value(f"getelementptr inbounds i8, ptr {entries}, i64 {skipped}")
            there, after = writer.new_label("there"), writer.new_label("after")
            removed = writer.value(f"icmp eq i64 {self._word(0, base)}, 0")
            writer.branch(removed, after, there)
            writer.begin(there)
            key_value = self._item(layout.key, base, str(entry.key))
            key = conversions.give(writer, layout.key, key_value, "%room")
            _leave_if_null(writer, key, "ret ptr null", [made])
            if layout.value is None:
                value = object_at(writer, conversions.place_of(None))
            else:
                item_value = self._item(layout.value, base, str(entry.value))
                value = conversions.give(writer, layout.value, item_value, "%room")
                _leave_if_null(writer, value, "ret ptr null", [key, made])
            status = call_api(
                writer, "PyDict_SetItem", "i32", f"ptr {made}, ptr {key}, ptr {value}"
            )
            do_api(writer, "Py_DecRef", f"ptr {key}")
            if layout.value is not None:
                do_api(writer, "Py_DecRef", f"ptr {value}")
            well = writer.value(
                f"select i1 {writer.value(f'icmp eq i32 {status}, 0')}, ptr {made}, ptr null"
            )
            _leave_if_null(writer, well, "ret ptr null", [made])
            writer.begin(after)

        self._each(used, item)
        writer.end(f"ret ptr {made}")

    def _fields(self, places: Sequence[Place], container: str, first: int) -> None:
        """Give the fields of a cell into a tuple, from an index on."""
        writer = self._writer
        for number, place in enumerate(places, first):
            after = writer.new_label("after")
            if place.supplied is not None:
                given, omitted = writer.new_label("given"), writer.new_label("omitted")
                writer.branch(self._loaded("i1", "%value", place.supplied), given, omitted)
                writer.begin(omitted)
                mark = object_at(writer, self._conversions.place_of(OMITTED))
                do_api(writer, "Py_IncRef", f"ptr {mark}")
                set_tuple_item(writer, container, str(number), mark)
                writer.jump(after)
                writer.begin(given)
            value = self._loaded(llvm_type(place.layout), "%value", place.offset)
            self._put(place.layout, value, container, str(number), set_tuple_item)
            writer.begin(after)

    def _record(self, name: str) -> None:
        writer, layouts = self._writer, self._conversions.layouts
        if layouts.entity(name) is not None:
            # A snapshot goes back as the object that it came as.
            holder = self._loaded("ptr", "%value", SNAPSHOT_ORIGIN)
            self._give_more(self._loaded("ptr", holder, 16))
            return
        places = layouts.record(name).places
        made = call_api(writer, "PyTuple_New", "ptr", f"i64 {len(places)}")
        _leave_if_null(writer, made, "ret ptr null")
        self._note(made)
        self._step(made)
        self._fields(places, made, 0)
        writer.end(f"ret ptr {made}")

    def _variant(self, name: str) -> None:
        writer, conversions = self._writer, self._conversions
        variants = conversions.layouts.variants(name)
        labels = [writer.new_label("variant") for _ in variants]
        impossible = writer.new_label("impossible")
        listed = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
        writer.end(f"switch i64 {self._word(16)}, label %{impossible} [ {listed} ]")
        for label, (tag, shape) in zip(labels, variants, strict=True):
            writer.begin(label)
            made = call_api(writer, "PyTuple_New", "ptr", f"i64 {1 + len(shape.places)}")
            _leave_if_null(writer, made, "ret ptr null")
            self._note(made)
            self._step(made)
            word = object_at(writer, conversions.place_of(tag))
            do_api(writer, "Py_IncRef", f"ptr {word}")
            set_tuple_item(writer, made, "0", word)
            self._fields(shape.places, made, 1)
            writer.end(f"ret ptr {made}")
        writer.begin(impossible)
        writer.end("unreachable")


_WORDS: Final[dict[Word, Callable[[_Giving], None]]] = {
    BOOL: _Giving.truth,
    UNIT: _Giving.unit,
    INT: _Giving.integer,
    INSTANT: _Giving.instant,
    DURATION: _Giving.duration,
    CALENDAR_DATE: _Giving.date,
    DECIMAL: _Giving.decimal,
    UUID: _Giving.uuid,
}
