"""`emit Event.variant { … }`, and finding the variant that a path names [V1]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression
from jadpo.check.checking import Checking
from jadpo.check.constants import report_unknown_variant
from jadpo.check.effects import Effect
from jadpo.check.fields_given import (
    as_pairs,
    check_given_fields,
    report_missing_fields,
    written_type,
)
from jadpo.check.lookup import find_declared
from jadpo.check.scope import Place
from jadpo.check.symbols import SymbolKind
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import EventDefinition
from jadpo_runtime.values import Variant


def check_emit(body: Body, node: nodes.Emit) -> tuple[ir.Statement, ...]:
    """``emit``: every payload field of the variant is given exactly once."""
    body.require(Effect.EMIT, body.place.source.span(node.start, node.variant.end), "`emit`")
    found = find_event_variant(body.checking, body.place, node.variant)
    if found is None:
        for value in node.fields:
            check_expression(body, value.value)
        return ()
    event, variant = found
    shown = node.variant.text
    given, right = check_given_fields(body, node.fields, variant.fields, shown, written_type)
    missing = [field for index, field in enumerate(variant.fields) if index not in given]
    if missing and right:
        report_missing_fields(body, node.variant, shown, missing, braces=bool(node.fields))
    if missing or not right:
        return ()
    span = body.span(node)
    return (ir.Emit(event.name, variant.name, as_pairs(given), len(variant.fields), span),)


def find_event_variant(
    checking: Checking, place: Place, path: nodes.Path
) -> tuple[EventDefinition, Variant] | None:
    """The event and variant that ``Event.variant`` names, or ``None``, which is reported."""
    owner = nodes.Path(path.names[:1], path.names[0].start, path.names[0].end)
    symbol = find_declared(checking, place, owner, SymbolKind.EVENT, "event.unknown")
    event = None if symbol is None else checking.declarations.events.get(symbol.qualified)
    if event is None:
        return None
    names = [variant.name for variant in event.variants]
    if len(path.names) != 2:
        checking.report(
            "event.variant_missing",
            place.span(path),
            f"`{path.text}` names no variant of `{owner.text}`",
            why="what is emitted, handled and published is one variant of an event",
            help=f"write one of {', '.join(f'`{owner.text}.{name}`' for name in names)}"
            if names
            else f"give `{owner.text}` a variant",
        )
        return None
    for variant in event.variants:
        if variant.name == path.names[1].text:
            return event, variant
    report_unknown_variant(checking, place, path.names[1], owner.text, names)
    return None
