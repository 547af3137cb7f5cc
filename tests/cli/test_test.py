"""``jadpo test``: what it prints of tests that pass and fail, and its exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import EXAMPLES, SHOP, jadpo, write

MIXED = """
type Whole = Int {}

failure Refused { kind: Rejected  code: "refused"  public { asked: Whole } }

entity Note {
    id: Uuid { generated: identity }
    size: Whole
    identity: id

    action write(size: Note.size) fails Refused -> Note {
        if size > 3 { reject Refused { asked: size } }
        return attempt create Note { size: size }
    }

    action divide(size: Note.size, by: Whole) -> Note {
        return attempt create Note { size: Whole(numeric.quotient(size, by)) }
    }
}

test "adds up" { assert 1 + 1 == 2 }

test "does not add up" {
    var sum = 1 + 1
    assert sum == 3
}

test "is refused" { var _ = call Note.write(Note.size(4)) }

test "is divided by zero" { var _ = call Note.divide(Note.size(4), Whole(0)) }

test "is not refused" { assert rejects Refused { call Note.write(Note.size(1)) } }

test "is refused as it should be" {
    assert rejects Refused { call Note.write(Note.size(4)) }
}
"""


def test_the_examples_pass() -> None:
    shop, kernels = jadpo("test", SHOP), jadpo("test", EXAMPLES / "kernels")

    assert (shop.returncode, shop.stderr) == (0, "")
    assert shop.stdout.splitlines()[0] == "passed: an order is reserved, then billed"
    assert shop.stdout.splitlines()[-1] == "4 passed"
    assert (kernels.returncode, kernels.stdout.splitlines()[-1]) == (0, "1 passed")


def test_a_failed_test_is_reported_with_its_place_and_both_sides(tmp_path: Path) -> None:
    app = write(tmp_path, app=MIXED)

    ended = jadpo("test", app, "--filter", "add up")

    assert ended.returncode == 1
    lines = ended.stdout.splitlines()
    assert lines[0] == "failed: does not add up"
    assert lines[1] == (
        f"{app}/app.jadpo:25:5: error[fault.assertion_failed]: `sum == 3` does not hold."
    )
    assert lines[2:] == ["  left:  2", "  right: 3", "1 failed"]


def test_a_failure_or_fault_of_a_call_is_reported_with_where_it_came_from(tmp_path: Path) -> None:
    app = write(tmp_path, app=MIXED)

    ended = jadpo("test", app)

    assert ended.returncode == 1
    report = ended.stdout
    assert f"{app}/app.jadpo:28:29: error[fault.test_call_failed]: `Note.write` was rej" in report
    assert f"  {app}/app.jadpo:12:23: it was raised here" in report
    assert f"{app}/app.jadpo:30:37: error[fault.test_call_failed]: `Note.divide` ended" in report
    assert f"  {app}/app.jadpo:17:50: the fault arose here" in report
    assert "Expected a rejection with Refused: it returned Note { id: Uuid(" in report
    assert report.splitlines()[-1] == "4 failed, 2 passed"


def test_the_report_as_json(tmp_path: Path) -> None:
    app = write(tmp_path, app=MIXED)

    ended = jadpo("test", app, "--json")

    document = json.loads(ended.stdout)
    (project,) = document["projects"]
    assert (ended.returncode, ended.stderr) == (1, "")
    assert (document["passed"], document["failed"]) == (2, 4)
    assert (project["path"], project["name"]) == (str(app), app.name)
    assert [each["outcome"] for each in project["tests"]] == [
        "passed",
        "failed",
        "failed",
        "failed",
        "failed",
        "passed",
    ]
    problem = project["tests"][1]["problem"]
    assert problem["rule"] == "fault.assertion_failed"
    assert problem["range"]["start"]["line"] == 25
    assert problem["lines"] == ["left:  2", "right: 3"]


def test_several_projects_are_named_and_counted_together(tmp_path: Path) -> None:
    good = write(tmp_path / "good", app='test "a" { assert 1 == 1 }\n')
    broken = write(tmp_path / "broken", app="type A = Nowhere\n")
    none = write(tmp_path / "none", app="type A = Int {}\n")

    ended = jadpo("test", good, broken, none)

    lines = ended.stdout.splitlines()
    assert ended.returncode == 1
    assert lines[:2] == [f"{good}:", "passed: a"]
    assert lines[2] == f"{broken}:"
    assert lines[3].startswith(f"{broken}/app.jadpo:1:10: error[")
    assert lines[4:] == [f"{none}:", f"{none} has no tests.", "1 project not run, 1 passed"]


def test_a_project_without_tests_says_so(tmp_path: Path) -> None:
    app = write(tmp_path, app="type A = Int {}\n")

    ended = jadpo("test", app)

    assert (ended.returncode, ended.stdout) == (0, f"{app} has no tests.\n0 passed\n")


def test_a_filter_that_matches_nothing_is_wrong_use_with_the_nearest() -> None:
    ended = jadpo("test", SHOP, "--filter", "an order over the stok is refused")

    assert ended.returncode == 2
    assert "error[cli.no_test_matches]" in ended.stderr
    assert "Did you mean `an order over the stock is refused`?" in ended.stderr


@pytest.mark.parametrize(("path", "status"), [("none", 2), ("", 2), ("latin.jadpo", 1)])
def test_what_cannot_be_read_is_told(tmp_path: Path, path: str, status: int) -> None:
    (tmp_path / "latin").mkdir()
    (tmp_path / "latin.jadpo").write_bytes(b"// caf\xe9")
    (tmp_path / "empty").mkdir()

    ended = jadpo("test", tmp_path / (path or "empty"))

    assert ended.returncode == status
    assert "error[" in ended.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_colours_and_the_line_of_source(tmp_path: Path) -> None:
    app = write(tmp_path, app=MIXED)
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    ours, theirs = os.openpty()

    process = subprocess.Popen(
        [sys.executable, "-m", "jadpo", "test", str(app)],
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:
            break
        if not read:
            break
        shown += read
    os.close(ours)
    text = shown.decode("utf-8")

    assert process.wait() == 1
    assert "\x1b[32mpassed\x1b[0m: adds up" in text
    assert "assert sum == 3" in text
    assert "^^^" in text
    assert "4 failed, 2 passed" in text
