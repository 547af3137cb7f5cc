"""A body being checked and lowered to IR, and the entry points that every construct calls.

``check_expression``, ``check_fallible``, ``check_statement`` and ``check_block`` look the node's
class up in the tables of :class:`Constructs` (assembled in :mod:`jadpo.check.constructs`). A
construct's function gives IR and reports what is wrong; after a mistake it gives an expression of
the error type (:func:`error_expression`), which fits everywhere and silences what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import attrs

from jadpo.check.effects import ALLOWED_EFFECTS, Effect, report_effect
from jadpo.check.expected import ANYTHING, Expected
from jadpo.check.fallibility import Leaving, Outcome, report_missing_attempt
from jadpo.check.fitting import fit
from jadpo.check.naming import check_bound_name
from jadpo.check.narrowing import NO_FACTS, Fact, Facts
from jadpo.check.scope import Binding, LocalScope, Place, Spanned
from jadpo.check.store_effects import DirectEffects
from jadpo.check.symbols import SymbolKind
from jadpo.check.types import ERROR, is_error
from jadpo.check.unchecked import pass_over
from jadpo.check.unused import report_unreachable, report_unread
from jadpo.diagnostics import Diagnostic
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import Span, Type, TypeTable
from jadpo_runtime.values.internal_error import InternalError

if TYPE_CHECKING:
    from jadpo.check.checking import Checking


@attrs.frozen(eq=False)
class CheckedBody:
    """A body after checking: its IR, the type of its result, and what can leave it.

    Where it ``is_right``, all of it was understood, so that what can leave it is known. One that
    was not checked again has no statements; its ``effects`` are remembered.
    """

    kind: CallableKind
    callable: ir.Callable
    result: Type
    leaving: Leaving
    place: Place
    is_right: bool
    effects: DirectEffects | None = None


ExpressionChecker: TypeAlias = Callable[["Body", Any, Expected], ir.Expression]
OutcomeChecker: TypeAlias = Callable[["Body", Any, Expected], Outcome]
StatementChecker: TypeAlias = Callable[["Body", Any], tuple[ir.Statement, ...]]
NamespaceChecker: TypeAlias = Callable[["Body", nodes.Path, Expected], ir.Expression]
CallChecker: TypeAlias = Callable[["Body", nodes.Call, nodes.Path, Expected], Outcome]


@attrs.frozen(eq=False)
class Constructs:
    """Which function checks which kind of node.

    ``expressions`` never need ``attempt``; ``outcomes`` are those that can (calls, constructions,
    persistence expressions). ``namespaces`` check paths that begin with a standard namespace
    (``clock.now``); ``calls`` check ``name.member(…)`` where the name is declared as that kind.
    """

    expressions: Mapping[type, ExpressionChecker]
    outcomes: Mapping[type, OutcomeChecker]
    statements: Mapping[type, StatementChecker]
    namespaces: Mapping[str, NamespaceChecker]
    calls: Mapping[SymbolKind, CallChecker]


@attrs.define(eq=False)
class Loop:
    """A loop around what is checked; ``after_break`` is what holds where a ``break`` leads."""

    after_break: Facts | None = None


@attrs.define(eq=False)
class Body:
    """The state of checking one body.

    ``entity`` is the qualified name of the entity an operation is declared in. ``facts`` are what
    narrowing knows where the checker stands, ``None`` where that place is never reached.
    ``loops`` are the loops around it, the innermost last. ``warnings`` are given at the end, if
    no more was said by then than ``said_before``. ``has_mistakes`` says that some expression has
    the error type, be it that its mistake stands elsewhere. ``has_lost_facts`` says that a question
    whether something is ``none``, or supplied, is a mistake: what it would show is not known.
    """

    checking: Checking
    constructs: Constructs
    place: Place
    name: str
    shown: str
    kind: CallableKind
    result: Type
    entity: str | None = None
    scope: LocalScope = attrs.field(factory=lambda: LocalScope(None))
    slots: list[ir.Slot] = attrs.field(factory=list)
    facts: Facts | None = NO_FACTS
    leaving: Leaving = attrs.field(factory=Leaving)
    loops: list[Loop] = attrs.field(factory=list)
    warnings: list[Diagnostic] = attrs.field(factory=list)
    has_mistakes: bool = False
    has_lost_facts: bool = False
    said_before: tuple[int, int] = attrs.field()

    @said_before.default
    def _said(self) -> tuple[int, int]:
        return self.checking.said()

    # ---- where things are

    def span(self, node: Spanned) -> Span:
        """The range of a syntax node of this body."""
        return self.place.span(node)

    @property
    def types(self) -> TypeTable:
        """The definitions of the project's types."""
        return self.checking.types

    def value_names(self) -> Iterator[str]:
        """Every visible name of what has a ``lower_snake_case`` name [S1]."""
        yield from self.scope.visible()
        for name in self.place.module.visible():
            symbol = self.place.module.find(name)
            if symbol is not None and not symbol.kind.is_type_like:
                yield name

    # ---- what may be done

    def allows(self, effect: Effect) -> bool:
        """Whether a body of this kind may do that itself."""
        return effect in ALLOWED_EFFECTS[self.kind]

    def require(self, effect: Effect, node: Spanned, what: str) -> bool:
        """Report ``effect.not_allowed`` where a body of this kind may not do that.

        ``what`` is what stands there, in words ("`clock.now`", "calling the action `send`").
        """
        if self.allows(effect):
            return True
        report_effect(self, effect, node, what)
        return False

    # ---- slots and bindings

    def new_slot(self, name: str, type_: Type, *, mutable: bool = False) -> int:
        """A new place in the frame, for a binding or for a value between two steps."""
        self.slots.append(ir.Slot(name, type_, mutable))
        return len(self.slots) - 1

    def declare(
        self,
        name: nodes.Name,
        type_: Type,
        *,
        mutable: bool = False,
        warned: bool = True,
        is_field: bool = False,
    ) -> Binding:
        """Bind a name in the current block; reports [S1] [S2] where it may not be taken.

        ``warned`` says that a binding that is never read gives a warning [C7]. ``is_field`` says
        that it has the name of what it is bound to. ``_`` gets a slot that nothing can read.
        """
        binding = Binding(
            name.text,
            self.new_slot(name.text, type_, mutable=mutable),
            type_,
            mutable,
            self.span(name),
            warned and not is_error(type_),
            is_field=is_field,
        )
        if name.text != "_":
            self._bind(name, binding)
        return binding

    def declare_context(self, name: nodes.Name, failure: str | None) -> Binding:
        """Bind a name to the context of a matched failure, which is read field by field.

        Without ``failure`` there was a mistake: what is read of the name says nothing more.
        """
        binding = Binding(
            name.text,
            slot=-1,
            type=ERROR,
            mutable=False,
            span=self.span(name),
            warned_if_unused=True,
            context=failure,
        )
        self._bind(name, binding)
        return binding

    def _bind(self, name: nodes.Name, binding: Binding) -> None:
        # A name that it may not take is bound all the same, and its uses are no mistakes: which of
        # the two is meant is not known.
        if not check_bound_name(self, name, binding.is_field):
            binding.type = ERROR
            binding.context = None
        self.scope.bindings[name.text] = binding

    @contextmanager
    def block_scope(self) -> Iterator[None]:
        """A scope for the bindings of one block; warns of those that were never read [C7]."""
        outer = self.scope
        self.scope = LocalScope(outer)
        try:
            yield
        finally:
            report_unread(self, self.scope)
            self.scope = outer

    # ---- narrowing

    def learn(self, facts: Facts) -> None:
        """Add what is known from here on in the current block."""
        if self.facts is not None:
            self.facts |= facts

    def knows(self, fact: Fact) -> bool:
        """Whether a fact holds here; where nothing arrives, everything does."""
        return self.facts is None or fact in self.facts

    @property
    def is_right(self) -> bool:
        """Whether all that was checked so far was understood."""
        return not self.has_mistakes and self.checking.said() == self.said_before

    @property
    def reachable(self) -> bool:
        """Whether a run can get to where the checker stands."""
        return self.facts is not None

    def leave(self) -> None:
        """What follows in this block is never reached."""
        self.facts = None

    # ---- failures

    def raises(self, failure: str, span: Span) -> None:
        """Record that this body itself can fail with ``failure`` at ``span`` [F3]."""
        self.leaving.failures.setdefault(failure, []).append(span)


