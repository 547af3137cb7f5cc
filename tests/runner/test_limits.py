"""Budgets, limits and stopping: [L1] [L2] [L3] [L4] [L5] [L6] [Z1] [Z2] [M3] [H1] [P6]."""

import threading
import time

import pytest
from python_program import (
    TEXT,
    Building,
    mark,
    poll,
    seconds,
)
from world import World, world

from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.clock import SettableClock, SystemClock
from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.outcome import StoppedEarly
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.values import Duration, Field, Instant
from jadpo_runtime.watchdog import StopReason, Watchdog

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(60))


def slow_program(take: float, here: list[World]) -> Building:
    """Handlers that take a while by the world's clock."""
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))

    def handle(context, moved):
        mark(context, moved[0])
        here[0].advance(take)
        here[0].host.watchdog.stop_overdue()
        poll(context)

    made.subscriber("slow", "Moved", handle, RETRIED)
    return made


@pytest.mark.parametrize(("length", "kept_back"), [(10, 1), (30, 3), (900, 5), (100_000, 5)])
def test_a_tenth_of_the_budget_at_most_five_seconds_is_kept_back(length, kept_back):
    """[L1] [L2]"""
    clock = SettableClock(Instant(0))
    budget = Budget(clock, seconds(length))
    usable = min(length, 900) - kept_back
    assert budget.usable() == seconds(usable)
    clock.advance(seconds(usable - 0.001))
    assert budget.takes_work
    clock.advance(seconds(0.001))
    assert not budget.takes_work


def test_a_lease_lasts_what_is_left_of_the_budget_plus_a_minute():
    """[M1]"""
    clock = SettableClock(Instant(0))
    budget = Budget(clock, seconds(30))
    assert budget.lease() == seconds(90)
    clock.advance(seconds(20))
    assert budget.lease() == seconds(70)
    assert Budget(clock).lease() == seconds(960)


def test_work_that_is_not_reached_is_given_back_as_it_was():
    """[L2] [H1] [M3]"""
    here: list[World] = []
    with world(slow_program(4, here)) as made:
        here.append(made)
        for name in "abcdef":
            made.call("move", name)

        # The third starts a second before the part kept back, and is stopped there.
        assert made.run_due(seconds(10)) == 3

        states = [(each.state, each.attempts) for each in made.deliveries()]
        assert states == [("done", 1), ("done", 1), ("pending", 1)] + [("pending", 0)] * 3
        assert made.execute("SELECT count(*) FROM _jadpo_delivery WHERE token NOT NULL") == [(0,)]


def test_a_delivery_stopped_at_its_limit_keeps_nothing_and_counts():
    """[L3] [L4] [L5]"""
    here: list[World] = []
    with world(slow_program(1_000, here)) as made:
        here.append(made)
        made.call("move", "a")
        made.run_due()
        (delivery,) = made.deliveries()
        assert (delivery.state, delivery.attempts) == ("pending", 1)
        assert delivery.error_code == "deadline_exceeded"
        assert made.marks() == []


def test_a_body_that_ends_past_its_limit_without_seeing_it_keeps_nothing():
    """[L4]"""
    made = Building()
    made.event("Moved")
    made.callable("move", lambda context: context.emit("Moved", "made", ()))
    here: list[World] = []

    def handle(context, moved):
        mark(context, "kept")
        here[0].advance(1_000)

    made.subscriber("slow", "Moved", handle, RETRIED)
    with world(made) as found:
        here.append(found)
        found.call("move")
        found.run_due()
        assert found.marks() == []
        assert found.deliveries()[0].error_code == "deadline_exceeded"


def test_deliveries_before_a_stopped_one_in_its_group_are_not_lost():
    """[B7] [L5]"""
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    here: list[World] = []

    def handle(context, moved):
        mark(context, moved[0])
        if moved[0] == "long":
            here[0].advance(1_000)

    made.subscriber("one", "Moved", handle, RETRIED)
    with world(made) as found:
        here.append(found)
        for name in ("first", "second", "third", "long", "last"):
            found.call("move", name)
        found.run_due()
        assert found.deliveries()[3].error_code == "deadline_exceeded"
        found.run_due()
        assert sorted(found.marks()) == ["first", "last", "second", "third"]


def test_a_host_that_stops_gives_its_delivery_back_uncounted():
    """[Z1] [Z2]"""
    made = Building()
    made.event("Moved")
    made.callable("move", lambda context: context.emit("Moved", "made", ()))
    here: list[World] = []

    def handle(context, moved):
        mark(context, "kept")
        here[0].budget.end_now()
        here[0].host.watchdog.stop_all(StopReason.ASKED)
        poll(context)

    made.subscriber("one", "Moved", handle, RETRIED)
    with world(made) as found:
        here.append(found)
        found.call("move")
        found.run_due()
        (delivery,) = found.deliveries()
        assert (delivery.state, delivery.attempts, delivery.error_code) == ("pending", 0, None)
        assert found.marks() == []


def test_a_running_body_is_stopped_from_outside():
    """[L6]"""
    made = Building()

    def endless(context):
        while True:
            poll(context)

    made.callable("endless", endless)
    with world(made, clock=SystemClock()) as here, here.host.watchdog:
        deadline = Duration(here.clock.elapsed() + 50_000)
        end = run_boundary(here.host, Call("endless"), deadline)
        assert end.outcome == StoppedEarly()
        assert here.clock.elapsed() >= deadline


def test_a_store_statement_is_interrupted(tmp_path):
    """[L6]"""
    made = Building()
    stores = []

    def endless(context):
        # The statements of programs cannot be endless; the runtime's own can.
        transaction = context._transaction
        mark(context, "kept")
        transaction.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        )

    made.callable("endless", endless)
    with world(made, tmp_path, clock=SystemClock()) as here, here.host.watchdog:
        stores.append(here)
        deadline = Duration(here.clock.elapsed() + 50_000)
        end = run_boundary(here.host, Call("endless"), deadline)
        assert end.stopped is StopReason.DEADLINE
        assert here.marks() == []


def test_a_limit_that_comes_after_the_body_stops_nothing():
    """[L4]"""
    clock = SettableClock(Instant(0))
    watchdog = Watchdog(clock)
    interrupted = []
    limit = watchdog.watch(Duration(10), (lambda: interrupted.append(1),))
    assert limit.body_ended() is None
    clock.advance(Duration(20))
    watchdog.stop_overdue()
    limit.stop_body(StopReason.ASKED)
    assert not interrupted
    assert limit.stop == bytearray(1)


def test_the_watchdog_interrupts_again_until_the_body_ends():
    """[L6] A statement that begins just after the first interruption is ended by the next."""
    clock = SystemClock()
    interrupted = threading.Semaphore(0)
    with Watchdog(clock) as watchdog:
        limit = watchdog.watch(Duration(clock.elapsed() + 1_000), (interrupted.release,))
        for _ in range(3):
            assert interrupted.acquire(timeout=1)
        assert limit.body_ended() is StopReason.DEADLINE


def test_the_watchdog_sees_a_limit_sooner_than_those_it_waits_for():
    """[L6]"""
    clock = SystemClock()
    with Watchdog(clock) as watchdog:
        watchdog.watch(Duration(clock.elapsed() + 900_000_000))
        time.sleep(0.02)
        limit = watchdog.watch(Duration(clock.elapsed() + 20_000))
        while not limit.stop[0]:  # Without this it would wait for the 15 minutes of the first.
            time.sleep(0.001)
