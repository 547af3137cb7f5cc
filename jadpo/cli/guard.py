"""Around every command: what each way to end prints, and its exit status.

No ending shows a traceback, unless the environment has ``JADPO_TRACE=1``.
"""

import gc
import io
import os
import sys
import traceback
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from pathlib import Path
from typing import TextIO

import click

from jadpo import __version__
from jadpo.cli.commands import run_command_line
from jadpo.cli.exit_status import INTERNAL_ERROR, INTERRUPTED, PROBLEMS
from jadpo.diagnostics.passwords import without_passwords


def main() -> None:
    """Run the command line of this process, and end the process with its status."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_encode(stream)
    status = _run(sys.argv[1:], trace=os.environ.get("JADPO_TRACE") == "1")
    # Where much was made, Python's last look for garbage takes a tenth of a check.
    gc.freeze()
    sys.exit(status)


def _run(arguments: list[str], trace: bool) -> int:
    """Run the command, and turn each way it can end into an exit status."""
    try:
        status = run_command_line(arguments)
        sys.stdout.flush()
    except click.ClickException as error:
        _say(_shown(error))
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _say("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has what they wanted (`| head`): no message.
        _discard_output()
        return PROBLEMS
    except Exception as error:  # noqa: BLE001 -- the outermost guard: nothing is above it
        if isinstance(error, OSError) and _is_failed_write(error):
            _discard_output()
            _say(f"The output cannot be written: {error.strerror}.")
            return PROBLEMS
        _report_internal_error(error, trace)
        return INTERNAL_ERROR
    return status


def _shown(error: click.ClickException) -> str:
    """What click says of wrong use: it may repeat an argument that is a URL."""
    text = io.StringIO()
    error.show(text)
    return without_passwords(text.getvalue().removesuffix("\n"))


def _report_internal_error(error: Exception, trace: bool) -> None:
    if trace:
        traceback.print_exception(error)
    what = without_passwords(" ".join(str(error).split())) or "no message"
    _say(f"internal error: {type(error).__name__}: {what}")
    _say(f"This is a mistake in Jadpo {__version__}, not in your program.")
    if not trace:
        _say("Run the same command with JADPO_TRACE=1 in the environment to see where.")


def _is_failed_write(error: OSError) -> bool:
    """Whether the output went nowhere: to a full disk, say.

    A write to an open stream fails without a file name, anything done by path has one.
    """
    return error.filename is None and error.errno in (ENOSPC, EDQUOT, EFBIG, EIO)


def _discard_output() -> None:
    """Send what is still to be written nowhere: Python writes it at exit, and would fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _open_closed_streams() -> None:
    """Started with ``>&-`` there is no stream at all: what is written then goes nowhere."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _never_fail_to_encode(stream: TextIO) -> None:
    """A terminal or pipe that is not UTF-8 gets escapes for what it has no character for."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _say(line: str) -> None:
    click.echo(line, err=True)
