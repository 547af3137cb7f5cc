"""How the command line ends: its exit statuses, and never a traceback."""

import os
import signal
import subprocess
import sys
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

import click
import pytest

from jadpo.cli import main
from jadpo.cli.commands import COMMANDS, CommandRow

Ending = Callable[[Callable[[], int]], tuple[int, str, str]]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ending:
    """Runs a command with a given body; answers its status, output and error output."""

    def end(body: Callable[[], int]) -> tuple[int, str, str]:
        module = types.ModuleType("command_of_the_test")
        module.command = click.command("probe")(body)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(COMMANDS, "probe", CommandRow(module.__name__, "A test's."))
        monkeypatch.setattr(sys, "argv", ["jadpo", "probe"])
        with pytest.raises(SystemExit) as exit_info:
            main()
        printed = capsys.readouterr()
        assert isinstance(exit_info.value.code, int)
        return exit_info.value.code, printed.out, printed.err

    return end


def jadpo(
    *arguments: str,
    output: int | IO[str] = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "jadpo", *arguments],
        check=False,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        env=environment,
    )


@pytest.mark.parametrize("status", [0, 1, 2])
def test_a_command_gives_the_exit_status(ending: Ending, status: int) -> None:
    assert ending(lambda: status) == (status, "", "")


def test_an_unexpected_exception_is_a_short_report(ending: Ending) -> None:
    def body() -> int:
        raise KeyError("no\nsuch thing")

    status, out, err = ending(body)

    assert status == 70
    assert out == ""
    assert err.startswith("internal error: KeyError: 'no\\nsuch thing'\n")
    assert "not in your program" in err
    assert "JADPO_TRACE=1" in err
    assert "Traceback" not in err


def test_the_trace_is_shown_on_demand(ending: Ending, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JADPO_TRACE", "1")

    def body() -> int:
        raise ValueError

    status, _, err = ending(body)

    assert status == 70
    assert "Traceback" in err
    assert "internal error: ValueError: no message" in err


def test_endless_recursion_is_a_short_report(ending: Ending) -> None:
    def body() -> int:
        return body()

    status, _, err = ending(body)

    assert status == 70
    assert err.count("\n") == 3


def test_an_interrupt_ends_with_130(ending: Ending) -> None:
    def body() -> int:
        raise KeyboardInterrupt

    assert ending(body) == (130, "", "\nInterrupted.\n")


def test_a_signal_from_the_keyboard_ends_with_130(tmp_path: Path) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(
        "import os, signal, sys, types, click\n"
        "from jadpo.cli import main\n"
        "from jadpo.cli.commands import COMMANDS, CommandRow\n"
        "module = sys.modules['probe'] = types.ModuleType('probe')\n"
        f"module.command = click.command('probe')(lambda: os.kill(os.getpid(), {signal.SIGINT}))\n"
        "COMMANDS['probe'] = CommandRow('probe', '')\n"
        "sys.argv = ['jadpo', 'probe']\n"
        "main()\n",
        encoding="utf-8",
    )

    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (130, "\nInterrupted.\n")


def test_a_reader_that_stops_reading_is_no_error_message() -> None:
    read, write = os.pipe()
    os.close(read)

    ended = jadpo("explain", output=write)
    os.close(write)

    assert (ended.returncode, ended.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
def test_output_to_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        ended = jadpo("explain", output=full)

    assert ended.returncode == 1
    assert ended.stderr == "The output cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the shell's way to close a stream")
@pytest.mark.parametrize(("closed", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)])
def test_streams_that_are_closed_are_no_error(closed: str, status: int) -> None:
    ended = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m jadpo explain {closed}'],
        capture_output=True,
        check=False,
    )

    assert ended.returncode == status


def test_a_pipe_that_lacks_a_character_gets_its_escape() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "iso8859-5"}

    ended = jadpo("explain", "syntax.not_utf8", environment=environment)

    assert ended.returncode == 0
    assert "// caf\\xe9 (the bytes C3 A9 of UTF-8)" in ended.stdout


def test_without_a_command_the_help_is_shown_as_wrong_use() -> None:
    ended = jadpo()

    assert ended.returncode == 2
    assert "Commands:" in ended.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["check", "--help"], ["--version"]])
def test_help_and_version_are_output_not_errors(arguments: list[str]) -> None:
    ended = jadpo(*arguments)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert "jadpo" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chek"], "Did you mean 'check'?"),
        (["nothing_like_it"], "Commands: check, "),
        (["check"], "PATHS"),
        (["check", "--jsn", "."], "--jsn"),
        (["explain", "a", "b"], "unexpected extra argument"),
    ],
)
def test_wrong_use_ends_with_2_and_says_what_is_wrong(arguments: list[str], words: str) -> None:
    ended = jadpo(*arguments)

    assert ended.returncode == 2
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_each_row_of_the_table_is_a_command() -> None:
    ctx = click.Context(click.Group())
    group = __import__("jadpo.cli.commands", fromlist=["jadpo"]).jadpo

    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        assert command.name == name
        assert command.help
