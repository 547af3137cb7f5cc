"""One simulation: a seed, the processes on the same stores, and what happens to them."""

import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from greenlet import getcurrent

from jadpo_runtime.manifest import Manifest
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.runner.liveness import RENEW_EVERY, LivenessRows, ProcessIdentity
from jadpo_runtime.simulation.audit import Audit
from jadpo_runtime.simulation.connections import SimulatedConnection
from jadpo_runtime.simulation.databases import Database
from jadpo_runtime.simulation.disturbances import DAY, HOUR, MINUTE, SECOND, Draws
from jadpo_runtime.simulation.doors import Door
from jadpo_runtime.simulation.expectations import ClientCall
from jadpo_runtime.simulation.invariants import Invariants
from jadpo_runtime.simulation.judging import Commit, Violated, require
from jadpo_runtime.simulation.outcome import Outcome
from jadpo_runtime.simulation.processes import Client, Killed, Process, Runner
from jadpo_runtime.simulation.trace import Trace
from jadpo_runtime.simulation.virtual_time import VirtualClock, VirtualTime
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.store.store import Backfill
from jadpo_runtime.values import Duration, Instant

if TYPE_CHECKING:
    from jadpo_runtime.simulation.campaign import Campaign

LONGEST_CALM: Final = 6 * HOUR
"""The time in which all work must end once nothing is disturbed any more, in µs: leases of a
quarter of an hour run out one after the other, and a clock may have been put back."""

_UNFINISHED: Final = """
    SELECT (SELECT count(*) FROM _jadpo_delivery WHERE state IN ('pending', 'claimed'))
        + (SELECT count(*) FROM _jadpo_batch_run WHERE state IN ('pending', 'claimed'))
"""
_LEFT: Final = """
    SELECT id, handler, state, attempts, takeovers, due_at, owner, lease_until, error_code
    FROM _jadpo_delivery WHERE state IN ('pending', 'claimed')
    UNION ALL
    SELECT id, batch, state, attempts, takeovers, due_at, owner, lease_until, error_code
    FROM _jadpo_batch_run WHERE state IN ('pending', 'claimed')
"""
_SEEN_AT: Final = "SELECT seen_at FROM _jadpo_process WHERE id = ?"


