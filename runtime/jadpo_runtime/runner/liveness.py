"""Liveness of processes that claim, so that a crash costs half a minute, not a lease [M4].

A process keeps a row in each store, which a thread of its own renews every 5 seconds. Claims of a
process without a fresh row may be taken over. That is safe whatever the row says: a takeover
changes the token, and a claimer without the token changes nothing [M2]. A wrong row costs a piece
of work its turn, never its correctness.

For the same reason a process that starts may at once forget the rows of processes that certainly
ended: the same machine since the same boot, in the same space of process ids, without a process
of that id that started at that moment. So a restart after a crash goes on without any wait.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, cast

import attrs

from jadpo_runtime.faults import Fault
from jadpo_runtime.runner.claims import STALE_AFTER
from jadpo_runtime.store import Store, Transaction

RENEW_EVERY: Final = 5.0
"""Seconds between renewals of the row [M4]."""

_INSERT: Final = """
    INSERT INTO _jadpo_process (id, machine, pid, pid_started, started_at, seen_at)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
"""
_NEIGHBOURS: Final = "SELECT id, pid, pid_started FROM _jadpo_process WHERE machine = ?"
_FORGET: Final = "DELETE FROM _jadpo_process WHERE id = ?"
_FORGET_OLD: Final = "DELETE FROM _jadpo_process WHERE seen_at < ?"

_FORGOTTEN_AFTER: Final = 120 * STALE_AFTER
"""Age of rows that are deleted: an hour, in µs. Their claims are free since long."""


@attrs.frozen
class ProcessIdentity:
    """Which process of which machine one is.

    ``machine`` is ``None`` where the system does not tell boots and process namespaces apart; then
    no row of another process is judged by its process id.
    """

    machine: str | None
    pid: int
    pid_started: str


def this_process() -> ProcessIdentity:
    """The identity of the process that calls this, from Linux's ``/proc``."""
    pid = os.getpid()
    started = process_started(pid)
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        namespace = Path("/proc/self/ns/pid").readlink()
    except OSError:
        return ProcessIdentity(None, pid, "")
    if started is None:
        return ProcessIdentity(None, pid, "")
    return ProcessIdentity(f"{socket.gethostname()} {boot} {namespace}", pid, started)


def process_started(pid: int) -> str | None:
    """When the process of an id started, in ticks since boot; ``None`` where none runs."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    # The name, in parentheses, may hold anything; the fields after it are state, parent, ….
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else fields[19]


class LivenessRows:
    """The rows of one process in its stores."""

    def __init__(
        self,
        stores: Iterable[Store],
        owner: str,
        identity: ProcessIdentity,
        started: Callable[[int], str | None] = process_started,
    ) -> None:
        """Keep rows with the id ``owner``; ``started`` tells when a process id's began."""
        self._stores: Final = tuple(stores)
        self._owner: Final = owner
        self._identity: Final = identity
        self._started: Final = started

    def begin(self) -> None:
        """Write the rows, and forget those of ended neighbours."""
        for store in self._stores:
            store.transact(self._begin, write=True, durable=False)

    def renew(self) -> None:
        """Say in every store that this process lives, and forget neighbours that ended since.

        So what a neighbour that was killed held is taken up again within seconds.
        """
        for store in self._stores:
            try:
                store.transact(self._begin, write=True, durable=False)
            except Fault:
                # The store is busy or gone. The next renewal tries again, in time for a row
                # that counts as fresh for six of them; after that the token keeps all safe.
                continue

    def end(self) -> None:
        """Delete the rows: what is still claimed is free for others."""
        for store in self._stores:
            try:
                store.transact(
                    lambda transaction: transaction.change(_FORGET, (self._owner,)),
                    write=True,
                    durable=False,
                )
            except Fault:
                # The store is gone; the row is stale in half a minute.
                continue

    def _begin(self, transaction: Transaction) -> None:
        transaction.change(_FORGET_OLD, (transaction.now() - _FORGOTTEN_AFTER,))
        if self._identity.machine is not None:
            rows = transaction.execute(_NEIGHBOURS, (self._identity.machine,))
            for owner, pid, pid_started in cast("list[tuple[str, int, str]]", rows):
                if self._started(pid) != pid_started:
                    transaction.change(_FORGET, (owner,))
        self._write(transaction)

    def _write(self, transaction: Transaction) -> None:
        now = transaction.now()
        transaction.execute(
            _INSERT,
            (
                self._owner,
                self._identity.machine or "",
                self._identity.pid,
                self._identity.pid_started,
                now,
                now,
            ),
        )


class Liveness:
    """Keeps the rows of one process fresh; use it as a context manager around the work."""

    def __init__(
        self,
        stores: Iterable[Store],
        owner: str,
        identity: ProcessIdentity,
        started: Callable[[int], str | None] = process_started,
    ) -> None:
        """Keep :class:`LivenessRows`, renewed by a thread."""
        self._rows: Final = LivenessRows(stores, owner, identity, started)
        self._closing: Final = threading.Event()
        self._thread: Final = threading.Thread(
            target=self._keep_renewing, name="jadpo-liveness", daemon=True
        )

    def __enter__(self) -> "Liveness":
        """Write the rows, forget those of ended neighbours, and start renewing."""
        self._rows.begin()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop renewing and delete the rows: what is still claimed is free for others."""
        self._closing.set()
        self._thread.join()
        self._rows.end()

    def renew(self) -> None:
        """Say in every store that this process lives."""
        self._rows.renew()

    def _keep_renewing(self) -> None:
        while not self._closing.wait(RENEW_EVERY):
            self.renew()
