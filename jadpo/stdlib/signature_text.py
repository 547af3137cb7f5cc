"""Reads signatures from their one line of text (see :mod:`jadpo.stdlib.signature`)."""

import re
from typing import Final

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
from jadpo_runtime.values import Primitive, PrimitiveType
from jadpo_runtime.values.internal_error import InternalError

_TOKEN: Final = re.compile(r"->|[A-Za-z_][A-Za-z0-9_]*|[<>(),:?*|=]")

_PRIMITIVES: Final = {kind.value: Exactly(PrimitiveType(kind)) for kind in Primitive}


def parse_signature(text: str) -> Signature:
    """The signature that ``text`` writes; raises InternalError where it writes none."""
    return _Reader(text).signature()


class _Reader:
    """One reading, by recursive descent."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[str] = [*_TOKEN.findall(text), ""]
        self._position = 0
        self._variables: dict[str, Variable] = {}

    def signature(self) -> Signature:
        if self._taken("<"):
            self._declare_variables()
        self._expect("(")
        parameters: list[Parameter] = []
        options: list[Option] = []
        while not self._taken(")"):
            if self._taken("*"):
                self._expect(",")
                options = self._options()
                break
            parameters.append(Parameter(*self._named_type()))
            self._taken(",")
        self._expect("->")
        result = self._type()
        self._expect("")
        return Signature(tuple(self._variables.values()), tuple(parameters), tuple(options), result)

    def _declare_variables(self) -> None:
        while not self._taken(">"):
            name = self._next()
            bound = Bound(self._next()) if self._taken(":") else Bound.ANY
            self._variables[name] = Variable(name, bound)
            self._taken(",")

    def _options(self) -> list[Option]:
        options = []
        while not self._taken(")"):
            name, type_ = self._named_type()
            options.append(Option(name, type_, self._next() if self._taken("=") else None))
            self._taken(",")
        return options

    def _named_type(self) -> tuple[str, SignatureType]:
        name = self._next()
        self._expect(":")
        return name, self._type()

    def _type(self) -> SignatureType:
        type_ = self._present_type()
        return OptionalOf(type_) if self._taken("?") else type_

    def _present_type(self) -> SignatureType:
        if self._taken("("):
            parameter = self._type()
            self._expect(")")
            self._expect("->")
            return FunctionOf(parameter, self._type())
        name = self._next()
        if name in self._variables:
            return self._variables[name]
        if name in _PRIMITIVES:
            return _PRIMITIVES[name]
        if name == "Pattern":
            return LiteralPattern()
        if name in ("List", "Set", "Map"):
            return self._collection(name)
        return self._choice(name)

    def _collection(self, name: str) -> SignatureType:
        self._expect("<")
        first = self._type()
        if name == "Map":
            self._expect(",")
            second = self._type()
            self._expect(">")
            return MapOf(first, second)
        self._expect(">")
        return ListOf(first) if name == "List" else SetOf(first)

    def _choice(self, word: str) -> SignatureType:
        words = [word]
        while self._taken("|"):
            words.append(self._next())
        if len(words) < 2 or not all(each.islower() for each in words):
            raise self._wrong()
        return Choice(tuple(words))

    def _next(self) -> str:
        token = self._tokens[self._position]
        if not token:
            raise self._wrong()
        self._position += 1
        return token

    def _taken(self, token: str) -> bool:
        if self._tokens[self._position] != token:
            return False
        self._position += 1
        return True

    def _expect(self, token: str) -> None:
        if not self._taken(token):
            raise self._wrong()

    def _wrong(self) -> InternalError:
        return InternalError(f"no signature of a library operation: {self._text}")
