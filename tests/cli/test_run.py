"""``jadpo run`` and ``jadpo events`` on the shop, as its README-like session goes."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from command_line import SHOP, jadpo, write

TEA = '{"code": "TEA-1", "name": "Tea", "price": "2.50", "stock": 10}'
FOUR = '{"code": "TEA-1", "quantity": 4}'


def url(folder: Path) -> str:
    return f"sqlite:{folder}/shop.db"


def run(folder: Path, action: str, text: str, *more: str) -> dict[str, object]:
    ended = jadpo("run", SHOP, action, "--input", text, "--database", url(folder), "--json", *more)
    assert ended.stderr == ""
    document: dict[str, object] = json.loads(ended.stdout)
    return document


def test_an_order_is_placed_stored_billed_and_its_stock_taken(tmp_path: Path) -> None:
    registered = run(tmp_path, "Product.register", TEA)
    placed = run(tmp_path, "Order.place", FOUR)

    assert (registered["outcome"], registered["work"]) == ("returned", [])
    assert placed["outcome"] == "returned"
    work = placed["work"]
    assert isinstance(work, list)
    assert [(each["name"], each["attempt"], each["state"]) for each in work] == [
        ("reserve_stock on OrderEvent.placed", 1, "done"),
        ("bill_customer on OrderEvent.reserved", 1, "done"),
    ]
    with sqlite3.connect(f"{tmp_path}/shop.db") as database:
        # As the tables of the store hold it, whatever reads them.
        (status,) = database.execute('SELECT status FROM "Order"').fetchone()
        assert "billed" in str(status)
        assert database.execute('SELECT stock FROM "Product"').fetchone() == (6,)
        assert database.execute('SELECT count(*) FROM "LedgerEntry"').fetchone() == (1,)
    listed = jadpo("events", SHOP, "--database", url(tmp_path), "--json")
    first, second = json.loads(listed.stdout)["events"]
    assert (first["variant"], second["variant"]) == ("placed", "reserved")
    assert [each["state"] for each in first["deliveries"]] == ["done"]
    assert [each["state"] for each in second["deliveries"]] == ["done"]


def test_the_session_as_a_person_sees_it(tmp_path: Path) -> None:
    database = url(tmp_path)
    assert jadpo("run", SHOP, "Product.register", "--input", TEA, "--database", database)

    ended = jadpo("run", SHOP, "Order.place", "--input", FOUR, "--database", database)
    lines = ended.stdout.splitlines()
    events = jadpo("events", SHOP, "--database", database).stdout.splitlines()

    assert (ended.returncode, ended.stderr) == (0, "")
    assert lines[:2] == ["Order.place returned", "  Order"]
    assert '    code: "TEA-1"' in lines
    assert "    status: OrderStatus.placed" in lines
    assert re.fullmatch(
        r"20\d\d-.*Z delivery reserve_stock on OrderEvent.placed, attempt 1: done", lines[-2]
    )
    assert len(events) == 4
    assert events[1] == "  reserve_stock on OrderEvent.placed: done, 1 attempt"


def test_queries_and_functions_are_run_too(tmp_path: Path) -> None:
    run(tmp_path, "Product.register", TEA)

    found = run(tmp_path, "Product.by_code", '"TEA-1"')
    turnover = jadpo("run", SHOP, "LedgerEntry.turnover", "--database", url(tmp_path))

    assert isinstance(found["result"], dict)
    assert (found["result"]["name"], found["result"]["price"]) == ("Tea", "2.50")
    assert turnover.stdout == "LedgerEntry.turnover returned\n  0\n"


def test_a_failure_is_told_by_code_with_public_fields_only(tmp_path: Path) -> None:
    run(tmp_path, "Product.register", TEA)
    taken = '{"code": "TEA-1", "quantity": 40}'

    ended = jadpo("run", SHOP, "Product.take", "--input", taken, "--database", url(tmp_path))
    document = run(tmp_path, "Product.take", taken)

    assert ended.returncode == 1
    assert ended.stdout.splitlines()[:3] == [
        "Product.take was rejected",
        "  rejected[out_of_stock]: Not enough of that product is left.",
        "    available: 10",
    ]
    assert "wanted" not in ended.stdout
    assert isinstance(document["failure"], dict)
    assert document["failure"]["public"] == {"available": 10}
    assert document["failure"]["code"] == "out_of_stock"


def test_what_was_left_is_run_by_the_next_action_and_by_no_query(tmp_path: Path) -> None:
    run(tmp_path, "Product.register", TEA)
    run(tmp_path, "Order.place", FOUR)
    with sqlite3.connect(f"{tmp_path}/shop.db") as database:
        database.execute(
            "UPDATE _jadpo_delivery SET state = 'pending' WHERE handler LIKE 'bill_customer%'"
        )
        database.execute('DELETE FROM "LedgerEntry"')
    database.close()

    assert run(tmp_path, "Product.by_code", '"TEA-1"')["work"] == []
    work = run(tmp_path, "Product.register", TEA.replace("TEA-1", "TEA-2"))["work"]

    assert isinstance(work, list)
    assert [each["name"] for each in work] == ["bill_customer on OrderEvent.reserved"]


def test_the_default_database_is_the_config_s(tmp_path: Path) -> None:
    arguments = ("run", SHOP, "Product.register", "--input", TEA)

    jadpo(*arguments, folder=tmp_path)
    jadpo(*arguments, folder=tmp_path, SHOP_DATABASE="sqlite:other.db")

    assert {each.name for each in tmp_path.glob("*.db")} == {"shop.db", "other.db"}


CONFIGURED = """
config Settings {
    url: Text { binding: "APP_DATABASE" }
    key: Text { binding: "APP_KEY"  secret: true }
    size: Int { binding: "APP_SIZE"  min: 1 }
}
store primary { url: config.url }
type Size = Int {}
action size() -> Size { return Size(config.size) }
"""


def test_all_that_is_wrong_with_config_is_told_at_once(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app=CONFIGURED)

    ended = jadpo("run", app, "size", folder=tmp_path, APP_SIZE="0")

    assert ended.returncode == 1
    assert ended.stdout == ""
    lines = ended.stderr.splitlines()
    assert len(lines) == 3
    assert all("error[fault.config_invalid]" in line for line in lines)
    assert [name for name in ("APP_DATABASE", "APP_KEY", "APP_SIZE") if name in ended.stderr] == [
        "APP_DATABASE",
        "APP_KEY",
        "APP_SIZE",
    ]
    assert not list(tmp_path.glob("*.db"))


def test_a_database_given_stands_in_for_the_config_of_its_url(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app=CONFIGURED)

    ended = jadpo("run", app, "size", "--database", url(tmp_path), APP_SIZE="3", APP_KEY="k")

    assert (ended.returncode, ended.stdout) == (0, "size returned\n  3\n")


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        (["Order.plcae"], "cli.unknown_callable"),
        ([""], "cli.unknown_callable"),
        (["Order"], "cli.not_callable"),
        (["reserve_stock"], "cli.not_callable"),
        (["Order.place"], "cli.input_missing"),
        (["LedgerEntry.turnover", "--input", "{}"], "cli.input_not_taken"),
        (["Order.place", "--input", '{"code": "TEA-1"}'], "cli.input_invalid"),
        (["Order.place", "--input", "\udcff"], "cli.input_invalid"),
        (["LedgerEntry.turnover", "--database", "shop.db"], "cli.database_url"),
        (["LedgerEntry.turnover", "--database", "sqlite:"], "cli.database_url"),
        (["LedgerEntry.turnover", "--database", ""], "cli.database_url"),
        (["LedgerEntry.turnover", "--database", "postgres://localhost/x"], "cli.database_url"),
        (["LedgerEntry.turnover", "--database", "other=sqlite:x.db"], "cli.database_url"),
    ],
)
def test_wrong_use_ends_with_2_and_names_its_rule(
    tmp_path: Path, arguments: list[str], rule: str
) -> None:
    ended = jadpo("run", SHOP, *arguments, folder=tmp_path)
    as_json = jadpo("run", SHOP, *arguments, "--json", folder=tmp_path)

    assert (ended.returncode, as_json.returncode) == (2, 2)
    assert f"error[{rule}]" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert [each["rule"] for each in json.loads(as_json.stdout)["diagnostics"]] == [rule]
    assert list(tmp_path.iterdir()) == []


def test_a_project_with_mistakes_is_not_run(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app="type A = Nowhere\n")

    ended = jadpo("run", app, "a", folder=tmp_path)

    assert ended.returncode == 1
    assert "app.jadpo:1:10: error[" in ended.stderr


def unusable(folder: Path, kind: str) -> str:
    """A database that cannot be used, as the kind says; its URL."""
    database = folder / "shop.db"
    if kind == "folder":
        database.mkdir()
    elif kind == "text":
        database.write_text("This is no database. " * 100)
    elif kind == "missing folder":
        database = folder / "none" / "shop.db"
    elif kind == "other schema":
        with sqlite3.connect(database) as connection:
            connection.execute('CREATE TABLE "Product" (x)')
        connection.close()
    elif kind == "damaged":
        run(folder, "Product.register", TEA)
        content = database.read_bytes()
        database.write_bytes(content[:2048] + b"\xff" * (len(content) - 2048))
    return f"sqlite:{database}"


def held_by(path: Path) -> object:
    """What a file holds: of a database what it says, since opening may change how it says it."""
    if path.is_dir():
        return "a folder"
    try:
        with closing(sqlite3.connect(path)) as database:
            return list(database.iterdump())
    except sqlite3.Error:
        return path.read_bytes()


@pytest.mark.parametrize("kind", ["folder", "text", "missing folder", "other schema", "damaged"])
def test_a_database_that_cannot_be_used_ends_with_1_and_is_left_alone(
    tmp_path: Path, kind: str
) -> None:
    database = unusable(tmp_path, kind)
    before = {each.name: held_by(each) for each in tmp_path.iterdir()}

    ended = jadpo("run", SHOP, "Product.register", "--input", TEA, "--database", database)

    assert ended.returncode == 1
    assert "error[fault.store_unavailable]" in ended.stderr + ended.stdout
    assert {each.name: held_by(each) for each in tmp_path.iterdir()} == before


@contextmanager
def file_system(folder: Path, *options: str) -> Iterator[Path]:
    """A file system of its own; the test is skipped where none can be mounted."""
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a file system")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", ",".join(options), "tmpfs", folder],
        check=False,
        capture_output=True,
    )
    if made.returncode != 0:
        pytest.skip("a file system cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with a few hundred KiB of space."""
    with file_system(tmp_path / "disk", "size=300k") as folder:
        yield folder


