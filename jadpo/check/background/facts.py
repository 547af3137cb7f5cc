"""What background work may read of itself: `delivery.…` and `schedule.due_at` [V2] [V4]."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from jadpo.check.body import Body, error_expression
from jadpo.check.effects import Effect
from jadpo.check.expected import Expected
from jadpo.check.types import INSTANT, INT, UUID
from jadpo.diagnostics import Edit, nearest_name
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Type

DELIVERY_MEMBERS: Final[Mapping[str, Type]] = MappingProxyType(
    {"id": UUID, "event_id": UUID, "attempt": INT, "emitted_at": INSTANT}
)
"""What a handler reads of its delivery."""


def check_delivery(body: Body, node: nodes.Path, expected: Expected) -> ir.Expression:
    """``delivery.id``, ``event_id``, ``attempt`` or ``emitted_at``, in handlers."""
    span = body.span(node)
    if not body.require(Effect.DELIVERY, node, f"`{node.text}`"):
        return error_expression(span)
    type_ = DELIVERY_MEMBERS.get(node.text.removeprefix("delivery."))
    if type_ is not None:
        return ir.DeliveryValue(node.names[1].text, type_, span)
    _report_unknown(body, node, tuple(DELIVERY_MEMBERS), "subscriber.delivery_member")
    return error_expression(span)


def check_schedule(body: Body, node: nodes.Path, expected: Expected) -> ir.Expression:
    """``schedule.due_at``, in the ``run:`` of a schedule."""
    span = body.span(node)
    if not body.require(Effect.DUE_AT, node, f"`{node.text}`"):
        return error_expression(span)
    if node.text == "schedule.due_at":
        return ir.DueAt(INSTANT, span)
    _report_unknown(body, node, ("due_at",), "schedule.member")
    return error_expression(span)


def _report_unknown(body: Body, node: nodes.Path, members: tuple[str, ...], rule: str) -> None:
    namespace = node.names[0].text
    listed = ", ".join(f"`{namespace}.{member}`" for member in members)
    known = len(node.names) > 1 and node.names[1].text in members
    name = node.names[2] if known else node.names[1] if len(node.names) > 1 else node.names[0]
    near = None if known or len(node.names) == 1 else nearest_name(name.text, members)
    span = body.span(name)
    body.checking.report(
        rule,
        span,
        f"`{node.text}` is nothing that can be read here",
        why=f"what can be read is {listed}",
        help=f"did you mean `{near}`?" if near else "read one of these",
        edits=(Edit(span, near),) if near else (),
    )
