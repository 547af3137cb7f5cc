"""Which overload of the standard library's operations fits the arguments (language.md §11)."""

from __future__ import annotations

import attrs

from jadpo.check.body import Body
from jadpo.check.expected import Expected
from jadpo.check.forms import is_int_literal
from jadpo.check.functions_by_name import NamedFunction
from jadpo.check.signatures_of_library import Bindings, match, substitute
from jadpo.check.types import DECIMAL, is_error
from jadpo.ir import nodes as ir
from jadpo.stdlib import FunctionOf, LiteralPattern, Operation, SignatureType
from jadpo.syntax import nodes
from jadpo_runtime.values import OptionalType


@attrs.frozen(eq=False)
class Candidate:
    """An overload that the arguments so far fit, with what its variables stand for."""

    operation: Operation
    bindings: Bindings


@attrs.frozen(eq=False)
class Given:
    """An argument: its node, and its value, the function it names, or ``None`` for a mistake."""

    node: nodes.Expression
    value: ir.Expression | NamedFunction | None


def learn_from_expected(
    body: Body, operation: Operation, bindings: Bindings, expected: Expected
) -> None:
    """What variables would stand for so that the result is the expected type: only a hint."""
    if expected.type is None or is_error(expected.type):
        return
    wanted = body.types.base(expected.type)
    if isinstance(wanted, OptionalType):
        wanted = body.types.base(wanted.inner)
    learnt: Bindings = {}
    if match(body.types, operation.signature.result, wanted, learnt):
        for name, type_ in learnt.items():
            bindings.setdefault(name, type_)


def fits_at(body: Body, given: Given, position: int, candidate: Candidate) -> bool:
    """Whether an argument fits the parameter at that position."""
    wanted = candidate.operation.signature.parameters[position].type
    return fits_parameter(body, given, wanted, candidate)


def fits_parameter(body: Body, given: Given, wanted: SignatureType, candidate: Candidate) -> bool:
    """Whether an argument fits a parameter or option; decides the candidate's variables."""
    value = given.value
    if isinstance(wanted, FunctionOf):
        if not isinstance(value, NamedFunction):
            return False
        return function_fits(body, value, wanted, candidate.bindings)
    if value is None or isinstance(value, NamedFunction):
        return False
    if isinstance(wanted, LiteralPattern):
        return True  # it was compiled
    if match(body.types, wanted, value.type, candidate.bindings):
        return True
    # `numeric.minimum(3, price)`: an Int literal is a Decimal literal where one is wanted.
    return is_int_literal(given.node) and match(body.types, wanted, DECIMAL, candidate.bindings)


def function_fits(
    body: Body, function: NamedFunction, wanted: FunctionOf, bindings: Bindings
) -> bool:
    """Whether a named function takes and gives what an operation wants of it."""
    element = substitute(wanted.parameter, bindings)
    if element is None or not function.takes(body.types, element):
        return False
    return match(body.types, wanted.result, function.result, bindings)


def bare_word(node: nodes.Expression) -> str | None:
    """The word that is written bare, as a choice is."""
    return node.text if isinstance(node, nodes.Path) else None