def test_a_full_disk_is_told_and_what_was_committed_stays(small_disk: Path) -> None:
    database = url(small_disk)
    run(small_disk, "Product.register", TEA)
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as stream:
        try:
            while True:
                stream.write(b"x" * 1024)
        except OSError:
            pass
    bigger = TEA.replace("TEA-1", "TEA-2").replace('"Tea"', f'"{"t" * 200}"')

    ended = [
        jadpo("run", SHOP, "Product.register", "--input", bigger, "--database", database)
        for _ in range(2)
    ]
    filler.unlink()
    kept = run(small_disk, "Product.by_code", '"TEA-1"')
    lost = run(small_disk, "Product.by_code", '"TEA-2"')

    assert [each.returncode for each in ended] == [1, 1]
    assert all("error[fault.store_unavailable]" in each.stderr + each.stdout for each in ended)
    assert kept["outcome"] == "returned"
    assert lost["outcome"] == "rejected"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    if not os.access(folder, os.W_OK):
        refuses_to_write(folder)
        return
    with file_system(tmp_path / "disk", "ro") as read_only:
        refuses_to_write(read_only)


def refuses_to_write(folder: Path) -> None:
    ended = jadpo("run", SHOP, "LedgerEntry.turnover", "--database", url(folder))

    assert ended.returncode == 1
    assert "error[fault.store_unavailable]" in ended.stderr
    assert list(folder.iterdir()) == []


