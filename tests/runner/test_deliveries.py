"""Deliveries from the outbox to their handlers: [W1] [W2] [W3] [B2] [B7] [Y1] [Y3] [Y4]."""

from python_program import INT, TEXT, Building, Reject, mark
from world import world

from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.outcome import Returned
from jadpo_runtime.values import Field


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT), Field("by", INT))
    made.callable("move", lambda context, name, by: context.emit("Moved", "made", (name, by)))
    return made


def test_a_committed_event_is_delivered_to_each_subscriber_once():
    """[W1] [V2]"""
    made = building()
    made.subscriber("first", "Moved", lambda context, moved: mark(context, f"first {moved[0]}"))
    made.subscriber("second", "Moved", lambda context, moved: mark(context, f"second {moved[1]}"))
    with world(made) as here:
        assert here.call("move", "a", 5) == Returned(None)
        assert [delivery.state for delivery in here.deliveries()] == ["pending", "pending"]

        assert here.run_due() == 2

        assert here.marks() == ["first a", "second 5"]
        assert [delivery.state for delivery in here.deliveries()] == ["done", "done"]
        assert here.run_due() == 0
