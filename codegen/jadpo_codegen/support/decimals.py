"""Decimals: 128 bits with sign, exponent and coefficient, and what needs no exact arithmetic.

Bit 127 is the sign, bits 113 to 126 the exponent plus 6,176, bits 0 to 112 the coefficient, which
is below 10**34. So every Decimal has one encoding, and its trailing zeros are kept. The functions
of arithmetic give ``{ i1 done, i128 result }``: where they are not done, the caller asks Python,
whose context knows numbers at the ends of the range and finds overflows.
"""

from decimal import Decimal
from typing import Final

from jadpo_codegen.support.wide_numbers import WIDE_TEXT
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

COEFFICIENT_MASK: Final = (1 << COEFFICIENT_BITS) - 1
"""The bits of the coefficient, set."""


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
    return DECIMAL128.scaleb(
        Decimal(-(bits & COEFFICIENT_MASK) if bits >> 127 else bits & COEFFICIENT_MASK), exponent
    )


def _powers() -> str:
    powers = ", ".join(f"i128 {10**shift}" for shift in range(_LARGEST_SHIFT + 1))
    return f"[{_LARGEST_SHIFT + 1} x i128] [{powers}]"


_SPLIT: Final = f"""\
  %a.coefficient = and i128 %a, {COEFFICIENT_MASK}
  %b.coefficient = and i128 %b, {COEFFICIENT_MASK}
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

_JOIN_OR: Final = (
    _JOIN.replace("{", "{{")
    .replace("}", "}}")
    .replace(
        "  ret {{ i1, i128 }} {{ i1 false, i128 undef }}\n",
        "  %wider = call {{ i1, i128 }} @jadpo.decimal_{wide}(i128 %a, i128 %b)\n"
        "  ret {{ i1, i128 }} %wider\n",
    )
)

ROUNDING_MODES: Final = ("half_even", "half_up", "down", "up")
"""How a Decimal is rounded, by the number that compiled code gives."""

DECIMALS_TEXT: Final = f"""{WIDE_TEXT}\
\
@jadpo.powers = internal constant {_powers()}, align 16

define internal {{ i1, i128 }} @jadpo.decimal_add(i128 %a, i128 %b) {{
entry:
{_SPLIT}{_ALIGN}
  %sum = add i128 %a.signed, %b.signed
  %negative = icmp slt i128 %sum, 0
  %opposite = sub i128 0, %sum
  %magnitude = select i1 %negative, i128 %opposite, i128 %sum
{_JOIN_OR.format(wide="add_wide")}}}

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
{_JOIN_OR.format(wide="multiply_wide")}}}

; -1, 0 or 1.
define internal i64 @jadpo.decimal_compare(i128 %a, i128 %b) {{
entry:
{_SPLIT}{_ALIGN}
  %below = icmp slt i128 %a.signed, %b.signed
  %above = icmp sgt i128 %a.signed, %b.signed
  %minus = sext i1 %below to i64
  %plus = zext i1 %above to i64
  %order = or i64 %minus, %plus
  ret i64 %order
slow:
  %far = call i64 @jadpo.decimal_compare_far(i128 %a, i128 %b)
  ret i64 %far
}}

define internal i1 @jadpo.decimal_equal(i128 %a, i128 %b) {{
  %identical = icmp eq i128 %a, %b
  br i1 %identical, label %yes, label %compare
yes:
  ret i1 true
compare:
  %order = call i64 @jadpo.decimal_compare(i128 %a, i128 %b)
  %equal = icmp eq i64 %order, 0
  ret i1 %equal
}}

