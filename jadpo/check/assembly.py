"""Putting the program together: the manifest and the bodies, once nothing is wrong.

The stage of store effects runs here, because it reads the finished IR of all bodies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from jadpo.check.body import CheckedBody
from jadpo.check.checking import ERROR_NAME, NOTHING_NAME, Checking, Signature
from jadpo.check.declare.application import resolve_application
from jadpo.check.failing import failures_that_leave
from jadpo.check.store_effects import StoreEffects, direct_effects, store_effects
from jadpo.ir.program import Program
from jadpo_runtime.manifest import CallableSignature, Manifest, Parameter, RouteDefinition
from jadpo_runtime.values import TypeTable


def assemble(checking: Checking, bodies: Iterable[CheckedBody]) -> Program:
    """The program of a project without mistakes; reports what bodies may not do to stores."""
    by_name = {body.callable.name: body for body in bodies}
    effects = check_store_effects(checking, by_name)
    declarations = checking.declarations
    definitions = {
        name: definition
        for name, definition in declarations.definitions.items()
        if name not in (ERROR_NAME, NOTHING_NAME)
    }
    manifest = Manifest(
        application=resolve_application(checking),
        types=TypeTable(definitions),
        entities=dict(declarations.entities),
        failures=dict(declarations.failures),
        callables=_signatures(checking, by_name, effects),
        stores=dict(declarations.stores),
        events=dict(declarations.events),
        subscribers=dict(declarations.subscribers),
        schedules=dict(declarations.schedules),
        batches=dict(declarations.batches),
        backfills=tuple(declarations.backfills),
        connections=dict(declarations.connections),
        routes=tuple(_with_follow_on(checking, route, effects) for route in declarations.routes),
        configs=dict(declarations.configs),
        fixtures=dict(declarations.fixtures),
        tests=tuple(declarations.tests),
        plans=tuple(checking.plans),
    )
    return Program(manifest, {name: body.callable for name, body in by_name.items()})


def check_store_effects(
    checking: Checking, bodies: Mapping[str, CheckedBody]
) -> dict[str, StoreEffects]:
    """The effects of each body by its name; reports what bodies may not do to stores."""
    declarations = checking.declarations
    direct = {
        name: body.effects or direct_effects(body.callable, checking.plans, declarations.entities)
        for name, body in bodies.items()
    }
    return store_effects(direct, declarations.stores, checking.diagnostics)


def _signatures(
    checking: Checking,
    bodies: Mapping[str, CheckedBody],
    effects: Mapping[str, StoreEffects],
) -> dict[str, CallableSignature]:
    """The signatures of all bodies, also of those that only the runtime calls."""
    leaving = failures_that_leave({name: body.leaving for name, body in bodies.items()})
    return {
        name: _signature(
            body,
            checking.declarations.signatures.get(name),
            leaving[name],
            effects[name],
        )
        for name, body in bodies.items()
    }


def _signature(
    body: CheckedBody,
    declared: Signature | None,
    leaving: frozenset[str],
    effects: StoreEffects,
) -> CallableSignature:
    callable_ = body.callable
    if declared is not None:
        fails = tuple(failure.name for failure in declared.fails)
    else:
        fails = tuple(sorted(leaving))
    return CallableSignature(
        name=callable_.name,
        kind=body.kind,
        parameters=tuple(
            Parameter(slot.name, slot.type) for slot in callable_.slots[: callable_.parameters]
        ),
        result=body.result,
        fails=fails,
        writes=effects.writes,
        reads=effects.reads,
        doc="" if declared is None else declared.declaration.doc or "",
    )


def _with_follow_on(
    checking: Checking, route: RouteDefinition, effects: Mapping[str, StoreEffects]
) -> RouteDefinition:
    """The route, with whether what it runs may set off deliveries, publications or runs [R2]."""
    done = effects[route.callable]
    followed = _followed_variants(checking)
    return attrs.evolve(route, may_set_off=bool(done.starts or done.emits & followed))


def _followed_variants(checking: Checking) -> frozenset[tuple[str, str]]:
    """The variants of events that somebody handles or publishes."""
    declarations = checking.declarations
    handled = {
        (handler.event, handler.variant)
        for subscriber in declarations.subscribers.values()
        for handler in subscriber.handlers
    }
    published = {
        variant
        for connection in declarations.connections.values()
        for variant in connection.publishes
    }
    return frozenset(handled | published)
