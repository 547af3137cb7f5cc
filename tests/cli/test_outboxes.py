"""Listing the events of databases: what is shown, and that nothing is made or changed."""

import io
import json
import sqlite3
from pathlib import Path

import pytest
from python_program import Building, PythonProgram, Reject, seconds

from jadpo.cli.outbox_views import print_outboxes, print_outboxes_as_json
from jadpo.cli.outboxes import Outbox, read_outboxes
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.context import Context
from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.manifest import (
    ConfigDefinition,
    RetryPolicy,
    RetryShape,
    StoreDefinition,
)
from jadpo_runtime.values import Field, Primitive, PrimitiveType

TEXT = PrimitiveType(Primitive.TEXT)


def refuse(_: Context, name: str) -> None:
    raise Reject("Busy" if name == ("later",) else "Refused")


def program() -> PythonProgram:
    building = Building()
    building.event("Order", Field("name", TEXT))
    building.callable("place", lambda context: context.emit("Order", "made", ("tea",)))
    building.callable("place_later", lambda context: context.emit("Order", "made", ("later",)))
    building.subscriber("reserve", "Order", lambda context, _: None)
    later = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(3600))
    building.subscriber("bill", "Order", refuse, later)
    return building.program()


def filled(folder: Path) -> str:
    """The URL of a database with two events."""
    url = f"sqlite:{folder}/shop.db"
    with tool(
        program(), environment={}, databases={"primary": url}, report=lambda _: None
    ) as running:
        for name in ("place", "place_later"):
            running.run(name, ())
            running.run_due()
    return url


def read(url: str) -> tuple[Outbox, ...] | list[Diagnostic]:
    return read_outboxes(program().manifest, {}, {"primary": url})


def problem(url: str) -> Diagnostic:
    found = read(url)
    assert isinstance(found, list)
    (diagnostic,) = found
    return diagnostic


def printed(url: str) -> list[str]:
    found = read(url)
    assert isinstance(found, tuple)
    output = io.StringIO()
    print_outboxes(found, output)
    return output.getvalue().splitlines()


def test_events_are_listed_newest_last_with_their_deliveries(tmp_path: Path) -> None:
    lines = printed(filled(tmp_path))

    assert len(lines) == 6
    assert lines[0].endswith('Z Order.made {"name":"tea"}')
    assert lines[1] == "  reserve on Order.made: done, 1 attempt"
    assert lines[2] == (
        "  bill on Order.made: failed, 1 attempt, refused: Refused. (shop.jadpo:2:3)"
    )
    assert lines[3].endswith('Z Order.made {"name":"later"}')
    assert lines[5].startswith("  bill on Order.made: pending, 1 attempt, due 20")
    assert lines[5].endswith("Z, busy: Busy. (shop.jadpo:2:3)")


def test_events_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = read(filled(tmp_path))
    assert isinstance(found, tuple)

    print_outboxes_as_json(found)

    first, second = json.loads(capsys.readouterr().out)["events"]
    assert (first["store"], first["event"], first["variant"]) == ("primary", "Order", "made")
    assert (first["payload"], first["cause"], first["publications"]) == ({"name": "tea"}, None, [])
    reserve, bill = second["deliveries"]
    assert (reserve["subscriber"], reserve["state"], reserve["attempts"]) == ("reserve", "done", 1)
    assert reserve["error"] is None
    assert bill["error"] == {"code": "busy", "text": "Busy. (shop.jadpo:2:3)"}
    assert bill["settled_at"] is None


def test_a_missing_database_is_told_and_not_made(tmp_path: Path) -> None:
    found = problem(f"sqlite:{tmp_path}/none.db")

    assert found.rule == "cli.database_missing"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_and_another_programs_database_have_no_events(tmp_path: Path) -> None:
    empty, other = tmp_path / "empty.db", tmp_path / "other.db"
    empty.touch()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    before = other.read_bytes()

    assert printed(f"sqlite:{empty}") == [f"There are no events in {empty}."]
    assert printed(f"sqlite:{other}") == [f"There are no events in {other}."]
    assert empty.read_bytes() == b""
    assert other.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [empty, other]


@pytest.mark.parametrize("name", ["a b.db", "a?mode=rwc.db", "a#b.db", "a%20b.db", "ä.db", ":x"])
def test_any_name_of_a_file_is_read(tmp_path: Path, name: str) -> None:
    Path(filled(tmp_path).removeprefix("sqlite:")).rename(tmp_path / name)

    assert len(printed(f"sqlite:{tmp_path}/{name}")) == 6


def test_events_are_read_while_a_program_writes(tmp_path: Path) -> None:
    url = filled(tmp_path)
    with sqlite3.connect(url.removeprefix("sqlite:"), isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM _jadpo_event")

        assert len(printed(url)) == 6
    writer.close()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_text("no database " * 200), "not an SQLite database"),
        (lambda path: path.symlink_to(path), ""),
        (lambda path: path.symlink_to(path.parent / "gone"), ""),
    ],
)
def test_what_is_no_database_is_told(tmp_path: Path, make: object, words: str) -> None:
    path = tmp_path / "shop.db"
    make(path)  # type: ignore[operator]

    found = problem(f"sqlite:{path}")

    assert found.rule == "fault.store_unavailable"
    assert words in found.summary


def test_a_damaged_database_is_told(tmp_path: Path) -> None:
    path = Path(filled(tmp_path).removeprefix("sqlite:"))
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    assert problem(f"sqlite:{path}").rule == "fault.store_unavailable"


def test_a_url_that_config_lacks_is_told_and_other_config_is_not_needed() -> None:
    building = Building()
    building.stores = {
        "primary": StoreDefinition("primary", None, ("Settings", "url"), None),
        "second": StoreDefinition("second", "sqlite::memory:", None, None),
    }
    fields = (Field("url", TEXT, binding="URL"), Field("key", TEXT, binding="KEY"))
    building.configs["Settings"] = ConfigDefinition("Settings", fields)
    manifest = building.program().manifest

    missing = read_outboxes(manifest, {}, {})
    given = read_outboxes(manifest, {"URL": "sqlite::memory:"}, {})
    overridden = read_outboxes(manifest, {}, {"primary": "sqlite::memory:"})
    elsewhere = read_outboxes(manifest, {"URL": "postgres://u:secret@host/db"}, {})

    assert isinstance(missing, list)
    assert [each.help for each in missing] == ["set URL in the environment"]
    assert given == overridden == (Outbox("primary", None, ()), Outbox("second", None, ()))
    assert isinstance(elsewhere, list)
    assert "secret" not in str(elsewhere)
