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
from jadpo_runtime.runner.failing import may_give_up
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

    end: BodyEnd | Error = BodyEnd(Returned(None))

    def settle(transaction: Transaction) -> Report | None:
        if isinstance(found, Error):
            return records.keep(transaction, delivery, found)
        if isinstance(end, Error):
            return records.wait(transaction, delivery, end)
        if isinstance(end.outcome, Returned):
            now = transaction.now()
            return done(delivery) if records.finish(transaction, [delivery], now) else None
        return records.fail(transaction, delivery, found[0], end)

    if not isinstance(found, Error):
        handler, call = found
        try:
            end = _run_once(host, target, origin, records, delivery, call, budget)
        except _Lost:
            return
        if _may_give_up(host, handler, delivery, end):
            end = _once_nobody_runs_it(target, origin.name, delivery, end)
    report = origin.transact(settle, write=True)
    if report is not None:
        host.report(report)


def _may_give_up(host: Host, handler: Handler, delivery: Delivery, end: BodyEnd | Error) -> bool:
    if isinstance(end, Error) or isinstance(end.outcome, Returned):
        return False
    return may_give_up(host.manifest, handler.retry, end, delivery.attempts + 1)


def _once_nobody_runs_it(
    target: Store, source: str, delivery: Delivery, end: BodyEnd | Error
) -> BodyEnd | Error:
    """How a delivery that may be given up ended, when nobody is in the middle of it any more.

    Who had the claim before may be: they would commit its effects afterwards. They hold the
    target's lock since they saw that they had it, so whoever waits for that lock waits for them,
    and whoever looks later sees that the claim is another's. The lock is let go of before the
    origin's is taken: deliveries from there to here wait in the opposite order.
    """
    try:
        received = target.transact(
            lambda transaction: bool(transaction.execute(_RECEIVED, (source, delivery.id))),
            write=True,
            durable=False,
        )
    except Fault as fault:
        return Error(fault.code.value, fault.detail)
    return BodyEnd(Returned(None)) if received else end


class _Lost(Exception):  # noqa: N818 - a reason to keep nothing, not an error
    """Rolls the boundary back: the claim was taken over [M2]."""


class _Undone(Exception):  # noqa: N818 - carries the end of a body out of a transaction
    """Rolls the boundary back, its inbox row too."""

    def __init__(self, end: BodyEnd) -> None:
        super().__init__(end)
        self.end = end


def _run_once(
    host: Host,
    target: Store,
    origin: Store,
    records: DeliveryRecords,
    delivery: Delivery,
    call: Call,
    budget: Budget,
) -> BodyEnd | Error:
    """Run the body with its inbox row, unless the row says that it ran.

    The claim is looked at while the target is locked, which giving up needs as well: so whoever
    runs a body here knows that nobody gave the delivery up meanwhile. An error where it is not
    known whether it ran: the store failed, and does not say what is in its inbox. Raises
    :class:`_Lost`.
    """
    source = origin.name
    interrupts = host.interrupts()

    def work(transaction: Transaction) -> BodyEnd:
        if not transaction.change(_RECEIVE, (source, delivery.id, transaction.now())):
            return BodyEnd(Returned(None))
        held = origin.transact(lambda reading: records.held(reading, [delivery]), write=False)
        if not held:
            raise _Lost
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
