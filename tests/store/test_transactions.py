"""Transactions: all or nothing, savepoints, stopping, threads [L6] [M2] [F5]."""

import threading
import time
from decimal import Decimal

import pytest

from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.manifest import All
from jadpo_runtime.values import Duration
from jadpo_runtime.values.internal_error import InternalError

COUNT_FOR_LONG = (
    "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 2000000000) "
    "SELECT count(*) FROM numbers"
)


class ToldError(Exception):
    """A test's own exception."""


@pytest.fixture
def add(shop):
    plan = shop.create_plan("Product", ("code", "price", "stock"))
    return lambda transaction, code: transaction.effects.create(plan, [code, Decimal(1), 1])


def codes(shop):
    return shop.values("Product", "code", order="code")


def test_what_the_work_returns_is_committed_and_returned(shop, add):
    assert shop.write(lambda transaction: (add(transaction, "TEA-1"), 42)[1]) == 42
    assert codes(shop) == ["TEA-1"]


@pytest.mark.parametrize(
    "error", [ToldError(), Fault(FaultCode.DIVISION_BY_ZERO), KeyboardInterrupt()]
)
def test_an_exception_rolls_back_and_is_raised_again(shop, add, error):
    def work(transaction):
        add(transaction, "TEA-1")
        raise error

    with pytest.raises(type(error)) as raised:
        shop.write(work)

    assert raised.value is error
    assert codes(shop) == []


def test_a_savepoint_undoes_what_followed_it(shop, add):
    """[F5]"""
    every = shop.select_plan("Product", All(), ())

    def work(transaction):
        add(transaction, "TEA-1")
        outer = transaction.savepoint()
        add(transaction, "TEA-2")
        inner = transaction.savepoint()
        add(transaction, "TEA-3")
        transaction.release(inner)
        second = transaction.savepoint()
        add(transaction, "TEA-4")
        transaction.roll_back(second)
        assert len(transaction.effects.select(every, ())) == 3
        transaction.roll_back(outer)
        add(transaction, "TEA-5")

    shop.write(work)

    assert codes(shop) == ["TEA-1", "TEA-5"]


def test_savepoints_nest_deeply(shop, add):
    def work(transaction):
        marks = [transaction.savepoint() for _ in range(300)]
        add(transaction, "TEA-1")
        for mark in reversed(marks):
            transaction.release(mark)

    shop.write(work)

    assert codes(shop) == ["TEA-1"]


def test_a_conflict_leaves_the_rest_of_the_transaction(shop, add):
    def work(transaction):
        add(transaction, "TEA-1")
        with pytest.raises(ConstraintConflict):
            add(transaction, "TEA-1")
        add(transaction, "TEA-2")

    shop.write(work)

    assert codes(shop) == ["TEA-1", "TEA-2"]


def test_the_store_has_the_clock_it_was_given(shop, minute):
    """[M2]"""
    before = shop.read(lambda transaction: transaction.now())
    shop.clock.advance(minute)

    assert shop.read(lambda transaction: transaction.now()) == before + minute


def test_records_of_the_runtime_are_in_the_same_transaction(shop, add):
    shop.store.prepare_schema(["CREATE TABLE IF NOT EXISTS _jadpo_note (text TEXT) STRICT"])

    def note(transaction):
        transaction.execute("INSERT INTO _jadpo_note VALUES (?)", ("x",))
        assert transaction.change("UPDATE _jadpo_note SET text = ? WHERE text = 'x'", ("y",)) == 1
        assert transaction.change("UPDATE _jadpo_note SET text = ? WHERE text = 'x'", ("z",)) == 0
        add(transaction, "TEA-1")

    def fail(transaction):
        note(transaction)
        raise ToldError

    with pytest.raises(ToldError):
        shop.write(fail)
    shop.write(note)

    rows = shop.read(lambda transaction: transaction.execute("SELECT text FROM _jadpo_note"))
    assert rows == [("y",)]
    assert codes(shop) == ["TEA-1"]


def test_a_transaction_within_another_is_a_mistake(shop):
    with pytest.raises(InternalError):
        shop.write(lambda transaction: shop.read(lambda inner: None))

    assert codes(shop) == []


def test_a_transaction_cannot_be_used_when_it_is_over(shop, add):
    leaked = shop.write(lambda transaction: transaction)

    with pytest.raises(InternalError):
        add(leaked, "TEA-1")

    assert codes(shop) == []


# ---- stopping


def stopping(shop, work, *, write=True, after=0.05):
    """Run ``work``, stop it from outside after some seconds, and see that it ends stopped."""
    me = threading.get_ident()

    def stop():
        time.sleep(after)
        shop.store.interrupt(me)

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        with pytest.raises(Stopped):
            shop.store.transact(work, write=write)
    finally:
        thread.join()


@pytest.mark.parametrize("write", [True, False])
def test_a_statement_is_stopped(shop, write):
    """[L6]"""
    stopping(shop, lambda transaction: transaction.execute(COUNT_FOR_LONG), write=write)


