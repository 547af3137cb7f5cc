"""Waiting for follow-on work: [A1] [A2] [A3] [M1]."""

import threading

import pytest
from python_program import CREATE_COUNTER, TEXT, Building, Reject, mark, poll, seconds
from world import World, world

from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.clock import SettableClock, SystemClock
from jadpo_runtime.manifest import RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.outbox import Origin
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.settling import Settling
from jadpo_runtime.runner.waiting_budget import WaitingBudget
from jadpo_runtime.values import Duration, Field, Instant

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(60))
CAUSE = "00000000-0000-7000-8000-000000000001"


def moving(handle, retry: RetryPolicy = RETRIED) -> Building:
    """An action that emits `Moved` for each of some names, which `handle` gets."""
    made = Building()
    made.event("Moved", Field("name", TEXT))

    def move(context, *names):
        for name in names:
            context.emit("Moved", "made", (name,))

    made.callable("move", move)
    made.subscriber("one", "Moved", handle, retry)
    return made


def marking(context, moved):
    mark(context, moved[0])


def settling(here: World, *names: str, within: float = 10) -> Settling:
    """The wait of a request that moves these names."""
    run_boundary(here.host, Call("move", names, origin=Origin(CAUSE)))
    return Settling(here.host, CAUSE, seconds(within))


def states(here: World) -> list[tuple[str, int]]:
    return [(delivery.state, delivery.attempts) for delivery in here.deliveries()]


def test_a_route_runs_what_its_action_set_off_in_order():
    """[A1]"""
    with world(moving(marking)) as here:
        wait = settling(here, "a", "b", "c")

        assert wait.wait()
        assert not wait.gave_up
        assert here.marks() == ["a", "b", "c"]


def test_it_waits_for_what_that_set_off_in_turn():
    """[A1]"""

    def handle(context, moved):
        mark(context, moved[0])
        if len(moved[0]) < 4:
            context.emit("Moved", "made", (moved[0] + "x",))
            context.emit("Moved", "made", (moved[0] + "y",))

    with world(moving(handle)) as here:
        assert settling(here, "a").wait()
        assert len(here.marks()) == 1 + 2 + 4 + 8


def test_it_runs_nothing_that_others_set_off():
    """[A1]"""
    with world(moving(marking)) as here:
        here.call("move", "other")

        assert settling(here, "mine").wait()
        assert here.marks() == ["mine"]
        assert sorted(states(here)) == [("done", 1), ("pending", 0)]


def test_what_set_off_nothing_is_finished_at_once():
    """[A1]"""
    with world(moving(marking)) as here:
        assert settling(here).wait()


def test_it_waits_for_a_batch_run_and_for_what_its_rows_set_off():
    """[A1]"""
    made = moving(marking)
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 1)))
    made.batch(
        "all", lambda context, row, by: context.emit("Moved", "made", (row.values[0],)), size=2
    )
    made.callable("begin", lambda context: context.start("all", (1,)))
    with world(made) as here:
        for name in "abc":
            here.call("create", name)
        run_boundary(here.host, Call("begin", origin=Origin(CAUSE)))

        wait = Settling(here.host, CAUSE, seconds(10))
        assert wait.wait()
        assert not wait.gave_up
        assert sorted(here.marks()) == ["a", "b", "c"]


def test_it_follows_work_into_another_store(tmp_path):
    """[A1] [W3]"""

    def handle(context, moved):
        mark(context, moved[0])
        context.emit("Archived", "made", (moved[0],))

    made = Building()
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.marks_store = "archive"
    made.event("Moved", Field("name", TEXT))
    made.event("Archived", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("one", "Moved", handle, writes="archive")
    made.subscriber(
        "two", "Archived", lambda context, it: mark(context, it[0] + "!"), writes="archive"
    )
    with world(made, tmp_path) as here:
        assert settling(here, "a").wait()
        assert here.marks("archive") == ["a", "a!"]


def test_work_that_gave_up_is_finished_and_said():
    """[A3]"""

    def handle(context, moved):
        raise Reject("Refused")

    with world(moving(handle)) as here:
        wait = settling(here, "a")

        assert wait.wait()
        assert wait.gave_up


def test_a_retry_that_is_due_too_late_is_not_waited_for():
    """[A3]"""

    def handle(context, moved):
        raise Reject("Busy")

    with world(moving(handle)) as here:
        assert not settling(here, "a", within=50).wait()
        assert states(here) == [("pending", 1)]


def test_a_retry_within_the_time_is_run():
    """[A3]"""

    def handle(context, moved):
        if context.delivery.attempt == 1:
            raise Reject("Busy")
        mark(context, moved[0])

    soon = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=Duration(20_000))
    with world(moving(handle, soon), clock=SystemClock()) as here:
        assert settling(here, "a").wait()
        assert here.marks() == ["a"]


def test_what_runs_when_the_time_passes_is_given_back_uncounted():
    """[A2]"""
    here_now: list[World] = []

    def handle(context, moved):
        mark(context, moved[0])
        here_now[0].advance(10)
        here_now[0].host.watchdog.stop_overdue()
        poll(context)

    with world(moving(handle)) as here:
        here_now.append(here)

        assert not settling(here, "a", "b", within=10).wait()
        assert states(here) == [("pending", 0), ("pending", 0)]
        assert here.marks() == []


def test_what_another_runner_holds_is_waited_for(tmp_path):
    """[A1]"""
    made = moving(marking)
    with (
        world(made, tmp_path, clock=SystemClock()) as here,
        world(made, tmp_path, clock=SystemClock(), seed=1) as other,
    ):
        wait = settling(here, "a")
        kind = Deliveries(other.host, other.store())
        claim = Claim(other.host.randomness.uuid(), None, seconds(60))
        held = other.store().transact(lambda it: kind.claim(it, claim, 10), write=True)
        runs = threading.Timer(0.05, lambda: kind.run(held, Budget(other.clock)))
        runs.start()

        assert wait.wait()
        runs.join()
        assert here.marks() == ["a"]


def test_a_host_that_stops_ends_the_wait(tmp_path):
    """[Z2]"""
    made = moving(marking)
    with world(made, tmp_path, clock=SystemClock()) as here:
        wait = settling(here, "a", within=60)
        kind = Deliveries(here.host, here.store())
        claim = Claim(here.host.randomness.uuid(), None, seconds(60))
        here.store().transact(lambda it: kind.claim(it, claim, 10), write=True)
        threading.Timer(0.05, wait.stop).start()

        assert not wait.wait()


@pytest.mark.parametrize("within", [1, 60])
def test_a_claim_of_a_waiting_route_lasts_two_minutes(within):
    """[M1]"""
    budget = WaitingBudget(SettableClock(Instant(0)), seconds(within))
    assert budget.lease() == seconds(120)
    assert budget.usable() == seconds(within)
