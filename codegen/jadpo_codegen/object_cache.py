"""Object code in a folder, for the next process: what is kept there may be lost at any time.

An entry is a file named by its key. Its first line has the SHA-256 of the rest, so what was cut off
or damaged is not there. An entry is written beside its place and moved there at once, so any number
of processes may read and write. A folder that cannot be made, read or written keeps nothing.
"""

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 256 * 1024 * 1024
"""Bytes that the entries have together; those not used for longest go first."""

_FIRST_LINE: Final = "jadpo-object 1 {}\n"

_ENTRY: Final = re.compile(r"[0-9a-f]{64}\.o")

_PREFIX: Final = ".unfinished-"
"""Begins the names of entries that are being written."""

_ABANDONED_AFTER: Final = 3600
"""Seconds after which an entry that is being written belongs to a process that has ended."""


class ObjectCache:
    """The object code in ``folder``, which need not be there yet."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        """Keep at most ``most_bytes`` there."""
        self._folder: Final = folder
        self._most_bytes: Final = most_bytes

    def get(self, key: str) -> bytes | None:
        """The code under ``key``; ``None`` where there is none that is whole, and this user's.

        What is loaded is run, so a file that another user wrote counts as none.
        """
        path = self._path(key)
        try:
            with path.open("rb") as file:
                if not _is_own(os.fstat(file.fileno())):
                    return None
                head, code = file.readline(), file.read()
            if head != _head(code):
                return None
            # The times say what was not used for longest.
            os.utime(path)
        except OSError:
            return None
        return code

    def put(self, key: str, code: bytes) -> None:
        """Keep code under ``key``, and let go of older code where there is too much."""
        unfinished = None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor, unfinished = tempfile.mkstemp(prefix=_PREFIX, dir=self._folder)
            with open(descriptor, "wb") as file:  # noqa: PTH123 - it is open already
                file.write(_head(code))
                file.write(code)
            Path(unfinished).replace(self._path(key))
            self._shrink(Path(unfinished))
        except OSError:
            if unfinished is not None:
                _remove(Path(unfinished))

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.o"

    def _shrink(self, newest: Path) -> None:
        entries = sorted(self._entries(), key=lambda entry: entry[1].st_mtime)
        size = sum(status.st_size for _, status in entries)
        for path, status in entries:
            if size <= self._most_bytes:
                break
            if _remove(path):
                size -= status.st_size
        if not entries:
            return
        now = entries[-1][1].st_mtime
        for path, status in self._unfinished():
            if path != newest and status.st_mtime < now - _ABANDONED_AFTER:
                _remove(path)

    def _entries(self) -> Iterator[tuple[Path, os.stat_result]]:
        return (each for each in self._files() if _ENTRY.fullmatch(each[0].name))

    def _unfinished(self) -> Iterator[tuple[Path, os.stat_result]]:
        return (each for each in self._files() if each[0].name.startswith(_PREFIX))

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """The regular files of the folder; others may remove some meanwhile."""
        try:
            paths = list(self._folder.iterdir())
        except OSError:
            return
        for path in paths:
            try:
                status = path.lstat()
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode):
                yield path, status


def _is_own(status: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def _head(code: bytes) -> bytes:
    return _FIRST_LINE.format(hashlib.sha256(code).hexdigest()).encode("ascii")


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
