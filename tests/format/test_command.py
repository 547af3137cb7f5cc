"""``jadpo fmt``: what it writes, what it leaves alone, and its exit status."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import TREE, jadpo, write

UNTIDY = "type A=Int{min:0}"
TIDY = "type A = Int { min: 0 }\n"
WRONG = "type A = Int {\n"


def test_the_examples_are_laid_out() -> None:
    ended = jadpo("fmt", "--check", TREE / "examples", TREE / "scripts/programs")

    assert (ended.returncode, ended.stdout) == (0, "")
    files = [
        path
        for folder in ("examples", "scripts/programs")
        for path in (TREE / folder).rglob("*.jadpo")
    ]
    assert ended.stderr == f"{len(files)} files unchanged.\n"


def test_files_are_laid_out_in_their_places(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY, b=TIDY)

    ended = jadpo("fmt", ".", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (0, "a.jadpo\n")
    assert ended.stderr == "1 file changed, 1 file unchanged.\n"
    assert (tmp_path / "a.jadpo").read_text("utf-8") == TIDY
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.jadpo", "b.jadpo"]


def test_a_file_that_need_not_change_is_not_touched(tmp_path: Path) -> None:
    file = write(tmp_path, a=TIDY) / "a.jadpo"
    before = file.stat()

    assert jadpo("fmt", file).returncode == 0

    after = file.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_check_writes_nothing_and_lists_what_would_change(tmp_path: Path) -> None:
    write(tmp_path, a=UNTIDY, b=TIDY)

    ended = jadpo("fmt", "--check", ".", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (1, "a.jadpo\n")
    assert ended.stderr == "1 file would change, 1 file unchanged.\n"
    assert (tmp_path / "a.jadpo").read_text("utf-8") == UNTIDY


def test_a_file_with_mistakes_is_left_and_the_others_are_laid_out(tmp_path: Path) -> None:
    write(tmp_path, a=WRONG, b=UNTIDY)

    ended = jadpo("fmt", ".", folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (1, "b.jadpo\n")
    mistake, summary = ended.stderr.splitlines()
    assert mistake.startswith("a.jadpo:1:")
    assert "error[syntax.unclosed]" in mistake
    assert summary == "1 file changed, 1 file left as found."
    assert (tmp_path / "a.jadpo").read_text("utf-8") == WRONG


def test_the_mode_is_kept_and_links_are_followed(tmp_path: Path) -> None:
    file = write(tmp_path / "real", a=UNTIDY) / "a.jadpo"
    file.chmod(0o640)
    link = tmp_path / "link.jadpo"
    link.symlink_to(file)

    assert jadpo("fmt", link, tmp_path / "real").stdout == f"{link}\n"

    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert file.read_text("utf-8") == TIDY


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    file = write(tmp_path, a=UNTIDY) / "a.jadpo"
    file.chmod(0o444)

    ended = jadpo("fmt", file)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("error[cli.file_not_written]: ")
    assert file.read_text("utf-8") == UNTIDY
    assert jadpo("fmt", "--check", file).returncode == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="the super-user may write everywhere")
def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, a=UNTIDY) / "a.jadpo"
    tmp_path.chmod(0o555)

    ended = jadpo("fmt", file)

    tmp_path.chmod(0o755)
    assert ended.returncode == 2
    assert ended.stderr.startswith("error[cli.file_not_written]: ")
    assert file.read_text("utf-8") == UNTIDY


@pytest.mark.parametrize("given", ["nowhere", "other.txt", "--chekc"])
def test_wrong_use_is_told(tmp_path: Path, given: str) -> None:
    (tmp_path / "other.txt").write_text("", encoding="utf-8")

    ended = jadpo("fmt", given, folder=tmp_path)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr


def test_a_file_that_is_not_utf_8_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_bytes(b"type A = Int {} // \xff\n")

    ended = jadpo("fmt", ".", folder=tmp_path)

    assert ended.returncode == 1
    assert "error[syntax.not_utf8]" in ended.stderr
    assert (tmp_path / "a.jadpo").read_bytes() == b"type A = Int {} // \xff\n"


def of_standard_input(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "jadpo", "fmt", "-", *options],
        check=False,
        capture_output=True,
        input=text,
    )


def test_standard_input_is_laid_out_to_standard_output() -> None:
    ended = of_standard_input("type A=Int{} // é\r\n".encode())

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == "type A = Int {} // é\n".encode()


def test_standard_input_with_mistakes_writes_nothing() -> None:
    ended = of_standard_input(WRONG.encode())

    assert (ended.returncode, ended.stdout) == (1, b"")
    assert ended.stderr.startswith(b"<stdin>:1:")
    assert b"error[syntax.unclosed]" in ended.stderr


def test_standard_input_may_be_checked() -> None:
    assert of_standard_input(UNTIDY.encode(), "--check").returncode == 1
    assert of_standard_input(TIDY.encode(), "--check").returncode == 0


def test_standard_input_is_given_alone(tmp_path: Path) -> None:
    assert of_standard_input(b"", str(tmp_path)).returncode == 2
