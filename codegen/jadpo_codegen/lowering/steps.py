"""A slot to which each turn of a loop adds one: it tells when to look at the stop byte.

In ``while x != 1 { … steps = steps + 1 }`` the addition overflows only from the largest Int, whose
last bits are all set. So one comparison of the sum's last bits with nought finds both the turns
after which the stop byte is looked at, and the one that faults [C5, L6].
"""

from typing import NamedTuple

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo.ir.walk import descendants
from jadpo_codegen.layouts import INT
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.loops import STRIP
from jadpo_codegen.lowering.storing import stored_slots
from jadpo_codegen.native_faults import INTEGER_OVERFLOW
from jadpo_codegen.writer import UNLIKELY
from jadpo_runtime.values import INT_MIN, Span


class Step(NamedTuple):
    """A statement that adds one to a slot in each turn that goes on to another one."""

    position: int
    """Which statement of the loop's body it is."""
    slot: int
    span: Span
    """Where the sum is written."""


def find_step(body: Body, block: tuple[nodes.Statement, ...]) -> Step | None:
    """The step of a loop; ``None`` where no statement of its body is one."""
    everything = [each for one in block for each in (one, *descendants(one))]
    if any(isinstance(each, nodes.Continue) for each in everything):
        return None
    stored = [slot for each in everything for slot in stored_slots(each)]
    for position, statement in enumerate(block):
        if isinstance(statement, nodes.Store) and stored.count(statement.slot) == 1:
            added = plain(statement.value)
            if (
                isinstance(added, nodes.Arithmetic)
                and added.operator is ArithmeticOperator.INT_ADD
                and is_local(added.left, statement.slot)
                and is_one(added.right)
                and body.slots[statement.slot].layout == INT
            ):
                return Step(position, statement.slot, added.span)
    return None


def plain(node: nodes.Expression) -> nodes.Expression:
    """An expression without changes of nominal type."""
    while isinstance(node, nodes.Widen):
        node = node.base
    return node


def is_local(node: nodes.Expression, slot: int) -> bool:
    """Whether an expression is the value of a slot."""
    bare = plain(node)
    return isinstance(bare, nodes.Local) and bare.slot == slot


def is_one(node: nodes.Expression) -> bool:
    """Whether an expression is the constant 1."""
    bare = plain(node)
    return isinstance(bare, nodes.Constant) and bare.value == 1


def lower_step(body: Body, step: Step) -> None:
    """Add one, and look at the stop byte every ``STRIP`` turns."""
    writer = body.writer
    place = body.slots[step.slot].place
    before = writer.value(f"load i64, ptr {place}")
    following = writer.value(f"add i64 {before}, 1")
    last_bits = writer.value(f"and i64 {following}, {STRIP - 1}")
    is_over = writer.value(f"icmp eq i64 {last_bits}, 0")
    over, on = writer.new_label("over"), writer.new_label("on")
    writer.branch(is_over, over, on, UNLIKELY)
    writer.begin(over)
    overflows = writer.value(f"icmp eq i64 {following}, {INT_MIN}")
    body.fault_if(overflows, INTEGER_OVERFLOW, step.span)
    body.poll()
    writer.begin(on)
    writer.do(f"store i64 {following}, ptr {place}")
