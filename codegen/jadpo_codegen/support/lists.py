"""Lists: a vector in a cell, its length at +16, its elements from +32 on.

The room of a list follows from the size class of its cell, so that appending is amortised O(1).
"""

from typing import Final

from jadpo_codegen.layouts import Layout, is_counted, llvm_type, size_of
from jadpo_codegen.support.pool import LARGEST_SMALL, ROOM_UNIT, STRIP
from jadpo_runtime.values import INT_MAX

LENGTH: Final = 16
"""Where the length is in the cell."""

START: Final = 32
"""Where the elements begin in the cell."""


def list_functions(kind: int, element: Layout) -> str:
    """The functions of the lists of one kind.

    ``@unshared.N(context, list, more)`` takes a list and gives one that nobody else holds, with
    room for ``more`` elements; null without memory. ``@parts.N`` lets go of the elements.
    ``@concat.N(context, left, right)`` takes its first list; ``@slice.N(context, list, start,
    end)`` and ``@reverse.N(context, list)`` borrow theirs. All give null without memory, and where
    the stop byte is set.
    """
    llvm = llvm_type(element)
    stride = size_of(element)
    return f"""\
define internal ptr @unshared.{kind}(ptr %context, ptr %list, i64 %more) alwaysinline {{
  %count = load i64, ptr %list, align 8, !tbaa !2
  %unshared = icmp eq i64 %count, 1
  %length.place = getelementptr inbounds i8, ptr %list, i64 {LENGTH}
  %length = load i64, ptr %length.place, align 8, !tbaa !2
  %wanted = add i64 %length, %more
  %wanted.bytes = mul i64 %wanted, {stride}
  %size = add i64 %wanted.bytes, {START}
  %room.place = getelementptr inbounds i8, ptr %list, i64 12
  %room.short = load i32, ptr %room.place, align 4, !tbaa !2
  %units = zext i32 %room.short to i64
  %size.now = shl i64 %units, {ROOM_UNIT}
  %fits = icmp ule i64 %size, %size.now
  %in.place = and i1 %unshared, %fits
  br i1 %in.place, label %keep, label %move, !prof !1
keep:
  ret ptr %list
move:
  %new = call ptr @grown.{kind}(ptr %context, ptr %list, i64 %size, i1 %unshared)
  ret ptr %new
}}

define internal ptr @grown.{kind}(ptr %context, ptr %list, i64 %size, i1 %unshared) noinline {{
entry:
  %room.now = call i64 @jadpo.room_of(ptr %list)
  %is.large = icmp ugt i64 %room.now, {LARGEST_SMALL}
  %enlarges = and i1 %unshared, %is.large
  br i1 %enlarges, label %enlarge, label %make
enlarge:
  %enlarged = call ptr @jadpo.enlarge(ptr %context, ptr %list, i64 %size)
  ret ptr %enlarged
make:
  %room = call i64 @jadpo.room(i64 %size)
  %new = call ptr @jadpo.allocate(ptr %context, i64 %room, i32 {kind})
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %none, label %copy
copy:
  %length.place = getelementptr inbounds i8, ptr %list, i64 {LENGTH}
  %length = load i64, ptr %length.place, align 8
  %new.length.place = getelementptr inbounds i8, ptr %new, i64 {LENGTH}
  store i64 %length, ptr %new.length.place, align 8
  %from = getelementptr inbounds i8, ptr %list, i64 {START}
  %to = getelementptr inbounds i8, ptr %new, i64 {START}
  %bytes = mul i64 %length, {stride}
  %copied = call ptr @memcpy(ptr %to, ptr %from, i64 %bytes)
  br i1 %unshared, label %forget, label %share
forget:
  call void @jadpo.free(ptr %context, ptr %list)
  ret ptr %new
share:
{_each(element, "%to", "call void @jadpo.retain(ptr %cell)", "ret ptr null")}
  call void @jadpo.release(ptr %context, ptr %list)
  ret ptr %new
none:
  ret ptr null
}}

define internal ptr @concat.{kind}(ptr %context, ptr %left, ptr %right) noinline {{
entry:
  %right.length.place = getelementptr inbounds i8, ptr %right, i64 {LENGTH}
  %length = load i64, ptr %right.length.place, align 8
  %list = call ptr @unshared.{kind}(ptr %context, ptr %left, i64 %length)
  %refused = icmp eq ptr %list, null
  br i1 %refused, label %none, label %copy
copy:
  %length.place = getelementptr inbounds i8, ptr %list, i64 {LENGTH}
  %left.length = load i64, ptr %length.place, align 8
  %all = add i64 %left.length, %length
  store i64 %all, ptr %length.place, align 8
  %offset = mul i64 %left.length, {stride}
  %start = getelementptr inbounds i8, ptr %list, i64 {START}
  %to = getelementptr inbounds i8, ptr %start, i64 %offset
  %from = getelementptr inbounds i8, ptr %right, i64 {START}
  %bytes = mul i64 %length, {stride}
  %copied = call ptr @memcpy(ptr %to, ptr %from, i64 %bytes)
  br label %share
share:
{_each(element, "%to", "call void @jadpo.retain(ptr %cell)", "ret ptr null")}
  ret ptr %list
none:
  ret ptr null
}}

define internal ptr @slice.{kind}(ptr %context, ptr %list, i64 %start, i64 %end) noinline {{
entry:
  %all.place = getelementptr inbounds i8, ptr %list, i64 {LENGTH}
  %all = load i64, ptr %all.place, align 8
  %behind = call i64 @jadpo.clamped(i64 %end, i64 %all)
  %first = call i64 @jadpo.clamped(i64 %start, i64 %behind)
  %length = sub i64 %behind, %first
  %bytes = mul i64 %length, {stride}
  %size = add i64 %bytes, {START}
  %room = call i64 @jadpo.room(i64 %size)
  %new = call ptr @jadpo.allocate(ptr %context, i64 %room, i32 {kind})
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %none, label %copy
copy:
  %length.place = getelementptr inbounds i8, ptr %new, i64 {LENGTH}
  store i64 %length, ptr %length.place, align 8
  %to = getelementptr inbounds i8, ptr %new, i64 {START}
  %base = getelementptr inbounds i8, ptr %list, i64 {START}
  %offset = mul i64 %first, {stride}
  %from = getelementptr inbounds i8, ptr %base, i64 %offset
  %copied = call ptr @memcpy(ptr %to, ptr %from, i64 %bytes)
  br label %share
share:
{_each(element, "%to", "call void @jadpo.retain(ptr %cell)", "ret ptr null")}
  ret ptr %new
none:
  ret ptr null
}}

define internal ptr @reverse.{kind}(ptr %context, ptr %list) noinline {{
entry:
  %new = call ptr @slice.{kind}(ptr %context, ptr %list, i64 0, i64 {INT_MAX})
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %done, label %begin
begin:
  %length.place = getelementptr inbounds i8, ptr %new, i64 {LENGTH}
  %length = load i64, ptr %length.place, align 8
  %start = getelementptr inbounds i8, ptr %new, i64 {START}
  br label %loop
loop:
  %low = phi i64 [ 0, %begin ], [ %low.next, %swap ]
  %high.after = phi i64 [ %length, %begin ], [ %high, %swap ]
  %high = sub i64 %high.after, 1
  %on = icmp slt i64 %low, %high
  br i1 %on, label %look, label %done
look:
  %low.next = add i64 %low, 1
  %strip = and i64 %low.next, {STRIP - 1}
  %polls = icmp eq i64 %strip, 0
  br i1 %polls, label %poll, label %swap
poll:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %stopped, label %swap
stopped:
  ret ptr null
swap:
  %low.offset = mul i64 %low, {stride}
  %high.offset = mul i64 %high, {stride}
  %low.place = getelementptr inbounds i8, ptr %start, i64 %low.offset
  %high.place = getelementptr inbounds i8, ptr %start, i64 %high.offset
  %low.item = load {llvm}, ptr %low.place
  %high.item = load {llvm}, ptr %high.place
  store {llvm} %high.item, ptr %low.place
  store {llvm} %low.item, ptr %high.place
  br label %loop
done:
  ret ptr %new
}}

define internal void @parts.{kind}(ptr %context, ptr %list) {{
share:
  %length.place = getelementptr inbounds i8, ptr %list, i64 {LENGTH}
  %length = load i64, ptr %length.place, align 8
  %from = getelementptr inbounds i8, ptr %list, i64 {START}
{_each(element, "%from", "call void @jadpo.release(ptr %context, ptr %cell)", "ret void")}
  ret void
}}
"""


