"""Functions given by name to operations of the standard library (language.md §11)."""

from __future__ import annotations

import attrs

from jadpo.check.body import Body
from jadpo.check.checking import Signature
from jadpo.check.symbols import SymbolKind
from jadpo.check.types import is_error, widens
from jadpo.diagnostics import nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import Span, Type, TypeTable


@attrs.frozen(eq=False)
class NamedFunction:
    """An authored, pure function of one parameter that cannot fail."""

    name: str
    shown: str
    parameter: Type
    result: Type
    span: Span

    def takes(self, types: TypeTable, element: Type) -> bool:
        """Whether a value of that type may be given to it."""
        return widens(types, element, self.parameter)


def find_function(body: Body, node: nodes.Expression) -> NamedFunction | None:
    """The function that an argument names; ``None`` where it names none, which is reported."""
    signature = _signature(body, node)
    if signature is None:
        return None
    span = body.span(node)
    problem = _problem(signature)
    if problem is not None:
        summary, step = problem
        body.checking.report(
            "type.function_by_name",
            span,
            summary,
            why="functions given by name are pure, take one value and cannot fail",
            help=step,
        )
        return None
    parameter = signature.parameters[0].type
    if is_error(parameter) or is_error(signature.result):
        return None
    body.leaving.called.append((signature.name, span))
    return NamedFunction(signature.name, signature.shown, parameter, signature.result, span)


def _problem(signature: Signature) -> tuple[str, str] | None:
    shown = signature.shown
    if signature.kind is not CallableKind.FUNCTION:
        return f"`{shown}` is the {signature.kind.value} `{shown}`, and no function", (
            "name a function, or write a `for` loop that calls it"
        )
    if len(signature.parameters) != 1:
        return f"`{shown}` takes {len(signature.parameters)} values", (
            "name a function of one parameter"
        )
    if signature.fails:
        return f"`{shown}` can fail", "write a `for` loop that calls it with `attempt`"
    return None


def _signature(body: Body, node: nodes.Expression) -> Signature | None:
    signatures = body.checking.declarations.signatures
    if isinstance(node, nodes.Path):
        symbol = body.place.module.find(node.names[0].text)
        if symbol is not None and symbol.kind.is_callable and len(node.names) == 1:
            return signatures.get(symbol.qualified)
        if symbol is not None and symbol.kind is SymbolKind.ENTITY and len(node.names) == 2:
            found = signatures.get(f"{symbol.qualified}.{node.names[1].text}")
            if found is not None:
                return found
    _report_no_function(body, node)
    return None


def _report_no_function(body: Body, node: nodes.Expression) -> None:
    shown = body.place.source.text[node.start : node.end]
    known = body.place.module.of_kind(SymbolKind.FUNCTION)
    near = nearest_name(shown, known) if isinstance(node, nodes.Path) else None
    body.checking.report(
        "type.function_by_name",
        body.span(node),
        f"`{shown}` names no function"
        if isinstance(node, nodes.Path)
        else "this names no function",
        why="a function is given by its name alone, without parentheses",
        help=f"did you mean `{near}`?" if near else "name a function of one parameter",
        subject=shown if isinstance(node, nodes.Path) and len(node.names) == 1 else None,
    )
