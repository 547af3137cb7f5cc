"""Where Python calls compiled code, and compiled code calls Python.

What Python calls are builtin functions of CPython's own form, ``object f(self, arguments, count)``,
so a call costs little more than one of ``len``. They get the address of the context struct first.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from jadpo_codegen.bridge.ending import Ending
from jadpo_codegen.conversion.conversions import NO_MEMORY, UNTAKEN, Conversions
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.layouts import (
    FAILURE_PREFIX,
    INT,
    Layout,
    RecordCell,
    is_counted,
    llvm_type,
    packed,
    release_function,
)
from jadpo_codegen.support.context import (
    CHUNKS,
    FAILURE,
    FAILURE_CELL,
    FAULT,
    FAULTED,
    GONE,
    NATIVE_AT,
    PYTHON_AT,
    RAISED,
    REJECTED,
    RETURNED,
    RUN,
    SITE,
    STACK,
    STACK_ROOM,
    STATUS,
    STOP,
    THREAD,
    THREAD_STACK,
    TRAIL,
    TRAIL_LENGTH,
    TRAIL_ROOM,
    WORK,
    field,
)
from jadpo_codegen.support.python_api import (
    OBJECTS_SYMBOL,
    api_address,
    call_api,
    do_api,
    object_at,
)
from jadpo_codegen.writer import LIKELY, UNLIKELY, FunctionWriter

_BUILTIN: Final = "(ptr %self, ptr %given, i64 %count)"

_REFUSED: Final = 3
"""How a site ends whose failure the run holds already."""

CROSSING_TEXT: Final = f"""\
; Begins a run: the stop byte, and no fault, failure or exception yet.
define internal void @jadpo.begin(ptr %context, ptr %stop) noinline {{
  %bytes = load ptr, ptr {api_address("PyByteArray_AsString")}, align 8
  %byte = call ptr %bytes(ptr %stop)
  {field("%stop.place", STOP)}
  store ptr %byte, ptr %stop.place, align 8
  {field("%site.place", SITE)}
  store i64 -1, ptr %site.place, align 8
  {field("%thread.place", THREAD)}
  store ptr null, ptr %thread.place, align 8
  {field("%cell.place", FAILURE_CELL)}
  store ptr null, ptr %cell.place, align 8
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %address = ptrtoint ptr %frame to i64
  {field("%room.place", STACK_ROOM)}
  %room = load i64, ptr %room.place, align 8
  %least = sub i64 %address, %room
  {field("%stack.place", THREAD_STACK)}
  store i64 %least, ptr %stack.place, align 8
  {field("%native.place", NATIVE_AT)}
  %native = load ptr, ptr %native.place, align 8
  %is.one = icmp eq ptr %native, null
  br i1 %is.one, label %share, label %done
share:
  {field("%least.place", STACK)}
  store i64 %least, ptr %least.place, align 8
  br label %done
done:
  ret void
}}

; A site, on the thread's stack: converts, calls, converts.
define internal i32 @jadpo.ask_python(ptr %context, ptr %site, ptr %operands, ptr %answer)
    noinline {{
  {field("%python.place", PYTHON_AT)}
  %python = load ptr, ptr %python.place, align 8
  {field("%native.place", NATIVE_AT)}
  %native = load ptr, ptr %native.place, align 8
  %status = call i32 @jadpo.on_stack(ptr %site, ptr %context, ptr %operands, ptr %answer,
    ptr %python, ptr %native.place)
  store ptr %native, ptr %native.place, align 8
  ret i32 %status
}}

; Calls a site's function with the run and a list of its operands, which it lets go of.
define internal ptr @jadpo.call_site(ptr %context, ptr %function, ptr %list) noinline {{
  %arguments = alloca [2 x ptr], align 8
  {field("%run.place", RUN)}
  %run = load ptr, ptr %run.place, align 8
  store ptr %run, ptr %arguments, align 8
  %second = getelementptr inbounds ptr, ptr %arguments, i64 1
  store ptr %list, ptr %second, align 8
  %call = load ptr, ptr {api_address("PyObject_Vectorcall")}, align 8
  %result = call ptr %call(ptr %function, ptr %arguments, i64 2, ptr null)
  %release = load ptr, ptr {api_address("Py_DecRef")}, align 8
  call void %release(ptr %list)
  ret ptr %result
}}

