"""Values: constants, places, fields, and what makes composed values."""

from typing import TYPE_CHECKING

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression


class Constant(Node):
    """``const value`` — a literal, already of its type; also ``none`` and checked constructions."""

    value: object
    type: Type
    span: Span


class Local(Node):
    """``%slot`` — the value in a slot of the frame."""

    slot: int
    type: Type
    span: Span


class FieldOf(Node):
    """``base.index`` — a field of an Object or entity, by its position in the declaration."""

    base: "Expression"
    index: int
    type: Type
    span: Span


class IsSupplied(Node):
    """``supplied base.index`` — whether an ``optional`` field of an Object was given [T7]."""

    base: "Expression"
    index: int
    type: Type
    span: Span


class MakeObject(Node):
    """``object Name (index: value, …)`` — an Object; ``fields`` in the order they are evaluated.

    Every field has its value here but those left out as ``optional``, which become ``OMITTED``.
    ``size`` is the number of declared fields.
    """

    fields: tuple[tuple[int, "Expression"], ...]
    size: int
    type: Type
    span: Span


class MakeVariant(Node):
    """``variant Name.tag (index: value, …)`` — a value of an enum.

    ``plain`` says that the enum has no payload at all, so that the value is the bare tag. For the
    others ``size`` counts the variant's payload fields, evaluated in the order of ``fields``.
    """

    tag: str
    plain: bool
    fields: tuple[tuple[int, "Expression"], ...]
    size: int
    type: Type
    span: Span


class MakeList(Node):
    """``list (element, …)``."""

    elements: tuple["Expression", ...]
    type: Type
    span: Span
