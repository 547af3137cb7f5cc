"""A mistake in Jadpo itself, in the body of a piece: an attempt that counts [Y1] [Y3] [K2] [D2]."""

import pytest
from python_program import CREATE_COUNTER, INT, TEXT, Building, mark, seconds
from world import START, World, world

from jadpo_runtime.hosts.test import run_test
from jadpo_runtime.manifest import EveryTiming, RetryPolicy, RetryShape
from jadpo_runtime.runner.reports import BodyBroke
from jadpo_runtime.values import Field

TWICE = RetryPolicy(RetryShape.FIXED, max_attempts=2, initial=seconds(60))


def broken(here: World) -> list[str]:
    return [repr(report.error) for report in here.reports if isinstance(report, BodyBroke)]


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))

    def handle(context, moved):
        mark(context, moved[0])
        if moved[0] == "poison":
            raise KeyError("order")

    made.subscriber("marker", "Moved", handle, TWICE)
    return made


@pytest.mark.parametrize("poison", [0, 7, 39])
def test_a_delivery_that_meets_one_is_tried_again_and_given_up_and_blocks_no_others(poison: int):
    with world(building()) as here:
        for number in range(40):
            here.call("move", "poison" if number == poison else f"{number}")
        here.run_due()
        others = sorted(f"{number}" for number in range(40) if number != poison)
        assert sorted(here.marks()) == others

        here.advance(60)
        here.run_due()

        assert sorted(here.marks()) == others
        (failed,) = [each for each in here.deliveries() if each.state != "done"]
        assert (failed.state, failed.attempts) == ("failed", 2)
        assert failed.error_code == "internal_error"
        assert failed.error_text == "KeyError: 'order': a mistake in Jadpo, not in the program"
        assert broken(here) == ["KeyError('order')", "KeyError('order')"]


def test_a_row_of_a_batch_that_meets_one_is_passed_over():
    made = Building()

    def add_all(context):
        for number in range(6):
            context.store.create(CREATE_COUNTER, (f"{number}", number))
        context.start("sweep", (1,))

    def each(context, row, by):
        mark(context, row.values[0])
        if row.values[1] == 3:
            raise AttributeError("rows")

    made.callable("add_all", add_all)
    made.batch("sweep", each, size=4)
    with world(made) as here:
        here.call("add_all")
        here.run_due()
        assert sorted(here.marks()) == ["0", "1", "2", "4", "5"]
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed) == ("done", 5, 1)
        assert [failure.error_code for failure in run.failures] == ["internal_error"]


def test_a_run_of_a_schedule_that_meets_one_is_recorded_and_the_next_one_comes():
    made = Building()

    def sweep(context):
        mark(context, "swept")
        raise ZeroDivisionError

    made.schedule("sweep", EveryTiming(seconds(60)), sweep)
    with world(made) as here:
        here.tick()
        here.advance(60)
        here.tick()
        here.advance(60)
        here.tick()
        assert [run.error_code for run in here.schedule_runs()] == ["internal_error"] * 2
        assert here.marks() == []


def test_a_test_of_the_language_ends_with_it():
    """[X1] It is not about mistakes in Jadpo, so it must not pass over one."""
    made = building()

    def body(context):
        context.test.call("move", ("poison",))
        context.test.run_pending()

    test = made.test("moves", body)
    with pytest.raises(KeyError, match="order"):
        run_test(made.program(), test)


def test_the_first_attempt_counts_from_where_it_began():
    """[Y1] A body that took long leaves less of ``max_elapsed``."""
    made = Building()
    made.event("Moved", Field("by", INT))
    made.callable("move", lambda context: context.emit("Moved", "made", (1,)))
    policy = RetryPolicy(
        RetryShape.FIXED, max_attempts=9, initial=seconds(20), max_elapsed=seconds(60)
    )
    worlds: list[World] = []

    def take_50_seconds_and_fail(context, moved):
        worlds[0].advance(50)
        raise RuntimeError

    made.subscriber("slow", "Moved", take_50_seconds_and_fail, policy)
    with world(made) as here:
        worlds.append(here)
        here.call("move")
        here.run_due()
        (delivery,) = here.deliveries()
        assert delivery.state == "failed"
        (times,) = here.execute("SELECT first_attempt_at, settled_at FROM _jadpo_delivery")
        assert times == (START, START + seconds(50))
