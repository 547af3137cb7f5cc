"""The signatures of the standard library's operations, as types with variables.

A signature is written as one line of text, which is also what documentation shows::

    <T: present>(items: List<T>, index: Int) -> T?
    (value: Decimal, *, places: Int, mode: half_even | half_up | down | up = half_even) -> Decimal

Variables stand for types that the arguments decide; a bound says which types are allowed. After
``*`` come the options, which are named in a call. ``Pattern`` is a Text literal that is a pattern
(language.md §12); a choice of lower-case words is one of them, written bare.

How arguments fit is the checker's matter: a type built on ``Int`` fits ``Int`` and so on, and a
variable is the element's own type.

Like IR nodes these are NamedTuples, and tuples of different classes may compare equal: tell them
apart by class, not by ``==``.
"""

import enum
from typing import NamedTuple, TypeAlias

from jadpo_runtime.values import PrimitiveType


class Bound(enum.Enum):
    """Which types a variable may stand for; the value is the word in a signature."""

    ANY = "any"
    """Every type."""
    PRESENT = "present"
    """Every type whose values are never ``none``."""
    SCALAR = "scalar"
    """What may be a member of a set or a key of a map [T9], and is never ``none``."""
    ORDERED = "ordered"
    """What ``<`` compares, and is never ``none``."""


class Variable(NamedTuple):
    """A type that the arguments, or the context of the call, decide."""

    name: str
    bound: Bound = Bound.ANY

    def __str__(self) -> str:
        """The variable's name."""
        return self.name


class Exactly(NamedTuple):
    """A primitive: a type built on it fits, the result has just it."""

    type: PrimitiveType

    def __str__(self) -> str:
        """The primitive as written."""
        return str(self.type)


class LiteralPattern(NamedTuple):
    """A Text literal that is a pattern, compiled by the checker to be sure of it."""

    def __str__(self) -> str:
        """The word for it in signatures."""
        return "Pattern"


class Choice(NamedTuple):
    """One of some words, written bare; the operation gets the word as a Text."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        """The words as written."""
        return " | ".join(self.words)


class ListOf(NamedTuple):
    """``List<element>``."""

    element: "SignatureType"

    def __str__(self) -> str:
        """The type as written."""
        return f"List<{self.element}>"


class SetOf(NamedTuple):
    """``Set<element>``."""

    element: "SignatureType"

    def __str__(self) -> str:
        """The type as written."""
        return f"Set<{self.element}>"


class MapOf(NamedTuple):
    """``Map<key, value>``."""

    key: "SignatureType"
    value: "SignatureType"

    def __str__(self) -> str:
        """The type as written."""
        return f"Map<{self.key}, {self.value}>"


class OptionalOf(NamedTuple):
    """``inner?``."""

    inner: "SignatureType"

    def __str__(self) -> str:
        """The type as written."""
        return f"{self.inner}?"


class FunctionOf(NamedTuple):
    """An authored pure function of one parameter that cannot fail, given by its name."""

    parameter: "SignatureType"
    result: "SignatureType"

    def __str__(self) -> str:
        """The function's type as signatures write it."""
        return f"({self.parameter}) -> {self.result}"


SignatureType: TypeAlias = (
    Variable | Exactly | LiteralPattern | Choice | ListOf | SetOf | MapOf | OptionalOf | FunctionOf
)


class Parameter(NamedTuple):
    """A positional parameter."""

    name: str
    type: SignatureType

    def __str__(self) -> str:
        """The parameter as written."""
        return f"{self.name}: {self.type}"


class Option(NamedTuple):
    """A named option; without ``default`` it must be given. A default is a word of a choice."""

    name: str
    type: SignatureType
    default: str | None = None

    def __str__(self) -> str:
        """The option as written."""
        written = f"{self.name}: {self.type}"
        return written if self.default is None else f"{written} = {self.default}"


class Signature(NamedTuple):
    """What an operation takes and gives."""

    variables: tuple[Variable, ...]
    parameters: tuple[Parameter, ...]
    options: tuple[Option, ...]
    result: SignatureType

    def __str__(self) -> str:
        """The signature as written."""
        taken = [str(parameter) for parameter in self.parameters]
        if self.options:
            taken += ["*", *map(str, self.options)]
        return f"{self._declared()}({', '.join(taken)}) -> {self.result}"

    def _declared(self) -> str:
        if not self.variables:
            return ""
        return f"<{', '.join(map(_declaration, self.variables))}>"


def _declaration(variable: Variable) -> str:
    if variable.bound is Bound.ANY:
        return variable.name
    return f"{variable.name}: {variable.bound.value}"
