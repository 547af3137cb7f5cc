"""What compiled code uses of CPython's C API, by way of a table that the loader fills in.

Only functions of the stable ABI, or documented as exported, are used, and no field of an object is
read. Object code names a function by its place in the table, so it holds no address. Python's
lock is held wherever one is called: a body that may run for long lets go of it, and takes it again
around each call of Python (``@jadpo.enter_python``).
"""

from typing import Final

from jadpo_codegen.support.context import THREAD, WORK, WORK_ROOM, WORK_USED, field
from jadpo_codegen.writer import FunctionWriter

API: Final = (
    "Py_IncRef",
    "Py_DecRef",
    "PyErr_Occurred",
    "PyErr_NoMemory",
    "PyErr_SetNone",
    "PyEval_SaveThread",
    "PyEval_RestoreThread",
    "PyObject_Vectorcall",
    "PyObject_VectorcallMethod",
    "PyObject_GetAttr",
    "PyObject_IsTrue",
    "PyObject_IsInstance",
    "PyObject_Str",
    "PyLong_FromLongLong",
    "PyLong_AsLongLong",
    "PyLong_AsVoidPtr",
    "PyUnicode_FromStringAndSize",
    "PyUnicode_AsUTF8AndSize",
    "PyUnicode_GetLength",
    "PyBytes_FromStringAndSize",
    "PyBytes_AsString",
    "PyBytes_Size",
    "PyByteArray_AsString",
    "PyTuple_New",
    "PyTuple_GetItem",
    "PyList_New",
    "PyList_SetItem",
    "PyList_GetItem",
    "PyList_Size",
    "PyList_Append",
    "PySequence_List",
    "PyDict_New",
    "PyDict_SetItem",
    "PyDict_Next",
    "PyDict_Clear",
    "PyDict_GetItemWithError",
)
"""The functions, by their places in the table."""

API_SYMBOL: Final = "python.api"
"""The table's name in a module."""

TUPLE_START_SYMBOL: Final = "python.tuple_start"
"""Where the items of a tuple begin in it: the size of its fixed part, which Python tells."""

OBJECTS_SYMBOL: Final = "python.objects"
"""The name of the table of Python objects that a module uses."""

_PLACES: Final = {name: place for place, name in enumerate(API)}


def api_address(name: str) -> str:
    """The address of a function's place in the table, as a constant expression."""
    return f"getelementptr inbounds (ptr, ptr @{API_SYMBOL}, i64 {_PLACES[name]})"


def call_api(writer: FunctionWriter, name: str, returns: str, arguments: str) -> str:
    """Write a call of a function that gives something; ``arguments`` as in LLVM IR."""
    function = writer.value(f"load ptr, ptr {api_address(name)}, align 8")
    return writer.value(f"call {returns} {function}({arguments})")


def do_api(writer: FunctionWriter, name: str, arguments: str) -> None:
    """Write a call of a function that gives nothing."""
    function = writer.value(f"load ptr, ptr {api_address(name)}, align 8")
    writer.do(f"call void {function}({arguments})")


def object_at(writer: FunctionWriter, place: int) -> str:
    """Write the read of an object of the module's table, which goes on holding it."""
    return writer.value(
        f"load ptr, ptr getelementptr inbounds (ptr, ptr @{OBJECTS_SYMBOL}, i64 {place}), align 8"
    )


def set_tuple_item(writer: FunctionWriter, container: str, index: str, item: str) -> None:
    """Write the store of an item into a tuple that is new, which takes the reference.

    The API's own function refuses where the tuple is held already, as a shared one may be.
    """
    start = writer.value(f"load i64, ptr @{TUPLE_START_SYMBOL}, align 8")
    items = writer.value(f"getelementptr inbounds i8, ptr {container}, i64 {start}")
    place = writer.value(f"getelementptr inbounds ptr, ptr {items}, i64 {index}")
    writer.do(f"store ptr {item}, ptr {place}, align 8")


DEFERRED_SIZE: Final = 32
"""Bytes of a conversion that waits for its turn: four words."""

DEPTH: Final = 64
"""How deep conversions go before one is put off, so that a value may be nested without bound."""

