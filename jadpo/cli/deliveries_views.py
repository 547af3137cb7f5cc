"""What ``jadpo deliveries`` prints."""

from collections.abc import Iterator
from typing import TextIO

from jadpo.cli.deliveries_found import Found, FoundOne
from jadpo.cli.outbox_views import STATE_STYLES, payload_as_json
from jadpo.cli.printing import Part, Printer
from jadpo.cli.reporting import print_json
from jadpo.diagnostics.json_form import Json
from jadpo_runtime.records.finding import FoundDelivery
from jadpo_runtime.records.intervening import InterventionRecord
from jadpo_runtime.values import Instant
from jadpo_runtime.values.iso8601 import instant_text


def print_found(found: Found, stream: TextIO) -> None:
    """Print a line for each delivery."""
    printer = Printer(stream)
    for _, delivery in found.deliveries:
        printer.line(*_line(delivery))
    if not found.deliveries:
        printer.line("There is no such delivery.")
    if found.more:
        printer.line(f"and {found.more:,} more: --limit shows them", style="dim")


def print_found_as_json(found: Found) -> None:
    """Print ``{"deliveries": […], "more": n}``."""
    print_json(
        {
            "deliveries": [_as_json(store, each) for store, each in found.deliveries],
            "more": found.more,
        }
    )


def print_one(found: FoundOne, stream: TextIO) -> None:
    """Print a delivery with its event, and what was done to it."""
    printer = Printer(stream)
    delivery = found.delivery
    if delivery is None:
        printer.line(f"{found.id}: ", ("discarded", "bold"))
    else:
        printer.line(*_line(delivery))
        if delivery.emitted_at is not None:
            printer.line(
                f"  event {delivery.event_id}, emitted {instant_text(delivery.emitted_at)}"
            )
            printer.line(f"  {delivery.event}.{delivery.variant} {delivery.payload}")
        for what, moment in _moments(delivery):
            printer.line(f"  {what} {instant_text(moment)}")
        if delivery.takeovers:
            printer.line(f"  taken over {delivery.takeovers} times in a row")
    for each in found.interventions:
        error = "" if each.error_code is None else f", {each.error_code}: {each.error_text}"
        printer.line(
            f"  {each.action} {instant_text(each.made_at)} by {each.made_by}; it was "
            f"{each.state_before}, {_attempts(each.attempts_before)}{error}"
        )


def print_one_as_json(found: FoundOne) -> None:
    """Print one object; ``delivery`` is null where it was discarded."""
    print_json(
        {
            "id": found.id,
            "delivery": None if found.delivery is None else _as_json(found.store, found.delivery),
            "interventions": [intervention_as_json(each) for each in found.interventions],
        }
    )


def intervention_as_json(record: InterventionRecord) -> dict[str, Json]:
    """What was done to a piece."""
    return {
        "action": record.action,
        "at": instant_text(record.made_at),
        "by": record.made_by,
        "name": record.name,
        "event_id": record.event_id,
        "state_before": record.state_before,
        "attempts_before": record.attempts_before,
        "error": _error(record.error_code, record.error_text),
    }


def _line(delivery: FoundDelivery) -> Iterator[Part]:
    yield f"{delivery.id} ", "dim"
    yield f"{delivery.handler}: "
    yield delivery.state, STATE_STYLES[delivery.state]
    yield f", {_attempts(delivery.attempts)}"
    if delivery.state == "pending":
        yield f", due {instant_text(delivery.due_at)}"
    if delivery.error_code is not None and delivery.state != "done":
        yield f", {delivery.error_code}: {delivery.error_text}"


def _moments(delivery: FoundDelivery) -> Iterator[tuple[str, Instant]]:
    for what, moment in (
        ("first attempt", delivery.first_attempt_at),
        ("held until", delivery.lease_until),
        ("settled", delivery.settled_at),
    ):
        if moment is not None:
            yield what, moment


def _attempts(number: int) -> str:
    return f"{number} {'attempt' if number == 1 else 'attempts'}"


def _as_json(store: str, delivery: FoundDelivery) -> dict[str, Json]:
    return {
        "store": store,
        "id": delivery.id,
        "subscriber": delivery.subscriber,
        "handler": delivery.handler,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "takeovers": delivery.takeovers,
        "due_at": instant_text(delivery.due_at),
        "first_attempt_at": _time(delivery.first_attempt_at),
        "settled_at": _time(delivery.settled_at),
        "lease_until": _time(delivery.lease_until),
        "error": _error(delivery.error_code, delivery.error_text),
        "event": {
            "id": delivery.event_id,
            "event": delivery.event,
            "variant": delivery.variant,
            "payload": None if delivery.payload is None else payload_as_json(delivery.payload),
            "emitted_at": _time(delivery.emitted_at),
        },
    }


def _error(code: str | None, text: str | None) -> Json:
    return None if code is None else {"code": code, "text": text}


def _time(instant: Instant | None) -> str | None:
    return None if instant is None else instant_text(instant)