; The same where the exponents are far apart or the coefficients long.
define internal i64 @jadpo.decimal_compare_far(i128 %a, i128 %b) noinline {{
entry:
{_SPLIT}
  %a.minus = sext i1 %a.sign to i64
  %a.side = or i64 %a.minus, 1
  %b.minus = sext i1 %b.sign to i64
  %b.side = or i64 %b.minus, 1
  %a.zero = icmp eq i128 %a.coefficient, 0
  br i1 %a.zero, label %no.left, label %left
no.left:
  %opposite.side = sub i64 0, %b.side
  %b.zero.too = icmp eq i128 %b.coefficient, 0
  %order.zero = select i1 %b.zero.too, i64 0, i64 %opposite.side
  ret i64 %order.zero
left:
  %b.zero = icmp eq i128 %b.coefficient, 0
  %signs.differ = xor i1 %a.sign, %b.sign
  %by.sign = or i1 %b.zero, %signs.differ
  br i1 %by.sign, label %sided, label %magnitudes
sided:
  ret i64 %a.side
magnitudes:
  %a.higher = icmp ugt i64 %a.exponent, %b.exponent
  %higher = select i1 %a.higher, i64 %a.exponent, i64 %b.exponent
  %lower = select i1 %a.higher, i64 %b.exponent, i64 %a.exponent
  %shift = sub i64 %higher, %lower
  %opposite = sub i64 0, %a.side
  %far = icmp ugt i64 %shift, 34
  br i1 %far, label %by.exponent, label %scale
by.exponent:
  ; A coefficient has at most 34 digits.
  %order.far = select i1 %a.higher, i64 %a.side, i64 %opposite
  ret i64 %order.far
scale:
  %a.wide = zext i128 %a.coefficient to i256
  %b.wide = zext i128 %b.coefficient to i256
  %to.scale = select i1 %a.higher, i256 %a.wide, i256 %b.wide
  %power = call i256 @jadpo.ten_to(i64 %shift)
  %scaled = call i256 @jadpo.wide_product(i256 %to.scale, i256 %power)
  %a.scaled = select i1 %a.higher, i256 %scaled, i256 %a.wide
  %b.scaled = select i1 %a.higher, i256 %b.wide, i256 %scaled
  %below = icmp ult i256 %a.scaled, %b.scaled
  %above = icmp ugt i256 %a.scaled, %b.scaled
  %of.less = select i1 %below, i64 %opposite, i64 0
  %order = select i1 %above, i64 %a.side, i64 %of.less
  ret i64 %order
}}

; The form without trailing zeros that equal numbers, and only they, have in common.
define internal i128 @jadpo.decimal_normal(i128 %a) noinline {{
entry:
  %coefficient = and i128 %a, {COEFFICIENT_MASK}
  %is.zero = icmp eq i128 %coefficient, 0
  br i1 %is.zero, label %zero, label %begin
zero:
  ret i128 0
begin:
  %rest = sub i128 %a, %coefficient
  %wide = zext i128 %coefficient to i256
  %both = call {{ i256, i64 }} @jadpo.without_noughts(i256 %wide, i64 34)
  %kept = extractvalue {{ i256, i64 }} %both, 0
  %taken = extractvalue {{ i256, i64 }} %both, 1
  %taken.wide = zext i64 %taken to i128
  %taken.bits = shl i128 %taken.wide, {COEFFICIENT_BITS}
  %digits = trunc i256 %kept to i128
  %head = add i128 %rest, %taken.bits
  %result = add i128 %head, %digits
  ret i128 %result
}}

; A magnitude below 10**70 with its exponent, rounded half to even to 34 digits. Not done where
; the exponent is out of range then.
define internal {{ i1, i128 }} @jadpo.decimal_rounded(
    i256 %given, i64 %exponent.given, i1 %negative) noinline {{
entry:
  %fits = icmp ule i256 %given, {LARGEST_COEFFICIENT}
  br i1 %fits, label %range, label %round
round:
  %digits = call i64 @jadpo.digit_count(i256 %given)
  %cut = sub i64 %digits, 34
  %both = call {{ i256, i256 }} @jadpo.divide_by_ten_to(i256 %given, i64 %cut)
  %quotient = extractvalue {{ i256, i256 }} %both, 0
  %remainder = extractvalue {{ i256, i256 }} %both, 1
  %divisor = call i256 @jadpo.ten_to(i64 %cut)
  %twice = shl i256 %remainder, 1
  %over.half = icmp ugt i256 %twice, %divisor
  %is.half = icmp eq i256 %twice, %divisor
  %is.odd = trunc i256 %quotient to i1
  %tie = and i1 %is.half, %is.odd
  %up = or i1 %over.half, %tie
  %one = zext i1 %up to i256
  %raised = add i256 %quotient, %one
  %carries = icmp eq i256 %raised, {10**34}
  %kept = select i1 %carries, i256 {10**33}, i256 %raised
  %carry = zext i1 %carries to i64
  %higher = add i64 %exponent.given, %cut
  %highest = add i64 %higher, %carry
  br label %range
range:
  %wide = phi i256 [ %given, %entry ], [ %kept, %round ]
  %exponent = phi i64 [ %exponent.given, %entry ], [ %highest, %round ]
  %magnitude = trunc i256 %wide to i128
  %in.range = icmp ule i64 %exponent, {EXPONENT_BIAS + 6_111}
  br i1 %in.range, label %pack, label %slow
pack:
{_JOIN}}}