def test_a_stopped_transaction_keeps_nothing_and_runs_nothing_more(shop, add):
    ran = []

    def work(transaction):
        add(transaction, "TEA-1")
        with pytest.raises(Stopped):
            transaction.execute(COUNT_FOR_LONG)
        for step in (
            lambda: add(transaction, "TEA-2"),
            lambda: transaction.execute("SELECT 1"),
            transaction.savepoint,
        ):
            with pytest.raises(Stopped):
                step()
            ran.append(step)

    stopping(shop, work)

    assert len(ran) == 3
    assert codes(shop) == []
    shop.write(lambda transaction: add(transaction, "TEA-3"))
    assert codes(shop) == ["TEA-3"]


def test_a_write_is_stopped_in_its_middle(shop):
    shop.store.prepare_schema(["CREATE TABLE IF NOT EXISTS _jadpo_number (n INTEGER) STRICT"])
    sql = COUNT_FOR_LONG.replace("SELECT count(*)", "INSERT INTO _jadpo_number SELECT n")

    stopping(shop, lambda transaction: transaction.execute(sql))

    rows = shop.read(lambda transaction: transaction.execute("SELECT count(*) FROM _jadpo_number"))
    assert rows == [(0,)]


def test_a_thread_that_waits_for_another_is_stopped(shop):
    holding, done = threading.Event(), threading.Event()

    def hold(transaction):
        holding.set()
        done.wait(10)

    holder = threading.Thread(target=shop.write, args=(hold,))
    holder.start()
    holding.wait(10)
    try:
        stopping(shop, lambda transaction: None)
    finally:
        done.set()
        holder.join()


def test_stopping_one_thread_leaves_the_others(shop, add):
    shop.store.interrupt()
    shop.store.interrupt(threading.get_ident() + 1)

    def work(transaction):
        shop.store.interrupt(threading.get_ident() + 1)
        add(transaction, "TEA-1")

    shop.write(work)

    assert codes(shop) == ["TEA-1"]


# ---- threads


def test_threads_share_the_store(shop, add):
    failures = []

    def work(name):
        try:
            for number in range(25):
                shop.write(lambda transaction, at=number: add(transaction, f"{name}-{at}"))
                codes(shop)
        except Exception as error:  # noqa: BLE001 - told to the test
            failures.append(error)

    threads = [threading.Thread(target=work, args=(f"T{name}",)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert len(codes(shop)) == 100


def test_a_writer_that_waits_too_long_is_contended(url, open_world, make_entity, t):
    world = open_world(
        url, [make_entity("Thing", {"number": t.INT})], lock_timeout=Duration(100_000)
    )
    holding, done = threading.Event(), threading.Event()

    def hold(transaction):
        holding.set()
        done.wait(10)

    holder = threading.Thread(target=world.write, args=(hold,))
    holder.start()
    holding.wait(10)
    try:
        with pytest.raises(Fault) as raised:
            world.create("Thing", number=1)
    finally:
        done.set()
        holder.join()

    assert raised.value.code is FaultCode.STORE_CONTENDED
    world.create("Thing", number=2)
    assert world.values("Thing", "number") == [2]


# ---- durability


def flushes(shop):
    """Counts how often the store brings its log to the disk by itself."""
    calls = []
    flush = shop.store._database.flush
    shop.store._database.flush = lambda: calls.append(flush())
    return calls


def test_what_is_not_durable_is_flushed_when_asked(shop, add):
    calls = flushes(shop)
    for number in range(3):
        shop.store.transact(
            lambda transaction, at=number: add(transaction, f"TEA-{at}"), write=True, durable=False
        )
    assert calls == []

    shop.store.flush()

    assert len(calls) == 1
    assert codes(shop) == ["TEA-0", "TEA-1", "TEA-2"]


def test_the_world_does_not_see_what_a_power_cut_can_undo(shop, add):
    calls = flushes(shop)
    shop.store.transact(lambda transaction: add(transaction, "TEA-1"), write=True, durable=False)

    def act(transaction):
        assert calls == []
        transaction.acts_outward()
        assert len(calls) == 1

    shop.store.transact(act, write=True, durable=False)

    assert len(calls) == 2


def test_a_durable_commit_after_others_is_a_full_one(shop, add):
    def mode(transaction):
        return transaction.execute("PRAGMA synchronous")

    modes = [
        shop.store.transact(mode, write=True, durable=durable) for durable in (True, False, True)
    ]

    assert modes in ([[(2,)], [(1,)], [(2,)]], [[(2,)]] * 3)


def test_reading_very_many_rows_is_stopped(url, open_world, make_entity, t):
    """[L6]: also while snapshots are made of them."""
    world = open_world(url, [make_entity("Thing", {"at": t.INSTANT})])
    insert = (
        "INSERT INTO \"Thing\" (id, at) SELECT printf('%08x-0000-7000-8000-000000000000', n), "
        "'2026-01-01T00:00:00.000000Z' FROM (WITH RECURSIVE numbers(n) AS "
        "(SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 300000) SELECT n FROM numbers)"
    )
    world.write(lambda transaction: transaction.execute(insert))
    plan = world.select_plan("Thing", All(), ())

    for after in (0.05, 0.25):
        stopping(world, lambda transaction: transaction.effects.select(plan, ()), after=after)
