"""What is told, or done elsewhere, is on the disk before: [W3] [B7].

Deliveries commit before they are flushed. A power cut then undoes their effects and their records
together, which is harmless as long as nobody was told and nothing outside came of them.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from python_program import TEXT, Building, mark
from world import World, world

from jadpo_runtime.manifest import StoreDefinition
from jadpo_runtime.outcome import Returned
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.reports import PieceEnded, Report
from jadpo_runtime.values import Field


class Disk:
    """Counts the commits of a store that a power cut would undo."""

    def __init__(self, here: World, name: str = "primary") -> None:
        self.unflushed = 0
        store: Any = here.store(name)
        self._transact, self._flush = store.transact, store.flush
        store.transact, store.flush = self.transact, self.flush

    def transact(self, work: Callable[..., Any], *, write: bool, durable: bool = True) -> Any:
        result = self._transact(work, write=write, durable=durable)
        self.unflushed = self.unflushed + 1 if write and not durable else self.unflushed
        return result

    def flush(self) -> None:
        self._flush()
        self.unflushed = 0


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    return made


def test_nobody_is_told_of_a_delivery_that_is_not_on_the_disk(tmp_path: Path) -> None:
    made = building()

    def handle(context, moved):
        if moved[0] == "7":
            raise ValueError
        mark(context, moved[0])

    made.subscriber("one", "Moved", handle)
    with world(made, tmp_path) as here:
        for number in range(100):
            here.call("move", f"{number}")
        disk = Disk(here)
        told: list[tuple[Report, int]] = []
        host = attrs.evolve(here.host, report=lambda report: told.append((report, disk.unflushed)))
        Invocation(host, [Deliveries(host, here.store())], Budget(here.clock)).run()
    states = [report.state for report, _ in told if isinstance(report, PieceEnded)]
    assert (states.count("done"), states.count("failed"), len(told)) == (99, 1, 101)
    assert {unflushed for _, unflushed in told} == {0}


def test_a_body_that_takes_long_begins_with_everything_on_the_disk(tmp_path: Path) -> None:
    made = building()
    made.event("Slow", Field("name", TEXT))
    made.callable("slow", lambda context, name: context.emit("Slow", "made", (name,)))
    made.subscriber("quick", "Moved", lambda context, moved: mark(context, moved[0]))
    seen = []

    def handle(context, moved):
        seen.append(disk.unflushed)
        here.advance(10)

    made.subscriber("slow", "Slow", handle)
    with world(made, tmp_path) as here:
        for number in range(5):
            here.call("move", f"{number}")
            here.call("slow", f"{number}")
            here.advance(0.001)
        disk = Disk(here)
        here.run_due()
    assert seen == [0] * 5


@pytest.mark.parametrize("outward", [False, True])
def test_what_is_done_elsewhere_begins_with_everything_on_the_disk(
    tmp_path: Path, outward: bool
) -> None:
    made = building()
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.event("Far", Field("name", TEXT))
    made.callable("far", lambda context, name: context.emit("Far", "made", (name,)))
    made.subscriber("near", "Moved", lambda context, moved: mark(context, moved[0]))
    seen = []

    class Outside:
        def call(self, connection, operation, request):
            seen.append((disk.unflushed, archive.unflushed))
            return Returned(None)

    def handle(context, moved):
        if outward:
            context.call_connection("mailer", "send", moved[0])
        else:
            seen.append((disk.unflushed, archive.unflushed))

    made.subscriber("far", "Far", handle, writes="primary" if outward else "archive")
    with world(made, tmp_path, connections=Outside()) as here:
        for number in range(40):
            here.call("move", f"{number}")
            here.call("far", f"{number}")
        disk, archive = Disk(here), Disk(here, "archive")
        here.run_due()
    assert seen == [(0, 0)] * 40


def test_a_flush_is_of_what_other_processes_committed_too(tmp_path: Path, monkeypatch) -> None:
    """A delivery may come from a commit that another process has not flushed yet."""
    synced = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(file), fsync(file)))
    made = building()
    with world(made, tmp_path) as here, world(made, tmp_path) as other:
        here.call("move", "a")
        other.store().flush()
        assert len(synced) == 1
