"""Statements."""

from typing import TYPE_CHECKING

from jadpo.ir.nodes.failures import RaiseFailure
from jadpo_runtime.values import Span
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression
    from jadpo.ir.nodes.statement import Statement


class Store(Node):
    """``%slot = value`` — a binding's first value, or an assignment to a ``var mut``."""

    slot: int
    value: "Expression"
    span: Span


class Evaluate(Node):
    """An expression for its effect; the value is dropped."""

    value: "Expression"
    span: Span


class Return(Node):
    """``return value``; ``None`` in a Unit callable."""

    value: "Expression | None"
    span: Span


class Reject(Node):
    """``reject Failure { … }``."""

    failure: RaiseFailure
    span: Span


class If(Node):
    """``if condition … else …``; ``else if`` is an If in ``otherwise``."""

    condition: "Expression"
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]
    span: Span


class While(Node):
    """``while condition``."""

    condition: "Expression"
    body: tuple["Statement", ...]
    span: Span


class ForEach(Node):
    """``for item in collection`` of a list or a set."""

    slot: int
    collection: "Expression"
    body: tuple["Statement", ...]
    span: Span


class ForEntries(Node):
    """``for key, value in map``."""

    key: int
    value: int
    collection: "Expression"
    body: tuple["Statement", ...]
    span: Span


class ForRange(Node):
    """``for slot in collection.range(start, end)``: from ``start`` up to, without, ``end``."""

    slot: int
    start: "Expression"
    end: "Expression"
    body: tuple["Statement", ...]
    span: Span


class Break(Node):
    """``break``."""

    span: Span


class Continue(Node):
    """``continue``."""

    span: Span


class Emit(Node):
    """``emit Event.variant { … }``; ``payload`` pairs field positions with values."""

    event: str
    variant: str
    payload: tuple[tuple[int, "Expression"], ...]
    size: int
    span: Span


class Start(Node):
    """``start batch(…)``."""

    batch: str
    arguments: tuple["Expression", ...]
    span: Span
