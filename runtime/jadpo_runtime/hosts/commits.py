"""Noticing what other processes commit to a SQLite file, so that a worker starts at once [H4].

The system tells when the database's log is written, so that an idle process uses no time at all.
It tells too early: the log is written, then flushed, and only then is the commit to be seen. So
from the first word on SQLite itself is asked, at intervals that grow, whether something was
committed (``PRAGMA data_version``). Where the system tells nothing, SQLite is asked every 25 ms.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from jadpo_runtime.hosts.file_events import FileEvents

ASK_EVERY: Final = 0.025
"""Seconds between questions where the system does not tell of writes: a wake-up comes within 50 ms,
and some 40 questions a second cost about a thousandth of a core."""

_SHORTEST_WAIT: Final = 0.000_2
"""Seconds between the first questions after a write."""

_SHARE_WAITED: Final = 0.25
"""Later ones come after a quarter of the time that the write is ago, so that a commit is seen at
most a quarter later than it was made, and a write asks some 40 questions in all."""

_GIVE_UP_AFTER: Final = 2.0
"""Seconds from a write in which its commit is expected: longer than a flush takes. What comes
later is found by the tick."""


class CommitWatch:
    """A thread that calls ``wake`` when somebody committed to a database, while it is wanted to."""

    def __init__(
        self,
        path: Path,
        *,
        wait_until_idle: Callable[[], bool],
        wake: Callable[[], None],
        told_by_system: bool = True,
    ) -> None:
        """Watch the SQLite database at ``path``, which is open in this process and has its log.

        ``wait_until_idle`` returns when somebody is there to be woken, and false at the end: while
        all work, nobody need be told. ``told_by_system`` false asks SQLite only.
        """
        self._path: Final = path
        self._wait_until_idle: Final = wait_until_idle
        self._wake: Final = wake
        files = [path, path.with_name(f"{path.name}-wal")] if told_by_system else []
        self._events: Final = FileEvents(files)
        self._told: Final = told_by_system and self._events.is_told
        self._ending = False
        self._thread: Final = threading.Thread(
            target=self._run, name="jadpo-commit-watch", daemon=True
        )

    def start(self) -> None:
        """Start watching."""
        self._thread.start()

    def end(self) -> None:
        """Stop watching; ``wait_until_idle`` must return false by now."""
        self._ending = True
        self._events.end()
        self._thread.join()
        self._events.close()

    def _run(self) -> None:
        raw = sqlite3.connect(self._path, isolation_level=None, timeout=0)
        try:
            seen = _version(raw)
            while self._wait_until_idle():
                written = self._events.forget()
                current = _version(raw)
                if current == seen and not self._ending:
                    current = self._next_commit(raw, seen, written=written)
                if current != seen:
                    seen = current
                    self._wake()
        finally:
            raw.close()

    def _next_commit(
        self, raw: sqlite3.Connection, seen: int | None, *, written: bool
    ) -> int | None:
        """The version after the next commit, or the same where there was none for a while.

        ``written`` says that something was written already, and may be committed any moment.
        """
        if not self._told:
            self._events.wait(ASK_EVERY)
            return _version(raw)
        if not written:
            self._events.wait(None)
        since = time.monotonic()
        while not self._ending and (ago := time.monotonic() - since) < _GIVE_UP_AFTER:
            current = _version(raw)
            if current != seen:
                return current
            time.sleep(max(_SHORTEST_WAIT, _SHARE_WAITED * ago))
        return seen


def _version(raw: sqlite3.Connection) -> int | None:
    """A number that changes when another connection commits; ``None`` if there is none just now."""
    try:
        (row,) = raw.execute("PRAGMA data_version").fetchall()
    except sqlite3.Error:
        return None
    return int(row[0])
