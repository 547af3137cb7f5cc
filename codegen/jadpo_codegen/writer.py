"""Writes functions of LLVM IR as text; faster than llvmlite's own builder by a factor of ten."""

from collections.abc import Sequence
from typing import Final


class FunctionWriter:
    """Writes one function, block by block, its stack places gathered at the start.

    Code after the end of a block goes to a block that nothing reaches, so that whoever emits code
    need not ask whether what came before ever ends.
    """

    def __init__(self, head: str) -> None:
        """Begin a function; ``head`` is its line up to the brace."""
        self._head = head
        self._places: list[str] = []
        self._lines: list[str] = []
        self._guard: list[str] = []
        self._count = 0
        self.label = "begin"
        """The block that is being written."""
        self.is_open = True
        """Whether the block still lacks its end."""

    def value(self, instruction: str) -> str:
        """Write an instruction; the name of its result."""
        self._count += 1
        name = f"%v{self._count}"
        self.do(f"{name} = {instruction}")
        return name

    def do(self, instruction: str) -> None:
        """Write an instruction without a result."""
        if not self.is_open:
            self.begin(self.new_label("unreached"))
        self._lines.append(f"  {instruction}")

    def end(self, instruction: str) -> None:
        """Write the instruction that ends the block."""
        self.do(instruction)
        self.is_open = False

    def place(self, llvm: str) -> str:
        """The address of a new stack place of a type."""
        self._count += 1
        name = f"%p{self._count}"
        self._places.append(f"  {name} = alloca {llvm}")
        return name

    def initialise(self, llvm: str, value: str, place: str) -> None:
        """Store a value in a place at the very start of the function."""
        self._places.append(f"  store {llvm} {value}, ptr {place}")

    def new_label(self, word: str) -> str:
        """A label for a block that is written later."""
        self._count += 1
        return f"{word}{self._count}"

    def begin(self, label: str) -> None:
        """Begin a block; one that is still open goes on into it."""
        if self.is_open:
            self._lines.append(f"  br label %{label}")
        self._lines.append(f"{label}:")
        self.label = label
        self.is_open = True

    def jump(self, label: str) -> None:
        """End the block by going to another."""
        self.end(f"br label %{label}")

    def branch(self, condition: str, then: str, otherwise: str, weights: str = "") -> None:
        """End the block by going to one of two; ``weights`` names the metadata of their odds."""
        odds = f", !prof {weights}" if weights else ""
        self.end(f"br i1 {condition}, label %{then}, label %{otherwise}{odds}")

    def phi(self, llvm: str, values: Sequence[tuple[str, str]]) -> str:
        """The value that belongs to the block that was come from; pairs of value and label."""
        listed = ", ".join(f"[ {value}, %{label} ]" for value, label in values)
        return self.value(f"phi {llvm} {listed}")

    @property
    def frame_size(self) -> int:
        """About how many bytes of the stack a call takes where every value is kept there."""
        return 16 * self._count

    def guard(self, instructions: Sequence[str]) -> None:
        """Instructions that come before all others; the last one may go to ``%begin``."""
        self._guard += instructions

    def text(self) -> str:
        """The function."""
        guard = [*self._guard] if self._guard else ["  br label %begin"]
        head = [f"{self._head} {{", "entry:", *self._places, *guard, "begin:"]
        return "\n".join([*head, *self._lines, "}", ""])


UNLIKELY: Final = "!0"
"""The metadata of a branch whose first way is almost never taken."""

LIKELY: Final = "!1"
"""The metadata of a branch whose first way is almost always taken."""

HEADER: Final = "!2"
"""The metadata of a read or write of a list's length: it is in no element."""

ELEMENT: Final = "!3"
"""The metadata of a read or write of a list's element: it is in no header."""

METADATA: Final = """\
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 2000, i32 1}
!2 = !{!5, !5, i64 0}
!3 = !{!6, !6, i64 0}
!4 = !{!"jadpo"}
!5 = !{!"header", !4, i64 0}
!6 = !{!"element", !4, i64 0}
"""
"""The definitions of the metadata."""
