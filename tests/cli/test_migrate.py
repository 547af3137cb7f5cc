"""``jadpo migrate``, and what other commands say of a database that needs it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from command_line import jadpo, write

THING = """
entity Thing {{
  n: Int
  {fields}
  identity: n
  persistence {{ {clauses} }}
  action add(input: NewThing) -> Thing {{
    return attempt create Thing {{ n: input.n  {values} }}
  }}
  query by_n(wanted: Thing.n) freshness: authoritative -> Thing? {{
    return attempt query optional Thing {{ where: n == wanted }}
  }}
}}
type NewThing = Object {{ n: Thing.n  {inputs} }}
"""


def program(folder: Path, fields: str = "", inputs: str = "", values: str = "") -> Path:
    """A program whose things have a number and some more fields."""
    text = THING.format(fields=fields, inputs=inputs, values=values, clauses="")
    return write(folder, app=text)


NAMED = {"fields": "name: Text", "inputs": "name: Thing.name", "values": "name: input.name"}
NOTED = {
    "fields": "name: Text  note: Text?",
    "inputs": "name: Thing.name",
    "values": "name: input.name  note: none",
}


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of a database with two things in it, made by a program of named things."""
    url = f"sqlite:{tmp_path}/app.db"
    app = program(tmp_path / "app", **NAMED)
    for number in (1, 2):
        text = json.dumps({"n": number, "name": f"thing {number}"})
        ended = jadpo("run", app, "Thing.add", "--input", text, "--database", url)
        assert ended.returncode == 0, ended.stderr
    return url


def rows(url: str, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(url.removeprefix("sqlite:"))) as opened:
        return opened.execute(sql).fetchall()


def test_a_field_is_added_and_the_program_runs(tmp_path: Path, database: str) -> None:
    app = program(tmp_path / "app", **NOTED)

    refused = jadpo("run", app, "Thing.by_n", "--input", "1", "--database", database)
    planned = jadpo("migrate", app, "--database", database, "--plan")
    migrated = jadpo("migrate", app, "--database", database)
    again = jadpo("migrate", app, "--database", database)
    found = jadpo("run", app, "Thing.by_n", "--input", "1", "--database", database, "--json")

    assert refused.returncode == 1
    assert "`jadpo migrate`" in refused.stderr + refused.stdout
    step = "  add the column `Thing.note` (text?), which is `none` in the stored rows"
    assert planned.stdout.splitlines()[1:] == [step, "Planned: 1 step. Nothing was changed."]
    assert migrated.stdout.splitlines()[1:] == [step, "Migrated: 1 step."]
    assert [each.returncode for each in (planned, migrated, again, found)] == [0, 0, 0, 0]
    assert again.stdout == "Nothing to do: the schema is that of the program.\n"
    assert json.loads(found.stdout)["result"] == {"n": 1, "name": "thing 1", "note": None}


def test_values_are_lost_only_with_allow_loss(tmp_path: Path, database: str) -> None:
    app = program(tmp_path / "app")

    refused = jadpo("migrate", app, "--database", database)
    planned = jadpo("migrate", app, "--database", database, "--plan", "--allow-loss")
    kept = rows(database, "SELECT * FROM Thing")
    allowed = jadpo("migrate", app, "--database", database, "--allow-loss")

    assert (refused.returncode, planned.returncode, allowed.returncode) == (1, 0, 0)
    assert "drop the column `Thing.name`: loses values of 2 rows" in refused.stdout
    assert "--allow-loss" in refused.stdout.splitlines()[-1]
    assert kept == [(1, "thing 1"), (2, "thing 2")]
    assert rows(database, "SELECT * FROM Thing") == [(1,), (2,)]


def test_rows_in_the_way_are_named_and_nothing_is_changed(tmp_path: Path, database: str) -> None:
    narrow = {**NAMED, "fields": "name: Text { max_length: 3 }"}
    app = program(tmp_path / "app", **narrow)

    ended = jadpo("migrate", app, "--database", database, "--allow-loss")
    document = json.loads(jadpo("migrate", app, "--database", database, "--json").stdout)

    assert ended.returncode == 1
    assert "    Thing 1: name 'thing 1' breaks the rule `max_length: 3`" in (
        ended.stdout.splitlines()
    )
    (store,) = document["stores"]
    (step,) = store["steps"]
    assert not store["applied"]
    assert (step["kind"], step["effect"], step["rows"]) == ("tighten_rules", "refused", 2)
    assert step["problems"][1]["identity"] == "2"


