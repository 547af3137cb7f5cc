"""Work that ends its process each time it runs is given up: [Y3] [M2] [M4] [K2] [D2]."""

import subprocess
import sys
from pathlib import Path

from deadly_worker import opened, program
from python_program import Building, mark, seconds
from world import World, world

from jadpo_runtime.clock import SystemClock
from jadpo_runtime.manifest import EveryTiming
from jadpo_runtime.runner.claims import MOST_TAKEOVERS, Claim
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.schedule import ScheduleRuns
from jadpo_runtime.values import Duration

WORKER = Path(__file__).parents[1] / "support" / "deadly_worker.py"
LEASE = Duration(60_000_000)


def times_killed(url: str) -> int:
    """Start the worker again until it ends by itself; how often it was killed."""
    for kills in range(20):
        if subprocess.run([sys.executable, WORKER, url], check=False).returncode == 0:
            return kills
    raise AssertionError("the work kills each process that takes it up")


def test_a_delivery_that_ends_its_process_is_given_up_and_blocks_no_others(tmp_path: Path):
    url = f"sqlite:{tmp_path / 'primary.db'}"
    names = [f"{number}" for number in range(30)]
    with opened(url) as running:
        running.run("emit_all", [*names[:9], "deadly", *names[9:]])

    assert times_killed(url) == MOST_TAKEOVERS

    with world(program(), tmp_path, clock=SystemClock()) as here:
        assert sorted(here.marks()) == sorted(names)
        (given_up,) = [each for each in here.deliveries() if each.state != "done"]
        assert (given_up.state, given_up.attempts) == ("failed", 0)
        assert given_up.error_code == "process_ended"


def test_a_row_that_ends_its_process_is_passed_over(tmp_path: Path):
    url = f"sqlite:{tmp_path / 'primary.db'}"
    names = [f"a{number}" for number in range(6)] + [f"z{number}" for number in range(6)]
    with opened(url) as running:
        running.run("sweep_all", [*names, "deadly"])

    # Once in the batch that it is in, then alone.
    assert MOST_TAKEOVERS <= times_killed(url) <= MOST_TAKEOVERS + 1

    with world(program(), tmp_path, clock=SystemClock()) as here:
        assert sorted(here.marks()) == names
        (run,) = here.batch_runs()
        assert (run.state, run.rows_done, run.rows_failed) == ("done", 12, 1)
        assert [(each.identity, each.error_code) for each in run.failures] == [
            ('"deadly"', "process_ended")
        ]


def test_a_schedule_that_ends_its_process_waits_for_its_next_due_time():
    made = Building()
    made.schedule("sweep", EveryTiming(seconds(3600)), lambda context: mark(context, "swept"))
    with world(made) as here:
        kind = ScheduleRuns(here.host, here.store())
        kind.observe()
        here.advance(3600)
        for number in range(MOST_TAKEOVERS):
            claim = Claim(f"crashed {number}", None, LEASE)
            here.store().transact(lambda writing, by=claim: kind.claim(writing, by, 1), write=True)
            here.advance(60)
        here.tick()
        assert here.marks() == []
        assert [run.error_code for run in here.schedule_runs()] == ["interrupted"] * MOST_TAKEOVERS

        here.advance(3600)
        here.tick()
        assert here.marks() == ["swept"]


def claimed(here: World, token: str) -> list[str]:
    kind = Deliveries(here.host, here.store())
    claim = Claim(token, None, LEASE)
    pieces = here.store().transact(lambda writing: kind.claim(writing, claim, 64), write=True)
    return [piece.id for piece in pieces]


def test_what_was_taken_over_is_claimed_alone():
    """[M3] What was only claimed with it is counted no more."""
    with world(program()) as here:
        here.call("emit_all", "a", "b", "c")
        ids = claimed(here, "crashed")
        assert len(ids) == 3
        here.call("emit_all", "d", "e")
        here.advance(60)

        assert claimed(here, "second") == ids[:1]

        here.advance(60)
        assert claimed(here, "third") == ids[:1]
        rows = here.execute("SELECT takeovers, state FROM _jadpo_delivery ORDER BY id")
        assert rows[:3] == [(2, "claimed"), (1, "pending"), (1, "pending")]
        assert rows[3:] == [(0, "pending"), (0, "pending")]


def test_what_was_taken_over_less_often_is_run():
    with world(program()) as here:
        here.call("emit_all", "a")
        for number in range(MOST_TAKEOVERS - 1):
            claimed(here, f"crashed {number}")
            here.advance(60)
        assert here.run_due() == 1
        assert here.marks() == ["a"]
