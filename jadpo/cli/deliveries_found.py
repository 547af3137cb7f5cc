"""Reading deliveries from the databases of a program."""

from collections.abc import Sequence

import attrs

from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.record_places import RecordPlace
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.faults import Fault
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.records.finding import (
    DeliveryFilter,
    FoundDelivery,
    count_deliveries,
    delivery_of,
    find_deliveries,
)
from jadpo_runtime.records.intervening import InterventionRecord, interventions_of
from jadpo_runtime.records.opening import read_records


@attrs.frozen
class Found:
    """Deliveries, each with its store; ``more`` is how many others a filter has."""

    deliveries: tuple[tuple[str, FoundDelivery], ...]
    more: int


@attrs.frozen
class FoundOne:
    """One delivery (``None`` if it was discarded), and what was done to it."""

    store: str
    id: str
    delivery: FoundDelivery | None
    interventions: tuple[InterventionRecord, ...]


def read_found(
    places: Sequence[RecordPlace], wanted: DeliveryFilter, limit: int
) -> Found | Diagnostic:
    """At most ``limit`` deliveries of a filter, store by store."""
    found: list[tuple[str, FoundDelivery]] = []
    count = 0
    try:
        for place in places:
            with read_records(place.path) as records:
                if records is None:
                    continue
                count += count_deliveries(records, wanted)
                left = limit - len(found)
                found += [
                    (place.store, each) for each in find_deliveries(records, wanted, most=left)
                ]
    except Fault as fault:
        return fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
    return Found(tuple(found), count - len(found))


def ids_of(places: Sequence[RecordPlace], wanted: DeliveryFilter) -> list[str] | Diagnostic:
    """The ids of all deliveries of a filter."""
    found = read_found(places, wanted, 2**62)
    if isinstance(found, Diagnostic):
        return found
    return [each.id for _, each in found.deliveries]


def read_one(places: Sequence[RecordPlace], identity: str) -> FoundOne | Diagnostic:
    """The delivery of an id, wherever it is."""
    try:
        for place in places:
            with read_records(place.path) as records:
                if records is None:
                    continue
                delivery = delivery_of(records, identity)
                done = tuple(interventions_of(records, identity))
                if delivery is not None or done:
                    return FoundOne(place.store, identity, delivery, done)
    except Fault as fault:
        return fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
    return unknown_piece("delivery", identity)


def unknown_piece(kind: str, identity: str) -> Diagnostic:
    """No store has a piece of that id."""
    return Diagnostic(
        rule="cli.unknown_piece",
        span=None,
        summary=f"there is no {kind} `{identity}`",
        why="none of the program's databases has a record of it",
        help="`jadpo deliveries list` and `jadpo batches list` show the ids",
    )