def test_a_database_that_is_not_there_is_made(tmp_path: Path) -> None:
    app = program(tmp_path / "app", **NAMED)
    url = f"sqlite:{tmp_path}/new.db"

    planned = jadpo("migrate", app, "--database", url, "--plan")
    exists = (tmp_path / "new.db").exists()
    migrated = jadpo("migrate", app, "--database", url)

    assert (planned.returncode, migrated.returncode, exists) == (0, 0, False)
    assert rows(url, "SELECT * FROM Thing") == []


def test_check_tells_of_a_database_that_is_given(tmp_path: Path, database: str) -> None:
    app = program(tmp_path / "app", **NAMED)
    fits = jadpo("check", app, "--database", database)
    program(app, **NOTED)

    needed = jadpo("check", app, "--database", database)
    unasked = jadpo("check", app)
    document = json.loads(jadpo("check", app, "--database", database, "--json").stdout)

    assert (fits.returncode, fits.stdout) == (0, "")
    assert needed.returncode == 0
    assert "warning[cli.migration_needed]" in needed.stdout
    assert "the field `Thing.note` is not stored" in needed.stdout
    assert (unasked.returncode, unasked.stdout) == (0, "")
    assert [each["rule"] for each in document["diagnostics"]] == ["cli.migration_needed"]


def test_check_tells_of_a_new_unique_only_where_rows_break_it(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/app.db"
    app = program(tmp_path / "app", **NAMED)
    for number, name in ((1, "same"), (2, "same"), (3, "other")):
        text = json.dumps({"n": number, "name": name})
        assert jadpo("run", app, "Thing.add", "--input", text, "--database", url).returncode == 0
    with_clause = "persistence {{ {} }}".format
    bare = (tmp_path / "app" / "app.jadpo").read_text("utf-8")
    kept = write(
        tmp_path / "kept", app=bare.replace(with_clause(""), with_clause("unique: (n, name)"))
    )
    broken = write(
        tmp_path / "broken", app=bare.replace(with_clause(""), with_clause("unique: name"))
    )

    taken = jadpo("check", kept, "--database", url)
    needed = jadpo("check", broken, "--database", url)

    assert taken.stdout == ""
    assert "`Thing` is stored without `unique: (name)`" in needed.stdout


def test_events_are_listed_with_a_warning(tmp_path: Path, database: str) -> None:
    app = program(tmp_path / "app", **NOTED)

    ended = jadpo("events", app, "--database", database, "--json")

    assert ended.returncode == 0
    assert json.loads(ended.stdout) == {"events": []}
    assert "cli.migration_needed" in ended.stderr


def test_wrong_use_ends_with_status_2(tmp_path: Path) -> None:
    app = program(tmp_path / "app", **NAMED)

    for arguments in (
        ["migrate", app, "--database", "nonsense"],
        ["migrate", app, "--database", "sqlite::memory:"],
        ["migrate", tmp_path / "missing"],
        ["migrate", app, "--nonsense"],
        ["check", app, "--database", "nonsense"],
    ):
        assert jadpo(*arguments).returncode == 2, arguments


def test_what_is_no_database_is_said_plainly(tmp_path: Path) -> None:
    app = program(tmp_path / "app", **NAMED)
    (tmp_path / "text.db").write_text("hello, world\n" * 1000)
    url = f"sqlite:{tmp_path}/text.db"

    for arguments in (["migrate", app], ["migrate", app, "--plan"], ["check", app]):
        ended = jadpo(*arguments, "--database", url)
        assert ended.returncode == 1
        assert "is not an SQLite database" in ended.stderr + ended.stdout


def test_no_store_is_migrated_where_one_may_not_be(tmp_path: Path) -> None:
    def two(fields: str) -> Path:
        text = f"""
            config Settings {{
              a_url: Text {{ binding: "A_URL" }}
              b_url: Text {{ binding: "B_URL" }}
            }}
            store a {{ url: config.a_url }}
            store b {{ url: config.b_url }}
            entity One {{ n: Int {fields} identity: n persistence {{ store: a }} }}
            entity Two {{ n: Int {fields} identity: n persistence {{ store: b }} }}
        """
        return write(tmp_path / "app", app=text)

    urls = {name: f"sqlite:{tmp_path}/{name}.db" for name in "ab"}
    options = [part for name in "ab" for part in ("--database", f"{name}={urls[name]}")]
    assert jadpo("migrate", two(""), *options).returncode == 0
    with closing(sqlite3.connect(tmp_path / "b.db")) as opened, opened:
        opened.execute("INSERT INTO Two (n) VALUES (1)")

    ended = jadpo("migrate", two("more: Int"), *options)

    assert ended.returncode == 1
    assert "Two 1: more has no value of it" in ended.stdout
    assert [row[1] for row in rows(urls["a"], "PRAGMA table_info(One)")] == ["n"]
