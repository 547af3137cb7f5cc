"""Calls of functions, library operations and connections."""

from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression


class Call(Node):
    """``call name (arguments)`` — an authored callable; ``failures`` can leave it, none if pure.

    Where ``failures`` is not empty the node stands directly in an :class:`Attempt` or as the
    subject of a :class:`MatchFailure`.
    """

    name: str
    arguments: tuple["Expression", ...]
    failures: tuple[str, ...]
    type: Type
    span: Span


class FunctionReference(Node):
    """An authored pure function given by name to an operation of the standard library."""

    name: str
    parameter: Type
    result: Type
    span: Span


class LibraryCall(Node):
    """``operation (arguments)`` — a row of the standard library, all options made explicit.

    ``operation`` is the qualified name (``collection.append``); arguments stand in the order of
    the row's parameters, options after them, defaults filled in.
    """

    operation: str
    arguments: tuple["Expression | FunctionReference", ...]
    type: Type
    span: Span


class CallConnection(Node):
    """``connection.operation (input)`` — fallible where the operation has ``on`` lines."""

    connection: str
    operation: str
    input: "Expression | None"
    failures: tuple[str, ...]
    type: Type
    span: Span


class Attempt(Node):
    """``attempt base``: a failure of ``base`` leaves the callable, this span joining its trail."""

    base: "Expression"
    failures: tuple[str, ...]
    type: Type
    span: Span
