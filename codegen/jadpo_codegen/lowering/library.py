"""Calls of the standard library: code of our own, or the row's Python implementation.

The rows with code of their own agree with their Python implementations on every argument, faults
and their sentences included; tests hold them against each other.
"""

from collections.abc import Mapping
from typing import Final

from jadpo.ir import nodes
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.entries import ENTRY_OPERATIONS
from jadpo_codegen.lowering.lists import LIST_OPERATIONS
from jadpo_codegen.lowering.measures import MEASURE_OPERATIONS
from jadpo_codegen.lowering.numbers import NUMBER_OPERATIONS
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, by_python, library_values
from jadpo_codegen.lowering.texts import TEXT_OPERATIONS
from jadpo_codegen.lowering.transformations import TRANSFORMATION_OPERATIONS


def lower_library_call(body: Body, node: nodes.LibraryCall) -> Operand:
    """A call of the standard library."""
    write = NATIVE_OPERATIONS.get(node.operation, by_python)
    return write(body, node, body.operands(library_values(node)))


NATIVE_OPERATIONS: Final[Mapping[str, NativeOperation]] = {
    **TEXT_OPERATIONS,
    **LIST_OPERATIONS,
    **MEASURE_OPERATIONS,
    **TRANSFORMATION_OPERATIONS,
    **ENTRY_OPERATIONS,
    **NUMBER_OPERATIONS,
}
"""The rows with code of their own, by their keys."""

CHANGING: Final[frozenset[str]] = frozenset(
    {
        "collection.append",
        "collection.concat",
        "collection.replace_at",
        "collection.put",
        "collection.add",
        "collection.remove",
        "collection.union",
    }
)
"""Those that change their first argument in place where nobody else holds it."""
