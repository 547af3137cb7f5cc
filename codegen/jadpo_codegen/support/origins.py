"""Python objects that cells were made of, held until the cells are gone.

A snapshot of a row comes from Python and often goes back to it unread, so its cell holds on to the
object, and takes the fields out of it only when one is read. The object is held by a *holder*, a
cell of 32 bytes: +0 the next holder, +12 its room as in every cell, +16 the object, +24 the
holder before it. References to objects are only let go of while Python's lock is held, so the
holder of a cell that is gone waits in a list of its own.
"""

from typing import Final

from jadpo_codegen.support.context import GONE, ORIGINS, field
from jadpo_codegen.support.python_api import api_address

HOLDER_ROOM: Final = 32
"""The room of a holder."""

ORIGINS_TEXT: Final = f"""\
; A holder of an object, of which it takes a new reference; null without memory.
define internal ptr @jadpo.hold_origin(ptr %context, ptr %object) noinline {{
  %holder = call ptr @jadpo.allocate(ptr %context, i64 {HOLDER_ROOM}, i32 0)
  %refused = icmp eq ptr %holder, null
  br i1 %refused, label %done, label %fill
fill:
  %object.place = getelementptr inbounds i8, ptr %holder, i64 16
  store ptr %object, ptr %object.place, align 8
  {field("%first.place", ORIGINS)}
  %first = load ptr, ptr %first.place, align 8
  store ptr %first, ptr %holder, align 8
  %before.place = getelementptr inbounds i8, ptr %holder, i64 24
  store ptr null, ptr %before.place, align 8
  store ptr %holder, ptr %first.place, align 8
  %alone = icmp eq ptr %first, null
  br i1 %alone, label %share, label %link
link:
  %back = getelementptr inbounds i8, ptr %first, i64 24
  store ptr %holder, ptr %back, align 8
  br label %share
share:
  %increase = load ptr, ptr {api_address("Py_IncRef")}, align 8
  call void %increase(ptr %object)
  br label %done
done:
  ret ptr %holder
}}

; Puts the holder of a cell that is gone among those that wait.
define internal void @jadpo.drop_origin(ptr %context, ptr %holder) noinline {{
  %next = load ptr, ptr %holder, align 8
  %before.place = getelementptr inbounds i8, ptr %holder, i64 24
  %before = load ptr, ptr %before.place, align 8
  %is.first = icmp eq ptr %before, null
  {field("%first.place", ORIGINS)}
  %link = select i1 %is.first, ptr %first.place, ptr %before
  store ptr %next, ptr %link, align 8
  %is.last = icmp eq ptr %next, null
  br i1 %is.last, label %wait, label %back
back:
  %back.place = getelementptr inbounds i8, ptr %next, i64 24
  store ptr %before, ptr %back.place, align 8
  br label %wait
wait:
  {field("%gone.place", GONE)}
  %gone = load ptr, ptr %gone.place, align 8
  store ptr %gone, ptr %holder, align 8
  store ptr %holder, ptr %gone.place, align 8
  ret void
}}

; Lets go of the objects of a list of holders. Python's lock is held.
define internal void @jadpo.release_origins(ptr %context, ptr %place) noinline {{
  br label %loop
loop:
  %holder = load ptr, ptr %place, align 8
  %over = icmp eq ptr %holder, null
  br i1 %over, label %done, label %take
take:
  %next = load ptr, ptr %holder, align 8
  store ptr %next, ptr %place, align 8
  %object.place = getelementptr inbounds i8, ptr %holder, i64 16
  %object = load ptr, ptr %object.place, align 8
  call void @jadpo.free(ptr %context, ptr %holder)
  %decrease = load ptr, ptr {api_address("Py_DecRef")}, align 8
  call void %decrease(ptr %object)
  br label %loop
done:
  ret void
}}
"""
"""The functions."""
