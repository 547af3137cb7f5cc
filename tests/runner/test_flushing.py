"""What is told, or done elsewhere, is on the disk before: [W3] [B7].

Each commit of deliveries is flushed by itself. Claims are not, and what another process has just
committed may not be yet: a power cut may undo them, so nothing outside may come of them before.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from python_program import TEXT, Building, Reject, mark
from world import World, world

from jadpo_runtime.manifest import StoreDefinition
from jadpo_runtime.outcome import Returned
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.store.sqlite import files
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


class Committed:
    """Counts the durable commits of a store."""

    def __init__(self, here: World) -> None:
        self.durably = 0
        store: Any = here.store()
        self._transact = store.transact
        store.transact = self.transact

    def transact(self, work: Callable[..., Any], *, write: bool, durable: bool = True) -> Any:
        result = self._transact(work, write=write, durable=durable)
        self.durably += write and durable
        return result


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    return made


def test_each_commit_of_deliveries_is_flushed_whether_it_is_shared_or_not(tmp_path: Path) -> None:
    """``synchronous = FULL``, which is 2, while they run and when they commit."""
    made = building()
    modes: list[list[tuple[object, ...]]] = []
    told: list[int] = []

    def handle(context, moved):
        modes.append(context._transaction.execute("PRAGMA synchronous"))
        if moved[0] == "7":
            raise Reject("Refused")
        mark(context, moved[0])

    made.subscriber("one", "Moved", handle)
    with world(made, tmp_path) as here:
        for number in range(40):
            here.call("move", f"{number}")
        committed = Committed(here)
        host = attrs.evolve(here.host, report=lambda _: told.append(committed.durably))
        Invocation(host, [Deliveries(host, here.store())], Budget(here.clock)).run()
    assert modes == [[(2,)]] * 40
    # The first runs alone, since nothing is known of its handler, and 16 are claimed at first.
    assert told == [1] + [2] * 15 + [3] * 16 + [4] * 8


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
    flush = files._flush
    monkeypatch.setattr(files, "_flush", lambda log: (synced.append(log), flush(log)))
    made = building()
    with world(made, tmp_path) as here, world(made, tmp_path) as other:
        here.call("move", "a")
        other.store().flush()
        assert len(synced) == 1
