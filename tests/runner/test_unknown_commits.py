"""Commits that are made though the store says that they failed: the record is read back [Z6] [P4].

Where nothing was committed the attempt counts [Y1]; where everything was, nothing is done again.
"""

import pytest
from python_program import (
    CREATE_COUNTER,
    TEXT,
    Building,
    mark,
    seconds,
)
from world import World, world

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import EveryTiming, RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.runner.batch_records import BatchRecords
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.values import Field

ONCE = RetryPolicy(RetryShape.NONE, max_attempts=1)
TWICE = RetryPolicy(RetryShape.FIXED, max_attempts=2, initial=seconds(10))


class Commits:
    """What a body asks for: that the commit it ends in is made, and reported failed."""

    def __init__(self) -> None:
        self.to_be_misreported = 0
        self.to_be_refused = 0


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Commits:
    asked = Commits()
    commit = Connection.commit

    def committed(self: Connection) -> None:
        if asked.to_be_refused:
            asked.to_be_refused -= 1
            self.abandon()
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the connection was lost before")
        commit(self)
        if asked.to_be_misreported:
            asked.to_be_misreported -= 1
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the connection was lost after")

    monkeypatch.setattr(Connection, "commit", committed)
    return asked


def delivering(body, writes: str = "primary", retry: RetryPolicy = ONCE) -> Building:
    made = Building()
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.marks_store = writes
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("one", "Moved", body, retry, writes=writes)
    return made


@pytest.mark.parametrize("writes", ["primary", "archive"])
def test_a_delivery_whose_commit_was_made_is_done_whatever_the_store_said(
    writes: str, commits: Commits
):
    """[W3]"""

    def body(context, made):
        mark(context, made[0])
        commits.to_be_misreported = 1

    with world(delivering(body, writes)) as here:
        here.call("move", "a")
        for _ in range(3):
            here.run_due()
            here.advance(17 * 60)
        assert here.marks(writes) == ["a"]
        (delivery,) = here.deliveries()
        assert (delivery.state, delivery.attempts) == ("done", 1)


@pytest.mark.parametrize("writes", ["primary", "archive"])
def test_a_delivery_whose_commit_was_not_made_is_tried_again(writes: str, commits: Commits):
    tries = []

    def body(context, made):
        mark(context, made[0])
        tries.append(context.delivery.attempt)
        commits.to_be_refused = int(len(tries) == 1)

    with world(delivering(body, writes, TWICE)) as here:
        here.call("move", "a")
        here.run_due()
        assert (here.marks(writes), tries) == ([], [1])
        here.advance(10)
        here.run_due()
        assert (here.marks(writes), tries) == (["a"], [1, 2])
        (delivery,) = here.deliveries()
        assert (delivery.state, delivery.attempts) == ("done", 2)


def test_a_delivery_waits_uncounted_while_its_store_does_not_say_whether_it_ran(commits: Commits):
    """[W3] [Y3]"""

    def body(context, made):
        mark(context, made[0])
        if made[0] == "a":
            commits.to_be_misreported = 2  # That of the body, and that of the question.

    with world(delivering(body, "archive")) as here:
        here.call("move", "a")
        here.call("move", "b")
        here.run_due()
        first, second = here.deliveries()
        assert (first.state, first.attempts, first.error_code) == (
            "pending",
            0,
            "store_unavailable",
        )
        assert second.state == "done"
        here.advance(60)
        here.run_due()
        assert here.marks("archive") == ["a", "b"]
        assert [each.state for each in here.deliveries()] == ["done", "done"]


def test_a_delivery_that_ran_is_not_given_up_when_its_store_fails_later(commits: Commits):
    """[W3]"""

    def body(context, made):
        mark(context, made[0])

    with world(delivering(body, "archive")) as here:
        here.call("move", "a")
        here.run_due()
        # As a process leaves it that ends before it marks the delivery done.
        here.execute("UPDATE _jadpo_delivery SET state = 'pending'")
        commits.to_be_refused = 0
        transact = here.store("archive").transact

        def failing(work, *, write, durable=True):
            if write:
                raise Fault(FaultCode.STORE_CONTENDED, "held by another process")
            return transact(work, write=write, durable=durable)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(here.store("archive"), "transact", failing)
            here.run_due()
        (delivery,) = here.deliveries()
        assert delivery.state == "done"
        assert here.marks("archive") == ["a"]


def test_who_lost_a_claim_while_waiting_for_another_store_changes_nothing_there():
    """[M2] [W3] Or a delivery that was given up meanwhile would have its effects."""
    ran = []
    with world(delivering(lambda context, made: ran.append(made[0]), "archive")) as here:
        here.call("move", "a")
        archive = here.store("archive")
        transact = archive.transact

        def taken_over_meanwhile(work, *, write, durable=True):
            here.execute("UPDATE _jadpo_delivery SET token = 'of another' WHERE state = 'claimed'")
            return transact(work, write=write, durable=durable)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(archive, "transact", taken_over_meanwhile)
            here.run_due()
        assert ran == []
        (delivery,) = here.deliveries()
        assert (delivery.state, delivery.attempts) == ("claimed", 0)


