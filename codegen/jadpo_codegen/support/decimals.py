"""Decimals: 128 bits with sign, exponent and coefficient, and what needs no exact arithmetic.

Bit 127 is the sign, bits 113 to 126 the exponent plus 6,176, bits 0 to 112 the coefficient, which
is below 10**34. So every Decimal has one encoding, and its trailing zeros are kept. The functions
here give ``{ i1 done, i128 result }``: where they are not done, the caller asks Python, whose
context rounds and finds overflows.
"""

from decimal import Decimal
from typing import Final

from jadpo_runtime.values import DECIMAL128
from jadpo_runtime.values.internal_error import InternalError

EXPONENT_BIAS: Final = 6_176
"""What is added to an exponent to store it."""

COEFFICIENT_BITS: Final = 113
"""The bits of the coefficient."""

LARGEST_COEFFICIENT: Final = 10**34 - 1
"""The largest coefficient of decimal128."""

_LARGEST_SHIFT: Final = 15
"""Decimal places by which a coefficient is scaled natively."""

_MASK: Final = (1 << COEFFICIENT_BITS) - 1


def encoded(value: Decimal) -> int:
    """The 128 bits of a Decimal that is within decimal128."""
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise InternalError(f"{value} is no Decimal of Jadpo")
    coefficient = int("".join(map(str, digits)) or "0")
    return sign << 127 | (exponent + EXPONENT_BIAS) << COEFFICIENT_BITS | coefficient


def decoded(bits: int) -> Decimal:
    """The Decimal of 128 bits."""
    exponent = (bits >> COEFFICIENT_BITS & 0x3FFF) - EXPONENT_BIAS
    return DECIMAL128.scaleb(Decimal(-(bits & _MASK) if bits >> 127 else bits & _MASK), exponent)


def _powers() -> str:
    powers = ", ".join(f"i128 {10**shift}" for shift in range(_LARGEST_SHIFT + 1))
    return f"[{_LARGEST_SHIFT + 1} x i128] [{powers}]"


_SPLIT: Final = f"""\
  %a.coefficient = and i128 %a, {_MASK}
  %b.coefficient = and i128 %b, {_MASK}
  %a.high = lshr i128 %a, 113
  %b.high = lshr i128 %b, 113
  %a.word = trunc i128 %a.high to i64
  %b.word = trunc i128 %b.high to i64
  %a.exponent = and i64 %a.word, 16383
  %b.exponent = and i64 %b.word, 16383
  %a.sign = icmp slt i128 %a, 0
  %b.sign = icmp slt i128 %b, 0
"""

_ALIGN: Final = f"""\
  %same = icmp eq i64 %a.exponent, %b.exponent
  br i1 %same, label %aligned, label %differ
differ:
  %a.more = icmp ugt i64 %a.exponent, %b.exponent
  %higher = select i1 %a.more, i64 %a.exponent, i64 %b.exponent
  %lower = select i1 %a.more, i64 %b.exponent, i64 %a.exponent
  %shift = sub i64 %higher, %lower
  %near = icmp ule i64 %shift, {_LARGEST_SHIFT}
  br i1 %near, label %scale, label %slow
scale:
  %power.place = getelementptr inbounds i128, ptr @jadpo.powers, i64 %shift
  %power = load i128, ptr %power.place, align 16
  %to.scale = select i1 %a.more, i128 %a.coefficient, i128 %b.coefficient
  %fits = icmp ult i128 %to.scale, {1 << 62}
  br i1 %fits, label %multiply, label %slow
multiply:
  %scaled = mul nuw i128 %to.scale, %power
  %a.scaled = select i1 %a.more, i128 %scaled, i128 %a.coefficient
  %b.scaled = select i1 %a.more, i128 %b.coefficient, i128 %scaled
  br label %aligned
aligned:
  %exponent = phi i64 [ %a.exponent, %entry ], [ %lower, %multiply ]
  %a.whole = phi i128 [ %a.coefficient, %entry ], [ %a.scaled, %multiply ]
  %b.whole = phi i128 [ %b.coefficient, %entry ], [ %b.scaled, %multiply ]
  %a.negative = sub i128 0, %a.whole
  %b.negative = sub i128 0, %b.whole
  %a.signed = select i1 %a.sign, i128 %a.negative, i128 %a.whole
  %b.signed = select i1 %b.sign, i128 %b.negative, i128 %b.whole
"""

