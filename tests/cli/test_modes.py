"""``--mode`` and ``--tier``: both modes do the same, and it is told where they do not [X2]."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import EXAMPLES, SHOP, jadpo, write

from jadpo.cli.commands import run_command_line
from jadpo.ir import nodes
from jadpo_codegen.lowering import arithmetic

COUNTING = """
type Whole = Int {}

failure Refused { kind: Rejected  code: "refused"  public { asked: Whole } }

function divided(size: Whole) -> Whole { return Whole(1 % size) }

function spin(size: Whole) -> Whole {
    var mut turns = 0
    while turns < size { turns = turns + 1  if turns > 9 { turns = 0 } }
    return Whole(turns)
}

entity Note {
    id: Uuid { generated: identity }
    size: Whole
    identity: id

    action write(size: Note.size) fails Refused -> Note {
        if size > 3 { reject Refused { asked: size } }
        emit NoteEvent.written { size: Note.size(size + 1) }
        return attempt create Note { size: size }
    }
}

event NoteEvent { written { size: Note.size } }

subscriber again {
    on NoteEvent.written(note) {
        if note.size < 3 { var _ = attempt Note.write(Note.size(note.size)) }
    }
}

test "sums" { assert 1 + 1 == 2 }

test "written" {
    var _ = call Note.write(Note.size(1))
    run pending
}

test "does not hold" { var two = 1 + 1  assert two == 3 }
"""


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return write(tmp_path, app=COUNTING)


@pytest.fixture
def wrong_addition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(arithmetic.CHECKED_INT, nodes.ArithmeticOperator.INT_ADD, "ssub")


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
@pytest.mark.parametrize("example", ["shop", "bank", "wiki", "kernels"])
def test_the_examples_pass_in_each_mode(example: str, mode: str) -> None:
    ended = jadpo("test", EXAMPLES / example, "--mode", mode)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.fullmatch(r"\d+ passed", ended.stdout.splitlines()[-1])


@pytest.mark.parametrize("tier", ["fast", "balanced", "full"])
def test_both_modes_do_the_same_in_every_tier(app: Path, tier: str) -> None:
    ended = jadpo("test", app, "--tier", tier)

    assert ended.returncode == 1
    assert ended.stdout.splitlines() == [
        "passed: sums",
        "passed: written",
        "failed: does not hold",
        f"{app}/app.jadpo:41:41: error[fault.assertion_failed]: `two == 3` does not hold.",
        "  left:  2",
        "  right: 3",
        "1 failed, 2 passed",
    ]


def test_a_difference_is_reported_with_both_sides_and_its_place(
    app: Path, wrong_addition: None, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run_command_line(["test", str(app), "--filter", "written"])

    assert status == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "failed: written"
    assert lines[1].startswith(
        f"{app}/app.jadpo:21:9: error[test.modes_differ]: "
        "The test does not do the same compiled as interpreted."
    )
    assert lines[2:] == [
        "  interpreted: emit NoteEvent.written (2)",
        "  compiled:    emit NoteEvent.written (0)",
        "1 failed",
    ]


def test_a_mode_alone_is_judged_for_itself(
    app: Path, wrong_addition: None, capsys: pytest.CaptureFixture[str]
) -> None:
    interpreted = run_command_line(["test", str(app), "--filter", "sums", "--mode", "interpreted"])
    compiled = run_command_line(["test", str(app), "--filter", "sums", "--mode", "compiled"])

    assert (interpreted, compiled) == (0, 1)
    assert "error[fault.assertion_failed]: `1 + 1 == 2` does not hold." in capsys.readouterr().out


def test_a_difference_as_json(
    app: Path, wrong_addition: None, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run_command_line(["test", str(app), "--filter", "sums", "--json"])

    document = json.loads(capsys.readouterr().out)
    problem = document["projects"][0]["tests"][0]["problem"]
    assert (status, document["failed"]) == (1, 1)
    assert problem["rule"] == "test.modes_differ"
    assert problem["range"]["start"]["line"] == 34
    assert problem["lines"][0].startswith("interpreted: ")
    assert problem["lines"][1].startswith("compiled:    ")
    assert "assertion_failed" in problem["lines"][1]


def test_a_case_that_comes_out_otherwise_compiled_is_told_by_the_mode(
    tmp_path: Path, wrong_addition: None, capsys: pytest.CaptureFixture[str]
) -> None:
    case = tmp_path / "sum.jadpo"
    case.write_text('//! A sum.\n//! rules: C1\n\ntest "sums" { assert 1 + 1 == 2 }\n')

    status = run_command_line(["test", str(case)])

    lines = capsys.readouterr().out.splitlines()
    assert status == 1
    assert lines[:4] == [
        f"failed: {case.as_posix()}",
        "  passed: sums",
        "  compiled:",
        '    the test "sums" should pass, but did end in assertion_failed 4:15',
    ]
    assert '    the test "sums" does not do the same in both modes' in lines


def test_a_tier_of_what_is_not_compiled_is_wrong_use() -> None:
    run = jadpo("run", EXAMPLES / "kernels", "fib", "--input", "9", "--tier", "full")
    test = jadpo("test", SHOP, "--mode", "interpreted", "--tier", "full")
    unknown = jadpo("test", SHOP, "--tier", "fastest")

    assert (run.returncode, test.returncode, unknown.returncode) == (2, 2, 2)
    assert "'--tier' is about compiled code" in run.stderr
    assert "'--tier' is about compiled code" in test.stderr
    assert "'fast', 'balanced', 'full'" in unknown.stderr


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_run_gives_the_same_in_each_mode(app: Path, mode: str) -> None:
    database = f"sqlite:{app}/notes.db"

    written = jadpo(
        "run", app, "Note.write", "--input", "1", "--database", database, "--mode", mode
    )
    refused = jadpo(
        "run", app, "Note.write", "--input", "7", "--database", database, "--mode", mode
    )
    divided = jadpo("run", app, "divided", "--input", "0", "--mode", mode)

    lines = written.stdout.splitlines()
    assert (written.returncode, lines[0], lines[3]) == (0, "Note.write returned", "    size: 1")
    assert lines[4].endswith("delivery again on NoteEvent.written, attempt 1: done")
    assert lines[5].endswith("delivery again on NoteEvent.written, attempt 1: done")
    assert (refused.returncode, refused.stdout.splitlines()[0]) == (1, "Note.write was rejected")
    assert f"{app}/app.jadpo:20:23" in refused.stdout
    assert divided.returncode == 1
    assert f"{app}/app.jadpo:6:55: error[fault.division_by_zero]" in divided.stdout


SPINNING = """
import sys
from jadpo.cli.guard import main
from jadpo_runtime.hosts.tool import Tool

