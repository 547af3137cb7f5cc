"""The memory of a boundary: counted cells from one pool that is dropped whole at the end.

A cell begins with its count (i64), its kind (i32) and its room, in units of 16 bytes (i32). Small
ones have ``2**n`` bytes, are cut from chunks and used again by way of a free list per size; large
ones have whole pages and are malloc's. A cell whose count falls to nought goes to the list of
pending cells, which is worked off without recursion, so that a value may be nested without bound.
"""

from typing import Final

from jadpo_codegen.support.chunks import FIRST_CHUNK_SIZE
from jadpo_codegen.support.context import (
    BUMP,
    BUMP_END,
    CHUNKS,
    DRAINING,
    FREE,
    GONE,
    LARGE,
    LEFT_OVER,
    LIMIT,
    ORIGINS,
    PENDING,
    SIZE_CLASSES,
    USED,
    field,
)

LARGEST_SMALL: Final = 1 << 15
"""Cells of up to 32 KiB are cut from chunks."""

SMALLEST: Final = 32
"""Bytes of the smallest cell."""

PAGE: Final = 4_096
"""The room of a large cell is a multiple of this."""

ROOM_UNIT: Final = 4
"""The room of a cell is counted in units of two to this power."""

STRIP: Final = 4_096
"""Cells that are gone through between two looks at the stop byte."""

IMMORTAL: Final = 1 << 62
"""The count of a constant: no run can use it up."""


