"""Boundaries: [W1] [V1] [V5] [E5] [F1] [F5] [L4] and what is refused at `emit`."""

import pytest
from python_program import (
    COUNTER,
    CREATE_COUNTER,
    INT,
    TEXT,
    Building,
    Reject,
    mark,
    poll,
)
from world import world

from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.outcome import Faulted, Rejected, Returned, StoppedEarly
from jadpo_runtime.values import Field


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))
    made.batch("each_one", lambda context, row, by: None, size=5)
    return made


def everything(context) -> None:
    context.store.create(CREATE_COUNTER, ("a", 1))
    context.emit("Moved", "made", ("a",))
    context.start("each_one", (1,))


def left(here) -> tuple[int, int, int, int]:
    """How many rows, events, deliveries and batch runs there are."""
    count = "SELECT count(*) FROM "
    counters = here.store().transact(
        lambda it: len(it.effects.select(COUNTER, ("a",))), write=False
    )
    return (
        counters,
        *(
            here.execute(count + table)[0][0]
            for table in ("_jadpo_event", "_jadpo_delivery", "_jadpo_batch_run")
        ),
    )


def test_a_body_that_returns_is_kept_with_all_that_it_set_off():
    """[W1] [V1] [V5]"""
    made = building()
    made.callable("act", lambda context: everything(context) or 7)
    with world(made) as here:
        assert here.call("act") == Returned(7)
        assert left(here) == (1, 1, 1, 1)


@pytest.mark.parametrize("way", ["rejects", "faults", "stops"])
def test_a_body_that_does_not_return_leaves_nothing(way: str):
    """[W1] [F1]"""
    made = building()

    def act(context):
        everything(context)
        if way == "rejects":
            raise Reject("Refused", "why")
        if way == "faults":
            raise Fault(FaultCode.INTEGER_OVERFLOW, "too large")
        raise Stopped

    made.callable("act", act)
    with world(made) as here:
        outcome = here.call("act")
        match way:
            case "rejects":
                assert isinstance(outcome, Rejected)
                assert (outcome.failure, outcome.context) == ("Refused", ("why",))
            case "faults":
                assert isinstance(outcome, Faulted)
                assert outcome.code is FaultCode.INTEGER_OVERFLOW
            case _:
                assert outcome == StoppedEarly()
        assert left(here) == (0, 0, 0, 0)


def test_a_bug_leaves_nothing_and_is_not_hidden():
    made = building()

    def act(context):
        everything(context)
        raise ZeroDivisionError

    made.callable("act", act)
    with world(made) as here:
        with pytest.raises(ZeroDivisionError):
            here.call("act")
        assert left(here) == (0, 0, 0, 0)


def test_a_savepoint_undoes_rows_events_and_batch_runs_and_the_rest_goes_on():
    """[F5]"""
    made = building()

    def act(context):
        context.emit("Moved", "made", ("kept",))
        outer = context.savepoint()
        everything(context)
        inner = context.savepoint()
        context.emit("Moved", "made", ("inner",))
        context.release(inner)
        context.roll_back(outer)
        again = context.savepoint()
        context.emit("Moved", "made", ("again",))
        context.release(again)

    made.callable("act", act)
    with world(made) as here:
        assert here.call("act") == Returned(None)
        assert left(here) == (0, 2, 2, 0)
        here.run_due()
        assert here.marks() == ["kept", "again"]


def test_the_clock_stands_still_in_a_boundary_and_is_read_anew_in_the_next():
    """[B5]"""
    made = building()

    def act(context):
        before = context.now
        here_now.advance(5)
        return before, context.now

    made.callable("act", act)
    with world(made) as here_now:
        start = here_now.clock.now()
        assert here_now.call("act") == Returned((start, start))
        assert here_now.call("act") == Returned((start + 5_000_000,) * 2)


def test_a_payload_of_one_mebibyte_is_delivered_and_a_larger_one_refused():
    """[section 12]"""
    made = building()
    made.callable("act", lambda context, name: context.emit("Moved", "made", (name,)))
    largest = "x" * (1024 * 1024 - len('{"name":""}'))
    with world(made) as here:
        assert here.call("act", largest) == Returned(None)
        here.run_due()
        assert here.marks() == [largest]

        outcome = here.call("act", largest + "x")
        assert isinstance(outcome, Faulted)
        assert outcome.code is FaultCode.CONSTRAINT_VIOLATED
        assert outcome.detail.startswith("The payload of Moved.made has 1,048,577 bytes as JSON")
        assert left(here)[1:3] == (1, 1)


def test_the_size_of_a_payload_counts_bytes():
    made = building()
    made.callable("act", lambda context, name: context.emit("Moved", "made", (name,)))
    with world(made) as here:
        assert isinstance(here.call("act", "\U0001f600" * 270_000), Faulted)
        assert here.call("act", "\U0001f600" * 260_000) == Returned(None)


def test_a_query_reads_and_a_function_uses_no_store():
    made = building()
    made.callable(
        "read",
        lambda context, name: len(context.store.select(COUNTER, (name,))),
        writes=None,
        reads=("primary",),
    )
    made.callable("double", lambda context, number: 2 * number, writes=None)
    with world(made) as here:
        assert here.call("read", "a") == Returned(0)
        assert here.call("double", 4) == Returned(8)


def test_a_store_that_fails_at_the_commit_is_an_outcome():
    made = building()
    made.callable("act", everything)
    with world(made) as here:
        store = here.store()
        transact = store.transact

        def failing(work, *, write, durable=True):
            transact(work, write=write, durable=durable)
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the disk is full")

        store.transact = failing
        assert here.call("act") == Faulted(FaultCode.STORE_UNAVAILABLE, None, "the disk is full")


def test_polling_a_body_that_is_not_stopped_does_nothing():
    made = building()
    made.callable("act", poll)
    with world(made) as here:
        assert here.call("act") == Returned(None)


def test_ids_of_events_and_deliveries_are_in_order_of_creation():
    """[E1] [B5] The same seed gives the same ids."""
    made = building()
    made.callable("act", lambda context, name: context.emit("Moved", "made", (name,)))
    found = []
    for _ in range(2):
        with world(made, seed=4) as here:
            for number in range(20):
                here.call("act", f"{number}")
            events = here.events()
            ids = [id_ for event in events for id_ in (event.id, event.deliveries[0].id)]
            assert ids == sorted(ids)
            assert [event.payload for event in events] == [
                f'{{"name":"{number}"}}' for number in range(20)
            ]
            found.append(ids)
    assert found[0] == found[1]


def test_an_int_field_arrives_whole():
    made = Building()
    made.event("Counted", Field("count", INT))
    arrived = []
    made.subscriber("one", "Counted", lambda context, counted: arrived.append(counted))
    made.callable("act", lambda context, count: context.emit("Counted", "made", (count,)))
    with world(made) as here:
        for count in (2**63 - 1, 2**53, 0, -(2**63)):
            here.call("act", count)
        here.run_due()
    assert arrived == [(2**63 - 1,), (2**53,), (0,), (-(2**63),)]
