"""Deliveries from the outbox to their handlers: [W1] [W2] [B2] [B5] [B7] [Y1] [Y2] [Y3] [Y4]."""

import attrs
import pytest
from python_program import INT, TEXT, Building, Reject, mark, seconds
from world import World, world

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.outcome import Returned
from jadpo_runtime.runner.reports import PieceEnded, PieceKept
from jadpo_runtime.values import Duration, Field, OptionalType

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(60))


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT), Field("by", INT))
    made.callable("move", lambda context, name, by: context.emit("Moved", "made", (name, by)))
    return made


def states(here: World) -> list[tuple[str, int, str | None]]:
    return [(each.state, each.attempts, each.error_code) for each in here.deliveries()]


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
        assert states(here) == [("done", 1, None), ("done", 1, None)]
        assert here.run_due() == 0


def test_what_a_handler_sets_off_is_run_in_the_same_invocation():
    """[B1]"""
    made = building()

    def handle(context, moved):
        name, by = moved
        mark(context, f"{by}")
        if by:
            context.emit("Moved", "made", (name, by - 1))

    made.subscriber("chain", "Moved", handle)
    with world(made) as here:
        here.call("move", "a", 40)
        assert here.run_due() == 41
        assert here.marks() == [str(by) for by in range(40, -1, -1)]
        first, second, *_ = here.events()
        assert first.cause is None
        assert second.cause == first.deliveries[0].id


def test_a_handler_reads_its_delivery():
    """[V2] [B5]"""
    made = building()
    seen = []

    def handle(context, moved):
        seen.append((context.delivery, context.now))
        if context.delivery.attempt == 1:
            raise Reject("Busy")

    made.subscriber("one", "Moved", handle, RETRIED)
    with world(made) as here:
        emitted_at = here.clock.now()
        here.call("move", "a", 1)
        here.run_due()
        here.advance(60)
        here.run_due()
        (event,) = here.events()
        (first, first_now), (second, second_now) = seen
        assert first.id == second.id == event.deliveries[0].id
        assert first.event_id == event.id
        assert (first.attempt, second.attempt) == (1, 2)
        assert first.emitted_at == second.emitted_at == emitted_at
        assert second_now - first_now == seconds(60)


