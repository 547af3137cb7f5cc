"""Changes of type: presence, unwraps, widenings and validations."""

from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression


class IsPresent(Node):
    """``base exists``: whether an optional value is not ``none``."""

    base: "Expression"
    type: Type
    span: Span


class Unwrap(Node):
    """An optional value that narrowing has shown to be present [C3]."""

    base: "Expression"
    type: Type
    span: Span


class Wrap(Node):
    """``T`` widened to ``T?``."""

    base: "Expression"
    type: Type
    span: Span


class Widen(Node):
    """A change of nominal type that leaves the representation as it is [T3].

    Also the element-wise one of collections and of ``T?`` to ``U?``.
    """

    base: "Expression"
    type: Type
    span: Span


class Validate(Node):
    """``construct Type(base)``: fallible, raises ``InvalidValue`` where a rule is broken [T4].

    Each layer of ``type`` down to ``base.type`` is checked, the widest first. Where the target is
    ``Email Url Zone Uuid Instant CalendarDate`` and the base is a Text, the text is parsed.
    """

    base: "Expression"
    type: Type
    span: Span
