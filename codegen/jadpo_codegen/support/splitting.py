"""Cutting texts into parts at a separator."""

from typing import Final

from jadpo_codegen.support.text_parts import TEXT_PARTS_TEXT
from jadpo_codegen.support.texts import BYTES_START, ROOM_AFTER

_POLL_MASK: Final = 1_023
"""Parts between two looks at the stop byte, less one."""

_WINDOW: Final = 1 << 20
"""Bytes that are searched between two looks at the stop byte."""

_ONES: Final = 0x0101010101010101
_TOPS: Final = 0x8080808080808080 - (1 << 64)

SPLITTING_TEXT: Final = f"""{TEXT_PARTS_TEXT}
declare ptr @memmem(ptr, i64, ptr, i64)

; Where %part begins between %from and %end, or null; %end is the end of a text, after which eight
; bytes may be read. Short distances are looked over eight bytes at a time. Null, too, where the
; stop byte is set; whoever asked looks at it then [L6].
define internal ptr @jadpo.find_bytes(
    ptr %context, ptr %from, ptr %end, ptr %part, i64 %part.bytes) {{
entry:
  %is.byte = icmp eq i64 %part.bytes, 1
  br i1 %is.byte, label %begin, label %search
begin:
  %wanted = load i8, ptr %part, align 1
  %wanted.wide = zext i8 %wanted to i64
  %pattern = mul i64 %wanted.wide, {_ONES}
  br label %loop
loop:
  %at = phi ptr [ %from, %begin ], [ %next, %step ]
  %count = phi i64 [ 0, %begin ], [ %count.next, %step ]
  %over = icmp uge ptr %at, %end
  br i1 %over, label %none, label %look
look:
  ; The lowest bit that is set in %marks belongs to the first byte that is %wanted.
  %word = load i64, ptr %at, align 1
  %apart = xor i64 %word, %pattern
  %less = sub i64 %apart, {_ONES}
  %inverse = xor i64 %apart, -1
  %borrowed = and i64 %less, %inverse
  %marks = and i64 %borrowed, {_TOPS}
  %missing = icmp eq i64 %marks, 0
  br i1 %missing, label %step, label %hit.word
hit.word:
  %bit = call i64 @llvm.cttz.i64(i64 %marks, i1 true)
  %byte = lshr i64 %bit, 3
  %place = getelementptr i8, ptr %at, i64 %byte
  %inside = icmp ult ptr %place, %end
  %found = select i1 %inside, ptr %place, ptr null
  ret ptr %found
step:
  %next = getelementptr i8, ptr %at, i64 8
  %count.next = add i64 %count, 1
  %far = icmp ugt i64 %count, 8
  br i1 %far, label %search, label %loop
search:
  %start = phi ptr [ %from, %entry ], [ %next, %step ]
  %is.longer = icmp ugt i64 %part.bytes, {_WINDOW}
  %window = select i1 %is.longer, i64 %part.bytes, i64 {_WINDOW}
  %overlap = sub i64 %part.bytes, 1
  %window.whole = add i64 %window, %overlap
  %end.word = ptrtoint ptr %end to i64
  br label %windows
windows:
  %begin.window = phi ptr [ %start, %search ], [ %begin.next, %on ]
  %begin.word = ptrtoint ptr %begin.window to i64
  %left = sub i64 %end.word, %begin.word
  %is.out = icmp slt i64 %left, %part.bytes
  br i1 %is.out, label %none, label %ask
ask:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %none, label %rest
rest:
  %is.last = icmp slt i64 %left, %window.whole
  %looked = select i1 %is.last, i64 %left, i64 %window.whole
  %hit = call ptr @memmem(ptr %begin.window, i64 %looked, ptr %part, i64 %part.bytes)
  %is.hit = icmp ne ptr %hit, null
  br i1 %is.hit, label %give, label %on
on:
  %begin.next = getelementptr i8, ptr %begin.window, i64 %window
  br label %windows
give:
  ret ptr %hit
none:
  ret ptr null
}}

; How many of the bytes of a word continue a code point.
define internal i64 @jadpo.continuing(i64 %word) alwaysinline {{
  %high = lshr i64 %word, 7
  %second = lshr i64 %word, 6
  %absent = xor i64 %second, -1
  %both = and i64 %high, %absent
  %marks = and i64 %both, {_ONES}
  %number = call i64 @llvm.ctpop.i64(i64 %marks)
  ret i64 %number
}}

; How many code points the bytes from %from to %end are; eight bytes after %end may be read.
define internal i64 @jadpo.points(ptr %from, ptr %end) noinline {{
entry:
  %from.word = ptrtoint ptr %from to i64
  %end.word = ptrtoint ptr %end to i64
  %bytes = sub i64 %end.word, %from.word
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %whole ]
  %points = phi i64 [ %bytes, %entry ], [ %less, %whole ]
  %next = add i64 %at, 8
  %is.whole = icmp sle i64 %next, %bytes
  %place = getelementptr i8, ptr %from, i64 %at
  %word = load i64, ptr %place, align 1
  br i1 %is.whole, label %whole, label %rest
whole:
  %number = call i64 @jadpo.continuing(i64 %word)
  %less = sub i64 %points, %number
  br label %loop
rest:
  ; What is beyond the end is cut off; of no bytes at all nothing is left.
  %beyond = sub i64 %next, %bytes
  %bits = shl i64 %beyond, 3
  %is.none = icmp eq i64 %bits, 64
  %shift = select i1 %is.none, i64 0, i64 %bits
  %cut = shl i64 %word, %shift
  %tail = select i1 %is.none, i64 0, i64 %cut
  %last = call i64 @jadpo.continuing(i64 %tail)
  %result = sub i64 %points, %last
  ret i64 %result
}}

; A new text of the bytes from %from to %end of another text; null without memory.
define internal ptr @jadpo.text_piece(
    ptr %context, ptr %from, ptr %end, i1 %is.ascii, i32 %kind) {{
entry:
  %from.word = ptrtoint ptr %from to i64
  %end.word = ptrtoint ptr %end to i64
  %bytes = sub i64 %end.word, %from.word
  br i1 %is.ascii, label %make, label %count
count:
  %counted = call i64 @jadpo.points(ptr %from, ptr %end)
  br label %make
make:
  %points = phi i64 [ %bytes, %entry ], [ %counted, %count ]
  %cell = call ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %points, i32 %kind)
  %refused = icmp eq ptr %cell, null
  br i1 %refused, label %done, label %copy
copy:
  %to = getelementptr inbounds i8, ptr %cell, i64 {BYTES_START}
  %is.long = icmp ugt i64 %bytes, 64
  br i1 %is.long, label %long, label %words
long:
  %copied = call ptr @memcpy(ptr %to, ptr %from, i64 %bytes)
  br label %done
words:
  %at = phi i64 [ 0, %copy ], [ %next, %word ]
  %over = icmp uge i64 %at, %bytes
  br i1 %over, label %done, label %word
word:
  ; Both texts have room for a whole word after their last byte.
  %source = getelementptr i8, ptr %from, i64 %at
  %content = load i64, ptr %source, align 1
  %target = getelementptr i8, ptr %to, i64 %at
  store i64 %content, ptr %target, align 1
  %next = add i64 %at, 8
  br label %words
done:
  ret ptr %cell
}}

; The same in the cell %old where nobody else holds it, which may be null; takes it.
define internal ptr @jadpo.text_piece_over(
    ptr %context, ptr %old, ptr %from, ptr %end, i1 %is.ascii, i32 %kind) {{
entry:
  %from.word = ptrtoint ptr %from to i64
  %end.word = ptrtoint ptr %end to i64
  %bytes = sub i64 %end.word, %from.word
  %absent = icmp eq ptr %old, null
  br i1 %absent, label %make, label %there
there:
  %references = load i64, ptr %old, align 8
  %unshared = icmp eq i64 %references, 1
  br i1 %unshared, label %look, label %let.go
look:
  %room = call i64 @jadpo.room_of(ptr %old)
  %needed = add i64 %bytes, {BYTES_START + ROOM_AFTER}
  %fits = icmp ule i64 %needed, %room
  br i1 %fits, label %reuse, label %let.go
let.go:
  call void @jadpo.release_leaf(ptr %context, ptr %old)
  br label %make
make:
  %new = call ptr @jadpo.text_piece(ptr %context, ptr %from, ptr %end, i1 %is.ascii, i32 %kind)
  ret ptr %new
reuse:
  br i1 %is.ascii, label %fill, label %count
count:
  %counted = call i64 @jadpo.points(ptr %from, ptr %end)
  br label %fill
fill:
  %points = phi i64 [ %bytes, %reuse ], [ %counted, %count ]
  %bytes.place = getelementptr inbounds i8, ptr %old, i64 16
  store i64 %bytes, ptr %bytes.place, align 8
  %points.place = getelementptr inbounds i8, ptr %old, i64 24
  store i64 %points, ptr %points.place, align 8
  %hash.place = getelementptr inbounds i8, ptr %old, i64 32
  store i64 0, ptr %hash.place, align 8
  %to = getelementptr inbounds i8, ptr %old, i64 {BYTES_START}
  br label %words
words:
  %at = phi i64 [ 0, %fill ], [ %next, %word ]
  %over = icmp uge i64 %at, %bytes
  br i1 %over, label %done, label %word
word:
  %source = getelementptr i8, ptr %from, i64 %at
  %content = load i64, ptr %source, align 1
  %target = getelementptr i8, ptr %to, i64 %at
  store i64 %content, ptr %target, align 1
  %next = add i64 %at, 8
  br label %words
done:
  ret ptr %old
}}

; The parts of %text between separators that are not empty. Null without memory; the number 1
; where the stop byte was set.
define internal ptr @jadpo.text_split(
    ptr %context, ptr %text, ptr %separator, i32 %list.kind, i32 %kind) noinline {{
entry:
  %stop = load ptr, ptr %context, align 8
  %bytes.place = getelementptr inbounds i8, ptr %text, i64 16
  %bytes = load i64, ptr %bytes.place, align 8
  %points.place = getelementptr inbounds i8, ptr %text, i64 24
  %points = load i64, ptr %points.place, align 8
  %is.ascii = icmp eq i64 %bytes, %points
  %start = getelementptr inbounds i8, ptr %text, i64 {BYTES_START}
  %end = getelementptr inbounds i8, ptr %start, i64 %bytes
  %part.bytes.place = getelementptr inbounds i8, ptr %separator, i64 16
  %part.bytes = load i64, ptr %part.bytes.place, align 8
  %part = getelementptr inbounds i8, ptr %separator, i64 {BYTES_START}
  br label %count
count:
  %count.at = phi ptr [ %start, %entry ], [ %count.after, %counted ]
  %number = phi i64 [ 1, %entry ], [ %number.more, %counted ]
  %count.hit = call ptr @jadpo.find_bytes(
    ptr %context, ptr %count.at, ptr %end, ptr %part, i64 %part.bytes)
  %count.over = icmp eq ptr %count.hit, null
  br i1 %count.over, label %count.all, label %counting
count.all:
  ; A search that the stop byte ended has missed parts.
  %count.stopped = call i1 @jadpo.stops(ptr %context)
  br i1 %count.stopped, label %stopped, label %make
counting:
  %count.after = getelementptr inbounds i8, ptr %count.hit, i64 %part.bytes
  %number.more = add i64 %number, 1
  %count.turn = and i64 %number, {_POLL_MASK}
  %count.polls = icmp eq i64 %count.turn, 0
  br i1 %count.polls, label %count.poll, label %counted
count.poll:
  %count.byte = load atomic i8, ptr %stop monotonic, align 1
  %count.stops = icmp ne i8 %count.byte, 0
  br i1 %count.stops, label %stopped, label %counted
counted:
  br label %count
make:
  %elements = shl i64 %number, 3
  %size = add i64 %elements, 32
  %room = call i64 @jadpo.room(i64 %size)
  %list = call ptr @jadpo.allocate(ptr %context, i64 %room, i32 %list.kind)
  %refused = icmp eq ptr %list, null
  br i1 %refused, label %none, label %fill
fill:
  %length.place = getelementptr inbounds i8, ptr %list, i64 16
  store i64 %number, ptr %length.place, align 8
  %first = getelementptr inbounds i8, ptr %list, i64 32
  br label %loop
loop:
  %at = phi ptr [ %start, %fill ], [ %after, %next ]
  %index = phi i64 [ 0, %fill ], [ %index.next, %next ]
  %hit = call ptr @jadpo.find_bytes(ptr %context, ptr %at, ptr %end, ptr %part, i64 %part.bytes)
  %is.last = icmp eq ptr %hit, null
  %piece.end = select i1 %is.last, ptr %end, ptr %hit
  %piece = call ptr @jadpo.text_piece(
    ptr %context, ptr %at, ptr %piece.end, i1 %is.ascii, i32 %kind)
  %no.piece = icmp eq ptr %piece, null
  br i1 %no.piece, label %none, label %put
put:
  %place = getelementptr inbounds ptr, ptr %first, i64 %index
  store ptr %piece, ptr %place, align 8
  %index.next = add i64 %index, 1
  br i1 %is.last, label %done, label %more
more:
  %after = getelementptr inbounds i8, ptr %hit, i64 %part.bytes
  %turn = and i64 %index.next, {_POLL_MASK}
  %polls = icmp eq i64 %turn, 0
  br i1 %polls, label %poll, label %next
poll:
  %byte = load atomic i8, ptr %stop monotonic, align 1
  %stops = icmp ne i8 %byte, 0
  br i1 %stops, label %stopped, label %next
next:
  br label %loop
done:
  %is.stopped = call i1 @jadpo.stops(ptr %context)
  br i1 %is.stopped, label %stopped, label %whole
whole:
  ret ptr %list
stopped:
  ret ptr inttoptr (i64 1 to ptr)
none:
  ret ptr null
}}
"""
