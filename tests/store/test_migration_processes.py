"""Migrations among processes: killed in the middle, two at once, and an old program beside one."""

import multiprocessing
import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import open_migration
from jadpo_runtime.store.schema import Effect
from jadpo_runtime.values import Duration

FORKED = multiprocessing.get_context("fork")


@pytest.fixture
def place(tmp_path):
    return tmp_path / "test.db"


@pytest.fixture
def schemas(open_world, place, make_entity, t):
    """A database with many rows; the migration that remakes its table."""
    old = make_entity("Thing", {"n": t.INT, "name": t.TEXT, "price": t.INT}, identity="n")
    new = make_entity(
        "Thing", {"n": t.INT, "name": t.MAYBE(t.TEXT), "price": t.DECIMAL}, identity="n"
    )
    open_world(f"sqlite:{place}", [old]).store.close()
    with closing(sqlite3.connect(place)) as database, database:
        database.execute(
            "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number "
            "WHERE n < 50000) INSERT INTO Thing SELECT n, 'thing ' || n, n FROM number"
        )
    manifest = open_world("sqlite::memory:", [new]).manifest

    def migrate(progress=lambda what, rows: None):
        migration = open_migration(
            f"sqlite:{place}", "primary", manifest, lock_timeout=Duration(30_000_000)
        )
        return migration.apply(SQLITE_RECORD_TABLES, progress, None, allow_loss=False)

    return migrate


def state(place):
    with closing(sqlite3.connect(place)) as database:
        return (
            database.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall(),
            database.execute("SELECT * FROM _jadpo_schema").fetchall(),
            database.execute("SELECT count(*), sum(n), min(name) FROM Thing").fetchall(),
            database.execute("PRAGMA integrity_check").fetchall(),
        )


@pytest.mark.parametrize("moment", ["checking", "copying `Thing`", "copying `Thing` 40000"])
def test_a_killed_migration_leaves_the_old_schema(schemas, place, moment):
    before = state(place)

    def kill_at(what, rows):
        if f"{what} {rows}".startswith(moment):
            os.kill(os.getpid(), signal.SIGKILL)

    child = FORKED.Process(target=schemas, args=(kill_at,))
    child.start()
    child.join()

    assert child.exitcode == -signal.SIGKILL
    assert state(place) == before
    assert schemas().applied
    assert state(place)[2:] == before[2:]


def test_a_migration_killed_at_any_time_leaves_the_old_schema_or_the_new_one(schemas, place):
    rows = state(place)[2:]
    for delay in (0.01, 0.05, 0.1, 0.2, 0.4):
        child = FORKED.Process(target=schemas)
        child.start()
        time.sleep(delay)
        os.kill(child.pid, signal.SIGKILL)
        child.join()

        assert state(place)[2:] == rows
    schemas()
    assert schemas().findings == ()


def test_two_that_migrate_at_once_migrate_once(schemas, place):
    results = FORKED.Queue()

    def migrate():
        migrated = schemas()
        results.put((migrated.applied, len(migrated.findings)))

    children = [FORKED.Process(target=migrate) for _ in range(3)]
    for child in children:
        child.start()
    for child in children:
        child.join()

    found = sorted(results.get() for _ in children)
    assert found == [(True, 0), (True, 0), (True, 2)]


def test_rows_that_are_read_meanwhile_are_those_of_before(schemas, place):
    seen = []

    def read(what, rows):
        with closing(sqlite3.connect(place)) as database:
            seen.append(
                database.execute("SELECT count(*), max(typeof(price)) FROM Thing").fetchone()
            )

    migrated = schemas(read)

    assert {finding.effect for finding in migrated.findings} == {Effect.KEEPS}
    assert set(seen) == {(50000, "integer")}
