"""The memory of a boundary: counted cells from one pool that is dropped whole at the end.

A cell is ``2**n`` bytes and begins with its count (i64), its kind (i32) and ``n`` (i32). Small
ones are cut from chunks and used again by way of a free list per size; large ones are malloc's.
A cell whose count falls to nought goes to the list of pending cells, which is worked off without
recursion, so that a value may be nested without bound.
"""

from typing import Final

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

LARGEST_SMALL_CLASS: Final = 15
"""Cells of up to 32 KiB are cut from chunks."""

SMALLEST_CLASS: Final = 5
"""The smallest cell has 32 bytes."""

CHUNK_SIZE: Final = 1 << 18
"""Bytes of a chunk after the first."""

FIRST_CHUNK_SIZE: Final = 1 << 16
"""Bytes of the first chunk: most boundaries need no more."""

IMMORTAL: Final = 1 << 62
"""The count of a constant: no run can use it up."""

POOL_TEXT: Final = f"""\
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare ptr @realloc(ptr, i64)
declare ptr @memcpy(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @llvm.frameaddress.p0(i32)
declare i64 @llvm.ctlz.i64(i64, i1)
declare {{ i64, i1 }} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64, i64)

define internal i64 @jadpo.class(i64 %size) alwaysinline {{
  %less = sub i64 %size, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %less, i1 false)
  %class = sub i64 64, %zeros
  %small = icmp ult i64 %class, {SMALLEST_CLASS}
  %result = select i1 %small, i64 {SMALLEST_CLASS}, i64 %class
  ret i64 %result
}}

define internal i64 @jadpo.class_of(ptr %cell) alwaysinline {{
  %place = getelementptr inbounds i8, ptr %cell, i64 12
  %short = load i32, ptr %place, align 4
  %class = zext i32 %short to i64
  ret i64 %class
}}

define internal ptr @jadpo.allocate(ptr %context, i64 %class, i32 %kind) {{
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  %size = shl i64 1, %class
  %more = add i64 %used, %size
  {field("%limit.place", LIMIT)}
  %limit = load i64, ptr %limit.place, align 8
  %too.large = icmp sgt i64 %class, 40
  %too.much = icmp ugt i64 %more, %limit
  %refused = or i1 %too.large, %too.much
  br i1 %refused, label %none, label %allowed
allowed:
  %is.large = icmp ugt i64 %class, {LARGEST_SMALL_CLASS}
  br i1 %is.large, label %large, label %small
small:
  {field("%free.list", FREE)}
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
  %chunk.size = select i1 %is.first, i64 {FIRST_CHUNK_SIZE}, i64 {CHUNK_SIZE}
  %new = call ptr @malloc(i64 %chunk.size)
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
  %class.place = getelementptr inbounds i8, ptr %cell, i64 12
  %class.short = trunc i64 %class to i32
  store i32 %class.short, ptr %class.place, align 4
  ret ptr %cell
none:
  ret ptr null
}}

define internal void @jadpo.free(ptr %context, ptr %cell) {{
  %class = call i64 @jadpo.class_of(ptr %cell)
  %size = shl i64 1, %class
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  %less = sub i64 %used, %size
  store i64 %less, ptr %used.place, align 8
  %is.large = icmp ugt i64 %class, {LARGEST_SMALL_CLASS}
  br i1 %is.large, label %large, label %small
small:
  {field("%free.list", FREE)}
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

; A large cell made larger, perhaps where it is; null without memory, and then it is as it was.
define internal ptr @jadpo.enlarge(ptr %context, ptr %cell, i64 %class) noinline {{
  %class.old = call i64 @jadpo.class_of(ptr %cell)
  %size.old = shl i64 1, %class.old
  %size = shl i64 1, %class
  {field("%used.place", USED)}
  %used = load i64, ptr %used.place, align 8
  %without = sub i64 %used, %size.old
  %more = add i64 %without, %size
  {field("%limit.place", LIMIT)}
  %limit = load i64, ptr %limit.place, align 8
  %too.large = icmp sgt i64 %class, 40
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
  %class.place = getelementptr inbounds i8, ptr %moved, i64 12
  %class.short = trunc i64 %class to i32
  store i32 %class.short, ptr %class.place, align 4
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
  %next = load ptr, ptr %pending.place, align 8
  %is.last = icmp eq ptr %next, null
  br i1 %is.last, label %finish, label %take
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
