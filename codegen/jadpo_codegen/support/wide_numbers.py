"""Numbers of 256 bits, as Decimals need them: products, digits, division by powers of ten.

Division by a power of ten multiplies by its reciprocal, which is a table's row; division of 256
bits by LLVM itself goes bit by bit.
"""

from typing import Final

POWERS: Final = 71
"""Rows of the tables: powers of ten from 10**0 on."""

_LIMB: Final = 64


def product(left: str, right: str, name: str) -> str:
    """Instructions that set ``{name}.0`` to ``{name}.7``, the limbs of a product of 512 bits.

    ``left`` and ``right`` are values of 256 bits.
    """
    lines = []
    for value, side in ((left, "l"), (right, "r")):
        lines += [
            f"  {name}.{side}{limb}.high = lshr i256 {value}, {limb * _LIMB}\n"
            f"  {name}.{side}{limb}.word = trunc i256 {name}.{side}{limb}.high to i64\n"
            f"  {name}.{side}{limb} = zext i64 {name}.{side}{limb}.word to i128\n"
            for limb in range(4)
        ]
    places = ["0"] * 8
    for row in range(4):
        carry = "0"
        for column in range(4):
            at = f"{name}.{row}.{column}"
            lines.append(
                f"  {at}.times = mul nuw i128 {name}.l{row}, {name}.r{column}\n"
                f"  {at}.with = add nuw i128 {at}.times, {places[row + column]}\n"
                f"  {at}.sum = add nuw i128 {at}.with, {carry}\n"
                f"  {at}.word = trunc i128 {at}.sum to i64\n"
                f"  {at}.low = zext i64 {at}.word to i128\n"
                f"  {at}.carry = lshr i128 {at}.sum, 64\n"
            )
            places[row + column] = f"{at}.low"
            carry = f"{at}.carry"
        places[row + 4] = carry
    for number, place in enumerate(places):
        lines.append(f"  {name}.{number} = zext i128 {place} to i256\n")
    return "".join(lines)


def joined(name: str, first: int, result: str) -> str:
    """Instructions that set ``result`` to the four limbs of a product from ``first`` on."""
    lines = [f"  {result}.0 = add i256 {name}.{first}, 0\n"]
    for number in range(1, 4):
        target = result if number == 3 else f"{result}.{number}"
        lines.append(
            f"  {result}.{number}.shifted = shl i256 {name}.{first + number}, {number * _LIMB}\n"
            f"  {target} = or i256 {result}.{number - 1}, {result}.{number}.shifted\n"
        )
    return "".join(lines)


def _table(name: str, rows: list[int]) -> str:
    listed = ", ".join(f"i256 {row}" for row in rows)
    return f"{name} = internal constant [{len(rows)} x i256] [{listed}], align 32\n"


