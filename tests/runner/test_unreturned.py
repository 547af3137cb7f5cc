"""Claims that the store did not take back are given back when it works again [H1] [M3]."""

from collections.abc import Sequence

import pytest
from python_program import TEXT, Building, mark
from world import world

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.unreturned import Unreturned
from jadpo_runtime.values import Field


def test_what_a_failing_store_did_not_take_back_is_run_by_the_next_invocation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("emit", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("marker", "Moved", lambda context, moved: mark(context, moved[0]))
    works = False
    run, give_back = Deliveries.run, Deliveries.give_back

    def failing_run(self: Deliveries, pieces: Sequence[object], budget: Budget) -> object:
        if not works:
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the disk is full")
        return run(self, pieces, budget)  # type: ignore[arg-type]

    def failing_give_back(self: Deliveries, transaction: object, pieces: object) -> None:
        if not works:
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the disk is full")
        give_back(self, transaction, pieces)  # type: ignore[arg-type]

    monkeypatch.setattr(Deliveries, "run", failing_run)
    monkeypatch.setattr(Deliveries, "give_back", failing_give_back)
    with world(made) as here:
        here.call("emit", "a")
        here.call("emit", "b")
        unreturned = Unreturned()
        for _ in range(2):
            Invocation(here.host, here.kinds, Budget(here.clock), unreturned).run()
            assert {each.state for each in here.deliveries()} == {"claimed"}
        works = True
        Invocation(here.host, here.kinds, Budget(here.clock), unreturned).run()
        assert [(each.state, each.attempts) for each in here.deliveries()] == [("done", 1)] * 2
        assert here.marks() == ["a", "b"]
