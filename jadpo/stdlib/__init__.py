"""The standard library: one table, a row per operation (language.md §11).

A row holds the name, the signature, the documentation and the Python implementation. The checker
finds overloads by name (:func:`operations_named`), tries them in order and writes the key of the
one that fits into the IR; engines find rows by key (:data:`OPERATIONS`). Each file of a namespace
holds its rows and what they do.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from jadpo.stdlib.binary import BINARY_OPERATIONS
from jadpo.stdlib.collection import COLLECTION_OPERATIONS
from jadpo.stdlib.effects import EFFECT_OPERATIONS
from jadpo.stdlib.numeric import NUMERIC_OPERATIONS
from jadpo.stdlib.operation import Cost, Effect, Operation
from jadpo.stdlib.signature import (
    Bound,
    Choice,
    Exactly,
    FunctionOf,
    ListOf,
    LiteralPattern,
    MapOf,
    Option,
    OptionalOf,
    Parameter,
    SetOf,
    Signature,
    SignatureType,
    Variable,
)
from jadpo.stdlib.temporal import TEMPORAL_OPERATIONS
from jadpo.stdlib.text import TEXT_OPERATIONS

OPERATIONS: Final[Mapping[str, Operation]] = MappingProxyType(
    {
        row.key: row
        for row in (
            *TEXT_OPERATIONS,
            *COLLECTION_OPERATIONS,
            *NUMERIC_OPERATIONS,
            *TEMPORAL_OPERATIONS,
            *BINARY_OPERATIONS,
            *EFFECT_OPERATIONS,
        )
    }
)
"""Every row by its key, in the order of documentation."""

_NAMED: Final[Mapping[str, tuple[Operation, ...]]] = MappingProxyType(
    {
        name: tuple(row for row in OPERATIONS.values() if row.name == name)
        for name in dict.fromkeys(row.name for row in OPERATIONS.values())
    }
)

NAMESPACES: Final = tuple(dict.fromkeys(row.namespace for row in OPERATIONS.values()))
"""The namespaces that hold operations."""


def operations_named(name: str) -> tuple[Operation, ...]:
    """The overloads of ``namespace.operation`` in the order to try them; empty for no such name."""
    return _NAMED.get(name, ())


def operation_names(namespace: str) -> tuple[str, ...]:
    """The qualified names of the operations in ``namespace``, each once."""
    return tuple(name for name in _NAMED if name.startswith(f"{namespace}."))


__all__ = [
    "NAMESPACES",
    "OPERATIONS",
    "Bound",
    "Choice",
    "Cost",
    "Effect",
    "Exactly",
    "FunctionOf",
    "ListOf",
    "LiteralPattern",
    "MapOf",
    "Operation",
    "Option",
    "OptionalOf",
    "Parameter",
    "SetOf",
    "Signature",
    "SignatureType",
    "Variable",
    "operation_names",
    "operations_named",
]
