"""Operations of `http` connections: declaring them, and calling them in actions [N2]."""

from __future__ import annotations

from typing import Final

from jadpo.check import expected as expect
from jadpo.check.background.facts import DELIVERY_MEMBERS
from jadpo.check.body import Body, check_expression, check_value, error_expression
from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.effects import Effect
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.lookup import find_failure
from jadpo.check.scope import Place
from jadpo.check.typenames import resolved_type
from jadpo.check.types import UNIT, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import ConnectionDefinition, OperationDefinition
from jadpo_runtime.values import Duration, Type

LONGEST_TIMEOUT: Final = Duration(900_000_000)
"""15 minutes: no body runs longer [L3]."""

_STATUSES: Final = range(300, 600)
"""The statuses that can be a failure; those below are answers."""


def check_operation(checking: Checking, place: Place, node: nodes.Operation) -> OperationDefinition:
    """The operation as it is declared; what is wrong is reported and left out."""
    clauses = known_clauses(
        checking,
        place,
        node.clauses,
        ("idempotency_key", "timeout"),
        "connection.clause_unknown",
        "an operation",
    )
    return OperationDefinition(
        name=node.name.text,
        method=node.request.method.text if node.request else "",
        path=_path(checking, place, node),
        input=_type(checking, place, node.input),
        output=_type(checking, place, node.output),
        statuses=_statuses(checking, place, node),
        timeout=_timeout(checking, place, clauses.get("timeout")),
        idempotency_key=_idempotency_key(checking, place, clauses.get("idempotency_key")),
    )


def _type(checking: Checking, place: Place, clause: nodes.TypeClause | None) -> Type | None:
    return None if clause is None else resolved_type(checking, place, clause.type)


def _path(checking: Checking, place: Place, node: nodes.Operation) -> str:
    if node.request is None:
        checking.report(
            "connection.request_missing",
            place.span(node.name),
            f"the operation `{node.name.text}` makes no request",
            why="an operation is one request of HTTP",
            help='add `request: POST "/path"`',
        )
        return ""
    path = node.request.path
    if not path.value.startswith("/") or any(part.isspace() for part in path.value):
        checking.report(
            "connection.request_path",
            place.span(path),
            f"`{path.value}` is no path of a request",
            why="the path is put behind the connection's `base_url`",
            help="write a path that begins with `/` and has no white space",
        )
    return path.value


def _statuses(
    checking: Checking, place: Place, node: nodes.Operation
) -> tuple[tuple[int, str], ...]:
    found: dict[int, str] = {}
    first: dict[int, nodes.IntLiteral] = {}
    for response in node.responses:
        status = response.status
        if status.value not in _STATUSES:
            checking.report(
                "connection.status_invalid",
                place.span(status),
                f"`{status.text}` is no status that can be a failure",
                why="statuses from 300 to 599 say that a request was not carried out",
                help="write the status that the outside system answers with, such as `422`",
            )
        elif status.value in first:
            checking.report(
                "connection.status_repeated",
                place.span(status),
                f"the status {status.value} is mapped twice",
                why="a status becomes one failure",
                help="remove one of the two",
                related=(Related(place.span(first[status.value]), "it is mapped here first"),),
            )
        else:
            first[status.value] = status
            failure = _failure(checking, place, response.failure)
            if failure is not None:
                found[status.value] = failure
    return tuple(found.items())


def _failure(checking: Checking, place: Place, node: nodes.FailureReference) -> str | None:
    name = find_failure(checking, place, node.failure)
    definition = None if name is None else checking.declarations.failures.get(name)
    if definition is None:
        return None
    if definition.public or definition.internal or node.context:
        checking.report(
            "connection.failure_context",
            place.span(node),
            f"`{node.failure.text}` has a context, which a status cannot fill",
            why="of a refused request nothing is known but its status",
            help="declare a failure without `public` and `internal` fields for it",
        )
        return None
    return definition.name


