"""A crash before any statement of the runner, and around any commit [Z6] [W3] [K1] [D1] [P1].

The crash is an exception that nothing catches; from then on every statement of the crashed runner
raises it too, so that all that is left is what SQLite has: the transactions that were committed.
Another runner then takes over when the leases have ended, and every effect is there exactly once.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import attrs
import pytest
from python_program import CREATE_COUNTER, TEXT, Building, Reject, mark, seconds
from world import World, world

from jadpo_runtime.manifest import EveryTiming, RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.records.queries import BatchRunRecord, DeliveryRecord, batch_runs
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import schedule_kinds, work_kinds
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.values import Field

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(1))


class Crash(BaseException):
    """The process ends here."""


class Crashing:
    """Lets a number of steps (statements, ends of commits) happen, and no more."""

    def __init__(self) -> None:
        self.left = sys.maxsize

    def step(self) -> None:
        if self.left <= 0:
            raise Crash
        self.left -= 1


@contextmanager
def crashing_connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crashing]:
    """The connections that are made within it crash as they are told."""
    crashing = Crashing()
    rows, change, commit = Connection.rows, Connection.change, Connection.commit

    def crashing_rows(self, sql, parameters=()):
        crashing.step()
        return rows(self, sql, parameters)

    def crashing_change(self, sql, parameters=()):
        crashing.step()
        return change(self, sql, parameters)

    def crashing_commit(self):
        try:
            crashing.step()
        except Crash:
            self.abandon()  # As SQLite does with what a process leaves open.
            raise
        commit(self)
        crashing.step()

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "rows", crashing_rows)
        patch.setattr(Connection, "change", crashing_change)
        patch.setattr(Connection, "commit", crashing_commit)
        yield crashing


def building(marks_store: str) -> Building:
    """Events that set off events, a retry, a batch and a schedule, each leaving marks."""
    made = Building()
    made.marks_store = marks_store
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.event("Moved", Field("name", TEXT))
    made.event("Marked", Field("name", TEXT))

    def begin(context):
        for name in ("a", "b", "c"):
            context.emit("Moved", "made", (name,))
            context.store.create(CREATE_COUNTER, (name, 0))
        context.start("sweep", (1,))

    def moved(context, made_event):
        mark(context, made_event[0])
        context.emit("Marked", "made", made_event)
        if made_event[0] == "b" and context.delivery.attempt == 1:
            raise Reject("Busy")

    made.callable("begin", begin)
    made.subscriber("marker", "Moved", moved, RETRIED, writes=marks_store)
    made.subscriber(
        "echo", "Marked", lambda context, it: mark(context, f"echo {it[0]}"), writes=marks_store
    )
    made.batch("sweep", lambda context, row, by: mark(context, f"row {row.values[0]}"), size=2)
    made.callables["sweep each"] = attrs.evolve(made.callables["sweep each"], writes=marks_store)
    made.schedule("daily", EveryTiming(seconds(86_400)), lambda context: None)
    return made


EXPECTED = sorted([*"abc", *(f"echo {name}" for name in "abc"), *(f"row {name}" for name in "abc")])


def run_all(here: World) -> None:
    """A host's whole work: schedules, then what is due; by a runner that remembers nothing."""
    for kinds in (schedule_kinds(here.host), work_kinds(here.host)):
        Invocation(here.host, kinds, Budget(here.clock)).run()


def batch_runs_of(here: World) -> list[BatchRunRecord]:
    found = [store.transact(batch_runs, write=False) for store in here.host.stores.values()]
    return [run for runs in found for run in runs]


def deliveries_of(here: World) -> list[DeliveryRecord]:
    return [each for name in here.host.stores for each in here.deliveries(name)]


def crashes(made: Building, steps: int, monkeypatch: pytest.MonkeyPatch, marks: str) -> bool:
    """Run with a crash after that many steps, then to the end; whether it came that far."""
    crashed = False
    with crashing_connections(monkeypatch) as crashing, world(made) as here:
        here.call("begin")
        schedule_kinds(here.host)
        here.advance(86_400)
        crashing.left = steps
        try:
            run_all(here)
        except Crash:
            crashed = True
        crashing.left = sys.maxsize
        for _ in range(3):
            # The leases of the crashed one end, and the retry becomes due.
            here.advance(17 * 60)
            run_all(here)
        assert sorted(here.marks(marks)) == EXPECTED, f"after {steps} steps"
        assert [run.state for run in batch_runs_of(here)] == ["done"]
        assert all(each.state == "done" for each in deliveries_of(here))
        done = [run for run in here.schedule_runs() if run.state == "done"]
        assert len(done) == 1, f"after {steps} steps"
    return crashed


@pytest.mark.parametrize("marks", ["primary", "archive"])
def test_every_effect_is_there_exactly_once_wherever_it_crashed(
    marks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = building(marks)
    steps = 0
    while crashes(made, steps, monkeypatch, marks):
        steps += 1
    assert steps > 100, "there was less to crash in than there is"
