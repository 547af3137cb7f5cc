"""Batch runs: [V5] [K1] [K2]."""

import attrs
import pytest
from python_program import (
    CREATE_COUNTER,
    TEXT,
    Building,
    Reject,
    mark,
    poll,
    seconds,
)
from world import World, world

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.outcome import Returned
from jadpo_runtime.runner.reports import PieceKept
from jadpo_runtime.values import Field
from jadpo_runtime.watchdog import StopReason

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(10))


def building(each, *, size: int = 10, retry: RetryPolicy = RETRIED) -> Building:
    made = Building()
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("begin", lambda context, by: context.start("raise_all", (by,)))
    made.batch("raise_all", each, size=size, retry=retry)
    return made


def name_of(row) -> str:
    return str(row.values[0])


def fill(here: World, count: int) -> None:
    # Not in the order of their identities.
    for number in reversed(range(count)):
        here.call("create", f"{number:03}")


def names(count: int) -> list[str]:
    return [f"{number:03}" for number in range(count)]


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 35])
def test_each_row_runs_once_in_order_of_identity(count: int):
    """[V5]"""
    made = building(lambda context, row, by: mark(context, f"{name_of(row)} {by}"))
    with world(made) as here:
        fill(here, count)
        here.call("begin", 5)
        assert here.marks() == []
        here.run_due()
        assert here.marks() == [f"{name} 5" for name in names(count)]
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed) == ("done", count, 0)


def test_a_batch_run_belongs_to_the_boundary_that_starts_it():
    """[V5] [W1]"""
    made = building(lambda context, row, by: None)

    def refuse(context):
        context.start("raise_all", (1,))
        raise Reject("Refused")

    made.callable("refuse", refuse)
    with world(made) as here:
        here.call("refuse")
        assert here.batch_runs() == []


def test_rows_that_come_during_a_run_are_read_by_later_batches():
    """[V5] `over:` reads the rows afresh for each batch."""

    def each(context, row, by):
        mark(context, name_of(row))
        if name_of(row) == "000":
            context.store.create(CREATE_COUNTER, ("001b", 0))

    made = building(each, size=1)
    with world(made) as here:
        fill(here, 3)
        here.call("begin", 1)
        here.run_due()
        assert here.marks() == ["000", "001", "001b", "002"]


def test_a_row_that_fails_makes_its_batch_run_row_by_row_and_is_passed_over():
    """[K2]"""
    ran = []

    def each(context, row, by):
        ran.append(name_of(row))
        mark(context, name_of(row))
        if name_of(row) == "013":
            raise Reject("Refused")

    made = building(each)
    with world(made) as here:
        fill(here, 25)
        here.call("begin", 1)
        here.run_due()
        assert here.marks() == [name for name in names(25) if name != "013"]
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed) == ("done", 24, 1)
        (failure,) = run.failures
        assert (failure.identity, failure.attempts, failure.error_code) == (
            '"013"',
            1,
            "refused",
        )
        # The batch up to the failing row, then its ten rows one by one.
        assert ran == names(10) + names(14)[10:] + names(20)[10:] + names(25)[20:]