def _timeout(checking: Checking, place: Place, clause: nodes.Clause | None) -> Duration | None:
    if clause is None:
        return None
    value = clause.value
    if isinstance(value, nodes.DurationLiteral) and 0 < value.microseconds <= LONGEST_TIMEOUT:
        return Duration(value.microseconds)
    checking.report(
        "connection.timeout_invalid",
        place.span(value),
        "`timeout` is no duration above zero and up to `15m`",
        why="a call that has no answer by then ends, and no body runs longer than 15 minutes",
        help="write a duration such as `5s`",
    )
    return None


def _idempotency_key(checking: Checking, place: Place, clause: nodes.Clause | None) -> str | None:
    if clause is None:
        return None
    value = clause.value
    keys = ("delivery.id", "delivery.event_id")
    if isinstance(value, nodes.Path) and value.text in keys:
        return value.text
    known = isinstance(value, nodes.Path) and value.text.removeprefix("delivery.") in (
        DELIVERY_MEMBERS
    )
    checking.report(
        "connection.idempotency_key",
        place.span(value),
        f"`{place.source.text[value.start : value.end]}` differs between attempts"
        if known
        else "this is no key that all attempts share",
        why="the outside system knows a repeated request by a key that stays the same",
        help="write `idempotency_key: delivery.id`",
        edits=(Edit(place.span(value), "delivery.id"),),
    )
    return None


# ---- calls


def check_connection_call(
    body: Body, node: nodes.Call, path: nodes.Path, expected: Expected
) -> Outcome:
    """``mailer.send_receipt(message)``; its failures are those of its ``on`` lines."""
    span = body.span(node)
    symbol = body.place.module.find(path.names[0].text)
    connection = None
    if symbol is not None:
        connection = body.checking.declarations.connections.get(symbol.qualified)
    operation = None if connection is None else _find_operation(body, path, connection)
    allowed = body.require(Effect.CONNECT, path, f"calling `{path.text}`")
    if connection is None or operation is None or not allowed:
        for argument in node.arguments:
            check_expression(body, argument.value)
        return Outcome(error_expression(span))
    right, given = _argument(body, node, path, operation)
    failures = tuple(dict.fromkeys(failure for _, failure in operation.statuses))
    mistaken = f"{connection.name}.{operation.name}" in body.checking.declarations.mistaken
    if not right or mistaken:
        return Outcome(error_expression(span))
    output = UNIT if operation.output is None else operation.output
    call = ir.CallConnection(connection.name, operation.name, given, failures, output, span)
    return Outcome(call, Fallibility(failures) if failures else None)


def _find_operation(
    body: Body, path: nodes.Path, connection: ConnectionDefinition
) -> OperationDefinition | None:
    names = [operation.name for operation in connection.operations]
    if len(path.names) == 2:
        for operation in connection.operations:
            if operation.name == path.names[1].text:
                return operation
    name = path.names[1] if len(path.names) > 1 else path.names[0]
    near = nearest_name(name.text, names) if len(path.names) == 2 else None
    span = body.span(name)
    body.checking.report(
        "connection.operation_unknown",
        span,
        f"`{path.text}` is no operation of the connection `{path.names[0].text}`",
        why=f"its operations are {', '.join(f'`{each}`' for each in names)}"
        if names
        else "it declares no operations",
        help=f"did you mean `{near}`?" if near else "call one of its operations",
        edits=(Edit(span, near),) if near else (),
    )
    return None


def _argument(
    body: Body, node: nodes.Call, path: nodes.Path, operation: OperationDefinition
) -> tuple[bool, ir.Expression | None]:
    """Whether the arguments are right, and the one of an operation with ``input:``."""
    wanted = 0 if operation.input is None else 1
    if len(node.arguments) != wanted or any(argument.label for argument in node.arguments):
        body.checking.report(
            "connection.arguments",
            body.place.source.span(path.end, node.end),
            f"`{path.text}` takes {'its `input`' if wanted else 'no arguments'}",
            why=f"its `input` is {an(operation.input)}"
            if operation.input is not None
            else "it is declared without `input:`",
            help="give one argument, by position" if wanted else "remove the arguments",
        )
        for argument in node.arguments:
            check_expression(body, argument.value)
        return False, None
    if operation.input is None:
        return True, None
    place = expect.parameter(operation.input, "input", path.text)
    value = check_value(body, node.arguments[0].value, place)
    return not is_error(value.type), value