WIDE_TEXT: Final = f"""\
{_table("@jadpo.tens", [10**power for power in range(POWERS)])}\
{_table("@jadpo.reciprocals", [0, *((1 << 256) // 10**power for power in range(1, POWERS))])}
declare i256 @llvm.ctlz.i256(i256, i1)

define internal i256 @jadpo.ten_to(i64 %power) alwaysinline {{
  %place = getelementptr inbounds i256, ptr @jadpo.tens, i64 %power
  %result = load i256, ptr %place, align 16
  ret i256 %result
}}

; The product of two numbers of 128 bits each.
define internal i256 @jadpo.wide_product(i256 %left, i256 %right) noinline {{
{product("%left", "%right", "%p")}{joined("%p", 0, "%result")}  ret i256 %result
}}

; How many decimal digits a number below 10**70 has; nought has none.
define internal i64 @jadpo.digit_count(i256 %number) noinline {{
  %zeros = call i256 @llvm.ctlz.i256(i256 %number, i1 false)
  %zeros.word = trunc i256 %zeros to i64
  %bits = sub i64 256, %zeros.word
  ; 1233 / 4096 is a little more than the logarithm of 2 to the base of 10.
  %scaled = mul i64 %bits, 1233
  %guess = lshr i64 %scaled, 12
  %power = call i256 @jadpo.ten_to(i64 %guess)
  %reaches = icmp uge i256 %number, %power
  %one = zext i1 %reaches to i64
  %digits = add i64 %guess, %one
  ret i64 %digits
}}

; Quotient and remainder by 10**%power, from 1 to 70.
define internal {{ i256, i256 }} @jadpo.divide_by_ten_to(i256 %number, i64 %power) noinline {{
  %place = getelementptr inbounds i256, ptr @jadpo.reciprocals, i64 %power
  %reciprocal = load i256, ptr %place, align 16
{product("%number", "%reciprocal", "%p")}{joined("%p", 4, "%guess")}\
  %divisor = call i256 @jadpo.ten_to(i64 %power)
  %back = call i256 @jadpo.wide_product(i256 %guess, i256 %divisor)
  %rest = sub i256 %number, %back
  ; The reciprocal is cut off, so the guess may be one too small.
  %short = icmp uge i256 %rest, %divisor
  %one = zext i1 %short to i256
  %quotient = add i256 %guess, %one
  %less = select i1 %short, i256 %divisor, i256 0
  %remainder = sub i256 %rest, %less
  %first = insertvalue {{ i256, i256 }} undef, i256 %quotient, 0
  %both = insertvalue {{ i256, i256 }} %first, i256 %remainder, 1
  ret {{ i256, i256 }} %both
}}

; Quotient by a number of 128 bits.
define internal i256 @jadpo.wide_quotient(i256 %number, i256 %divisor) noinline {{
entry:
  %is.short = icmp ult i256 %divisor, {1 << 32}
  br i1 %is.short, label %short, label %long
short:
  %by = trunc i256 %divisor to i64
  br label %loop
loop:
  %shift = phi i64 [ 224, %short ], [ %shift.next, %loop ]
  %rest = phi i64 [ 0, %short ], [ %rest.next, %loop ]
  %quotient = phi i256 [ 0, %short ], [ %quotient.next, %loop ]
  %shift.wide = zext i64 %shift to i256
  %lowered = lshr i256 %number, %shift.wide
  %word = trunc i256 %lowered to i32
  %part = zext i32 %word to i64
  %rest.raised = shl i64 %rest, 32
  %dividend = or i64 %rest.raised, %part
  %digit = udiv i64 %dividend, %by
  %back = mul i64 %digit, %by
  %rest.next = sub i64 %dividend, %back
  %digit.wide = zext i64 %digit to i256
  %quotient.raised = shl i256 %quotient, 32
  %quotient.next = or i256 %quotient.raised, %digit.wide
  %shift.next = sub i64 %shift, 32
  %over = icmp slt i64 %shift.next, 0
  br i1 %over, label %done, label %loop
done:
  ret i256 %quotient.next
long:
  %result = udiv i256 %number, %divisor
  ret i256 %result
}}

; A coefficient without trailing noughts, at most %most of them taken off, and how many were.
define internal {{ i256, i64 }} @jadpo.without_noughts(i256 %number, i64 %most) noinline {{
entry:
  br label %loop
loop:
  %step = phi i64 [ 32, %entry ], [ %step.next, %on ]
  %kept = phi i256 [ %number, %entry ], [ %kept.next, %on ]
  %taken = phi i64 [ 0, %entry ], [ %taken.next, %on ]
  %more = add i64 %taken, %step
  %allowed = icmp sle i64 %more, %most
  br i1 %allowed, label %try, label %skip
skip:
  br label %on
try:
  %both = call {{ i256, i256 }} @jadpo.divide_by_ten_to(i256 %kept, i64 %step)
  %quotient = extractvalue {{ i256, i256 }} %both, 0
  %remainder = extractvalue {{ i256, i256 }} %both, 1
  %round = icmp eq i256 %remainder, 0
  %kept.tried = select i1 %round, i256 %quotient, i256 %kept
  %taken.tried = select i1 %round, i64 %more, i64 %taken
  br label %on
on:
  %kept.next = phi i256 [ %kept, %skip ], [ %kept.tried, %try ]
  %taken.next = phi i64 [ %taken, %skip ], [ %taken.tried, %try ]
  %step.next = lshr i64 %step, 1
  %over = icmp eq i64 %step.next, 0
  br i1 %over, label %done, label %loop
done:
  %first = insertvalue {{ i256, i64 }} undef, i256 %kept.next, 0
  %result = insertvalue {{ i256, i64 }} %first, i64 %taken.next, 1
  ret {{ i256, i64 }} %result
}}
"""
