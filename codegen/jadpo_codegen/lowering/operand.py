"""What the code of an expression leaves behind."""

from typing import NamedTuple

from jadpo_codegen.layouts import Layout


class Operand(NamedTuple):
    """A value in a register.

    Where ``is_owned``, one reference to its cell belongs to whoever uses the operand next: it is
    handed on or let go of. Otherwise the cell is held by something that outlives the use.
    """

    text: str
    layout: Layout
    is_owned: bool = False
