"""What every module has between Python and compiled code: runs begin, end, and ask; failures."""

from typing import Final

from jadpo_codegen.conversion.conversions import NO_MEMORY, UNTAKEN
from jadpo_codegen.conversion.pieces import BUILTIN
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
    STOP,
    THREAD,
    THREAD_STACK,
    TRAIL,
    TRAIL_LENGTH,
    TRAIL_ROOM,
    WORK,
    field,
)
from jadpo_codegen.support.python_api import OBJECTS_SYMBOL, api_address

REFUSED: Final = 3
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
    i32 {REFUSED}, label %rejected
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
  call void @jadpo.end_conversion(ptr %context)
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

define ptr @python.drop{BUILTIN} {{
  %address = load ptr, ptr %given, align 8
  %number = load ptr, ptr {api_address("PyLong_AsVoidPtr")}, align 8
  %context = call ptr %number(ptr %address)
  call void @jadpo.drop_pool(ptr %context)
  %share = load ptr, ptr {api_address("Py_IncRef")}, align 8
  call void %share(ptr %address)
  ret ptr %address
}}

; Gives back what a context keeps from run to run; it is not used again.
define ptr @python.free{BUILTIN} {{
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


def objects_text(count: int) -> str:
    """The table of the module's Python objects, which the loader fills in."""
    return f"@{OBJECTS_SYMBOL} = global [{max(count, 1)} x ptr] zeroinitializer, align 8\n"