; The sum where it has to be rounded, or aligning takes more than 128 bits.
define internal {{ i1, i128 }} @jadpo.decimal_add_wide(i128 %a, i128 %b) noinline {{
entry:
{_SPLIT}
  %a.higher = icmp ugt i64 %a.exponent, %b.exponent
  %higher = select i1 %a.higher, i64 %a.exponent, i64 %b.exponent
  %lower = select i1 %a.higher, i64 %b.exponent, i64 %a.exponent
  %shift = sub i64 %higher, %lower
  %near = icmp ule i64 %shift, 34
  br i1 %near, label %scale, label %slow
scale:
  %a.wide = zext i128 %a.coefficient to i256
  %b.wide = zext i128 %b.coefficient to i256
  %to.scale = select i1 %a.higher, i256 %a.wide, i256 %b.wide
  %power = call i256 @jadpo.ten_to(i64 %shift)
  %scaled = call i256 @jadpo.wide_product(i256 %to.scale, i256 %power)
  %a.scaled = select i1 %a.higher, i256 %scaled, i256 %a.wide
  %b.scaled = select i1 %a.higher, i256 %b.wide, i256 %scaled
  %a.negative = sub i256 0, %a.scaled
  %b.negative = sub i256 0, %b.scaled
  %a.signed = select i1 %a.sign, i256 %a.negative, i256 %a.scaled
  %b.signed = select i1 %b.sign, i256 %b.negative, i256 %b.scaled
  %sum = add i256 %a.signed, %b.signed
  %negative = icmp slt i256 %sum, 0
  %opposite = sub i256 0, %sum
  %magnitude = select i1 %negative, i256 %opposite, i256 %sum
  %answer = call {{ i1, i128 }} @jadpo.decimal_rounded(i256 %magnitude, i64 %lower, i1 %negative)
  ret {{ i1, i128 }} %answer
slow:
  ret {{ i1, i128 }} {{ i1 false, i128 undef }}
}}

define internal {{ i1, i128 }} @jadpo.decimal_multiply_wide(i128 %a, i128 %b) noinline {{
entry:
{_SPLIT}
  %a.wide = zext i128 %a.coefficient to i256
  %b.wide = zext i128 %b.coefficient to i256
  %magnitude = call i256 @jadpo.wide_product(i256 %a.wide, i256 %b.wide)
  %exponents = add i64 %a.exponent, %b.exponent
  %exponent = sub i64 %exponents, {EXPONENT_BIAS}
  %negative = xor i1 %a.sign, %b.sign
  %answer = call {{ i1, i128 }} @jadpo.decimal_rounded(
    i256 %magnitude, i64 %exponent, i1 %negative)
  ret {{ i1, i128 }} %answer
}}

