"""What `jadpo check` keeps of projects between two runs: a file for each project.

The first line of a file names its form and the toolchain that wrote it, and has a digest of the
rest, so what is damaged, cut off, or written by another version is not there. A file is written
beside its place and moved there at once: any number of processes may read and write. Where the
folder cannot be made, read or written, nothing is kept. What a file says is found under digests of
all that it depends on, so an old one is no different from none.
"""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from time import time, time_ns
from typing import Final, NamedTuple

from jadpo.digest import digest, digest_of_bytes

MOST_FILES: Final = 200
"""Projects that are kept; those not checked for longest go first."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""Bytes of all files together, and of one."""

_FORM: Final = "jadpo-check 1"
_SUFFIX: Final = ".check"
_PREFIX: Final = ".unfinished-"

_ABANDONED_AFTER: Final = 3600
"""Seconds after which a file that is being written belongs to a process that has ended."""


class KeptChecks:
    """The files in ``folder``, which need not be there yet, of one toolchain."""

    def __init__(self, folder: Path, toolchain: str) -> None:
        """Keep files there; those of another toolchain count as none."""
        self._folder: Final = folder
        self._toolchain: Final = toolchain

    def get(self, project: Path) -> object:
        """The value of JSON that is kept of the project at a path; ``None`` where there is none."""
        file = self._file(project)
        try:
            with file.open("rb") as stream:
                if not _is_own(os.fstat(stream.fileno())):
                    return None
                head, content = stream.readline(200), stream.read(MOST_BYTES + 1)
            if head != self._head(content):
                return None
            # The time says what was not used for longest.
            os.utime(file)
            return json.loads(content)
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, project: Path, value: object) -> None:
        """Keep a value of JSON, if that can be done."""
        content = json.dumps(value, separators=(",", ":")).encode("ascii")
        if len(content) > MOST_BYTES:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room(len(content))
            # Of this process alone; `tempfile` would take as long to import as all else here.
            unfinished = self._folder / f"{_PREFIX}{os.getpid()}-{time_ns()}"
            try:
                with open(unfinished, "xb", opener=_private) as stream:
                    stream.write(self._head(content) + content)
                unfinished.replace(self._file(project))
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise

    def _file(self, project: Path) -> Path:
        return self._folder / (digest(os.path.realpath(project)) + _SUFFIX)

    def _head(self, content: bytes) -> bytes:
        return f"{_FORM} {self._toolchain} {digest_of_bytes(content)}\n".encode("ascii")

    def _make_room(self, size: int) -> None:
        """Forget the projects that were not checked for longest, until one more has room."""
        entries = sorted(self._entries(), key=lambda each: each.used_at, reverse=True)
        kept, total = 1, size
        for entry in entries:
            kept += 1
            total += entry.size
            if kept > MOST_FILES or total > MOST_BYTES:
                with contextlib.suppress(OSError):
                    entry.path.unlink()

    def _entries(self) -> Iterator["_Entry"]:
        for path in self._folder.iterdir():
            with contextlib.suppress(OSError):
                status = path.stat()
                if path.name.endswith(_SUFFIX):
                    yield _Entry(path, status.st_size, status.st_mtime)
                elif path.name.startswith(_PREFIX) and status.st_mtime < time() - _ABANDONED_AFTER:
                    path.unlink()


class _Entry(NamedTuple):
    path: Path
    size: int
    used_at: float


def _private(path: str, flags: int) -> int:
    """Open a file that no other user may read."""
    return os.open(path, flags, mode=0o600)


def _is_own(status: os.stat_result) -> bool:
    """Whether the file belongs to the user who runs this, where files have owners."""
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
