"""Conversions of values that are shared, and of very many values.

A value that two others hold becomes one object, which both of them hold: what is nested and shared
again and again would otherwise grow without bound. And however much there is to convert, Python's
other threads have their turn meanwhile, and the stop byte is looked at [L6].
"""

from typing import Final

from jadpo_codegen.support.context import KNOWN, KNOWN_COUNT, STEPS, STOP, WORK_USED, field
from jadpo_codegen.support.python_api import api_address

STEPS_AT_ONCE: Final = 1 << 16
"""Values that are converted before other threads have their turn."""

SHARING_TEXT: Final = f"""\
; The object that a key stands for in this conversion, borrowed; null where there is none yet.
define internal ptr @jadpo.known(ptr %context, ptr %key) noinline {{
  {field("%count.place", KNOWN_COUNT)}
  %count = load i64, ptr %count.place, align 8
  %none = icmp eq i64 %count, 0
  br i1 %none, label %unknown, label %look
look:
  {field("%known.place", KNOWN)}
  %known = load ptr, ptr %known.place, align 8
  %make = load ptr, ptr {api_address("PyLong_FromLongLong")}, align 8
  %number = ptrtoint ptr %key to i64
  %word = call ptr %make(i64 %number)
  %failed = icmp eq ptr %word, null
  br i1 %failed, label %unknown, label %find
find:
  %get = load ptr, ptr {api_address("PyDict_GetItemWithError")}, align 8
  %found = call ptr %get(ptr %known, ptr %word)
  %release = load ptr, ptr {api_address("Py_DecRef")}, align 8
  call void %release(ptr %word)
  ret ptr %found
unknown:
  ret ptr null
}}

; Notes what a key stands for; without memory it is not noted.
define internal void @jadpo.note(ptr %context, ptr %key, ptr %object) noinline {{
  {field("%known.place", KNOWN)}
  %known = load ptr, ptr %known.place, align 8
  %make = load ptr, ptr {api_address("PyLong_FromLongLong")}, align 8
  %number = ptrtoint ptr %key to i64
  %word = call ptr %make(i64 %number)
  %failed = icmp eq ptr %word, null
  br i1 %failed, label %done, label %put
put:
  {field("%count.place", KNOWN_COUNT)}
  %count = load i64, ptr %count.place, align 8
  %more = add i64 %count, 1
  store i64 %more, ptr %count.place, align 8
  %set = load ptr, ptr {api_address("PyDict_SetItem")}, align 8
  call i32 %set(ptr %known, ptr %word, ptr %object)
  %release = load ptr, ptr {api_address("Py_DecRef")}, align 8
  call void %release(ptr %word)
  br label %done
done:
  ret void
}}

; Ends a conversion, whole or broken off: nothing waits any more, and no key stands for anything.
define internal void @jadpo.end_conversion(ptr %context) noinline {{
  {field("%used.place", WORK_USED)}
  store i64 0, ptr %used.place, align 8
  {field("%count.place", KNOWN_COUNT)}
  %count = load i64, ptr %count.place, align 8
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %clear
clear:
  store i64 0, ptr %count.place, align 8
  {field("%known.place", KNOWN)}
  %known = load ptr, ptr %known.place, align 8
  %empty = load ptr, ptr {api_address("PyDict_Clear")}, align 8
  call void %empty(ptr %known)
  br label %done
done:
  ret void
}}

; Counts a value; from time to time other threads have their turn. Whether the body must stop, and
; then the exception is set.
define internal i1 @jadpo.step(ptr %context, ptr %stopped) noinline {{
  {field("%steps.place", STEPS)}
  %steps = load i64, ptr %steps.place, align 8
  %more = add i64 %steps, 1
  store i64 %more, ptr %steps.place, align 8
  %low = and i64 %more, {STEPS_AT_ONCE - 1}
  %is.time = icmp eq i64 %low, 0
  br i1 %is.time, label %pause, label %on
pause:
  %save = load ptr, ptr {api_address("PyEval_SaveThread")}, align 8
  %thread = call ptr %save()
  %restore = load ptr, ptr {api_address("PyEval_RestoreThread")}, align 8
  call void %restore(ptr %thread)
  {field("%stop.place", STOP)}
  %stop = load ptr, ptr %stop.place, align 8
  %byte = load atomic i8, ptr %stop monotonic, align 1
  %is.set = icmp ne i8 %byte, 0
  br i1 %is.set, label %end, label %on
end:
  %raise = load ptr, ptr {api_address("PyErr_SetNone")}, align 8
  call void %raise(ptr %stopped)
  ret i1 true
on:
  ret i1 false
}}
"""
"""The functions."""
