"""Several threads that commit share a flush, and none is told before its commit is on the disk."""

import threading
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.store.sqlite.shared_flush import SharedFlush

PATIENCE = 10.0
"""Seconds until a test gives up on another thread."""


class Disk:
    """Flushes when it is let, and notes what each flush brings to the disk."""

    def __init__(self) -> None:
        self.committed: list[str] = []
        self.flushes: list[list[str]] = []
        self.began = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)
        self.broken = False

    def flush(self) -> None:
        self.flushes.append(list(self.committed))
        self.began.release()
        assert self.may_end.acquire(timeout=PATIENCE)
        if self.broken:
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the disk is gone")


class Committer(threading.Thread):
    """A thread that commits, and waits until that is on the disk."""

    def __init__(self, disk: Disk, shared: SharedFlush, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.told: list[list[str]] | Fault | None = None
        self._disk = disk
        self._shared = shared
        disk.committed.append(name)
        self._commit = shared.note_commit()
        self.start()

    def run(self) -> None:
        try:
            self._shared.wait_for(self._commit)
            self.told = list(self._disk.flushes)
        except Fault as fault:
            self.told = fault


def test_commits_during_a_flush_wait_for_the_next_one_and_share_it() -> None:
    disk = Disk()
    shared = SharedFlush(disk.flush)
    first = Committer(disk, shared, "first")
    assert disk.began.acquire(timeout=PATIENCE)
    others = [Committer(disk, shared, f"other {number}") for number in range(3)]
    assert first.told is None

    disk.may_end.release()
    first.join(PATIENCE)
    assert first.told is not None
    assert disk.began.acquire(timeout=PATIENCE)
    assert [other.told for other in others] == [None] * 3

    disk.may_end.release()
    for other in others:
        other.join(PATIENCE)
        assert other.told == [["first"], ["first", "other 0", "other 1", "other 2"]]
    assert len(disk.flushes) == 2


def test_a_flush_that_fails_fails_all_that_it_was_for_and_no_later_one() -> None:
    """What the disk has of it nobody knows: the next flush that succeeds does not tell."""
    disk = Disk()
    shared = SharedFlush(disk.flush)
    blocking = Committer(disk, shared, "blocking")
    assert disk.began.acquire(timeout=PATIENCE)
    lost = [Committer(disk, shared, f"lost {number}") for number in range(2)]
    disk.may_end.release()
    blocking.join(PATIENCE)
    assert disk.began.acquire(timeout=PATIENCE)
    disk.broken = True
    disk.may_end.release()
    for each in lost:
        each.join(PATIENCE)
    assert isinstance(blocking.told, list)
    assert [getattr(each.told, "code", None) for each in lost] == [FaultCode.STORE_UNAVAILABLE] * 2

    disk.broken = False
    disk.may_end.release()
    after = Committer(disk, shared, "after")
    after.join(PATIENCE)
    assert isinstance(after.told, list)


@pytest.fixture
def url(tmp_path):
    """Memory is not flushed."""
    return f"sqlite:{tmp_path / 'test.db'}"


@pytest.fixture
def add(shop):
    plan = shop.create_plan("Product", ("code", "price", "stock"))
    return lambda transaction, code: transaction.effects.create(plan, [code, Decimal(1), 1])


def modes_of(shop: Any, action: Callable[[], None]) -> list[str]:
    """How each transaction of ``action`` is flushed: by SQLite, or by the store afterwards."""
    seen: list[str] = []
    connection_class = type(shop.store._transactions[threading.get_ident()].connection)
    begin = connection_class.begin

    def noted(connection: Any, *, write: bool, durable: bool = True) -> None:
        begin(connection, write=write, durable=durable)
        ((mode,),) = connection.rows("PRAGMA synchronous")
        seen.append({1: "by the store", 2: "by SQLite"}[mode])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection_class, "begin", noted)
        action()
    return seen


def test_a_thread_alone_has_its_commits_flushed_by_sqlite(shop, add) -> None:
    def work() -> None:
        for number in range(3):
            shop.store.transact(lambda each, at=number: add(each, f"TEA-{at}"), write=True)

    assert modes_of(shop, work) == ["by SQLite"] * 3


def test_threads_at_once_are_each_told_of_their_commit_when_it_is_on_the_disk(shop, add) -> None:
    flushes = []
    flush = shop.store._database.flush
    shop.store._database.flush = lambda: flushes.append(flush())
    ready = threading.Barrier(8)

    def go(thread: int) -> None:
        ready.wait(PATIENCE)
        for number in range(25):
            code = f"TEA-{thread}-{number}"
            shop.store.transact(lambda each, code=code: add(each, code), write=True)

    def work() -> None:
        threads = [threading.Thread(target=go, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    modes = modes_of(shop, work)
    assert len(modes) == 200
    assert 1 <= len(flushes) <= modes.count("by the store")
    stored = shop.store.transact(
        lambda each: each.execute('SELECT count(*) FROM "Product"'), write=False
    )
    assert stored == [(200,)]


def test_a_reader_is_not_told_of_what_another_thread_has_yet_to_flush(shop, add) -> None:
    began, may_end, read = threading.Event(), threading.Event(), threading.Event()
    flush = shop.store._database.flush

    def slow() -> None:
        began.set()
        assert may_end.wait(PATIENCE)
        flush()

    shop.store._database.flush = slow
    holding, go = threading.Event(), threading.Event()

    def hold(transaction: Any) -> None:
        holding.set()
        assert go.wait(PATIENCE)

    def write(code: str) -> None:
        shop.store.transact(lambda each: add(each, code), write=True)

    def read_all() -> None:
        shop.store.transact(lambda each: each.execute('SELECT 1 FROM "Product"'), write=False)
        read.set()

    # Two that wait for a third: the first of them leaves its flush until the other has begun.
    third = threading.Thread(target=lambda: shop.store.transact(hold, write=True))
    third.start()
    assert holding.wait(PATIENCE)
    writers = [threading.Thread(target=write, args=(code,)) for code in ("TEA-1", "TEA-2")]
    for writer in writers:
        writer.start()
    while len(shop.store._committers) < 3:
        time.sleep(0.001)
    go.set()
    assert began.wait(PATIENCE)
    reader = threading.Thread(target=read_all)
    reader.start()
    assert not read.wait(0.05)
    may_end.set()
    assert read.wait(PATIENCE)
    for thread in (third, *writers, reader):
        thread.join(PATIENCE)