def test_a_row_is_tried_again_on_the_policys_times_before_it_is_passed_over():
    """[K2] [Y1]"""
    tried = []

    def each(context, row, by):
        if name_of(row) == "003":
            tried.append(context.now)
            raise Fault(FaultCode.DIVISION_BY_ZERO, "1 / 0")
        mark(context, name_of(row))

    made = building(each, size=1)
    with world(made) as here:
        fill(here, 6)
        here.call("begin", 1)
        here.run_due()
        assert here.marks() == names(3)
        (run,) = here.batch_runs()
        assert (run.state, run.error_code) == ("pending", "division_by_zero")
        for _ in range(100):
            here.advance(0.5)
            here.run_due()
        assert [(at - tried[0]) // seconds(1) for at in tried] == [0, 10, 20]
        assert here.marks() == [name for name in names(6) if name != "003"]
        (run,) = here.batch_runs()
        assert (run.state, run.rows_failed, run.failures[0].attempts) == ("done", 1, 3)


def test_a_row_that_recovers_is_done_and_the_run_goes_on_in_batches():
    """[K2]"""
    failing = {"011"}

    def each(context, row, by):
        if name_of(row) in failing:
            failing.clear()
            raise Reject("Busy")
        mark(context, name_of(row))

    made = building(each)
    with world(made) as here:
        fill(here, 30)
        here.call("begin", 1)
        here.run_due()
        here.advance(10)
        here.run_due()
        assert here.marks() == names(30)
        assert here.batch_runs()[0].rows_done == 30


def test_a_stopped_run_goes_on_from_its_cursor():
    """[K1] [Z2]"""
    found: list[World] = []

    def each(context, row, by):
        if name_of(row) == "015" and found:
            here = found.pop()
            here.budget.end_now()
            here.host.watchdog.stop_all(StopReason.ASKED)
            poll(context)
        mark(context, name_of(row))

    made = building(each)
    with world(made) as here:
        found.append(here)
        fill(here, 30)
        here.call("begin", 1)
        here.run_due()
        assert here.marks() == names(10)
        (run,) = here.batch_runs()
        assert (run.state, run.cursor, run.rows_done) == ("pending", '"009"', 10)
        here.run_due()
        assert here.marks() == names(30)


def test_a_batch_that_reaches_the_limit_goes_on_row_by_row():
    """[L3] [K2]"""
    found: list[World] = []

    def each(context, row, by):
        # Two minutes each: ten rows do not fit into a budget, one does.
        found[0].advance(120)
        found[0].host.watchdog.stop_overdue()
        poll(context)
        mark(context, name_of(row))

    made = building(each)
    with world(made) as here:
        found.append(here)
        fill(here, 12)
        here.call("begin", 1)
        here.run_due()
        assert here.marks() == []
        assert here.batch_runs()[0].error_code == "deadline_exceeded"
        for _ in range(20):
            here.run_due()
        marks = here.marks()
        assert marks[:1] == ["000"]
        assert marks == names(len(marks))


def test_deliveries_take_turns_with_a_long_run():
    """[M3] A run that has taken a while waits behind what is due."""
    found: list[World] = []

    def each(context, row, by):
        mark(context, name_of(row))
        found[0].advance(0.05)
        if name_of(row) == "001":
            context.emit("Moved", "made", ("event",))

    made = building(each, size=2)
    made.event("Moved", Field("name", TEXT))
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))
    with world(made) as here:
        found.append(here)
        fill(here, 10)
        here.call("begin", 1)
        here.run_due()
        assert here.marks().index("event") == 2


def test_events_of_a_run_name_it_as_their_cause():
    """[A1]"""
    made = building(lambda context, row, by: context.emit("Moved", "made", (name_of(row),)))
    made.event("Moved", Field("name", TEXT))
    with world(made) as here:
        fill(here, 2)
        here.call("begin", 1)
        here.run_due()
        assert {event.cause for event in here.events()} == {here.batch_runs()[0].id}


def test_rows_that_act_outward_have_boundaries_of_their_own():
    """[B7]"""
    sent = []

    class Outside:
        def call(self, connection, operation, request):
            sent.append(request)
            return Returned(None)

    def each(context, row, by):
        context.call_connection("mailer", "send", name_of(row))
        mark(context, name_of(row))

    made = building(each)
    with world(made, connections=Outside()) as here:
        fill(here, 12)
        here.call("begin", 1)
        here.run_due()
        assert sent == names(12)
        assert here.marks() == names(12)


def test_a_run_whose_batch_is_gone_is_kept_and_reported(tmp_path):
    """[Y4]"""
    with world(building(lambda context, row, by: None), tmp_path) as here:
        here.call("begin", 1)
    with world(Building(), tmp_path) as here:
        here.run_due()
    other = Building()
    other.batch("another", lambda context, row, by: None, size=5)
    with world(other, tmp_path) as here:
        here.run_due()
        (report,) = here.reports
        assert isinstance(report, PieceKept)
        assert report.rule == "delivery.no_batch"
        assert here.batch_runs()[0].state == "pending"


def test_rows_of_another_store_are_run_there_and_once(tmp_path):
    """[K1] The run moves to the store that its rows write, so that both commit together."""
    made = Building()
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.marks_store = "archive"
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("begin", lambda context, by: context.start("raise_all", (by,)))
    made.batch("raise_all", lambda context, row, by: mark(context, name_of(row)), size=4)
    each = "raise_all each"
    made.callables[each] = attrs.evolve(made.callables[each], writes="archive", reads=("primary",))
    with world(made, tmp_path) as here:
        fill(here, 10)
        here.call("begin", 1)
        here.run_due()
        assert here.marks("archive") == names(10)
        assert here.batch_runs() == []
