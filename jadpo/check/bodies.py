"""Opening and finishing a body: what every kind of callable has in common."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from jadpo.check.body import Body, CheckedBody, Mark, check_statements
from jadpo.check.checking import Checking
from jadpo.check.constructs import CONSTRUCTS
from jadpo.check.scope import Binding, Place, Spanned
from jadpo.check.types import UNIT, is_error
from jadpo.check.unused import give_warnings, report_unread
from jadpo.check.words import an
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import Type


@attrs.frozen
class BodyParameter:
    """A parameter of a body; ``name`` is its place, ``None`` for ``self`` and unbound ones.

    ``text`` is the name that the body reads it by. A parameter without a name cannot be read.
    """

    text: str
    type: Type
    name: nodes.Name | None


def open_body(
    checking: Checking,
    place: Place,
    name: str,
    shown: str,
    kind: CallableKind,
    parameters: Iterable[BodyParameter],
    result: Type,
    entity: str | None = None,
) -> Body:
    """A body with its parameters bound, in its first slots.

    ``name`` is the qualified name of the callable, ``shown`` what a person calls it.
    """
    body = Body(checking, CONSTRUCTS, place, name, shown, kind, result, entity)
    for parameter in parameters:
        if parameter.name is not None:
            body.declare(parameter.name, parameter.type, warned=False)
        else:
            _bind_unwritten(body, parameter)
    return body


def _bind_unwritten(body: Body, parameter: BodyParameter) -> None:
    slot = body.new_slot(parameter.text, parameter.type)
    if parameter.text == "self":
        span = body.place.source.span(0, 0)
        body.scope.bindings["self"] = Binding(
            "self", slot, parameter.type, mutable=False, span=span, warned_if_unused=False
        )


def check_body(body: Body, block: nodes.Block) -> CheckedBody:
    """Check the block of an opened body, unless it is remembered what comes of it."""
    checking = body.checking
    memory = checking.memory
    if memory is None:
        return _check_body(body, block)
    recalled = memory.recall(body, block)
    if recalled is not None:
        return recalled
    begin = Mark(checking.told, len(checking.needless_attempts))
    checked = _check_body(body, block)
    memory.keep(body, block, checked, begin)
    return checked


def _check_body(body: Body, block: nodes.Block) -> CheckedBody:
    """Check every statement. A path that falls off the end is reported [C7]."""
    parameters = len(body.slots)
    with body.block_scope():
        statements = check_statements(body, block.statements)
    # Where something in the body is wrong, it is not known whether its paths end.
    if body.is_right and body.reachable and body.result != UNIT and not is_error(body.result):
        _report_falls_off(body, block)
    return finish_body(body, statements, block, parameters)


def finish_body(
    body: Body, statements: tuple[ir.Statement, ...], node: Spanned, parameters: int
) -> CheckedBody:
    """The checked body of these statements; the first ``parameters`` slots are its parameters."""
    report_unread(body, body.scope)
    is_right = body.is_right
    give_warnings(body)
    callable_ = ir.Callable(body.name, tuple(body.slots), parameters, statements, body.span(node))
    return CheckedBody(body.kind, callable_, body.result, body.leaving, body.place, is_right)


def _report_falls_off(body: Body, block: nodes.Block) -> None:
    body.checking.report(
        "flow.falls_off",
        body.place.source.span(block.end - 1, block.end),
        f"a path through `{body.shown}` ends here without a result",
        why=f"`{body.shown}` gives {an(body.result)}, so every path returns one or leaves",
        help="add a `return`, or a `reject`, on that path",
    )