FAILING = """
type Code = Text { min_length: 1 }
type Done = Bool {}
failure MailDown { kind: Unavailable  code: "mail_down"  message: "The mailer is down." }
event OrderEvent { placed { code: Order.code } }
entity Order {
    id: Uuid { generated: identity }
    code: Code
    identity: id
    action place(code: Order.code) -> Order {
        var order = attempt create Order { code: code }
        emit OrderEvent.placed { code: order.code }
        return order
    }
}
entity Receipt {
    id: Uuid { generated: identity }
    code: Code
    identity: id
    action write(code: Receipt.code) -> Receipt { return attempt create Receipt { code: code } }
}
subscriber mail {
    retry: fixed(max_attempts: 3, delay: 300ms)
    on OrderEvent.placed(placed) {
        var receipt = Receipt.write(Receipt.code(placed.code))
        if receipt.code == "tea" { reject MailDown }
    }
}
action wait() -> Done { return Done(true) }
"""


def test_a_failing_subscriber_is_retried_on_its_times_and_given_up(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app=FAILING)

    def states(*arguments: str) -> list[tuple[str, int]]:
        ended = jadpo("run", app, *arguments, "--database", url(tmp_path), "--json")
        assert ended.returncode == 0
        work = json.loads(ended.stdout)["work"]
        assert all(each["error"]["code"] == "mail_down" for each in work)
        return [(each["state"], each["attempt"]) for each in work]

    assert states("Order.place", "--input", '"tea"') == [("pending", 1)]
    reached = []
    for _ in range(3):
        time.sleep(0.35)
        reached += states("wait")

    assert reached == [("pending", 2), ("failed", 3)]
    (event,) = json.loads(jadpo("events", app, "--database", url(tmp_path), "--json").stdout)[
        "events"
    ]
    (delivery,) = event["deliveries"]
    assert (delivery["state"], delivery["attempts"]) == ("failed", 3)
    with closing(sqlite3.connect(tmp_path / "shop.db")) as database:
        assert database.execute('SELECT count(*) FROM "Receipt"').fetchone() == (0,)


