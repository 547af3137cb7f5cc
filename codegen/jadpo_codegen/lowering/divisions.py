"""Quotients and remainders of a number that is never negative, by a constant.

Such a number has 63 bits. With ``l`` the least number for which ``2**l`` is not less than the
divisor, its product with ``2**(63 + l) // divisor + 1`` has the quotient above its last ``63 + l``
bits. LLVM, which does not know of the sign, would spend a third more on it.
"""

from jadpo_codegen.lowering.body import Body

_BITS = 63
"""Bits of an Int without its sign."""


def quotient_by_constant(body: Body, number: str, divisor: int) -> str:
    """The quotient of an ``i64`` that is not negative, by a positive constant."""
    length = (divisor - 1).bit_length()
    if divisor == 1 << length:
        return body.writer.value(f"lshr i64 {number}, {length}")
    factor = (1 << _BITS + length) // divisor + 1
    wide = body.writer.value(f"zext i64 {number} to i128")
    product = body.writer.value(f"mul nuw i128 {wide}, {factor}")
    high = body.writer.value(f"lshr i128 {product}, {_BITS + length}")
    return body.writer.value(f"trunc i128 {high} to i64")


def remainder_by_constant(body: Body, number: str, divisor: int) -> str:
    """The remainder of an ``i64`` that is not negative, by a positive constant."""
    if divisor & (divisor - 1) == 0:
        return body.writer.value(f"and i64 {number}, {divisor - 1}")
    quotient = quotient_by_constant(body, number, divisor)
    whole = body.writer.value(f"mul i64 {quotient}, {divisor}")
    return body.writer.value(f"sub i64 {number}, {whole}")
