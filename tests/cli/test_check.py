"""``jadpo check``: what it prints where, and its exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def check(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "jadpo", "check", *map(str, arguments)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.jadpo").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("example", ["shop", "kernels"])
def test_the_examples_have_no_problems(example: str) -> None:
    ended = check(EXAMPLES / example)

    assert (ended.returncode, ended.stdout) == (0, "")
    assert ended.stderr == "1 project checked: no problems.\n"


def test_a_mistake_is_one_line_in_a_pipe_and_status_1(tmp_path: Path) -> None:
    write(tmp_path, a="type Quantity = Int { min: 1 }\ntype Other = Quantty\n")

    ended = check(tmp_path)

    assert ended.returncode == 1
    (line,) = ended.stdout.splitlines()
    assert line.startswith(f"{tmp_path}/a.jadpo:2:14: error[")
    assert "`Quantty`" in line
    assert "Did you mean `Quantity`?" in line
    assert ended.stderr == "1 project checked: 1 error.\n"


def test_several_projects_are_reported_together(tmp_path: Path) -> None:
    write(tmp_path, a="type A = Nowhere\n", b="type A = Elsewhere\n")

    ended = check(tmp_path / "b.jadpo", tmp_path / "a.jadpo")

    assert [line.partition(":")[0] for line in ended.stdout.splitlines()] == [
        f"{tmp_path}/a.jadpo",
        f"{tmp_path}/b.jadpo",
    ]
    assert ended.stderr == "2 projects checked: 2 errors.\n"


def test_files_of_a_folder_are_one_project(tmp_path: Path) -> None:
    write(tmp_path, a="type A = B\n", b="type B = Int { min: 1 }\n")

    assert check(tmp_path).returncode == 0
    assert check(tmp_path / "a.jadpo").returncode == 1


def test_json_is_one_document_with_ranges(tmp_path: Path) -> None:
    write(tmp_path, a="// é\ntype A = Nowhere\n")

    ended = check(tmp_path, "--json")

    assert (ended.returncode, ended.stderr) == (1, "")
    document = json.loads(ended.stdout)
    assert (document["errors"], document["warnings"]) == (1, 0)
    assert document["diagnostics"][0]["range"] == {
        "path": f"{tmp_path}/a.jadpo",
        "start": {"offset": 14, "line": 2, "column": 10},
        "end": {"offset": 21, "line": 2, "column": 17},
    }


def test_json_without_problems_is_a_document_too() -> None:
    document = json.loads(check(EXAMPLES / "shop", "--json").stdout)

    assert document == {"diagnostics": [], "errors": 0, "warnings": 0}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_the_underlined_line(
    tmp_path: Path, variables: dict[str, str], coloured: bool
) -> None:
    write(tmp_path, a="type A = Nowhere\n")
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", **variables}
    ours, theirs = os.openpty()

    ended = subprocess.run(
        [sys.executable, "-m", "jadpo", "check", str(tmp_path)],
        stdout=theirs,
        stderr=theirs,
        env=environment,
        check=False,
    )
    os.close(theirs)
    shown = os.read(ours, 65536).decode("utf-8")
    os.close(ours)

    assert ended.returncode == 1
    assert ("\x1b[1;31merror" in shown) is coloured
    assert "type A = Nowhere" in shown
    assert "^^^^^^^" in shown


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"type A = Int {} // caf\xe9", "syntax.not_utf8"),
        (b"\xef\xbb\xbftype A = Int {}", "syntax.byte_order_mark"),
        (b"type A = Int {}\0", "syntax.nul_character"),
    ],
)
def test_a_file_that_is_no_text_is_a_problem_of_the_program(
    tmp_path: Path, content: bytes, rule: str
) -> None:
    (tmp_path / "a.jadpo").write_bytes(content)

    ended = check(tmp_path)

    assert ended.returncode == 1
    assert f"error[{rule}]" in ended.stdout
    assert len(ended.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "rule"),
    [("", "cli.no_source_files"), ("x.jadpo", "cli.path_missing"), ("x.txt", "cli.path_missing")],
)
def test_a_path_that_is_no_project_is_wrong_use(tmp_path: Path, name: str, rule: str) -> None:
    ended = check(tmp_path / name)

    assert ended.returncode == 2
    assert f"error[{rule}]" in ended.stdout


def test_what_could_not_be_read_causes_no_further_diagnostics(tmp_path: Path) -> None:
    write(tmp_path, a="type A = B\n")
    (tmp_path / "b.jadpo").write_bytes(b"type B = Int {} \xff")

    assert len(check(tmp_path).stdout.splitlines()) == 1


@pytest.mark.parametrize("library", ["rich", "llvmlite", "lark", "hypothesis"])
def test_libraries_that_are_slow_to_load_are_not_loaded(library: str) -> None:
    script = (
        "import sys\n"
        "from jadpo.cli.commands import run_command_line\n"
        f"run_command_line(['check', {str(EXAMPLES / 'shop')!r}])\n"
        f"sys.exit({library!r} in sys.modules)\n"
    )

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