def _each(element: Layout, start: str, act: str, stopped: str) -> str:
    """A loop over the cells among ``%length`` elements, from the block ``share`` on.

    It is left by the instruction ``stopped`` where the stop byte is set [L6].
    """
    if not is_counted(element):
        return ""
    return f"""\
  br label %loop
loop:
  %at = phi i64 [ 0, %share ], [ %next, %body ]
  %over = icmp uge i64 %at, %length
  br i1 %over, label %after, label %look
look:
  %next = add i64 %at, 1
  %strip = and i64 %next, {STRIP - 1}
  %polls = icmp eq i64 %strip, 0
  br i1 %polls, label %poll, label %body
poll:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %stopped, label %body
stopped:
  {stopped}
body:
  %place = getelementptr inbounds ptr, ptr {start}, i64 %at
  %cell = load ptr, ptr %place, align 8
  {act}
  br label %loop
after:"""


LISTS_TEXT: Final = """\
; A number between nought and a length.
define internal i64 @jadpo.clamped(i64 %number, i64 %length) alwaysinline {
  %negative = icmp slt i64 %number, 0
  %positive = select i1 %negative, i64 0, i64 %number
  %beyond = icmp sgt i64 %positive, %length
  %result = select i1 %beyond, i64 %length, i64 %positive
  ret i64 %result
}
"""