; The quotient; %b is not nought. Exact ones have the exponent nearest to the ideal one, which is
; the difference of the exponents.
define internal {{ i1, i128 }} @jadpo.decimal_divide(i128 %a, i128 %b) noinline {{
entry:
{_SPLIT}
  %a.wide = zext i128 %a.coefficient to i256
  %b.wide = zext i128 %b.coefficient to i256
  %difference = sub i64 %a.exponent, %b.exponent
  %ideal = add i64 %difference, {EXPONENT_BIAS}
  %negative = xor i1 %a.sign, %b.sign
  %is.nought = icmp eq i128 %a.coefficient, 0
  br i1 %is.nought, label %nought, label %divide
nought:
  %of.nought = call {{ i1, i128 }} @jadpo.decimal_rounded(i256 0, i64 %ideal, i1 false)
  ret {{ i1, i128 }} %of.nought
divide:
  ; One digit more than a Decimal has, and another one that says which way to round.
  %a.digits = call i64 @jadpo.digit_count(i256 %a.wide)
  %b.digits = call i64 @jadpo.digit_count(i256 %b.wide)
  %longer = sub i64 %b.digits, %a.digits
  %shift = add i64 %longer, 35
  %power = call i256 @jadpo.ten_to(i64 %shift)
  %dividend = call i256 @jadpo.wide_product(i256 %a.wide, i256 %power)
  %quotient = call i256 @jadpo.wide_quotient(i256 %dividend, i256 %b.wide)
  %back = call i256 @jadpo.wide_product(i256 %quotient, i256 %b.wide)
  %exponent = sub i64 %ideal, %shift
  %exact = icmp eq i256 %back, %dividend
  br i1 %exact, label %strip, label %stick
strip:
  %both = call {{ i256, i64 }} @jadpo.without_noughts(i256 %quotient, i64 %shift)
  %kept = extractvalue {{ i256, i64 }} %both, 0
  %taken = extractvalue {{ i256, i64 }} %both, 1
  %exponent.kept = add i64 %exponent, %taken
  br label %give
stick:
  ; A last digit of 0 or 5 would look like an exact or a half one.
  %tenths = call {{ i256, i256 }} @jadpo.divide_by_ten_to(i256 %quotient, i64 1)
  %last = extractvalue {{ i256, i256 }} %tenths, 1
  %is.nought.last = icmp eq i256 %last, 0
  %is.five = icmp eq i256 %last, 5
  %sticks = or i1 %is.nought.last, %is.five
  %one = zext i1 %sticks to i256
  %stuck = add i256 %quotient, %one
  br label %give
give:
  %magnitude = phi i256 [ %kept, %strip ], [ %stuck, %stick ]
  %exponent.given = phi i64 [ %exponent.kept, %strip ], [ %exponent, %stick ]
  %answer = call {{ i1, i128 }} @jadpo.decimal_rounded(
    i256 %magnitude, i64 %exponent.given, i1 %negative)
  ret {{ i1, i128 }} %answer
}}