; Ends a site: the status of compiled code for what became of it.
define internal i32 @jadpo.end_site(ptr %context, i1 %taken, i64 %site, i64 %no.memory, i32 %how)
    noinline {{
  switch i32 %how, label %give [
    i32 {UNTAKEN}, label %raised
    i32 {NO_MEMORY}, label %faulted
    i32 {_REFUSED}, label %rejected
  ]
raised:
  {field("%site.place", SITE)}
  %known = load i64, ptr %site.place, align 8
  %is.new = icmp eq i64 %known, -1
  %first = select i1 %is.new, i64 %site, i64 %known
  store i64 %first, ptr %site.place, align 8
  br label %give
faulted:
  {field("%fault.place", FAULT)}
  store i64 %no.memory, ptr %fault.place, align 8
  br label %give
rejected:
  br label %give
give:
  %status = phi i32 [ {RETURNED}, %0 ], [ {RAISED}, %raised ], [ {FAULTED}, %faulted ],
    [ {REJECTED}, %rejected ]
  {field("%gone.place", GONE)}
  call void @jadpo.release_origins(ptr %context, ptr %gone.place)
  call void @jadpo.leave_python(ptr %context, i1 %taken)
  ret i32 %status
}}

; Holds a failure that begins its way.
define internal void @jadpo.begin_failure(ptr %context, i64 %number, ptr %cell, i32 %span) {{
  {field("%number.place", FAILURE)}
  store i64 %number, ptr %number.place, align 8
  {field("%cell.place", FAILURE_CELL)}
  store ptr %cell, ptr %cell.place, align 8
  {field("%length.place", TRAIL_LENGTH)}
  store i64 1, ptr %length.place, align 8
  {field("%trail", TRAIL)}
  store i32 %span, ptr %trail, align 4
  ret void
}}

; Adds a span to the trail of the failure on its way.
define internal void @jadpo.lengthen_trail(ptr %context, i32 %span) {{
  {field("%length.place", TRAIL_LENGTH)}
  %length = load i64, ptr %length.place, align 8
  %fits = icmp ult i64 %length, {TRAIL_ROOM}
  br i1 %fits, label %add, label %done
add:
  {field("%trail", TRAIL)}
  %place = getelementptr inbounds i32, ptr %trail, i64 %length
  store i32 %span, ptr %place, align 4
  %more = add i64 %length, 1
  store i64 %more, ptr %length.place, align 8
  br label %done
done:
  ret void
}}

; Lets go of the failure that was on its way.
define internal void @jadpo.end_failure(ptr %context) {{
  {field("%cell.place", FAILURE_CELL)}
  %cell = load ptr, ptr %cell.place, align 8
  store ptr null, ptr %cell.place, align 8
  call void @jadpo.release(ptr %context, ptr %cell)
  ret void
}}

define ptr @python.drop{_BUILTIN} {{
  %address = load ptr, ptr %given, align 8
  %number = load ptr, ptr {api_address("PyLong_AsVoidPtr")}, align 8
  %context = call ptr %number(ptr %address)
  call void @jadpo.drop_pool(ptr %context)
  %share = load ptr, ptr {api_address("Py_IncRef")}, align 8
  call void %share(ptr %address)
  ret ptr %address
}}

