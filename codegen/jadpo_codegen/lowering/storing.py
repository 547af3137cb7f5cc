"""Which nodes give slots their values."""

from jadpo.ir import nodes
from jadpo.ir.walk import descendants


def stored_slots(node: object) -> tuple[int, ...]:
    """The slots that a node itself gives a value to."""
    match node:
        case nodes.Store(slot=slot) | nodes.ForEach(slot=slot) | nodes.ForRange(slot=slot):
            return (slot,)
        case nodes.ForEntries(key=key, value=value):
            return (key, value)
        case nodes.SomeCase(slot=int(slot)):
            return (slot,)
        case nodes.VariantCase(bindings=bindings) | nodes.FailureArm(bindings=bindings):
            return tuple(slot for _, slot in bindings)
        case nodes.MatchFailure(success=int(slot)):
            return (slot,)
    return ()


def may_store(node: nodes.Expression) -> bool:
    """Whether evaluating an expression may give a slot another value."""
    return any(stored_slots(each) for each in (node, *descendants(node)))
