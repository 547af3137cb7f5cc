"""Equality and hashes of values, as instructions of LLVM IR [T9].

What a cell holds is compared by ``@equal.N`` and hashed by ``@content.N`` of its kind, which
:mod:`jadpo_codegen.support.contents` writes.
"""

from collections.abc import Mapping
from typing import Final

from jadpo_codegen.layouts import (
    BOOL,
    DECIMAL,
    UNIT,
    Cell,
    Layout,
    Maybe,
    Tag,
    TextCell,
    Word,
    is_counted,
    llvm_type,
)

DIFFERENT: Final = 0
"""What ``@equal.N`` gives of two values that are not equal."""

SAME: Final = 1
"""What it gives of two that are."""

TOO_DEEP: Final = 2
"""What it gives where it would have to go deeper than its room allows."""

INTERRUPTED: Final = 3
"""What it gives where the stop byte is set: whoever asked looks at that, too [L6]."""

DEPTH: Final = 500
"""Levels that values are compared natively; the frames of so many take some 100 KiB."""

_FACTOR: Final = -7046029254386353131
_UPPER_FACTOR: Final = 5871781006564002453
_TOP: Final = -9223372036854775808


def mixed(number: str, name: str) -> str:
    """Instructions that set ``name`` to a hash of a 64-bit number; it is never nought."""
    return (
        f"  {name}.multiplied = mul i64 {number}, {_FACTOR}\n"
        f"  {name}.high = lshr i64 {name}.multiplied, 32\n"
        f"  {name}.folded = xor i64 {name}.multiplied, {name}.high\n"
        f"  {name} = or i64 {name}.folded, {_TOP}\n"
    )


def hash_text(layout: Layout, value: str, name: str, kinds: Mapping[Cell, int]) -> str:
    """Instructions that set ``name`` to the hash of ``value``, the same for equal values."""
    match layout:
        case TextCell():
            return f"  {name} = call i64 @jadpo.text_hash_or_none(ptr {value})\n"
        case Maybe(inner=inner) if is_counted(inner):
            return hash_text(inner, value, name, kinds)
        case Maybe(inner=inner):
            pair = llvm_type(layout)
            return (
                f"  {name}.there = extractvalue {pair} {value}, 0\n"
                f"  {name}.raw = extractvalue {pair} {value}, 1\n"
                f"  {name}.inner = freeze {llvm_type(inner)} {name}.raw\n"
                + hash_text(inner, f"{name}.inner", f"{name}.of", kinds)
                + f"  {name} = select i1 {name}.there, i64 {name}.of, i64 {_TOP}\n"
            )
        case Word() | Tag():
            return _number_hash(layout, value, name)
        case _:
            return f"  {name} = call i64 @content.{kinds[layout]}(ptr %context, ptr {value})\n"


def _number_hash(layout: Layout, value: str, name: str) -> str:
    if layout in (BOOL, UNIT):
        return f"  {name}.number = zext i1 {value} to i64\n" + mixed(f"{name}.number", name)
    if llvm_type(layout) == "i128":
        normal, first = value, ""
        if layout == DECIMAL:
            normal = f"{name}.normal"
            first = f"  {normal} = call i128 @jadpo.decimal_normal(i128 {value})\n"
        return (
            f"{first}"
            f"  {name}.upper = lshr i128 {normal}, 64\n"
            f"  {name}.upper.word = trunc i128 {name}.upper to i64\n"
            f"  {name}.lower.word = trunc i128 {normal} to i64\n"
            f"  {name}.upper.mixed = mul i64 {name}.upper.word, {_UPPER_FACTOR}\n"
            f"  {name}.number = xor i64 {name}.upper.mixed, {name}.lower.word\n"
        ) + mixed(f"{name}.number", name)
    return mixed(value, name)


def equality_text(
    layout: Layout, left: str, right: str, name: str, kinds: Mapping[Cell, int], room: str
) -> str:
    """Instructions that set ``name``, an ``i8``, to whether two values are equal.

    ``room`` is how many levels may be gone down. Values that are no cells are never too deep.
    """
    match layout:
        case TextCell():
            return (
                f"  {name}.bit = call i1 @jadpo.text_equal_or_none(ptr {left}, ptr {right})\n"
                f"  {name} = zext i1 {name}.bit to i8\n"
            )
        case Maybe(inner=inner) if is_counted(inner):
            return equality_text(inner, left, right, name, kinds, room)
        case Maybe(inner=inner):
            return _maybe_equality(layout, inner, left, right, name, kinds, room)
        case Word() | Tag():
            return (
                f"  {name}.bit = {number_equality(layout, left, right)}\n"
                f"  {name} = zext i1 {name}.bit to i8\n"
            )
        case _:
            return (
                f"  {name} = call i8 @equal.{kinds[layout]}"
                f"(ptr %context, ptr {left}, ptr {right}, i64 {room})\n"
            )


def number_equality(layout: Layout, left: str, right: str) -> str:
    """The instruction that compares two values that are no cells and not optional."""
    if layout == DECIMAL:
        return f"call i1 @jadpo.decimal_equal(i128 {left}, i128 {right})"
    return f"icmp eq {llvm_type(layout)} {left}, {right}"


def _maybe_equality(
    layout: Maybe,
    inner: Layout,
    left: str,
    right: str,
    name: str,
    kinds: Mapping[Cell, int],
    room: str,
) -> str:
    pair, llvm = llvm_type(layout), llvm_type(inner)
    return (
        "".join(
            f"  {name}.{side}.there = extractvalue {pair} {value}, 0\n"
            f"  {name}.{side}.raw = extractvalue {pair} {value}, 1\n"
            f"  {name}.{side}.zero = select i1 {name}.{side}.there, {llvm} {name}.{side}.raw,"
            f" {llvm} 0\n"
            f"  {name}.{side} = freeze {llvm} {name}.{side}.zero\n"
            for side, value in (("left", left), ("right", right))
        )
        + equality_text(inner, f"{name}.left", f"{name}.right", f"{name}.of", kinds, room)
        + f"  {name}.presence = icmp eq i1 {name}.left.there, {name}.right.there\n"
        + f"  {name} = select i1 {name}.presence, i8 {name}.of, i8 {DIFFERENT}\n"
    )
