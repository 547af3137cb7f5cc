"""Keys of maps and members of sets: which there are, their hashes, when they are equal [T9]."""

from typing import Final

from jadpo_codegen.layouts import BOOL, DECIMAL, Layout, Tag, TextCell, Word, llvm_type
from jadpo_codegen.not_compiled import NotCompiledError


def check_key(key: Layout) -> None:
    """Raise ``NotCompiledError`` where tables by such keys are not compiled."""
    if not isinstance(key, TextCell | Tag | Word):
        raise NotCompiledError(f"a set or map by {type(key).__name__}", "the program", None)


_MIX: Final = """\
  %multiplied = mul i64 %number, -7046029254386353131
  %high = lshr i64 %multiplied, 32
  %folded = xor i64 %multiplied, %high
  %hash = or i64 %folded, -9223372036854775808
  ret i64 %hash
"""


def hash_body(key: Layout) -> str:
    """The body of a function that gives the hash of ``%key``, which is never nought."""
    if isinstance(key, TextCell):
        return "  %hash = call i64 @jadpo.text_hash(ptr %key)\n  ret i64 %hash\n"
    if key == BOOL:
        return f"  %number = zext i1 %key to i64\n{_MIX}"
    if llvm_type(key) == "i128":
        normal = "%key" if key != DECIMAL else "%normal"
        return (
            "  %normal = call i128 @jadpo.decimal_normal(i128 %key)\n" if key == DECIMAL else ""
        ) + (
            f"  %upper = lshr i128 {normal}, 64\n"
            "  %upper.word = trunc i128 %upper to i64\n"
            f"  %lower.word = trunc i128 {normal} to i64\n"
            "  %upper.mixed = mul i64 %upper.word, 5871781006564002453\n"
            f"  %number = xor i64 %upper.mixed, %lower.word\n{_MIX}"
        )
    return f"  %number = add i64 %key, 0\n{_MIX}"


def equality_text(key: Layout) -> str:
    """Instructions that set ``%equal`` to whether ``%key`` and ``%candidate`` are equal."""
    if isinstance(key, TextCell):
        return "%equal = call i1 @jadpo.text_equal(ptr %key, ptr %candidate)"
    if key == DECIMAL:
        return (
            "%key.normal = call i128 @jadpo.decimal_normal(i128 %key)\n"
            "  %its.normal = call i128 @jadpo.decimal_normal(i128 %candidate)\n"
            "  %equal = icmp eq i128 %key.normal, %its.normal"
        )
    return f"%equal = icmp eq {llvm_type(key)} %key, %candidate"