class BodyMemory(Protocol):
    """What is known of bodies from an earlier time, by the place of their blocks."""

    def recall(self, body: Body, block: nodes.Block) -> CheckedBody | None:
        """What checking that block would give, with all that it would report, if it is known."""

    def keep(self, body: Body, block: nodes.Block, checked: CheckedBody, begin: Mark) -> None:
        """Remember what checking the block gave since ``begin``, if it can be remembered."""


@attrs.frozen
class Mark:
    """How much was said, and left to be said, when a body was begun."""

    told: int
    needless_attempts: int


# ---- entry points


def check_expression(
    body: Body, node: nodes.Expression, expected: Expected = ANYTHING
) -> ir.Expression:
    """Check an expression; ``expected`` is a hint for literals, nothing is fitted.

    A fallible one without ``attempt`` is reported [F4].
    """
    checker = body.constructs.expressions.get(type(node))
    if checker is not None:
        value = checker(body, node, expected)
        if is_error(value.type):
            body.has_mistakes = True
        return value
    outcome = check_outcome(body, node, expected)
    if outcome.fallibility is not None:
        return report_missing_attempt(body, node, outcome)
    return outcome.expression


def check_value(body: Body, node: nodes.Expression, expected: Expected) -> ir.Expression:
    """Check an expression and fit it to the expected type, or report why it does not fit."""
    return fit(body, node, check_expression(body, node, expected), expected)


