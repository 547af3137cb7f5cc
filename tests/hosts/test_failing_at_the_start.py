"""A host that lives on waits for a store that fails, also where it does so from the start [H4]."""

from python_program import Building, mark, seconds
from world import world

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.handler import Handler, Ran
from jadpo_runtime.manifest import EveryTiming
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.store.sqlite.store import SqliteStore


def test_schedules_are_seen_as_soon_as_the_store_answers(monkeypatch):
    made = Building()
    made.schedule("often", EveryTiming(seconds(60)), lambda context: mark(context, "ran"))

    def fail(*_, **__):
        raise Fault(FaultCode.STORE_UNAVAILABLE, "The disk is full.")

    with world(made) as here:
        handler = Handler(here.host)
        with monkeypatch.context() as failing:
            failing.setattr(SqliteStore, "transact", fail)
            assert handler.tick() == Ran(0, goes_on=False)
            assert handler.time_until_due() == 0
        assert all(isinstance(report, StoreFailed) for report in here.reports)
        assert here.reports

        handler.tick()
        here.advance(61)
        handler.tick()
        assert here.marks() == ["ran"]
