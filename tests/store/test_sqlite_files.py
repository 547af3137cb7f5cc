"""SQLite files: opening, schemas, other processes, and what goes wrong with disks."""

import multiprocessing
import os
import sqlite3
import subprocess
import threading
import time
from decimal import Decimal
from pathlib import Path

import pytest

from jadpo_runtime.clock import SystemClock
from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.randomness import system_randomness
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import StoreError, open_store
from jadpo_runtime.values import Duration


@pytest.fixture
def place(tmp_path):
    return tmp_path / "test.db"


@pytest.fixture
def thing(make_entity, t):
    return make_entity("Thing", {"number": t.INT, "name": t.MAYBE(t.TEXT)})


def open_thing(open_world, place, thing, **settings):
    return open_world(f"sqlite:{place}", [thing], **settings)


def refusal(open_world, place, *entities):
    with pytest.raises(StoreError) as raised:
        open_world(f"sqlite:{place}", list(entities))
    assert "sqlite3" not in raised.value.detail
    return raised.value.detail


# ---- opening


def test_rows_are_there_when_the_database_is_opened_again(open_world, place, thing):
    open_thing(open_world, place, thing).create("Thing", number=1, name=None)

    assert open_thing(open_world, place, thing).values("Thing", "number") == [1]


def test_a_file_is_durable_and_lets_readers_read(open_world, place, thing):
    world = open_thing(open_world, place, thing)

    settings = {
        name: world.read(lambda transaction, name=name: transaction.execute(f"PRAGMA {name}"))
        for name in ("journal_mode", "synchronous", "foreign_keys", "page_size")
    }

    assert settings == {
        "journal_mode": [("wal",)],
        "synchronous": [(2,)],
        "foreign_keys": [(1,)],
        "page_size": [(2048,)],
    }


def test_each_memory_is_a_database_of_its_own(open_world, thing):
    first, second = (open_world("sqlite::memory:", [thing]) for _ in range(2))
    first.create("Thing", number=1, name=None)

    assert second.select("Thing") == []


def test_a_file_that_is_no_database_is_refused_and_left_alone(open_world, place, thing):
    for content in (b"hello", b"hello, world\n" * 1000):
        place.write_bytes(content)

        assert "is not an SQLite database" in refusal(open_world, place, thing)
        assert place.read_bytes() == content


def test_a_missing_folder_is_named(open_world, tmp_path, thing):
    assert f"no folder {tmp_path / 'none'}" in refusal(open_world, tmp_path / "none/x.db", thing)


def test_a_folder_is_no_database(open_world, tmp_path, thing):
    assert "is a folder" in refusal(open_world, tmp_path, thing)


def test_a_path_through_a_file_is_refused(open_world, place, thing):
    place.write_text("x")

    refusal(open_world, place / "x.db", thing)


@pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000])
def test_a_path_that_cannot_be_is_refused(open_world, path, thing):
    refusal(open_world, path, thing)


@pytest.mark.parametrize(
    "written", ["", "sqlite", "mysql://h/d", "shop.db", "postgres://user:secret@host/shop"]
)
def test_a_url_of_no_known_store_is_refused_without_showing_it(shop, written):
    with pytest.raises(StoreError) as raised:
        open_store(
            written, "primary", shop.manifest, clock=shop.clock, randomness=system_randomness()
        )

    assert "primary" in raised.value.detail
    assert "secret" not in raised.value.detail


