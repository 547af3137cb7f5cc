"""Lists: a vector in a cell, its length at +16, its elements from +32 on.

The room of a list follows from the size class of its cell, so that appending is amortised O(1).
"""

from typing import Final

from jadpo_codegen.layouts import Layout, is_counted, size_of
from jadpo_codegen.support.pool import LARGEST_SMALL_CLASS

LENGTH: Final = 16
"""Where the length is in the cell."""

START: Final = 32
"""Where the elements begin in the cell."""


def list_functions(kind: int, element: Layout) -> str:
    """The functions of the lists of one kind.

    ``@unshared.N(context, list, more)`` takes a list and gives one that nobody else holds, with
    room for ``more`` elements; null without memory. ``@parts.N`` lets go of the elements.
    """
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
  %class.place = getelementptr inbounds i8, ptr %list, i64 12
  %class.short = load i32, ptr %class.place, align 4, !tbaa !2
  %class.now = zext i32 %class.short to i64
  %size.now = shl i64 1, %class.now
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
  %class = call i64 @jadpo.class(i64 %size)
  %class.now = call i64 @jadpo.class_of(ptr %list)
  %is.large = icmp ugt i64 %class.now, {LARGEST_SMALL_CLASS}
  %enlarges = and i1 %unshared, %is.large
  br i1 %enlarges, label %enlarge, label %make
enlarge:
  %enlarged = call ptr @jadpo.enlarge(ptr %context, ptr %list, i64 %class)
  ret ptr %enlarged
make:
  %new = call ptr @jadpo.allocate(ptr %context, i64 %class, i32 {kind})
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
{_each(element, "%to", "call void @jadpo.retain(ptr %cell)")}
  call void @jadpo.release(ptr %context, ptr %list)
  ret ptr %new
none:
  ret ptr null
}}

define internal void @parts.{kind}(ptr %context, ptr %list) {{
share:
  %length.place = getelementptr inbounds i8, ptr %list, i64 {LENGTH}
  %length = load i64, ptr %length.place, align 8
  %from = getelementptr inbounds i8, ptr %list, i64 {START}
{_each(element, "%from", "call void @jadpo.release(ptr %context, ptr %cell)")}
  ret void
}}
"""


def _each(element: Layout, start: str, act: str) -> str:
    """A loop over the cells among ``%length`` elements, from the block ``share`` on."""
    if not is_counted(element):
        return ""
    return f"""\
  br label %loop
loop:
  %at = phi i64 [ 0, %share ], [ %next, %body ]
  %over = icmp uge i64 %at, %length
  br i1 %over, label %after, label %body
body:
  %place = getelementptr inbounds ptr, ptr {start}, i64 %at
  %cell = load ptr, ptr %place, align 8
  {act}
  %next = add i64 %at, 1
  br label %loop
after:"""
