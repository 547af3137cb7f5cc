"""Texts: UTF-8 in a cell, after the numbers of its bytes (+16) and its code points (+24).

The bytes begin at +40; +32 is kept for the hash, nought where it is not known yet. After the bytes
there is room for eight more, so that they can be read word by word.
"""

from typing import Final

from jadpo_codegen.support.pool import LARGEST_SMALL

BYTES_START: Final = 40
"""Where the bytes of a text are in its cell."""

ROOM_AFTER: Final = 8
"""Bytes after the last one that may be read."""

TEXTS_TEXT: Final = f"""\
define internal ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %points, i32 %kind) {{
  %size = add i64 %bytes, {BYTES_START + ROOM_AFTER}
  %room = call i64 @jadpo.room(i64 %size)
  %cell = call ptr @jadpo.allocate(ptr %context, i64 %room, i32 %kind)
  %refused = icmp eq ptr %cell, null
  br i1 %refused, label %done, label %fill
fill:
  %bytes.place = getelementptr inbounds i8, ptr %cell, i64 16
  store i64 %bytes, ptr %bytes.place, align 8
  %points.place = getelementptr inbounds i8, ptr %cell, i64 24
  store i64 %points, ptr %points.place, align 8
  %hash.place = getelementptr inbounds i8, ptr %cell, i64 32
  store i64 0, ptr %hash.place, align 8
  br label %done
done:
  ret ptr %cell
}}

; The text %left followed by %right, or null without memory and where a large one would have to be
; made and the stop byte is set. Takes %left, borrows %right.
define internal ptr @jadpo.text_append(ptr %context, ptr %left, ptr %right) noinline {{
  %left.bytes.place = getelementptr inbounds i8, ptr %left, i64 16
  %left.bytes = load i64, ptr %left.bytes.place, align 8
  %left.points.place = getelementptr inbounds i8, ptr %left, i64 24
  %left.points = load i64, ptr %left.points.place, align 8
  %right.bytes.place = getelementptr inbounds i8, ptr %right, i64 16
  %right.bytes = load i64, ptr %right.bytes.place, align 8
  %right.points.place = getelementptr inbounds i8, ptr %right, i64 24
  %right.points = load i64, ptr %right.points.place, align 8
  %bytes = add i64 %left.bytes, %right.bytes
  %points = add i64 %left.points, %right.points
  %right.start = getelementptr inbounds i8, ptr %right, i64 {BYTES_START}
  %left.start = getelementptr inbounds i8, ptr %left, i64 {BYTES_START}
  %count = load i64, ptr %left, align 8
  %unshared = icmp eq i64 %count, 1
  %room = call i64 @jadpo.room_of(ptr %left)
  %needed = add i64 %bytes, {BYTES_START + ROOM_AFTER}
  %fits = icmp ule i64 %needed, %room
  br i1 %unshared, label %own, label %copy
own:
  br i1 %fits, label %extend, label %short
short:
  %is.large = icmp ugt i64 %room, {LARGEST_SMALL}
  br i1 %is.large, label %enlarge, label %copy
enlarge:
  %enlarged = call ptr @jadpo.enlarge(ptr %context, ptr %left, i64 %needed)
  %no.more = icmp eq ptr %enlarged, null
  br i1 %no.more, label %none, label %extend
extend:
  %whole = phi ptr [ %left, %own ], [ %enlarged, %enlarge ]
  %whole.start = getelementptr inbounds i8, ptr %whole, i64 {BYTES_START}
  %left.end = getelementptr inbounds i8, ptr %whole.start, i64 %left.bytes
  %copied = call ptr @memcpy(ptr %left.end, ptr %right.start, i64 %right.bytes)
  %whole.bytes.place = getelementptr inbounds i8, ptr %whole, i64 16
  store i64 %bytes, ptr %whole.bytes.place, align 8
  %whole.points.place = getelementptr inbounds i8, ptr %whole, i64 24
  store i64 %points, ptr %whole.points.place, align 8
  %hash.place = getelementptr inbounds i8, ptr %whole, i64 32
  store i64 0, ptr %hash.place, align 8
  ret ptr %whole
copy:
  %kind.place = getelementptr inbounds i8, ptr %left, i64 8
  %kind = load i32, ptr %kind.place, align 4
  %new = call ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %points, i32 %kind)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %none, label %fill
fill:
  %new.start = getelementptr inbounds i8, ptr %new, i64 {BYTES_START}
  %first = call ptr @memcpy(ptr %new.start, ptr %left.start, i64 %left.bytes)
  %new.middle = getelementptr inbounds i8, ptr %new.start, i64 %left.bytes
  %second = call ptr @memcpy(ptr %new.middle, ptr %right.start, i64 %right.bytes)
  call void @jadpo.release(ptr %context, ptr %left)
  ret ptr %new
none:
  ret ptr null
}}

; Short texts are compared word by word: eight bytes after the last one may be read.
define internal i1 @jadpo.text_equal(ptr %left, ptr %right) {{
entry:
  %same = icmp eq ptr %left, %right
  br i1 %same, label %yes, label %lengths
lengths:
  %left.place = getelementptr inbounds i8, ptr %left, i64 16
  %left.bytes = load i64, ptr %left.place, align 8
  %right.place = getelementptr inbounds i8, ptr %right, i64 16
  %right.bytes = load i64, ptr %right.place, align 8
  %as.long = icmp eq i64 %left.bytes, %right.bytes
  br i1 %as.long, label %compare, label %no
compare:
  %left.start = getelementptr inbounds i8, ptr %left, i64 {BYTES_START}
  %right.start = getelementptr inbounds i8, ptr %right, i64 {BYTES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %compare ], [ %next, %whole ]
  %rest = sub i64 %left.bytes, %at
  %left.at = getelementptr inbounds i8, ptr %left.start, i64 %at
  %right.at = getelementptr inbounds i8, ptr %right.start, i64 %at
  %left.word = load i64, ptr %left.at, align 1
  %right.word = load i64, ptr %right.at, align 1
  %differing = xor i64 %left.word, %right.word
  %is.last = icmp sle i64 %rest, 8
  br i1 %is.last, label %last, label %whole
last:
  %is.empty = icmp eq i64 %rest, 0
  %rest.bits = shl i64 %rest, 3
  %gap = sub i64 64, %rest.bits
  %gap.safe = and i64 %gap, 63
  %counted = shl i64 %differing, %gap.safe
  %alike = icmp eq i64 %counted, 0
  %equal = or i1 %is.empty, %alike
  ret i1 %equal
whole:
  %next = add i64 %at, 8
  %on = icmp eq i64 %differing, 0
  br i1 %on, label %loop, label %no
yes:
  ret i1 true
no:
  ret i1 false
}}

; The same where either may be null, for none.
define internal i1 @jadpo.text_equal_or_none(ptr %left, ptr %right) {{
  %no.left = icmp eq ptr %left, null
  %no.right = icmp eq ptr %right, null
  %absent = or i1 %no.left, %no.right
  br i1 %absent, label %none, label %both
none:
  %same = icmp eq ptr %left, %right
  ret i1 %same
both:
  %equal = call i1 @jadpo.text_equal(ptr %left, ptr %right)
  ret i1 %equal
}}

define internal i64 @jadpo.text_hash_or_none(ptr %text) alwaysinline {{
  %absent = icmp eq ptr %text, null
  br i1 %absent, label %none, label %there
none:
  ret i64 -1
there:
  %hash = call i64 @jadpo.text_hash(ptr %text)
  ret i64 %hash
}}

; -1, 0 or 1 by code points, which is the order of the bytes of UTF-8.
define internal i64 @jadpo.text_compare(ptr %left, ptr %right) {{
  %left.place = getelementptr inbounds i8, ptr %left, i64 16
  %left.bytes = load i64, ptr %left.place, align 8
  %right.place = getelementptr inbounds i8, ptr %right, i64 16
  %right.bytes = load i64, ptr %right.place, align 8
  %left.less = icmp ult i64 %left.bytes, %right.bytes
  %common = select i1 %left.less, i64 %left.bytes, i64 %right.bytes
  %left.start = getelementptr inbounds i8, ptr %left, i64 {BYTES_START}
  %right.start = getelementptr inbounds i8, ptr %right, i64 {BYTES_START}
  %order = call i32 @memcmp(ptr %left.start, ptr %right.start, i64 %common)
  %differ = icmp ne i32 %order, 0
  br i1 %differ, label %by.bytes, label %by.length
by.bytes:
  %negative = icmp slt i32 %order, 0
  %of.bytes = select i1 %negative, i64 -1, i64 1
  ret i64 %of.bytes
by.length:
  %left.more = icmp ugt i64 %left.bytes, %right.bytes
  %minus = sext i1 %left.less to i64
  %plus = zext i1 %left.more to i64
  %of.length = or i64 %minus, %plus
  ret i64 %of.length
}}

define internal i64 @jadpo.text_hash(ptr %text) {{
entry:
  %hash.place = getelementptr inbounds i8, ptr %text, i64 32
  %known = load i64, ptr %hash.place, align 8
  %is.known = icmp ne i64 %known, 0
  br i1 %is.known, label %done, label %begin
begin:
  %bytes.place = getelementptr inbounds i8, ptr %text, i64 16
  %bytes = load i64, ptr %bytes.place, align 8
  %start = getelementptr inbounds i8, ptr %text, i64 {BYTES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %next, %mix ]
  %hash = phi i64 [ %bytes, %begin ], [ %folded, %mix ]
  %left = sub i64 %bytes, %at
  %over = icmp sle i64 %left, 0
  br i1 %over, label %finish, label %read
read:
  %place = getelementptr inbounds i8, ptr %start, i64 %at
  %word = load i64, ptr %place, align 1
  %is.partial = icmp ult i64 %left, 8
  br i1 %is.partial, label %cut, label %mix
cut:
  %left.bits = shl i64 %left, 3
  %gap = sub i64 64, %left.bits
  %raised = shl i64 %word, %gap
  %lowered = lshr i64 %raised, %gap
  br label %mix
mix:
  %part = phi i64 [ %word, %read ], [ %lowered, %cut ]
  %crossed = xor i64 %hash, %part
  %multiplied = mul i64 %crossed, -7046029254386353131
  %high = lshr i64 %multiplied, 32
  %folded = xor i64 %multiplied, %high
  %next = add i64 %at, 8
  br label %loop
finish:
  %certain = or i64 %hash, {-(1 << 63)}
  store i64 %certain, ptr %hash.place, align 8
  ret i64 %certain
done:
  ret i64 %known
}}
"""
