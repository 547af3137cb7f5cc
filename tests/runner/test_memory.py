"""A body that takes too much memory is stopped: `memory_exceeded` [F1] [L6] [Y1] [P6]."""

import time

import pytest
from python_program import TEXT, Building, mark, poll
from world import START

from jadpo_runtime.clock import SettableClock
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.test import run_test
from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.memory import memory_of_this_process
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.runner.reports import PieceEnded, Report
from jadpo_runtime.values import Field
from jadpo_runtime.watchdog import StopReason, Watchdog

MIB = 1024 * 1024


@pytest.fixture(autouse=True)
def told_by_the_system():
    with memory_of_this_process() as read_memory:
        if read_memory is None:
            pytest.skip("this system does not tell a process's memory cheaply")


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))

    def take(context, mebibytes):
        taken = []
        for _ in range(mebibytes):
            taken.append(b"x" * MIB)
            time.sleep(0.0005)
            poll(context)

    def handle(context, moved):
        mark(context, moved[0])
        if moved[0] == "large":
            take(context, 2_000)

    made.callable("take", take)
    made.subscriber("marker", "Moved", handle)
    return made


def test_an_action_that_allocates_without_end_is_a_fault():
    places = {"primary": "sqlite::memory:"}
    with tool(building().program(), environment={}, databases=places, report=print) as running:
        assert running.run("take", [100]) == Returned(None)
        ended = running.run("take", [2_000])
        assert isinstance(ended, Faulted)
        assert ended.code is FaultCode.MEMORY_EXCEEDED
        # It has given back what it took.
        assert running.run("take", [100]) == Returned(None)


def test_a_delivery_that_allocates_without_end_blocks_no_others():
    """[Y3] [runtime 12]"""
    reports: list[Report] = []
    places = {"primary": "sqlite::memory:"}
    with tool(
        building().program(), environment={}, databases=places, report=reports.append
    ) as running:
        for name in ("a", "b", "large", "c"):
            running.run("move", [name])
        running.run_due()
    ended = [(each.state, each.error_code) for each in reports if isinstance(each, PieceEnded)]
    assert sorted(ended, key=str) == [
        ("done", None),
        ("done", None),
        ("done", None),
        ("failed", "memory_exceeded"),
    ]


def test_a_test_of_the_language_is_told_of_it():
    """[X1]"""
    made = building()
    test = made.test("takes", lambda context: context.test.call("take", (2_000,)))
    outcome = run_test(made.program(), test).outcome
    assert isinstance(outcome, Faulted)
    assert "memory_exceeded" in outcome.detail


def test_what_several_bodies_may_take_they_may_take_together():
    memory = [1_000]
    watchdog = Watchdog(SettableClock(START), lambda: memory[0], most_memory=100)
    first, second = watchdog.watch(None), watchdog.watch(None)
    memory[0] = 1_200
    watchdog.stop_oversized()
    assert (first.stop[0], second.stop[0]) == (0, 0)
    assert second.body_ended() is None

    watchdog.stop_oversized()

    assert first.stop[0] == 1
    assert first.body_ended() is StopReason.MEMORY


def test_what_the_process_had_before_does_not_count():
    memory = [1_000]
    watchdog = Watchdog(SettableClock(START), lambda: memory[0], most_memory=100)
    memory[0] = 5_000
    limit = watchdog.watch(None)
    memory[0] = 5_100
    watchdog.stop_oversized()
    assert limit.body_ended() is None
