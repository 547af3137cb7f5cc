"""A row of the standard library's table."""

import enum
from collections.abc import Callable

import attrs

from jadpo.stdlib.signature import Signature
from jadpo.stdlib.signature_text import parse_signature


class Effect(enum.Enum):
    """What an operation does besides giving its result; only actions may use the others."""

    PURE = "pure"
    READS_CLOCK = "reads the clock"
    DRAWS_RANDOMNESS = "draws randomness"


class Cost(enum.Enum):
    """How the time of an operation grows.

    Operations that are not ``CONSTANT`` look how large their result will be, and allocate it then,
    and those that take long poll the stop byte (:attr:`Operation.takes_stop`).
    """

    CONSTANT = "constant"
    LINEAR = "linear in the arguments and the result"
    SORTING = "n log n in the number of elements"


@attrs.frozen
class Operation:
    """An operation of the standard library, or one overload of it.

    ``name`` is what a program writes (``collection.count``). ``key`` is what the IR's LibraryCall
    holds: the name, followed by what the overload takes where there are several
    (``collection.count(Map)``).

    ``implement`` takes the positional arguments, then the options, as Python values (see
    :mod:`jadpo_runtime.values`), functions given by name as Python callables; where
    ``takes_stop`` is set, the stop byte comes before them all. It raises
    :class:`~jadpo_runtime.faults.Fault` and :class:`~jadpo_runtime.faults.Stopped`, and never
    changes an argument. It is ``None`` for effects, which are IR nodes of their own.

    ``is_member`` marks what is written without parentheses (``clock.now``).
    """

    key: str
    name: str
    signature: Signature
    doc: str
    cost: Cost
    effect: Effect
    implement: Callable[..., object] | None
    takes_stop: bool
    is_member: bool

    @property
    def namespace(self) -> str:
        """The first part of the name."""
        return self.name.partition(".")[0]


def operation(
    key: str,
    signature: str,
    implement: Callable[..., object],
    doc: str,
    *,
    cost: Cost = Cost.LINEAR,
    takes_stop: bool = False,
) -> Operation:
    """A row of a pure operation; ``signature`` is its text."""
    return Operation(
        key=key,
        name=key.partition("(")[0],
        signature=parse_signature(signature),
        doc=doc,
        cost=cost,
        effect=Effect.PURE,
        implement=implement,
        takes_stop=takes_stop,
        is_member=False,
    )


def effect_operation(
    name: str, signature: str, effect: Effect, doc: str, *, is_member: bool
) -> Operation:
    """A row of an effect, which engines run through their context."""
    return Operation(
        key=name,
        name=name,
        signature=parse_signature(signature),
        doc=doc,
        cost=Cost.CONSTANT,
        effect=effect,
        implement=None,
        takes_stop=False,
        is_member=is_member,
    )