def test_nothing_is_given_up_while_another_may_be_in_the_middle_of_it():
    """[W3] [P3] The other one holds the lock of its store; giving up needs it."""
    with world(delivering(lambda context, made: mark(context, made[0]), "archive")) as here:
        here.call("move", "a")
        archive = here.store("archive")
        transact = archive.transact

        def held(work, *, write, durable=True):
            if write:
                raise Fault(FaultCode.STORE_CONTENDED, "held by another process")
            return transact(work, write=write, durable=durable)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(archive, "transact", held)
            here.run_due()
        (delivery,) = here.deliveries()
        assert (delivery.state, delivery.attempts) == ("pending", 0)
        assert delivery.error_code == "store_contended"
        here.advance(60)
        here.run_due()
        (delivery,) = here.deliveries()
        assert (delivery.state, here.marks("archive")) == ("done", ["a"])


def test_one_without_a_handler_stays_where_the_store_does_not_take_that_it_waits(
    commits: Commits,
):
    """[Y4]"""
    made = delivering(lambda context, made: None)
    with world(made) as here:
        here.call("move", "a")
        here.execute("UPDATE _jadpo_delivery SET handler = 'gone on Moved.made'")
        claim = here.kinds[0].claim

        def claiming(transaction, taken, most):
            found = claim(transaction, taken, most)
            # The claim is committed; what is committed next is that it is kept.
            if found:
                commits.to_be_refused = -1
            return found

        commit = Connection.commit

        def refused_second(self):
            if commits.to_be_refused == -1:
                commits.to_be_refused = 0
                commit(self)
                commits.to_be_refused = 1
            else:
                commit(self)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(here.kinds[0], "claim", claiming)
            patch.setattr(Connection, "commit", refused_second)
            here.run_due()
        here.advance(17 * 60)
        here.run_due()
        (delivery,) = here.deliveries()
        assert (delivery.state, delivery.attempts) == ("pending", 0)
        assert delivery.error_code == "delivery.no_handler"


@pytest.mark.parametrize("was_made", [True, False])
def test_a_claim_whose_commit_was_reported_failed_does_not_wait_for_its_lease(
    was_made: bool, commits: Commits
):
    """[M2] [P4]"""
    with world(delivering(lambda context, made: mark(context, made[0]))) as here:
        here.call("move", "a")
        claim = here.kinds[0].claim

        def claiming(transaction, taken, most):
            if was_made:
                commits.to_be_misreported = 1
            else:
                commits.to_be_refused = 1
            return claim(transaction, taken, most)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(here.kinds[0], "claim", claiming)
            here.run_due()
        assert here.marks() == []
        here.run_due()
        assert here.marks() == ["a"]
        (delivery,) = here.deliveries()
        assert (delivery.state, delivery.attempts) == ("done", 1)


def sweeping(each, size: int, retry: RetryPolicy = TWICE) -> Building:
    made = Building()
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("begin", lambda context: context.start("sweep", (1,)))
    made.batch("sweep", each, size=size, retry=retry)
    return made


@pytest.mark.parametrize("size", [1, 3, 10])
def test_rows_whose_commit_was_made_are_not_run_again(size: int, commits: Commits):
    """[K1]"""
    names = [f"{number}" for number in range(7)]
    failed = []

    def each(context, row, by):
        mark(context, row.values[0])
        if row.values[0] in ("1", "4") and row.values[0] not in failed:
            failed.append(row.values[0])
            commits.to_be_misreported = 1

    with world(sweeping(each, size)) as here:
        for name in names:
            here.call("create", name)
        here.call("begin")
        finish(here)
        assert here.marks() == names
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed) == ("done", 7, 0)


def test_a_row_that_has_no_attempt_left_is_done_if_its_commit_was_made(commits: Commits):
    """[K2]"""

    def each(context, row, by):
        mark(context, row.values[0])
        commits.to_be_misreported = 1

    with world(sweeping(each, 1, ONCE)) as here:
        here.call("create", "a")
        here.call("begin")
        finish(here)
        assert here.marks() == ["a"]
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed) == ("done", 1, 0)


def test_a_run_is_not_given_up_because_the_store_does_not_take_that_it_is_over(commits: Commits):
    """[K2] [P4] No row failed: whatever the policy, nothing is counted."""
    with world(sweeping(lambda context, row, by: mark(context, row.values[0]), 1, ONCE)) as here:
        here.call("create", "a")
        here.call("begin")
        finish_run = BatchRecords.finish

        def finishing(self, transaction, run):
            commits.to_be_refused = 1
            return finish_run(self, transaction, run)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(BatchRecords, "finish", finishing)
            for _ in range(3):
                here.run_due()
                (run,) = here.batch_runs()
                assert run.state != "failed"
                here.advance(17 * 60)
        finish(here)
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed, here.marks()) == ("done", 1, 0, ["a"])


def test_a_run_of_a_schedule_whose_commit_was_made_is_done(commits: Commits):
    """[D1] [D2]"""
    made = Building()

    def body(context):
        mark(context, "run")
        commits.to_be_misreported = 1

    made.schedule("often", EveryTiming(seconds(60)), body)
    with world(made) as here:
        here.tick()
        here.advance(60)
        here.tick()
        here.advance(30)
        here.tick()
        assert here.marks() == ["run"]
        (run,) = here.schedule_runs()
        assert run.state == "done"


def finish(here: World) -> None:
    for _ in range(4):
        here.run_due()
        here.advance(17 * 60)
