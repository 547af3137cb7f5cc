"""Subscribers that write another store than the event's: [W3] [E5]."""

import pytest
from python_program import (
    COUNTER,
    CREATE_COUNTER,
    MARKS,
    TEXT,
    Building,
    Reject,
    mark,
    seconds,
)
from world import World, world

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.outcome import Returned
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.values import Field

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(60))


def building(handle) -> Building:
    made = Building()
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.marks_store = "archive"
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 3)))
    made.subscriber("one", "Moved", handle, RETRIED, writes="archive")
    return made


def state(here: World) -> tuple[str, int, str | None]:
    (delivery,) = here.deliveries()
    return delivery.state, delivery.attempts, delivery.error_code


def inbox(here: World) -> int:
    (row,) = here.store("archive").transact(
        lambda it: it.execute("SELECT count(*) FROM _jadpo_inbox"), write=False
    )
    return int(row[0])


def test_its_effects_and_its_inbox_row_are_in_the_other_store(tmp_path):
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        here.call("move", "a")
        here.run_due()
        assert here.marks("archive") == ["a"]
        assert state(here) == ("done", 1, None)
        assert inbox(here) == 1


def test_a_failure_leaves_neither_and_is_tried_again(tmp_path):
    def handle(context, moved):
        mark(context, moved[0])
        if context.delivery.attempt == 1:
            raise Reject("Busy")

    with world(building(handle), tmp_path) as here:
        here.call("move", "a")
        here.run_due()
        assert (here.marks("archive"), inbox(here)) == ([], 0)
        assert state(here) == ("pending", 1, "busy")
        here.advance(60)
        here.run_due()
        assert (here.marks("archive"), inbox(here)) == (["a"], 1)
        assert state(here) == ("done", 2, "busy")


@pytest.mark.parametrize("lost_writes", [1, 3])
def test_one_that_ran_but_was_not_marked_done_does_nothing_twice(tmp_path, lost_writes: int):
    """[W3] The crash is between the two commits."""
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        here.call("move", "a")
        store = here.store()
        transact = store.transact
        writes = []

        def crashing(work, *, write, durable=True):
            if write:
                writes.append(work)
                # The first write claims, the second marks done.
                if 2 <= len(writes) < 2 + lost_writes:
                    raise Fault(FaultCode.STORE_UNAVAILABLE, "gone")
            return transact(work, write=write, durable=durable)

        store.transact = crashing
        here.run_due()
        assert here.marks("archive") == ["a"]
        assert isinstance(here.reports[-1], StoreFailed)
        store.transact = transact
        here.advance(16 * 60)
        here.run_due()
        assert here.marks("archive") == ["a"]
        assert state(here) == ("done", 1, None)


def test_a_handler_reads_other_stores_than_it_writes(tmp_path):
    """[E5]"""

    def handle(context, moved):
        (row,) = context.store.select(COUNTER, moved)
        mark(context, f"{row.values[1]}")

    with world(building(handle), tmp_path) as here:
        here.call("create", "a")
        here.call("move", "a")
        here.run_due()
        assert here.marks("archive") == ["3"]


def test_an_action_reads_what_it_wrote_itself_and_what_others_committed(tmp_path):
    """[E5]"""
    made = building(lambda context, moved: mark(context, moved[0]))

    def both(context):
        context.store.create(CREATE_COUNTER, ("b", 1))
        return len(context.store.select(COUNTER, ("b",))), len(context.store.select(MARKS, ()))

    made.callable("both", both, reads=("archive",))
    with world(made, tmp_path) as here:
        here.call("move", "a")
        here.run_due()
        assert here.call("both") == Returned((1, 1))