; Gives back what a context keeps from run to run; it is not used again.
define ptr @python.free{_BUILTIN} {{
  %address = load ptr, ptr %given, align 8
  %number = load ptr, ptr {api_address("PyLong_AsVoidPtr")}, align 8
  %context = call ptr %number(ptr %address)
  call void @jadpo.drop_pool(ptr %context)
  {field("%chunks.place", CHUNKS)}
  call void @jadpo.free_all(ptr %chunks.place)
  {field("%work.place", WORK)}
  %work = load ptr, ptr %work.place, align 8
  call void @free(ptr %work)
  store ptr null, ptr %work.place, align 8
  %share = load ptr, ptr {api_address("Py_IncRef")}, align 8
  call void %share(ptr %address)
  ret ptr %address
}}
"""
"""What every module has of it."""

CROSSING_EXPORTS: Final = ("python.drop", "python.free", "python.fail", "python.failing")
"""The builtin functions that every module has."""


def failure_cell(name: str) -> RecordCell:
    """The layout of the context of a failure."""
    return RecordCell(FAILURE_PREFIX + name)


def site_text(
    conversions: Conversions,
    site: int,
    function: int | Method,
    operands: Iterable[Layout],
    result: Layout,
    no_memory: int,
) -> str:
    """``status @site.N(context, operands, answer)``: converts, calls, converts.

    ``function`` is a method of the context, or the place of a Python function among the module's
    objects; ``no_memory`` is the word of the fault where the result finds no memory.
    """
    writer = FunctionWriter(
        f"define internal i32 @site.{site}(ptr %context, ptr %operands, ptr %answer)"
    )
    taken = writer.value("call i1 @jadpo.enter_python(ptr %context)")

    def end(how: str) -> None:
        status = writer.value(
            f"call i32 @jadpo.end_site(ptr %context, i1 {taken}, i64 {site}, i64 {no_memory},"
            f" i32 {how})"
        )
        writer.end(f"ret i32 {status}")

    places = packed(operands).places
    items = call_api(writer, "PyList_New", "ptr", f"i64 {len(places)}")
    raised, drop = writer.new_label("raised"), writer.new_label("drop")
    begun = writer.new_label("begun")
    writer.branch(writer.value(f"icmp eq ptr {items}, null"), raised, begun, UNLIKELY)
    writer.begin(begun)
    for number, place in enumerate(places):
        address = writer.value(f"getelementptr inbounds i8, ptr %operands, i64 {place.offset}")
        value = writer.value(f"load {llvm_type(place.layout)}, ptr {address}")
        given = conversions.give(writer, place.layout, value)
        there = writer.new_label("there")
        writer.branch(writer.value(f"icmp eq ptr {given}, null"), drop, there, UNLIKELY)
        writer.begin(there)
        call_api(writer, "PyList_SetItem", "i32", f"ptr {items}, i64 {number}, ptr {given}")
    if places:
        _catch_up(writer, drop)
    if isinstance(function, Method):
        answered = _called_method(conversions, writer, function, items, drop)
    else:
        callee = object_at(writer, function)
        answered = writer.value(
            f"call ptr @jadpo.call_site(ptr %context, ptr {callee}, ptr {items})"
        )
    there = writer.new_label("there")
    writer.branch(writer.value(f"icmp eq ptr {answered}, null"), raised, there, UNLIKELY)
    writer.begin(there)
    failed = object_at(writer, conversions.place_of(Ending.FAILED))
    refused, value = writer.new_label("refused"), writer.new_label("value")
    writer.branch(writer.value(f"icmp eq ptr {answered}, {failed}"), refused, value, UNLIKELY)
    writer.begin(value)
    status = conversions.take(writer, result, answered, "%answer")
    late, done = writer.new_label("late"), writer.new_label("done")
    before = writer.label
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), late, done)
    writer.begin(late)
    caught = writer.value("call i32 @jadpo.catch_up(ptr %context)")
    writer.begin(done)
    how = writer.phi("i32", [(status, before), (caught, late)])
    do_api(writer, "Py_DecRef", f"ptr {answered}")
    end(how)
    writer.begin(refused)
    do_api(writer, "Py_DecRef", f"ptr {answered}")
    end(str(_REFUSED))
    writer.begin(drop)
    do_api(writer, "Py_DecRef", f"ptr {items}")
    end(str(UNTAKEN))
    writer.begin(raised)
    end(str(UNTAKEN))
    return writer.text()


def _called_method(
    conversions: Conversions, writer: FunctionWriter, method: Method, items: str, drop: str
) -> str:
    """What a method of the context gives for a list, which is let go of; null where it raises.

    Where there is no such method, control goes to ``drop``.
    """
    held = _context_word(writer, RUN, "ptr")
    for number, name in enumerate(("context", *method.path[:-1])):
        word = object_at(writer, conversions.place_of(name))
        found = call_api(writer, "PyObject_GetAttr", "ptr", f"ptr {held}, ptr {word}")
        if number:
            do_api(writer, "Py_DecRef", f"ptr {held}")
        there = writer.new_label("there")
        writer.branch(writer.value(f"icmp eq ptr {found}, null"), drop, there, UNLIKELY)
        writer.begin(there)
        held = found
    given = [object_at(writer, conversions.place_of(each)) for each in method.given]
    arguments = [held, *given, items]
    block = writer.place(f"[{len(arguments)} x ptr], align 8")
    for number, each in enumerate(arguments):
        place = writer.value(f"getelementptr inbounds ptr, ptr {block}, i64 {number}")
        writer.do(f"store ptr {each}, ptr {place}, align 8")
    name = object_at(writer, conversions.place_of(method.path[-1]))
    answered = call_api(
        writer,
        "PyObject_VectorcallMethod",
        "ptr",
        f"ptr {name}, ptr {block}, i64 {len(arguments)}, ptr null",
    )
    do_api(writer, "Py_DecRef", f"ptr {held}")
    do_api(writer, "Py_DecRef", f"ptr {items}")
    return answered


def _catch_up(writer: FunctionWriter, broken: str) -> None:
    status = writer.value("call i32 @jadpo.catch_up(ptr %context)")
    well = writer.new_label("well")
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), well, broken, LIKELY)
    writer.begin(well)


def _context(writer: FunctionWriter) -> None:
    """Write ``%context``, which the first argument has."""
    address = writer.value("load ptr, ptr %given, align 8")
    function = writer.value(f"load ptr, ptr {api_address('PyLong_AsVoidPtr')}, align 8")
    writer.do(f"%context = call ptr {function}(ptr {address})")


def _argument(writer: FunctionWriter, number: int) -> str:
    place = writer.value(f"getelementptr inbounds ptr, ptr %given, i64 {number}")
    return writer.value(f"load ptr, ptr {place}, align 8")


def entry_text(
    conversions: Conversions,
    symbol: str,
    function: str,
    parameters: Iterable[tuple[Layout, bool]],
    result: Layout,
    no_memory: int,
    *,
    is_short: bool,
) -> str:
    """The builtin function that runs a callable: the address, the depth, the stop byte, arguments.

    A parameter has its layout, and whether the callable takes a reference. It gives the result,
    :data:`Ending.LEFT` where there is none, or raises what was raised. Where ``is_short`` does not
    hold Python's lock is let go of meanwhile. At depth 1 the pool is dropped at the end, unless
    there is more to be read in it.
    """
    listed = list(parameters)
    writer = FunctionWriter(f"define ptr @{symbol}{_BUILTIN}")
    _context(writer)
    depth = call_api(writer, "PyLong_AsLongLong", "i64", f"ptr {_argument(writer, 1)}")
    is_first = writer.value(f"icmp eq i64 {depth}, 1")
    first, later = writer.new_label("first"), writer.new_label("later")
    ready, left = writer.new_label("ready"), writer.new_label("left")
    full, raised, broken = (writer.new_label(word) for word in ("full", "raised", "broken"))
    writer.branch(is_first, first, later)
    writer.begin(later)
    frame = writer.value("call ptr @llvm.frameaddress.p0(i32 0)")
    address = writer.value(f"ptrtoint ptr {frame} to i64")
    least = _context_word(writer, THREAD_STACK, "i64")
    writer.branch(writer.value(f"icmp ult i64 {address}, {least}"), full, ready, UNLIKELY)
    writer.begin(first)
    writer.do(f"call void @jadpo.begin(ptr %context, ptr {_argument(writer, 2)})")
    writer.begin(ready)
    shape = packed((INT, *(layout for layout, _ in listed)))
    block = writer.place(f"[{shape.size} x i8], align 16")
    answer = writer.place(f"{llvm_type(result)}, align 16")
    writer.do(f"store i64 {depth}, ptr {block}, align 16")
    places = [
        writer.value(f"getelementptr inbounds i8, ptr {block}, i64 {place.offset}")
        for place in shape.places[1:]
    ]
    for number, ((layout, _), place) in enumerate(zip(listed, places, strict=True), 3):
        status = conversions.take(writer, layout, _argument(writer, number), place)
        _end_unless_taken(writer, status, full, broken)
    if listed:
        late = writer.value("call i32 @jadpo.catch_up(ptr %context)")
        _end_unless_taken(writer, late, full, broken)
    if not is_short:
        thread = call_api(writer, "PyEval_SaveThread", "ptr", "")
        _store_context(writer, THREAD, "ptr", thread)
    left_at = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {PYTHON_AT}")
    before = writer.value(f"load ptr, ptr {left_at}, align 8")
    free = _context_word(writer, NATIVE_AT, "ptr")
    status = writer.value(
        f"call i32 @jadpo.on_stack(ptr @inner.{symbol}, ptr %context, ptr {block}, ptr {answer},"
        f" ptr {free}, ptr {left_at})"
    )
    writer.do(f"store ptr {before}, ptr {left_at}, align 8")
    if not is_short:
        do_api(writer, "PyEval_RestoreThread", f"ptr {_context_word(writer, THREAD, 'ptr')}")
        _store_context(writer, THREAD, "ptr", "null")
    returned, other = writer.new_label("returned"), writer.new_label("other")
    writer.branch(writer.value(f"icmp eq i32 {status}, {RETURNED}"), returned, other, LIKELY)
    writer.begin(returned)
    value = writer.value(f"load {llvm_type(result)}, ptr {answer}")
    object_ = conversions.give(writer, result, value)
    made, unmade = writer.new_label("made"), writer.new_label("unmade")
    writer.branch(writer.value(f"icmp eq ptr {object_}, null"), broken, made, UNLIKELY)
    writer.begin(made)
    _catch_up(writer, unmade)
    end, nested = writer.new_label("end"), writer.new_label("nested")
    whole = writer.new_label("whole")
    writer.branch(is_first, whole, nested)
    writer.begin(nested)
    for (layout, owned), place in zip(listed, places, strict=True):
        if is_counted(layout) and not owned:
            each = writer.value(f"load ptr, ptr {place}")
            writer.do(f"call void {release_function(layout)}(ptr %context, ptr {each})")
    if is_counted(result):
        writer.do(f"call void {release_function(result)}(ptr %context, ptr {value})")
    writer.jump(end)
    writer.begin(whole)
    writer.do("call void @jadpo.drop_pool(ptr %context)")
    writer.begin(end)
    writer.end(f"ret ptr {object_}")
    writer.begin(unmade)
    do_api(writer, "Py_DecRef", f"ptr {object_}")
    writer.jump(broken)
    writer.begin(other)
    wide = writer.value(f"sext i32 {status} to i64")
    _store_context(writer, STATUS, "i64", wide)
    writer.branch(writer.value(f"icmp eq i32 {status}, {RAISED}"), raised, left)
    writer.begin(full)
    _store_context(writer, FAULT, "i64", str(no_memory))
    _store_context(writer, STATUS, "i64", str(FAULTED))
    writer.begin(left)
    mark = object_at(writer, conversions.place_of(Ending.LEFT))
    do_api(writer, "Py_IncRef", f"ptr {mark}")
    writer.end(f"ret ptr {mark}")
    writer.begin(broken)
    writer.begin(raised)
    writer.branch(is_first, drop := writer.new_label("drop"), gone := writer.new_label("gone"))
    writer.begin(drop)
    writer.do("call void @jadpo.drop_pool(ptr %context)")
    writer.begin(gone)
    writer.end("ret ptr null")
    inner = _inner_text(symbol, function, [layout for layout, _ in listed], result)
    return f"{inner}\n{writer.text()}"


def _end_unless_taken(writer: FunctionWriter, status: str, full: str, broken: str) -> None:
    """Go to ``full`` where there was no memory for a conversion, to ``broken`` on other errors."""
    well, wrong = writer.new_label("well"), writer.new_label("wrong")
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), well, wrong, LIKELY)
    writer.begin(wrong)
    writer.branch(writer.value(f"icmp eq i32 {status}, {NO_MEMORY}"), full, broken)
    writer.begin(well)


def _inner_text(symbol: str, function: str, parameters: Sequence[Layout], result: Layout) -> str:
    """``status @inner.symbol(context, arguments, answer)``, on the stack of compiled code.

    The depth is the first of the arguments.
    """
    writer = FunctionWriter(
        f"define internal i32 @inner.{symbol}(ptr %context, ptr %arguments, ptr %answer)"
    )
    given = []
    for place in packed((INT, *parameters)).places:
        address = writer.value(f"getelementptr inbounds i8, ptr %arguments, i64 {place.offset}")
        llvm = llvm_type(place.layout)
        given.append(f"{llvm} {writer.value(f'load {llvm}, ptr {address}')}")
    llvm = llvm_type(result)
    both = f"{{ i32, {llvm} }}"
    answer = writer.value(f"call {both} {function}(ptr %context, {', '.join(given)})")
    status = writer.value(f"extractvalue {both} {answer}, 0")
    give, leave = writer.new_label("give"), writer.new_label("leave")
    writer.branch(writer.value(f"icmp eq i32 {status}, {RETURNED}"), give, leave, LIKELY)
    writer.begin(give)
    value = writer.value(f"extractvalue {both} {answer}, 1")
    writer.do(f"store {llvm} {value}, ptr %answer")
    writer.begin(leave)
    writer.end(f"ret i32 {status}")
    return writer.text()


def _context_word(writer: FunctionWriter, offset: int, llvm: str) -> str:
    place = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {offset}")
    return writer.value(f"load {llvm}, ptr {place}, align 8")


def _store_context(writer: FunctionWriter, offset: int, llvm: str, value: str) -> None:
    place = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {offset}")
    writer.do(f"store {llvm} {value}, ptr {place}, align 8")


def failures_text(conversions: Conversions, failures: Mapping[str, int]) -> str:
    """``python.fail(address, number, context)`` and ``python.failing(address)``.

    The first gives a context to the failure that begins its way, the second the context of the one
    that is on its way, both as tuples.
    """
    return f"{_fail_text(conversions, failures)}\n{_failing_text(conversions, failures)}"


def _switch(writer: FunctionWriter, number: str, failures: Mapping[str, int]) -> dict[str, str]:
    labels = {name: writer.new_label("failure") for name in failures}
    unknown = writer.new_label("unknown")
    listed = " ".join(f"i64 {failures[name]}, label %{label}" for name, label in labels.items())
    writer.end(f"switch i64 {number}, label %{unknown} [ {listed} ]")
    writer.begin(unknown)
    call_api(writer, "PyErr_NoMemory", "ptr", "")
    writer.end("ret ptr null")
    return labels


def _fail_text(conversions: Conversions, failures: Mapping[str, int]) -> str:
    writer = FunctionWriter(f"define ptr @python.fail{_BUILTIN}")
    _context(writer)
    number = call_api(writer, "PyLong_AsLongLong", "i64", f"ptr {_argument(writer, 1)}")
    values = _argument(writer, 2)
    place = writer.place("ptr")
    writer.do(f"store ptr null, ptr {place}")
    labels = _switch(writer, number, failures)
    after = writer.new_label("after")
    statuses = []
    for name, label in labels.items():
        writer.begin(label)
        status = conversions.take(writer, failure_cell(name), values, place)
        statuses.append((status, label))
        writer.jump(after)
    if not statuses:
        return writer.text()
    writer.begin(after)
    status = writer.phi("i32", statuses)
    taken, broken, none = (writer.new_label(word) for word in ("taken", "broken", "none"))
    late, raised = writer.new_label("late"), writer.new_label("raised")
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), late, broken, LIKELY)
    writer.begin(late)
    caught = writer.value("call i32 @jadpo.catch_up(ptr %context)")
    writer.branch(writer.value(f"icmp eq i32 {caught}, 0"), taken, broken, LIKELY)
    writer.begin(taken)
    cell = writer.value(f"load ptr, ptr {place}")
    _store_context(writer, FAILURE, "i64", number)
    _store_context(writer, FAILURE_CELL, "ptr", cell)
    mark = object_at(writer, conversions.place_of(None))
    do_api(writer, "Py_IncRef", f"ptr {mark}")
    writer.end(f"ret ptr {mark}")
    writer.begin(broken)
    error = call_api(writer, "PyErr_Occurred", "ptr", "")
    writer.branch(writer.value(f"icmp eq ptr {error}, null"), none, raised)
    writer.begin(none)
    call_api(writer, "PyErr_NoMemory", "ptr", "")
    writer.begin(raised)
    writer.end("ret ptr null")
    return writer.text()


def _failing_text(conversions: Conversions, failures: Mapping[str, int]) -> str:
    writer = FunctionWriter(f"define ptr @python.failing{_BUILTIN}")
    _context(writer)
    number = _context_word(writer, FAILURE, "i64")
    cell = _context_word(writer, FAILURE_CELL, "ptr")
    labels = _switch(writer, number, failures)
    after, broken = writer.new_label("after"), writer.new_label("broken")
    objects = []
    for name, label in labels.items():
        writer.begin(label)
        given = conversions.give(writer, failure_cell(name), cell)
        objects.append((given, label))
        writer.jump(after)
    if not objects:
        return writer.text()
    writer.begin(after)
    given = writer.phi("ptr", objects)
    there = writer.new_label("there")
    writer.branch(writer.value(f"icmp eq ptr {given}, null"), broken, there, UNLIKELY)
    writer.begin(there)
    _catch_up(writer, broken)
    writer.end(f"ret ptr {given}")
    writer.begin(broken)
    writer.end("ret ptr null")
    return writer.text()


def objects_text(count: int) -> str:
    """The table of the module's Python objects, which the loader fills in."""
    return f"@{OBJECTS_SYMBOL} = global [{max(count, 1)} x ptr] zeroinitializer, align 8\n"
