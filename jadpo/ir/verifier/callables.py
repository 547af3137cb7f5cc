"""The verification of one callable: its slots, its paths, and every node."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo.ir.verifier.effects import EFFECT_RULES, check_purity
from jadpo.ir.verifier.expressions import EXPRESSION_RULES
from jadpo.ir.verifier.failures import check_failures
from jadpo.ir.verifier.flow import problems_of_flow
from jadpo.ir.verifier.problem import Problem
from jadpo.ir.verifier.representation import UNIT
from jadpo.ir.verifier.scope import Scope
from jadpo.ir.verifier.statements import STATEMENT_RULES
from jadpo.ir.walk import NODES, descendants

RULES: Final[Mapping[type, tuple[Callable[[Scope, Any], None], ...]]] = {
    kind: tuple(
        table[kind] for table in (EXPRESSION_RULES, STATEMENT_RULES, EFFECT_RULES) if kind in table
    )
    for kind in NODES
}
"""The rules of each kind of node, none for those whose parts have them all."""


def problems_of_callable(
    program: Program, callable_: nodes.Callable, library: Mapping[str, int] | None
) -> list[Problem]:
    """Everything that is wrong with one callable."""
    signature = program.manifest.callables.get(callable_.name)
    if signature is None:
        return [Problem(callable_.name, callable_, "it has no signature")]
    scope = Scope(program, callable_, signature, library)
    if not 0 <= callable_.parameters <= len(callable_.slots):
        scope.report(
            callable_, f"{callable_.parameters} parameters in {len(callable_.slots)} slots"
        )
        return scope.found
    if len(signature.parameters) != callable_.parameters:
        scope.report(
            callable_,
            f"{callable_.parameters} parameters, and {len(signature.parameters)} in its signature",
        )
    for number, (parameter, slot) in enumerate(
        zip(signature.parameters, callable_.slots, strict=False)
    ):
        scope.expect(callable_, parameter.type, slot.type, f"parameter {number}")
    has_result = scope.representation(signature.result) != UNIT
    scope.found += problems_of_flow(callable_, has_result=has_result)
    for node in descendants(callable_):
        for rule in RULES[type(node)]:
            rule(scope, node)
        check_purity(scope, node)
    check_failures(scope)
    return scope.found
