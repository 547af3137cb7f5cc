"""Subscribers and their handlers [V2]."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check.background.retry import check_retry
from jadpo.check.bodies import BodyParameter, check_body, open_body
from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.declare.events import payload_name
from jadpo.check.declared import declared
from jadpo.check.emitting import find_event_variant
from jadpo.check.scope import Place
from jadpo.check.types import UNIT
from jadpo.diagnostics import Related
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind, HandlerDefinition, SubscriberDefinition
from jadpo_runtime.values import NamedType, Variant


def check_subscribers(checking: Checking) -> Iterator[CheckedBody]:
    """Check every subscriber; each handler is a body whose one parameter is the payload."""
    for place, node, qualified in declared(checking, nodes.SubscriberDeclaration):
        yield from _check(checking, place, node, qualified)


def _check(
    checking: Checking, place: Place, node: nodes.SubscriberDeclaration, qualified: str
) -> Iterator[CheckedBody]:
    clauses = known_clauses(
        checking, place, node.clauses, ("retry",), "subscriber.clause_unknown", "a subscriber"
    )
    retry = check_retry(checking, place, clauses["retry"].value if "retry" in clauses else None)
    if not node.handlers:
        checking.report(
            "subscriber.no_handler",
            place.span(node.name),
            f"the subscriber `{node.name.text}` handles nothing",
            why="a subscriber runs for the variants that its `on` handlers name",
            help="add a handler `on Event.variant(name) { … }`",
        )
    handlers: dict[tuple[str, str], HandlerDefinition] = {}
    first: dict[tuple[str, str], nodes.Handler] = {}
    for handler in node.handlers:
        found = find_event_variant(checking, place, handler.variant)
        if found is None:
            continue
        event, variant = found
        key = (event.name, variant.name)
        if key in handlers:
            _report_repeated(checking, place, node, handler, first[key])
            continue
        name = f"{qualified} on {event.name}.{variant.name}"
        first[key] = handler
        handlers[key] = HandlerDefinition(event.name, variant.name, name)
        yield _body(checking, place, node, handler, name, event.name, variant)
    checking.declarations.subscribers[qualified] = SubscriberDefinition(
        qualified, retry, tuple(handlers.values()), node.doc or ""
    )


def _body(
    checking: Checking,
    place: Place,
    node: nodes.SubscriberDeclaration,
    handler: nodes.Handler,
    name: str,
    event: str,
    variant: Variant,
) -> CheckedBody:
    binding = handler.binding
    payload = NamedType(payload_name(event, variant.name))
    parameter = BodyParameter(binding.text if binding else "payload", payload, binding)
    shown = f"{node.name.text} on {handler.variant.text}"
    body = open_body(checking, place, name, shown, CallableKind.HANDLER, [parameter], UNIT)
    return check_body(body, handler.body)


def _report_repeated(
    checking: Checking,
    place: Place,
    node: nodes.SubscriberDeclaration,
    handler: nodes.Handler,
    first: nodes.Handler,
) -> None:
    checking.report(
        "subscriber.variant_handled_twice",
        place.span(handler.variant),
        f"`{node.name.text}` handles `{handler.variant.text}` twice",
        why="a subscriber gets one delivery of each event, which one handler takes",
        help="join the two handlers, or move one of them into a subscriber of its own",
        related=(Related(place.span(first.variant), "it is handled here first"),),
    )