class Simulation:
    """A run of one seed."""

    def __init__(self, campaign: "Campaign", seed: int, events: int, folder: Path) -> None:
        """Copy the databases into ``folder``."""
        self.seed: Final = seed
        self.draws: Final = Draws(seed)
        self.trace: Final = Trace()
        random = self.draws.random
        self.time: Final = VirtualTime(Instant(random.choice(_BEGINS) + random.randrange(DAY)))
        self._campaign: Final = campaign
        self._place: Final = str(folder)
        self._hub: Final = getcurrent()
        self._calm_since: int | None = None
        self._renews_at = 0
        self._error: Exception | None = None
        self._databases: Final[dict[str, Database]] = {}
        for name in campaign.stores:
            self._databases[name] = self._copy(name, folder)
        self._invariants: Final = Invariants(
            campaign.promises, campaign.subject.items, campaign.ledgers, self._seen_at
        )
        self._runners: Final = [
            Runner(self, f"runner {number}", number, campaign.versions[number])
            for number in range(1, random.randint(1, len(campaign.versions) - 1) + 1)
        ]
        self._events: Final = events
        self._client: Final = Client(self, campaign.versions[0], self._draw_call)
        self._processes: Final[tuple[Process, ...]] = (self._client, *self._runners)

    def run(self) -> Outcome:
        """Let everything happen; how it ended."""
        try:
            self._disturbed()
            self._calm()
            if self._error is None:
                self._invariants.judge_end(self._client.outcomes)
        except Violated as violated:
            self._error = self._error or violated
        finally:
            for process in self._processes:
                process.kill()
            for database in self._databases.values():
                database.close()
        error = self._error
        violation = None
        if error is not None:
            violation = str(error) if isinstance(error, Violated) else repr(error)
        return Outcome(
            self.seed,
            violation,
            error,
            self.trace,
            self._invariants.events,
            Duration(self.time.elapsed),
        )

    # ---- what happens, turn by turn

    def _disturbed(self) -> None:
        while self._error is None and not self._client.has_finished:
            self._turn()
        # What the last calls set off is to be disturbed as well.
        for _ in range(_LOOKS_WHILE_DISTURBED):
            if self._error is None and self._unfinished():
                self._several_turns(_TURNS_BETWEEN_LOOKS)

    def _calm(self) -> None:
        """Disturb nothing any more, and wait until all work has ended."""
        self._calm_since = self.time.elapsed
        for process in self._runners:
            # Whatever it waits for is over; what runs is followed by the last version.
            process.ready_at = self.time.elapsed
            if process.runs:
                process.stop()
            else:
                process.version = process.versions.last
        while self._error is None and self._unfinished():
            waited = self.time.elapsed - self._calm_since
            require(waited < LONGEST_CALM, "B2", f"work is left that never ends: {self._left()}")
            self._several_turns(20 * len(self._processes))

    def _several_turns(self, count: int) -> None:
        """Looking for what is unfinished takes as long as several turns."""
        for _ in range(count):
            if self._error is None:
                self._turn()

    def _turn(self) -> None:
        """Let one process go on, or time pass until one can."""
        now = self.time.elapsed
        ready = [
            process
            for process in self._processes
            if process.ready_at <= now and not process.has_finished
        ]
        if not ready:
            self.time.advance_to(
                min(each.ready_at for each in self._processes if not each.has_finished)
            )
            return
        if now >= self._renews_at:
            self._renew()
        process = ready[0] if len(ready) == 1 else self.draws.random.choice(ready)
        process.go_on()

    def _draw_call(self, number: int) -> ClientCall | None:
        """The client's next call, until there are events enough, or the store takes none."""
        returned = sum(call.events for call, came in self._client.outcomes.values() if came)
        if returned >= self._events or number > self._events:
            return None
        return self._campaign.subject.call(self.draws, number)

    def _unfinished(self) -> bool:
        return any(
            database.audit.query(_UNFINISHED) != [(0,)] for database in self._databases.values()
        )

    def _left(self) -> list[tuple[object, ...]]:
        """What is not finished, where something is waited for without end."""
        return [
            (self.time.now, name, *row)
            for name, database in self._databases.items()
            for row in database.audit.query(_LEFT)
        ]

    # ---- what processes ask for

    def hand_over(self, process: Process, duration: int) -> None:
        """Let others go on, and this one not before ``duration`` µs have passed."""
        process.ready_at = self.time.elapsed + duration
        self._hub.switch()
        if process.is_killed:
            raise Killed

    def ended(self, process: Process) -> None:
        """A process has ended; another one starts in its place after a while."""
        self._free_locks_of(process)
        if self._calm_since is not None:
            process.version = process.versions.last
            process.ready_at = self.time.elapsed + SECOND
            return
        versions = process.versions
        process.version = self.draws.random.choice((versions.now, versions.now, versions.later))
        process.ready_at = self.time.elapsed + self.draws.between(SECOND, 20 * MINUTE)

    def fail(self, error: Exception) -> None:
        """Something was found that must not be: the simulation ends."""
        self._error = self._error or error

    def note(self, process: Process, what: str, about: object = None) -> None:
        """Keep what happened between statements."""
        text = "" if about is None else str(about).replace(self._place, "")
        self.trace.add(self.time.elapsed, process.name, "", what, text)

    def host_clock_ahead(self) -> int:
        """How far the clock of a host that starts is ahead of the store's, in µs."""
        return self.draws.random.choice((0, 0, -2 * HOUR, 3 * HOUR, -5 * SECOND, SECOND))

    def machine(self, process: Process) -> str | None:
        """The machine that a process is on: some can tell which of their neighbours have ended."""
        return None if self.seed % 3 == 0 else f"machine {process.number % 2}"

    def open_store(
        self,
        process: Process,
        name: str,
        manifest: Manifest,
        randomness: Randomness,
        backfill: Backfill,
    ) -> Store:
        """Open a store for a process, with connections that the simulation is let into."""
        database = self._databases[name]

        def connect(*arguments: object, **options: object) -> sqlite3.Connection:
            raw = database.connect(*arguments, **options)
            raw.statements = Door(self, process, name, database)
            process.connections.append((database, raw))
            return raw

        store = open_store(
            f"sqlite:{database.path}",
            name,
            manifest,
            clock=VirtualClock(self.time),
            randomness=randomness,
            lock_timeout=Duration(0),
            backfill=backfill,
            connect=connect,
        )
        store.prepare_schema(())
        return store

    # ---- liveness

    def begin_liveness(self, process: Process, identity: ProcessIdentity) -> None:
        """Write the rows of a process that starts, when nobody writes."""
        stores = [database.renewing for database in self._databases.values()]
        rows = LivenessRows(stores, process.name, identity, self._started)
        self.wait_until_nobody_writes(process)
        rows.begin()
        process.liveness = rows
        process.renewed_at = self.time.elapsed

    def thaw(self, process: Process) -> None:
        """A process that was frozen goes on: its thread that renews rows does as well."""
        process.is_frozen = False
        self._renews_at = self.time.elapsed

    def end_liveness(self, process: Process) -> None:
        """Delete the rows of a process that ends."""
        self.wait_until_nobody_writes(process)
        if process.liveness is not None:
            process.liveness.end()
            process.liveness = None

    def _renew(self) -> None:
        """Do what the threads would that renew rows; a frozen process's does nothing."""
        now = self.time.elapsed
        self._renews_at = now + _RENEW_EVERY
        for process in self._runners:
            if process.liveness is None or process.is_frozen:
                continue
            if process.renewed_at <= now - _RENEW_EVERY:
                process.renewed_at = now
                process.liveness.renew()
            self._renews_at = min(self._renews_at, process.renewed_at + _RENEW_EVERY)

    def _started(self, pid: int) -> str | None:
        """The name of the process that runs under an id of a process."""
        names = [each.name for each in self._runners if each.runs and each.pid == pid]
        return names[0] if names else None

    def _seen_at(self, store: str, owner: str) -> int | None:
        rows = self._databases[store].audit.query(_SEEN_AT, (owner,))
        return rows[0][0] if rows else None  # type: ignore[return-value] # the column's type

    def wait_until_nobody_writes(self, process: Process) -> None:
        """Let others go on until no database is locked."""
        while any(database.writer is not None for database in self._databases.values()):
            self.hand_over(process, SECOND)

    # ---- commits and locks

    @property
    def shortest_and_longest_sleep(self) -> tuple[int, int]:
        """How long a host sleeps that finds nothing to do, in µs: a tick comes each minute [H4].

        Once all is calm it sleeps longer: leases of a quarter of an hour are waited for.
        """
        return (MINUTE, 4 * MINUTE) if self.is_calm else (SECOND, MINUTE)

    @property
    def is_calm(self) -> bool:
        """Whether nothing is disturbed any more."""
        return self._calm_since is not None

    def jump(self, by: int) -> None:
        """Set the machine's clock, and with it that of the stores."""
        for database in self._databases.values():
            database.shows(self.time.now)
            database.shows(self.time.now + by)
        self.time.jump(by)

    def committed(self, process: Process, store: str, connection: SimulatedConnection) -> None:
        """Judge what a commit of a process changed; one that breaks a rule ends the simulation."""
        database = self._databases[store]
        changes, text = database.audit.new(connection)
        if not changes:
            return
        self.trace.committed(text)
        handlers = process.version.handlers
        try:
            self._invariants.judge(
                Commit(process.name, store, database.earliest, database.latest, handlers, changes)
            )
        except Violated as violated:
            self.fail(violated)
            process.is_killed = True
            raise Killed from None
        self._wake()

    def freed(self, database: Database) -> None:
        """Nobody writes any more: those who wait for it may go on."""
        database.writer = None
        for process in self._processes:
            if process.waits_for is database:
                process.ready_at = self.time.elapsed

    def _free_locks_of(self, process: Process) -> None:
        for database in self._databases.values():
            if database.writer is process:
                self.freed(database)

    def _wake(self) -> None:
        """Something was committed: wake one of those who sleep, as a host is woken."""
        asleep = [
            each for each in self._runners if each.is_asleep and each.ready_at > self.time.elapsed
        ]
        if asleep and self.draws.random.random() < _WOKEN:
            self.draws.random.choice(asleep).ready_at = self.time.elapsed

    def _copy(self, name: str, folder: Path) -> Database:
        """A database as prepared, for this simulation alone."""
        path = folder / f"{name}.db"
        shutil.copyfile(self._campaign.prepared[name], path)
        manifest = self._campaign.versions[0].now.manifest
        renewing = open_store(
            f"sqlite:{path}",
            name,
            manifest,
            clock=VirtualClock(self.time),
            randomness=Randomness(Random(0), IdentityOrder()),
            lock_timeout=Duration(0),
        )
        return Database(path, Audit(path, self._campaign.ledgers), renewing)


_LOOKS_WHILE_DISTURBED: Final = 30
_TURNS_BETWEEN_LOOKS: Final = 50
"""For how long work is disturbed after the client has made its calls: all of it would take long,
where much fails."""

_RENEW_EVERY: Final = int(RENEW_EVERY * SECOND)

_WOKEN: Final = 0.15
"""How often a commit wakes a sleeper; each time would be ticks and little else."""

_BEGINS: Final = (
    1_767_225_600 * SECOND,  # 2026-01-01, an ordinary day
    1_774_742_400 * SECOND,  # 2026-03-29, when the clocks of Europe are put forward
    1_792_886_400 * SECOND,  # 2026-10-25, when they are put back
)
"""Days at whose begin (in UTC) simulations start, give or take a day."""
