"""Resolving events: their variants, and the payloads that handlers are given [V1] [V2]."""

from __future__ import annotations

from jadpo.check.checking import Checking
from jadpo.check.declare.types import complete_variants, define_variants
from jadpo.check.declared import declared
from jadpo.check.scope import Place
from jadpo.syntax import nodes
from jadpo_runtime.manifest import EventDefinition
from jadpo_runtime.values import ObjectDefinition


def resolve_events(checking: Checking) -> None:
    """Give every event its variants, and each payload an Object of the checker's own making."""
    for place, node, qualified in declared(checking, nodes.EventDeclaration):
        _resolve(checking, place, node, qualified)


def payload_name(event: str, variant: str) -> str:
    """The name of the Object that stands for a variant's payload; no source can name it."""
    return f"{event}.{variant}"


def _resolve(
    checking: Checking, place: Place, node: nodes.EventDeclaration, qualified: str
) -> None:
    variants = define_variants(checking, place, node.variants, node.name.text)
    complete_variants(checking, place, node.variants, variants)
    if not node.variants:
        checking.report(
            "event.no_variants",
            place.span(node.name),
            f"the event `{node.name.text}` has no variants",
            why="what is emitted and handled is a variant of an event",
            help="give it a variant, or remove it",
        )
    declarations = checking.declarations
    declarations.events[qualified] = EventDefinition(
        qualified, node.public, variants, node.doc or ""
    )
    declarations.places.setdefault(qualified, place.span(node.name))
    for variant in variants:
        name = payload_name(qualified, variant.name)
        declarations.definitions[name] = ObjectDefinition(name, variant.fields, variant.doc)
        declarations.plain_objects.add(name)