; The number with the exponent %exponent; %mode is one of ROUNDING_MODES. Not done where it has
; more than 34 digits then.
define internal {{ i1, i128 }} @jadpo.decimal_quantize(
    i128 %a, i64 %exponent, i64 %mode) noinline {{
entry:
  %a.coefficient = and i128 %a, {COEFFICIENT_MASK}
  %a.high = lshr i128 %a, 113
  %a.word = trunc i128 %a.high to i64
  %a.exponent = and i64 %a.word, 16383
  %negative = icmp slt i128 %a, 0
  %given = zext i128 %a.coefficient to i256
  %in.range = icmp ule i64 %exponent, {EXPONENT_BIAS + 6_111}
  br i1 %in.range, label %begin, label %slow
begin:
  %is.nought = icmp eq i256 %given, 0
  br i1 %is.nought, label %give, label %direct
direct:
  %lower = icmp sge i64 %a.exponent, %exponent
  br i1 %lower, label %lengthen, label %shorten
lengthen:
  %more = sub i64 %a.exponent, %exponent
  %near = icmp ule i64 %more, 34
  br i1 %near, label %scale, label %slow
scale:
  %power = call i256 @jadpo.ten_to(i64 %more)
  %scaled = call i256 @jadpo.wide_product(i256 %given, i256 %power)
  %fits = icmp ule i256 %scaled, {LARGEST_COEFFICIENT}
  br i1 %fits, label %give, label %slow
shorten:
  %all = sub i64 %exponent, %a.exponent
  %far = icmp ugt i64 %all, 36
  %cut = select i1 %far, i64 36, i64 %all
  %both = call {{ i256, i256 }} @jadpo.divide_by_ten_to(i256 %given, i64 %cut)
  %quotient = extractvalue {{ i256, i256 }} %both, 0
  %remainder = extractvalue {{ i256, i256 }} %both, 1
  %divisor = call i256 @jadpo.ten_to(i64 %cut)
  %twice = shl i256 %remainder, 1
  %over.half = icmp ugt i256 %twice, %divisor
  %is.half = icmp eq i256 %twice, %divisor
  %is.odd = trunc i256 %quotient to i1
  %tie.even = and i1 %is.half, %is.odd
  %half.even = or i1 %over.half, %tie.even
  %half.up = or i1 %over.half, %is.half
  %away = icmp ne i256 %remainder, 0
  %mode.even = icmp eq i64 %mode, 0
  %mode.half.up = icmp eq i64 %mode, 1
  %mode.up = icmp eq i64 %mode, 3
  %of.up = select i1 %mode.up, i1 %away, i1 false
  %of.half.up = select i1 %mode.half.up, i1 %half.up, i1 %of.up
  %up = select i1 %mode.even, i1 %half.even, i1 %of.half.up
  %one = zext i1 %up to i256
  %rounded = add i256 %quotient, %one
  br label %give
give:
  %wide = phi i256 [ 0, %begin ], [ %scaled, %scale ], [ %rounded, %shorten ]
  %magnitude = trunc i256 %wide to i128
{_JOIN}}}

; Whether a Decimal is whole and in the range of Int, and the Int.
define internal {{ i1, i64 }} @jadpo.decimal_to_int(i128 %a) noinline {{
entry:
  %coefficient = and i128 %a, {COEFFICIENT_MASK}
  %high = lshr i128 %a, 113
  %word = trunc i128 %high to i64
  %exponent.biased = and i64 %word, 16383
  %exponent = sub i64 %exponent.biased, {EXPONENT_BIAS}
  %negative = icmp slt i128 %a, 0
  %given = zext i128 %coefficient to i256
  %is.nought = icmp eq i256 %given, 0
  br i1 %is.nought, label %nought, label %direct
nought:
  ret {{ i1, i64 }} {{ i1 true, i64 0 }}
direct:
  %raises = icmp sge i64 %exponent, 0
  br i1 %raises, label %raise, label %lower
raise:
  %near = icmp ule i64 %exponent, 19
  br i1 %near, label %scale, label %none
scale:
  %power = call i256 @jadpo.ten_to(i64 %exponent)
  %scaled = call i256 @jadpo.wide_product(i256 %given, i256 %power)
  br label %range
lower:
  %places = sub i64 0, %exponent
  %few = icmp ule i64 %places, 34
  br i1 %few, label %divide, label %none
divide:
  %both = call {{ i256, i256 }} @jadpo.divide_by_ten_to(i256 %given, i64 %places)
  %quotient = extractvalue {{ i256, i256 }} %both, 0
  %remainder = extractvalue {{ i256, i256 }} %both, 1
  %whole = icmp eq i256 %remainder, 0
  br i1 %whole, label %range, label %none
range:
  %magnitude = phi i256 [ %scaled, %scale ], [ %quotient, %divide ]
  %opposite = sub i256 0, %magnitude
  %signed = select i1 %negative, i256 %opposite, i256 %magnitude
  %number = trunc i256 %signed to i64
  %again = sext i64 %number to i256
  %fits = icmp eq i256 %again, %signed
  %answer = insertvalue {{ i1, i64 }} {{ i1 true, i64 undef }}, i64 %number, 1
  br i1 %fits, label %give, label %none
give:
  ret {{ i1, i64 }} %answer
none:
  ret {{ i1, i64 }} {{ i1 false, i64 0 }}
}}

define internal i128 @jadpo.decimal_negate(i128 %a) {{
  %coefficient = and i128 %a, {COEFFICIENT_MASK}
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
