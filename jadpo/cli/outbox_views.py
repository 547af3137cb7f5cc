"""What ``jadpo events`` prints."""

import json
from collections.abc import Iterator, Sequence
from typing import TextIO

from jadpo.cli.outboxes import Outbox
from jadpo.cli.printing import Part, Printer
from jadpo.cli.reporting import print_json
from jadpo.diagnostics.json_form import Json
from jadpo_runtime.records.queries import DeliveryRecord, EventRecord, PublicationRecord
from jadpo_runtime.values import Instant
from jadpo_runtime.values.iso8601 import instant_text
from jadpo_runtime.values.json import JsonError, refuse_depth

STATE_STYLES = {"done": "green", "pending": "yellow", "claimed": "cyan", "failed": "red"}
"""How a terminal shows the state of a piece of work."""


def print_outboxes(outboxes: Sequence[Outbox], stream: TextIO) -> None:
    """Print a line for each event and for each of its deliveries."""
    printer = Printer(stream)
    for outbox in outboxes:
        if len(outboxes) > 1:
            printer.line(f"store {outbox.store}", style="bold")
        if not outbox.events:
            place = outbox.path or "a database in memory"
            printer.line(f"There are no events in {place}.")
        for event in outbox.events:
            printer.line(*_event_parts(event))
            for delivery in event.deliveries:
                printer.line("  ", *_piece_parts(delivery.handler, delivery))
            for publication in event.publications:
                printer.line("  ", *_piece_parts(f"to {publication.connection}", publication))


def _event_parts(event: EventRecord) -> Iterator[Part]:
    yield f"{instant_text(event.emitted_at)} ", "dim"
    yield f"{event.event}.{event.variant}", "bold"
    yield f" {event.payload}"


def _piece_parts(name: str, piece: DeliveryRecord | PublicationRecord) -> Iterator[Part]:
    yield f"{name}: "
    yield piece.state, STATE_STYLES[piece.state]
    yield f", {piece.attempts} {'attempt' if piece.attempts == 1 else 'attempts'}"
    if piece.state == "pending":
        yield f", due {instant_text(piece.due_at)}"
    if piece.error_code is not None and piece.state != "done":
        yield f", {piece.error_code}: {piece.error_text}"


def print_outboxes_as_json(outboxes: Sequence[Outbox]) -> None:
    """Print one document: ``{"events": […]}``, those of each store in order of emission."""
    print_json(
        {"events": [_event(outbox.store, event) for outbox in outboxes for event in outbox.events]}
    )


def _event(store: str, event: EventRecord) -> dict[str, Json]:
    return {
        "store": store,
        "id": event.id,
        "event": event.event,
        "variant": event.variant,
        "payload": payload_as_json(event.payload),
        "emitted_at": instant_text(event.emitted_at),
        "cause": event.cause,
        "deliveries": [
            {"subscriber": each.subscriber, "handler": each.handler, **_piece(each)}
            for each in event.deliveries
        ],
        "publications": [
            {"connection": each.connection, **_piece(each)} for each in event.publications
        ],
    }


def payload_as_json(text: str) -> Json:
    """The payload; as a text where someone has put there what is no JSON."""
    try:
        refuse_depth(text)
        payload: Json = json.loads(text)
    except (JsonError, ValueError):
        return text
    return payload


def _piece(piece: DeliveryRecord | PublicationRecord) -> dict[str, Json]:
    error: Json = None
    if piece.error_code is not None:
        error = {"code": piece.error_code, "text": piece.error_text}
    return {
        "id": piece.id,
        "state": piece.state,
        "attempts": piece.attempts,
        "due_at": instant_text(piece.due_at),
        "settled_at": _time(piece.settled_at),
        "error": error,
    }


def _time(instant: Instant | None) -> str | None:
    return None if instant is None else instant_text(instant)
