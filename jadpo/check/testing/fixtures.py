"""Fixtures: the clock, the seed, the config and the fakes of tests [X1]."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check import expected as expect
from jadpo.check.bodies import BodyParameter, finish_body, open_body
from jadpo.check.body import Body, CheckedBody, check_statement, check_value
from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.constants import constant_of
from jadpo.check.declare.configs import find_config_field
from jadpo.check.declared import declared
from jadpo.check.lookup import find_declared
from jadpo.check.scope import Place
from jadpo.check.symbols import SymbolKind
from jadpo.check.types import INSTANT, UNIT, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import (
    CallableKind,
    ConnectionDefinition,
    FixtureDefinition,
    OperationDefinition,
)
from jadpo_runtime.values import INT_MAX, FieldType, Instant


def check_fixtures(checking: Checking) -> Iterator[CheckedBody]:
    """Check every fixture; each fake answer is a pure body that takes the operation's input."""
    for place, node, qualified in declared(checking, nodes.FixtureDeclaration):
        yield from _check(checking, place, node, qualified)


def _check(
    checking: Checking, place: Place, node: nodes.FixtureDeclaration, qualified: str
) -> Iterator[CheckedBody]:
    clauses = known_clauses(
        checking, place, node.clauses, ("seed",), "test.fixture_clause_unknown", "a fixture"
    )
    config = _config(checking, place, node)
    fakes: dict[tuple[str, str], str] = {}
    for fake in node.fakes:
        yield from _fakes(checking, place, fake, qualified, fakes)
    checking.declarations.fixtures[qualified] = FixtureDefinition(
        qualified,
        None if node.clock is None else _clock(checking, place, node.clock),
        _seed(checking, place, clauses["seed"]) if "seed" in clauses else None,
        config,
        tuple(fakes.items()),
    )


# ---- clock and seed


def _clock(checking: Checking, place: Place, clock: nodes.FixedClock) -> Instant | None:
    body = open_body(checking, place, "clock", "the clock", CallableKind.FUNCTION, (), INSTANT)
    wanted = expect.Expected(INSTANT, "the clock of a fixture is an `Instant`")
    value = check_value(body, clock.instant, wanted)
    if is_error(value.type):
        return None
    if isinstance(value, ir.Constant) and isinstance(value.value, Instant):
        return value.value
    checking.report(
        "test.clock_invalid",
        place.span(clock.instant),
        "the clock of a fixture is no constant `Instant`",
        why="a test begins at the same time whenever it runs",
        help='write `clock: fixed Instant("2026-01-15T12:00:00Z")`',
    )
    return None


def _seed(checking: Checking, place: Place, clause: nodes.Clause) -> int | None:
    value = clause.value
    if isinstance(value, nodes.IntLiteral) and 0 <= value.value <= INT_MAX:
        return value.value
    checking.report(
        "test.seed_invalid",
        place.span(value),
        "`seed` is no whole number from 0",
        why="what is random in a test follows from this number, so that it can be repeated",
        help="write a number such as `7`",
    )
    return None


# ---- config


def _config(
    checking: Checking, place: Place, node: nodes.FixtureDeclaration
) -> tuple[tuple[str, object], ...]:
    known = [
        field.name for config in checking.declarations.configs.values() for field in config.fields
    ]
    values: dict[str, object] = {}
    first: dict[str, nodes.Name] = {}
    for given in node.config:
        name, span = given.name, place.span(given.name)
        found = find_config_field(checking, name.text)
        if found is None:
            near = nearest_name(name.text, known)
            checking.report(
                "config.unknown_field",
                span,
                f"there is no config value `{name.text}`",
                why="a fixture gives values to fields that a `config` declares",
                help=f"did you mean `{near}`?" if near else "remove it",
                edits=(Edit(span, near),) if near else (),
                subject=f"config.{name.text}",
            )
            continue
        if name.text in first:
            checking.report(
                "test.fixture_config",
                span,
                f"`{name.text}` is given twice",
                why="a config value is one value",
                help="remove one of the two",
                related=(Related(place.span(first[name.text]), "it is given here first"),),
            )
            continue
        first[name.text] = name
        value = _unveiled(checking, place, given, found.field.secret)
        if value is not None:
            constant = constant_of(
                checking, place, value, FieldType(found.config, found.field.name)
            )
            if constant is not None:
                values[name.text] = constant.value
    return tuple(values.items())


def _unveiled(
    checking: Checking, place: Place, given: nodes.FieldValue, secret: bool
) -> nodes.Expression | None:
    """The literal in ``secret("…")``, which a secret value is written as, and no other."""
    arguments = _arguments_of_secret(given.value)
    if arguments is not None:
        if secret and len(arguments) == 1 and arguments[0].label is None:
            return arguments[0].value
        if not secret:
            summary = f"`{given.name.text}` is no secret value"
            step = "write the value without `secret(…)`, or declare it `secret: true`"
        else:
            summary, step = "`secret(…)` takes one literal", 'write `secret("text")`'
    elif not secret:
        return given.value
    else:
        summary = f"`{given.name.text}` is secret, and its value is written like any other"
        step = "write it as `secret(…)`"
    checking.report(
        "test.fixture_config",
        place.span(given.value),
        summary,
        why="a value is written as `secret(…)` exactly where it is declared `secret: true`",
        help=step,
    )
    return None


