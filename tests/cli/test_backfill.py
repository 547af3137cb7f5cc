"""A required field that a backfill computes, from migration to the end of its run [V6] [K3]."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from command_line import jadpo, write

OLD = """
entity Product {
  id: Uuid { generated: identity }
  name: Text
  identity: id
  action add(name: Product.name) -> Product { return attempt create Product { name: name } }
}
"""

NEW = """
type Slug = Text { max_length: 5 }
failure NoSlug { kind: Rejected  code: "no_slug"  message: "No slug." }

entity Product {
  id: Uuid { generated: identity }
  name: Text
  slug: Slug
  identity: id
  query all() freshness: authoritative -> List<Product> {
    return attempt query many Product { order_by: name asc }
  }
  query by_slug(wanted: Product.slug) freshness: authoritative -> Product? {
    return attempt query optional Product { where: slug == wanted }
  }
  action touch() -> Unit { }
}

backfill Product.slug(product) {
  if product.name == "none" { reject NoSlug }
  return attempt Slug(text.lower(product.name))
}
"""


@pytest.fixture
def migrated(tmp_path: Path) -> tuple[Path, str]:
    """The new program, and a database that was migrated to it with rows in it."""
    url = f"sqlite:{tmp_path}/app.db"
    app = write(tmp_path / "app", app=OLD)
    for name in ("TEA", "Milk"):
        ended = jadpo("run", app, "Product.add", "--input", json.dumps(name), "--database", url)
        assert ended.returncode == 0, ended.stderr + ended.stdout
    write(tmp_path / "app", app=NEW)
    ended = jadpo("migrate", app, "--database", url)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "which its backfill computes for the stored rows: 2 rows to fill" in ended.stdout
    return app, url


def rows(url: str, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:"))) as opened, opened:
        return opened.execute(sql).fetchall()


def run(app: Path, url: str, name: str, *more: str) -> dict[str, object]:
    ended = jadpo("run", app, name, *more, "--database", url, "--json")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    document: dict[str, object] = json.loads(ended.stdout)
    return document


def slugs(document: dict[str, object]) -> list[object]:
    result = document["result"]
    assert isinstance(result, list)
    return [each["slug"] for each in result]


def test_rows_are_computed_until_the_run_has_filled_them(migrated: tuple[Path, str]) -> None:
    app, url = migrated

    computed = run(app, url, "Product.all")
    found = run(app, url, "Product.by_slug", "--input", '"tea"')["result"]
    stored = rows(url, "SELECT slug FROM Product")
    work = run(app, url, "Product.touch")["work"]

    assert slugs(computed) == ["milk", "tea"]
    assert isinstance(found, dict)
    assert found["name"] == "TEA"
    assert stored == [(None,), (None,)]
    assert isinstance(work, list)
    assert [(each["name"], each["state"]) for each in work] == [("backfill Product.slug", "done")]
    assert rows(url, "SELECT slug FROM Product ORDER BY id") == [("tea",), ("milk",)]
    assert rows(url, "SELECT rows_done, rows_failed, state FROM _jadpo_batch_run") == [
        (2, 0, "done")
    ]
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        rows(url, "UPDATE Product SET slug = NULL")
    assert slugs(run(app, url, "Product.all")) == ["milk", "tea"]
    assert "Nothing to do" in jadpo("migrate", app, "--database", url).stdout


def test_rows_that_fail_are_recorded_and_stop_no_other(migrated: tuple[Path, str]) -> None:
    app, url = migrated
    rows(
        url,
        "INSERT INTO Product (id, name) VALUES ('00000000-0000-7000-8000-000000000000', 'none')",
    )
    rows(
        url,
        "INSERT INTO Product (id, name) VALUES ('ffffffff-0000-7000-8000-000000000000', 'Biscuit')",
    )

    run(app, url, "Product.touch")

    assert rows(url, "SELECT rows_done, rows_failed, state FROM _jadpo_batch_run") == [
        (2, 2, "done")
    ]
    failures = rows(url, "SELECT error_code, identity FROM _jadpo_batch_failure ORDER BY identity")
    assert [code for code, _ in failures] == ["no_slug", "invalid_value"]
    assert rows(url, "SELECT count(*) FROM Product WHERE slug IS NULL") == [(2,)]
    read = jadpo("run", app, "Product.all", "--database", url)
    assert read.returncode == 1
    assert "fault[stored_value_invalid]" in read.stdout or "stored_value_invalid" in read.stdout

    # Mended, migrating records another run.
    rows(url, "UPDATE Product SET name = 'ok' WHERE name IN ('none', 'Biscuit')")
    again = jadpo("migrate", app, "--database", url)
    assert "2 rows to fill" in again.stdout
    run(app, url, "Product.touch")
    assert rows(url, "SELECT count(*) FROM Product WHERE slug IS NULL") == [(0,)]
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        rows(url, "UPDATE Product SET slug = NULL")


def test_migrating_twice_records_one_run(migrated: tuple[Path, str]) -> None:
    app, url = migrated

    jadpo("migrate", app, "--database", url)

    assert rows(url, "SELECT batch, state FROM _jadpo_batch_run") == [
        ("backfill Product.slug", "pending")
    ]
    assert jadpo("check", app, "--database", url).stdout == ""


def test_the_run_goes_when_the_field_goes(migrated: tuple[Path, str]) -> None:
    app, url = migrated
    write(app, app=OLD)

    ended = jadpo("migrate", app, "--database", url)

    assert ended.returncode == 0, ended.stdout
    assert rows(url, "SELECT * FROM _jadpo_batch_run") == []


def test_a_killed_run_goes_on_where_it_was(migrated: tuple[Path, str]) -> None:
    """[K1] [Z6]"""
    app, url = migrated
    rows(
        url,
        "WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 30000) "
        "INSERT INTO Product (id, name) "
        "SELECT printf('00000000-0000-7000-8000-%012d', n), 'tea' FROM k",
    )
    done = "SELECT rows_done FROM _jadpo_batch_run"
    child = subprocess.Popen(
        [sys.executable, "-m", "jadpo", "run", app, "Product.touch", "--database", url],
        stdout=subprocess.DEVNULL,
    )
    while rows(url, done) == [(0,)] and child.poll() is None:
        time.sleep(0.01)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()

    ((filled,),) = rows(url, done)
    assert isinstance(filled, int)
    assert 0 < filled < 30002
    assert rows(url, "SELECT count(slug) FROM Product") == [(filled,)]
    # As when its lease has ended.
    rows(url, "UPDATE _jadpo_batch_run SET state = 'pending', token = NULL, owner = NULL")
    run(app, url, "Product.touch")
    assert rows(url, "SELECT rows_done, rows_failed, state FROM _jadpo_batch_run") == [
        (30002, 0, "done")
    ]
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        rows(url, "UPDATE Product SET slug = NULL")