def check_outcome(body: Body, node: nodes.Expression, expected: Expected = ANYTHING) -> Outcome:
    """Check an expression that may need ``attempt``, and say whether it does."""
    checker = body.constructs.outcomes.get(type(node))
    if checker is not None:
        outcome = checker(body, node, expected)
        if is_error(outcome.expression.type):
            body.has_mistakes = True
        return outcome
    expression = body.constructs.expressions.get(type(node))
    if expression is None:
        raise InternalError(f"no checker for {type(node).__name__}")
    return Outcome(expression(body, node, expected))


def check_statement(body: Body, node: nodes.Statement) -> tuple[ir.Statement, ...]:
    """Check one statement; afterwards ``body.facts`` says what is known, or that it leaves."""
    checker = body.constructs.statements.get(type(node))
    if checker is None:
        raise InternalError(f"no checker for {type(node).__name__}")
    return checker(body, node)


def check_block(body: Body, block: nodes.Block) -> tuple[ir.Statement, ...]:
    """Check the statements of a block in a scope of its own; warns of unreachable ones [C7]."""
    with body.block_scope():
        return check_statements(body, block.statements)


def check_statements(
    body: Body, statements: tuple[nodes.Statement, ...]
) -> tuple[ir.Statement, ...]:
    """Check statements in the current scope. Those never reached are checked, and dropped."""
    lowered: list[ir.Statement] = []
    fragment: nodes.Statement | None = None
    for index, statement in enumerate(statements):
        if fragment is not None and _goes_on(body, fragment, statement):
            body.has_mistakes = True
            pass_over(body, statement)
            fragment = None
            continue
        if not body.reachable:
            report_unreachable(body, statements[index:])
            check_unreachable(body, statements[index:])
            break
        said = body.checking.said()
        lowered.extend(check_statement(body, statement))
        fragment = statement if body.checking.said() != said else None
    return tuple(lowered)


_ENDING_IN_VALUES = (nodes.Effect, nodes.Var, nodes.Assign, nodes.Return, nodes.Assert)


def _goes_on(body: Body, fragment: nodes.Statement, statement: nodes.Statement) -> bool:
    """Whether a statement is the rest of a mistaken one before it, on the same line.

    As in ``var x = atempt create …``, which reads as two statements.
    """
    return (
        isinstance(fragment, _ENDING_IN_VALUES)
        and isinstance(statement, nodes.Effect | nodes.Assert)
        and "\n" not in body.place.source.text[fragment.end : statement.start]
    )


def check_unreachable(body: Body, statements: tuple[nodes.Statement, ...]) -> None:
    """Check statements that are never reached, for their mistakes alone: nothing leaves there."""
    leaving = body.leaving
    body.leaving = Leaving()
    for statement in statements:
        check_statement(body, statement)
        body.leave()
    body.leaving = leaving


def error_expression(span: Span) -> ir.Expression:
    """What stands for an expression with a mistake: it fits everywhere."""
    return ir.Constant(None, ERROR, span)
