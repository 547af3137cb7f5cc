"""The translation of a program's callables, each when it is first called."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from jadpo.interpret.frame import Evaluator, Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.recursion import RecursionRoom
from jadpo.interpret.template import Fragment, build, called
from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo_runtime.values.internal_error import InternalError

Translation: TypeAlias = Callable[["Translator", Any], Evaluator]
"""Turns a node of one kind into a function of the frame."""

Inlining: TypeAlias = Callable[["Translator", Any, str], Fragment | None]
"""Turns a node of one kind into text, or gives ``None`` where it needs a function of its own.

Names that the text binds or assigns start with the given prefix.
"""

OperationOf: TypeAlias = Callable[["Translator", Any], Operation]
"""Divides a node of one kind into its operands and what is done with them."""

BodyTranslation: TypeAlias = Callable[["Translator", nodes.Callable], Evaluator]
"""Turns a callable into a function of its frame that gives the result."""

HEAVIEST_FRAGMENT = 6
"""How many nodes at most share one text: more gain little, and multiply the texts to compile."""


class Translator:
    """Translates the nodes of one program by tables of translations, one per kind of node."""

    def __init__(
        self,
        program: Program,
        *,
        translations: Mapping[type, Translation],
        inlinings: Mapping[type, Inlining],
        operations: Mapping[type, OperationOf],
        body: BodyTranslation,
    ) -> None:
        """Translate ``program`` with these tables; every expression is in one of them."""
        self.program = program
        self.types = program.manifest.types
        self.room = RecursionRoom()
        self._translations = translations
        self._inlinings = inlinings
        self._operations = operations
        self._translate_body = body
        self._bodies: dict[str, list[Evaluator]] = {}

    def body(self, name: str) -> list[Evaluator]:
        """The one place that holds the body of a callable: its result as a function of its frame.

        It is translated when it is first run, so that a callable may call itself.
        """
        place = self._bodies.get(name)
        if place is None:
            callable_ = self.callable(name)
            place = self._bodies[name] = []

            def translate_then_run(frame: Frame) -> Any:
                self.room.make_for(callable_)
                place[0] = self._translate_body(self, callable_)
                return place[0](frame)

            place.append(translate_then_run)
        return place

    def callable(self, name: str) -> nodes.Callable:
        """The IR of a callable."""
        try:
            return self.program.callables[name]
        except KeyError:
            raise InternalError(f"the program has no callable {name!r}") from None

    def evaluator(self, node: nodes.Expression) -> Evaluator:
        """A function of the frame that gives an expression's value."""
        fragment = self._inlined(node, "value")
        if fragment is not None:
            return build("return {value}", {"value": fragment})
        return self._translation(node)(self, node)

    def fragment(self, node: nodes.Expression, prefix: str) -> Fragment:
        """A text that gives an expression's value; ``prefix`` keeps its names apart."""
        fragment = self._inlined(node, prefix)
        if fragment is None:
            return called(self._translation(node)(self, node), prefix)
        if fragment.weight > HEAVIEST_FRAGMENT:
            return called(build("return {value}", {"value": fragment}), prefix)
        return fragment

    def operation(self, node: nodes.Expression) -> Operation:
        """A fallible expression or an effect, as its operands and what is done with them."""
        return self._operations[type(node)](self, node)

    def statement(self, node: nodes.Statement) -> Evaluator:
        """A function of the frame that runs a statement which never signals."""
        return self._translation(node)(self, node)

    def _translation(self, node: nodes.Expression | nodes.Statement) -> Translation:
        try:
            return self._translations[type(node)]
        except KeyError:
            raise InternalError(f"no translation of {type(node).__name__}") from None

    def _inlined(self, node: nodes.Expression, prefix: str) -> Fragment | None:
        inlining = self._inlinings.get(type(node))
        return None if inlining is None else inlining(self, node, prefix)