run = Tool.run

def told(self, name, arguments):
    print("spinning", flush=True)
    return run(self, name, arguments)

Tool.run = told
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals to send")
@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_an_interrupt_stops_a_body_in_a_loop(app: Path, mode: str) -> None:
    arguments = ["run", str(app), "spin", "--input", "1000", "--mode", mode]
    process = subprocess.Popen(
        [sys.executable, "-c", SPINNING, *arguments], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "spinning\n"

    process.send_signal(signal.SIGINT)

    shown, _ = process.communicate(timeout=30)
    assert (process.returncode, shown) == (130, "Interrupted: nothing of spin was kept.\n")


def test_code_is_kept_in_the_cache_folder_and_a_run_without_one_works(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    arguments = ("run", EXAMPLES / "kernels", "fib", "--input", "20", "--mode", "compiled")

    kept = jadpo(*arguments, JADPO_CACHE=str(folder))
    entries = sorted((folder / "objects").iterdir())
    again = jadpo(*arguments, JADPO_CACHE=str(folder))
    without = jadpo(*arguments, JADPO_CACHE="off")
    (tmp_path / "file").write_text("in the way")
    unwritable = jadpo(*arguments, JADPO_CACHE=str(tmp_path / "file"))

    assert len(entries) == 1
    assert sorted((folder / "objects").iterdir()) == entries
    for ended in (kept, again, without, unwritable):
        assert (ended.returncode, ended.stdout) == (0, "fib returned\n  6765\n")


def test_checking_and_interpreting_load_no_llvm(app: Path) -> None:
    script = (
        "import sys\n"
        "from jadpo.cli.commands import run_command_line\n"
        "status = run_command_line(sys.argv[1:])\n"
        "assert status == 0, status\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] in "
        "('llvmlite', 'jadpo_codegen')]\n"
        "assert loaded == [], loaded\n"
    )
    for arguments in (
        ["check", str(SHOP)],
        ["run", str(EXAMPLES / "kernels"), "fib", "--input", "9"],
        ["test", str(SHOP), "--mode", "interpreted"],
    ):
        subprocess.run(
            [sys.executable, "-c", script, *arguments], check=True, stdout=subprocess.DEVNULL
        )
