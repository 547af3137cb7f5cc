"""Decimals and Uuids as texts, natively: what they cross to Python as, in both directions."""

from typing import Final

from jadpo_codegen.support.decimals import COEFFICIENT_BITS, EXPONENT_BIAS, LARGEST_COEFFICIENT

_COEFFICIENT: Final = (1 << COEFFICIENT_BITS) - 1

SCALARS_TEXT: Final = f"""\
; The decimal digits of %number, written to end before %end; where they begin.
define internal ptr @jadpo.digits(i128 %number, ptr %end) noinline {{
begin:
  %high.wide = lshr i128 %number, 64
  %high = trunc i128 %high.wide to i64
  %low = trunc i128 %number to i64
  br label %wide
wide:
  %w.high = phi i64 [ %high, %begin ], [ %q.high, %divide ]
  %w.low = phi i64 [ %low, %begin ], [ %q.low, %divide ]
  %w.end = phi ptr [ %end, %begin ], [ %w.place, %divide ]
  %is.short = icmp eq i64 %w.high, 0
  br i1 %is.short, label %short, label %divide
divide:
  ; Long division by ten, 32 bits at a time.
  %q.high = udiv i64 %w.high, 10
  %r.high = urem i64 %w.high, 10
  %upper = lshr i64 %w.low, 32
  %lower = and i64 %w.low, 4294967295
  %r.high.up = shl i64 %r.high, 32
  %upper.all = or i64 %r.high.up, %upper
  %q.upper = udiv i64 %upper.all, 10
  %r.upper = urem i64 %upper.all, 10
  %r.upper.up = shl i64 %r.upper, 32
  %lower.all = or i64 %r.upper.up, %lower
  %q.lower = udiv i64 %lower.all, 10
  %r.lower = urem i64 %lower.all, 10
  %q.upper.up = shl i64 %q.upper, 32
  %q.low = or i64 %q.upper.up, %q.lower
  %w.short = trunc i64 %r.lower to i8
  %w.digit = add i8 %w.short, 48
  %w.place = getelementptr i8, ptr %w.end, i64 -1
  store i8 %w.digit, ptr %w.place, align 1
  br label %wide
short:
  %left = phi i64 [ %w.low, %wide ], [ %rest, %short ]
  %after = phi ptr [ %w.end, %wide ], [ %place, %short ]
  %rest = udiv i64 %left, 10
  %digit.wide = urem i64 %left, 10
  %digit.short = trunc i64 %digit.wide to i8
  %digit = add i8 %digit.short, 48
  %place = getelementptr i8, ptr %after, i64 -1
  store i8 %digit, ptr %place, align 1
  %is.last = icmp eq i64 %rest, 0
  br i1 %is.last, label %done, label %short
done:
  ret ptr %place
}}

; Writes a Decimal as `-12E-1`; how many bytes.
define internal i64 @jadpo.decimal_text(i128 %bits, ptr %buffer) noinline {{
  %scratch = alloca [48 x i8], align 16
  %end = getelementptr inbounds i8, ptr %scratch, i64 48
  %coefficient = and i128 %bits, {_COEFFICIENT}
  %first = call ptr @jadpo.digits(i128 %coefficient, ptr %end)
  %is.negative = icmp slt i128 %bits, 0
  %sign.size = zext i1 %is.negative to i64
  store i8 45, ptr %buffer, align 1
  %start = getelementptr inbounds i8, ptr %buffer, i64 %sign.size
  %end.number = ptrtoint ptr %end to i64
  %first.number = ptrtoint ptr %first to i64
  %size = sub i64 %end.number, %first.number
  %copied = call ptr @memcpy(ptr %start, ptr %first, i64 %size)
  %whole = add i64 %sign.size, %size
  %high = lshr i128 %bits, {COEFFICIENT_BITS}
  %high.word = trunc i128 %high to i64
  %biased = and i64 %high.word, 16383
  %exponent = sub i64 %biased, {EXPONENT_BIAS}
  %is.whole = icmp eq i64 %exponent, 0
  br i1 %is.whole, label %done, label %scaled
scaled:
  %mark = getelementptr inbounds i8, ptr %buffer, i64 %whole
  store i8 69, ptr %mark, align 1
  %exponent.sign = getelementptr inbounds i8, ptr %mark, i64 1
  %is.down = icmp slt i64 %exponent, 0
  %sign = select i1 %is.down, i8 45, i8 43
  store i8 %sign, ptr %exponent.sign, align 1
  %negated = sub i64 0, %exponent
  %magnitude = select i1 %is.down, i64 %negated, i64 %exponent
  %magnitude.wide = zext i64 %magnitude to i128
  %exponent.first = call ptr @jadpo.digits(i128 %magnitude.wide, ptr %end)
  %exponent.number = ptrtoint ptr %exponent.first to i64
  %exponent.size = sub i64 %end.number, %exponent.number
  %exponent.start = getelementptr inbounds i8, ptr %mark, i64 2
  %copied.too = call ptr @memcpy(ptr %exponent.start, ptr %exponent.first, i64 %exponent.size)
  %with.mark = add i64 %whole, 2
  %all = add i64 %with.mark, %exponent.size
  ret i64 %all
done:
  ret i64 %whole
}}

; Reads what Python writes of a Decimal; whether it is a number within decimal128.
define internal i1 @jadpo.decimal_of(ptr %text, i64 %size, ptr %result) noinline {{
begin:
  %end = getelementptr inbounds i8, ptr %text, i64 %size
  %byte.first = load i8, ptr %text, align 1
  %is.negative = icmp eq i8 %byte.first, 45
  %skip = zext i1 %is.negative to i64
  %start = getelementptr inbounds i8, ptr %text, i64 %skip
  br label %digits
digits:
  %at = phi ptr [ %start, %begin ], [ %next, %digit ], [ %next, %point ]
  %coefficient = phi i128 [ 0, %begin ], [ %longer, %digit ], [ %coefficient, %point ]
  %places = phi i64 [ 0, %begin ], [ %places.more, %digit ], [ 0, %point ]
  %fraction = phi i64 [ 0, %begin ], [ %fraction, %digit ], [ 1, %point ]
  %over = icmp eq ptr %at, %end
  br i1 %over, label %finish, label %look
look:
  %byte = load i8, ptr %at, align 1
  %next = getelementptr inbounds i8, ptr %at, i64 1
  %value = sub i8 %byte, 48
  %is.digit = icmp ult i8 %value, 10
  br i1 %is.digit, label %digit, label %other
digit:
  %ten = mul i128 %coefficient, 10
  %value.wide = zext i8 %value to i128
  %longer = add i128 %ten, %value.wide
  %places.more = add i64 %places, %fraction
  %too.long = icmp ugt i128 %longer, {LARGEST_COEFFICIENT}
  br i1 %too.long, label %wrong, label %digits
other:
  %is.point = icmp eq i8 %byte, 46
  br i1 %is.point, label %point, label %exponent
point:
  br label %digits
exponent:
  %lower = or i8 %byte, 32
  %is.mark = icmp eq i8 %lower, 101
  %some = icmp ne ptr %next, %end
  %has.sign = and i1 %is.mark, %some
  br i1 %has.sign, label %sign, label %wrong
sign:
  %sign.byte = load i8, ptr %next, align 1
  %is.down = icmp eq i8 %sign.byte, 45
  %after.sign = getelementptr inbounds i8, ptr %next, i64 1
  br label %power
power:
  %power.at = phi ptr [ %after.sign, %sign ], [ %power.next, %power.digit ]
  %magnitude = phi i64 [ 0, %sign ], [ %magnitude.longer, %power.digit ]
  %power.over = icmp eq ptr %power.at, %end
  br i1 %power.over, label %signed, label %power.look
power.look:
  %power.byte = load i8, ptr %power.at, align 1
  %power.value = sub i8 %power.byte, 48
  %is.power.digit = icmp ult i8 %power.value, 10
  %is.sane = icmp ult i64 %magnitude, 100000
  %goes.on = and i1 %is.power.digit, %is.sane
  br i1 %goes.on, label %power.digit, label %wrong
power.digit:
  %power.next = getelementptr inbounds i8, ptr %power.at, i64 1
  %power.ten = mul i64 %magnitude, 10
  %power.value.wide = zext i8 %power.value to i64
  %magnitude.longer = add i64 %power.ten, %power.value.wide
  br label %power
signed:
  %negated = sub i64 0, %magnitude
  %scale = select i1 %is.down, i64 %negated, i64 %magnitude
  br label %finish
finish:
  %scale.all = phi i64 [ 0, %digits ], [ %scale, %signed ]
  %exponent.all = sub i64 %scale.all, %places
  %biased = add i64 %exponent.all, {EXPONENT_BIAS}
  %in.range = icmp ult i64 %biased, 16384
  br i1 %in.range, label %write, label %wrong
write:
  %biased.wide = zext i64 %biased to i128
  %exponent.bits = shl i128 %biased.wide, {COEFFICIENT_BITS}
  %negative.wide = zext i1 %is.negative to i128
  %sign.bit = shl i128 %negative.wide, 127
  %with.sign = or i128 %sign.bit, %exponent.bits
  %bits = or i128 %with.sign, %coefficient
  store i128 %bits, ptr %result, align 8
  ret i1 true
wrong:
  ret i1 false
}}

; Writes a Uuid in its canonical form; 36.
define internal i64 @jadpo.uuid_text(i128 %bits, ptr %buffer) noinline {{
begin:
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %at.next, %step ]
  %left = phi i128 [ %bits, %begin ], [ %left.next, %step ]
  %place = getelementptr inbounds i8, ptr %buffer, i64 %at
  %is.8 = icmp eq i64 %at, 8
  %is.13 = icmp eq i64 %at, 13
  %is.18 = icmp eq i64 %at, 18
  %is.23 = icmp eq i64 %at, 23
  %one = or i1 %is.8, %is.13
  %two = or i1 %is.18, %is.23
  %is.dash = or i1 %one, %two
  %top = lshr i128 %left, 124
  %digit = trunc i128 %top to i8
  %is.letter = icmp ugt i8 %digit, 9
  %base = select i1 %is.letter, i8 87, i8 48
  %hex = add i8 %base, %digit
  %byte = select i1 %is.dash, i8 45, i8 %hex
  store i8 %byte, ptr %place, align 1
  %shifted = shl i128 %left, 4
  %left.next = select i1 %is.dash, i128 %left, i128 %shifted
  br label %step
step:
  %at.next = add i64 %at, 1
  %over = icmp eq i64 %at.next, 36
  br i1 %over, label %done, label %loop
done:
  ret i64 36
}}

; Reads a Uuid of 32 hexadecimal digits, dashes left out; whether it is one.
define internal i1 @jadpo.uuid_of(ptr %text, i64 %size, ptr %result) noinline {{
begin:
  %end = getelementptr inbounds i8, ptr %text, i64 %size
  br label %loop
loop:
  %at = phi ptr [ %text, %begin ], [ %next, %dash ], [ %next, %digit ]
  %count = phi i64 [ 0, %begin ], [ %count, %dash ], [ %count.more, %digit ]
  %bits = phi i128 [ 0, %begin ], [ %bits, %dash ], [ %bits.more, %digit ]
  %over = icmp eq ptr %at, %end
  br i1 %over, label %finish, label %look
look:
  %next = getelementptr inbounds i8, ptr %at, i64 1
  %byte = load i8, ptr %at, align 1
  %is.dash = icmp eq i8 %byte, 45
  br i1 %is.dash, label %dash, label %hex
dash:
  br label %loop
hex:
  %number = sub i8 %byte, 48
  %is.number = icmp ult i8 %number, 10
  %lower = or i8 %byte, 32
  %letter = sub i8 %lower, 97
  %is.letter = icmp ult i8 %letter, 6
  %letter.value = add i8 %letter, 10
  %value = select i1 %is.number, i8 %number, i8 %letter.value
  %is.hex = or i1 %is.number, %is.letter
  br i1 %is.hex, label %digit, label %wrong
digit:
  %shifted = shl i128 %bits, 4
  %value.wide = zext i8 %value to i128
  %bits.more = or i128 %shifted, %value.wide
  %count.more = add i64 %count, 1
  br label %loop
finish:
  %is.whole = icmp eq i64 %count, 32
  br i1 %is.whole, label %write, label %wrong
write:
  store i128 %bits, ptr %result, align 8
  ret i1 true
wrong:
  ret i1 false
}}
"""
"""The functions; :data:`LARGEST_COEFFICIENT` and the places of the bits are decimal128's."""
