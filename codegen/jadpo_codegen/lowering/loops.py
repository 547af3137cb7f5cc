"""Counted loops in strips: the stop byte is looked at in between, so that LLVM vectorises them."""

from collections.abc import Callable
from typing import Final, NamedTuple

from jadpo_codegen.lowering.body import Body

STRIP: Final = 4_096
"""Turns of a counted loop between two looks at the stop byte."""


class Turn(NamedTuple):
    """What one turn of a counted loop knows: its number, where the next one and the end are."""

    number: str
    next: str
    after: str


def count(body: Body, start: str, end: str, write_turn: Callable[[Turn], None]) -> None:
    """A loop from ``start`` up to, without, ``end``, two Ints; it looks at the stop byte [L6]."""
    writer = body.writer
    place = writer.place("i64")
    writer.do(f"store i64 {start}, ptr {place}")
    strip_head, strip = writer.new_label("strips"), writer.new_label("strip")
    head, inside = writer.new_label("for"), writer.new_label("turn")
    step, after = writer.new_label("step"), writer.new_label("after")
    writer.begin(strip_head)
    first = writer.value(f"load i64, ptr {place}")
    more = writer.value(f"icmp slt i64 {first}, {end}")
    writer.branch(more, strip, after)
    writer.begin(strip)
    body.poll()
    left = writer.value(f"sub i64 {end}, {first}")
    long = writer.value(f"icmp ugt i64 {left}, {STRIP}")
    far = writer.value(f"add i64 {first}, {STRIP}")
    last = writer.value(f"select i1 {long}, i64 {far}, i64 {end}")
    writer.begin(head)
    number = writer.value(f"load i64, ptr {place}")
    inner_more = writer.value(f"icmp slt i64 {number}, {last}")
    writer.branch(inner_more, inside, strip_head)
    writer.begin(inside)
    write_turn(Turn(number, step, after))
    writer.begin(step)
    following = writer.value(f"add nsw i64 {number}, 1")
    writer.do(f"store i64 {following}, ptr {place}")
    writer.jump(head)
    writer.begin(after)


class Variable:
    """A number that a loop changes, on the stack until LLVM moves it to a register."""

    def __init__(self, body: Body, llvm: str, value: str) -> None:
        """A new place with a first value."""
        self._writer = body.writer
        self._llvm = llvm
        self._place = body.writer.place(llvm)
        self.put(value)

    def put(self, value: str) -> None:
        """Give it a value."""
        self._writer.do(f"store {self._llvm} {value}, ptr {self._place}")

    def get(self) -> str:
        """Its value now."""
        return self._writer.value(f"load {self._llvm}, ptr {self._place}")
