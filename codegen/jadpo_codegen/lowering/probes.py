"""Keys that are looked up and then put: found once, not twice.

``match collection.get(counts, word)`` knows where the entry of ``word`` is. Where an arm puts a
value for the same key into the same map, and neither was given another value in between, it need
not be looked for again.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeGuard

from jadpo.ir import nodes
from jadpo.ir.walk import descendants
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.entries import looked_up
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.storing import stored_slots

_Path: TypeAlias = tuple[int, ...]
"""A slot and the fields that are followed from it."""

_PUT: Final = "collection.put"


def is_lookup(node: nodes.Expression) -> TypeGuard[nodes.LibraryCall]:
    """Whether a node looks up a key in a map that a slot holds."""
    return (
        isinstance(node, nodes.LibraryCall)
        and node.operation == "collection.get"
        and _slot(node.arguments[0]) is not None
        and _path(node.arguments[1]) is not None
    )


def lower_lookup(body: Body, node: nodes.Match, subject: nodes.LibraryCall) -> Operand:
    """The subject of a match; arms that put a value for its key are told where that is."""
    given = [each for each in subject.arguments if not isinstance(each, nodes.FunctionReference)]
    value, probe = looked_up(body, subject, body.operands(given))
    for arm in node.arms:
        put = _put_of(arm.block, subject)
        if put is not None:
            body.probes[id(put)] = probe
    return value


def _put_of(
    block: Sequence[nodes.Statement], subject: nodes.LibraryCall
) -> nodes.LibraryCall | None:
    """The call in a block that puts a value for the key of ``subject``, while that is valid."""
    table, key = _slot(subject.arguments[0]), _path(subject.arguments[1])
    if table is None or key is None:
        return None
    for statement in block:
        if isinstance(statement, nodes.Store) and statement.slot == table:
            put = statement.value
            while isinstance(put, nodes.Widen):
                put = put.base
            if (
                isinstance(put, nodes.LibraryCall)
                and put.operation == _PUT
                and _slot(put.arguments[0]) == table
                and _path(put.arguments[1]) == key
                and not _stores(put, table, key[0])
            ):
                return put
            return None
        if _stores(statement, table, key[0]):
            return None
    return None


def _stores(node: nodes.Statement | nodes.LibraryCall, *slots: int) -> bool:
    return any(slot in slots for each in (node, *descendants(node)) for slot in stored_slots(each))


def _slot(node: object) -> int | None:
    path = _path(node)
    return path[0] if path is not None and len(path) == 1 else None


def _path(node: object) -> _Path | None:
    match node:
        case nodes.Local(slot=slot):
            return (slot,)
        case nodes.Widen(base=base):
            return _path(base)
        case nodes.FieldOf(base=base, index=index):
            path = _path(base)
            return None if path is None else (*path, index)
    return None
