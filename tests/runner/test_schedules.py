"""Schedules: [V4] [D1] [D2] [L5] [Z2]."""

import threading

from python_program import TEXT, Building, Reject, mark, poll, seconds
from world import START, World, world

from jadpo_runtime.clock import SettableClock
from jadpo_runtime.manifest import CronTiming, EveryTiming
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import schedule_kinds
from jadpo_runtime.runner.reports import PieceEnded
from jadpo_runtime.runner.schedule import ScheduleRuns
from jadpo_runtime.values import Duration, Field
from jadpo_runtime.watchdog import StopReason

QUARTER = EveryTiming(seconds(900))


def building(body, timing=QUARTER) -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.schedule("often", timing, body)
    return made


def due_of(context) -> int:
    """Seconds from the start to the due time."""
    return (context.due_at - START) // 1_000_000


def runs(here: World) -> list[tuple[int, str, str | None]]:
    return [
        ((run.due_at - START) // 1_000_000, run.state, run.error_code)
        for run in here.schedule_runs()
    ]


def test_a_schedule_runs_at_its_due_times():
    """[V4]"""
    made = building(lambda context: mark(context, f"{due_of(context)}"))
    with world(made) as here:
        assert here.tick() == 0
        for _ in range(61):
            here.advance(60)
            here.tick()
        assert here.marks() == ["900", "1800", "2700", "3600"]
        assert runs(here) == [(due, "done", None) for due in (900, 1800, 2700, 3600)]


def test_due_times_missed_while_nothing_ran_give_one_run_with_the_last():
    """[D1] [V4] After a week's sleep."""
    made = building(lambda context: mark(context, f"{due_of(context)}"))
    with world(made) as here:
        here.tick()
        here.advance(7 * 86_400 + 61)
        assert here.tick() == 1
        assert here.tick() == 0
        assert here.marks() == [f"{7 * 86_400}"]
        here.advance(900)
        here.tick()
        assert here.marks()[1:] == [f"{7 * 86_400 + 900}"]


def test_cron_runs_in_its_zone():
    """[V4] [D1] Midnight UTC on 1 January is 09:00 in Tokyo."""
    made = building(
        lambda context: mark(context, f"{due_of(context)}"),
        CronTiming("30 9 * * *", "Asia/Tokyo"),
    )
    with world(made) as here:
        here.tick()
        here.advance(86_400 + 1_800)
        here.tick()
        assert here.marks() == [f"{86_400 + 1_800}"]


def test_a_failed_run_is_recorded_undone_and_not_retried():
    """[D2]"""

    def fail(context):
        mark(context, "half done")
        raise Reject("Busy")

    with world(building(fail)) as here:
        here.tick()
        here.advance(900)
        assert here.tick() == 1
        assert here.tick() == 0
        assert here.marks() == []
        assert runs(here) == [(900, "failed", "busy")]
        (report,) = here.reports
        assert isinstance(report, PieceEnded)
        assert (report.kind, report.name, report.state) == ("schedule run", "often", "failed")
        here.advance(900)
        here.tick()
        assert len(runs(here)) == 2


def test_a_run_stopped_at_its_limit_is_recorded_as_failed():
    """[L5]"""
    found: list[World] = []

    def slow(context):
        mark(context, "kept")
        found[0].advance(1_000)
        found[0].host.watchdog.stop_overdue()
        poll(context)

    with world(building(slow)) as here:
        found.append(here)
        here.tick()
        here.advance(900)
        here.tick()
        assert here.marks() == []
        assert runs(here) == [(900, "failed", "deadline_exceeded")]


def test_a_run_stopped_with_its_host_is_recorded_as_failed_and_its_lease_given_back():
    """[Z2]"""
    found: list[World] = []

    def slow(context):
        found[0].host.watchdog.stop_all(StopReason.ASKED)
        poll(context)

    with world(building(slow)) as here:
        found.append(here)
        here.tick()
        here.advance(900)
        here.tick()
        assert runs(here) == [(900, "failed", "deadline_exceeded")]
        assert here.execute("SELECT token FROM _jadpo_schedule") == [(None,)]


def test_a_run_that_was_killed_is_made_again_when_its_lease_ends():
    """[Z6] [D1]"""
    made = building(lambda context: mark(context, f"{due_of(context)}"))
    with world(made) as here:
        here.tick()
        here.advance(900)
        kind = ScheduleRuns(here.host, here.store())
        lost = Claim("killed", None, Budget(here.clock).lease())
        here.store().transact(lambda it: kind.claim(it, lost, 1), write=True)
        assert here.tick() == 0
        here.advance(600)
        assert here.tick() == 0
        here.advance(360)
        assert here.tick() == 1
        # 900 and 1800 have passed meanwhile: one run stands for both.
        assert here.marks() == ["1800"]
        assert runs(here) == [(900, "failed", "interrupted"), (1800, "done", None)]


def test_a_run_whose_lease_was_taken_over_changes_nothing():
    """[M2] [D1]"""
    made = building(lambda context: mark(context, f"{due_of(context)}"))
    with world(made) as here:
        here.tick()
        here.advance(900)
        kind = ScheduleRuns(here.host, here.store())
        slow = here.store().transact(
            lambda it: kind.claim(it, Claim("slow", None, Duration(1)), 1), write=True
        )
        here.advance(1)
        here.tick()
        kind.run(slow, Budget(here.clock))
        assert here.marks() == ["900"]
        assert [state for _, state, _ in runs(here)] == ["failed", "done"]


def test_five_hosts_on_one_store_run_each_due_time_once(tmp_path):
    """[D1]"""
    made = building(lambda context: mark(context, f"{due_of(context)}"))
    clock = SettableClock(START)
    with world(made, tmp_path, clock=clock) as first:
        first.tick()
        barrier = threading.Barrier(5, action=lambda: clock.advance(seconds(900)))
        errors = []

        def host(seed: int) -> None:
            try:
                with world(made, tmp_path, clock=clock, seed=seed) as here:
                    kinds = schedule_kinds(here.host)
                    for _ in range(4):
                        barrier.wait(30)
                        Invocation(here.host, kinds, Budget(clock)).run()
                        barrier.wait(30)
            except BaseException as error:
                errors.append(error)
                barrier.abort()
                raise

        threads = [threading.Thread(target=host, args=(seed,)) for seed in range(1, 6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
        # The clock moves at both barriers.
        assert first.marks() == [f"{900 * number}" for number in range(1, 8, 2)] or (
            len(set(first.marks())) == len(first.marks()) >= 4
        )


def test_a_schedule_with_another_timing_starts_anew(tmp_path):
    made = building(lambda context: mark(context, f"{due_of(context)}"))
    with world(made, tmp_path) as here:
        here.tick()
    changed = building(
        lambda context: mark(context, f"{due_of(context)}"), EveryTiming(seconds(60))
    )
    with world(changed, tmp_path, clock=SettableClock(START)) as here:
        here.advance(30)
        here.tick()
        here.advance(60)
        here.tick()
        assert here.marks() == ["90"]


def test_what_a_schedule_sets_off_is_delivered_with_the_run_as_cause():
    made = building(lambda context: context.emit("Moved", "made", ("a",)))
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))
    with world(made) as here:
        here.tick()
        here.advance(900)
        here.tick()
        here.run_due()
        assert here.marks() == ["a"]
        assert here.events()[0].cause == here.schedule_runs()[0].id
