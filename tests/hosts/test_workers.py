"""Threads that answer requests and run background work: [B3] [B4] [B6] [H1] [H2] [H4] [Z1] [Z2]."""

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from python_program import TEXT, Building, PythonProgram, mark, poll, seconds

from jadpo_runtime.boundary import Call
from jadpo_runtime.context import Context
from jadpo_runtime.hosts.handler import Answer, Handler
from jadpo_runtime.hosts.worker import Living, living_host
from jadpo_runtime.hosts.workers import Ticked
from jadpo_runtime.manifest import EveryTiming, RetryPolicy, RetryShape
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.records.queries import EventRecord, events, schedule_runs
from jadpo_runtime.runner.budget import RUN_LIMIT
from jadpo_runtime.runner.pace import Pace
from jadpo_runtime.runner.reports import PieceEnded, Report, StoreFailed
from jadpo_runtime.store import StoreError
from jadpo_runtime.values import Duration, Field


class Watched:
    """A host that lives on, and what it told."""

    def __init__(self, living: Living, reports: list[Report], ticks: list[Ticked]) -> None:
        self.living = living
        self.workers = living.workers
        self.reports = reports
        self.ticks = ticks

    def answer(self, name: str, *arguments: object) -> Answer:
        call = Call(name, arguments)
        answer: Answer = self.workers.submit(lambda handler: handler.answer(call)).result(30)
        return answer

    def ended(self, count: int) -> list[PieceEnded]:
        """The first reports of pieces, once there are so many."""
        until(lambda: len(self.all_ended()) >= count)
        return self.all_ended()[:count]

    def all_ended(self) -> list[PieceEnded]:
        return [each for each in self.reports if isinstance(each, PieceEnded)]

    def events(self) -> list[EventRecord]:
        store = self.living.host.stores["primary"]
        return store.transact(lambda reading: list(events(reading)), write=False)

    def execute(self, sql: str) -> list[tuple[object, ...]]:
        store = self.living.host.stores["primary"]
        return store.transact(lambda writing: writing.execute(sql), write=True)


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that is about to happen."""
    gives_up = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < gives_up, "it does not happen"
        time.sleep(0.002)


@contextmanager
def working(
    made: Building,
    folder: Path,
    *,
    threads: int = 1,
    most_background: int | None = None,
    budget: Duration = RUN_LIMIT,
) -> Iterator[Watched]:
    reports: list[Report] = []
    ticks: list[Ticked] = []
    program: PythonProgram = made.program()
    with living_host(
        program,
        lambda: program,
        threads=threads,
        most_background=most_background,
        budget=budget,
        environment={},
        databases={"primary": f"sqlite:{folder / 'primary.db'}"},
        report=reports.append,
        ticked=ticks.append,
    ) as living:
        living.workers.start()
        yield Watched(living, reports, ticks)


@contextmanager
def others_held(host: Watched, count: int) -> Iterator[None]:
    """Threads that answer requests of their own meanwhile: none of them looks for work first."""
    held, go_on = threading.Semaphore(0), threading.Event()

    def hold(handler: Handler) -> Answer:
        held.release()
        assert go_on.wait(60)
        return Answer(Returned(None), left_work=False)

    for _ in range(count):
        host.workers.submit(hold)
    for _ in range(count):
        assert held.acquire(timeout=30)
    try:
        yield
    finally:
        go_on.set()


@pytest.fixture
def made() -> Building:
    """A program whose action emits an event."""
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("emit", lambda context, name: context.emit("Moved", "made", (name,)))
    return made


def test_what_a_request_left_is_run_after_its_response_on_its_thread(
    made: Building, tmp_path: Path
) -> None:
    """[B3]"""
    threads: list[str] = []
    made.callable("where", lambda context: threads.append(threading.current_thread().name))
    made.subscriber(
        "noting", "Moved", lambda context, moved: threads.append(threading.current_thread().name)
    )

    def emit(context: Context, name: str) -> None:
        threads.append(threading.current_thread().name)
        context.emit("Moved", "made", (name,))

    made.callable("emit", emit)
    with working(made, tmp_path, threads=3) as host, others_held(host, 2):
        answer = host.answer("emit", "a")
        assert isinstance(answer.outcome, Returned)
        assert answer.left_work
        (ended,) = host.ended(1)
        assert ended.state == "done"
        assert threads[0] == threads[1]
        assert not host.answer("where").left_work


def test_a_retry_runs_when_it_is_due_without_anybody_asking(made: Building, tmp_path: Path) -> None:
    """[H4] [Y1]"""

    def fails_once(context: Context, moved: object) -> None:
        if context.delivery.attempt == 1:
            raise ZeroDivisionError

    retry = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=Duration(200_000))
    made.subscriber("flaky", "Moved", fails_once, retry)
    with working(made, tmp_path) as host:
        host.answer("emit", "a")
        first, second = host.ended(2)
        assert (first.state, first.attempt) == ("pending", 1)
        assert (second.state, second.attempt) == ("done", 2)


def test_schedules_run_at_their_time(tmp_path: Path) -> None:
    """[D1] [H4]"""
    made = Building()
    made.schedule(
        "often", EveryTiming(Duration(100_000)), lambda context: mark(context, "attended")
    )
    with working(made, tmp_path) as host:
        assert [each.name for each in host.ended(3)] == ["often"] * 3
        runs = host.living.host.stores["primary"].transact(schedule_runs, write=False)
        assert len({run.due_at for run in runs}) == len(runs)


def test_background_work_leaves_one_thread_for_requests(made: Building, tmp_path: Path) -> None:
    """[B6]"""
    running = threading.Semaphore(0)
    goes_on = threading.Event()

    def wait(context: Context, moved: object) -> None:
        running.release()
        goes_on.wait(30)

    made.subscriber("slow", "Moved", wait, writes=None)
    made.callable("read", lambda context: None, writes=None)
    with working(made, tmp_path, threads=2) as host:
        host.answer("emit", "a")
        assert running.acquire(timeout=30)
        # The other thread answers, and begins no background work meanwhile.
        for _ in range(5):
            assert isinstance(host.answer("read").outcome, Returned)
        assert not running.acquire(blocking=False)
        goes_on.set()
        assert host.ended(1)[0].state == "done"


def test_one_thread_alone_makes_way_for_a_request(made: Building, tmp_path: Path) -> None:
    """[B6] What it claimed and did not reach is given back, and run after the request [H1]."""
    order: list[str] = []
    running = threading.Event()

    def handle(context: Context, moved: tuple[object, ...]) -> None:
        running.set()
        time.sleep(0.02)
        order.append(str(moved[0]))

    made.subscriber("slow", "Moved", handle)
    made.callable("read", lambda context: order.append("request"), writes=None)

    def emit_all(context: Context) -> None:
        for number in range(30):
            context.emit("Moved", "made", (f"{number}",))

    made.callable("emit_all", emit_all)
    with working(made, tmp_path) as host:
        host.answer("emit_all")
        assert running.wait(30)
        host.answer("read")
        host.ended(30)
        assert order.index("request") < 30
        assert sorted(order) == sorted(["request", *map(str, range(30))])


def test_a_short_budget_is_followed_by_a_fresh_invocation(made: Building, tmp_path: Path) -> None:
    """[H2] [L2] A body that the end of a budget stops is tried again [L5]."""
    retry = RetryPolicy(RetryShape.FIXED, max_attempts=9, initial=Duration(1_000))
    made.subscriber("slow", "Moved", lambda context, moved: time.sleep(0.01), retry)

    def emit_all(context: Context) -> None:
        for number in range(40):
            context.emit("Moved", "made", (f"{number}",))

    made.callable("emit_all", emit_all)
    with working(made, tmp_path, budget=seconds(0.1)) as host:
        host.answer("emit_all")
        until(lambda: sum(each.state == "done" for each in host.all_ended()) == 40)


def test_stopping_gives_a_delivery_back_uncounted(made: Building, tmp_path: Path) -> None:
    """[Z1] [Z2]"""
    running = threading.Event()

    def endless(context: Context, moved: object) -> None:
        mark(context, "nothing of this is kept")
        running.set()
        while True:
            poll(context)
            time.sleep(0.001)

    made.subscriber("endless", "Moved", endless)
    with working(made, tmp_path) as host:
        host.answer("emit", "a")
        assert running.wait(30)
        host.workers.stop()
        host.workers.wait()
        ((event,), rows) = host.events(), host.execute('SELECT count(*) FROM "Mark"')
        (delivery,) = event.deliveries
        assert (delivery.state, delivery.attempts, delivery.error_code) == ("pending", 0, None)
        assert rows == [(0,)]
        assert host.execute("SELECT token, owner FROM _jadpo_delivery") == [(None, None)]


def test_stopping_records_a_schedules_run_as_failed(tmp_path: Path) -> None:
    """[Z2] [L5] And its lease is given back."""
    running = threading.Event()
    made = Building()

    def endless(context: Context) -> None:
        running.set()
        while True:
            poll(context)
            time.sleep(0.001)

    made.schedule("endless", EveryTiming(Duration(100_000)), endless)
    with working(made, tmp_path) as host:
        assert running.wait(30)
        host.workers.stop()
        host.workers.wait()
        (run,) = host.living.host.stores["primary"].transact(schedule_runs, write=False)
        assert (run.state, run.error_code) == ("failed", "deadline_exceeded")
        assert host.execute("SELECT token FROM _jadpo_schedule WHERE name = 'endless'") == [(None,)]


def test_a_host_that_stops_accepts_nothing_more(made: Building, tmp_path: Path) -> None:
    """[Z1]"""
    with working(made, tmp_path) as host:
        host.workers.stop()
        call = Call("emit", ("a",))
        assert host.workers.submit(lambda handler: handler.answer(call)).cancelled()
        host.workers.wait()
        assert host.events() == []


def test_a_store_that_fails_is_not_asked_again_at_once(made: Building, tmp_path: Path) -> None:
    """Each time it is asked later; once it works again, so does everything."""
    made.subscriber("noting", "Moved", lambda context, moved: None)
    with working(made, tmp_path) as host:
        until(lambda: bool(host.ticks))
        host.execute("ALTER TABLE _jadpo_delivery RENAME TO hidden")
        host.workers.wake()
        until(lambda: any(isinstance(each, StoreFailed) for each in host.reports))
        time.sleep(0.5)
        failures = sum(isinstance(each, StoreFailed) for each in host.reports)
        assert failures < 60
        host.execute("ALTER TABLE hidden RENAME TO _jadpo_delivery")
        host.answer("emit", "a")
        assert host.ended(1)[0].state == "done"


def test_each_thread_has_a_program_of_its_own(tmp_path: Path) -> None:
    """[B3] Programs are used by one thread at a time."""
    made = Building()
    made.callable("nothing", lambda context: None, writes=None)
    programs: list[PythonProgram] = []

    def new_program() -> PythonProgram:
        programs.append(made.program())
        return programs[-1]

    with living_host(
        made.program(),
        new_program,
        threads=3,
        environment={},
        databases={"primary": f"sqlite:{tmp_path / 'primary.db'}"},
        report=lambda report: None,
    ) as living:
        living.workers.start()
        until(lambda: len(programs) == 3)


def test_a_mistake_in_jadpo_ends_the_host_with_it(tmp_path: Path) -> None:
    made = Building()
    with working(made, tmp_path) as host:

        def broken(handler: Handler) -> Answer:
            raise RuntimeError("a mistake")

        future = host.workers.submit(broken)
        with pytest.raises(RuntimeError, match="a mistake"):
            future.result(30)
        with pytest.raises(RuntimeError, match="a mistake"):
            host.workers.wait()
        host.workers._error = None


def test_a_database_migrated_under_a_running_program_ends_it(
    made: Building, tmp_path: Path
) -> None:
    """Two versions at once: the old one runs nothing in the new one's schema."""
    with working(made, tmp_path) as host:
        until(lambda: bool(host.ticks))
        host.execute("CREATE TABLE of_somebody_else (note TEXT)")
        host.workers.wake()
        host.answer("emit", "still fine")

        (row,) = host.execute("SELECT shape FROM _jadpo_schema WHERE entity = 'Mark'")
        changed = str(row[0]).replace("delivery", "parcel")
        host.execute(f"UPDATE _jadpo_schema SET shape = '{changed}' WHERE entity = 'Mark'")
        host.execute('ALTER TABLE "Mark" RENAME COLUMN delivery TO parcel')
        host.workers.wake()
        with pytest.raises(StoreError, match=r"another schema than the program's.*jadpo migrate"):
            host.workers.wait()
        host.workers._error = None


