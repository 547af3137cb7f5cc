"""Python objects that numbers were lately made of, so that they can go back as they came.

Most values of an action go from its arguments to a store or an event unchanged, and a Decimal, a
Uuid or an Instant takes long to make. A run remembers some dozen of those it was given, by their
bits, each in the one place that its bits lead to: +0 the bits, +16 the object, +24 the kind. What
was remembered is let go of with the pool.
"""

from typing import Final

from jadpo_codegen.layouts import CALENDAR_DATE, DECIMAL, DURATION, INSTANT, UUID, Word
from jadpo_codegen.support.context import REMEMBERED, REMEMBERED_PLACES, REMEMBERED_SET, field
from jadpo_codegen.support.python_api import api_address

REMEMBERED_KINDS: Final[dict[Word, int]] = {
    DECIMAL: 1,
    UUID: 2,
    INSTANT: 3,
    DURATION: 4,
    CALENDAR_DATE: 5,
}
"""The kinds of numbers that are remembered."""

_FIND: Final = f"""\
  %low = trunc i128 %bits to i64
  %upper = lshr i128 %bits, 64
  %high = trunc i128 %upper to i64
  %kind.mixed = mul i64 %kind, 40503
  %both = xor i64 %low, %high
  %all = xor i64 %both, %kind.mixed
  %mixed = mul i64 %all, -7046029254386353131
  %number = lshr i64 %mixed, {64 - (REMEMBERED_PLACES - 1).bit_length()}
  {field("%table", REMEMBERED)}
  %offset = shl i64 %number, 5
  %place = getelementptr inbounds i8, ptr %table, i64 %offset
  %object.place = getelementptr inbounds i8, ptr %place, i64 16
  %kind.place = getelementptr inbounds i8, ptr %place, i64 24
"""

REMEMBERED_TEXT: Final = f"""\
; Remembers the object that the bits of a kind of number were made of.
define internal void @jadpo.remember(ptr %context, i64 %kind, i128 %bits, ptr %object) noinline {{
{_FIND}
  {field("%set.place", REMEMBERED_SET)}
  %set = load i64, ptr %set.place, align 8
  %bit = shl i64 1, %number
  %there = and i64 %set, %bit
  %is.free = icmp eq i64 %there, 0
  br i1 %is.free, label %mark, label %drop
drop:
  %old = load ptr, ptr %object.place, align 8
  %decrease = load ptr, ptr {api_address("Py_DecRef")}, align 8
  call void %decrease(ptr %old)
  br label %put
mark:
  %more = or i64 %set, %bit
  store i64 %more, ptr %set.place, align 8
  br label %put
put:
  store i128 %bits, ptr %place, align 16
  store ptr %object, ptr %object.place, align 8
  store i64 %kind, ptr %kind.place, align 8
  %increase = load ptr, ptr {api_address("Py_IncRef")}, align 8
  call void %increase(ptr %object)
  ret void
}}

; The object of some bits, a new reference to it; null where none is remembered.
define internal ptr @jadpo.recall(ptr %context, i64 %kind, i128 %bits) noinline {{
{_FIND}
  {field("%set.place", REMEMBERED_SET)}
  %set = load i64, ptr %set.place, align 8
  %bit = shl i64 1, %number
  %there = and i64 %set, %bit
  %is.free = icmp eq i64 %there, 0
  br i1 %is.free, label %none, label %look
look:
  %its.bits = load i128, ptr %place, align 16
  %its.kind = load i64, ptr %kind.place, align 8
  %same.bits = icmp eq i128 %its.bits, %bits
  %same.kind = icmp eq i64 %its.kind, %kind
  %same = and i1 %same.bits, %same.kind
  br i1 %same, label %give, label %none
give:
  %object = load ptr, ptr %object.place, align 8
  %increase = load ptr, ptr {api_address("Py_IncRef")}, align 8
  call void %increase(ptr %object)
  ret ptr %object
none:
  ret ptr null
}}

; Lets go of all that is remembered. Python's lock is held.
define internal void @jadpo.forget_remembered(ptr %context) noinline {{
begin:
  {field("%set.place", REMEMBERED_SET)}
  {field("%table", REMEMBERED)}
  br label %loop
loop:
  %set = load i64, ptr %set.place, align 8
  %over = icmp eq i64 %set, 0
  br i1 %over, label %done, label %take
take:
  %before = call i64 @llvm.ctlz.i64(i64 %set, i1 true)
  %number = sub i64 63, %before
  %bit = shl i64 1, %number
  %rest = xor i64 %set, %bit
  store i64 %rest, ptr %set.place, align 8
  %offset = shl i64 %number, 5
  %place = getelementptr inbounds i8, ptr %table, i64 %offset
  %object.place = getelementptr inbounds i8, ptr %place, i64 16
  %object = load ptr, ptr %object.place, align 8
  %decrease = load ptr, ptr {api_address("Py_DecRef")}, align 8
  call void %decrease(ptr %object)
  br label %loop
done:
  ret void
}}
"""
"""The functions."""