@pytest.fixture
def small_disk(tmp_path):
    """A disk of one megabyte, and a way to make it read-only; only where mounting is allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def make_read_only(folder):
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def test_a_read_only_folder_is_refused(open_world, small_disk, thing):
    make_read_only(small_disk)

    assert "cannot be" in refusal(open_world, small_disk / "x.db", thing)


def test_a_disk_that_becomes_full_loses_nothing_and_keeps_nothing_half(
    open_world, small_disk, thing
):
    world = open_thing(open_world, small_disk / "x.db", thing)
    world.create("Thing", number=1, name=None)
    kept = 1

    def fill():
        nonlocal kept
        while True:
            world.create("Thing", number=kept + 1, name="x" * 10_000)
            kept += 1

    with pytest.raises(Fault) as raised:
        fill()

    assert raised.value.code is FaultCode.STORE_UNAVAILABLE
    assert "disk is full" in raised.value.detail
    assert world.values("Thing", "number") == list(range(1, kept + 1))
    with pytest.raises(Fault, match="store_unavailable"):
        world.create("Thing", number=0, name="x" * 2_000_000)
    assert world.values("Thing", "number") == list(range(1, kept + 1))


def test_a_transaction_that_the_disk_ended_runs_nothing_more(open_world, small_disk, thing):
    """SQLite rolls back by itself: a statement after that must not commit by itself."""
    world = open_thing(open_world, small_disk / "x.db", thing)
    plan = world.create_plan("Thing", ("number", "name"))

    def work(transaction):
        transaction.effects.create(plan, [1, None])
        with pytest.raises(Fault):
            transaction.effects.create(plan, [2, "x" * 50_000_000])
        with pytest.raises(Fault):
            transaction.effects.create(plan, [3, None])

    with pytest.raises(Fault) as raised:
        world.write(work)

    assert raised.value.code is FaultCode.STORE_UNAVAILABLE
    assert world.select("Thing") == []


def test_a_damaged_file_is_a_clear_fault(open_world, place, thing):
    world = open_thing(open_world, place, thing)
    for number in range(300):
        world.create("Thing", number=number, name="x" * 100)
    world.store.close()
    content = bytearray(place.read_bytes())
    content[6 * 2048 :] = os.urandom(len(content) - 6 * 2048)
    place.write_bytes(content)

    with pytest.raises(Fault) as raised:
        open_thing(open_world, place, thing).select("Thing")

    assert raised.value.code is FaultCode.STORE_UNAVAILABLE
    assert "damaged" in raised.value.detail


def test_a_table_that_is_gone_is_a_clear_fault(open_world, place, thing):
    world = open_thing(open_world, place, thing)
    with sqlite3.connect(place) as other:
        other.execute('DROP TABLE "Thing"')
    other.close()

    with pytest.raises(Fault) as raised:
        world.select("Thing")
    assert raised.value.code is FaultCode.STORE_UNAVAILABLE
    assert "gone" in refusal(open_world, place, thing)


def test_another_process_that_holds_the_lock_is_waited_for(open_world, place, thing):
    world = open_thing(open_world, place, thing, lock_timeout=Duration(200_000))
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(Fault) as raised:
        world.create("Thing", number=1, name=None)
    assert raised.value.code is FaultCode.STORE_CONTENDED
    assert world.select("Thing") == []

    other.execute("ROLLBACK")
    other.close()
    world.create("Thing", number=2, name=None)
    assert world.values("Thing", "number") == [2]


# ---- processes


def start_with(context, place, count, body):
    """Run ``body(place, number)`` in ``count`` processes at once; their exit codes."""
    processes = [context.Process(target=body, args=(place, number)) for number in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    return [process.exitcode for process in processes]


def test_processes_that_start_together_on_a_new_database_all_succeed(shop, place):
    """Forked, so that they begin at the same moment."""
    context = multiprocessing.get_context("fork")
    manifest = shop.manifest
    plan = shop.create_plan("Product", ("code", "price", "stock"))

    def body(place, number):
        store = open_store(
            f"sqlite:{place}",
            "primary",
            manifest,
            clock=SystemClock(),
            randomness=system_randomness(),
        )
        store.prepare_schema(SQLITE_RECORD_TABLES)
        for at in range(20):
            values = [f"P{number}-{at}", Decimal(1), 1]
            store.transact(
                lambda transaction, values=values: transaction.effects.create(plan, values),
                write=True,
            )
        store.close()
        os._exit(0)

    assert start_with(context, place, 5, body) == [0] * 5
    with sqlite3.connect(place) as other:
        rows = [row for (row,) in other.execute('SELECT id FROM "Product" ORDER BY rowid')]
    other.close()
    assert len(rows) == 100
    assert rows == sorted(rows), "identities increase in order of creation [E1]"


# ---- schemas


def test_what_was_made_is_recorded_readably(open_world, place, thing):
    open_thing(open_world, place, thing)

    with sqlite3.connect(place) as other:
        rows = other.execute("SELECT entity, shape FROM _jadpo_schema").fetchall()
    other.close()

    assert rows == [
        (
            "Thing",
            '{"fields": {"id": "uuid", "number": "int", "name": "text?"}, "identity": "id", '
            '"uniques": [], "indexes": [], "references": {}, "rules": {"id": {"type": "Uuid"}, '
            '"number": {"type": "Int"}, "name": {"type": "Text"}}}',
        )
    ]


def snapshot(place):
    with sqlite3.connect(place) as other:
        schema = other.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
        shapes = other.execute("SELECT * FROM _jadpo_schema").fetchall()
    other.close()
    return schema, shapes


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"fields": {"number": "TEXT", "name": "MAYBE TEXT"}}, "`Thing.number` is stored as `int`"),
        ({"fields": {"number": "MAYBE INT", "name": "MAYBE TEXT"}}, "and the program has `int?`"),
        ({"fields": {"number": "INT"}}, "`Thing.name` is stored, and the program has none"),
        (
            {"fields": {"number": "INT", "name": "MAYBE TEXT", "more": "INT"}},
            "`Thing.more` is not stored",
        ),
        ({"identity": "number"}, "identity"),
        ({"references": [("number", "Thing.number", "cascade")]}, "`Thing.number -> Thing.number`"),
    ],
)
def test_another_schema_is_refused_and_left_alone(
    open_world, place, thing, make_entity, t, changed, said
):
    open_thing(open_world, place, thing).store.close()
    before = snapshot(place)
    kinds = {
        "INT": t.INT,
        "TEXT": t.TEXT,
        "MAYBE TEXT": t.MAYBE(t.TEXT),
        "MAYBE INT": t.MAYBE(t.INT),
    }
    settings = {"fields": {"number": "INT", "name": "MAYBE TEXT"}, **changed}
    fields = {name: kinds[kind] for name, kind in settings.pop("fields").items()}
    if "identity" in settings:
        fields = {"id": t.UUID, **fields}
    if "references" in settings:
        settings["uniques"] = ["number"]
    other = make_entity("Other", {"number": t.INT})

    detail = refusal(open_world, place, other, make_entity("Thing", fields, **settings))

    assert said in detail
    assert "Nothing was changed" in detail
    assert snapshot(place) == before


def test_an_entity_that_the_program_has_no_more_is_refused(
    open_world, place, thing, make_entity, t
):
    open_thing(open_world, place, thing)

    assert "`Thing` is stored" in refusal(open_world, place, make_entity("Other", {"n": t.INT}))


def test_new_entities_and_indexes_are_added(open_world, place, thing, make_entity, t):
    open_thing(open_world, place, thing).create("Thing", number=1, name=None)
    fields = {"number": t.INT, "name": t.MAYBE(t.TEXT)}
    wider = make_entity("Thing", fields, uniques=["number"], indexes=["name"])

    world = open_world(f"sqlite:{place}", [wider, make_entity("Other", {"n": t.INT})])

    world.create("Other", n=1)
    with pytest.raises(ConstraintConflict):
        world.create("Thing", number=1, name=None)
    assert "Thing index name" in dict(snapshot(place)[0])
    narrower = make_entity("Thing", fields, uniques=["number"])
    open_world(f"sqlite:{place}", [narrower, make_entity("Other", {"n": t.INT})])
    assert "Thing index name" not in dict(snapshot(place)[0])


def test_a_unique_that_rows_break_is_refused(open_world, place, thing, make_entity, t):
    world = open_thing(open_world, place, thing)
    world.create("Thing", number=1, name=None)
    world.create("Thing", number=1, name=None)
    before = snapshot(place)
    unique = make_entity("Thing", {"number": t.INT, "name": t.MAYBE(t.TEXT)}, uniques=["number"])

    assert "are alike in (number)" in refusal(open_world, place, unique)
    assert snapshot(place) == before


def test_tables_of_others_are_left_alone(open_world, place, thing):
    with sqlite3.connect(place) as other:
        other.execute("CREATE TABLE mine (x)")
    open_thing(open_world, place, thing)
    with sqlite3.connect(place) as other:
        other.execute("DROP TABLE _jadpo_schema")
    other.close()

    assert "was not made for the entity `Thing`" in refusal(open_world, place, thing)


def of_another_program(place: Path, table: str) -> bytes:
    """A database of another program, with a rollback journal; its bytes."""
    other = sqlite3.connect(place)
    other.execute(f"CREATE TABLE {table} (a, b)")
    other.execute(f"INSERT INTO {table} VALUES (1, 2)")
    other.commit()
    other.close()
    return place.read_bytes()


def test_a_database_of_another_program_that_is_refused_is_not_touched(open_world, place, thing):
    before = of_another_program(place, "Thing")

    assert "Nothing was changed" in refusal(open_world, place, thing)

    assert place.read_bytes() == before
    assert [each.name for each in place.parent.iterdir()] == [place.name]


def test_a_database_of_another_program_that_is_shared_has_the_log_at_once(open_world, place, thing):
    of_another_program(place, "others")

    world = open_thing(open_world, place, thing)

    world.create("Thing", number=1, name=None)
    assert world.read(lambda reading: reading.execute("PRAGMA journal_mode")) == [("wal",)]


def test_entities_that_differ_only_in_case_are_refused(open_world, place, make_entity, t):
    entities = [make_entity(name, {"n": t.INT}) for name in ("Thing", "THing")]

    assert "differ only in case" in refusal(open_world, place, *entities)


def test_opening_again_writes_nothing(open_world, place, thing):
    open_thing(open_world, place, thing).store.close()
    before = place.stat().st_mtime_ns
    time.sleep(0.01)
    open_thing(open_world, place, thing).store.close()

    assert place.stat().st_mtime_ns == before
    assert not Path(f"{place}-wal").exists()


def test_who_waits_for_another_process_is_stopped(open_world, place, thing):
    """[L6]"""
    world = open_thing(open_world, place, thing)
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    me = threading.get_ident()
    timer = threading.Timer(0.05, world.store.interrupt, [me])
    timer.start()

    with pytest.raises(Stopped):
        world.create("Thing", number=1, name=None)

    timer.join()
    other.close()


def test_threads_find_the_database_from_another_folder(open_world, tmp_path, thing, monkeypatch):
    monkeypatch.chdir(tmp_path)
    world = open_thing(open_world, "test.db", thing)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    thread = threading.Thread(target=world.create, args=["Thing"], kwargs={"number": 1, "name": ""})
    thread.start()
    thread.join()

    assert world.values("Thing", "number") == [1]
    assert list((tmp_path / "elsewhere").iterdir()) == []