TWO_STORES = """
config Settings {
    primary_url: Text { binding: "PRIMARY_URL" }
    archive_url: Text { binding: "ARCHIVE_URL" }
}
store primary { url: config.primary_url }
store archive { url: config.archive_url }
type Code = Text { min_length: 1 }
event NoteEvent { kept { code: Code } }
entity Note {
    id: Uuid { generated: identity }
    code: Code
    identity: id
    persistence { store: primary }
    action keep(code: Note.code) -> Note {
        var note = attempt create Note { code: code }
        emit NoteEvent.kept { code: code }
        return note
    }
}
entity Copy {
    id: Uuid { generated: identity }
    code: Code
    identity: id
    persistence { store: archive }
    action keep(code: Copy.code) -> Copy { return attempt create Copy { code: code } }
}
subscriber copying {
    on NoteEvent.kept(kept) { var _ = Copy.keep(Copy.code(kept.code)) }
}
"""


def test_each_store_is_where_its_option_says(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app=TWO_STORES)
    databases = ("--database", "primary=sqlite:p.db", "--database", "archive=sqlite:a.db")

    ended = jadpo("run", app, "Note.keep", "--input", '"tea"', *databases, folder=tmp_path)
    events = jadpo("events", app, *databases, folder=tmp_path).stdout.splitlines()
    unnamed = jadpo("events", app, "--database", "sqlite:p.db", folder=tmp_path)

    assert ended.returncode == 0
    assert ended.stdout.splitlines()[-1].endswith(
        "delivery copying on NoteEvent.kept, attempt 1: done"
    )
    assert {each.name for each in tmp_path.glob("*.db")} == {"p.db", "a.db"}
    assert events[0] == "store primary"
    assert events[2] == "  copying on NoteEvent.kept: done, 1 attempt"
    assert events[3:] == ["store archive", "There are no events in a.db."]
    assert unnamed.returncode == 2
    assert "does not say which store" in unnamed.stderr


SUM = """
type Sum = Int {}
function twice(sum: Sum) -> Sum { return Sum(sum * 2) }
action thrice(sum: Sum) -> Sum { return Sum(sum * 3) }
"""

NOTE = """
entity Note {
    id: Uuid { generated: identity }
    sum: Sum
    identity: id
    action add(sum: Note.sum) -> Note { return attempt create Note { sum: sum } }
}
"""


@pytest.mark.parametrize(
    ("program", "name", "makes_one"),
    [
        (SUM, "twice", False),
        (SUM, "thrice", False),
        (SUM + NOTE, "twice", False),
        # What is due in the store is run after an action, whatever it does itself.
        (SUM + NOTE, "thrice", True),
        (SUM + NOTE, "Note.add", True),
    ],
)
def test_a_run_makes_a_database_only_where_it_uses_one(
    tmp_path: Path, program: str, name: str, makes_one: bool
) -> None:
    write(tmp_path, sums=program)
    database = tmp_path / "sums.db"

    ended = jadpo(
        "run", tmp_path / "sums.jadpo", name, "--input", "2", "--database", f"sqlite:{database}"
    )

    assert ended.stderr == ""
    assert ended.returncode == 0
    assert database.exists() == makes_one
