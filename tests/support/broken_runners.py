"""Runners that are broken on purpose, each in one way, for the simulator to find.

A variant is made by substituting a function, a class's method or a statement of the runner while it
is simulated. The runner itself has nothing in it that makes a difference.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import attrs

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.records import purging
from jadpo_runtime.runner import (
    batch,
    batch_records,
    batch_step,
    delivery_records,
    elsewhere,
    failing,
    schedule_records,
)
from jadpo_runtime.runner.batch_records import BatchRecords
from jadpo_runtime.runner.batch_step import BatchSteps
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import PieceTable
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.delivery_group import DeliveryGroup
from jadpo_runtime.runner.delivery_records import DeliveryRecords
from jadpo_runtime.runner.retry import RetryAt
from jadpo_runtime.simulation.virtual_time import VirtualClock
from jadpo_runtime.values import Duration, Instant


@attrs.frozen
class Variant:
    """A way in which a runner is broken."""

    says: str
    substitutions: Callable[[ExitStack], None]

    @contextmanager
    def substituted(self) -> Iterator[None]:
        """Break the runner for as long as this is entered."""
        with ExitStack() as stack:
            self.substitutions(stack)
            yield


def rewrite(stack: ExitStack, owner: object, names: str, old: str, new: str) -> None:
    """Replace a part of the statements whose names begin so; there must be one."""
    found = {
        name: value
        for name, value in vars(owner).items()
        if name.startswith(names) and isinstance(value, str) and old in value
    }
    assert found, f"no statement {names}… of {owner} has {old!r}"
    for name, value in found.items():
        stack.enter_context(patch.object(owner, name, value.replace(old, new)))


def rewrite_tables(stack: ExitStack, names: str, old: str, new: str) -> None:
    """Replace a part of the statements on deliveries and batch runs."""
    for module in (delivery_records, batch_records):
        table = module._TABLE
        assert isinstance(table, PieceTable)
        rewrite(stack, table, names, old, new)


def settle_without_token(stack: ExitStack) -> None:
    rewrite_tables(stack, "_finish", "token = ?", "(token = ? OR true)")
    rewrite(stack, delivery_records, "_HELD", "delivery.token = ?", "(delivery.token = ? OR true)")


def done_in_a_transaction_of_its_own(stack: ExitStack) -> None:
    late = []
    finish, run = DeliveryRecords.finish, Deliveries.run

    def finish_later(self, transaction, deliveries, started):
        late.append((self, deliveries, started))
        return True

    def run_and_finish(self, pieces, budget):
        late.clear()
        left = run(self, pieces, budget)
        for records, deliveries, started in late:
            self.store.transact(
                lambda transaction, records=records, deliveries=deliveries, started=started: finish(
                    records, transaction, deliveries, started
                ),
                write=True,
            )
        return left

    stack.enter_context(patch.object(DeliveryRecords, "finish", finish_later))
    stack.enter_context(patch.object(Deliveries, "run", run_and_finish))


def lease_by_the_clock_of_the_host(stack: ExitStack) -> None:
    lease = Budget.lease

    def by_host(self):
        assert isinstance(self._clock, VirtualClock)
        return Duration(lease(self) + self._clock.ahead)

    stack.enter_context(patch.object(Budget, "lease", by_host))


def lease_without_its_margin(stack: ExitStack) -> None:
    lease = Budget.lease
    stack.enter_context(
        patch.object(Budget, "lease", lambda self: Duration(lease(self) - 50_000_000))
    )


def giving_back_counts(stack: ExitStack) -> None:
    rewrite_tables(
        stack,
        "_give_back",
        "SET state = 'pending'",
        "SET attempts = attempts + 1, state = 'pending'",
    )


def claims_what_is_not_due(stack: ExitStack) -> None:
    rewrite_tables(stack, "_claim", "due_at <= ?", "(due_at <= ? OR true)")


def purges_what_failed(stack: ExitStack) -> None:
    order = tuple(
        statement.replace("state = 'done'", "state IN ('done', 'failed')")
        for statement in purging._IN_ORDER
    )
    stack.enter_context(patch.object(purging, "_IN_ORDER", order))


def purges_what_is_young(stack: ExitStack) -> None:
    order = tuple(
        statement.replace("settled_at < ?", "settled_at < ? + 3000000000")
        for statement in purging._IN_ORDER
    )
    stack.enter_context(patch.object(purging, "_IN_ORDER", order))


def schedules_without_lease(stack: ExitStack) -> None:
    for name in ("_DUE", "_CLAIM"):
        rewrite(stack, schedule_records, name, "(token IS NULL OR", "(true OR token IS NULL OR")


def cursor_in_a_transaction_of_its_own(stack: ExitStack) -> None:
    late = []
    advance, run = BatchRecords.advance, BatchSteps.run

    def advance_later(self, transaction, *reached):
        late.append((self, reached))
        return True

    def run_and_advance(self, *arguments):
        late.clear()
        end = run(self, *arguments)
        for records, reached in late:
            self._store.transact(
                lambda transaction, records=records, reached=reached: advance(
                    records, transaction, *reached
                ),
                write=True,
            )
        return end

    stack.enter_context(patch.object(BatchRecords, "advance", advance_later))
    stack.enter_context(patch.object(BatchSteps, "run", run_and_advance))


class _KeepsAll:
    """A transaction in which nothing is rolled back to a savepoint."""

    def __init__(self, transaction):
        self._transaction = transaction

    def __getattr__(self, name):
        return getattr(self._transaction, name)

    def roll_back(self, savepoint):
        self._transaction.release(savepoint)


def retries_without_rollback(stack: ExitStack) -> None:
    run_in = DeliveryGroup.run_in
    stack.enter_context(
        patch.object(
            DeliveryGroup, "run_in", lambda self, transaction: run_in(self, _KeepsAll(transaction))
        )
    )


def takes_over_from_the_living(stack: ExitStack) -> None:
    for names in ("_any_overdue", "_release_overdue"):
        rewrite_tables(stack, names, "lease_until <= ?", "(lease_until <= ? OR true)")


def failure_without_token(stack: ExitStack) -> None:
    rewrite_tables(stack, "_fail", "AND token = ? AND state = 'claimed'", "AND (token = ? OR true)")


def inbox_is_not_looked_at(stack: ExitStack) -> None:
    rewrite(
        stack, elsewhere, "_RECEIVE", "DO NOTHING", "DO UPDATE SET handled_at = excluded.handled_at"
    )


def end_in_another_store_is_guessed(stack: ExitStack) -> None:
    def guessed(target, source, delivery, fault):
        return BodyEnd(Faulted(fault.code, None, fault.detail))

    stack.enter_context(patch.object(elsewhere, "_after_fault", guessed))
    # Giving up asks the other store once more.
    stack.enter_context(patch.object(elsewhere, "_may_give_up", lambda *_: False))


def rows_again_after_an_unknown_commit(stack: ExitStack) -> None:
    def only_held(records, transaction, run):
        return batch_step.Lost() if records.position(transaction, run) is None else None

    for module in (batch, batch_step):
        stack.enter_context(patch.object(module, "not_at_its_cursor", only_held))


def retries_without_end(stack: ExitStack) -> None:
    def again(policy, attempts, first_attempt_at, now, uniform):
        return RetryAt(Instant(now + policy.initial))

    stack.enter_context(patch.object(failing, "decide", again))


def retries_at_once(stack: ExitStack) -> None:
    decide = failing.decide

    def at_once(policy, attempts, first_attempt_at, now, uniform):
        decision = decide(policy, attempts, first_attempt_at, now, uniform)
        return RetryAt(now) if isinstance(decision, RetryAt) else decision

    stack.enter_context(patch.object(failing, "decide", at_once))


VARIANTS: Mapping[str, Variant] = {
    "settle-without-token": Variant(
        "whoever runs a delivery marks it done, whether the claim is held still or not [M2]",
        settle_without_token,
    ),
    "failure-without-token": Variant(
        "a failed attempt is written whatever the record says by now [M2] [P4]",
        failure_without_token,
    ),
    "done-apart": Variant(
        "a delivery is marked done after the commit of its effects [W3]",
        done_in_a_transaction_of_its_own,
    ),
    "retry-without-rollback": Variant(
        "what a failed attempt did is kept [Y2]", retries_without_rollback
    ),
    "inbox-ignored": Variant(
        "a delivery runs in another store though the inbox has it [W3]", inbox_is_not_looked_at
    ),
    "end-elsewhere-guessed": Variant(
        "a failed commit of another store is taken for one that was not made [P4]",
        end_in_another_store_is_guessed,
    ),
    "lease-by-host": Variant(
        "leases are counted from the clock of the host [M2]", lease_by_the_clock_of_the_host
    ),
    "lease-too-short": Variant(
        "leases lack most of the minute beyond the budget [M1]", lease_without_its_margin
    ),
    "takeover-of-the-living": Variant(
        "claims are taken over whether their holder lives or not [M4]", takes_over_from_the_living
    ),
    "give-back-counts": Variant("what is given back counts as an attempt [Z2]", giving_back_counts),
    "claims-early": Variant("pieces are claimed before they are due [H4]", claims_what_is_not_due),
    "retries-without-end": Variant("attempts are made beyond the policy [Y1]", retries_without_end),
    "retries-at-once": Variant("the next attempt does not wait [Y2]", retries_at_once),
    "purge-of-failed": Variant("the purge deletes what was given up [D3]", purges_what_failed),
    "purge-of-young": Variant(
        "the purge deletes before the retention ends [D3]", purges_what_is_young
    ),
    "schedule-without-lease": Variant(
        "a schedule is run whether someone runs it or not [D1]", schedules_without_lease
    ),
    "cursor-apart": Variant(
        "a batch's cursor moves after the commit of its rows [K1]",
        cursor_in_a_transaction_of_its_own,
    ),
    "rows-again": Variant(
        "rows run again whose commit was made though it was reported failed [K1]",
        rows_again_after_an_unknown_commit,
    ),
}
"""The variants by their names."""