def test_a_failure_of_a_retried_kind_is_tried_again_on_the_policys_times_then_given_up():
    """[Y1] [Y2]"""
    made = building()
    tried = []

    def handle(context, moved):
        tried.append(context.now)
        mark(context, "half done")
        context.emit("Moved", "made", moved)
        raise Reject("Busy")

    policy = RetryPolicy(max_attempts=4, initial=seconds(1), full_jitter=False)
    made.subscriber("one", "Moved", handle, policy)
    with world(made) as here:
        start = here.clock.now()
        here.call("move", "a", 1)
        for _ in range(100):
            here.run_due()
            here.advance(0.1)
        # In steps of 0.1 s: after 1, 2 and 4 seconds.
        assert [(at - start) // seconds(0.1) for at in tried] == [0, 10, 30, 70]
        assert states(here) == [("failed", 4, "busy")]
        assert here.deliveries()[0].error_text == "Busy. (shop.jadpo:2:3)"
        assert here.marks() == []
        assert len(here.events()) == 1


def test_a_failure_of_another_kind_is_given_up_at_once():
    """[Y1] [F2]"""
    made = building()

    def handle(context, moved):
        raise Reject("Refused")

    made.subscriber("one", "Moved", handle, RETRIED)
    with world(made) as here:
        here.call("move", "a", 1)
        here.run_due()
        assert states(here) == [("failed", 1, "refused")]
        assert here.reports[-1] == PieceEnded(
            "delivery",
            here.deliveries()[0].id,
            "one on Moved.made",
            "failed",
            1,
            "refused",
            "Refused. (shop.jadpo:2:3)",
        )


def test_a_fault_is_tried_again():
    """[Y1]"""
    made = building()

    def handle(context, moved):
        if context.delivery.attempt < 3:
            raise Fault(FaultCode.DIVISION_BY_ZERO, "5 / 0")
        mark(context, "done")

    made.subscriber("one", "Moved", handle, RETRIED)
    with world(made) as here:
        here.call("move", "a", 1)
        here.run_due()
        assert states(here) == [("pending", 1, "division_by_zero")]
        assert here.deliveries()[0].due_at == here.clock.now() + seconds(60)
        assert here.run_due() == 0
        for _ in range(2):
            here.advance(60)
            here.run_due()
        assert states(here) == [("done", 3, "division_by_zero")]
        assert here.marks() == ["done"]


@pytest.mark.parametrize("poison", [0, 7, 39])
def test_a_poison_delivery_blocks_no_others_in_its_shared_commits(poison: int):
    """[Y3] [B7]"""
    made = building()

    def handle(context, moved):
        mark(context, moved[0])
        if moved[1] == poison:
            raise Reject("Refused")

    made.subscriber("one", "Moved", handle)
    with world(made) as here:
        for number in range(40):
            here.call("move", f"{number}", number)
        assert here.run_due() == 40
        assert here.marks() == [f"{number}" for number in range(40) if number != poison]
        assert [state for state, _, _ in states(here)].count("failed") == 1


def test_a_retry_is_written_in_the_commit_that_it_shares():
    """[B7]"""
    made = building()

    def handle(context, moved):
        if moved[1] % 2:
            raise Reject("Busy")
        mark(context, moved[0])

    made.subscriber("one", "Moved", handle, RETRIED)
    with world(made) as here:
        here.call("move", "0", 0)
        here.run_due()
        for number in range(1, 17):
            here.call("move", f"{number}", number)
        transactions = []
        store = here.store()
        transact = store.transact

        def counted(work, *, write, durable=True):
            transactions.append(write)
            return transact(work, write=write, durable=durable)

        store.transact = counted
        here.run_due()
        # One to claim, one for the 16 deliveries.
        assert transactions.count(True) == 2
        assert [state for state, _, _ in states(here)].count("pending") == 8


def test_a_handler_that_acts_outward_has_a_commit_of_its_own():
    """[B7]"""
    made = building()
    ran = []
    open_together = []

    class Outside:
        def call(self, connection, operation, request):
            open_together.append(len(here.marks_now))
            ran.append(request)
            return Returned(None)

    def handle(context, moved):
        here.marks_now.append(moved[0])
        mark(context, moved[0])
        if moved[1] >= 2:
            context.call_connection("mailer", "send", moved[0])
        here.marks_now.clear()

    made.subscriber("one", "Moved", handle)
    with world(made, connections=Outside()) as found:
        here = attrs.make_class("Here", ["marks_now"])([])
        for number in range(8):
            found.call("move", f"{number}", number)
        assert found.run_due() == 8
        # The first that acts outward did so in vain in the shared commit: it never got there.
        assert ran == [f"{number}" for number in range(2, 8)]
        assert found.marks() == [f"{number}" for number in range(8)]
        assert states(found) == [("done", 1, None)] * 8


def test_a_delivery_without_a_handler_is_kept_reported_and_delivered_once_it_is_back(tmp_path):
    """[Y4]"""
    made = building()
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        here.call("move", "a", 1)
    without = building()
    with world(without, tmp_path) as here:
        here.run_due()
        assert states(here) == [("pending", 0, "delivery.no_handler")]
        (report,) = here.reports
        assert isinstance(report, PieceKept)
        assert report.rule == "delivery.no_handler"
        assert "one on Moved.made" in report.detail
        assert here.run_due() == 0
    with world(made, tmp_path, seed=1) as here:
        here.advance(60)
        here.run_due()
        assert here.marks() == ["a"]


def test_a_payload_that_is_not_the_events_any_more_is_kept_and_reported(tmp_path):
    """[Y4]"""
    made = building()
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        here.call("move", "a", 1)
    changed = Building()
    changed.event("Moved", Field("name", TEXT), Field("distance", INT))
    changed.subscriber("one", "Moved", lambda context, moved: mark(context, "wrong"))
    with world(changed, tmp_path) as here:
        here.run_due()
        assert states(here) == [("pending", 0, "delivery.payload_invalid")]
        assert here.marks() == []
        (report,) = here.reports
        assert isinstance(report, PieceKept)
        assert report.rule == "delivery.payload_invalid"


def test_a_field_added_as_nullable_is_none_in_payloads_recorded_before(tmp_path):
    """[Y4]"""
    arrived = []
    made = building()
    made.subscriber("one", "Moved", lambda context, moved: arrived.append(moved))
    with world(made, tmp_path) as here:
        here.call("move", "a", 1)
    changed = Building()
    changed.event("Moved", Field("name", TEXT), Field("note", OptionalType(TEXT)), Field("by", INT))
    changed.subscriber("one", "Moved", lambda context, moved: arrived.append(moved))
    with world(changed, tmp_path) as here:
        here.run_due()
    assert arrived == [("a", None, 1)]


@pytest.mark.parametrize(
    "text", ["", "\0", "a\0b", "\U0001f600 \U0010ffff", '"\\\n\u2028', "é" * 10_000]
)
def test_any_text_arrives_as_it_was_sent(text: str):
    """[section 12]"""
    made = building()
    arrived = []
    made.subscriber("one", "Moved", lambda context, moved: arrived.append(moved))
    with world(made) as here:
        here.call("move", text, -(2**63))
        here.run_due()
        assert arrived == [(text, -(2**63))]


def test_deliveries_run_in_order_of_when_they_are_due():
    """[M3]"""
    made = building()

    def handle(context, moved):
        mark(context, moved[0])
        if context.delivery.attempt == 1 and moved[1]:
            raise Reject("Busy")

    policy = attrs.evolve(RETRIED, initial=Duration(10))
    made.subscriber("one", "Moved", handle, policy)
    with world(made) as here:
        here.call("move", "a", 1)
        here.run_due()
        here.advance(0.000005)
        here.call("move", "b", 0)
        here.advance(0.00001)
        here.call("move", "c", 0)
        here.run_due()
        assert here.marks() == ["b", "a", "c"]


def test_a_publication_is_recorded_and_waits():
    """[W1]"""
    from jadpo_runtime.manifest import ConnectionDefinition

    made = building()
    made.connections["feed"] = ConnectionDefinition(
        "feed", "sqs", (), RetryPolicy(), (), (("Moved", "made"),), ()
    )
    with world(made) as here:
        here.call("move", "a", 1)
        here.run_due()
        (publication,) = here.events()[0].publications
        assert (publication.connection, publication.state) == ("feed", "pending")
