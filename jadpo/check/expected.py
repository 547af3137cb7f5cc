"""The type that a place expects of an expression, with the reason, for messages.

An expression is first checked with the expected type as a hint (``none``, ``[]``,
``collection.empty_list()`` and Int literals take their type from it), then fitted to it.
"""

import enum

import attrs

from jadpo.check.words import an
from jadpo_runtime.values import Span, Type


class Strictness(enum.Enum):
    """How a value must fit [T11].

    ``WIDENS`` (parameters, results, written types of bindings): the value's type widens to the
    expected one. ``FIELD``: as that, or to the type written on the field where the field has no
    constraints of its own.
    """

    WIDENS = "widens"
    FIELD = "field"


@attrs.frozen
class Expected:
    """What is expected and why; ``type`` is ``None`` where anything goes.

    ``why`` completes the message "expected `T`, because …": a clause in the author's words, such
    as "the parameter `code` of `Product.take` is a `Product.code`". ``declared`` is where that
    was said.
    """

    type: Type | None
    why: str = ""
    strictness: Strictness = Strictness.WIDENS
    declared: Span | None = None


ANYTHING = Expected(None)
"""No expectation."""


def hint(type_: Type | None) -> Expected:
    """An expected type that is only a hint for literals: an operand's, an element's."""
    return Expected(type_)


def parameter(type_: Type, name: str, callee: str, declared: Span | None = None) -> Expected:
    """The type of a parameter: stricter than a field's [T11]."""
    return Expected(
        type_, f"the parameter `{name}` of `{callee}` is {an(type_)}", declared=declared
    )


def field(type_: Type, name: str, owner: str, declared: Span | None = None) -> Expected:
    """The type of a field that is given a value, of an Object, entity, event or failure [T11]."""
    return Expected(
        type_,
        f"the field `{name}` of `{owner}` takes {an(type_)}",
        Strictness.FIELD,
        declared,
    )


def result(type_: Type, callee: str, declared: Span | None = None) -> Expected:
    """The result type of the body."""
    return Expected(type_, f"`{callee}` gives {an(type_)}", declared=declared)


def annotation(type_: Type, name: str, declared: Span | None = None) -> Expected:
    """The type written on a binding, or the type of the binding that is assigned to."""
    return Expected(type_, f"`{name}` is {an(type_)}", declared=declared)
