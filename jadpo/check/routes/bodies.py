"""The bodies of a route: what `run:` or `action:` does, and the query of `settle:` [R1] [R3]."""

from __future__ import annotations

from collections.abc import Iterable

from jadpo.check.bodies import check_body, finish_body, open_body
from jadpo.check.body import Body, CheckedBody, check_outcome, error_expression
from jadpo.check.checking import Checking
from jadpo.check.expected import Expected
from jadpo.check.fallibility import attempted
from jadpo.check.fitting import fit
from jadpo.check.routes.inputs import RouteInputs
from jadpo.check.scope import Binding, Place
from jadpo.check.types import ERROR, UNIT, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import Type


def check_run(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    inputs: RouteInputs,
    run: nodes.Expression,
    output: Type | None,
) -> tuple[CheckedBody, Type]:
    """The call of ``run:`` as a body, and the type of its result.

    The result fits ``output`` where that is given. Failures of the call leave the route, where
    they answer by their kind.
    """
    body = _open(checking, place, node, CallableKind.ROUTE, "route", inputs.named(), UNIT)
    slots = len(body.slots)
    value = _called(body, run, "`run`", (CallableKind.ACTION, CallableKind.QUERY))
    if output is not None:
        value = _fit_output(body, run, value, output)
    body.result = value.type
    return finish_body(body, _returning(body, value), run, slots), value.type


def check_settle(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    inputs: RouteInputs,
    result: Type,
    settle: nodes.Expression,
    output: Type,
) -> CheckedBody:
    """The query of ``settle:`` as a body; it reads the route's inputs and ``result``."""
    parameters = [*inputs.named(), ("result", result)]
    body = _open(checking, place, node, CallableKind.SETTLE, "settle", parameters, output)
    slots = len(body.slots)
    value = _called(body, settle, "`settle`", (CallableKind.QUERY,))
    if node.output is not None:
        value = _fit_output(body, settle, value, output)
    return finish_body(body, _returning(body, value), settle, slots)


def check_inline_action(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    action: nodes.InlineAction,
    inputs: RouteInputs,
    output: Type,
) -> CheckedBody:
    """The body of ``action:``, which gives the route's output and declares its failures [F3]."""
    body = _open(checking, place, node, CallableKind.ROUTE, "route", inputs.named(), output)
    return check_body(body, action.body)


def _open(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    kind: CallableKind,
    word: str,
    parameters: Iterable[tuple[str, Type]],
    result: Type,
) -> Body:
    """A body that reads the route's inputs by their names, `query` among them."""
    name = f"{word} {node.method.text} {node.path.text}"
    body = open_body(checking, place, name, name, kind, (), result)
    for text, type_ in parameters:
        body.scope.bindings[text] = Binding(
            text,
            body.new_slot(text, type_),
            type_,
            mutable=False,
            span=place.span(node.method),
            warned_if_unused=False,
        )
    return body


# ---- calls


def _called(
    body: Body, node: nodes.Expression, clause: str, kinds: tuple[CallableKind, ...]
) -> ir.Expression:
    """The value of a clause that is one call of these kinds of callables, without `attempt`."""
    if isinstance(node, nodes.Attempt):
        word = body.place.source.span(node.start, node.operand.start)
        _report_not_called(body, node, clause, kinds, (Edit(word, ""),))
        return error_expression(body.span(node))
    if not isinstance(node, nodes.Call):
        _report_not_called(body, node, clause, kinds)
        return error_expression(body.span(node))
    outcome = check_outcome(body, node)
    call = outcome.expression
    if is_error(call.type):
        return call
    signatures = body.checking.declarations.signatures
    signature = signatures.get(call.name) if isinstance(call, ir.Call) else None
    if signature is None or signature.kind not in kinds:
        _report_not_called(body, node, clause, kinds)
        return error_expression(body.span(node))
    return attempted(body, outcome, body.span(node))


def _report_not_called(
    body: Body,
    node: nodes.Expression,
    clause: str,
    kinds: tuple[CallableKind, ...],
    edits: tuple[Edit, ...] = (),
) -> None:
    what = " or ".join(f"a{'n' if kind.value[0] in 'aeiou' else ''} {kind.value}" for kind in kinds)
    settling = CallableKind.ACTION not in kinds
    body.checking.report(
        "route.settle_not_query" if settling else "route.run_not_call",
        body.span(node),
        f"`attempt` is not written after {clause}" if edits else f"this is no call of {what}",
        why=f"{clause} is one call of {what}, whose failures answer the request by their kind",
        help="remove `attempt`"
        if edits
        else "write `result`, or a call such as `Order.by_id(result.id)`"
        if settling
        else "write a call such as `Order.place(input)`, or an `action: { … }` with more in it",
        edits=edits,
    )


def _fit_output(
    body: Body, node: nodes.Expression, value: ir.Expression, output: Type
) -> ir.Expression:
    return fit(body, node, value, Expected(output, f"the route's `output` is {an(output)}"))


def _returning(body: Body, value: ir.Expression) -> tuple[ir.Statement, ...]:
    if value.type == ERROR:
        return ()
    if value.type == UNIT:
        return (ir.Evaluate(value, value.span), ir.Return(None, value.span))
    return (ir.Return(value, value.span),)
