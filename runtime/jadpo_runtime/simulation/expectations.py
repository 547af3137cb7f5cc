"""What a simulated program promises of itself, so that its effects can be judged."""

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from jadpo_runtime.manifest import Manifest, RetryPolicy
from jadpo_runtime.manifest.declarations import RETRIED_KINDS
from jadpo_runtime.program import Program
from jadpo_runtime.simulation.disturbances import Draws
from jadpo_runtime.values import Duration

LEDGER_FIELDS: Final = ("kind", "key")
"""The fields of an entity that is a ledger.

A handler leaves a row of the kind ``delivery`` whose key is the delivery's id, a batch for each row
``row`` with the run's number and the row's identity, a schedule ``schedule`` with its name and the
due time.
"""


@attrs.frozen
class ClientCall:
    """What a client calls; ``number``, its first argument, is that of no other call.

    The action emits an event with that number, or starts a batch with it. ``events`` is how many
    events there will be of it in all, at least.
    """

    action: str
    arguments: tuple[object, ...]
    number: int
    events: int


@attrs.frozen
class Programs:
    """The versions of a program, as an engine made them for one process.

    ``later`` lacks a handler that ``now`` has, and has one that it lacks; ``last`` has both.
    """

    now: Program
    later: Program
    last: Program


@attrs.frozen
class Subject:
    """The program that is simulated.

    ``programs`` are for the client and for each runner, since a program may be used by one at a
    time: there are at most as many runners as others than the first. ``ledgers`` are its entities
    with :data:`LEDGER_FIELDS`, and ``items`` the identities, as JSON, of the rows that its batch
    goes over. ``prepare`` makes the databases at paths, by the name of their store, with the rows
    and records that a simulation begins with, and ``call`` draws what the client calls next, given
    the call's number.
    """

    programs: tuple[Programs, ...]
    ledgers: tuple[str, ...]
    items: frozenset[str]
    prepare: Callable[[Mapping[str, str]], None]
    call: Callable[[Draws, int], ClientCall]


@attrs.frozen
class Promises:
    """What the manifests of a program's versions promise of its pieces."""

    policies: Mapping[str, RetryPolicy]
    retried: Mapping[str, bool]
    retention: Duration


def promises_of(*manifests: Manifest) -> Promises:
    """The policies of handlers and batches by name, and which codes of failures are retried."""
    policies: dict[str, RetryPolicy] = {}
    retried: dict[str, bool] = {}
    for manifest in manifests:
        for subscriber in manifest.subscribers.values():
            for handler in subscriber.handlers:
                policies[handler.callable] = subscriber.retry
        for batch in manifest.batches.values():
            policies[batch.name] = batch.retry
        for failure in manifest.failures.values():
            retried[failure.code] = failure.kind in RETRIED_KINDS
    return Promises(policies, retried, manifests[0].application.retention)


def handlers_by_variant(manifest: Manifest) -> Mapping[tuple[str, str], frozenset[str]]:
    """The handlers of each variant of an event: what its deliveries must be for [W1]."""
    found: dict[tuple[str, str], set[str]] = {}
    for subscriber in manifest.subscribers.values():
        for handler in subscriber.handlers:
            found.setdefault((handler.event, handler.variant), set()).add(handler.callable)
    return {variant: frozenset(handlers) for variant, handlers in found.items()}
