"""`start batch(…)`: a batch run, recorded in the action's transaction [V5]."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, check_value
from jadpo.check.checking import BatchSignature
from jadpo.check.effects import Effect
from jadpo.check.lookup import find_declared
from jadpo.check.symbols import SymbolKind
from jadpo.check.types import is_error
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


def check_start(body: Body, node: nodes.StartBatch) -> tuple[ir.Statement, ...]:
    """``start reprice(Percent(5))``: arguments by position, as in a call."""
    head = body.place.source.span(node.start, node.batch.end)
    body.require(Effect.START, head, "`start`")
    symbol = find_declared(body.checking, body.place, node.batch, SymbolKind.BATCH, "batch.unknown")
    signature = None
    if symbol is not None:
        signature = body.checking.declarations.batch_signatures.get(symbol.qualified)
    if signature is None:
        for argument in node.arguments:
            check_expression(body, argument.value)
        return ()
    parameters = signature.parameters
    if len(node.arguments) != len(parameters) or any(each.label for each in node.arguments):
        _report_arguments(body, node, signature)
        for argument in node.arguments:
            check_expression(body, argument.value)
        return ()
    arguments = tuple(
        check_value(
            body,
            argument.value,
            expect.parameter(
                parameter.type,
                parameter.name,
                node.batch.text,
                signature.place.span(written),
            ),
        )
        for argument, parameter, written in zip(
            node.arguments, parameters, signature.declaration.parameters, strict=True
        )
    )
    if any(is_error(argument.type) for argument in arguments):
        return ()
    return (ir.Start(signature.name, arguments, body.span(node)),)


def _report_arguments(body: Body, node: nodes.StartBatch, signature: BatchSignature) -> None:
    listed = ", ".join(f"{each.name}: {each.type}" for each in signature.parameters)
    body.checking.report(
        "batch.arguments",
        body.place.source.span(node.batch.start, node.end),
        f"`{node.batch.text}` does not take these arguments",
        why=f"it is declared with the parameters ({listed})",
        help="give one argument for each, by position",
        related=(Related(signature.place.span(signature.declaration.name), "it is declared here"),),
    )
