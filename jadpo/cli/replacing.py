"""Putting a text in the place of a source file, at once or not at all."""

import os
import stat
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from jadpo.diagnostics import Diagnostic
from jadpo.source import Source

_ANY_WRITE: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def replace_file(file: Path, before: Source, text: str) -> Diagnostic | None:
    """Put a text in the place of a file at once, or say why that cannot be done.

    Links are followed and the file's mode is kept. Until the new file is whole on the disk the old
    one stands. ``before`` is what was read from it: what somebody saved meanwhile is not replaced.
    """
    shown = before.path
    target = Path(os.path.realpath(file))
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
        # Renaming would replace a read-only file without asking.
        if not mode & _ANY_WRITE or not os.access(target, os.W_OK):
            return _not_written(shown, "the file is marked as read only")
        with NamedTemporaryFile(
            "wb", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as stream:
            beside = Path(stream.name)
            try:
                stream.write(text.encode("utf-8"))
                stream.flush()
                os.fsync(stream.fileno())
                beside.chmod(mode)
                if target.read_bytes() != before.text.encode("utf-8"):
                    beside.unlink()
                    return _changed_meanwhile(shown)
                beside.replace(target)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise
    except OSError as error:
        return _not_written(shown, f"the system says: {error.strerror or error}")
    return None


def _changed_meanwhile(shown: str) -> Diagnostic:
    return Diagnostic(
        rule="cli.file_changed",
        span=None,
        summary=f"`{shown}` has changed since it was read",
        why="what is saved meanwhile would be lost, so the file was left as it is now",
        help="give the command again",
    )


def _not_written(shown: str, why: str) -> Diagnostic:
    return Diagnostic(
        rule="cli.file_not_written",
        span=None,
        summary=f"`{shown}` cannot be written",
        why=why,
        help="make the file and its folder writable, or look only: leave `--fix` out, or write "
        "`fmt --check`",
    )