def test_a_busy_worker_takes_no_piece_once_its_database_was_migrated(
    made: Building, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invocation may be a quarter of an hour: the next tick would be too late."""
    handled: list[str] = []

    def follows(context: Context, moved: tuple[str]) -> None:
        handled.append(moved[0])
        context.emit("Moved", "made", (moved[0] + "again",))

    made.subscriber("following", "Moved", follows)
    ran = Pace.ran

    def migrated(self: Pace, count: int, took: Duration) -> None:
        """Another process migrates the database, between two pieces."""
        ran(self, count, took)
        if len(handled) == 3:
            with sqlite3.connect(tmp_path / "primary.db") as raw:
                raw.execute("UPDATE _jadpo_schema SET shape = replace(shape, 'delivery', 'parcel')")
                raw.execute('ALTER TABLE "Mark" RENAME COLUMN delivery TO parcel')
            raw.close()

    monkeypatch.setattr(Pace, "ran", migrated)
    with working(made, tmp_path) as host:
        host.answer("emit", "a")
        with pytest.raises(StoreError, match="another schema than the program's"):
            host.workers.wait()
        host.workers._error = None
    assert len(handled) == 3


@pytest.mark.parametrize("piece", ["\0", "\N{GRINNING FACE}", "a\0\N{GRINNING FACE}\x7f\u2028"])
def test_a_payload_of_a_mebibyte_arrives_as_it_was_sent(
    made: Building, tmp_path: Path, piece: str
) -> None:
    """[B2] A larger one is a fault of the action that emits it, and nothing is kept of it."""
    arrived: list[str] = []
    made.subscriber("taker", "Moved", lambda context, moved: arrived.append(moved[0]))
    size = len(json.dumps(piece, ensure_ascii=False).encode()) - 2
    text = piece * ((1024 * 1024 - 20) // size)
    with working(made, tmp_path) as host:
        assert isinstance(host.answer("emit", text).outcome, Returned)
        host.ended(1)
        assert arrived == [text]
        refused = host.answer("emit", text + piece * 20).outcome
        assert isinstance(refused, Faulted)
        assert "at most 1,048,576 are stored" in refused.detail
        assert len(host.events()) == 1