_JOIN: Final = f"""\
  %magnitude.fits = icmp ule i128 %magnitude, {LARGEST_COEFFICIENT}
  br i1 %magnitude.fits, label %done, label %slow
done:
  %is.zero = icmp eq i128 %magnitude, 0
  %no.sign = select i1 %is.zero, i1 false, i1 %negative
  %exponent.wide = zext i64 %exponent to i128
  %exponent.bits = shl i128 %exponent.wide, 113
  %sign.wide = zext i1 %no.sign to i128
  %sign.bit = shl i128 %sign.wide, 127
  %joined = or i128 %exponent.bits, %magnitude
  %result = or i128 %joined, %sign.bit
  %answer = insertvalue {{ i1, i128 }} {{ i1 true, i128 undef }}, i128 %result, 1
  ret {{ i1, i128 }} %answer
slow:
  ret {{ i1, i128 }} {{ i1 false, i128 undef }}
"""

DECIMALS_TEXT: Final = f"""\
@jadpo.powers = internal constant {_powers()}, align 16

define internal {{ i1, i128 }} @jadpo.decimal_add(i128 %a, i128 %b) {{
entry:
{_SPLIT}{_ALIGN}
  %sum = add i128 %a.signed, %b.signed
  %negative = icmp slt i128 %sum, 0
  %opposite = sub i128 0, %sum
  %magnitude = select i1 %negative, i128 %opposite, i128 %sum
{_JOIN}}}

define internal {{ i1, i128 }} @jadpo.decimal_multiply(i128 %a, i128 %b) {{
entry:
{_SPLIT}
  %either = or i128 %a.coefficient, %b.coefficient
  %short = icmp ult i128 %either, {1 << 56}
  %exponents = add i64 %a.exponent, %b.exponent
  %exponent = sub i64 %exponents, {EXPONENT_BIAS}
  %in.range = icmp ult i64 %exponent, {EXPONENT_BIAS + 6_112}
  %simple = and i1 %short, %in.range
  br i1 %simple, label %product, label %slow
product:
  %a.half = trunc i128 %a.coefficient to i64
  %b.half = trunc i128 %b.coefficient to i64
  %a.wide = zext i64 %a.half to i128
  %b.wide = zext i64 %b.half to i128
  %magnitude = mul nuw i128 %a.wide, %b.wide
  %negative = xor i1 %a.sign, %b.sign
{_JOIN}}}

define internal {{ i1, i64 }} @jadpo.decimal_compare(i128 %a, i128 %b) {{
entry:
{_SPLIT}{_ALIGN}
  %below = icmp slt i128 %a.signed, %b.signed
  %above = icmp sgt i128 %a.signed, %b.signed
  %minus = sext i1 %below to i64
  %plus = zext i1 %above to i64
  %order = or i64 %minus, %plus
  %answer = insertvalue {{ i1, i64 }} {{ i1 true, i64 undef }}, i64 %order, 1
  ret {{ i1, i64 }} %answer
slow:
  ret {{ i1, i64 }} {{ i1 false, i64 undef }}
}}

; The form without trailing zeros that equal numbers, and only they, have in common.
define internal i128 @jadpo.decimal_normal(i128 %a) noinline {{
entry:
  %coefficient = and i128 %a, {_MASK}
  %is.zero = icmp eq i128 %coefficient, 0
  br i1 %is.zero, label %zero, label %begin
zero:
  ret i128 0
begin:
  %rest = sub i128 %a, %coefficient
  br label %loop
loop:
  %digits = phi i128 [ %coefficient, %begin ], [ %shorter, %shorten ]
  %head = phi i128 [ %rest, %begin ], [ %head.next, %shorten ]
  ; A division of 128 bits would be a call of the compiler's library; of 160 bits it is code.
  %wide = zext i128 %digits to i160
  %tenth = udiv i160 %wide, 10
  %shorter = trunc i160 %tenth to i128
  %back = mul i128 %shorter, 10
  %is.round = icmp eq i128 %back, %digits
  br i1 %is.round, label %shorten, label %done
shorten:
  %head.next = add i128 %head, {1 << COEFFICIENT_BITS}
  br label %loop
done:
  %result = add i128 %head, %digits
  ret i128 %result
}}

define internal i128 @jadpo.decimal_negate(i128 %a) {{
  %coefficient = and i128 %a, {_MASK}
  %is.zero = icmp eq i128 %coefficient, 0
  %flipped = xor i128 %a, {1 << 127}
  %result = select i1 %is.zero, i128 %a, i128 %flipped
  ret i128 %result
}}

define internal i128 @jadpo.decimal_of_int(i64 %a) {{
  %negative = icmp slt i64 %a, 0
  %opposite = sub i64 0, %a
  %half = select i1 %negative, i64 %opposite, i64 %a
  %magnitude = zext i64 %half to i128
  %with.exponent = or i128 %magnitude, {EXPONENT_BIAS << COEFFICIENT_BITS}
  %sign.wide = zext i1 %negative to i128
  %sign.bit = shl i128 %sign.wide, 127
  %result = or i128 %with.exponent, %sign.bit
  ret i128 %result
}}
"""