PYTHON_TEXT: Final = f"""\
@{TUPLE_START_SYMBOL} = global i64 0, align 8
@{API_SYMBOL} = global [{len(API)} x ptr] zeroinitializer, align 8

; Takes Python's lock where the body had let go of it; whether it had.
define internal i1 @jadpo.enter_python(ptr %context) noinline {{
  {field("%place", THREAD)}
  %thread = load ptr, ptr %place, align 8
  %held = icmp eq ptr %thread, null
  br i1 %held, label %done, label %take
take:
  store ptr null, ptr %place, align 8
  %restore = load ptr, ptr {api_address("PyEval_RestoreThread")}, align 8
  call void %restore(ptr %thread)
  br label %done
done:
  %taken = xor i1 %held, true
  ret i1 %taken
}}

; Lets go of Python's lock where the body had.
define internal void @jadpo.leave_python(ptr %context, i1 %taken) noinline {{
  br i1 %taken, label %give, label %done
give:
  %save = load ptr, ptr {api_address("PyEval_SaveThread")}, align 8
  %thread = call ptr %save()
  {field("%place", THREAD)}
  store ptr %thread, ptr %place, align 8
  br label %done
done:
  ret void
}}

; Puts off a conversion; its four words. Whether there was no memory for it.
define internal i1 @jadpo.defer(ptr %context, ptr %do, ptr %a, ptr %b, i64 %c) noinline {{
  {field("%used.place", WORK_USED)}
  %used = load i64, ptr %used.place, align 8
  {field("%room.place", WORK_ROOM)}
  %room = load i64, ptr %room.place, align 8
  {field("%work.place", WORK)}
  %full = icmp uge i64 %used, %room
  br i1 %full, label %grow, label %put
grow:
  %twice = shl i64 %room, 1
  %more = or i64 %twice, 64
  %size = mul i64 %more, {DEFERRED_SIZE}
  %old = load ptr, ptr %work.place, align 8
  %new = call ptr @realloc(ptr %old, i64 %size)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %none, label %grown
grown:
  store ptr %new, ptr %work.place, align 8
  store i64 %more, ptr %room.place, align 8
  br label %put
put:
  %work = load ptr, ptr %work.place, align 8
  %offset = mul i64 %used, {DEFERRED_SIZE}
  %entry = getelementptr inbounds i8, ptr %work, i64 %offset
  store ptr %do, ptr %entry, align 8
  %a.place = getelementptr inbounds i8, ptr %entry, i64 8
  store ptr %a, ptr %a.place, align 8
  %b.place = getelementptr inbounds i8, ptr %entry, i64 16
  store ptr %b, ptr %b.place, align 8
  %c.place = getelementptr inbounds i8, ptr %entry, i64 24
  store i64 %c, ptr %c.place, align 8
  %after = add i64 %used, 1
  store i64 %after, ptr %used.place, align 8
  ret i1 false
none:
  ret i1 true
}}

; Does what was put off, each as `status do(context, a, b, c)`, until one does not return 0.
define internal i32 @jadpo.catch_up(ptr %context) noinline {{
begin:
  {field("%used.place", WORK_USED)}
  {field("%work.place", WORK)}
  br label %loop
loop:
  %used = load i64, ptr %used.place, align 8
  %over = icmp eq i64 %used, 0
  br i1 %over, label %done, label %take
take:
  %last = sub i64 %used, 1
  store i64 %last, ptr %used.place, align 8
  %work = load ptr, ptr %work.place, align 8
  %offset = mul i64 %last, {DEFERRED_SIZE}
  %entry = getelementptr inbounds i8, ptr %work, i64 %offset
  %do = load ptr, ptr %entry, align 8
  %a.place = getelementptr inbounds i8, ptr %entry, i64 8
  %a = load ptr, ptr %a.place, align 8
  %b.place = getelementptr inbounds i8, ptr %entry, i64 16
  %b = load ptr, ptr %b.place, align 8
  %c.place = getelementptr inbounds i8, ptr %entry, i64 24
  %c = load i64, ptr %c.place, align 8
  %status = call i32 %do(ptr %context, ptr %a, ptr %b, i64 %c)
  %well = icmp eq i32 %status, 0
  br i1 %well, label %loop, label %broken
broken:
  store i64 0, ptr %used.place, align 8
  ret i32 %status
done:
  ret i32 0
}}
"""
"""The functions around the API."""
