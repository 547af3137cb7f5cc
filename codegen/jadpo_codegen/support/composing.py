"""Texts composed of others: with parts replaced, joined, repeated.

Functions that give a cell give null without memory, and where the stop byte is set. The others end
early then: whoever calls them looks at the stop byte afterwards [L6].
"""

from typing import Final

from jadpo_codegen.support.text_parts import head, poll_text
from jadpo_codegen.support.texts import BYTES_START

COMPOSING_TEXT: Final = f"""\
; How often a part that is not empty stands in a text.
define internal i64 @jadpo.occurrences(ptr %context, ptr %text, ptr %part) noinline {{
entry:
{head("%text", "%t")}{head("%part", "%p")}\
  br label %loop
loop:
  %at = phi ptr [ %t.start, %entry ], [ %after, %on ]
  %number = phi i64 [ 0, %entry ], [ %more, %on ]
  %hit = call ptr @jadpo.find_bytes(
    ptr %context, ptr %at, ptr %t.end, ptr %p.start, i64 %p.bytes)
  %over = icmp eq ptr %hit, null
  br i1 %over, label %done, label %found
found:
  %after = getelementptr inbounds i8, ptr %hit, i64 %p.bytes
  %more = add i64 %number, 1
{poll_text("%number", "on", "done")}on:
  br label %loop
done:
  ret i64 %number
}}

; The text with each part, of which there are %number, replaced.
define internal ptr @jadpo.text_replace(ptr %context, ptr %text, ptr %part, ptr %with,
    i64 %number, i32 %kind) noinline {{
entry:
{head("%text", "%t")}{head("%part", "%p")}{head("%with", "%w")}\
  %growth.bytes = sub i64 %w.bytes, %p.bytes
  %growth.points = sub i64 %w.points, %p.points
  %more.bytes = mul i64 %growth.bytes, %number
  %more.points = mul i64 %growth.points, %number
  %bytes = add i64 %t.bytes, %more.bytes
  %points = add i64 %t.points, %more.points
  %new = call ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %points, i32 %kind)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %done, label %begin
begin:
  %to.start = getelementptr inbounds i8, ptr %new, i64 {BYTES_START}
  br label %loop
loop:
  %at = phi ptr [ %t.start, %begin ], [ %after, %on ]
  %to = phi ptr [ %to.start, %begin ], [ %to.next, %on ]
  %count = phi i64 [ 0, %begin ], [ %count.next, %on ]
  %hit = call ptr @jadpo.find_bytes(
    ptr %context, ptr %at, ptr %t.end, ptr %p.start, i64 %p.bytes)
  %over = icmp eq ptr %hit, null
  br i1 %over, label %last, label %copy
last:
  ; A search that the stop byte ended has missed parts, for which there is no room.
  %is.stopped = call i1 @jadpo.stops(ptr %context)
  br i1 %is.stopped, label %none, label %copy
copy:
  %end = select i1 %over, ptr %t.end, ptr %hit
  %end.word = ptrtoint ptr %end to i64
  %at.word = ptrtoint ptr %at to i64
  %kept = sub i64 %end.word, %at.word
  %copied = call ptr @memcpy(ptr %to, ptr %at, i64 %kept)
  br i1 %over, label %done, label %found
found:
  %to.part = getelementptr inbounds i8, ptr %to, i64 %kept
  %put = call ptr @memcpy(ptr %to.part, ptr %w.start, i64 %w.bytes)
  %to.next = getelementptr inbounds i8, ptr %to.part, i64 %w.bytes
  %after = getelementptr inbounds i8, ptr %hit, i64 %p.bytes
  %count.next = add i64 %count, 1
{poll_text("%count", "on", "none")}on:
  br label %loop
done:
  ret ptr %new
none:
  ret ptr null
}}

; The bytes and code points of the joined texts of a list.
define internal {{ i64, i64 }} @jadpo.joined_size(
    ptr %context, ptr %list, ptr %separator) noinline {{
entry:
{head("%separator", "%s")}\
  %length.place = getelementptr inbounds i8, ptr %list, i64 16
  %length = load i64, ptr %length.place, align 8
  %start = getelementptr inbounds i8, ptr %list, i64 32
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %turn ]
  %bytes = phi i64 [ 0, %entry ], [ %bytes.more, %turn ]
  %points = phi i64 [ 0, %entry ], [ %points.more, %turn ]
  %over = icmp uge i64 %at, %length
  br i1 %over, label %done, label %look
look:
{poll_text("%at", "turn", "done")}turn:
  %is.first = icmp eq i64 %at, 0
  %between.bytes = select i1 %is.first, i64 0, i64 %s.bytes
  %between.points = select i1 %is.first, i64 0, i64 %s.points
  %place = getelementptr inbounds ptr, ptr %start, i64 %at
  %part = load ptr, ptr %place, align 8
{head("%part", "%p")}\
  %bytes.with = add i64 %bytes, %between.bytes
  %bytes.more = add i64 %bytes.with, %p.bytes
  %points.with = add i64 %points, %between.points
  %points.more = add i64 %points.with, %p.points
  %next = add i64 %at, 1
  br label %loop
done:
  %first = insertvalue {{ i64, i64 }} undef, i64 %bytes, 0
  %both = insertvalue {{ i64, i64 }} %first, i64 %points, 1
  ret {{ i64, i64 }} %both
}}

define internal ptr @jadpo.text_join(ptr %context, ptr %list, ptr %separator,
    i64 %bytes, i64 %points, i32 %kind) noinline {{
entry:
{head("%separator", "%s")}\
  %length.place = getelementptr inbounds i8, ptr %list, i64 16
  %length = load i64, ptr %length.place, align 8
  %start = getelementptr inbounds i8, ptr %list, i64 32
  %new = call ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %points, i32 %kind)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %done, label %begin
begin:
  %to.start = getelementptr inbounds i8, ptr %new, i64 {BYTES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %next, %turn ]
  %to = phi ptr [ %to.start, %begin ], [ %to.next, %turn ]
  %over = icmp uge i64 %at, %length
  br i1 %over, label %done, label %ask
ask:
{poll_text("%at", "look", "none")}look:
  %is.first = icmp eq i64 %at, 0
  br i1 %is.first, label %turn, label %between
between:
  %put = call ptr @memcpy(ptr %to, ptr %s.start, i64 %s.bytes)
  %to.behind = getelementptr inbounds i8, ptr %to, i64 %s.bytes
  br label %turn
turn:
  %to.part = phi ptr [ %to, %look ], [ %to.behind, %between ]
  %place = getelementptr inbounds ptr, ptr %start, i64 %at
  %part = load ptr, ptr %place, align 8
{head("%part", "%p")}\
  %copied = call ptr @memcpy(ptr %to.part, ptr %p.start, i64 %p.bytes)
  %to.next = getelementptr inbounds i8, ptr %to.part, i64 %p.bytes
  %next = add i64 %at, 1
  br label %loop
done:
  ret ptr %new
none:
  ret ptr null
}}

; %fill over and over, from its begin, until there are %points code points, then %text.
define internal ptr @jadpo.text_filled(ptr %context, ptr %fill, i64 %times, ptr %rest,
    ptr %text, i32 %kind) noinline {{
entry:
{head("%fill", "%f")}{head("%text", "%t")}\
  %rest.word = ptrtoint ptr %rest to i64
  %fill.word = ptrtoint ptr %f.start to i64
  %rest.bytes = sub i64 %rest.word, %fill.word
  %whole = mul i64 %f.bytes, %times
  %filled = add i64 %whole, %rest.bytes
  %bytes = add i64 %filled, %t.bytes
  %rest.points = call i64 @jadpo.points(ptr %f.start, ptr %rest)
  %whole.points = mul i64 %f.points, %times
  %filled.points = add i64 %whole.points, %rest.points
  %points = add i64 %filled.points, %t.points
  %new = call ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %points, i32 %kind)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %done, label %begin
begin:
  %to.start = getelementptr inbounds i8, ptr %new, i64 {BYTES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %next, %turn ]
  %to = phi ptr [ %to.start, %begin ], [ %to.next, %turn ]
  %over = icmp uge i64 %at, %times
  br i1 %over, label %finish, label %look
look:
{poll_text("%at", "turn", "none")}turn:
  %copied = call ptr @memcpy(ptr %to, ptr %f.start, i64 %f.bytes)
  %to.next = getelementptr inbounds i8, ptr %to, i64 %f.bytes
  %next = add i64 %at, 1
  br label %loop
finish:
  %put = call ptr @memcpy(ptr %to, ptr %f.start, i64 %rest.bytes)
  %to.rest = getelementptr inbounds i8, ptr %to, i64 %rest.bytes
  %last = call ptr @memcpy(ptr %to.rest, ptr %t.start, i64 %t.bytes)
  br label %done
done:
  ret ptr %new
none:
  ret ptr null
}}
"""
