"""Deliveries to a subscriber that writes another store than the event's [W3].

Two stores never commit together, so the subscriber's store keeps an inbox row, keyed by the
delivery and written in the boundary: a delivery that ran, but whose record was not marked done any
more, finds the row when it runs again, and does nothing twice.
"""

from collections.abc import Mapping
from typing import Final

from jadpo_runtime.boundary import BodyEnd, Call
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.runner.body import run_piece
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.runner.delivery_records import DeliveryRecords, done
from jadpo_runtime.runner.handlers import Delivery, Handler, runnable
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store, Transaction

_RECEIVE: Final = """
    INSERT INTO _jadpo_inbox (source, message_id, handled_at) VALUES (?, ?, ?)
    ON CONFLICT (source, message_id) DO NOTHING
"""

_RECEIVED: Final = "SELECT 1 FROM _jadpo_inbox WHERE source = ? AND message_id = ?"


def deliver_elsewhere(
    host: Host,
    origin: Store,
    target: Store,
    records: DeliveryRecords,
    handlers: Mapping[str, Handler],
    delivery: Delivery,
    budget: Budget,
) -> None:
    """Run a delivery of ``origin``'s outbox in a boundary of ``target``, and settle its record."""

    def look(transaction: Transaction) -> tuple[Handler, Call] | Error | None:
        held = records.held(transaction, [delivery])
        return runnable(handlers, delivery, held[delivery.id]) if held else None

    found = origin.transact(look, write=False)
    if found is None:
        return

    def settle(transaction: Transaction) -> Report | None:
        if isinstance(found, Error):
            return records.keep(transaction, delivery, found)
        if isinstance(end, Error):
            return records.wait(transaction, delivery, end)
        if isinstance(end.outcome, Returned):
            now = transaction.now()
            return done(delivery) if records.finish(transaction, [delivery], now) else None
        return records.fail(transaction, delivery, found[0], end)

    end: BodyEnd | Error = BodyEnd(Returned(None))
    if not isinstance(found, Error):
        end = _run_once(host, target, origin.name, delivery, found[1], budget)
    report = origin.transact(settle, write=True)
    if report is not None:
        host.report(report)


class _Undone(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls the boundary back, its inbox row too."""

    def __init__(self, end: BodyEnd) -> None:
        super().__init__(end)
        self.end = end


def _run_once(
    host: Host, target: Store, source: str, delivery: Delivery, call: Call, budget: Budget
) -> BodyEnd | Error:
    """Run the body with its inbox row, unless the row says that it ran.

    An error where that is not known: the store failed, and does not say what is in its inbox.
    """
    interrupts = host.interrupts()

    def work(transaction: Transaction) -> BodyEnd:
        if not transaction.change(_RECEIVE, (source, delivery.id, transaction.now())):
            return BodyEnd(Returned(None))
        limit = budget.watch(host.watchdog, interrupts)
        end = run_piece(host, target, transaction, call, limit)
        if not isinstance(end.outcome, Returned):
            raise _Undone(end)
        return end

    try:
        return target.transact(work, write=True)
    except _Undone as undone:
        return undone.end
    except Fault as fault:
        return _after_fault(target, source, delivery, fault)


def _after_fault(target: Store, source: str, delivery: Delivery, fault: Fault) -> BodyEnd | Error:
    """How the body ended, by the inbox: this commit may have been made, or an earlier attempt's."""
    try:
        received = target.transact(
            lambda transaction: bool(transaction.execute(_RECEIVED, (source, delivery.id))),
            write=False,
        )
    except Fault as silence:
        return Error(silence.code.value, silence.detail)
    return BodyEnd(Returned(None) if received else Faulted(fault.code, None, fault.detail))