def _arguments_of_secret(value: object) -> tuple[nodes.Argument, ...] | None:
    """What stands in ``secret(…)``, if that is what is written."""
    if not isinstance(value, nodes.Call):
        return None
    callee: object = value.callee
    return value.arguments if isinstance(callee, nodes.Path) and callee.text == "secret" else None


# ---- fakes


def _fakes(
    checking: Checking,
    place: Place,
    fake: nodes.FakeConnection,
    fixture: str,
    fakes: dict[tuple[str, str], str],
) -> Iterator[CheckedBody]:
    written = nodes.Path((fake.connection,), fake.connection.start, fake.connection.end)
    symbol = find_declared(checking, place, written, SymbolKind.CONNECTION, "connection.unknown")
    if symbol is None:
        return
    connection = checking.declarations.connections.get(symbol.qualified)
    if connection is None:
        return
    for answer in fake.answers:
        operation = _operation(checking, place, connection, answer.operation, fake)
        if operation is None:
            continue
        key = (connection.name, operation.name)
        if key in fakes:
            checking.report(
                "test.fake_repeated",
                place.span(answer.operation),
                f"`{operation.name}` has an answer already",
                why="a fake answers each call of an operation in one way",
                help="remove one of the two",
            )
            continue
        fakes[key] = f"fake {fixture} {connection.name}.{operation.name}"
        if f"{connection.name}.{operation.name}" not in checking.declarations.mistaken:
            yield _answer(checking, place, answer, operation, fakes[key])


def _operation(
    checking: Checking,
    place: Place,
    connection: ConnectionDefinition,
    name: nodes.Name,
    fake: nodes.FakeConnection,
) -> OperationDefinition | None:
    for operation in connection.operations:
        if operation.name == name.text:
            return operation
    names = [operation.name for operation in connection.operations]
    near = nearest_name(name.text, names)
    span = place.span(name)
    checking.report(
        "connection.operation_unknown",
        span,
        f"`{fake.connection.text}` has no operation `{name.text}`",
        why=f"its operations are {', '.join(f'`{each}`' for each in names)}"
        if names
        else "it declares no operations",
        help=f"did you mean `{near}`?" if near else "answer one of its operations",
        edits=(Edit(span, near),) if near else (),
    )
    return None


def _answer(
    checking: Checking,
    place: Place,
    node: nodes.FakeAnswer,
    operation: OperationDefinition,
    name: str,
) -> CheckedBody:
    """The answer as a pure body: it gives the operation's output, or one of its failures."""
    parameters = []
    if operation.input is not None:
        binding = node.binding
        text = binding.text if binding else "input"
        parameters.append(BodyParameter(text, operation.input, binding))
    elif node.binding is not None:
        checking.report(
            "test.fake_binding",
            place.span(node.binding),
            f"`{operation.name}` has no input to call `{node.binding.text}`",
            why="the name stands for the operation's `input:`, and it declares none",
            help=f"write `{operation.name} => …`",
        )
    result = UNIT if operation.output is None else operation.output
    body = open_body(
        checking,
        place,
        name,
        f"the fake `{operation.name}`",
        CallableKind.FUNCTION,
        parameters,
        result,
    )
    slots = len(body.slots)
    if isinstance(node.answer, nodes.Reject):
        statements = _rejected(body, node.answer, operation)
    else:
        statements = _given(body, node.answer, operation)
    return finish_body(body, statements, node, slots)


def _rejected(
    body: Body, node: nodes.Reject, operation: OperationDefinition
) -> tuple[ir.Statement, ...]:
    statements = check_statement(body, node)
    possible = {failure for _, failure in operation.statuses}
    for statement in statements:
        if isinstance(statement, ir.Reject) and statement.failure.failure not in possible:
            body.checking.report(
                "test.fake_failure",
                body.span(node.failure),
                f"`{operation.name}` never fails with `{node.failure.text}`",
                why="an operation fails with what its `on` lines name",
                help="reject one of these, or add an `on` line to the operation",
            )
    return statements


def _given(
    body: Body, node: nodes.Expression, operation: OperationDefinition
) -> tuple[ir.Statement, ...]:
    span = body.span(node)
    if operation.output is None:
        if not isinstance(node, nodes.NoneLiteral):
            body.checking.report(
                "test.fake_output",
                span,
                f"`{operation.name}` gives nothing, and this is a value",
                why="the operation is declared without `output:`",
                help=f"write `{operation.name} => none`",
                edits=(Edit(span, "none"),),
            )
        return (ir.Return(None, span),)
    wanted = expect.Expected(operation.output, f"`{operation.name}` gives {an(operation.output)}")
    return (ir.Return(check_value(body, node, wanted), span),)