def room_for(size: int) -> int:
    """What ``@jadpo.room`` gives for a number of bytes that is known when code is made."""
    if size > LARGEST_SMALL:
        return -(-size // PAGE) * PAGE
    return max(SMALLEST, 1 << (size - 1).bit_length())


POOL_TEXT: Final = f"""\
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare ptr @realloc(ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @llvm.frameaddress.p0(i32)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare {{ i64, i1 }} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64, i64)

; Whether the stop byte is set [L6].
define internal i1 @jadpo.stops(ptr %context) alwaysinline {{
  %stop = load ptr, ptr %context, align 8
  %byte = load atomic i8, ptr %stop monotonic, align 1
  %set = icmp ne i8 %byte, 0
  ret i1 %set
}}

; The bytes that a cell for so many gets.
define internal i64 @jadpo.room(i64 %size) alwaysinline {{
  %less = sub i64 %size, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %less, i1 false)
  %bits = sub i64 64, %zeros
  %power = shl i64 1, %bits
  %tiny = icmp ult i64 %size, {SMALLEST}
  %small = select i1 %tiny, i64 {SMALLEST}, i64 %power
  %filled = add i64 %size, {PAGE - 1}
  %pages = and i64 %filled, {-PAGE}
  %is.large = icmp ugt i64 %size, {LARGEST_SMALL}
  %usual = select i1 %is.large, i64 %pages, i64 %small
  ; No memory has so much: it stays as it is, and is refused.
  %is.huge = icmp ugt i64 %size, {1 << 40}
  %result = select i1 %is.huge, i64 %size, i64 %usual
  ret i64 %result
}}

define internal i64 @jadpo.room_of(ptr %cell) alwaysinline {{
  %place = getelementptr inbounds i8, ptr %cell, i64 12
  %short = load i32, ptr %place, align 4
  %units = zext i32 %short to i64
  %room = shl i64 %units, {ROOM_UNIT}
  ret i64 %room
}}

; A new cell with a room that @jadpo.room gave; null without memory, and, if it is large, where the
; stop byte is set: whatever makes large cells takes long.
define internal ptr @jadpo.allocate(ptr %context, i64 %size, i32 %kind) {{
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  %more = add i64 %used, %size
  {field("%limit.place", LIMIT)}
  %limit = load i64, ptr %limit.place, align 8
  %too.large = icmp ugt i64 %size, {1 << 40}
  %too.much = icmp ugt i64 %more, %limit
  %refused = or i1 %too.large, %too.much
  br i1 %refused, label %none, label %allowed
allowed:
  %is.large = icmp ugt i64 %size, {LARGEST_SMALL}
  br i1 %is.large, label %ask, label %small
small:
  {field("%free.list", FREE)}
  %class = call i64 @llvm.cttz.i64(i64 %size, i1 true)
  %head.place = getelementptr inbounds ptr, ptr %free.list, i64 %class
  %head = load ptr, ptr %head.place, align 8
  %none.free = icmp eq ptr %head, null
  br i1 %none.free, label %cut, label %reuse
reuse:
  %next = load ptr, ptr %head, align 8
  store ptr %next, ptr %head.place, align 8
  br label %ready
cut:
  {field("%bump.place", BUMP)}
  %bump = load ptr, ptr %bump.place, align 8
  {field("%end.place", BUMP_END)}
  %end = load ptr, ptr %end.place, align 8
  %after = getelementptr i8, ptr %bump, i64 %size
  %fits = icmp ule ptr %after, %end
  br i1 %fits, label %take, label %chunk
take:
  store ptr %after, ptr %bump.place, align 8
  br label %ready
chunk:
  %is.first = icmp eq ptr %end, null
  %chunk.size = call i64 @jadpo.chunk_size(i64 %used, i1 %is.first)
  %new = call ptr @jadpo.new_chunk(i64 %chunk.size)
  %no.chunk = icmp eq ptr %new, null
  br i1 %no.chunk, label %none, label %link
link:
  {field("%chunks.place", CHUNKS)}
  %chunks = load ptr, ptr %chunks.place, align 8
  store ptr %chunks, ptr %new, align 8
  store ptr %new, ptr %chunks.place, align 8
  %new.end = getelementptr i8, ptr %new, i64 %chunk.size
  store ptr %new.end, ptr %end.place, align 8
  %first = getelementptr i8, ptr %new, i64 16
  %first.end = getelementptr i8, ptr %first, i64 %size
  store ptr %first.end, ptr %bump.place, align 8
  br label %ready
ask:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %none, label %large
large:
  %with.links = add i64 %size, 16
  %block = call ptr @malloc(i64 %with.links)
  %no.block = icmp eq ptr %block, null
  br i1 %no.block, label %none, label %join
join:
  {field("%large.place", LARGE)}
  %others = load ptr, ptr %large.place, align 8
  store ptr %others, ptr %block, align 8
  %block.previous = getelementptr inbounds i8, ptr %block, i64 8
  store ptr null, ptr %block.previous, align 8
  store ptr %block, ptr %large.place, align 8
  %alone = icmp eq ptr %others, null
  br i1 %alone, label %joined, label %back
back:
  %others.previous = getelementptr inbounds i8, ptr %others, i64 8
  store ptr %block, ptr %others.previous, align 8
  br label %joined
joined:
  %large.cell = getelementptr inbounds i8, ptr %block, i64 16
  br label %ready
ready:
  %cell = phi ptr [ %head, %reuse ], [ %bump, %take ], [ %first, %link ], [ %large.cell, %joined ]
  store i64 %more, ptr %used.place, align 8
  store i64 1, ptr %cell, align 8
  %kind.place = getelementptr inbounds i8, ptr %cell, i64 8
  store i32 %kind, ptr %kind.place, align 4
  %room.place = getelementptr inbounds i8, ptr %cell, i64 12
  %units = lshr i64 %size, {ROOM_UNIT}
  %units.short = trunc i64 %units to i32
  store i32 %units.short, ptr %room.place, align 4
  ret ptr %cell
none:
  ret ptr null
}}

define internal void @jadpo.free(ptr %context, ptr %cell) {{
  %size = call i64 @jadpo.room_of(ptr %cell)
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  %less = sub i64 %used, %size
  store i64 %less, ptr %used.place, align 8
  %is.large = icmp ugt i64 %size, {LARGEST_SMALL}
  br i1 %is.large, label %large, label %small
small:
  {field("%free.list", FREE)}
  %class = call i64 @llvm.cttz.i64(i64 %size, i1 true)
  %head.place = getelementptr inbounds ptr, ptr %free.list, i64 %class
  %head = load ptr, ptr %head.place, align 8
  store ptr %head, ptr %cell, align 8
  store ptr %cell, ptr %head.place, align 8
  ret void
large:
  %block = getelementptr inbounds i8, ptr %cell, i64 -16
  %next = load ptr, ptr %block, align 8
  %previous.place = getelementptr inbounds i8, ptr %block, i64 8
  %previous = load ptr, ptr %previous.place, align 8
  %is.last = icmp eq ptr %next, null
  br i1 %is.last, label %before, label %after
after:
  %next.previous = getelementptr inbounds i8, ptr %next, i64 8
  store ptr %previous, ptr %next.previous, align 8
  br label %before
before:
  %is.first = icmp eq ptr %previous, null
  {field("%large.place", LARGE)}
  %link = select i1 %is.first, ptr %large.place, ptr %previous
  store ptr %next, ptr %link, align 8
  call void @free(ptr %block)
  ret void
}}

; A large cell made larger by half, or to %size bytes where the limit allows no more, perhaps where
; it is; null without memory or where the stop byte is set, and then it is as it was.
define internal ptr @jadpo.enlarge(ptr %context, ptr %cell, i64 %least) noinline {{
entry:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %none, label %begin
begin:
  %size.old = call i64 @jadpo.room_of(ptr %cell)
  %half = lshr i64 %size.old, 1
  %grown = add i64 %size.old, %half
  %is.enough = icmp ugt i64 %grown, %least
  %wished = select i1 %is.enough, i64 %grown, i64 %least
  %size.wished = call i64 @jadpo.room(i64 %wished)
  %size.least = call i64 @jadpo.room(i64 %least)
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  %without = sub i64 %used, %size.old
  {field("%limit.place", LIMIT)}
  %limit = load i64, ptr %limit.place, align 8
  %more.wished = add i64 %without, %size.wished
  %is.allowed = icmp ule i64 %more.wished, %limit
  %size = select i1 %is.allowed, i64 %size.wished, i64 %size.least
  %more = add i64 %without, %size
  %too.large = icmp ugt i64 %size, {1 << 40}
  %too.much = icmp ugt i64 %more, %limit
  %refused = or i1 %too.large, %too.much
  br i1 %refused, label %none, label %move
move:
  %block.old = getelementptr inbounds i8, ptr %cell, i64 -16
  %with.links = add i64 %size, 16
  %block = call ptr @realloc(ptr %block.old, i64 %with.links)
  %no.block = icmp eq ptr %block, null
  br i1 %no.block, label %none, label %links
links:
  %next = load ptr, ptr %block, align 8
  %previous.place = getelementptr inbounds i8, ptr %block, i64 8
  %previous = load ptr, ptr %previous.place, align 8
  %is.first = icmp eq ptr %previous, null
  {field("%large.place", LARGE)}
  %link = select i1 %is.first, ptr %large.place, ptr %previous
  store ptr %block, ptr %link, align 8
  %is.last = icmp eq ptr %next, null
  br i1 %is.last, label %ready, label %back
back:
  %next.previous = getelementptr inbounds i8, ptr %next, i64 8
  store ptr %block, ptr %next.previous, align 8
  br label %ready
ready:
  store i64 %more, ptr %used.place, align 8
  %moved = getelementptr inbounds i8, ptr %block, i64 16
  %room.place = getelementptr inbounds i8, ptr %moved, i64 12
  %units = lshr i64 %size, {ROOM_UNIT}
  %units.short = trunc i64 %units to i32
  store i32 %units.short, ptr %room.place, align 4
  ret ptr %moved
none:
  ret ptr null
}}

define internal void @jadpo.retain(ptr %cell) alwaysinline {{
  %absent = icmp eq ptr %cell, null
  br i1 %absent, label %done, label %count
count:
  %old = load i64, ptr %cell, align 8
  %new = add i64 %old, 1
  store i64 %new, ptr %cell, align 8
  br label %done
done:
  ret void
}}

define internal void @jadpo.release(ptr %context, ptr %cell) alwaysinline {{
  %absent = icmp eq ptr %cell, null
  br i1 %absent, label %done, label %count
count:
  %old = load i64, ptr %cell, align 8
  %new = sub i64 %old, 1
  store i64 %new, ptr %cell, align 8
  %dead = icmp eq i64 %new, 0
  br i1 %dead, label %dispose, label %done
dispose:
  call void @jadpo.dispose(ptr %context, ptr %cell)
  br label %done
done:
  ret void
}}

; The same for a cell that holds no others, which is free at once.
define internal void @jadpo.release_leaf(ptr %context, ptr %cell) alwaysinline {{
  %absent = icmp eq ptr %cell, null
  br i1 %absent, label %done, label %count
count:
  %old = load i64, ptr %cell, align 8
  %new = sub i64 %old, 1
  store i64 %new, ptr %cell, align 8
  %dead = icmp eq i64 %new, 0
  br i1 %dead, label %forget, label %done
forget:
  call void @jadpo.free(ptr %context, ptr %cell)
  br label %done
done:
  ret void
}}

define internal void @jadpo.dispose(ptr %context, ptr %cell) noinline {{
  {field("%pending.place", PENDING)}
  %pending = load ptr, ptr %pending.place, align 8
  store ptr %pending, ptr %cell, align 8
  store ptr %cell, ptr %pending.place, align 8
  {field("%draining.place", DRAINING)}
  %draining = load i64, ptr %draining.place, align 8
  %already = icmp ne i64 %draining, 0
  br i1 %already, label %done, label %begin
begin:
  store i64 1, ptr %draining.place, align 8
  br label %loop
loop:
  %number = phi i64 [ 0, %begin ], [ %number.next, %take ]
  %next = load ptr, ptr %pending.place, align 8
  %is.last = icmp eq ptr %next, null
  br i1 %is.last, label %finish, label %look
look:
  %number.next = add i64 %number, 1
  %strip = and i64 %number.next, {STRIP - 1}
  %polls = icmp eq i64 %strip, 0
  br i1 %polls, label %poll, label %take
poll:
  ; After a stop the pool is dropped whole, so what is still pending may stay.
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %finish, label %take
take:
  %rest = load ptr, ptr %next, align 8
  store ptr %rest, ptr %pending.place, align 8
  call void @jadpo.release_parts(ptr %context, ptr %next)
  call void @jadpo.free(ptr %context, ptr %next)
  br label %loop
finish:
  store i64 0, ptr %draining.place, align 8
  br label %done
done:
  ret void
}}

; Gives all memory back but the first chunk, with which the next run begins. Python's lock is held.
define internal void @jadpo.drop_pool(ptr %context) noinline {{
  call void @jadpo.forget_remembered(ptr %context)
  {field("%gone.place", GONE)}
  call void @jadpo.release_origins(ptr %context, ptr %gone.place)
  {field("%origins.place", ORIGINS)}
  call void @jadpo.release_origins(ptr %context, ptr %origins.place)
  {field("%chunks.place", CHUNKS)}
  {field("%large.place", LARGE)}
  call void @jadpo.free_all(ptr %large.place)
  {field("%bump.place", BUMP)}
  {field("%end.place", BUMP_END)}
  br label %loop
loop:
  %chunk = load ptr, ptr %chunks.place, align 8
  %is.none = icmp eq ptr %chunk, null
  br i1 %is.none, label %reset, label %look
look:
  %next = load ptr, ptr %chunk, align 8
  %is.first = icmp eq ptr %next, null
  br i1 %is.first, label %keep, label %drop
drop:
  store ptr %next, ptr %chunks.place, align 8
  call void @free(ptr %chunk)
  br label %loop
keep:
  %start = getelementptr i8, ptr %chunk, i64 16
  store ptr %start, ptr %bump.place, align 8
  %end = getelementptr i8, ptr %chunk, i64 {FIRST_CHUNK_SIZE}
  store ptr %end, ptr %end.place, align 8
  br label %reset
reset:
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  {field("%left.place", LEFT_OVER)}
  store i64 %used, ptr %left.place, align 8
  store i64 0, ptr %used.place, align 8
  {field("%pending.place", PENDING)}
  store ptr null, ptr %pending.place, align 8
  {field("%draining.place", DRAINING)}
  store i64 0, ptr %draining.place, align 8
  {field("%free.list", FREE)}
  call ptr @memset(ptr %free.list, i32 0, i64 {8 * SIZE_CLASSES})
  ret void
}}

define internal void @jadpo.free_all(ptr %place) noinline {{
  br label %loop
loop:
  %block = load ptr, ptr %place, align 8
  %is.last = icmp eq ptr %block, null
  br i1 %is.last, label %done, label %drop
drop:
  %next = load ptr, ptr %block, align 8
  store ptr %next, ptr %place, align 8
  call void @free(ptr %block)
  br label %loop
done:
  ret void
}}
"""
