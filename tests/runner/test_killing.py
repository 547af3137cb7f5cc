"""After kill -9 at any moment nothing is lost and nothing is done twice: [Z6] [W3] [M4]."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from marking_worker import program
from world import World, world

from jadpo_runtime.clock import SystemClock

SUPPORT = Path(__file__).parents[1] / "support"
COUNT = 400
KILLS = 6


def start(url: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(SUPPORT / "marking_worker.py"), url, *arguments],
        stdout=subprocess.PIPE,
        text=True,
    )


def done(here: World) -> int:
    (row,) = here.execute("SELECT count(*) FROM _jadpo_delivery WHERE state = 'done'")
    return int(row[0])


def test_effects_are_there_exactly_once_after_kills_at_random_moments(tmp_path):
    url = f"sqlite:{tmp_path / 'primary.db'}"
    source = random.Random(20)
    emitting = start(url, f"{COUNT}")
    assert emitting.stdout is not None
    assert emitting.stdout.readline() == "ready\n"
    emitting.send_signal(signal.SIGKILL)
    emitting.wait()
    for _ in range(KILLS):
        worker = start(url)
        assert worker.stdout is not None
        worker.stdout.readline()
        time.sleep(source.uniform(0, 0.02))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    with world(program(), tmp_path, clock=SystemClock()) as here:
        killed_at = done(here)
        last = start(url)
        assert last.wait(60) == 0
        # The claims of the killed were free at once: nothing waited half a minute.
        assert done(here) == 2 * COUNT
        assert sorted(here.marks()) == sorted(
            [f"{number}" for number in range(COUNT)] + [f"echo {number}" for number in range(COUNT)]
        )
        assert len(here.events()) == 2 * COUNT
        assert here.execute("SELECT count(*) FROM _jadpo_process") == [(0,)]
        assert killed_at < 2 * COUNT, "the kills came too late to show anything"


def test_two_processes_share_a_backlog_and_do_each_piece_once(tmp_path):
    """[M2]"""
    url = f"sqlite:{tmp_path / 'primary.db'}"
    first, second = start(url, f"{COUNT}"), start(url, f"{COUNT}")
    assert (first.wait(60), second.wait(60)) == (0, 0)
    assert start(url).wait(60) == 0
    with world(program(), tmp_path, clock=SystemClock()) as here:
        assert done(here) == 4 * COUNT
        assert len(here.marks()) == 4 * COUNT
