"""Two stacks: compiled code has one of its own, large enough for the call depth, Python has its.

Threads have stacks of very different sizes, and 1,000 calls of a large function fit few of them. So
whatever Python calls goes over to the stack of its run, and calls of Python go back to that of the
thread, where CPython expects to be. Both are left as they were found, call by call.
"""

from typing import Final

_X86_64: Final = (
    "pushq %rbp",
    "movq %rsp, %rbp",
    "movq %rsp, (%r9)",
    "movq %r8, %rsp",
    "movq %rdi, %rax",
    "movq %rsi, %rdi",
    "movq %rdx, %rsi",
    "movq %rcx, %rdx",
    "callq *%rax",
    "movq %rbp, %rsp",
    "popq %rbp",
    "retq",
)

_AARCH64: Final = (
    "stp x29, x30, [sp, #-16]!",
    "mov x29, sp",
    "mov x8, sp",
    "str x8, [x5]",
    "mov sp, x4",
    "mov x8, x0",
    "mov x0, x1",
    "mov x1, x2",
    "mov x2, x3",
    "blr x8",
    "mov sp, x29",
    "ldp x29, x30, [sp], #16",
    "ret",
)

_SWITCHES: Final = {
    "x86_64": _X86_64,
    "amd64": _X86_64,
    "aarch64": _AARCH64,
    "arm64": _AARCH64,
}
"""The instructions by the first word of a triple."""

_HEAD: Final = (
    "define internal i32 @jadpo.on_stack(ptr %do, ptr %a, ptr %b, ptr %c, ptr %stack, ptr %left)"
)

MARGIN: Final = 4 * 1024 * 1024
"""Bytes that are left of a stack of compiled code for functions that do not look at its end."""


def has_own_stack(triple: str) -> bool:
    """Whether compiled code changes stacks on machines of a triple."""
    return _architecture(triple) in _SWITCHES


def _architecture(triple: str) -> str:
    return triple.split("-", 1)[0].lower()


def stack_text(triple: str) -> str:
    """``i32 @jadpo.on_stack(do, a, b, c, stack, left)``: calls ``do(a, b, c)`` on another stack.

    ``stack`` is where that one is used from, downwards and aligned to 16; where this one is used
    up to is written to ``left``. Where the instructions are not known it is a plain call.
    """
    instructions = _SWITCHES.get(_architecture(triple))
    if instructions is None:
        return (
            f"{_HEAD} {{\n  %status = call i32 %do(ptr %a, ptr %b, ptr %c)\n  ret i32 %status\n}}\n"
        )
    text = "\\0A".join(each.replace("$", "$$") for each in instructions)
    return (
        f"{_HEAD} naked noinline nounwind {{\n"
        f'  call void asm sideeffect "{text}", "~{{memory}}"()\n'
        "  unreachable\n"
        "}\n"
    )
