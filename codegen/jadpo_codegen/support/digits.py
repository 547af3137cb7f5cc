"""Ints as texts in digits, and texts in digits as Ints."""

from typing import Final

from jadpo_codegen.support.text_parts import head, poll_text
from jadpo_codegen.support.texts import BYTES_START

DIGITS_TEXT: Final = f"""\
define internal ptr @jadpo.text_of_int(ptr %context, i64 %number, i32 %kind) noinline {{
entry:
  %buffer = alloca [24 x i8], align 8
  %buffer.end = getelementptr inbounds i8, ptr %buffer, i64 24
  %negative = icmp slt i64 %number, 0
  %opposite = sub i64 0, %number
  %magnitude = select i1 %negative, i64 %opposite, i64 %number
  br label %loop
loop:
  %left = phi i64 [ %magnitude, %entry ], [ %left.next, %loop ]
  %after = phi ptr [ %buffer.end, %entry ], [ %at, %loop ]
  %left.next = udiv i64 %left, 10
  %back = mul i64 %left.next, 10
  %digit = sub i64 %left, %back
  %byte = trunc i64 %digit to i8
  %written = add i8 %byte, 48
  %at = getelementptr inbounds i8, ptr %after, i64 -1
  store i8 %written, ptr %at, align 1
  %over = icmp eq i64 %left.next, 0
  br i1 %over, label %digits, label %loop
digits:
  br i1 %negative, label %minus, label %make
minus:
  %sign = getelementptr inbounds i8, ptr %at, i64 -1
  store i8 45, ptr %sign, align 1
  br label %make
make:
  %begin = phi ptr [ %at, %digits ], [ %sign, %minus ]
  %begin.word = ptrtoint ptr %begin to i64
  %end.word = ptrtoint ptr %buffer.end to i64
  %bytes = sub i64 %end.word, %begin.word
  %new = call ptr @jadpo.text_allocate(ptr %context, i64 %bytes, i64 %bytes, i32 %kind)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %done, label %copy
copy:
  %to = getelementptr inbounds i8, ptr %new, i64 {BYTES_START}
  %copied = call ptr @memcpy(ptr %to, ptr %begin, i64 %bytes)
  br label %done
done:
  ret ptr %new
}}

; Whether a text is an Int in digits, and the Int.
define internal {{ i1, i64 }} @jadpo.parse_int(ptr %context, ptr %text) noinline {{
entry:
{head("%text", "%t")}\
  %first = load i8, ptr %t.start, align 1
  %is.minus = icmp eq i8 %first, 45
  %has.bytes = icmp ne i64 %t.bytes, 0
  %negative = and i1 %is.minus, %has.bytes
  %sign = zext i1 %negative to i64
  %begin = getelementptr inbounds i8, ptr %t.start, i64 %sign
  %no.digits = icmp eq ptr %begin, %t.end
  br i1 %no.digits, label %none, label %loop
loop:
  %at = phi ptr [ %begin, %entry ], [ %next, %digit ]
  %value = phi i64 [ 0, %entry ], [ %value.next, %digit ]
  %significant = phi i64 [ 0, %entry ], [ %significant.next, %digit ]
  %over = icmp eq ptr %at, %t.end
  br i1 %over, label %range, label %ask
ask:
  %at.word = ptrtoint ptr %at to i64
{poll_text("%at.word", "look", "none")}look:
  %byte = load i8, ptr %at, align 1
  %number = sub i8 %byte, 48
  %is.digit = icmp ule i8 %number, 9
  %is.long = icmp uge i64 %significant, 19
  %is.short = xor i1 %is.long, true
  %good = and i1 %is.digit, %is.short
  br i1 %good, label %digit, label %none
digit:
  %wide = zext i8 %number to i64
  %raised = mul i64 %value, 10
  %value.next = add i64 %raised, %wide
  %counts = icmp ne i64 %value.next, 0
  %one = zext i1 %counts to i64
  %significant.next = add i64 %significant, %one
  %next = getelementptr inbounds i8, ptr %at, i64 1
  br label %loop
range:
  %most = select i1 %negative, i64 {-(1 << 63)}, i64 {(1 << 63) - 1}
  %fits = icmp ule i64 %value, %most
  br i1 %fits, label %some, label %none
some:
  %opposite = sub i64 0, %value
  %signed = select i1 %negative, i64 %opposite, i64 %value
  %answer = insertvalue {{ i1, i64 }} {{ i1 true, i64 undef }}, i64 %signed, 1
  ret {{ i1, i64 }} %answer
none:
  ret {{ i1, i64 }} {{ i1 false, i64 0 }}
}}
"""
